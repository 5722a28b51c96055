"""Clocks of the day, its rooms and its tables: keys, queries, checks for commands, and names in sentences."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from control.day.memoization import once_per_state
from control.day.people.lookup import choice_of
from control.day.state import Clock, DaySeat, DayStage, DayState, Presence, RoomClock, S
from control.engine.context import DecisionContext
from control.engine.ids import ClockKey, PhaseId, RoomId
from control.engine.language import later, say
from control.engine.modules import Invalidation
from control.engine.records import replace
from control.engine.refusal import Refused, Stale

# === clocks of rooms and tables =========================================================================================

# A room has one clock, or one for each table in use where its frame lets the tables run separately (`tables_apart`).
# A clock's key is the room, or room and table. In a room with one clock, every table gets the room's clock.
# A round that began with one clock for the whole room (releases before 2026-12) ends with that clock.


WHOLE = ""  # in place of a table: the clock of the whole room


def key_of(room: RoomId, table: str = WHOLE) -> ClockKey:
    """The key of a room's or table's clock, in the state and on screens."""
    return f"{room}/{table}" if table else room


def place_of(key: ClockKey) -> tuple[RoomId, str]:
    """The room and table of a clock's key."""
    room, _slash, table = key.partition("/")
    return room, table


def clock_at(state: DayState, room: RoomId, table: str = WHOLE) -> RoomClock:
    """The clock of a room, or of a table there; a new one if there is none."""
    return state.clock.rooms.get(key_of(room, table), RoomClock())


def has_begun(state: DayState, room: RoomId, table: str = WHOLE) -> bool:
    """Has this clock begun in the current month?"""
    at = clock_at(state, room, table)
    return bool(at.ended_in(state.clock.month)) or (at.month == state.clock.month and at.step is not None)


@once_per_state
def has_table_clocks(state: DayState, room: RoomId) -> bool:
    """Does each table of this room run its own steps this month?"""
    return state.frame.room(room).tables_apart and bool(state.tables_of(room)) and not has_begun(state, room)


def tables_begun(state: DayState, room: RoomId) -> tuple[str, ...]:
    """Tables whose clocks have begun this month, which is public. `WHOLE` if the room has one clock, or if none has begun."""
    if not has_table_clocks(state, room):
        return (WHOLE,)
    return tuple(table for table in state.tables_of(room) if has_begun(state, room, table)) or (WHOLE,)


def tables_used(state: DayState, room: RoomId) -> tuple[str, ...]:
    """Tables with steps this month: somebody sits or has played there. `WHOLE` if the room has one clock.

    The answer reveals what players chose, so public screens must not use it.
    """
    if not has_table_clocks(state, room):
        return (WHOLE,)
    taken = {table_of(state, seat, room) for seat in state.seats.values() if seat.presence is not Presence.GONE}
    return tuple(table for table in state.tables_of(room) if table in taken or has_begun(state, room, table))


def table_of(state: DayState, seat: DaySeat, room: RoomId) -> str:
    """The table whose clock applies to this player in a room; `WHOLE` if the room has one clock, or the player is elsewhere."""
    return seat.table if choice_of(state, seat) == room and has_table_clocks(state, room) else WHOLE


def own_clock(state: DayState, seat: DaySeat) -> RoomClock | None:
    """The clock that applies to a player in the chosen room; None without a choice."""
    room = choice_of(state, seat)
    return clock_at(state, room, table_of(state, seat, room)) if room is not None else None


def is_over_for(state: DayState, seat: DaySeat | None, room: RoomId, step: str) -> bool:
    """Has this step ended this month at the player's own table? For anybody without a table there: at any table?"""
    own = table_of(state, seat, room) if seat is not None else WHOLE
    tables = (own,) if own else tables_begun(state, room)
    return any(step in clock_at(state, room, table).ended_in(state.clock.month) for table in tables)


# --- words --------------------------------------------------------------------------------------------------------------


def place_words(state: DayState, room: RoomId, table: str = WHOLE) -> str:
    """The name of a room, or of a table there, for the beginning of a line: "Mines, North"."""
    name = state.frame.room_name(room)
    return say("{room}, {table}", room=name, table=state.table_name(room, table)) if table else name


