"""Location of the Court: it moves at the very end of Return (GE-WAR-58, R-20 moment 9, R-75).

A Military Coup traps the Court: it stays, and only the Houses of that province may propose.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from control.day.clock.phase_events import ClockSet, MonthTurned, PhaseBegan
from control.engine.context import DecisionContext
from control.engine.language import later, listed, say
from control.engine.modules import EventHandler, GameEvent, Invalidation, Module, Undo
from control.engine.records import replace
from control.engine.reports import Line, to_desks
from rooms.realm.frame import Moment
from rooms.realm.game.reports.words import news
from rooms.realm.game.state import Court, GameState
from rooms.realm.game.throne.throne_events import SovereignDeposed
from rooms.realm.scenario.ids import HouseId, Phase, RegionId
from rooms.realm.scenario.schema import NewsKind, Scenario


class CourtMoved(Struct, frozen=True, kw_only=True):
    """The Court has a new region from month `month` on; rooms react to it. A trapped Court keeps its region (GE-WAR-58)."""

    month: int
    origin: RegionId | None
    region: RegionId


class CourtTrapped(Struct, frozen=True, kw_only=True):
    """A Military Coup has trapped the Court in its region."""

    month: int
    region: RegionId


class CourtFreed(Struct, frozen=True, kw_only=True):
    """The coup that trapped the Court is over, so the Court moves again. Only some scenarios allow it (R-35)."""

    month: int


# --- questions ----------------------------------------------------------------------------------------------------------


def proposing_in(scenario: Scenario, region: RegionId) -> tuple[HouseId, ...]:
    """Houses of the region's province, in the scenario's order; all Houses for one without (GE-CRT-15, R-35)."""
    province = next((each.province for each in scenario.map.regions if each.id == region), None)
    return tuple(house.id for house in scenario.houses if province is None or house.province == province)


def court_by_timetable(scenario: Scenario, month: int) -> Court | None:
    """Place of the Court by the timetable of a month; None beyond it.

    Rules: GE-CRT-06, GE-CRT-07, GE-CRT-08, GE-CRT-09, GE-CRT-10, GE-CRT-11, GE-CRT-12, GE-CRT-13, GE-CRT-14, GE-CRT-15.
    """
    sitting = next((each for each in scenario.court if each.month == month), None)
    if sitting is None:
        return None
    return Court(region=sitting.region, host=sitting.host, province=sitting.province, may_propose=sitting.may_propose)


def court_of_month(state: GameState, month: int) -> Court | None:
    """Place of the Court in a month: where it is trapped, else by the timetable (GE-CRT-04); None beyond the timetable.

    A trapped Court keeps the host that it had when it was trapped (R-78).
    """
    meant, court = court_by_timetable(state.scenario, month), state.court
    if court is None or not court.trapped or meant is None:
        return meant
    province = next((each.province for each in state.scenario.map.regions if each.id == court.region), None)
    return replace(court, province=province, may_propose=proposing_in(state.scenario, court.region))


def trap_events(state: GameState) -> tuple[GameEvent, ...]:
    """Trap the Court in its region; no events when it is trapped already or has none."""
    if state.court is None or state.court.trapped:
        return ()
    return (CourtTrapped(month=state.clock.month, region=state.court.region),)


# --- reactions ----------------------------------------------------------------------------------------------------------


def move_court(state: GameState, happened: MonthTurned, asked: DecisionContext) -> tuple[CourtMoved, ...]:
    if happened.moment != Moment.COURT_MOVES:
        return ()
    following = court_of_month(state, happened.month + 1)
    if following is None:
        return ()
    origin = state.court.region if state.court else None
    return (CourtMoved(month=happened.month + 1, origin=origin, region=following.region),)


def follow_clock(state: GameState, happened: PhaseBegan | ClockSet, asked: DecisionContext) -> tuple[CourtMoved, ...]:
    """Move the Court to its place in the timetable when Control sets the clock to another month."""
    if isinstance(happened, PhaseBegan) and happened.phase != Phase.CEREMONY:
        return ()
    meant = court_of_month(state, happened.month)
    if meant is None or meant == state.court or (state.court is not None and state.court.trapped):
        return ()
    origin = state.court.region if state.court else None
    return (CourtMoved(month=happened.month, origin=origin, region=meant.region),)


def free_court(state: GameState, happened: SovereignDeposed, asked: DecisionContext) -> tuple[CourtFreed, ...]:
    """Free the Court when the House of the coup is deposed, where the scenario allows it (R-35, setting `coup_trap`)."""
    for_the_reign = state.scenario.settings.coup_trap == "reign" and happened.held is not None
    if not for_the_reign or state.court is None or not state.court.trapped:
        return ()
    return (CourtFreed(month=happened.month),)


# --- fold ---------------------------------------------------------------------------------------------------------------


def evolve_court_moved(state: GameState, happened: CourtMoved) -> GameState:
    return replace(state, court=court_of_month(state, happened.month))


def evolve_court_trapped(state: GameState, happened: CourtTrapped) -> GameState:
    """Trap the Court. The right to propose changes next month: this month's proposals are handed in."""
    court = state.court or Court(region=happened.region, host=None, province=None, may_propose=())
    return replace(state, court=replace(court, region=happened.region, trapped=True))


