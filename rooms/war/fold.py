"""How the War Room's events change its state. Total: an event folds on any state; what does not fit is noted as a doubt, and
`broken` tells. A doubt means that a result counted other numbers than those it now stands on, because something before it was
withdrawn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from control.game.engine import GameEvent
from control.game.state import GameState
from control.game.throne import sovereign_house
from control.scenario.ids import HouseId, RegionId
from rooms.war import guard
from rooms.war.board import board_of
from rooms.war.events import (
    BattleFought,
    BoardSet,
    FlagAdjusted,
    FlagsChanged,
    GuardMoved,
    ImmortalAdjusted,
    ImmortalsReturned,
    MovesMade,
    OrdersCorrected,
    OrdersOpened,
    PeaceKept,
    RecruitsPlaced,
    RemnantAdjusted,
    RemnantsReturned,
    RewardsPaid,
    RumorMoved,
    RumorPlaced,
    UnitsAdjusted,
)
from rooms.war.grounds import found
from rooms.war.rules.castles import flag_changes, held_by
from rooms.war.rules.coup import at_court, castle_lost, judged
from rooms.war.rules.effects import effects_in
from rooms.war.rules.moves import route_of
from rooms.war.rules.ways import Watch, ways_for
from rooms.war.state import (
    BATTLE,
    IMMORTALS,
    MOVE,
    ORDERS,
    RECRUIT,
    REMNANTS,
    REWARDS,
    Battle,
    Castle,
    Coup,
    GuardMove,
    Immortal,
    MonthRecord,
    OrderKind,
    Outcome,
    RumorToken,
    Shift,
    Via,
    WarState,
    in_month,
    noted,
    shifted,
    stocked,
    war_of,
    with_war,
)

MOVES = frozenset({OrderKind.MOVE})
RECRUITS = frozenset({OrderKind.RECRUIT, OrderKind.EXTRA})


def evolve_board_set(state: GameState, happened: BoardSet) -> GameState:
    units: dict[RegionId, dict[HouseId, int]] = {}
    for placed in happened.units:
        units.setdefault(placed.region, {})[placed.house] = placed.units
    board = WarState(
        units=units,
        stock={each.house: each.units for each in happened.stock},
        castles={castle.region: castle for castle in happened.castles},
        remnants=dict.fromkeys(happened.remnants, 1),
        rumors=happened.rumors,
        immortals=happened.immortals,
    )
    return with_war(state, board)


# --- the steps of the month ---------------------------------------------------------------------------------------------


def evolve_orders_opened(state: GameState, happened: OrdersOpened) -> GameState:
    war = in_month(war_of(state), happened.month)
    if ORDERS in war.record.done:  # the clock was set back to a month that had been played: it is played anew
        war = replace(war, record=MonthRecord(month=happened.month))
    war = noted(war, step=ORDERS)
    record = replace(
        war.record,
        opened_at=happened.at,
        present=happened.present,
        sheets=happened.sheets,
        set_aside=happened.set_aside,
        stances=happened.stances,
    )
    return with_war(state, replace(war, record=record))


def evolve_orders_corrected(state: GameState, happened: OrdersCorrected) -> GameState:
    war = in_month(war_of(state), happened.month)
    seat = happened.sheet.seat
    others = [sheet for sheet in war.record.sheets if sheet.seat != seat]
    sheets = tuple(sorted((*others, happened.sheet), key=lambda sheet: sheet.seat))
    aside = tuple(each for each in war.record.set_aside if each.seat != seat)
    record = replace(war.record, sheets=sheets, set_aside=aside, present=happened.present, stances=happened.stances)
    return with_war(state, replace(war, record=record))


def evolve_moves_made(state: GameState, happened: MovesMade) -> GameState:
    war = found(state, happened.month, MOVE)
    for outcome in happened.outcomes:
        if war.count(_origin(outcome), outcome.house) != outcome.stood:
            war = noted(war, doubt=f"move:{_origin(outcome)}")
    for doubt in _misled(state, war, happened.outcomes):
        war = noted(war, doubt=doubt)
    shifts: list[Shift] = []
    for outcome in happened.outcomes:
        shifts.append((_origin(outcome), outcome.house, -outcome.done))
        shifts.append((outcome.ended, outcome.house, outcome.done))
    after = shifted(war, (shift for shift in shifts if shift[2]))
    moved = tuple(region for region in {*war.units, *after.units} if war.units.get(region) != after.units.get(region))
    after = _commanded(noted(after, regions=moved, step=MOVE), happened.guard_moves, happened.month)
    return with_war(state, _with_outcomes(after, happened.outcomes, MOVES))


def _misled(state: GameState, war: WarState, outcomes: Iterable[Outcome]) -> tuple[str, ...]:
    """Moves by road or tunnel that would not go that way now: what let them pass, or stopped them, was withdrawn (R-63)."""
    known = {stance.house: stance for stance in war.record.stances}
    found = []
    for outcome in outcomes:
        if outcome.via is Via.STEP or not outcome.done:
            continue
        watch = Watch(war=war, house=outcome.house, stances=known)
        ways = ways_for(state, outcome.house)
        route = route_of(watch, outcome.order, board=board_of(state.scenario), ways=ways, effects=effects_in(state))
        if route.way is None or (route.way.stopped_at or outcome.order.target) != outcome.ended:
            found.append(f"road:{_origin(outcome)}")
    return tuple(found)


def _commanded(war: WarState, moves: tuple[GuardMove, ...], month: int) -> WarState:
    """The war once Immortals have gone where they were ordered; they go home at the end of the month (R-59)."""
    done = {move.order.immortal: move for move in moves if move.done}
    regions: list[RegionId] = []
    immortals: list[Immortal] = []
    for each in war.immortals:
        move = done.get(each.id)
        if move is None:
            immortals.append(each)
            continue
        if each.region != move.origin and move.origin is not None:
            war = noted(war, doubt=f"immortal:{move.origin}")
        regions += [region for region in (each.region, move.order.target) if region is not None]
        sent = replace(each, region=move.order.target, away_until=None, task="", home_in=month, commander=move.house)
        immortals.append(sent)
    if done:
        war = noted(replace(war, immortals=tuple(immortals)), regions=tuple(regions))
    return replace(war, record=replace(war.record, guard_moves=moves))


def evolve_battle_fought(state: GameState, happened: BattleFought) -> GameState:
    war, battle = found(state, happened.month, BATTLE), happened.battle
    record = war.record
    doubts = () if _as_counted(state, war, battle) else (f"battle:{battle.region}",)
    told = replace(
        record,
        battles=(*record.battles, battle),
        changed=tuple(sorted({*record.changed, battle.region})),
        doubts=(*record.doubts, *doubts),
    )
    return with_war(state, cleared(war, (battle,), happened.month, record=told))


def cleared(war: WarState, battles: Iterable[Battle], month: int, *, record: MonthRecord | None = None) -> WarState:
    """The board once these battles of a month have taken their toll: pieces to their stockpiles, remnants and Immortals away.

    `record` is put in the place of the war's own in the same go.
    """
    units, stock, remnants, away = dict(war.units), dict(war.stock), dict(war.remnants), set[int]()
    for battle in battles:
        there = dict(units.pop(battle.region, {}))
        for house, lost in _losses(battle).items():
            stock[house] = stock.get(house, 0) + lost
            there[house] = there.get(house, 0) - lost
        if left := {house: count for house, count in there.items() if count}:
            units[battle.region] = left
        remnants_lost = sum(count.remnants_lost for count in battle.rounds)
        if remnants_lost:
            remnants[battle.region] = remnants.get(battle.region, 0) - remnants_lost
        if battle.immortals_defeated:
            away.update(battle.immortals)
        away.update(battle.fallen)
    gone = (Immortal(id=each.id, region=None, away_until=month + 1) if each.id in away else each for each in war.immortals)
    return replace(
        war,
        units=units,
        stock=stock,
        remnants={region: number for region, number in remnants.items() if number},
        immortals=tuple(gone) if away else war.immortals,
        record=record or war.record,
    )


def evolve_peace_kept(state: GameState, happened: PeaceKept) -> GameState:
    war = found(state, happened.month, BATTLE)
    there = frozenset(war.units.get(happened.region, {}))
    allied = happened.treaty or all(there - {house} <= frozenset(war.record.stance(house).ticks) for house in there)
    if there != frozenset(happened.houses) or not allied:
        war = noted(war, doubt=f"peace:{happened.region}")
    return with_war(state, replace(war, record=replace(war.record, peace=(*war.record.peace, happened.region))))


def evolve_flags_changed(state: GameState, happened: FlagsChanged) -> GameState:
    war = found(state, happened.month, BATTLE)
    castles = dict(war.castles)
    for change in happened.changes:
        castle = castles.get(change.region, Castle(region=change.region, name=str(change.region)))
        if castle.flags != frozenset(change.before):
            war = noted(war, doubt=f"flags:{change.region}")
        flags = (castle.flags | frozenset(change.placed)) - frozenset(change.removed)
        castles[change.region] = replace(castle, flags=flags)
    war = replace(war, castles=castles)
    for doubt in (*_uncounted(war, effects_in(state).treaties), *_unsettled(war), *_unsaid(with_war(state, war))):
        war = noted(war, doubt=doubt)
    return with_war(state, noted(war, regions=tuple(change.region for change in happened.changes), step=BATTLE))


def evolve_rewards_paid(state: GameState, happened: RewardsPaid) -> GameState:
    war, free = found(state, happened.month, REWARDS), state.scenario.settings.free_castles
    counted = {reward.house: (reward.castles, reward.rumors) for reward in happened.rewards}
    for house in war.stock:
        held = tuple(sorted(token.region for token in war.rumors if token.region and war.count(token.region, house)))
        castles = held_by(war.castles.values(), house)
        if counted[house] != (castles, held) if house in counted else held or len(castles) > free:
            war = noted(war, doubt=f"rewards:{house}")
    gone = frozenset(happened.rumors_removed)
    rumors = tuple(replace(token, region=None) if token.id in gone else token for token in war.rumors)
    left = tuple(token.region for token in war.rumors if token.id in gone and token.region is not None)
    war = noted(replace(war, rumors=rumors), regions=left, step=REWARDS)
    return with_war(state, replace(war, record=replace(war.record, rewards=happened.rewards)))


def evolve_recruits_placed(state: GameState, happened: RecruitsPlaced) -> GameState:
    war = found(state, happened.month, RECRUIT)
    placed: list[RegionId] = []
    for outcome in happened.outcomes:
        if war.count(outcome.order.target, outcome.house) != outcome.stood:
            war = noted(war, doubt=f"recruit:{outcome.order.target}")
        if outcome.done:
            placed.append(outcome.order.target)
            shift = (outcome.order.target, outcome.house, outcome.done)
            war = stocked(shifted(war, (shift,)), {outcome.house: -outcome.done})
    war = noted(war, regions=tuple(placed), step=RECRUIT)
    return with_war(state, _with_outcomes(war, happened.outcomes, RECRUITS))


# --- Return -------------------------------------------------------------------------------------------------------------


def evolve_immortals_returned(state: GameState, happened: ImmortalsReturned) -> GameState:
    war = in_month(war_of(state), happened.month)
    war = _with_immortals(war, happened.immortals, happened.region)
    return with_war(state, noted(war, regions=(happened.region,)))


def evolve_remnants_returned(state: GameState, happened: RemnantsReturned) -> GameState:
    war = in_month(war_of(state), happened.month)
    for region in happened.regions:
        if not war.is_empty(region):
            war = noted(war, doubt=f"remnant:{region}")
        war = _with_remnants(war, region, 1)
    return with_war(state, noted(war, regions=happened.regions))


def evolve_guard_moved(state: GameState, happened: GuardMoved) -> GameState:
    return with_war(state, _with_immortals(war_of(state), happened.immortals, happened.region))


# --- War Control --------------------------------------------------------------------------------------------------------


def evolve_units_adjusted(state: GameState, happened: UnitsAdjusted) -> GameState:
    war = in_month(war_of(state), happened.month)
    change = happened.after - happened.before
    war = stocked(shifted(war, ((happened.region, happened.house, change),)), {happened.house: -change})
    return with_war(state, noted(war, regions=(happened.region,)))


def evolve_flag_adjusted(state: GameState, happened: FlagAdjusted) -> GameState:
    war = in_month(war_of(state), happened.month)
    castle = war.castles.get(happened.region, Castle(region=happened.region, name=str(happened.region)))
    one = frozenset({happened.house})
    flags = castle.flags | one if happened.on else castle.flags - one
    war = replace(war, castles={**war.castles, happened.region: replace(castle, flags=flags)})
    return with_war(state, noted(war, regions=(happened.region,)))


def evolve_remnant_adjusted(state: GameState, happened: RemnantAdjusted) -> GameState:
    war = in_month(war_of(state), happened.month)
    war = _with_remnants(war, happened.region, happened.after - happened.before)
    return with_war(state, noted(war, regions=(happened.region,)))


def evolve_immortal_adjusted(state: GameState, happened: ImmortalAdjusted) -> GameState:
    war = in_month(war_of(state), happened.month)
    there = Immortal(id=happened.immortal, region=happened.region, away_until=happened.away_until)
    war = replace(war, immortals=tuple(there if each.id == happened.immortal else each for each in war.immortals))
    regions = tuple(region for region in (happened.origin, happened.region) if region is not None)
    return with_war(state, noted(war, regions=regions))


def evolve_rumor_moved(state: GameState, happened: RumorMoved) -> GameState:
    war = in_month(war_of(state), happened.month)
    rumors = tuple(replace(token, region=happened.region) if token.id == happened.rumor else token for token in war.rumors)
    regions = tuple(region for region in (happened.origin, happened.region) if region is not None)
    return with_war(state, noted(replace(war, rumors=rumors), regions=regions))


def evolve_rumor_placed(state: GameState, happened: RumorPlaced) -> GameState:
    war = in_month(war_of(state), happened.month)
    token = RumorToken(id=happened.rumor, region=happened.region, text=happened.text)
    war = replace(war, rumors=(*war.rumors, token), spares_used=war.spares_used + 1)
    return with_war(state, noted(war, regions=(happened.region,)))


# --- small parts --------------------------------------------------------------------------------------------------------


def _origin(outcome: Outcome) -> RegionId:
    return outcome.order.origin or outcome.order.target


def _with_outcomes(war: WarState, outcomes: tuple[Outcome, ...], kinds: frozenset[OrderKind]) -> WarState:
    doubts = (*_unordered(war, outcomes), *_passed_over(war, outcomes, kinds))
    war = replace(war, record=replace(war.record, outcomes=(*war.record.outcomes, *outcomes)))
    for doubt in doubts:
        war = noted(war, doubt=doubt)
    return war


def _unordered(war: WarState, outcomes: Iterable[Outcome]) -> tuple[str, ...]:
    """Orders carried out that no sheet holds any more: their correction was withdrawn."""
    known = {(sheet.seat, line): order for sheet in war.record.sheets for line, order in sheet.lines()}
    return tuple(f"order:{outcome.seat}" for outcome in outcomes if known.get((outcome.seat, outcome.line)) != outcome.order)


def _passed_over(war: WarState, outcomes: Iterable[Outcome], kinds: frozenset[OrderKind]) -> tuple[str, ...]:
    """Orders on a sheet that were not carried out with the others: the correction that took them away was withdrawn."""
    told = {(outcome.seat, outcome.line) for outcome in outcomes}
    lines = ((sheet.seat, line) for sheet in war.record.sheets for line, order in sheet.lines() if order.kind in kinds)
    return tuple(f"passed-over:{seat}" for seat, line in lines if (seat, line) not in told)


def _uncounted(war: WarState, treaties: frozenset[RegionId]) -> tuple[str, ...]:
    """Regions where Battle found nobody to fight and somebody stands to fight now (GE-WAR-36, R-46)."""
    told = {battle.region for battle in war.record.battles} | {*war.record.peace} | treaties
    betrayers = {stance.house for stance in war.record.stances if stance.betrays}
    return tuple(
        f"uncounted:{region}"
        for region, there in sorted(war.units.items())
        if region not in told
        and (len(there) > 1 or war.remnants.get(region) or (guard_in(war, region)[0] and betrayers & there.keys()))
    )


def _unsettled(war: WarState) -> tuple[str, ...]:
    """Castles whose flags are not those that Battle leaves behind (R-53)."""
    stances = {stance.house: frozenset(stance.ticks) for stance in war.record.stances}
    changes = flag_changes(war, stances)
    return tuple(f"flags:{change.region}" for change in changes)


def coup_now(state: GameState) -> Coup | None:
    """The coup that the Battle step of this month made, as the board stands after it (R-34)."""
    if state.court is None:
        return None
    war, treaties = war_of(state), effects_in(state).treaties
    found = judged(at_court(war, state.court.region, sovereign=sovereign_house(state), treaties=treaties))
    return found if isinstance(found, Coup) else None


def lost_now(state: GameState) -> Coup | None:
    """What follows when the House of a Sovereign by coup has no flag on its castle any more (R-36)."""
    house = sovereign_house(state)
    if house is None or state.throne.holds is None:
        return None
    return castle_lost(war_of(state), state.throne.holds, house)


def _unsaid(state: GameState) -> tuple[str, ...]:
    """What the end of Battle brings about for the throne; the event that says so takes the doubt away."""
    coup, lost = coup_now(state), lost_now(state)
    return (*((f"coup:{coup.region}",) if coup else ()), *((f"fallen:{lost.region}",) if lost else ()))


def _as_counted(state: GameState, war: WarState, battle: Battle) -> bool:
    """Do the armies of a battle, their ticks and their castles stand there as they were counted?"""
    armies = battle.rounds[0].armies if battle.rounds else ()
    counted = {army.house: army.units for army in armies if army.house not in (REMNANTS, IMMORTALS)}
    if counted != dict(war.units.get(battle.region, {})):
        return False
    if sum(army.units for army in armies if army.house == REMNANTS) != war.remnants.get(battle.region, 0):
        return False
    castle = war.castles.get(battle.region)
    flags = castle.flags if castle else frozenset()
    if any(bool(army.castle) != (army.house in flags) for army in armies if army.house in counted):
        return False
    known = {stance.house: stance for stance in war.record.stances}
    stances = {house: known.get(house) or war.record.stance(house) for house in counted}
    guard, commanded = guard_in(war, battle.region)
    if battle.immortals != (guard if battle.betrayers else ()):
        return False
    if guard and set(battle.betrayers) != {each for each in counted if stances[each].betrays}:
        return False
    if not _as_helped(state, battle, commanded):
        return False
    ticks = {army.house: set(army.ticks) for army in armies if army.house in counted}
    sheets = {house: set(stances[house].ticks) & counted.keys() for house in ticks}
    # Beside Immortals some ticks do not count, so fewer than the stance's may have been counted there.
    return all(ticks[house] <= sheets[house] if battle.betrayers else ticks[house] == sheets[house] for house in ticks)


def _as_helped(state: GameState, battle: Battle, commanded: Mapping[HouseId, tuple[int, ...]]) -> bool:
    """Do laws, schemes, commanders and the throne stand as the battle counted them (R-56, R-59, R-68, R-94)?"""
    effects, loyal = effects_in(state), sovereign_house(state)
    armies = [army for army in battle.rounds[0].armies if army.house not in (REMNANTS, IMMORTALS)]
    for army in armies:
        strength = army.units * (2 if army.house in effects.per_unit else 1)
        bonus = (army.house in effects.per_battle) + (army.house in effects.aided)
        if (army.strength, army.bonus, army.commanded) != (strength, bonus, len(commanded.get(army.house, ()))):
            return False
    if not {house for count in battle.rounds for house in count.spared} <= {spared for _killer, spared in effects.banned}:
        return False
    for count in battle.rounds:
        winners = set(count.top) & set(count.side)
        kept = {loss.house for loss in count.losses if all((winner, loss.house) in effects.banned for winner in winners)}
        if winners and kept:
            return False
    lent = {each.house for army in battle.rounds[0].armies if army.house == IMMORTALS for each in army.lent}
    there = {army.house for army in armies} - set(battle.betrayers)
    return not battle.betrayers or lent == ({loyal} & there)


def guard_in(war: WarState, region: RegionId) -> tuple[tuple[int, ...], Mapping[HouseId, tuple[int, ...]]]:
    """The Immortals that stand guard in a region, and those beside the House that commands them, by that House (R-59)."""
    guard: list[int] = []
    commanded: dict[HouseId, tuple[int, ...]] = {}
    for each in war.immortals:
        if each.region != region:
            continue
        if each.commander is not None and war.count(region, each.commander) > 0:
            commanded[each.commander] = (*commanded.get(each.commander, ()), each.id)
        else:
            guard.append(each.id)
    return tuple(guard), commanded


def _losses(battle: Battle) -> Counter[HouseId]:
    lost = Counter({loss.house: loss.units for count in battle.rounds for loss in count.losses})
    lost.update(battle.retaliation)
    return lost


def _with_remnants(war: WarState, region: RegionId, by: int) -> WarState:
    remnants = {**war.remnants, region: war.remnants.get(region, 0) + by}
    if not remnants[region]:
        del remnants[region]
    return replace(war, remnants=remnants)


def _with_immortals(war: WarState, immortals: tuple[int, ...], region: RegionId) -> WarState:
    there = Immortal(id=0, region=region)  # whatever it was sent for is over
    moved = tuple(replace(there, id=each.id, gone=each.gone) if each.id in immortals else each for each in war.immortals)
    return replace(war, immortals=moved)


EVOLVE: Mapping[type, Callable[[GameState, Any], GameState]] = {
    BoardSet: evolve_board_set,
    OrdersOpened: evolve_orders_opened,
    OrdersCorrected: evolve_orders_corrected,
    MovesMade: evolve_moves_made,
    BattleFought: evolve_battle_fought,
    PeaceKept: evolve_peace_kept,
    FlagsChanged: evolve_flags_changed,
    RewardsPaid: evolve_rewards_paid,
    RecruitsPlaced: evolve_recruits_placed,
    ImmortalsReturned: evolve_immortals_returned,
    RemnantsReturned: evolve_remnants_returned,
    GuardMoved: evolve_guard_moved,
    UnitsAdjusted: evolve_units_adjusted,
    FlagAdjusted: evolve_flag_adjusted,
    RemnantAdjusted: evolve_remnant_adjusted,
    ImmortalAdjusted: evolve_immortal_adjusted,
    RumorMoved: evolve_rumor_moved,
    RumorPlaced: evolve_rumor_placed,
    **guard.EVOLVE,
}


def board_after(state: GameState, events: Iterable[GameEvent]) -> WarState:
    """The board after some events; those of other chapters change nothing on it."""
    for happened in events:
        evolve = EVOLVE.get(type(happened))
        state = evolve(state, happened) if evolve else state
    return war_of(state)
