"""Debrief document: its shape, writing it piece by piece, and reading it with clear errors."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, BinaryIO, Final
from uuid import UUID

import msgspec
from msgspec import Meta

from control import system_time
from control.backup.file import digest_of
from control.backup.rows import read_consistently
from control.debrief.access import is_over
from control.debrief.export import arrival
from control.engine.language import later, say
from control.engine.refusal import Refused
from control.models import Entry, Event, Sheet, SheetLock, Stream
from control.release import RELEASE

FORMAT = "megagame-debrief"
VERSION = 2  # 2: the digest of the scenario

TimeWithZone = Annotated[datetime, Meta(tz=True)]
WholeNumber = Annotated[int, Meta(ge=0, le=2_147_483_647)]
SmallNumber = Annotated[int, Meta(ge=0, le=32_767)]
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

    seq: WholeNumber
    at: TimeWithZone
    actor: Text80
    name: Text120 = ""
    command_id: UUID
    part: SmallNumber = 0
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
    head: WholeNumber
    hash: Annotated[str, Meta(max_length=64)]
    chained_after: WholeNumber
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
    month: SmallNumber
    revision: WholeNumber
    received_at: TimeWithZone
    due_at: TimeWithZone | None = None
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
    month: SmallNumber
    at: TimeWithZone


class EventTold(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The event. `number` is the one that it had on the console where this was written: persons at side tables bear it."""

    name: Text120
    number: WholeNumber
    scenario: msgspec.Raw
    chapters: str = ""  # of the staged reveal, as arranged by the organizer


class FileHeader(msgspec.Struct, frozen=True, kw_only=True):
    """First fields of a document. They identify the format before anything else is read."""

    format: str = ""
    version: int = 0
    release: str = ""


class DebriefFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The debrief of a day. No codes, passwords, cookies, keys, devices, addresses, drafts, and nothing of the access log."""

    format: str
    version: int
    release: Text20
    written_at: TimeWithZone
    event: EventTold
    sheets: tuple[SheetTold, ...]
    locks: tuple[LockTold, ...]
    streams: Annotated[tuple[StreamTold, ...], Meta(min_length=1)]


def schema() -> bytes:
    """JSON schema of the document, as published with its description."""

    def hook(kind: type) -> dict[str, Any]:
        if kind is msgspec.Raw:
            return {"description": "any JSON"}
        raise NotImplementedError

    made = msgspec.json.schema(DebriefFile, schema_hook=hook)
    told = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"{FORMAT} {VERSION}", **made}
    return msgspec.json.format(msgspec.json.encode(told), indent=2) + b"\n"


MOST: Final = 200_000_000  # bytes of an unpacked document; a day of 20,000 entries needs a tenth of that
PACKED, ZIP = b"\x1f\x8b", b"PK\x03\x04"
NOTHING: Final = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")  # NUL: no text contains it, and PostgreSQL cannot store it


class FileError(Exception):
    """The file is not a readable debrief. The message is one sentence for the user."""


def read(path: Path) -> DebriefFile:
    """Read a file, plain or gzipped.

    Raises:
        FileError: the file is missing or cannot be read.
    """
    name = path.name
    body = _read_bytes(path)
    try:
        front = msgspec.json.decode(body, type=FileHeader)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as wrong:
        raise FileError(_bad_json_words(name, body, wrong)) from wrong
    if front.format != FORMAT:
        raise FileError(f"{name} is no file of a debrief.")
    if front.version > VERSION:
        newer = f"{name} was written by a newer release of the console ({front.release}, format {front.version})"
        raise FileError(f"{newer}; this one reads formats up to {VERSION}.")
    if sign := NOTHING.search(body):
        line = body.count(b"\n", 0, sign.start()) + 1
        raise FileError(f"{name} does not hold what it should: a sign in line {line} stands in no text (NUL).")
    try:
        return msgspec.json.decode(body, type=DebriefFile)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as wrong:
        raise FileError(f"{name} does not hold what it should: {wrong}.") from wrong


def _bad_json_words(name: str, body: bytes, wrong: Exception) -> str:
    if "truncated" in str(wrong) and body.lstrip()[:1] == b"{":
        lines = body.count(b"\n")
        return f"{name} is cut off in line {lines + 1}; get it once more."
    return f"{name} is no file of a debrief: it is not JSON ({wrong})."


def _read_bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as found:
            begin = found.read(4)
            found.seek(0)
            if begin == ZIP:
                raise FileError(f"{path.name} is a ZIP archive; a debrief is brought in from its JSON file.")
            if begin[:2] == PACKED:
                with gzip.open(found) as unpacked:
                    return _read_limited(unpacked, path.name)
            return _read_limited(found, path.name)
    except FileNotFoundError as missing:
        raise FileError(f"There is no file {path}.") from missing
    except (OSError, EOFError, gzip.zlib.error) as wrong:  # type: ignore[attr-defined]
        raise FileError(f"{path.name} cannot be read: {wrong}.") from wrong


def _read_limited(found: BinaryIO | gzip.GzipFile, name: str) -> bytes:
    body = found.read(MOST + 1)
    if len(body) > MOST:
        raise FileError(f"{name} is too large: a debrief has at most {MOST // 1_000_000} MB.")
    return body


NOT_OVER = later("The day is not over yet. Its file holds every secret, so it is written when the last phase has ended.")
REHEARSED = later("This is a rehearsal: nothing of it counts, and it goes into no file.")
AT_ONCE = 1_000  # rows in memory
ENTRY = tuple(EntryTold.__struct_fields__)
SHEET = tuple(SheetTold.__struct_fields__)
_encode = msgspec.json.Encoder().encode


def write(event: Event, out: BinaryIO) -> None:
    """Write the whole document from one consistent snapshot of the database.

    Raises:
        Refused: the day is not over, or it is a rehearsal.
    """
    with read_consistently():
        event = Event.objects.select_related("stream").get(pk=event.pk)
        require_over(event)
        for piece in _pieces(event):
            out.write(piece)


def require_over(event: Event) -> None:
    """Check that the day may be exported.

    Raises:
        Refused: the day is not over, or it is a rehearsal.
    """
    if event.rehearses_id is not None:
        raise Refused(say(REHEARSED))
    if not is_over(event):
        raise Refused(say(NOT_OVER))


def _pieces(event: Event) -> Iterator[bytes]:
    chapters = event.debrief.chapters if hasattr(event, "debrief") else ""
    told = EventTold(
        name=event.name, number=event.came_as or event.pk, scenario=msgspec.Raw(bytes(event.scenario)), chapters=chapters
    )
    front = {"format": FORMAT, "version": VERSION, "release": RELEASE, "written_at": system_time.now(), "event": told}
    yield _encode(front)[:-1]
    yield from _rows("sheets", _sheets(event))
    yield from _rows("locks", _locks(event))
    yield b',\n"streams":[\n'
    for number, stream in enumerate((event.stream, *arrival.streams_beside(event))):
        yield b",\n" if number else b""
        yield from _stream(Stream.objects.get(pk=stream.pk), arrival.carrier_of(stream))
    yield b"\n]}\n"


def _stream(stream: Stream, carrier: arrival.Carrier | None) -> Iterator[bytes]:
    state = bytes(stream.state)
    told = {
        "key": stream.key,
        "engine": stream.engine,
        "head": stream.head,
        "hash": stream.hash,
        "chained_after": stream.chained_after,
        "frozen": stream.frozen,
        "frozen_salt": stream.frozen_salt,
        "encoding": stream.encoding,
        "digest": digest_of(state),
        "state": state.decode(),
        "beside": msgspec.Raw(carrier.told(stream)) if carrier is not None else None,
    }
    yield _encode(told)[:-1]
    yield from _rows("entries", (_encode(_entry(each)) for each in _entries(stream)))
    yield b"}"


def _rows(name: str, rows: Iterator[bytes]) -> Iterator[bytes]:
    """List under this name, one row on each line."""
    yield b',\n"%s":[' % name.encode()
    for number, row in enumerate(rows):
        yield b",\n" if number else b"\n"
        yield row
    yield b"]"


def _entries(stream: Stream) -> Iterator[Entry]:
    return stream.entries.filter(seq__lte=stream.head).order_by("seq").iterator(chunk_size=AT_ONCE)


def _entry(entry: Entry) -> EntryTold:
    return EntryTold(**{name: getattr(entry, name) for name in ENTRY})


def _sheets(event: Event) -> Iterator[bytes]:
    rows = Sheet.objects.filter(event=event).order_by("month", "kind", "seat", "revision")
    for row in rows.iterator(chunk_size=AT_ONCE):
        yield _encode(SheetTold(**{name: getattr(row, name) for name in SHEET}))


def _locks(event: Event) -> Iterator[bytes]:
    for row in SheetLock.objects.filter(event=event).order_by("month", "kind"):
        yield _encode(LockTold(kind=row.kind, month=row.month, at=row.at))
