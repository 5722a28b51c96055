"""Immortals away from the Court: sent for a task, called back, going home in Return (GE-WAR-66, GE-WAR-67).

Court and Underground send Immortals by these commands too; what the task does on the map is theirs to carry out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from control.day.timetable import last_month
from control.day.words import reason_of
from control.engine.context import DecisionContext
from control.engine.language import say, say_count
from control.engine.modules import CommandHandler, EventHandler
from control.engine.reasons import Told
from control.engine.refused import Refused, Stale
from rooms.realm.desks import Desk
from rooms.realm.game.guard import free_immortals
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import RegionId
from rooms.war.game.board import board_of
from rooms.war.game.parts import board_invalidations
from rooms.war.game.pieces import Immortal
from rooms.war.game.state import WarState, in_month, noted, war_of, with_war

GUARD_DESKS: Final = frozenset({Desk.WAR, Desk.COURT})


# --- commands and events ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class SendImmortal:
    """An Immortal leaves the Court region for a task, until next month's Return; which one matters to nobody (GE-SOV-28, R-98)."""

    region: RegionId
    task: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CallImmortalHome:
    """An Immortal comes back to the Court now."""

    immortal: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ImmortalSent:
    """An Immortal went from the Court to a region for a task; it goes home in the Return of month `home_in`."""

    month: int
    immortal: int
    origin: RegionId
    region: RegionId
    task: Told
    home_in: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ImmortalCalledHome:
    month: int
    immortal: int
    origin: RegionId
    region: RegionId
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ImmortalsWentHome:
    """Immortals whose task or command was over went back to the Court."""

    month: int
    immortals: tuple[int, ...]
    region: RegionId


# --- decisions ----------------------------------------------------------------------------------------------------------


def decide_send_immortal(state: GameState, command: SendImmortal, asked: DecisionContext) -> tuple[ImmortalSent, ...]:
    """Send an Immortal that is free.

    Raises:
        Refused: nobody is free, the region is on no map, or no task is said.
    """
    task, region = reason_of(command.task), _on_the_map(state, command.region)
    court = _court(state)
    free = free_immortals(state)
    if not free:
        where = board_of(state.scenario).region_name(court)
        said = say("No Immortal is free in {region}, where the Court sits: the action lapses, its cost stays spent.", region=where)
        raise Refused(said, rule="R-98")
    month = state.clock.month
    sent = ImmortalSent(month=month, immortal=free[0], origin=court, region=region, task=task, home_in=month + 1)
    return (sent,)


def decide_call_home(state: GameState, command: CallImmortalHome, asked: DecisionContext) -> tuple[ImmortalCalledHome, ...]:
    """Call an Immortal back.

    Raises:
        Refused: there is no such Immortal on the board, or no reason is given.
        Stale: it is at the Court and free.
    """
    reason, court = reason_of(command.reason), _court(state)
    found = next((each for each in war_of(state).immortals if each.id == command.immortal), None)
    if found is None:
        raise Refused(say("There is no such Immortal."), rule="GE-WAR-59", code="unknown")
    if found.region is None:
        said = say("Immortal {number} is off the board; it comes back by itself or not at all.", number=found.id)
        raise Refused(said, rule="R-58")
    if found.region == court and found.home_in is None:
        raise Stale(say("Immortal {number} is at the Court already.", number=found.id), rule="R-98")
    month = state.clock.month
    return (ImmortalCalledHome(month=month, immortal=found.id, origin=found.region, region=court, reason=reason),)


def _court(state: GameState) -> RegionId:
    if state.court is None:
        raise Refused(say("The Court sits nowhere now."), rule="GE-WAR-58")
    return state.court.region


def _on_the_map(state: GameState, region: RegionId) -> RegionId:
    if region not in board_of(state.scenario).regions:
        raise Refused(say("There is no such region on this map."), rule="R-98", code="unknown")
    return region


def due_home(war: WarState, month: int) -> tuple[int, ...]:
    """The Immortals that go home in the Return of a month (R-59, R-98); one that was defeated comes back with the others (R-58)."""
    return tuple(
        each.id for each in war.immortals if each.region is not None and each.home_in is not None and each.home_in <= month
    )


