"""The author's files of a scenario, kept by the document that they became, so that a report can stand beside their lines.

They are kept when an event or a study is made of a folder. Whoever has the document finds its files: an event's organizers,
whatever became of the folder since.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Mapping
from typing import Final

import msgspec

from control.lab.stored import ScenarioFiles

MOST: Final = 20_000_000  # letters that are kept of a scenario: more than any that is sound


def keep(document: bytes, texts: Mapping[str, str]) -> None:
    """Keep these files, if nobody has yet."""
    if texts and sum(map(len, texts.values())) <= MOST:
        body = zlib.compress(msgspec.json.encode(dict(texts)))
        ScenarioFiles.objects.bulk_create([ScenarioFiles(document=_name(document), body=body)], ignore_conflicts=True)


def of(document: bytes) -> Mapping[str, str]:
    """The files that became this document; none where nobody has kept them."""
    body = ScenarioFiles.objects.filter(document=_name(document)).values_list("body", flat=True).first()
    return msgspec.json.decode(zlib.decompress(bytes(body)), type=dict[str, str]) if body is not None else {}


def _name(document: bytes) -> str:
    return hashlib.sha256(document).hexdigest()
