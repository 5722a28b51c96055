"""Reports of the War Room: orders to their author only, the map to the Houses (R-17, R-06)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from control.engine.language import later, say, say_count
from control.engine.modules import Module
from control.engine.reports import OrderFate, Report, Reporter, ReportKind
from rooms.realm.game.reports.words import reason_sentence
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId
from rooms.war.game.battle_changes import BattleCorrected
from rooms.war.game.battles import BattleFought
from rooms.war.game.board import Board, board_of
from rooms.war.game.famine_and_inlaws import FamineStruck, famine_cost
from rooms.war.game.flags import report_flags
from rooms.war.game.laws import UnitsByLaw, law_units_words
from rooms.war.game.records.battles import Battle, BattleResult, Round
from rooms.war.game.records.month import Reward
from rooms.war.game.rewards import RewardsCorrected, RewardsPaid, reward_words
from rooms.war.game.state import war_of
from rooms.war.game.strikes import CastleRazed, UnitsByScheme, shift_words
from rooms.war.game.words.battles import battle_rules, battle_words, result_words
from rooms.war.game.words.names import forces_listed
from rooms.war.game.words.reports import BATTLE_WEIGHT, castles_changed, to_house, units_changed, units_lost

# === short sentences ====================================================================================================

# Short sentences about a House's battles and castles in a month.


def battle_short(board: Board, house: HouseId, battle: Battle, lost: int) -> tuple[str, OrderFate]:
    """Result of a battle for a House with units there: "Inn: beaten by Cat, 1 unit lost."."""
    count = [each for each in battle.rounds if any(army.house == house for army in each.armies)][-1]
    words, fate = _outcome(board, house, count)
    named = {"region": board.region_name(battle.region), "outcome": words}
    if not lost:
        return say("{region}: {outcome}.", **named), fate
    return say_count("{region}: {outcome}, {count} unit lost.", "{region}: {outcome}, {count} units lost.", lost, **named), fate


def _outcome(board: Board, house: HouseId, count: Round) -> tuple[str, OrderFate]:
    others = forces_listed(board, [army.house for army in count.armies if army.house != house])
    if house in count.side:
        against = forces_listed(board, [army.house for army in count.armies if army.house not in count.side])
        return (
            (say("you beat {forces}", forces=against), OrderFate.DONE)
            if against
            else (say("nobody stood against you"), OrderFate.DONE)
        )
    if count.side:
        winners = [each for each in count.top if each in count.side] or list(count.side)
        return say("beaten by {forces}", forces=forces_listed(board, winners)), OrderFate.NOTHING
    if count.result is BattleResult.GUARD_HELD:
        return say("the Immortals held it"), OrderFate.NOTHING
    return say("nobody won against {forces}", forces=others), OrderFate.NOTHING


# === map ================================================================================================================

# Reports of the map to Houses: battles with sums, castles, rewards, units won and lost. Origins of units stay with the
# author of the orders. Everything reported here is visible in the hall.


RULES = 2  # number of cited rules: how the battle was decided, and the first consequence


# --- battles and castles ------------------------------------------------------------------------------------------------


def report_battle_fought(before: GameState, after: GameState, happened: BattleFought) -> Iterator[Report]:
    """Each House with units there gets all the sums and its own losses."""
    words, rule = battle_words(board_of(after.scenario), happened.battle), ", ".join(battle_rules(happened.battle)[:RULES])
    board, lost = board_of(after.scenario), losses_of(happened.battle)
    for house in fighters(after, happened.battle):
        short, fate = battle_short(board, house, happened.battle, lost[house])
        report = to_house(house, words, rule=rule, changes=units_lost(lost[house]))
        yield replace(report, short=short, fate=fate, weight=BATTLE_WEIGHT, about=_about(happened.battle))


def report_battle_corrected(before: GameState, after: GameState, happened: BattleCorrected) -> Iterator[Report]:
    words = say("Control corrected a battle. {region}: {result}.", **_result(after, happened.battle))
    board, was, now = board_of(after.scenario), losses_of(happened.before), losses_of(happened.battle)
    for house in fighters(after, happened.battle):
        short, fate = battle_short(board, house, happened.battle, now[house])
        report = to_house(house, words, why=say("Set by Control."), changes=units_lost(now[house] - was[house]))
        yield replace(report, short=short, fate=fate, weight=BATTLE_WEIGHT, about=_about(happened.battle))
    change = happened.flags
    if change is not None:
        yield from report_flags(after, change.region, change.placed, change.removed)


def _about(battle: Battle) -> str:
    """Key of a battle's report. A correction replaces the report it corrects."""
    return f"battle:{battle.region}"


