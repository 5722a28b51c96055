"""What the steps of the War Room do: reactions to the clock, each a pure look at the state followed by one or more events.

Updates and Favors change nothing by themselves. Whatever one step brings about is decided from the state as the step finds it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from control.game.asked import Asked
from control.game.clock import Moment, MonthTurned, StepEnded
from control.game.court import CourtMoved
from control.game.engine import GameEvent
from control.game.people import present_in
from control.game.refused import Refused
from control.game.setup import EventSetUp
from control.game.state import GameState
from control.game.treasury import FavorDrawn, PowerGained, draw_favors, receiver
from control.scenario.ids import HouseId, RegionId, Room
from rooms.war import sheets, words
from rooms.war.board import board_of
from rooms.war.events import (
    BattleFought,
    BoardSet,
    FlagsChanged,
    GuardMoved,
    ImmortalsReturned,
    MovesMade,
    OrdersOpened,
    PeaceKept,
    RecruitsPlaced,
    RemnantsReturned,
    RewardsPaid,
)
from rooms.war.fold import cleared, evolve_immortals_returned
from rooms.war.rules import board as setting
from rooms.war.rules.battle import Forces, fight
from rooms.war.rules.castles import flag_changes, remnants_due
from rooms.war.rules.effects import Effects, effects_in
from rooms.war.rules.moves import carry_out_moves
from rooms.war.rules.orders import stances_of
from rooms.war.rules.recruit import carry_out_recruits
from rooms.war.rules.rewards import rewards_of
from rooms.war.state import (
    BATTLE,
    MOVE,
    ORDERS,
    RECRUIT,
    REWARDS,
    AsideWhy,
    Battle,
    OpenedSheet,
    SetAside,
    Stance,
    WarState,
    recorded,
    war_of,
)


def set_board(state: GameState, happened: EventSetUp, asked: Asked) -> tuple[BoardSet, ...]:
    """The board is set when the event is (GE-WAR-01 to -03)."""
    scenario = state.scenario
    return (
        BoardSet(
            units=setting.starting_units(scenario),
            stock=setting.starting_stock(scenario),
            castles=setting.starting_castles(scenario),
            remnants=setting.starting_remnants(scenario),
            rumors=setting.starting_rumors(scenario),
            immortals=setting.starting_immortals(scenario, state.court.region if state.court else None),
        ),
    )


def carry_out_step(state: GameState, happened: StepEnded, asked: Asked) -> tuple[GameEvent, ...]:
    """What follows from a step of the War Room that ended (GE-WAR-27 to -34)."""
    if happened.room is not Room.WAR:
        return ()
    if happened.step == ORDERS:
        return (open_orders(state, happened, asked),)
    if happened.step == MOVE:
        return (make_moves(state, happened.month),)
    if happened.step == BATTLE:
        return tuple(fight_battles(state, happened.month))
    if happened.step == REWARDS:
        return (pay_rewards(state, happened.month),)
    if happened.step == RECRUIT:
        return (place_recruits(state, happened.month),)
    return ()


def open_orders(state: GameState, happened: StepEnded, asked: Asked) -> OrdersOpened:
    """Open the sheets of those present in the War Room; set the others aside (R-16, R-43, R-44)."""
    present = {seat.id: seat for seat in present_in(state, Room.WAR)}
    opened: list[OpenedSheet] = []
    aside: list[SetAside] = []
    for sealed in asked.sheets.read(sheets.KIND, happened.month):
        seat = present.get(sealed.seat)
        if seat is None:
            aside.append(SetAside(seat=sealed.seat, why=AsideWhy.ELSEWHERE))
            continue
        try:
            opened.append(sheets.opened(sheets.parse(sealed.body), seat))
        except Refused:
            aside.append(SetAside(seat=sealed.seat, why=AsideWhy.UNREADABLE))
    opened.sort(key=lambda sheet: sheet.seat)
    houses = [house.id for house in state.scenario.houses]
    return OrdersOpened(
        month=happened.month,
        at=happened.at,
        present=tuple(present),
        sheets=tuple(opened),
        set_aside=tuple(sorted(aside, key=lambda each: each.seat)),
        stances=stances_of(houses, present=present.values(), sheets=opened, effects=effects_in(state)),
    )


def make_moves(state: GameState, month: int) -> MovesMade:
    """Carry out every Move at once (GE-WAR-31)."""
    outcomes = carry_out_moves(
        war_of(state),
        recorded(war_of(state), month).sheets,
        board=board_of(state.scenario),
        partial=state.scenario.settings.partial_moves,
        effects=effects_in(state),
    )
    return MovesMade(month=month, outcomes=outcomes)


def fight_battles(state: GameState, month: int) -> Iterator[GameEvent]:
    """Every region's battle or peace, then the flags as they stand after all of them (GE-WAR-32, -45, -46)."""
    before, effects, record = war_of(state), effects_in(state), recorded(war_of(state), month)
    stances = {stance.house: stance for stance in record.stances}
    battles: list[Battle] = []
    for region in sorted(before.units):
        forces = forces_in(state, before, region, stances=stances, effects=effects)
        battle = fight(forces)
        if battle is not None:
            battles.append(battle)
            yield BattleFought(month=month, battle=battle)
        elif len(forces.units) > 1:
            houses = tuple(sorted(forces.units))
            yield PeaceKept(month=month, region=region, houses=houses, treaty=region in effects.treaties)
    ticks = {house: frozenset(stance.ticks) for house, stance in stances.items()}
    yield FlagsChanged(month=month, changes=flag_changes(cleared(before, battles, month), ticks))


