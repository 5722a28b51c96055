"""Where the Court sits: it moves on at the very end of Return (GE-WAR-58, R-20 moment 9, R-75)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from control.game.asked import Asked
from control.game.clock import ClockSet, Moment, MonthTurned, PhaseBegan
from control.game.engine import Chapter, Fact, Poke
from control.game.setup import court_in
from control.game.state import GameState
from control.scenario.ids import Phase, RegionId


@dataclass(frozen=True, slots=True, kw_only=True)
class CourtMoved:
    """The Court sits in another region from month `month` on; rooms react to it."""

    month: int
    origin: RegionId | None
    region: RegionId


def move_court(state: GameState, happened: MonthTurned, asked: Asked) -> tuple[CourtMoved, ...]:
    if happened.moment is not Moment.COURT_MOVES:
        return ()
    following = court_in(state.scenario, happened.month + 1)
    if following is None:
        return ()
    origin = state.court.region if state.court else None
    return (CourtMoved(month=happened.month + 1, origin=origin, region=following.region),)


def follow_the_clock(state: GameState, happened: PhaseBegan | ClockSet, asked: Asked) -> tuple[CourtMoved, ...]:
    """Seat the Court where the timetable has it when Control has set the clock to another month."""
    meant = court_in(state.scenario, happened.month)
    if isinstance(happened, PhaseBegan) and happened.phase is not Phase.CEREMONY:
        return ()
    if meant is None or meant == state.court:
        return ()
    origin = state.court.region if state.court else None
    return (CourtMoved(month=happened.month, origin=origin, region=meant.region),)


def evolve_court_moved(state: GameState, happened: CourtMoved) -> GameState:
    return replace(state, court=court_in(state.scenario, happened.month))


def region_name(state: GameState, region: RegionId) -> str:
    """The name of a region."""
    return next((each.name for each in state.scenario.map.regions if each.id == region), str(region))


COURT = Chapter(
    name="court-sits",
    facts={
        CourtMoved: Fact(
            evolve=evolve_court_moved,
            explain=lambda e, s: f"The Court of month {e.month} sits in {region_name(s, e.region)}.",
            pokes=lambda e, s: (Poke(topic="clock"), Poke(topic="map")),
            lasting="The Court moved with the month; go on from here.",
        )
    },
    reactions={MonthTurned: move_court, PhaseBegan: follow_the_clock, ClockSet: follow_the_clock},
)
