"""Import of a debrief document as an event: verify every link of its chains and every state. All of it is written, or nothing."""

from __future__ import annotations

import uuid
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Protocol

import msgspec
from django.db import connection, transaction
from django.utils.text import slugify

from control import registry, system_time
from control.backup.file import digest_of
from control.day.people.presence import PlayerAdded
from control.day.roster.casting import PlayerCast
from control.debrief.access import Audience, is_over, new_key
from control.debrief.export.document import DebriefFile, EntryTold, FileError, SheetTold, StreamTold
from control.debrief.models import Debrief
from control.engine import codec
from control.engine.ids import SeatId
from control.engine.typed_text import clean_typed_name
from control.journal import chain, journal, rebuild, rows
from control.journal.withdrawals import WITHDRAWN
from control.models import Entry, Event, Sheet, SheetLock, Stream
from control.people import audit
from control.people.audit import AuditKind
from control.people.events import add_missing_seats
from control.sheets.seal_views import count_unsealed, sealed_hashes

AT_ONCE = 1_000  # rows written in one statement
OF_STREAM = ("key", "engine", "head", "hash", "chained_after", "frozen", "frozen_salt")
FIELDS = EntryTold.__struct_fields__


def import_event(told: DebriefFile, name: str) -> Event:
    """Create an event from a document. `name`: the file's name, for error messages.

    Raises:
        FileError: it is here already, its game is not installed, or it was changed. Nothing was written.
    """
    _require_once((each.key for each in told.streams), "journal", name)
    _require_once(((each.kind, each.month) for each in told.locks), "lock", name)
    _require_once(((each.kind, each.month, each.seat, each.revision) for each in told.sheets), "sheet", name)
    try:
        with transaction.atomic():
            event = _create_event(told, name)
            main, *others = told.streams
            _write_journal(event.stream, main, "the day", name)
            for each in others:
                _write_journal(_side_stream(event, each, name), each, each.engine, name)
            event.stream.refresh_from_db()
            if not is_over(event):
                raise FileError(f"{name} is of a day that is not over.")
            _write_sheets(event, told, name)
            add_missing_seats(event)
            connection.check_constraints()
            audit.log_line(AuditKind.DEBRIEF_FILE, event.pk, about="brought-in", name=name)
    finally:
        journal.forget()  # drops cached states of a refused file
    return Event.objects.select_related("stream").get(pk=event.pk)


def _require_once(keys: Iterable[Hashable], what: str, name: str, of: str = "") -> None:
    """Raise `FileError` if two rows have the same key. `what`: the name of such a row."""
    seen: dict[Hashable, int] = {}
    for number, key in enumerate(keys, start=1):
        if (first := seen.setdefault(key, number)) != number:
            raise FileError(f"{name}: {what} {number}{of} is {what} {first} once more. Get the file anew.")


def _create_event(told: DebriefFile, name: str) -> Event:
    main = told.streams[0]
    known = Stream.objects.filter(key__in=[each.key for each in told.streams]).select_related("event").first()
    if known is not None:
        here = Event.objects.filter(stream__key=main.key).first()
        which = f"{here.name} ({here.pk})" if here else str(known)
        raise FileError(f"{name} is here already: it is the event {which}. Nothing was brought in.")
    if main.engine not in {realm.name for realm in registry.realms()}:
        raise FileError(f"{name} is of a game that this console does not have: {main.engine}.")
    try:
        registry.realm(main.engine).rules.load(bytes(told.event.scenario))
    except (msgspec.MsgspecError, LookupError, TypeError, ValueError) as wrong:
        raise FileError(f"{name} holds a scenario that this console cannot read: {wrong}.") from wrong
    called = clean_typed_name(told.event.name)
    if not called:
        raise FileError(f"{name}: the event has no name. Write one into the field “name” of “event”.")
    stream = _stream(main)
    slug = f"{slugify(called)[:50] or 'event'}-{stream.pk}"
    event = Event.objects.create(
        name=called, slug=slug, stream=stream, scenario=bytes(told.event.scenario), came_as=told.event.number
    )
    if told.event.chapters:
        shut = {"audience": Audience.SHUT.value, "key": new_key(), "at": system_time.now()}
        Debrief.objects.create(event=event, chapters=told.event.chapters, **shut)
    return event


def _stream(told: StreamTold) -> Stream:
    own = {name: getattr(told, name) for name in OF_STREAM}
    return Stream.objects.create(**own, archived=True)


def _side_stream(event: Event, told: StreamTold, name: str) -> Stream:
    stream = _stream(told)
    carrier = carrier_of(stream)
    if carrier is None:
        raise FileError(f"{name} is of a game that this console does not have: {told.engine}.")
    try:
        carrier.bring(event, stream, bytes(told.beside))
        journal.play_of(stream)
    except (msgspec.MsgspecError, LookupError, ValueError) as wrong:
        raise FileError(f"{name}: what it says of the game {told.engine} cannot be read here: {wrong}.") from wrong
    return stream


