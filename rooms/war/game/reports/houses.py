"""Reports of the map, to the House: battles with their sums, castles, what was earned, units won and lost (R-06).

Where and from whom units came stays with those who ordered it (R-17); what is told here hangs in the hall.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from control.engine.language import say
from control.engine.reports import Change, Fate, Report, Reporter, ReportKind
from rooms.realm.game.reports.words import because
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, Room
from rooms.war.game.battles import BattleFought
from rooms.war.game.board import board_of
from rooms.war.game.changing import BattleCorrected
from rooms.war.game.correcting import RewardsCorrected
from rooms.war.game.flags import FlagAdjusted, FlagsChanged
from rooms.war.game.forfeits import FlagReplaced
from rooms.war.game.hardship import FamineStruck, famine_cost
from rooms.war.game.laws import UnitsByLaw, law_units_words
from rooms.war.game.records.battles import Battle
from rooms.war.game.records.month import Reward
from rooms.war.game.reports.short import BATTLE, CASTLE, battle_short, castle_short
from rooms.war.game.rewards import RewardsPaid, reward_words
from rooms.war.game.state import war_of
from rooms.war.game.strikes import CastleRazed, UnitsByScheme, shift_words
from rooms.war.game.units import UnitsAdjusted
from rooms.war.game.words.battles import battle_rules, battle_words, result_words

OUTCOME = ReportKind.OUTCOME
RULES = 2  # of a battle that are cited: how it was decided, and what followed first


# --- battles and castles ------------------------------------------------------------------------------------------------


def fought(before: GameState, after: GameState, happened: BattleFought) -> Iterator[Report]:
    """Each House whose units stood there reads all the sums, and how many of them it lost."""
    words, rule = battle_words(board_of(after.scenario), happened.battle), ", ".join(battle_rules(happened.battle)[:RULES])
    board, lost = board_of(after.scenario), losses_of(happened.battle)
    for house in fighters(after, happened.battle):
        short, fate = battle_short(board, house, happened.battle, lost[house])
        report = _report(house, words, rule=rule, changes=_lost(lost[house]))
        yield replace(report, short=short, fate=fate, weight=BATTLE, about=_about(happened.battle))


def battle_corrected(before: GameState, after: GameState, happened: BattleCorrected) -> Iterator[Report]:
    words = say("Control corrected a battle. {region}: {result}.", **_result(after, happened.battle))
    board, was, now = board_of(after.scenario), losses_of(happened.before), losses_of(happened.battle)
    for house in fighters(after, happened.battle):
        short, fate = battle_short(board, house, happened.battle, now[house])
        report = _report(house, words, why=say("Set by Control."), changes=_lost(now[house] - was[house]))
        yield replace(report, short=short, fate=fate, weight=BATTLE, about=_about(happened.battle))
    change = happened.flags
    if change is not None:
        yield from _flags(after, change.region, change.placed, change.removed)


def _about(battle: Battle) -> str:
    """What was corrected is told in place of what it corrects."""
    return f"battle:{battle.region}"


def _result(state: GameState, battle: Battle) -> dict[str, str]:
    board = board_of(state.scenario)
    return {"region": board.region_name(battle.region), "result": result_words(board, battle)}


def fighters(state: GameState, battle: Battle) -> tuple[HouseId, ...]:
    """The Houses whose units were counted in a battle."""
    board = board_of(state.scenario)
    there = {army.house for count in battle.rounds for army in count.armies if army.house in board.houses}
    return board.sorted_houses(there)


def losses_of(battle: Battle) -> Counter[HouseId]:
    """How many units each House lost in a battle, to Immortals too (R-57)."""
    lost = Counter[HouseId](battle.retaliation)
    for count in battle.rounds:
        for loss in count.losses:
            lost[loss.house] += loss.units
    return lost


def flags_changed(before: GameState, after: GameState, happened: FlagsChanged) -> Iterator[Report]:
    for change in happened.changes:
        yield from _flags(after, change.region, change.placed, change.removed)


def flag_replaced(before: GameState, after: GameState, happened: FlagReplaced) -> Iterator[Report]:
    yield from _flags(after, happened.region, (happened.by,), (happened.house,))


def flag_set(before: GameState, after: GameState, happened: FlagAdjusted) -> Iterator[Report]:
    placed, removed = ((happened.house,), ()) if happened.on else ((), (happened.house,))
    yield from _flags(after, happened.region, placed, removed, say("Set by Control."))


def razed(before: GameState, after: GameState, happened: CastleRazed) -> Iterator[Report]:
    castle = war_of(before).castles.get(happened.region)
    if castle is not None:
        words = say("The castle in {region} is destroyed.", region=board_of(after.scenario).region_name(happened.region))
        for house in sorted(castle.flags):
            yield _report(house, words, rule="R-126", changes=_castles(-1))


def _flags(state: GameState, region: str, placed: Iterable[HouseId], removed: Iterable[HouseId], why: str = "") -> Iterator[Report]:
    board = board_of(state.scenario)
    names = {house: board.house_name(house) for house in (*placed, *removed)}
    castle = next((each.name for each in war_of(state).castles.values() if each.region == region), str(region))
    came, gone = tuple(placed), tuple(removed)
    for house in came:
        words = say("{house} has its flag on {castle} now.", house=names[house], castle=castle)
        short = castle_short(board, castle, house, came, gone)
        report = _report(house, words, why=why, rule="R-53", changes=_castles(1))
        yield replace(report, short=short, fate=Fate.DONE, weight=CASTLE)
    for house in gone:
        words = say("{house} has its flag on {castle} no longer.", house=names[house], castle=castle)
        short = castle_short(board, castle, house, came, gone)
        report = _report(house, words, why=why, rule="R-53", changes=_castles(-1))
        yield replace(report, short=short, fate=Fate.NOTHING, weight=CASTLE)


# --- what was earned ----------------------------------------------------------------------------------------------------


def paid(before: GameState, after: GameState, happened: RewardsPaid) -> Iterator[Report]:
    """The sums are the House's; the purse of who received it tells of it itself (R-06)."""
    yield from _rewards(after, happened.rewards)


