"""Every kind of event that any release has stored still decodes, and means what stands in `brought.json` beside the samples.

A kind that is not named there means today what it meant then, field by field. A release's samples are never written again; whoever
renames a field adds what the samples become to `brought.json`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from control import registry
from control.engine import codec
from control.engine.modules import Engine
from control.journal.withdrawals import WITHDRAWN, withdrawn_in
from control.models import Entry
from rooms.realm.frame import NAME
from rooms.tables.registry import content_of, engine_of

HERE = Path(__file__).parent
SAMPLES = [
    (path.parent.name, kind) for path in sorted(HERE.glob("*/events.json")) for kind in json.loads(path.read_text(encoding="utf-8"))
]


def stored(release: str, file: str) -> dict[str, Any]:
    path = HERE / release / file
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def engines() -> tuple[Engine[Any], ...]:
    return registry.game(NAME), engine_of("potemkin", content_of("potemkin"))


@pytest.mark.parametrize(("release", "kind"), SAMPLES)
def test_a_stored_event_still_means_what_it_meant(release, kind):
    document = stored(release, "events.json")[kind]
    if kind == WITHDRAWN:
        assert json.loads(codec.encode_event(withdrawn_in(Entry(body=json.dumps(document))))[1]) == document
        return
    known = [engine for engine in engines() if codec.knows_event(engine, kind)]

    again = [codec.encode_event(codec.decode_event(engine, kind, json.dumps(document).encode())) for engine in known]

    meant = stored(release, "brought.json").get(kind, {"kind": kind, "body": document})
    assert [{"kind": name, "body": json.loads(body)} for name, body in again] == [meant]


def test_the_newest_release_has_a_sample_of_every_kind_it_knew():
    kinds = {kind for _release, kind in SAMPLES}

    assert {kind for engine in engines() for kind in engine.event_types} - kinds == set()