def clock_words(state: DayState, room: RoomId | None, table: str = WHOLE) -> str:
    """The name of a clock for the beginning of a sentence: "The clock of the mines (North)"."""
    name = state.frame.clock_name(room)
    if room is None or not table:
        return name
    return say("{clock} ({table})", clock=name, table=state.table_name(room, table))


# === questions and bounds ===============================================================================================

# Shared by the clock's commands: limits, checks of the running phase, names in sentences.


GRACE: Final = timedelta(seconds=10)
LONGEST: Final = timedelta(hours=12)
LONGEST_REASON: Final = 300
NOT_UNDONE: Final = later("The clock runs on: go back, set it or add time instead.")
TIMING: Final = (Invalidation(topic="clock"),)


def clock_invalidations(_happened: object, _state: DayState) -> tuple[Invalidation, ...]:
    """Refresh the clock for everybody."""
    return TIMING


def require_running_day(state: DayState) -> Clock:
    """Return the clock of a running day.

    Raises:
        Refused: the day has not begun, or is over.
    """
    if state.clock.stage is not DayStage.PLAYING:
        raise Refused(say("The day is not running."), point="begun")
    return state.clock


def require_running_phase(state: DayState, month: int, phase: PhaseId) -> Clock:
    """Return the clock if this phase is running.

    Raises:
        Refused: the day is not running.
        Stale: another phase runs now.
    """
    clock = require_running_day(state)
    if (clock.month, clock.phase) != (month, phase):
        was, meant = state.frame.phase_name(phase), state.frame.round_words(month)
        if clock.phase is None:
            raise Stale(say("{phase} of {round} is not running any more; it is now over.", phase=was, round=meant))
        raise Stale(
            say(
                "{phase} of {round} is not running any more; it is now {now}, {now_phase}.",
                phase=was,
                round=meant,
                now=state.frame.round_words(clock.month),
                now_phase=state.frame.phase_name(clock.phase),
            )
        )
    return clock


def require_phase(state: DayState, phase: PhaseId) -> PhaseId:
    """Return the phase if the game has it.

    Raises:
        Refused: the game has no such phase.
    """
    if phase not in state.frame.phase_ids:
        raise Refused(say("There is no such phase; choose one from the list."), code="unknown")
    return phase


def require_running_clock(state: DayState, room: RoomId, table: str, asked: DecisionContext) -> RoomClock:
    """Return the clock of a room or table of the sender's desk, with a running step.

    Raises:
        Refused: the room belongs to another desk, the room or table is unknown, or no step runs.
    """
    frame = state.frame.room(require_room(state, room))
    if not asked.by.sits_at(frozenset({frame.desk})):
        raise Refused(say("The clock of this room belongs to {desk}.", desk=say(frame.control)), code="not-yours")
    at = clock_at(state, room, require_table(state, room, table))
    if at.step is None:
        nothing = say("This table has no step running.") if table else say("This room has no step running.")
        raise Refused(nothing, point="room-steps")
    return at


def require_room(state: DayState, room: RoomId) -> RoomId:
    """Return the room if the game has it.

    Raises:
        Refused: the game has no such room.
    """
    if room not in state.frame.room_ids:
        raise Refused(say("There is no such room; choose one from the list."), code="unknown")
    return room


def require_table(state: DayState, room: RoomId, table: str) -> str:
    """Return a table with a clock of its own this month; "" for a room with one clock.

    Raises:
        Refused: the table is unknown, missing, or named in a room with one clock.
    """
    if not has_table_clocks(state, room):
        if table:
            raise Refused(say("This room has one clock for all its tables."), code="unknown")
    elif not table:
        raise Refused(say("Each table of this room has its own clock; say which table."), code="unknown")
    elif table not in state.tables_of(room):
        raise Refused(say("There is no such table."), point="tables", code="unknown")
    return table


def with_clock(state: S, **changed: object) -> S:
    """The state with the clock changed."""
    return replace(state, clock=replace(state.clock, **changed))  # type: ignore[arg-type]


def with_room_clock(state: S, room: RoomId, table: str, at: RoomClock) -> S:
    """The state with the clock of one room, or of a table there, replaced."""
    return with_clock(state, rooms={**state.clock.rooms, key_of(room, table): at})


def phase_words(state: DayState, month: int, phase: PhaseId) -> str:
    """A phase in words: "Planning, month 3"."""
    return say("{phase}, {round}", phase=state.frame.phase_name(phase), round=state.frame.round_words(month))
