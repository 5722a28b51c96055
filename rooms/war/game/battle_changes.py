"""War Control's changes to battles: winner, losses, attack values, with all consequences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import blake2s
from typing import Final

import msgspec
from msgspec import Struct

from control.day.words import require_reason
from control.engine.context import DecisionContext
from control.engine.language import say, say_count
from control.engine.modules import CommandHandler, EventHandler
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import Correction, Line, to_desks
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.war.game.battle_forces import flags_on
from rooms.war.game.battles import battle_news, report_battle
from rooms.war.game.board import board_of
from rooms.war.game.flags import castle_news, report_flags
from rooms.war.game.invariants import broken_war
from rooms.war.game.lookup import WAR_DESK, desk_invalidations, known_region, region_name, result_invalidations
from rooms.war.game.records.battles import NOBODY, Battle, ByHand, Loss, Plus
from rooms.war.game.records.month import Ground
from rooms.war.game.state import (
    BATTLE,
    MOVE,
    RECRUIT,
    REWARDS,
    WarState,
    record_of,
    state_at_step,
    war_in_month,
    war_of,
    with_notes,
    with_war,
)
from rooms.war.game.why.engine import forces_at, settle_region
from rooms.war.game.words.battles import by_hand_words, result_words
from rooms.war.rules.castles import FlagChange
from rooms.war.rules.forces import Forces
from rooms.war.rules.results import cleared, flagged, restored

# === changes ============================================================================================================


MOST_PLUS: Final = 9

# --- commands and events ------------------------------------------------------------------------------------------------


class ChangeBattle(Struct, frozen=True, kw_only=True):
    """Change the battle of a region. Without changes, count it by the rules again.

    `seen`: `name_of` the battle that the sender saw.
    """

    region: RegionId
    seen: str
    reason: str
    plus: tuple[Plus, ...] = ()
    winner: HouseId | None = None
    losses: tuple[Loss, ...] = ()

    @property
    def by_hand(self) -> ByHand | None:
        """The changes as stored. None if the rules alone apply."""
        found = ByHand(
            plus=tuple(sorted((each for each in self.plus if each.by), key=lambda each: each.house)),
            winner=self.winner,
            losses=tuple(sorted(self.losses, key=lambda each: each.house)),
        )
        return None if found == ByHand() else found


class BattleRuled(Struct, frozen=True, kw_only=True):
    """War Control changed a battle that has not been fought yet."""

    month: int
    region: RegionId
    by_hand: ByHand | None
    reason: str


class BattleCorrected(Struct, frozen=True, kw_only=True):
    """War Control changed the result of a fought battle. `flags`: the resulting change on the castle there."""

    month: int
    before: Battle
    battle: Battle
    reason: str
    flags: FlagChange | None = None


# --- questions ----------------------------------------------------------------------------------------------------------


def forces_of(state: GameState, region: RegionId) -> Forces | None:
    """Forces in a region when its battle was counted, or now if Battle is still to come. None before Move, or if not recorded."""
    record = record_of(state)
    if MOVE not in record.done:
        return None
    then = state_at_step(state, record.month, BATTLE) if BATTLE in record.done else state
    return forces_at(then, region) if then is not None else None


def battle_in(state: GameState, region: RegionId) -> Battle | None:
    """This month's battle in a region: as fought, or as it would be fought now."""
    record, forces = record_of(state), forces_of(state, region)
    if BATTLE in record.done:
        return next((battle for battle in record.battles if battle.region == region), None)
    return settle_region(war_of(state), forces, record.month).battle if forces is not None else None


def name_of(battle: Battle) -> str:
    """Short hash of a battle, so a form can say which result its sender saw."""
    return blake2s(msgspec.json.encode(battle), digest_size=8).hexdigest()


# --- decisions ----------------------------------------------------------------------------------------------------------


