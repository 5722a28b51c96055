"""Sealed sheets as a screen may know them: when one may be sent, who writes one, what becomes of late ones, when one closes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Protocol, TypeVar

from control.day.clock.clocks import is_over_for
from control.day.clock.steps import ends_by_itself, steps_left
from control.day.memoization import recalled
from control.day.people import lookup as people
from control.day.plan import LateRule
from control.day.state import DayState
from control.day.timetable import steps_of
from control.day.view import PlayerView, player_view
from control.engine.ids import RoomId, SeatId, StepId
from control.engine.viewer import Viewer

# === window =============================================================================================================

# May a sealed sheet be sent now, and until when: what a kind of sheet answers for a player.


S = TypeVar("S", bound=DayState)


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """May a sheet be sent now? `closes_at` is a deadline that is certain, or the moment it closed; else None."""

    open: bool
    month: int
    closes_at: datetime | None = None
    sentence: str = ""
    rule: str = ""


def own_window(state: S, viewer: Viewer, of: Callable[[S, SeatId], Window]) -> Window:
    """When the player who looks may send a sheet, by what its kind answers."""
    return of(state, viewer.player)


# === sheets of a kind ===================================================================================================

# What a screen may know of the sealed sheets of a kind: who writes one, what becomes of late ones, when one closes. What
# stands in a sheet is in no state before its room has taken it in; these views say only whom a sheet is awaited of, and that
# to the desk of its kind alone.


Typed = tuple[tuple[str, tuple[str, ...]], ...]  # the fields of a form, each with all that was typed into it
EVENT = "event"


class SheetAsked(Protocol):
    """What a view asks a kind of sealed sheet (`control.registry.SheetKind`)."""

    @property
    def kind(self) -> str: ...

    @property
    def room(self) -> str: ...

    @property
    def desk(self) -> str: ...

    @property
    def step(self) -> StepId: ...

    @property
    def closes_with(self) -> str: ...

    @property
    def window(self) -> Callable[[Any, SeatId], Window]: ...

    @property
    def may_write(self) -> Callable[[Any, SeatId], bool]: ...


def typed_in(fields: Mapping[str, list[str]]) -> Typed:
    """The fields of a form, so that a view can be asked with them."""
    return tuple((name, tuple(values)) for name, values in fields.items())


def fields_in(typed: Typed) -> dict[str, list[str]]:
    """The same fields as the reader of a kind takes them."""
    return {name: list(values) for name, values in typed}


# --- for everybody ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetsView:
    """How this event takes the sheets of a kind: in which month, what becomes of late ones, whether paper is entered twice."""

    month: int
    late: LateRule
    double_entry: bool


def sheets_view(state: DayState, kind: str) -> SheetsView:
    """How this event takes the sheets of a kind."""
    return SheetsView(month=state.clock.month, late=state.late_rule(kind), double_entry=state.double_entry)


@recalled(64)
def players_in_order(state: DayState) -> tuple[PlayerView, ...]:
    """Every player, also who has left, in the teams' order and by rank."""
    order = {team.id: at for at, team in enumerate(state.teams)}
    seats = sorted(state.seats.values(), key=lambda seat: (order[seat.team], seat.rank, seat.id))
    return tuple(player_view(state, seat) for seat in seats)


def month_now(state: DayState) -> int:
    """The number of the month that is played."""
    return state.clock.month


# --- for the desk of a kind -----------------------------------------------------------------------------------------------


def writers(state: DayState, viewer: Viewer, kind: SheetAsked) -> frozenset[SeatId]:
    """Who may write such a sheet this month, as far as rooms are chosen: for its desk."""
    if not viewer.sees_desk(kind.desk):
        return frozenset()
    return frozenset(seat.id for seat in people.present_in(state, kind.room) if kind.may_write(state, seat.id))


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """How many sheets are in, of those that are awaited; never whose."""

    sent: int
    expected: int


def counted(state: DayState, viewer: Viewer, kinds: tuple[SheetAsked, ...], sent: frozenset[SeatId], table: str = "") -> Counted:
    """How many of those who may write such sheets this month have sent theirs: numbers alone, for every desk of the team.

    Of one `table`, where one is named.
    """
    if not viewer.staff:
        return Counted(sent=0, expected=0)
    awaited = {
        seat.id
        for kind in kinds
        for seat in people.present_in(state, kind.room)
        if (not table or seat.table == table) and kind.may_write(state, seat.id)
    }
    return Counted(sent=len(awaited & sent), expected=len(awaited))


def counted_authors(state: DayState, viewer: Viewer, kind: SheetAsked) -> frozenset[SeatId]:
    """Whose sheet of a kind counts this month as things stand, once it is sent: for its desk."""
    if not viewer.sees_desk(kind.desk):
        return frozenset()
    return frozenset(seat.id for seat in state.seats.values() if people.sent_from(state, seat, RoomId(kind.room)))


def may_still_send(state: DayState, viewer: Viewer, kind: SheetAsked) -> frozenset[SeatId]:
    """Who of these could send one at this moment: for its desk."""
    return frozenset(seat for seat in writers(state, viewer, kind) if kind.window(state, seat).open)


def closing_writers(state: DayState, viewer: Viewer, kind: SheetAsked) -> frozenset[SeatId]:
    """Who may write a sheet of this kind that the end of the running phase closes: for its desk."""
    phase = state.clock.phase
    if phase is None:
        return frozenset()
    if kind.closes_with:
        return may_still_send(state, viewer, kind) if kind.closes_with == phase else frozenset()
    is_left = state.frame.phase(phase).closes and kind.step in steps_left(state, kind.room)
    return writers(state, viewer, kind) if is_left else frozenset()


# --- for its author -------------------------------------------------------------------------------------------------------


def is_taken_in(state: DayState, viewer: Viewer, kind: SheetAsked) -> bool:
    """Have the sheets of a kind been read this month: at the own table of who looks, for anybody else at any?"""
    return is_over_for(state, state.seats.get(viewer.player), kind.room, kind.step)


# --- until when -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosesView:
    """When a sheet that is open closes: with a phase of the event, or with a step of its room.

    `clock` is "event" or the room, `at` that phase or step. Where the step is ended by its desk the moment is not `certain`.
    `deadline` is None and `left` set while the clock stands. Before that step nothing `runs` yet.
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
    """When a sheet with this window closes; None where it is not open."""
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
    acting = clock.phase is not None and state.frame.phase(clock.phase).steps
    if at is None or not acting or (at.month, at.step) != (clock.month, step.id):
        return ClosesView(clock=kind.room, at=step.id, name=step.name, certain=certain, runs=False)
    deadline = at.deadline
    if deadline is not None and clock.deadline is not None:
        deadline = min(deadline, clock.deadline)  # no phase waits for a step of its rooms
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
    """When the viewer's own sheet of a kind closes; None where it is not open, and for who has no seat."""
    if viewer.seat is None or viewer.seat not in state.seats:
        return None
    return closes_view(state, kind, kind.window(state, viewer.seat))
