"""Immortals that come back after a defeat, go with the Court, or are placed by War Control (R-58, GE-CRT-62)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from control.day.timetable import last_month
from control.day.words import reason_of
from control.engine.context import DecisionContext
from control.engine.language import say, say_count
from control.engine.modules import CommandHandler, Correction, EventHandler
from control.engine.refused import Refused, Stale
from rooms.realm.game.court import CourtMoved
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import RegionId
from rooms.war.game.board import board_of
from rooms.war.game.parts import WAR_DESK, board_invalidations, known_region, place_words, region_name
from rooms.war.game.pieces import Immortal
from rooms.war.game.state import WarState, in_month, noted, war_of, with_war
from rooms.war.game.words.names import immortal_name

# --- commands and events ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjustImmortal:
    """Place an Immortal, or take it off the board: it then comes back like a defeated one (R-58)."""

    immortal: int
    region: RegionId | None
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ImmortalsReturned:
    """Defeated Immortals came back (R-58)."""

    month: int
    immortals: tuple[int, ...]
    region: RegionId


@dataclass(frozen=True, slots=True, kw_only=True)
class GuardMoved:
    """The Immortals at the Court moved with it (GE-CRT-62)."""

    month: int
    immortals: tuple[int, ...]
    origin: RegionId
    region: RegionId


@dataclass(frozen=True, slots=True, kw_only=True)
class ImmortalAdjusted:
    """War Control placed an Immortal, or took it off the board until the end of month `away_until`."""

    month: int
    immortal: int
    origin: RegionId | None
    region: RegionId | None
    away_until: int | None
    reason: str


# --- decisions ----------------------------------------------------------------------------------------------------------


def move_guard(state: GameState, happened: CourtMoved, asked: DecisionContext) -> tuple[GuardMoved, ...]:
    """The Immortals that are with the Court move with it; those on a task there stay for it (GE-CRT-62, R-98)."""
    if happened.origin is None or happened.origin == happened.region:
        return ()
    guard = tuple(each.id for each in war_of(state).immortals if each.region == happened.origin and each.home_in is None)
    if not guard:
        return ()
    return (GuardMoved(month=happened.month, immortals=guard, origin=happened.origin, region=happened.region),)


def decide_adjust_immortal(state: GameState, command: AdjustImmortal, asked: DecisionContext) -> tuple[ImmortalAdjusted, ...]:
    reason = reason_of(command.reason)
    found = next((each for each in war_of(state).immortals if each.id == command.immortal), None)
    if found is None:
        raise Refused(say("There is no such Immortal."), rule="GE-WAR-59", code="unknown")
    if command.region is not None:
        known_region(state, command.region)
    if found.region == command.region:
        if found.region:
            raise Stale(say("Immortal {number} stands there already.", number=found.id))
        raise Stale(say("Immortal {number} is off the board already.", number=found.id))
    month = state.clock.month
    return (
        ImmortalAdjusted(
            month=month,
            immortal=found.id,
            origin=found.region,
            region=command.region,
            away_until=month + 1 if command.region is None else None,
            reason=reason,
        ),
    )


# --- fold ---------------------------------------------------------------------------------------------------------------


def evolve_immortals_returned(state: GameState, happened: ImmortalsReturned) -> GameState:
    war = in_month(war_of(state), happened.month)
    war = _with_immortals(war, happened.immortals, happened.region)
    return with_war(state, noted(war, regions=(happened.region,)))


def evolve_guard_moved(state: GameState, happened: GuardMoved) -> GameState:
    return with_war(state, _with_immortals(war_of(state), happened.immortals, happened.region))


def _with_immortals(war: WarState, immortals: tuple[int, ...], region: RegionId) -> WarState:
    there = Immortal(id=0, region=region)  # whatever it was sent for is over
    moved = tuple(replace(there, id=each.id, gone=each.gone) if each.id in immortals else each for each in war.immortals)
    return replace(war, immortals=moved)


def evolve_immortal_adjusted(state: GameState, happened: ImmortalAdjusted) -> GameState:
    war = in_month(war_of(state), happened.month)
    there = Immortal(id=happened.immortal, region=happened.region, away_until=happened.away_until)
    war = replace(war, immortals=tuple(there if each.id == happened.immortal else each for each in war.immortals))
    regions = tuple(region for region in (happened.origin, happened.region) if region is not None)
    return with_war(state, noted(war, regions=regions))


# --- words --------------------------------------------------------------------------------------------------------------


def explain_immortals_returned(happened: ImmortalsReturned, state: GameState) -> str:
    return say_count(
        "Immortals: {count} comes back to {region}.",
        "Immortals: {count} come back to {region}.",
        len(happened.immortals),
        region=board_of(state.scenario).region_name(happened.region),
    )


def explain_guard_moved(happened: GuardMoved, state: GameState) -> str:
    return say_count(
        "Immortals: {count} goes with the Court to {region}.",
        "Immortals: {count} go with the Court to {region}.",
        len(happened.immortals),
        region=board_of(state.scenario).region_name(happened.region),
    )


def explain_immortal_adjusted(happened: ImmortalAdjusted, state: GameState) -> str:
    number, reason = happened.immortal, happened.reason
    if happened.region:
        region = board_of(state.scenario).region_name(happened.region)
        return say("Immortal {number} stands in {region}: {reason}.", number=number, region=region, reason=reason)
    if happened.away_until is None:
        return say("Immortal {number} is off the board: {reason}.", number=number, reason=reason)
    named = {"number": number, "month": happened.away_until, "reason": reason}
    if happened.away_until > last_month(state):
        return say("Immortal {number} is off the board for the rest of the game: {reason}.", **named)
    return say("Immortal {number} is off the board until the end of month {month}: {reason}.", **named)


def _corrections(happened: ImmortalAdjusted, state: GameState) -> tuple[Correction, ...]:
    now, was = place_words(state, happened.region), place_words(state, happened.origin)
    return (Correction(to="all", what=immortal_name(happened.immortal), now=now, was=was),)


COMMANDS: Mapping[type, CommandHandler] = {
    AdjustImmortal: CommandHandler(
        decide=decide_adjust_immortal,
        desks=WAR_DESK,
        label=lambda c, s: (
            say("{immortal} in {region}", immortal=immortal_name(c.immortal), region=region_name(s, c.region))
            if c.region
            else say("{immortal} off the map", immortal=immortal_name(c.immortal))
        ),
    ),
}


EVENTS: Mapping[type, EventHandler] = {
    ImmortalsReturned: EventHandler(
        evolve=evolve_immortals_returned, explain=explain_immortals_returned, invalidations=board_invalidations
    ),
    GuardMoved: EventHandler(evolve=evolve_guard_moved, explain=explain_guard_moved, invalidations=board_invalidations),
    ImmortalAdjusted: EventHandler(
        evolve=evolve_immortal_adjusted,
        explain=explain_immortal_adjusted,
        invalidations=board_invalidations,
        corrects=_corrections,
    ),
}