def _result(state: GameState, battle: Battle) -> dict[str, str]:
    board = board_of(state.scenario)
    return {"region": board.region_name(battle.region), "result": result_words(board, battle)}


def fighters(state: GameState, battle: Battle) -> tuple[HouseId, ...]:
    """Houses whose units counted in a battle."""
    board = board_of(state.scenario)
    there = {army.house for count in battle.rounds for army in count.armies if army.house in board.houses}
    return board.sorted_houses(there)


def losses_of(battle: Battle) -> Counter[HouseId]:
    """Units each House lost in a battle, including those killed by Immortals (R-57)."""
    lost = Counter[HouseId](battle.retaliation)
    for count in battle.rounds:
        for loss in count.losses:
            lost[loss.house] += loss.units
    return lost


def report_castle_razed(before: GameState, after: GameState, happened: CastleRazed) -> Iterator[Report]:
    castle = war_of(before).castles.get(happened.region)
    if castle is not None:
        words = say("The castle in {region} is destroyed.", region=board_of(after.scenario).region_name(happened.region))
        for house in sorted(castle.flags):
            yield to_house(house, words, rule="R-126", changes=castles_changed(-1))


# --- what was earned ----------------------------------------------------------------------------------------------------


def report_rewards_paid(before: GameState, after: GameState, happened: RewardsPaid) -> Iterator[Report]:
    """The sums go to the House. The receiver's purse reports separately (R-06)."""
    yield from _rewards(after, happened.rewards)


def report_rewards_corrected(before: GameState, after: GameState, happened: RewardsCorrected) -> Iterator[Report]:
    changed = tuple(reward for reward in happened.rewards if reward not in happened.before)
    yield from _rewards(after, changed, say("Set by Control."))


def _rewards(state: GameState, rewards: tuple[Reward, ...], why: str = "") -> Iterator[Report]:
    board = board_of(state.scenario)
    for reward in rewards:
        if not (reward.power or reward.favors):
            continue
        words, receiver = reward_words(board, reward), state.seats.get(reward.seat) if reward.seat is not None else None
        kept = say("Kept by {name}.", name=receiver.name) if receiver is not None else say("It stays in the bank.")
        yield to_house(reward.house, f"{words}.", why=f"{why} {kept}".strip(), rule="GE-WAR-33", kind=ReportKind.HOLDING)


# --- units --------------------------------------------------------------------------------------------------------------


def report_famine_struck(before: GameState, after: GameState, happened: FamineStruck) -> Iterator[Report]:
    board = board_of(after.scenario)
    for each in happened.starved:
        yield to_house(each.house, famine_cost(board, each), rule="R-66", changes=units_changed(-1))


def report_units_by_law(before: GameState, after: GameState, happened: UnitsByLaw) -> Iterator[Report]:
    words = law_units_words(after, happened)
    yield to_house(happened.house, f"{words}.", why=reason_sentence(happened.why), changes=units_changed(happened.units))


def report_units_by_scheme(before: GameState, after: GameState, happened: UnitsByScheme) -> Iterator[Report]:
    """The public change on the map. The cause goes to entitled readers only. Units moved elsewhere are no loss."""
    board = board_of(after.scenario)
    summed = {each.house: sum(other.units for other in happened.shifts if other.house == each.house) for each in happened.shifts}
    for shift in happened.shifts:
        yield to_house(shift.house, f"{shift_words(board, shift)}.", changes=units_changed(summed.pop(shift.house, 0)))


MAP_REPORTS: Mapping[type, Reporter] = {
    BattleFought: report_battle_fought,
    BattleCorrected: report_battle_corrected,
    CastleRazed: report_castle_razed,
    RewardsPaid: report_rewards_paid,
    RewardsCorrected: report_rewards_corrected,
    FamineStruck: report_famine_struck,
    UnitsByLaw: report_units_by_law,
    UnitsByScheme: report_units_by_scheme,
}


# === modules ============================================================================================================

# What the War Room reports, as two modules of the game: to who ordered it, and to the Houses on the map.


REPORTED_MAP = Module(name="war-map-reports", title=later("Reports"), reports=MAP_REPORTS)