def decide_change_battle(
    state: GameState, command: ChangeBattle, asked: DecisionContext
) -> tuple[BattleRuled | BattleCorrected, ...]:
    reason, name = require_reason(command.reason), known_region(state, command.region)
    record, month = record_of(state), state.clock.month
    forces, before = forces_of(state, command.region), battle_in(state, command.region)
    if forces is None or before is None:
        raise Refused(say("There is no battle in {region} this month.", region=name), code="unknown")
    if name_of(before) != command.seen:
        raise Stale(say("The battle in {region} is another one by now; look again.", region=name))
    _check(state, forces, command)
    after = settle_region(war_of(state), replace(forces, by_hand=command.by_hand), month).battle
    if after is None or after == before:
        raise Refused(say("That is how the battle in {region} is counted already.", region=name))
    if BATTLE not in record.done:
        return (BattleRuled(month=month, region=command.region, by_hand=command.by_hand, reason=reason),)
    flags = _flags(state, before, after, forces)
    corrected = BattleCorrected(month=month, before=before, battle=after, flags=flags, reason=reason)
    amiss = [each for each in broken_war(evolve_battle_corrected(state, corrected)) if each not in broken_war(state)]
    if amiss:
        said = say("This cannot be changed any more, because of what came after the battle: {amiss}", amiss=amiss[0])
        raise Refused(said, code="overtaken")
    return (corrected,)


def _check(state: GameState, forces: Forces, command: ChangeBattle) -> None:
    board, here = board_of(state.scenario), region_name(state, command.region)
    named = [*(each.house for each in command.plus), *(each.house for each in command.losses)]
    for house in named:
        if house not in forces.units:
            raise Refused(say("{house} has no unit in {region}.", house=board.house_name(house), region=here), code="unknown")
    if len({each.house for each in command.losses}) < len(command.losses):
        raise Refused(say("Each House has one number of lost units."), code="twice")
    for each in command.plus:
        if abs(each.by) > MOST_PLUS:
            raise Refused(say("An attack is changed by {most} at most.", most=MOST_PLUS), code="too-many")
    for loss in command.losses:
        if not 0 <= loss.units <= forces.units[loss.house]:
            name, there = board.house_name(loss.house), forces.units[loss.house]
            said = say_count(
                "{house} had {count} unit in {region}; it loses 0 or 1.",
                "{house} had {count} units in {region}; it loses 0 to {count}.",
                there,
                house=name,
                region=here,
            )
            raise Refused(said, code="too-many")
    if command.winner is not None and command.winner != NOBODY:
        plain = settle_region(war_of(state), replace(forces, by_hand=None), state.clock.month).battle
        if plain is None or all(army.house != command.winner for army in plain.rounds[0].armies):
            raise Refused(say("Only who stood in {region} can have won there.", region=here), code="unknown")


def _flags(state: GameState, before: Battle, after: Battle, forces: Forces) -> FlagChange | None:
    """Flag change of the castle caused by the new result. Flags set by hand since then stay."""
    found = state_at_step(state, state.clock.month, BATTLE)
    if found is None:
        return None
    war, month = war_of(found), state.clock.month
    was, now = (settle_region(war, replace(forces, by_hand=each.by_hand), month).flags for each in (before, after))
    stands = flags_on(war_of(state), before.region)
    placed, removed = (now - was) - stands, (was - now) & stands
    if not placed and not removed:
        return None
    return FlagChange(
        region=before.region, before=tuple(sorted(stands)), placed=tuple(sorted(placed)), removed=tuple(sorted(removed))
    )


# --- fold ---------------------------------------------------------------------------------------------------------------


def evolve_battle_ruled(state: GameState, happened: BattleRuled) -> GameState:
    war = war_in_month(war_of(state), happened.month)
    return with_war(state, _with_ruling(war, happened.region, happened.by_hand))


def _with_ruling(war: WarState, region: RegionId, by_hand: ByHand | None) -> WarState:
    kept = {each: said for each, said in war.record.by_hand.items() if each != region}
    named = kept if by_hand is None else {**kept, region: by_hand}
    return replace(war, record=replace(war.record, by_hand=named))


