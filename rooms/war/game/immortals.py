"""Immortals away from the Court: sent, called back, returned, moved with the Court, or placed by War Control.

Rules: R-58, GE-WAR-66, GE-CRT-62.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from control.day.timetable import last_month
from control.day.words import require_reason
from control.engine.context import DecisionContext
from control.engine.language import say, say_count
from control.engine.modules import CommandHandler, EventHandler
from control.engine.reasons import Told
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import Correction, Line, to_desks
from rooms.realm.desks import Desk
from rooms.realm.game.court_seat import CourtMoved
from rooms.realm.game.military_actions import free_immortals
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import RegionId
from rooms.war.game.board import Immortal, board_of
from rooms.war.game.lookup import WAR_DESK, board_invalidations, known_region, place_words, region_name
from rooms.war.game.state import WarState, war_in_month, war_of, with_notes, with_war
from rooms.war.game.words.names import immortal_name

# === tasks ==============================================================================================================

# Immortals away from the Court: sent on a task, called back, going home in Return (GE-WAR-66, GE-WAR-67). Court and Underground
# also send Immortals with these commands, and carry out the effect of the task themselves.


GUARD_DESKS: Final = frozenset({Desk.WAR, Desk.COURT})


# --- commands and events ------------------------------------------------------------------------------------------------


class SendImmortal(Struct, frozen=True, kw_only=True):
    """Send a free Immortal from the Court region on a task, until next month's Return. Any free one will do (GE-SOV-28, R-98)."""

    region: RegionId
    task: str


class CallImmortalHome(Struct, frozen=True, kw_only=True):
    """Call an Immortal back to the Court now."""

    immortal: int
    reason: str


class ImmortalSent(Struct, frozen=True, kw_only=True):
    """An Immortal left the Court for a task. It goes home in the Return of month `home_in`."""

    month: int
    immortal: int
    origin: RegionId
    region: RegionId
    task: Told
    home_in: int


class ImmortalCalledHome(Struct, frozen=True, kw_only=True):
    month: int
    immortal: int
    origin: RegionId
    region: RegionId
    reason: str


class ImmortalsWentHome(Struct, frozen=True, kw_only=True):
    """Immortals went back to the Court after their task or command."""

    month: int
    immortals: tuple[int, ...]
    region: RegionId


# --- decisions ----------------------------------------------------------------------------------------------------------