def evolve_court_freed(state: GameState, happened: CourtFreed) -> GameState:
    return replace(state, court=replace(state.court, trapped=False) if state.court else None)


# --- words --------------------------------------------------------------------------------------------------------------


def region_name(state: GameState, region: RegionId) -> str:
    return next((each.name for each in state.scenario.map.regions if each.id == region), str(region))


def _houses_words(scenario: Scenario, houses: tuple[HouseId, ...]) -> str:
    names = [house.name for house in scenario.houses if house.id in houses]
    if len(names) == len(scenario.houses):
        return say("all Houses")
    return listed(names) or say("nobody")


def tell_court_moved(happened: CourtMoved, before: GameState, after: GameState) -> Iterator[Line]:
    region, month = region_name(before, happened.region), happened.month
    if before.court is not None and before.court.trapped:
        houses = _houses_words(before.scenario, proposing_in(before.scenario, happened.region))
        words = say(
            "The Court of month {month} stays in {region}, trapped by a coup; {houses} may propose (GE-SOV-17, GE-SOV-19).",
            month=month,
            region=region,
            houses=houses,
        )
    else:
        words = say("The Court of month {month} sits in {region}.", month=month, region=region)
    yield to_desks(words)
    yield news(before, NewsKind.COURT_MOVES, "court", region=region)


def tell_court_trapped(happened: CourtTrapped, before: GameState, after: GameState) -> Iterator[Line]:
    """Tell only the desks. The coup tells everybody."""
    may = _houses_words(before.scenario, proposing_in(before.scenario, happened.region))
    named = {"region": region_name(before, happened.region), "month": happened.month + 1, "houses": may}
    words = say(
        "The Court is trapped in {region} while the House of the coup reigns; from month {month} on {houses} may propose (R-35).",
        **named,
    )
    if before.scenario.settings.coup_trap == "permanent":
        words = say(
            "The Court is trapped in {region} for the rest of the game; from month {month} on {houses} may propose (R-35).", **named
        )
    yield to_desks(words)


def tell_court_freed(happened: CourtFreed, before: GameState, after: GameState) -> Iterator[Line]:
    """Tell only the desks. The fall of the Sovereign tells everybody."""
    yield to_desks(say("The House of the coup is deposed, so the Court moves on with the month again (R-35)."))


def _invalidations(_happened: object, _state: GameState) -> tuple[Invalidation, ...]:
    return (Invalidation(topic="clock"), Invalidation(topic="map"))


COURT = Module(
    name="court-sits",
    title=later("Court"),
    events={
        CourtMoved: EventHandler(
            evolve=evolve_court_moved,
            tell=tell_court_moved,
            invalidations=_invalidations,
            undo=Undo(never=later("The Court moved with the month; go on from here.")),
        ),
        CourtTrapped: EventHandler(evolve=evolve_court_trapped, tell=tell_court_trapped, invalidations=_invalidations),
        CourtFreed: EventHandler(evolve=evolve_court_freed, tell=tell_court_freed, invalidations=_invalidations),
    },
    reactions={MonthTurned: move_court, PhaseBegan: follow_clock, ClockSet: follow_clock, SovereignDeposed: free_court},
)
