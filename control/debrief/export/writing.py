"""A debrief's document, written: piece by piece, so that a day of any length is never held in memory whole."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

import msgspec

from control import steady
from control.backup.file import digest_of
from control.backup.rows import one_moment
from control.debrief.doors import is_over
from control.debrief.export import beside
from control.debrief.export.document import FORMAT, VERSION, EntryTold, EventTold, LockTold, SheetTold
from control.engine.language import later, say
from control.engine.refused import Refused
from control.models import Entry, Event, Sheet, SheetLock, Stream
from control.release import RELEASE

NOT_OVER = later("The day is not over yet. Its file holds every secret, so it is written when the last phase has ended.")
REHEARSED = later("This is a rehearsal: nothing of it counts, and it goes into no file.")
AT_ONCE = 1_000  # rows that are held in memory
ENTRY = tuple(EntryTold.__struct_fields__)
SHEET = tuple(SheetTold.__struct_fields__)
_encode = msgspec.json.Encoder().encode


def write(event: Event, out: BinaryIO) -> None:
    """Write the whole document as it is at one instant.

    Raises:
        Refused: the day is not over, or it is a rehearsal.
    """
    with one_moment():
        event = Event.objects.select_related("stream").get(pk=event.pk)
        require_over(event)
        for piece in _pieces(event):
            out.write(piece)


def require_over(event: Event) -> None:
    """Let nothing into a file of a day that is not over, or of a rehearsal.

    Raises:
        Refused: it is one of these.
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
    front = {"format": FORMAT, "version": VERSION, "release": RELEASE, "written_at": steady.now(), "event": told}
    yield _encode(front)[:-1]
    yield from _rows("sheets", _sheets(event))
    yield from _rows("locks", _locks(event))
    yield b',\n"streams":[\n'
    for number, stream in enumerate((event.stream, *beside.streams_beside(event))):
        yield b",\n" if number else b""
        yield from _stream(Stream.objects.get(pk=stream.pk), beside.carrier_of(stream))
    yield b"\n]}\n"


def _stream(stream: Stream, carrier: beside.Carrier | None) -> Iterator[bytes]:
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
    """A list under this name, a row on each line."""
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