def _write_journal(stream: Stream, told: StreamTold, called: str, name: str) -> None:
    """Write a journal, verify its chain, and fold it. The folded state must equal the state in the file."""

    _check_kinds(stream, told.entries, called, name)
    _require_once(((each.actor, each.command_id, each.part) for each in told.entries), "entry", name, f" of {called}")
    for begin in range(0, len(told.entries), AT_ONCE):
        some = told.entries[begin : begin + AT_ONCE]
        rows.append([Entry(stream=stream, **{field: getattr(each, field) for field in FIELDS}) for each in some])
    found = chain.check(stream)
    if found.broken_at:
        raise FileError(f"{name}: entry {found.broken_at} of {called} was changed: {found.why}.")
    if found.frozen_wrong:
        what = "scenario" if carrier_of(stream) is None else "content"
        raise FileError(f"{name}: the {what} of {called} is not what the day was played by: {found.frozen_wrong}.")
    try:
        state = rebuild.write_whole(stream)
    except rebuild.CannotFoldError as wrong:
        raise FileError(f"{name}: entry {wrong.seq} of {called} does not fit what comes before it.") from wrong
    stored = told.state.encode()
    if digest_of(stored) != told.digest:
        raise FileError(f"{name}: the state of {called} was changed: its digest is another one.")
    try:
        expected = journal.reencode_state(stream, stored, told.encoding) if told.head else stored
    except msgspec.MsgspecError as wrong:
        raise FileError(f"{name} holds a state of {called} that this console cannot read: {wrong}.") from wrong
    if told.head and journal.play_of(stream).encode(state) != expected:
        raise FileError(f"{name}: {called} gives another state than the one that is written down after entry {told.head}.")


def _check_kinds(stream: Stream, entries: Sequence[EntryTold], called: str, name: str) -> None:
    """Check that this release knows the kind of every entry, and that the entries are numbered without gaps."""
    engine = journal.play_of(stream).engine
    for number, entry in enumerate(entries, start=1):
        if entry.seq != number:
            raise FileError(f"{name}: entry {number} of {called} is missing.")
        if entry.kind == WITHDRAWN:
            continue
        if not codec.knows_event(engine, entry.kind):
            raise FileError(f"{name}: entry {number} of {called} is of a kind that this console does not know: {entry.kind}.")
        try:
            codec.decode_event(engine, entry.kind, entry.body.encode())
        except (msgspec.MsgspecError, UnicodeEncodeError) as wrong:
            raise FileError(f"{name}: entry {number} of {called} cannot be read: {wrong}.") from wrong


def _write_sheets(event: Event, told: DebriefFile, name: str) -> None:
    """Write the sheets and check each against its seal. The page of seals reports missing sheets, as for any event."""
    seats, kinds = _all_seats(event), registry.sheet_kinds(event.stream.engine)
    found = [("sheet", [each.kind for each in told.sheets]), ("lock", [each.kind for each in told.locks])]
    for what, number, kind in ((what, number, kind) for what, own in found for number, kind in enumerate(own, start=1)):
        if kind not in kinds:
            raise FileError(f"{name}: {what} {number} is of a kind that the event does not have: {clean_typed_name(kind)}.")
    for number, sheet in enumerate(told.sheets, start=1):
        if sheet.seat not in seats:
            raise FileError(f"{name}: sheet {number} is of a seat that the event does not have: {clean_typed_name(sheet.seat)}.")
    Sheet.objects.bulk_create(
        (
            Sheet(
                event=event,
                client_key=uuid.uuid4(),
                **{field: getattr(each, field) for field in SheetTold.__struct_fields__}
                | {"entered_by": clean_typed_name(each.entered_by)},
            )
            for each in told.sheets
        ),
        batch_size=AT_ONCE,
    )
    SheetLock.objects.bulk_create(SheetLock(event=event, kind=each.kind, month=each.month, at=each.at) for each in told.locks)
    pinned = sealed_hashes(event)
    for seal in journal.head(event.stream).state.seals:
        if count := count_unsealed(event, seal, pinned):
            of = f"the {seal.kind} sheets of round {seal.month}"
            raise FileError(f"{name}: {count} of {of} are not those that were sealed.")


def _all_seats(event: Event) -> set[str]:
    """Seats that the event has or had. A player who was added and removed again may have handed in a sheet."""
    known, engine = set(journal.head(event.stream).state.seats), journal.play_of(event.stream).engine
    for entry in Entry.objects.filter(stream=event.stream, kind__in=[PlayerAdded.__name__, PlayerCast.__name__]):
        known.add(journal.event_of(engine, entry).seat)
    return known


class Carrier(Protocol):
    """Export and import of one kind of stream besides the main one."""

    def of(self, event: Event) -> Iterable[Stream]:
        """Streams of an event, in the order in which they began."""
        ...

    def told(self, stream: Stream) -> bytes:
        """Row of a stream as JSON. It contains no code or key that opens anything."""
        ...

    def bring(self, event: Event, stream: Stream, told: bytes) -> None:
        """Create the row of a stream from a file.

        Raises:
            ValueError: `told` is not such a row.
        """
        ...

    def names(self, event: Event) -> Iterator[tuple[SeatId, str]]:
        """Names of an event's players in these streams."""
        ...

    def elsewhere(self, event: Event) -> Iterable[Stream]:
        """Streams without an event in which players of this one have acted."""
        ...


_carriers: dict[str, Carrier] = {}


def register(word: str, carrier: Carrier) -> None:
    """Register the carrier of all streams whose engine name begins with this word."""
    _carriers[word] = carrier


def carrier_of(stream: Stream) -> Carrier | None:
    """Carrier of this stream. None if no installed game plays it."""
    return _carriers.get(stream.engine.partition(":")[0])


def streams_beside(event: Event) -> list[Stream]:
    """All streams of an event except the main one."""
    return [stream for carrier in _carriers.values() for stream in carrier.of(event)]


def streams_elsewhere(event: Event) -> list[Stream]:
    """Streams without an event in which players of this one have acted."""
    return [stream for carrier in _carriers.values() for stream in carrier.elsewhere(event)]


def names_at_tables(event: Event) -> list[tuple[SeatId, str]]:
    """Names of an event's players in its other streams."""
    return [found for carrier in _carriers.values() for found in carrier.names(event)]
