"""The document of a debrief: everything of a day that is over, for another console to read it again and show the same.

docs/debrief-file.md tells what is in it, docs/debrief-file.schema.json is made of these types. A change that an earlier console
could not read right gets the next `VERSION`; `reading` says what this one reads.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

import msgspec
from msgspec import Meta

FORMAT = "megagame-debrief"
VERSION = 2  # 2: the digest of the scenario

Aware = Annotated[datetime, Meta(tz=True)]
Whole = Annotated[int, Meta(ge=0, le=2_147_483_647)]
Small = Annotated[int, Meta(ge=0, le=32_767)]
Digest = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Text10 = Annotated[str, Meta(max_length=10)]
Text16 = Annotated[str, Meta(max_length=16)]
Text20 = Annotated[str, Meta(max_length=20)]
Text40 = Annotated[str, Meta(max_length=40)]
Text60 = Annotated[str, Meta(max_length=60)]
Text80 = Annotated[str, Meta(max_length=80)]
Text120 = Annotated[str, Meta(max_length=120)]
Text200 = Annotated[str, Meta(max_length=200)]


class EntryTold(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One entry of a journal, with the hash that binds it to all before it.

    `body` and `command_body` are JSON as it is stored, kept as text: their bytes are hashed. The salt is that of its texts, or
    what is left of it where a name was taken out.
    """

    seq: Whole
    at: Aware
    actor: Text80
    name: Text120 = ""
    command_id: UUID
    part: Small = 0
    label: Text200 = ""
    kind: Text60
    body: str
    command_kind: Text60 = ""
    command_body: str = ""
    release: Text20 = ""
    salt: str = ""
    hash: Annotated[str, Meta(max_length=64)] = ""


class StreamTold(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One journal: of the day itself, which comes first, or of a side table.

    `state` is the state at the head, JSON kept as text, `digest` the SHA-256 of its bytes, `encoding` the version of how states are
    stored. `beside` is what the row of a side table says; null for the day itself. `frozen` is the digest of the scenario, or of a
    table's content, that the chain begins with, `frozen_salt` what its texts are hashed with; "" in journals of earlier releases.
    """

    key: UUID
    engine: Text40
    head: Whole
    hash: Annotated[str, Meta(max_length=64)]
    chained_after: Whole
    frozen: Annotated[str, Meta(pattern="^([0-9a-f]{64})?$")] = ""
    frozen_salt: str = ""
    encoding: Text16
    digest: Digest
    state: str
    beside: msgspec.Raw
    entries: tuple[EntryTold, ...]


class SheetTold(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One revision of a sealed sheet, with the salt that it was sealed with; `leaf` where a name was taken out of it since."""

    seat: Text60
    kind: Text20
    month: Small
    revision: Whole
    received_at: Aware
    due_at: Aware | None = None
    late: bool = False
    source: Text10 = "sent"
    entered_by: Annotated[str, Meta(max_length=150)] = ""
    pending: bool = False
    salt: Annotated[str, Meta(max_length=32)] = ""
    leaf: Annotated[str, Meta(max_length=64)] = ""
    body: str


class LockTold(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """When sheets of a kind and month were read into the journal."""

    kind: Text20
    month: Small
    at: Aware


class EventTold(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The event. `number` is the one that it had on the console where this was written: persons at side tables bear it."""

    name: Text120
    number: Whole
    scenario: msgspec.Raw
    chapters: str = ""  # of the staged reveal, as the organizer has put them together


class Front(msgspec.Struct, frozen=True, kw_only=True):
    """By which a document is known to be one, before anything else in it is read."""

    format: str = ""
    version: int = 0
    release: str = ""


class DebriefFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The debrief of a day. No codes, passwords, cookies, keys, devices, addresses, drafts, and nothing of the access log."""

    format: str
    version: int
    release: Text20
    written_at: Aware
    event: EventTold
    sheets: tuple[SheetTold, ...]
    locks: tuple[LockTold, ...]
    streams: Annotated[tuple[StreamTold, ...], Meta(min_length=1)]


def schema() -> bytes:
    """The JSON schema of the document, as it is kept beside its description."""

    def hook(kind: type) -> dict[str, Any]:
        if kind is msgspec.Raw:
            return {"description": "any JSON"}
        raise NotImplementedError

    made = msgspec.json.schema(DebriefFile, schema_hook=hook)
    told = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"{FORMAT} {VERSION}", **made}
    return msgspec.json.format(msgspec.json.encode(told), indent=2) + b"\n"
