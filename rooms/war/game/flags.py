"""Flags on castles: after Battle, set by War Control, and forfeited away from the map (R-103)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from control.day.words import require_reason
from control.engine.context import DecisionContext
from control.engine.language import later, say, say_as
from control.engine.modules import CommandHandler, Correction, EventHandler, Module
from control.engine.reasons import Told
from control.engine.refusal import Refused, Stale
from rooms.realm.game.castle_forfeits import FlagForfeited
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.war.game.battle_forces import flags_on, guard_in
from rooms.war.game.board import Board, Castle, board_of
from rooms.war.game.section_parts import (
    WAR_DESK,
    board_invalidations,
    house_name,
    known_castle,
    known_house,
    region_name,
    result_invalidations,
)
from rooms.war.game.state import BATTLE, WarState, found, told, war_in_month, war_of, with_notes, with_war
from rooms.war.game.words.names import forces_listed
from rooms.war.rules.castles import FlagChange, flag_changes
from rooms.war.rules.coup import coup_now, lost_now
from rooms.war.rules.effects import effects_in
from rooms.war.rules.results import flagged

# === flags after Battle =================================================================================================

# Flags after Battle, and flags set by War Control.


# --- commands and events ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjustFlag:
    """Place a House's flag on a castle, or remove it."""

    region: RegionId
    house: HouseId
    on: bool
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FlagsChanged:
    """Flags changed at the end of Battle. It closes the step even without changes."""

    month: int
    changes: tuple[FlagChange, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FlagAdjusted:
    month: int
    region: RegionId
    house: HouseId
    on: bool
    reason: str


# --- decisions ----------------------------------------------------------------------------------------------------------


def decide_adjust_flag(state: GameState, command: AdjustFlag, asked: DecisionContext) -> tuple[FlagAdjusted, ...]:
    reason = require_reason(command.reason)
    house, castle = known_house(state, command.house), known_castle(state, command.region)
    if (command.house in castle.flags) == command.on:
        if command.on:
            raise Stale(say("{castle} bears the flag of {house} already.", castle=castle.name, house=house), rule="R-51")
        raise Stale(say("{castle} does not bear the flag of {house} already.", castle=castle.name, house=house), rule="R-51")
    if command.on and war_of(state).remnants.get(command.region):
        said = say("No flag is placed on {castle} while a remnant stands there; remove it first.", castle=castle.name)
        raise Refused(said, rule="R-53")
    return (FlagAdjusted(month=state.clock.month, region=command.region, house=command.house, on=command.on, reason=reason),)


# --- fold ---------------------------------------------------------------------------------------------------------------


def evolve_flags_changed(state: GameState, happened: FlagsChanged) -> GameState:
    war, changes = found(state, happened.month, BATTLE), happened.changes
    miscounted = (f"flags:{each.region}" for each in changes if flags_on(war, each.region) != frozenset(each.before))
    after = flagged(war, changes)
    open_ends = (
        *_unfought_regions(after, effects_in(state).treaties),
        *_unsettled_castles(after),
        *_open_doubts(with_war(state, after)),
    )
    record = told(war.record, regions=(each.region for each in changes), step=BATTLE, doubts=(*miscounted, *open_ends))
    return with_war(state, replace(after, record=record))


def _unfought_regions(war: WarState, treaties: frozenset[RegionId]) -> tuple[str, ...]:
    """Regions without a recorded battle or peace where forces oppose each other now (GE-WAR-36, R-46)."""
    told = {battle.region for battle in war.record.battles} | {*war.record.peace} | treaties
    betrayers = {stance.house for stance in war.record.stances if stance.betrays}
    return tuple(
        f"uncounted:{region}"
        for region, there in sorted(war.units.items())
        if region not in told
        and (len(there) > 1 or war.remnants.get(region) or (guard_in(war, region)[0] and betrayers & there.keys()))
    )


def _unsettled_castles(war: WarState) -> tuple[str, ...]:
    """Castles whose flags differ from what Battle should leave (R-53)."""
    stances = {stance.house: frozenset(stance.ticks) for stance in war.record.stances}
    changes = flag_changes(war, stances)
    return tuple(f"flags:{change.region}" for change in changes)


def _open_doubts(state: GameState) -> tuple[str, ...]:
    """Doubts about a coup or a lost castle. The event that records it removes the doubt."""
    coup, lost = coup_now(state), lost_now(state)
    return (*((f"coup:{coup.region}",) if coup else ()), *((f"fallen:{lost.region}",) if lost else ()))


def evolve_flag_adjusted(state: GameState, happened: FlagAdjusted) -> GameState:
    war = war_in_month(war_of(state), happened.month)
    castle = war.castles.get(happened.region, Castle(region=happened.region, name=str(happened.region)))
    one = frozenset({happened.house})
    flags = castle.flags | one if happened.on else castle.flags - one
    war = replace(war, castles={**war.castles, happened.region: replace(castle, flags=flags)})
    return with_war(state, with_notes(war, regions=(happened.region,)))


# --- words --------------------------------------------------------------------------------------------------------------


def explain_flags_changed(happened: FlagsChanged, state: GameState) -> str:
    board = board_of(state.scenario)
    said = "; ".join(flag_words(board, change) for change in happened.changes)
    return say("Flags: {changes}.", changes=said) if said else say("Flags: none changes.")


def flag_words(board: Board, change: FlagChange) -> str:
    """What changes on one castle."""
    region = board.region_name(change.region)
    placed, removed = forces_listed(board, change.placed), forces_listed(board, change.removed)
    if placed and removed:
        return say("{placed} in {region}, no longer {removed}", region=region, placed=placed, removed=removed)
    if placed:
        return say("{placed} in {region}", region=region, placed=placed)
    return say("no longer {removed} in {region}", region=region, removed=removed)


def explain_flag_adjusted(happened: FlagAdjusted, state: GameState) -> str:
    board = board_of(state.scenario)
    house, region, reason = board.house_name(happened.house), board.region_name(happened.region), happened.reason
    if happened.on:
        return say("The flag of {house} is placed on {region}: {reason}.", house=house, region=region, reason=reason)
    return say("The flag of {house} is taken from {region}: {reason}.", house=house, region=region, reason=reason)


def _corrections(happened: FlagAdjusted, state: GameState) -> tuple[Correction, ...]:
    what = say("Flag of {house} in {region}", house=house_name(state, happened.house), region=region_name(state, happened.region))
    up, down = say_as("flag", "up"), say_as("flag", "down")
    now, was = (up, down) if happened.on else (down, up)
    return (Correction(to="all", what=what, now=now, was=was),)


COMMANDS: Mapping[type, CommandHandler] = {
    AdjustFlag: CommandHandler(
        decide=decide_adjust_flag,
        desks=WAR_DESK,
        label=lambda c, s: say("Flag in {region}", region=region_name(s, c.region)),
    ),
}


EVENTS: Mapping[type, EventHandler] = {
    FlagsChanged: EventHandler(evolve=evolve_flags_changed, explain=explain_flags_changed, invalidations=result_invalidations),
    FlagAdjusted: EventHandler(
        evolve=evolve_flag_adjusted, explain=explain_flag_adjusted, invalidations=board_invalidations, corrects=_corrections
    ),
}


# === forfeited flags ====================================================================================================

# Flags forfeited away from the map: the winner's flag replaces the loser's


@dataclass(frozen=True, slots=True, kw_only=True)
class FlagReplaced:
    """The flag of one House on a castle was replaced by another's."""

    month: int
    region: RegionId
    house: HouseId
    by: HouseId
    why: Told


def replace_flag(state: GameState, happened: FlagForfeited, asked: DecisionContext) -> tuple[FlagReplaced, ...]:
    """Replace a forfeited flag, if it is still there."""
    castle = war_of(state).castles.get(happened.region)
    if castle is None or happened.house not in castle.flags:
        return ()
    return (FlagReplaced(month=happened.month, region=happened.region, house=happened.house, by=happened.to, why=happened.why),)


def evolve_replaced(state: GameState, happened: FlagReplaced) -> GameState:
    """Replace the flag. If it is no longer there, only note a doubt."""
    war = war_in_month(war_of(state), happened.month)
    castle = war.castles.get(happened.region)
    if castle is None or happened.house not in castle.flags:
        return with_war(state, with_notes(war, doubt=f"flags:{happened.region}"))
    flags = castle.flags - {happened.house} | {happened.by}
    war = replace(war, castles={**war.castles, happened.region: replace(castle, flags=flags)})
    return with_war(state, with_notes(war, regions=(happened.region,)))


def explain_replaced(happened: FlagReplaced, state: GameState) -> str:
    board = board_of(state.scenario)
    return say(
        "On {region} the flag of {other} takes the place of that of {house}: {why}.",
        region=board.region_name(happened.region),
        other=board.house_name(happened.by),
        house=board.house_name(happened.house),
        why=happened.why,
    )


FORFEITS_AT_WAR = Module(
    name="war-forfeits",
    title=later("Castles that change hands"),
    events={FlagReplaced: EventHandler(evolve=evolve_replaced, explain=explain_replaced, invalidations=board_invalidations)},
    reactions={FlagForfeited: replace_flag},
)