# --- how they change the board ------------------------------------------------------------------------------------------


def evolve_immortal_sent(state: GameState, happened: ImmortalSent) -> GameState:
    war = in_month(war_of(state), happened.month)
    there = next((each.region for each in war.immortals if each.id == happened.immortal), None)
    if there != happened.origin:
        war = noted(war, doubt=f"immortal:{happened.origin}")
    sent = Immortal(id=happened.immortal, region=happened.region, task=happened.task, home_in=happened.home_in)
    war = replace(war, immortals=tuple(sent if each.id == sent.id else each for each in war.immortals))
    return with_war(state, noted(war, regions=(happened.origin, happened.region)))


def evolve_immortal_called_home(state: GameState, happened: ImmortalCalledHome) -> GameState:
    war = in_month(war_of(state), happened.month)
    return with_war(state, noted(_at_home(war, (happened.immortal,), happened.region), regions=(happened.origin, happened.region)))


def evolve_immortals_went_home(state: GameState, happened: ImmortalsWentHome) -> GameState:
    war = in_month(war_of(state), happened.month)
    left = tuple(each.region for each in war.immortals if each.id in happened.immortals and each.region is not None)
    return with_war(state, noted(_at_home(war, happened.immortals, happened.region), regions=(*left, happened.region)))


def _at_home(war: WarState, immortals: tuple[int, ...], region: RegionId) -> WarState:
    """The war with these Immortals free at the Court; what was gone for good stays gone."""
    return replace(
        war,
        immortals=tuple(
            Immortal(id=each.id, region=region) if each.id in immortals and not each.gone else each for each in war.immortals
        ),
    )


# --- in words -----------------------------------------------------------------------------------------------------------


def explain_immortal_sent(happened: ImmortalSent, state: GameState) -> str:
    board = board_of(state.scenario)
    origin, region = board.region_name(happened.origin), board.region_name(happened.region)
    named = {"origin": origin, "region": region, "month": happened.home_in, "task": happened.task}
    if happened.home_in > last_month(state):
        return say("An Immortal is sent from {origin} to {region} for the rest of the game: {task}.", **named)
    return say("An Immortal is sent from {origin} to {region}, until the Return of month {month}: {task}.", **named)


def explain_immortal_called_home(happened: ImmortalCalledHome, state: GameState) -> str:
    board = board_of(state.scenario)
    return say(
        "Immortal {number} is called home from {origin} to {region}: {reason}.",
        number=happened.immortal,
        origin=board.region_name(happened.origin),
        region=board.region_name(happened.region),
        reason=happened.reason,
    )


def explain_immortals_went_home(happened: ImmortalsWentHome, state: GameState) -> str:
    return say_count(
        "Immortals: {count} goes home to the Court in {region}.",
        "Immortals: {count} go home to the Court in {region}.",
        len(happened.immortals),
        region=board_of(state.scenario).region_name(happened.region),
    )


def _readers(_happened: object, _state: GameState) -> frozenset[Desk]:
    return GUARD_DESKS


def _label(command: SendImmortal | CallImmortalHome, state: GameState) -> str:
    if isinstance(command, CallImmortalHome):
        return say("Immortal {number} called home", number=command.immortal)
    return say("Immortal sent to {region}", region=board_of(state.scenario).region_name(command.region))


COMMANDS: Mapping[type, CommandHandler] = {
    SendImmortal: CommandHandler(decide=decide_send_immortal, desks=GUARD_DESKS, label=_label),
    CallImmortalHome: CommandHandler(decide=decide_call_home, desks=GUARD_DESKS, label=_label),
}
EVENTS: Mapping[type, EventHandler] = {
    ImmortalSent: EventHandler(
        evolve=evolve_immortal_sent, explain=explain_immortal_sent, invalidations=board_invalidations, readers=_readers
    ),
    ImmortalCalledHome: EventHandler(
        evolve=evolve_immortal_called_home,
        explain=explain_immortal_called_home,
        invalidations=board_invalidations,
        readers=_readers,
    ),
    ImmortalsWentHome: EventHandler(
        evolve=evolve_immortals_went_home, explain=explain_immortals_went_home, invalidations=board_invalidations
    ),
}
