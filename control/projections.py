"""What is projected from the journal into rows and news: due times, sheet locks, pokes. It can all be rebuilt from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from control import live, sheets
from control.game import clock, codec
from control.game.asked import Sealed
from control.game.engine import Command, GameEvent, Poke
from control.game.state import GameState
from control.journal import Head
from control.models import Due, Event, Sheet, SheetLock, Stream


@dataclass(slots=True)
class SheetRows:
    """Sealed sheets as the database holds them; remembers what was read, for that is locked with the same commit."""

    event: Event
    was_read: set[tuple[str, int]] = field(default_factory=set)

    def read(self, kind: str, month: int) -> tuple[Sealed, ...]:
        """The newest revision in time of every seat, sorted by seat."""
        self.was_read.add((kind, month))
        rows = Sheet.objects.filter(event=self.event, kind=kind, month=month, late=False).order_by("seat", "revision")
        newest = {row.seat: row for row in rows}
        return tuple(sealed_of(row) for row in newest.values())


def sealed_of(row: Sheet) -> Sealed:
    """A row as the pure code knows it."""
    return Sealed(
        seat=row.seat,  # type: ignore[arg-type]
        kind=row.kind,
        month=row.month,
        revision=row.revision,
        received_at=row.received_at,
        body=row.body.encode(),
    )


def sheets_of(stream: Stream) -> SheetRows:
    """Where a decision in this stream reads sealed sheets from."""
    return SheetRows(event=stream.event)


def settle(command: Command) -> None:
    """Let sheets that have arrived be committed before a command that reads them takes the lock."""
    if isinstance(command, clock.EndStep | clock.EndPhase):
        sheets.settle()


def project(stream: Stream, events: Sequence[GameEvent], state: GameState, read: SheetRows | None, at: datetime) -> None:
    """Bring the rows up to date with the state; called inside the desk's transaction."""
    event = stream.event
    for kind, month in sorted(read.was_read) if read and events else ():
        SheetLock.objects.get_or_create(event=event, kind=kind, month=month, defaults={"at": at})
    dues = {_what(due): due for due in clock.dues(state)}
    known = {row.what: row for row in event.dues.all()}
    for what in known.keys() - dues.keys():
        known[what].delete()
    for what, due in dues.items():
        kind, body = codec.encode_command(due.command)
        row = known.get(what)
        if row is None or (row.at, row.kind, row.body) != (due.at, kind, body.decode()):
            Due.objects.update_or_create(event=event, what=what, defaults={"at": due.at, "kind": kind, "body": body.decode()})
    if event.deadline != state.clock.deadline:
        event.deadline = state.clock.deadline
        event.save(update_fields=["deadline"])


def announce(stream: Stream, pokes: Sequence[Poke], now: Head) -> None:
    """Tell the screens and set the alarm for what is due next; called after the commit."""
    from control import tasks  # tasks call the desk, the desk announces: the circle is cut here

    event_id = stream.event.pk
    live.publish(event_id, pokes, seq=now.seq, state=now.state)
    if any(poke.topic == "clock" for poke in pokes):
        tasks.set_alarms(event_id, now.state)


def _what(due: clock.Due) -> str:
    return "phase" if isinstance(due.command, clock.EndPhase) else f"step:{due.command.room.value}"
