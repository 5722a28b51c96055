"""Views of sealed sheets: the sending window, the writers, the rule for late sheets, and the closing time. Never their content."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, Protocol, TypeVar

from msgspec import Struct

from control.day.clock.clocks import is_over_for
from control.day.clock.steps import ends_by_itself, steps_left
from control.day.memoization import memoized_view
from control.day.people import lookup as people
from control.day.plan import LateRule
from control.day.state import DayStage, DayState
from control.day.timetable import steps_of
from control.day.view import PlayerView, player_view
from control.engine.ids import RoomId, SeatId, StepId
from control.engine.viewer import Viewer

# === window =============================================================================================================

# May a player send a sheet now, and until when? Each kind of sheet answers with a `Window`.


S = TypeVar("S", bound=DayState)


class Window(Struct, frozen=True, kw_only=True):
    """May a sheet be sent now? `closes_at`: the deadline if it is certain, or the moment it closed; else None."""

    open: bool
    month: int
    closes_at: datetime | None = None
    sentence: str = ""
    rule: str = ""


def own_window(state: S, viewer: Viewer, of: Callable[[S, SeatId], Window]) -> Window:
    """The viewer's window for a kind of sheet. `of`: the kind's `window`."""
    return of(state, viewer.player)


# === sheets of a kind ===================================================================================================

# The content of a sheet enters the state only when its room takes it in. These views tell only who is expected to send one,
# and only to the desk of its kind.


Typed = tuple[tuple[str, tuple[str, ...]], ...]  # the fields of a form, each with its values
EVENT = "event"


class SheetWords(Struct, frozen=True, kw_only=True):
    """The words of a kind of sheet; every text is marked with `later`.

    `name`: its name as a title. `word`: its word before "sheet". `noun`, `nouns`: singular and plural within a sentence.
    `sealed`: the sentence about a sealing, from the number of sheets, the month, and the root as it is read out.
    """

    name: str
    word: str
    noun: str
    nouns: str
    sealed: Callable[[int, int, str], str]


class SheetAsked(Protocol):
    """The part of a kind of sheet (`control.registry.SheetKind`) that these views need."""

    @property
    def kind(self) -> str: ...

    @property
    def room(self) -> str: ...

    @property
    def step(self) -> StepId: ...

    @property
    def closes_with(self) -> str: ...

    @property
    def window(self) -> Callable[[Any, SeatId], Window]: ...

    @property
    def may_write(self) -> Callable[[Any, SeatId], bool]: ...


def typed_in(fields: Mapping[str, list[str]]) -> Typed:
    """Convert form fields to a hashable argument for a view."""
    return tuple((name, tuple(values)) for name, values in fields.items())


def fields_in(typed: Typed) -> dict[str, list[str]]:
    """Convert them back for the reader of a kind."""
    return {name: list(values) for name, values in typed}


# --- for everybody ------------------------------------------------------------------------------------------------------


class SheetsView(Struct, frozen=True, kw_only=True):
    """The rules of this event for sheets of a kind: current month, late sheets, double entry of paper."""

    month: int
    late: LateRule
    double_entry: bool


def sheets_view(state: DayState, kind: str) -> SheetsView:
    """The rules of this event for sheets of a kind."""
    return SheetsView(month=state.clock.month, late=state.late_rule(kind), double_entry=state.double_entry)


@memoized_view(64)
def players_in_order(state: DayState) -> tuple[PlayerView, ...]:
    """All players, including those who left, by team and rank."""
    order = {team.id: at for at, team in enumerate(state.teams)}
    seats = sorted(state.seats.values(), key=lambda seat: (order[seat.team], seat.rank, seat.id))
    return tuple(player_view(state, seat) for seat in seats)


def stage_now(state: DayState) -> DayStage:
    """The stage of the day."""
    return state.clock.stage


def month_now(state: DayState) -> int:
    """The number of the current month."""
    return state.clock.month


# --- for the desk of a kind -----------------------------------------------------------------------------------------------


def possible_authors(state: DayState, viewer: Viewer, kind: SheetAsked) -> frozenset[SeatId]:
    """Present players of the kind's room who may write such a sheet this month; for its desk."""
    if not viewer.sees_desk(state.frame.desk_of(RoomId(kind.room))):
        return frozenset()
    return frozenset(seat.id for seat in people.present_seats(state, kind.room) if kind.may_write(state, seat.id))


class SheetCount(Struct, frozen=True, kw_only=True):
    """Numbers of sent and expected sheets, without authors."""

    sent: int
    expected: int


