"""Projections of an event's main game: due times, sheet locks, invalidations. All can be rebuilt from the journal."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial

from control import registry
from control.day.clock.clocks import key_of
from control.day.clock.dues import DueCommand as ClockDue
from control.day.clock.dues import dues
from control.day.clock.jumps import move_of
from control.day.clock.phases import EndPhase
from control.day.clock.steps import EndStep
from control.day.lateness import DRAFT, late_rule
from control.day.news.drafts import DraftNews, SendNews
from control.day.seals import is_sealed, leaf_of
from control.day.state import DayState
from control.engine import codec
from control.engine.context import Actor, Sealed, SealedSheets
from control.engine.modules import Command, GameEvent, Invalidation
from control.journal import ballots, journal, rows, streams
from control.journal.journal import StreamHead
from control.journal.rows import insert_if_new
from control.journal.streams import StreamEngine
from control.live import broadcast
from control.models import Due, Event, Sheet, SheetLock, Stream
from control.registry import Realm
from control.sheets import drafts as draft_rows
from control.sheets import sheets


@dataclass(slots=True)
class SheetRows:
    """Sealed sheets in the database. `was_read`: kinds and months read so far; `project` locks them in the same commit."""

    event: Event
    stream: Stream
    was_read: set[tuple[str, int]] = field(default_factory=set)

    def read(self, kind: str, month: int) -> tuple[Sealed, ...]:
        """Return the newest revision in time of each seat, sorted by seat. The first read locks: last drafts become sheets."""
        if (kind, month) not in self.was_read:
            self.was_read.add((kind, month))
            self._lock(kind, month)
        return self._counting(kind, month)

    def closed(self, kind: str, month: int) -> tuple[Sealed, ...]:
        """Return what `read` will return later, without marking it as read. Last drafts become sheets; counting sheets
        are salted.
        """
        self._lock(kind, month)
        return self._counting(kind, month)

    def _counting(self, kind: str, month: int) -> tuple[Sealed, ...]:
        there = Sheet.objects.filter(event=self.event, kind=kind, month=month)
        # A salted sheet counts. Marks are not part of its hash, so a mark set later does not exclude it.
        counting = there.exclude(salt="") if self._is_sealed(kind, month) else there.filter(late=False, pending=False)
        return tuple(sealed_of(row) for row in sheets.newest_of(counting))

    def _is_sealed(self, kind: str, month: int) -> bool:
        return is_sealed(journal.head(self.stream).state, kind, month)

    def _lock(self, kind: str, month: int) -> None:
        known = registry.sheet_kinds(self.stream.engine).get(kind)
        locked = SheetLock.objects.filter(event=self.event, kind=kind, month=month)
        if known is None or self._is_sealed(kind, month) or locked.exists():
            return
        state = journal.head(self.stream).state
        if late_rule(state, kind).policy == DRAFT:
            draft_rows.turn_into_sheets(self.event, state, known, month)
        in_time = Sheet.objects.filter(event=self.event, kind=kind, month=month, late=False, pending=False)
        unsalted = [row for row in sheets.newest_of(in_time).only("salt") if not row.salt]
        for row in unsalted:
            row.salt = secrets.token_hex(16)  # written once, kept, and revealed when the day is over
        Sheet.objects.bulk_update(unsalted, ("salt",))


def sealed_of(row: Sheet) -> Sealed:
    """The pure record of a sheet row."""
    return Sealed(
        seat=row.seat,  # type: ignore[arg-type]
        kind=row.kind,
        month=row.month,
        revision=row.revision,
        received_at=row.received_at,
        body=row.body.encode(),
        leaf=leaf_of_row(row) if row.salt else "",
    )


def leaf_of_row(row: Sheet) -> str:
    """The salted hash of a sheet. If a name was removed from the sheet, this is the hash before the removal."""
    return row.leaf or leaf_of(salt=row.salt, kind=row.kind, month=row.month, seat=row.seat, revision=row.revision, body=row.body)


class MainStream:
    """The kind of stream of an event's main game: see `control.journal.streams.StreamKind`."""

    weight = 16

    def play(self, stream: Stream) -> StreamEngine:
        """Bind the main game to the event's frozen scenario."""
        game, scenario = journal.game_of(stream), journal.scenario_of(stream)
        return StreamEngine(
            engine=game,
            blank=registry.realm(stream.engine).blank(scenario),
            encoding=codec.encoding_of_states(game),
            encode=codec.encode_state,
            decode=partial(codec.decode_state, game, scenario),
        )

    def frozen(self, stream: Stream) -> bytes:
        """The frozen scenario."""
        return bytes(Event.objects.values_list("scenario", flat=True).get(stream=stream))

    def sheets(self, stream: Stream) -> SheetRows:
        """The event's sealed sheets."""
        return SheetRows(event=stream.event, stream=stream)

    def settle(self, stream_id: int, command: Command) -> None:
        """Commit the sheets and ballots that have arrived, before a command that reads or counts them takes the lock."""
        ends = isinstance(command, EndStep | EndPhase)
        if ends:
            sheets.await_writer()
        if ends or type(command) in registry.counting_ballots():
            ballots.await_cast(stream_id)

    def project(
        self, stream: Stream, events: Sequence[GameEvent], state: DayState, read: SealedSheets | None, at: datetime
    ) -> None:
        """Update rows: locks of the sheets that were read, and due times."""
        event = stream.event
        for kind, month in sorted(read.was_read) if isinstance(read, SheetRows) and events else ():
            insert_if_new(SheetLock(event=event, kind=kind, month=month, at=at))
        project_dues(stream, {_what(due): (due.at, due.command) for due in dues(state, registry.takings(stream.engine))})

    def announce(self, stream: Stream, invalidations: Sequence[Invalidation], now: StreamHead) -> None:
        """Tell the screens of the event which topics changed."""
        broadcast.publish(stream.event.pk, invalidations, seq=now.seq, state=now.state)

    def name_of(self, by: Actor, state: DayState) -> str:
        """The player's name, or the account's name."""
        return state.seats[by.seat].name if by.seat is not None and by.seat in state.seats else by.name

    def moved(self, state: DayState, by: timedelta) -> Command | None:
        """The command that moves the running phase and steps."""
        return move_of(state, by)

    def event_of(self, stream: Stream) -> int:
        """The primary key of the event."""
        number: int = stream.event.pk
        return number


def register_playable_realm(realm: Realm) -> None:
    """Register a realm, so that its events can be played. Its app calls this once when ready."""
    registry.register_realm(realm)
    streams.register(realm.name, MainStream())


def project_dues(stream: Stream, dues: Mapping[str, tuple[datetime, Command]]) -> None:
    """Replace a stream's due rows with exactly these commands, each at its time."""
    known = {row.what: row for row in rows.dues_of(stream)}
    for what in known.keys() - dues.keys():
        rows.drop_due(stream, what)
    for what, (at, command) in dues.items():
        kind, body = codec.encode_command(command)
        row, due = known.get(what), Due(stream=stream, what=what, at=at, kind=kind, body=body.decode())
        if row is None or (row.at, row.kind, row.body) != (at, kind, due.body):
            rows.put_due(due)


def _what(due: ClockDue) -> str:
    match due.command:
        case EndPhase():
            return "phase"
        case EndStep(room=room, table=table):
            return f"step:{key_of(room, table)}"
        case DraftNews(round=number):
            return f"news:{number}"
        case SendNews(round=number):
            return f"send-news:{number}"
