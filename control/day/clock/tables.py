"""Which clocks a room runs: one, or one for each table that is in use where its frame lets the tables run apart.

A clock is known by its key: the room's name, or the room's and the table's. Whoever asks for a table of a room that is one gets the
room's own. A round that began with one clock for the whole room, as releases before 2026-12 let it, ends with that one.
"""

from __future__ import annotations

from control.day.people.asked import choice_of
from control.day.state import DayState, Presence, RoomClock, Seat
from control.engine.ids import ClockKey, RoomId
from control.engine.language import say

WHOLE = ""  # the table of a clock that is its whole room's


def key_of(room: RoomId, table: str = WHOLE) -> ClockKey:
    """How the clock of a room, or of a table there, is called in the state and on the screens."""
    return f"{room}/{table}" if table else room


def place_of(key: ClockKey) -> tuple[RoomId, str]:
    """The room and the table whose clock this is."""
    room, _slash, table = key.partition("/")
    return room, table


def clock_at(state: DayState, room: RoomId, table: str = WHOLE) -> RoomClock:
    """The clock of a room, or of a table there; one that has never run where there is none."""
    return state.clock.rooms.get(key_of(room, table), RoomClock())


def begun(state: DayState, room: RoomId, table: str = WHOLE) -> bool:
    """Has this clock begun in the month that is played?"""
    at = clock_at(state, room, table)
    return bool(at.ended_in(state.clock.month)) or (at.month == state.clock.month and at.step is not None)


def runs_apart(state: DayState, room: RoomId) -> bool:
    """Does each table of this room run its own steps this month?"""
    return state.frame.room(room).tables_apart and bool(state.tables_of(room)) and not begun(state, room)


def tables_begun(state: DayState, room: RoomId) -> tuple[str, ...]:
    """The tables whose clocks have begun this month, as everybody may know them; the whole room while it is one, or none has."""
    if not runs_apart(state, room):
        return (WHOLE,)
    return tuple(table for table in state.tables_of(room) if begun(state, room, table)) or (WHOLE,)


def tables_used(state: DayState, room: RoomId) -> tuple[str, ...]:
    """The tables that have steps this month: at which somebody sits or has played; the whole room where it is one.

    It follows from what players have chosen, so no screen of everybody's may ask it.
    """
    if not runs_apart(state, room):
        return (WHOLE,)
    taken = {table_of(state, seat, room) for seat in state.seats.values() if seat.presence is not Presence.GONE}
    return tuple(table for table in state.tables_of(room) if table in taken or begun(state, room, table))


def table_of(state: DayState, seat: Seat, room: RoomId) -> str:
    """The table whose clock this player sits by in a room: empty where the room is one, and for who is elsewhere."""
    return seat.table if choice_of(state, seat) == room and runs_apart(state, room) else WHOLE


def own_clock(state: DayState, seat: Seat) -> RoomClock | None:
    """The clock of a player in the chosen room; None for who has chosen none."""
    room = choice_of(state, seat)
    return clock_at(state, room, table_of(state, seat, room)) if room is not None else None


def is_over_for(state: DayState, seat: Seat | None, room: RoomId, step: str) -> bool:
    """Has this step of the room ended this month: at the player's own table, for anybody else at any of them?"""
    own = table_of(state, seat, room) if seat is not None else WHOLE
    tables = (own,) if own else tables_begun(state, room)
    return any(step in clock_at(state, room, table).ended_in(state.clock.month) for table in tables)


# --- words --------------------------------------------------------------------------------------------------------------


def place_words(state: DayState, room: RoomId, table: str = WHOLE) -> str:
    """A room, or a table there, at the beginning of a line: "Mines, North"."""
    name = state.frame.room_name(room)
    return say("{room}, {table}", room=name, table=state.table_name(room, table)) if table else name


def clock_words(state: DayState, room: RoomId | None, table: str = WHOLE) -> str:
    """Whose clock, at the beginning of a sentence: "The clock of the mines (North)"."""
    name = state.frame.clock_name(room)
    if room is None or not table:
        return name
    return say("{clock} ({table})", clock=name, table=state.table_name(room, table))
