"""The Battle step: battle or peace in each region, and the units that defeated Immortals kill.

Rules: R-61, GE-WAR-65, R-57.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from msgspec import Struct

from control.day.decisions import questions as decisions
from control.day.decisions.answers import answer_by_default
from control.day.records import Decision, Option
from control.day.timetable import steps_of
from control.engine.context import DecisionContext
from control.engine.language import listed, say, say_count
from control.engine.modules import EventHandler, GameEvent
from control.engine.records import replace
from control.engine.reports import Line, OrderFate, Report, to_desks
from rooms.realm.desks import Desk
from rooms.realm.game.reports.words import news, withdraw_news
from rooms.realm.game.state import GameState
from rooms.realm.game.throne.throne_events import sovereign_house
from rooms.realm.scenario.ids import HouseId, RegionId, Room
from rooms.realm.scenario.schema import NewsKind
from rooms.war.game.battle_forces import Muster, flags_on, guard_in
from rooms.war.game.board import Board, board_of
from rooms.war.game.famine_and_inlaws import charge_in_laws
from rooms.war.game.flags import FlagsChanged
from rooms.war.game.lookup import board_invalidations, desk_invalidations
from rooms.war.game.reasons import by_rule_reason, by_rule_short_reason, immortal_called, whose_unit_question, whose_units_question
from rooms.war.game.records.battles import IMMORTALS, REMNANTS, Army, Battle, BattleResult, Round
from rooms.war.game.state import BATTLE, MOVE, WarState, found, month_record, told, war_of, with_notes, with_war
from rooms.war.game.words.battles import battle_rules, battle_words
from rooms.war.game.words.names import forces_listed
from rooms.war.game.words.reports import BATTLE_WEIGHT, named_in_hall, to_house, units_lost
from rooms.war.rules.battle import Strike, fight, strikes_in
from rooms.war.rules.castles import flag_changes
from rooms.war.rules.effects import effects_in
from rooms.war.rules.forces import favored
from rooms.war.rules.results import cleared

# === vengeance of Immortals =============================================================================================

# Question to War Control between Move and Battle: whose unit does a defeated Immortal kill (GE-WAR-65, R-57)?


USUAL = "usual"  # answer that follows the rule


def vengeance_prefix(month: int) -> str:
    """Id prefix of the questions about a month's retaliation."""
    return f"war-{month}-guard-"


def chosen_vengeance(state: GameState, month: int) -> Mapping[RegionId, Mapping[int, HouseId]]:
    """War Control's choices so far, by region and Immortal."""
    prefix, found = vengeance_prefix(month), dict[RegionId, dict[int, HouseId]]()
    for decided, option in decisions.chosen_options(state, prefix).items():
        region, _, immortal = decided.removeprefix(prefix).rpartition("-")
        if option != USUAL:
            found.setdefault(RegionId(region), {})[int(immortal)] = HouseId(option)
    return found