def forces_in(state: GameState, war: WarState, region: RegionId, *, stances: Mapping[HouseId, Stance], effects: Effects) -> Forces:
    """Who stands in a region, as its battle is counted."""
    settings, board = state.scenario.settings, board_of(state.scenario)
    units = {house: count for house, count in war.units.get(region, {}).items() if count > 0}
    known = {house: stances[house] for house in units if house in stances}
    castle = war.castles.get(region)
    return Forces(
        region=region,
        units=units,
        ticks={house: frozenset(stance.ticks) for house, stance in known.items()},
        flags=castle.flags if castle and not castle.destroyed else frozenset(),
        remnants=max(war.remnants.get(region, 0), 0),
        remnant_attack=settings.remnant_attack,
        immortals=war.immortals_in(region),
        immortal_attack=settings.immortal_attack,
        betrayers=frozenset(house for house, stance in known.items() if stance.betrays),
        sovereign=sovereign_house(state),
        one_retaliation=settings.retaliation == "once",
        treaty=region in effects.treaties,
        per_unit=effects.per_unit,
        per_battle=effects.per_battle,
        names={house: board.house_name(house) for house in units},
    )


def sovereign_house(state: GameState) -> HouseId | None:
    """The House of the Sovereign; None under the God Emperor or an empty throne."""
    holder = state.seats.get(state.throne.holder) if state.throne.holder is not None else None
    return holder.house if holder else None


def pay_rewards(state: GameState, month: int) -> RewardsPaid:
    """Count what every House earns, and who receives it (GE-WAR-33, R-06)."""
    war, settings = war_of(state), state.scenario.settings
    houses = [house.id for house in state.scenario.houses]
    rewards = rewards_of(war, houses, record=recorded(war_of(state), month), free_castles=settings.free_castles)
    held = {region for reward in rewards for region in reward.rumors}
    leave = settings.rumor_after_reward == "removed"
    return RewardsPaid(
        month=month,
        rewards=tuple(replace(reward, seat=receiver(state, reward.house, Room.WAR)) for reward in rewards),
        rumors_removed=tuple(sorted(token.id for token in war.rumors if token.region in held)) if leave else (),
    )


def hand_out(state: GameState, happened: RewardsPaid, asked: Asked) -> tuple[GameEvent, ...]:
    """Power and Favors go into the purses; what a House without players earns stays in the bank (R-06, R-135)."""
    return tuple(_handed_out(state, happened, asked))


def _handed_out(state: GameState, happened: RewardsPaid, asked: Asked) -> Iterator[GameEvent]:
    """Cards are drawn one after the other by the Houses in their order, so that no two of them draw the same."""
    paid = [(reward, reward.seat) for reward in happened.rewards if reward.seat is not None]
    for reward, seat in paid:
        if reward.power:
            yield PowerGained(seat=seat, amount=reward.power, why=words.why_power(reward, state.scenario))
    due = [(seat, why) for reward, seat in paid for why in words.why_favors(reward, state.scenario)]
    if not due:
        return
    for drawn in draw_favors(state, due[0][0], len(due), "", asked):
        if isinstance(drawn, FavorDrawn):
            seat, why = due.pop(0)
            yield FavorDrawn(seat=seat, card=drawn.card, why=why)
        else:
            yield drawn


def place_recruits(state: GameState, month: int) -> RecruitsPlaced:
    """Carry out every Recruit (GE-WAR-34)."""
    outcomes = carry_out_recruits(
        war_of(state), recorded(war_of(state), month).sheets, board=board_of(state.scenario), effects=effects_in(state)
    )
    return RecruitsPlaced(month=month, outcomes=outcomes)


def turn_month(state: GameState, happened: MonthTurned, asked: Asked) -> tuple[GameEvent, ...]:
    """In Return, Immortals come back first, then remnants appear where a neutral castle lies empty (R-20, R-54, R-58)."""
    return tuple(_returned(state, happened.month)) if happened.moment is Moment.LAPSE else ()


def _returned(state: GameState, month: int) -> Iterator[GameEvent]:
    court = state.court.region if state.court else None
    due = tuple(
        each.id for each in war_of(state).immortals if not each.gone and each.away_until is not None and each.away_until <= month
    )
    if due and court is not None:
        returned = ImmortalsReturned(month=month, immortals=due, region=court)
        state = evolve_immortals_returned(state, returned)
        yield returned
    regions = remnants_due(war_of(state), to_claimed=state.scenario.settings.remnants_return_to_claimed)
    if regions:
        yield RemnantsReturned(month=month, regions=regions)


def move_guard(state: GameState, happened: CourtMoved, asked: Asked) -> tuple[GuardMoved, ...]:
    """The Immortals that are with the Court move with it (GE-CRT-62)."""
    if happened.origin is None or happened.origin == happened.region:
        return ()
    guard = war_of(state).immortals_in(happened.origin)
    if not guard:
        return ()
    return (GuardMoved(month=happened.month, immortals=guard, origin=happened.origin, region=happened.region),)
