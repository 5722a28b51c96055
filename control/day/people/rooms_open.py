"""The rooms as the player who looks may choose them for the round, with what bars each."""

from __future__ import annotations

from dataclasses import dataclass

from control.day.people.asked import choice_of
from control.day.people.choosing import barred, choice_open
from control.day.state import DayState, Seat
from control.engine.ids import RoomId
from control.engine.viewer import Viewer


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomOption:
    """One of the rooms as it may be chosen, or what bars it."""

    room: str
    name: str
    help: str
    chosen: bool
    bar: str
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOption:
    """A table of a room that has tables."""

    id: str
    name: str
    chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomsView:
    """The choice of a room for the round. `tables` only where there is more than one to choose from."""

    month: int
    open: bool
    chosen: str
    options: tuple[RoomOption, ...]
    tables: tuple[TableOption, ...]
    table: str  # what their choice is called
    change: str  # until when another one may be chosen
    sheets: tuple[str, ...] = ()  # what becomes of the sheets of this round that Control has
    rule: str = ""  # that says so


def rooms_open(state: DayState, viewer: Viewer, seated: frozenset[RoomId], table: str) -> RoomsView:
    """The rooms for the player who looks; those `seated` have tables, and `table` is what the choice of one is called."""
    seat, frame = state.seats[viewer.player], state.frame
    chosen = choice_of(state, seat)
    room, tables = next(((room, found) for room in frame.room_ids if (found := state.tables_for(seat, room))), ("", ()))
    last = next((phase.id for phase in reversed(frame.phases) if phase.choice), None)
    return RoomsView(
        month=state.clock.month,
        open=choice_open(state) and seat.acts,
        chosen=chosen if chosen else "",
        options=tuple(_option(state, seat, each, chosen, tables if each in seated else ("",)) for each in frame.room_ids),
        tables=tuple(TableOption(id=each, name=state.table_name(room, each), chosen=each == seat.table) for each in tables)
        if len(tables) > 1
        else (),
        table=table,
        change=frame.said("change-room", phase=frame.phase_name(last)) if last else "",
    )


def _option(state: DayState, seat: Seat, room: RoomId, chosen: RoomId | None, tables: tuple[str, ...]) -> RoomOption:
    bars = [barred(state, seat, room, table) for table in tables]
    bar = bars[0] if all(bars) else None  # one open table is enough
    return RoomOption(
        room=room,
        name=state.frame.room_name(room),
        help=state.room_help(room),
        chosen=chosen == room,
        bar=str(bar.why) if bar else "",
        rule=bar.rule if bar else "",
    )