def ask_for_vengeance(state: GameState, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Ask War Control whose unit each Immortal would kill that falls as things stand. Asked from Move until Battle.

    Rules: GE-WAR-65, R-57.
    """
    war, month = war_of(state), state.clock.month
    if war.record.month != month or MOVE not in war.record.done or BATTLE in war.record.done:
        return ()
    effects = effects_in(state)
    stances = {stance.house: stance for stance in war.record.stances}
    muster = Muster(state, war, stances=stances, effects=effects)
    wanted, moot = list[Decision](), list[Decision]()
    for region in sorted({each.region for each in war.immortals if each.region is not None}):
        for strike in strikes_in(muster.at(region)):
            (wanted if strike.free else moot).append(_vengeance(state, region, strike, asked))
    return decisions.update_questions(state, wanted, vengeance_prefix(month), moot)


def _vengeance(state: GameState, region: RegionId, strike: Strike, asked: DecisionContext) -> Decision:
    board, month = board_of(state.scenario), state.clock.month
    name, immortal = board.region_name(region), strike.immortal
    return Decision(
        id=f"{vengeance_prefix(month)}{region}-{strike.immortal}",
        desk=Desk.WAR,
        month=month,
        question=whose_unit_question(name, immortal),
        options=(_default_option(board, strike), *_house_options(board, strike)),
        default=USUAL,
        since=asked.at,
        blocks=_step_name(state),
        rule="R-57",
        place=region,
        group=whose_units_question(name),
        part=immortal_called(immortal),
    )


def _step_name(state: GameState) -> str:
    """Name of the Battle step in the scenario: the default answer waits for it."""
    return next((step.name for step in steps_of(state, Room.WAR) if step.id == BATTLE), BATTLE)


def _default_option(board: Board, strike: Strike) -> Option:
    victim = board.house_name(strike.victim)
    return Option(id=USUAL, words=by_rule_reason(victim), short=by_rule_short_reason(victim))


def _house_options(board: Board, strike: Strike) -> tuple[Option, ...]:
    houses = board.sorted_houses(frozenset(strike.alive))
    return tuple(Option(id=house, words=board.house_name(house)) for house in houses)


# === battle step ========================================================================================================

# The Battle step: battle or peace in each region, payments to in-laws, then the flags.


# --- events -------------------------------------------------------------------------------------------------------------


class BattleFought(Struct, frozen=True, kw_only=True):
    """A battle was fought in a region."""

    month: int
    battle: Battle


class PeaceKept(Struct, frozen=True, kw_only=True):
    """Several Houses had units in a region without a battle."""

    month: int
    region: RegionId
    houses: tuple[HouseId, ...]
    treaty: bool


# --- what the step does -------------------------------------------------------------------------------------------------


def fight_battles(state: GameState, month: int) -> Iterator[GameEvent]:
    """Battle or peace in each region, then the flags after all of them (GE-WAR-32, GE-WAR-45, GE-WAR-46).

    Open questions about the Immortals' retaliation get their default first (R-57).
    """
    before, effects, record = war_of(state), effects_in(state), month_record(war_of(state), month)
    stances = {stance.house: stance for stance in record.stances}
    yield from answer_by_default(state, vengeance_prefix(month))
    chosen, battles = chosen_vengeance(state, month), list[Battle]()
    muster = Muster(state, before, stances=stances, effects=effects)
    for region in muster.contested():
        forces = muster.at(region, chosen=chosen.get(region))
        battle = fight(forces)
        if battle is not None:
            battles.append(battle)
            yield BattleFought(month=month, battle=battle)
        elif len(forces.units) > 1:
            houses = tuple(sorted(forces.units))
            yield PeaceKept(month=month, region=region, houses=houses, treaty=region in effects.treaties)
    yield from charge_in_laws(state, month, tuple(battles))
    yield FlagsChanged(month=month, changes=flag_changes(cleared(before, battles, month), muster.ticks))


# --- fold ---------------------------------------------------------------------------------------------------------------


def evolve_battle_fought(state: GameState, happened: BattleFought) -> GameState:
    war, battle = found(state, happened.month, BATTLE), happened.battle
    doubts = () if _is_as_counted(state, war, battle) else (f"battle:{battle.region}",)
    record = told(war.record, regions=(battle.region,), doubts=doubts, battles=(*war.record.battles, battle))
    return with_war(state, cleared(war, (battle,), happened.month, record=record))


def _is_as_counted(state: GameState, war: WarState, battle: Battle) -> bool:
    """Whether units, ticks, flags, guards and remnants are still as the battle counted them."""
    first = battle.rounds[0].armies if battle.rounds else ()
    armies = [army for army in first if army.house not in (REMNANTS, IMMORTALS)]
    counted, there = {army.house: army.units for army in armies}, war.units.get(battle.region, {})
    if counted != there or battle.by_hand != war.record.by_hand.get(battle.region):
        return False
    if sum([army.units for army in first if army.house == REMNANTS]) != war.remnants.get(battle.region, 0):
        return False
    flags = flags_on(war, battle.region)
    guard, commanded = guard_in(war, battle.region)
    stances = {house: war.record.stance(house) for house in counted}
    if battle.immortals != (guard if battle.betrayers else ()):
        return False
    if guard and set(battle.betrayers) != {house for house, stance in stances.items() if stance.betrays}:
        return False
    for army in armies:
        if bool(army.castle) != (army.house in flags):
            return False
        ticks = {house for house in stances[army.house].ticks if house in counted}
        # In a battle with Immortals some ticks do not count, so the battle may list fewer than the stance.
        if ticks != {*army.ticks} and not (battle.betrayers and ticks > {*army.ticks}):
            return False
    return _is_as_helped(state, battle, armies, commanded)


def _is_as_helped(state: GameState, battle: Battle, armies: list[Army], commanded: Mapping[HouseId, tuple[int, ...]]) -> bool:
    """Whether laws, schemes, Favors, commanders and the throne are still as the battle counted them (R-56, R-59, R-68, R-94)."""
    effects = effects_in(state)
    for army in armies:
        strength = army.units * (2 if army.house in effects.per_unit else 1)
        bonus = (army.house in effects.per_battle) + (army.house in effects.aided)
        if (army.strength, army.bonus, army.commanded) != (strength, bonus, len(commanded.get(army.house, ()))):
            return False
        without = strength + army.castle + bonus + army.guard + sum(lent.strength for lent in army.lent)
        if army.favors != favored(effects.favored.get(battle.region, {}).get(army.house, ()), without):
            return False
    if battle.by_hand is None and not _is_as_banned(battle, effects.banned):
        return False
    if not battle.betrayers:
        return True
    lent = {each.house for army in battle.rounds[0].armies if army.house == IMMORTALS for each in army.lent}
    there = {army.house for army in armies}.difference(battle.betrayers)
    return lent == {sovereign_house(state)} & there


def _is_as_banned(battle: Battle, banned: frozenset[tuple[HouseId, HouseId]]) -> bool:
    """Whether exactly the Houses were spared that the winners may not kill (R-94)."""
    if not {house for count in battle.rounds for house in count.spared} <= {spared for _killer, spared in banned}:
        return False
    for count in battle.rounds if banned else ():
        winners = set(count.top) & set(count.side)
        if winners and any(all((winner, loss.house) in banned for winner in winners) for loss in count.losses):
            return False
    return True


def evolve_peace_kept(state: GameState, happened: PeaceKept) -> GameState:
    war = found(state, happened.month, BATTLE)
    there = frozenset(war.units.get(happened.region, {}))
    allied = happened.treaty or all(there - {house} <= frozenset(war.record.stance(house).ticks) for house in there)
    if there != frozenset(happened.houses) or not allied:
        war = with_notes(war, doubt=f"peace:{happened.region}")
    return with_war(state, replace(war, record=replace(war.record, peace=(*war.record.peace, happened.region))))


# --- words --------------------------------------------------------------------------------------------------------------


OF_NOTE: Final = 3  # units lost in a battle that make news; a battle with Immortals always does
RULES: Final = 2  # number of cited rules: how the battle was decided, and the first consequence


def tell_battle_fought(happened: BattleFought, before: GameState, after: GameState) -> Iterator[Line]:
    """Tell each House with units there all the sums and its own losses."""
    battle = happened.battle
    words, rules = battle_words(board_of(before.scenario), battle), battle_rules(battle)
    yield to_desks(say("{battle} By {rules}.", battle=words, rules=listed(rules)))
    yield from report_battle(after, battle, words, rule=", ".join(rules[:RULES]))
    yield battle_news(before, battle)


def tell_peace_kept(happened: PeaceKept, before: GameState, after: GameState) -> Iterator[Line]:
    board = board_of(before.scenario)
    region, houses = board.region_name(happened.region), forces_listed(board, happened.houses)
    if happened.treaty:
        yield to_desks(say("{region}: {houses} stand in peace; a Treaty holds.", region=region, houses=houses))
    else:
        yield to_desks(say("{region}: {houses} stand in peace; all tick each other.", region=region, houses=houses))


def report_battle(
    state: GameState, battle: Battle, words: str, *, corrected: Battle | None = None, why: str = "", rule: str = ""
) -> Iterator[Report]:
    """Tell each House that fought how it ended. Losses are those beyond the `corrected` result, whose report this replaces."""
    board, lost, known = board_of(state.scenario), losses_of(battle), losses_of(corrected) if corrected else Counter[HouseId]()
    fought = {army.house for count in battle.rounds for army in count.armies if army.house in board.houses}
    for house in board.sorted_houses(fought):
        short, fate = battle_short(board, house, battle, lost[house])
        report = to_house(house, words, why=why, rule=rule, changes=units_lost(lost[house] - known[house]))
        yield replace(report, short=short, fate=fate, weight=BATTLE_WEIGHT, about=f"battle:{battle.region}")


def losses_of(battle: Battle) -> Counter[HouseId]:
    """Units each House lost in a battle, including those killed by Immortals (R-57)."""
    lost = Counter[HouseId](battle.retaliation)
    for count in battle.rounds:
        for loss in count.losses:
            lost[loss.house] += loss.units
    return lost


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


def battle_news(state: GameState, battle: Battle) -> Report:
    """News of a battle that cost many units or involved Immortals."""
    about, last = f"battle:{battle.region}", battle.rounds[-1] if battle.rounds else None
    lost = sum(loss.units for each in battle.rounds for loss in each.losses)
    if last is None or (lost < OF_NOTE and not battle.immortals):
        return withdraw_news(about)
    there = {army.house for each in battle.rounds for army in each.armies}
    named = {"region": board_of(state.scenario).region_name(battle.region)}
    if last.result is BattleResult.GUARD_HELD:
        return _news_of(state, NewsKind.GUARD_HELD, about, named, others=there & {*battle.betrayers})
    if last.result is BattleResult.WIPED_OUT:
        return _news_of(state, NewsKind.BATTLE_DRAWN, about, named, houses=there)
    return _news_of(state, NewsKind.BATTLE_WON, about, named, houses=last.side, others=there.difference(last.side))


def _news_of(state: GameState, kind: NewsKind, about: str, named: Mapping[str, str], **sides: Iterable[HouseId]) -> Report:
    """The news, if every side it names has a House. Remnants and Immortals are not named."""
    said = {side: named_in_hall(state, houses) for side, houses in sides.items()}
    return news(state, kind, about, **named, **said) if all(said.values()) else withdraw_news(about)


EVENTS: Mapping[type, EventHandler] = {
    BattleFought: EventHandler(evolve=evolve_battle_fought, tell=tell_battle_fought, invalidations=board_invalidations),
    PeaceKept: EventHandler(evolve=evolve_peace_kept, tell=tell_peace_kept, invalidations=desk_invalidations),
}