def evolve_battle_corrected(state: GameState, happened: BattleCorrected) -> GameState:
    war, battle = war_in_month(war_of(state), happened.month), happened.battle
    if happened.before not in war.record.battles:
        war = with_notes(war, doubt=f"battle:{battle.region}")
    war = _with_ruling(with_corrected_battle(war, happened), battle.region, battle.by_hand)
    battles = tuple(battle if each.region == battle.region else each for each in war.record.battles)
    grounds = tuple(_ground(war, each, happened) for each in war.record.grounds)
    war = replace(war, record=replace(war.record, battles=battles, grounds=grounds))
    return with_war(state, with_notes(war, regions=(battle.region,)))


def with_corrected_battle(war: WarState, happened: BattleCorrected) -> WarState:
    """The board with one result replaced by the other."""
    ground = next((each for each in war.record.grounds if each.step == BATTLE), None)
    war = restored(war, happened.before, ground.immortals if ground else ())
    war = cleared(war, (happened.battle,), happened.month)
    return flagged(war, (happened.flags,)) if happened.flags else war


def _ground(war: WarState, ground: Ground, happened: BattleCorrected) -> Ground:
    """What Rewards or Recruit would have found after the new result, so explanations and rewards use it."""
    if ground.step not in (REWARDS, RECRUIT):
        return ground
    then = replace(
        war,
        units=ground.units,
        stock=ground.stock or war.stock,
        remnants=ground.remnants,
        immortals=ground.immortals,
        castles={each: replace(castle, flags=frozenset(ground.flags.get(each, ()))) for each, castle in war.castles.items()},
    )
    after = with_corrected_battle(then, happened)
    flags = {region: tuple(sorted(castle.flags)) for region, castle in sorted(after.castles.items()) if castle.flags}
    return replace(
        ground,
        units=after.units,
        stock=after.stock if ground.stock else {},
        remnants=after.remnants,
        immortals=after.immortals,
        flags=flags if ground.step == REWARDS else {},
    )


# --- words --------------------------------------------------------------------------------------------------------------


def tell_battle_ruled(happened: BattleRuled, before: GameState, after: GameState) -> Iterator[Line]:
    board, reason = board_of(before.scenario), happened.reason
    region = board.region_name(happened.region)
    if happened.by_hand is None:
        yield to_desks(say("{region}: the battle is counted by the rules alone: {reason}.", region=region, reason=reason))
    else:
        changes = by_hand_words(board, happened.by_hand)
        yield to_desks(say("{region}: in the battle {changes}: {reason}.", region=region, changes=changes, reason=reason))


def tell_battle_corrected(happened: BattleCorrected, before: GameState, after: GameState) -> Iterator[Line]:
    """Tell everybody the new result, in place of the earlier reports and news."""
    board, battle, flags = board_of(before.scenario), happened.battle, happened.flags
    region, now, was = board.region_name(battle.region), result_words(board, battle), result_words(board, happened.before)
    words = say(
        "The battle in {region} is corrected: {now}; before: {was}. {reason}.",
        region=region,
        now=now,
        was=was,
        reason=happened.reason,
    )
    yield to_desks(words)
    yield Correction(to="all", what=say("The battle in {region}", region=region), now=now, was=was)
    words = say("Control corrected a battle. {region}: {result}.", region=region, result=now)
    yield from report_battle(after, battle, words, corrected=happened.before, why=say("Set by Control."))
    if flags is not None:
        yield from report_flags(after, flags.region, flags.placed, flags.removed)
    yield battle_news(before, battle)
    if flags is not None and (flags.placed or flags.removed):
        yield castle_news(after, flags.region)


COMMANDS: Mapping[type, CommandHandler] = {
    ChangeBattle: CommandHandler(
        decide=decide_change_battle,
        desks=WAR_DESK,
        label=lambda c, s: say("The battle in {region}", region=region_name(s, c.region)),
    ),
}

EVENTS: Mapping[type, EventHandler] = {
    BattleRuled: EventHandler(evolve=evolve_battle_ruled, tell=tell_battle_ruled, invalidations=desk_invalidations),
    BattleCorrected: EventHandler(evolve=evolve_battle_corrected, tell=tell_battle_corrected, invalidations=result_invalidations),
}