def count_sheets(
    state: DayState, viewer: Viewer, kinds: tuple[SheetAsked, ...], sent: frozenset[SeatId], table: str = ""
) -> SheetCount:
    """Count sent and expected sheets of this month, for every desk. `table`: count only one table."""
    if not viewer.staff:
        return SheetCount(sent=0, expected=0)
    awaited = {
        seat.id
        for kind in kinds
        for seat in people.present_seats(state, kind.room)
        if (not table or seat.table == table) and kind.may_write(state, seat.id)
    }
    return SheetCount(sent=len(awaited & sent), expected=len(awaited))


def counted_authors(state: DayState, viewer: Viewer, kind: SheetAsked) -> frozenset[SeatId]:
    """Players whose sheet of a kind would count now; for its desk."""
    if not viewer.sees_desk(state.frame.desk_of(RoomId(kind.room))):
        return frozenset()
    return frozenset(seat.id for seat in state.seats.values() if people.sheet_counts_in(state, seat, RoomId(kind.room)))


def may_still_send(state: DayState, viewer: Viewer, kind: SheetAsked) -> frozenset[SeatId]:
    """Writers who could still send one now; for its desk."""
    return frozenset(seat for seat in possible_authors(state, viewer, kind) if kind.window(state, seat).open)


def closing_authors(state: DayState, viewer: Viewer, kind: SheetAsked) -> frozenset[SeatId]:
    """Writers whose sheet of this kind closes with the running phase; for its desk."""
    phase = state.clock.phase
    if phase is None:
        return frozenset()
    if kind.closes_with:
        return may_still_send(state, viewer, kind) if kind.closes_with == phase else frozenset()
    is_left = state.frame.phase(phase).closes and kind.step in steps_left(state, kind.room)
    return possible_authors(state, viewer, kind) if is_left else frozenset()


# --- for its author -------------------------------------------------------------------------------------------------------


def is_taken_in(state: DayState, viewer: Viewer, kind: SheetAsked) -> bool:
    """Have the sheets of a kind been taken in this month, at the viewer's own table? For viewers without one: at any table."""
    return is_over_for(state, state.seats.get(viewer.player), kind.room, kind.step)


# --- until when -----------------------------------------------------------------------------------------------------------


class ClosesView(Struct, frozen=True, kw_only=True):
    """When an open sheet closes: with a phase of the event, or with a step of its room.

    `clock`: "event" or the room.
    `at`: that phase or step.
    `certain`: False where the desk ends the step.
    `runs`: False before that step.
    `deadline`, `left`: while the clock is stopped, `deadline` is None and `left` is set.
    """

    clock: str
    at: str
    name: str
    certain: bool
    runs: bool
    deadline: datetime | None = None
    left: timedelta | None = None
    paused: bool = False


def closes_view(state: DayState, kind: SheetAsked, window: Window) -> ClosesView | None:
    """The closing time of a sheet with this window; None if the window is not open."""
    if not window.open:
        return None
    clock = state.clock
    if kind.closes_with:
        name = state.frame.phase_name(clock.phase) if clock.phase else ""
        return ClosesView(
            clock=EVENT,
            at=clock.phase or "",
            name=name,
            certain=True,
            runs=True,
            deadline=clock.deadline,
            left=clock.left,
            paused=clock.paused,
        )
    step = next((each for each in steps_of(state, kind.room) if each.id == kind.step), None)
    if step is None:
        return None
    certain = ends_by_itself(state, kind.room, step.id)
    at = clock.rooms.get(kind.room)
    acting = clock.is_in(*state.frame.acting_phases)
    if at is None or not acting or (at.month, at.step) != (clock.month, step.id):
        return ClosesView(clock=kind.room, at=step.id, name=step.name, certain=certain, runs=False)
    deadline = at.deadline
    if deadline is not None and clock.deadline is not None:
        deadline = min(deadline, clock.deadline)  # a phase ends without waiting for the rooms' steps
    return ClosesView(
        clock=kind.room,
        at=step.id,
        name=step.name,
        certain=certain,
        runs=True,
        deadline=deadline,
        left=at.left,
        paused=at.paused or clock.paused,
    )


def own_closes(state: DayState, viewer: Viewer, kind: SheetAsked) -> ClosesView | None:
    """The closing time of the viewer's own sheet; None if its window is not open, and for viewers without a seat."""
    if viewer.seat is None or viewer.seat not in state.seats:
        return None
    return closes_view(state, kind, kind.window(state, viewer.seat))