def decide_send_immortal(state: GameState, command: SendImmortal, asked: DecisionContext) -> tuple[ImmortalSent, ...]:
    """Send a free Immortal.

    Raises:
        Refused: no Immortal is free, the region is not on the map, or the task is missing.
    """
    task, region = require_reason(command.task), _require_region(state, command.region)
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
        Refused: the Immortal is not on the board, or the reason is missing.
        Stale: it is already at the Court and free.
    """
    reason, court = require_reason(command.reason), _court(state)
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


def _require_region(state: GameState, region: RegionId) -> RegionId:
    if region not in board_of(state.scenario).regions:
        raise Refused(say("There is no such region on this map."), rule="R-98", code="unknown")
    return region


def immortals_due_home(war: WarState, month: int) -> tuple[int, ...]:
    """Immortals that go home in the Return of a month (R-59, R-98). Defeated ones come back separately (R-58)."""
    return tuple(
        each.id for each in war.immortals if each.region is not None and each.home_in is not None and each.home_in <= month
    )


# --- how they change the board ------------------------------------------------------------------------------------------


def evolve_immortal_sent(state: GameState, happened: ImmortalSent) -> GameState:
    war = war_in_month(war_of(state), happened.month)
    there = next((each.region for each in war.immortals if each.id == happened.immortal), None)
    if there != happened.origin:
        war = with_notes(war, doubt=f"immortal:{happened.origin}")
    sent = Immortal(id=happened.immortal, region=happened.region, task=happened.task, home_in=happened.home_in)
    war = replace(war, immortals=tuple(sent if each.id == sent.id else each for each in war.immortals))
    return with_war(state, with_notes(war, regions=(happened.origin, happened.region)))


def evolve_immortal_called_home(state: GameState, happened: ImmortalCalledHome) -> GameState:
    war = war_in_month(war_of(state), happened.month)
    return with_war(
        state,
        with_notes(_with_immortals_home(war, (happened.immortal,), happened.region), regions=(happened.origin, happened.region)),
    )


def evolve_immortals_went_home(state: GameState, happened: ImmortalsWentHome) -> GameState:
    war = war_in_month(war_of(state), happened.month)
    left = tuple(each.region for each in war.immortals if each.id in happened.immortals and each.region is not None)
    return with_war(
        state, with_notes(_with_immortals_home(war, happened.immortals, happened.region), regions=(*left, happened.region))
    )


def _with_immortals_home(war: WarState, immortals: tuple[int, ...], region: RegionId) -> WarState:
    """The war with these Immortals free at the Court. Immortals gone for good stay gone."""
    return replace(
        war,
        immortals=tuple(
            Immortal(id=each.id, region=region) if each.id in immortals and not each.gone else each for each in war.immortals
        ),
    )


# --- in words -----------------------------------------------------------------------------------------------------------


def tell_immortal_sent(happened: ImmortalSent, before: GameState, after: GameState) -> Iterator[Line]:
    origin, region = region_name(before, happened.origin), region_name(before, happened.region)
    named = {"origin": origin, "region": region, "month": happened.home_in, "task": happened.task}
    if happened.home_in > last_month(before):
        yield to_desks(say("An Immortal is sent from {origin} to {region} for the rest of the game: {task}.", **named))
    else:
        yield to_desks(say("An Immortal is sent from {origin} to {region}, until the Return of month {month}: {task}.", **named))


def tell_immortal_called_home(happened: ImmortalCalledHome, before: GameState, after: GameState) -> Iterator[Line]:
    words = say(
        "Immortal {number} is called home from {origin} to {region}: {reason}.",
        number=happened.immortal,
        origin=region_name(before, happened.origin),
        region=region_name(before, happened.region),
        reason=happened.reason,
    )
    yield to_desks(words)


def tell_immortals_went_home(happened: ImmortalsWentHome, before: GameState, after: GameState) -> Iterator[Line]:
    words = say_count(
        "Immortals: {count} goes home to the Court in {region}.",
        "Immortals: {count} go home to the Court in {region}.",
        len(happened.immortals),
        region=region_name(before, happened.region),
    )
    yield to_desks(words)


def _readers(_happened: object, _state: GameState) -> frozenset[Desk]:
    return GUARD_DESKS


def _label(command: SendImmortal | CallImmortalHome, state: GameState) -> str:
    if isinstance(command, CallImmortalHome):
        return say("Immortal {number} called home", number=command.immortal)
    return say("Immortal sent to {region}", region=board_of(state.scenario).region_name(command.region))


TASK_COMMANDS: Mapping[type, CommandHandler] = {
    SendImmortal: CommandHandler(decide=decide_send_immortal, desks=GUARD_DESKS, label=_label),
    CallImmortalHome: CommandHandler(decide=decide_call_home, desks=GUARD_DESKS, label=_label),
}
TASK_EVENTS: Mapping[type, EventHandler] = {
    ImmortalSent: EventHandler(
        evolve=evolve_immortal_sent, tell=tell_immortal_sent, invalidations=board_invalidations, readers=_readers
    ),
    ImmortalCalledHome: EventHandler(
        evolve=evolve_immortal_called_home, tell=tell_immortal_called_home, invalidations=board_invalidations, readers=_readers
    ),
    ImmortalsWentHome: EventHandler(
        evolve=evolve_immortals_went_home, tell=tell_immortals_went_home, invalidations=board_invalidations
    ),
}


# === returns and placing ================================================================================================

# Immortals that come back after a defeat, move with the Court, or are placed by War Control (R-58, GE-CRT-62)


# --- commands and events ------------------------------------------------------------------------------------------------


class AdjustImmortal(Struct, frozen=True, kw_only=True):
    """Place an Immortal, or take it off the board. In that case it comes back like a defeated one (R-58)."""

    immortal: int
    region: RegionId | None
    reason: str


class ImmortalsReturned(Struct, frozen=True, kw_only=True):
    """Defeated Immortals came back (R-58)."""

    month: int
    immortals: tuple[int, ...]
    region: RegionId


class GuardMoved(Struct, frozen=True, kw_only=True):
    """The Immortals at the Court moved with it (GE-CRT-62)."""

    month: int
    immortals: tuple[int, ...]
    origin: RegionId
    region: RegionId


class ImmortalAdjusted(Struct, frozen=True, kw_only=True):
    """War Control placed an Immortal, or took it off the board until the end of month `away_until`."""

    month: int
    immortal: int
    origin: RegionId | None
    region: RegionId | None
    away_until: int | None
    reason: str


# --- decisions ----------------------------------------------------------------------------------------------------------


def move_guard(state: GameState, happened: CourtMoved, asked: DecisionContext) -> tuple[GuardMoved, ...]:
    """Move the Immortals at the Court with it. Immortals on a task in that region stay (GE-CRT-62, R-98)."""
    if happened.origin is None or happened.origin == happened.region:
        return ()
    guard = tuple(each.id for each in war_of(state).immortals if each.region == happened.origin and each.home_in is None)
    if not guard:
        return ()
    return (GuardMoved(month=happened.month, immortals=guard, origin=happened.origin, region=happened.region),)


def decide_adjust_immortal(state: GameState, command: AdjustImmortal, asked: DecisionContext) -> tuple[ImmortalAdjusted, ...]:
    reason = require_reason(command.reason)
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
    war = war_in_month(war_of(state), happened.month)
    war = _with_immortals(war, happened.immortals, happened.region)
    return with_war(state, with_notes(war, regions=(happened.region,)))


def evolve_guard_moved(state: GameState, happened: GuardMoved) -> GameState:
    return with_war(state, _with_immortals(war_of(state), happened.immortals, happened.region))


def _with_immortals(war: WarState, immortals: tuple[int, ...], region: RegionId) -> WarState:
    there = Immortal(id=0, region=region)  # without task or commander
    moved = tuple(replace(there, id=each.id, gone=each.gone) if each.id in immortals else each for each in war.immortals)
    return replace(war, immortals=moved)


def evolve_immortal_adjusted(state: GameState, happened: ImmortalAdjusted) -> GameState:
    war = war_in_month(war_of(state), happened.month)
    there = Immortal(id=happened.immortal, region=happened.region, away_until=happened.away_until)
    war = replace(war, immortals=tuple(there if each.id == happened.immortal else each for each in war.immortals))
    regions = tuple(region for region in (happened.origin, happened.region) if region is not None)
    return with_war(state, with_notes(war, regions=regions))


# --- words --------------------------------------------------------------------------------------------------------------


def tell_immortals_returned(happened: ImmortalsReturned, before: GameState, after: GameState) -> Iterator[Line]:
    words = say_count(
        "Immortals: {count} comes back to {region}.",
        "Immortals: {count} come back to {region}.",
        len(happened.immortals),
        region=region_name(before, happened.region),
    )
    yield to_desks(words)


def tell_guard_moved(happened: GuardMoved, before: GameState, after: GameState) -> Iterator[Line]:
    words = say_count(
        "Immortals: {count} goes with the Court to {region}.",
        "Immortals: {count} go with the Court to {region}.",
        len(happened.immortals),
        region=region_name(before, happened.region),
    )
    yield to_desks(words)


def tell_immortal_adjusted(happened: ImmortalAdjusted, before: GameState, after: GameState) -> Iterator[Line]:
    """Tell everybody where the Immortal stands now."""
    number, month, reason = happened.immortal, happened.away_until, happened.reason
    if happened.region:
        region = region_name(before, happened.region)
        words = say("Immortal {number} stands in {region}: {reason}.", number=number, region=region, reason=reason)
    elif month is None:
        words = say("Immortal {number} is off the board: {reason}.", number=number, reason=reason)
    elif month > last_month(before):
        words = say("Immortal {number} is off the board for the rest of the game: {reason}.", number=number, reason=reason)
    else:
        words = say(
            "Immortal {number} is off the board until the end of month {month}: {reason}.",
            number=number,
            month=month,
            reason=reason,
        )
    yield to_desks(words)
    now, was = place_words(before, happened.region), place_words(before, happened.origin)
    yield Correction(to="all", what=immortal_name(number), now=now, was=was)


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
        evolve=evolve_immortals_returned, tell=tell_immortals_returned, invalidations=board_invalidations
    ),
    GuardMoved: EventHandler(evolve=evolve_guard_moved, tell=tell_guard_moved, invalidations=board_invalidations),
    ImmortalAdjusted: EventHandler(evolve=evolve_immortal_adjusted, tell=tell_immortal_adjusted, invalidations=board_invalidations),
}