def rewards_corrected(before: GameState, after: GameState, happened: RewardsCorrected) -> Iterator[Report]:
    changed = tuple(reward for reward in happened.rewards if reward not in happened.before)
    yield from _rewards(after, changed, say("Set by Control."))


def _rewards(state: GameState, rewards: tuple[Reward, ...], why: str = "") -> Iterator[Report]:
    board = board_of(state.scenario)
    for reward in rewards:
        if not (reward.power or reward.favors):
            continue
        words, receiver = reward_words(board, reward), state.seats.get(reward.seat) if reward.seat is not None else None
        kept = say("Kept by {name}.", name=receiver.name) if receiver is not None else say("It stays in the bank.")
        yield _report(reward.house, f"{words}.", why=f"{why} {kept}".strip(), rule="GE-WAR-33", kind=ReportKind.HOLDING)


# --- units --------------------------------------------------------------------------------------------------------------


def starved(before: GameState, after: GameState, happened: FamineStruck) -> Iterator[Report]:
    board = board_of(after.scenario)
    for each in happened.starved:
        yield _report(each.house, famine_cost(board, each), rule="R-66", changes=_units(-1))


def by_law(before: GameState, after: GameState, happened: UnitsByLaw) -> Iterator[Report]:
    words = law_units_words(after, happened)
    yield _report(happened.house, f"{words}.", why=because(happened.why), changes=_units(happened.units))


def by_scheme(before: GameState, after: GameState, happened: UnitsByScheme) -> Iterator[Report]:
    """What everybody sees on the map; what did it is told to whom it may be. Units only sent elsewhere are no loss."""
    board = board_of(after.scenario)
    summed = {each.house: sum(other.units for other in happened.shifts if other.house == each.house) for each in happened.shifts}
    for shift in happened.shifts:
        yield _report(shift.house, f"{shift_words(board, shift)}.", changes=_units(summed.pop(shift.house, 0)))


def units_set(before: GameState, after: GameState, happened: UnitsAdjusted) -> Iterator[Report]:
    board = board_of(after.scenario)
    named = {"house": board.house_name(happened.house), "region": board.region_name(happened.region)}
    words = say("Units of {house} in {region}: {count}.", count=happened.after, **named)
    by = happened.after - happened.before
    yield _report(happened.house, words, why=say("Set by Control."), changes=_units(by))


def _units(by: int) -> tuple[Change, ...]:
    return (Change(what=say("units"), one=say("unit"), by=by),) if by > 0 else _lost(-by)


def _lost(count: int) -> tuple[Change, ...]:
    """Losses are read as losses, so that nothing makes up for them in a sum; fewer than were told before is less than nothing."""
    return (Change(what=say("units lost"), one=say("unit lost"), by=count, bare=True, good=False),) if count else ()


def _castles(by: int) -> tuple[Change, ...]:
    return (Change(what=say("castles"), one=say("castle"), by=by),)


def _report(
    house: HouseId,
    words: str,
    *,
    why: str = "",
    rule: str = "",
    changes: tuple[Change, ...] = (),
    kind: ReportKind = OUTCOME,
) -> Report:
    return Report(to=f"team:{house}", kind=kind, words=words, why=why, rule=rule, room=Room.WAR, changes=changes)


REPORTS: Mapping[type, Reporter] = {
    BattleFought: fought,
    BattleCorrected: battle_corrected,
    FlagsChanged: flags_changed,
    FlagReplaced: flag_replaced,
    FlagAdjusted: flag_set,
    CastleRazed: razed,
    RewardsPaid: paid,
    RewardsCorrected: rewards_corrected,
    FamineStruck: starved,
    UnitsByLaw: by_law,
    UnitsByScheme: by_scheme,
    UnitsAdjusted: units_set,
}
