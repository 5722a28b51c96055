"""How the War Room's events change its state. Total: an event folds on any state; what does not fit is noted as a doubt, and
`broken` tells. A doubt means that a result counted other numbers than those it now stands on, because something before it was
withdrawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from control.engine.ids import SeatId

from control.engine.modules import GameEvent
from rooms.realm.game.state import GameState
from rooms.realm.game.throne import sovereign_house
from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.war.game import guard
from rooms.war.game.board import board_of
from rooms.war.game.events import (
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
from rooms.war.game.grounds import found
from rooms.war.game.state import (
    BATTLE,
    IMMORTALS,
    MOVE,
    ORDERS,
    RECRUIT,
    REMNANTS,
    REWARDS,
    Army,
    Battle,
    Castle,
    Coup,
    GuardMove,
    Immortal,
    MonthRecord,
    Order,
    OrderKind,
    Outcome,
    RumorToken,
    Via,
    WarState,
    in_month,
    noted,
    shifted,
    stocked,
    told,
    war_of,
    with_war,
)
from rooms.war.rules.after import cleared, flagged, moved, raised, sent
from rooms.war.rules.castles import castles_by_house, flag_changes
from rooms.war.rules.coup import at_court, castle_lost, judged
from rooms.war.rules.effects import effects_in
from rooms.war.rules.moves import route_of
from rooms.war.rules.rewards import rumors_by_house
from rooms.war.rules.ways import Watch, ways_for

MOVES = frozenset({OrderKind.MOVE})
RECRUITS = frozenset({OrderKind.RECRUIT, OrderKind.EXTRA})
Lines = Mapping[tuple[SeatId, int], Order]  # the orders on all sheets, by author and number


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
    war, outcomes, guards = found(state, happened.month, MOVE), happened.outcomes, happened.guard_moves
    miscounted = (f"move:{_origin(each)}" for each in outcomes if war.count(_origin(each), each.house) != each.stood)
    after = sent(moved(war, outcomes), guards, happened.month)
    regions = [region for region in {*war.units, *after.units} if war.units.get(region) != after.units.get(region)]
    marched, absent = _marched(war, guards)
    record = told(
        war.record,
        regions=(*regions, *marched),
        step=MOVE,
        doubts=(*miscounted, *_misled(state, war, outcomes), *absent, *_misread(war, outcomes, MOVES)),
        outcomes=(*war.record.outcomes, *outcomes),
        guard_moves=guards,
    )
    return with_war(state, replace(after, record=record))


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


def _marched(war: WarState, moves: tuple[GuardMove, ...]) -> tuple[tuple[RegionId, ...], tuple[str, ...]]:
    """The regions that Immortals leave and enter, and doubts about where those stood that were ordered (R-59)."""
    done = {move.order.immortal: move for move in moves if move.done}
    pairs = [(each, done[each.id]) for each in war.immortals if each.id in done]
    regions = [region for each, move in pairs for region in (each.region, move.order.target) if region is not None]
    absent = [f"immortal:{move.origin}" for each, move in pairs if move.origin is not None and each.region != move.origin]
    return tuple(regions), tuple(absent)


def evolve_battle_fought(state: GameState, happened: BattleFought) -> GameState:
    war, battle = found(state, happened.month, BATTLE), happened.battle
    doubts = () if _as_counted(state, war, battle) else (f"battle:{battle.region}",)
    record = told(war.record, regions=(battle.region,), doubts=doubts, battles=(*war.record.battles, battle))
    return with_war(state, cleared(war, (battle,), happened.month, record=record))


def evolve_peace_kept(state: GameState, happened: PeaceKept) -> GameState:
    war = found(state, happened.month, BATTLE)
    there = frozenset(war.units.get(happened.region, {}))
    allied = happened.treaty or all(there - {house} <= frozenset(war.record.stance(house).ticks) for house in there)
    if there != frozenset(happened.houses) or not allied:
        war = noted(war, doubt=f"peace:{happened.region}")
    return with_war(state, replace(war, record=replace(war.record, peace=(*war.record.peace, happened.region))))


def evolve_flags_changed(state: GameState, happened: FlagsChanged) -> GameState:
    war, changes = found(state, happened.month, BATTLE), happened.changes
    miscounted = (f"flags:{each.region}" for each in changes if flags_on(war, each.region) != frozenset(each.before))
    after = flagged(war, changes)
    open_ends = (*_uncounted(after, effects_in(state).treaties), *_unsettled(after), *_unsaid(with_war(state, after)))
    record = told(war.record, regions=(each.region for each in changes), step=BATTLE, doubts=(*miscounted, *open_ends))
    return with_war(state, replace(after, record=record))


def flags_on(war: WarState, region: RegionId) -> frozenset[HouseId]:
    """The flags on the castle of a region; none where there is no castle."""
    castle = war.castles.get(region)
    return castle.flags if castle else frozenset()


def evolve_rewards_paid(state: GameState, happened: RewardsPaid) -> GameState:
    war, free = found(state, happened.month, REWARDS), state.scenario.settings.free_castles
    counted = {reward.house: (reward.castles, reward.rumors) for reward in happened.rewards}
    castles, rumors = castles_by_house(war.castles.values()), rumors_by_house(war)
    doubts: list[str] = []
    for house in war.stock:
        held, found_there = castles.get(house, ()), rumors.get(house, ())
        if counted[house] != (held, found_there) if house in counted else found_there or len(held) > free:
            doubts.append(f"rewards:{house}")
    gone = frozenset(happened.rumors_removed)
    left = [token.region for token in war.rumors if token.id in gone and token.region is not None]
    tokens = tuple(replace(token, region=None) if token.id in gone else token for token in war.rumors)
    record = told(war.record, regions=left, step=REWARDS, doubts=doubts, rewards=happened.rewards)
    return with_war(state, replace(war, rumors=tokens, record=record))


def evolve_recruits_placed(state: GameState, happened: RecruitsPlaced) -> GameState:
    war, outcomes = found(state, happened.month, RECRUIT), happened.outcomes
    record = told(
        war.record,
        regions=(each.order.target for each in outcomes if each.done),
        step=RECRUIT,
        doubts=(*_miscounted_recruits(war, outcomes), *_misread(war, outcomes, RECRUITS)),
        outcomes=(*war.record.outcomes, *outcomes),
    )
    return with_war(state, replace(raised(war, outcomes), record=record))


def _miscounted_recruits(war: WarState, outcomes: Iterable[Outcome]) -> Iterator[str]:
    """Recruits are taken one after the other, so each counts what those before it have brought."""
    brought: dict[tuple[RegionId, HouseId], int] = {}
    for each in outcomes:
        there = each.order.target, each.house
        if war.count(*there) + brought.get(there, 0) != each.stood:
            yield f"recruit:{each.order.target}"
        brought[there] = brought.get(there, 0) + each.done


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


def _misread(war: WarState, outcomes: tuple[Outcome, ...], kinds: frozenset[OrderKind]) -> tuple[str, ...]:
    """Doubts about whether what was carried out is what the sheets say."""
    lines = {(sheet.seat, line): order for sheet in war.record.sheets for line, order in sheet.lines()}
    return (*_unordered(lines, outcomes), *_passed_over(lines, outcomes, kinds))


def _unordered(lines: Lines, outcomes: Iterable[Outcome]) -> Iterator[str]:
    """Orders carried out that no sheet holds any more: their correction was withdrawn."""
    return (f"order:{each.seat}" for each in outcomes if lines.get((each.seat, each.line)) != each.order)


def _passed_over(lines: Lines, outcomes: Iterable[Outcome], kinds: frozenset[OrderKind]) -> Iterator[str]:
    """Orders on a sheet that were not carried out with the others: the correction that took them away was withdrawn."""
    carried = {(outcome.seat, outcome.line) for outcome in outcomes}
    return (f"passed-over:{line[0]}" for line, order in lines.items() if order.kind in kinds and line not in carried)


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
    first = battle.rounds[0].armies if battle.rounds else ()
    armies = [army for army in first if army.house not in (REMNANTS, IMMORTALS)]
    counted, there = {army.house: army.units for army in armies}, war.units.get(battle.region, {})
    if counted != there:
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
        # Beside Immortals some ticks do not count, so fewer than the stance's may have been counted there.
        if ticks != {*army.ticks} and not (battle.betrayers and ticks > {*army.ticks}):
            return False
    return _as_helped(state, battle, armies, commanded)


def _as_helped(state: GameState, battle: Battle, armies: list[Army], commanded: Mapping[HouseId, tuple[int, ...]]) -> bool:
    """Do laws, schemes, commanders and the throne stand as the battle counted them (R-56, R-59, R-68, R-94)?"""
    effects = effects_in(state)
    for army in armies:
        strength = army.units * (2 if army.house in effects.per_unit else 1)
        bonus = (army.house in effects.per_battle) + (army.house in effects.aided)
        if (army.strength, army.bonus, army.commanded) != (strength, bonus, len(commanded.get(army.house, ()))):
            return False
    if not _as_banned(battle, effects.banned):
        return False
    if not battle.betrayers:
        return True
    lent = {each.house for army in battle.rounds[0].armies if army.house == IMMORTALS for each in army.lent}
    there = {army.house for army in armies}.difference(battle.betrayers)
    return lent == {sovereign_house(state)} & there


def _as_banned(battle: Battle, banned: frozenset[tuple[HouseId, HouseId]]) -> bool:
    """Were exactly those spared whom the winners may not kill (R-94)?"""
    if not {house for count in battle.rounds for house in count.spared} <= {spared for _killer, spared in banned}:
        return False
    for count in battle.rounds if banned else ():
        winners = set(count.top) & set(count.side)
        if winners and any(all((winner, loss.house) in banned for winner in winners) for loss in count.losses):
            return False
    return True


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
