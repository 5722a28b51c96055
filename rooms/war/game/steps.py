"""What the steps of the War Room do: reactions to the clock, each a pure look at the state followed by one or more events.

Updates and Favors change nothing by themselves. Whatever one step brings about is decided from the state as the step finds it.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from control.day.clock.phases import MonthTurned
from control.day.clock.steps import StepEnded
from control.day.people.asked import present_in
from control.engine.context import DecisionContext
from control.engine.modules import GameEvent
from control.engine.refused import Refused
from rooms.realm.frame import Moment
from rooms.realm.game.court import CourtMoved
from rooms.realm.game.setup import EventSetUp
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.favors import FavorDrawn, draw_favors
from rooms.realm.game.treasury.power import PowerGained
from rooms.realm.game.treasury.purses import receivers
from rooms.realm.scenario.ids import Room
from rooms.war.game import sheets
from rooms.war.game.board import board_of
from rooms.war.game.events import (
    BoardSet,
    GuardMoved,
    ImmortalsReturned,
    MovesMade,
    OrdersOpened,
    RecruitsPlaced,
    RemnantsReturned,
    RewardsPaid,
)
from rooms.war.game.fighting import fight_battles
from rooms.war.game.fold import evolve_immortals_returned
from rooms.war.game.guard import ImmortalsWentHome, due_home, evolve_immortals_went_home
from rooms.war.game.reasons import why_favors, why_power
from rooms.war.game.state import (
    BATTLE,
    MOVE,
    ORDERS,
    RECRUIT,
    REWARDS,
    AsideWhy,
    OpenedSheet,
    SetAside,
    recorded,
    war_of,
)
from rooms.war.rules import board as setting
from rooms.war.rules.castles import remnants_due
from rooms.war.rules.commanding import carry_out_guard_orders
from rooms.war.rules.effects import effects_in
from rooms.war.rules.moves import carry_out_moves
from rooms.war.rules.orders import stances_of
from rooms.war.rules.recruit import carry_out_recruits
from rooms.war.rules.rewards import rewards_of
from rooms.war.rules.ways import ways_for


def set_board(state: GameState, happened: EventSetUp, asked: DecisionContext) -> tuple[BoardSet, ...]:
    """The board is set when the event is (GE-WAR-01, GE-WAR-02, GE-WAR-03)."""
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


def carry_out_step(state: GameState, happened: StepEnded, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """What follows from a step of the War Room that ended.

    Rules: GE-WAR-27, GE-WAR-28, GE-WAR-29, GE-WAR-30, GE-WAR-31, GE-WAR-32, GE-WAR-33, GE-WAR-34.
    """
    if happened.room != Room.WAR:
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


def open_orders(state: GameState, happened: StepEnded, asked: DecisionContext) -> OrdersOpened:
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
    """Carry out every Move at once, and where Immortals are sent (GE-WAR-31, GE-WAR-61, R-59)."""
    war, board, effects = war_of(state), board_of(state.scenario), effects_in(state)
    record = recorded(war, month)
    houses = {sheet.house for sheet in record.sheets} if state.buildings else ()
    outcomes = carry_out_moves(
        war,
        record.sheets,
        board=board,
        partial=state.scenario.settings.partial_moves,
        effects=effects,
        stances=record.stances,
        ways={house: ways_for(state, house) for house in houses},
    )
    guards = carry_out_guard_orders(war, record.sheets, sovereign=state.throne.holder, commanders=effects.commanders)
    return MovesMade(month=month, outcomes=outcomes, guard_moves=guards)


def pay_rewards(state: GameState, month: int) -> RewardsPaid:
    """Count what every House earns, and who receives it (GE-WAR-33, R-06)."""
    war, settings = war_of(state), state.scenario.settings
    houses = [house.id for house in state.scenario.houses]
    rewards = rewards_of(war, houses, record=recorded(war_of(state), month), free_castles=settings.free_castles)
    held = {region for reward in rewards for region in reward.rumors}
    to = receivers(state, Room.WAR)
    leave = settings.rumor_after_reward == "removed"
    return RewardsPaid(
        month=month,
        rewards=tuple(replace(reward, seat=to.get(reward.house)) for reward in rewards),
        rumors_removed=tuple(sorted(token.id for token in war.rumors if token.region in held)) if leave else (),
    )


def hand_out(state: GameState, happened: RewardsPaid, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Power and Favors go into the purses; what a House without players earns stays in the bank (R-06, R-135)."""
    return tuple(_handed_out(state, happened, asked))


def _handed_out(state: GameState, happened: RewardsPaid, asked: DecisionContext) -> Iterator[GameEvent]:
    """Cards are drawn one after the other by the Houses in their order, so that no two of them draw the same."""
    board = board_of(state.scenario)
    paid = [(reward, reward.seat) for reward in happened.rewards if reward.seat is not None]
    for reward, seat in paid:
        if reward.power:
            yield PowerGained(seat=seat, amount=reward.power, why=why_power(board, reward))
    due = [(seat, why) for reward, seat in paid for why in why_favors(board, reward)]
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


def turn_month(state: GameState, happened: MonthTurned, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """In Return, Immortals come back first, then remnants appear where a neutral castle lies empty (R-20, R-54, R-58)."""
    return tuple(_returned(state, happened.month)) if happened.moment == Moment.LAPSE else ()


def _returned(state: GameState, month: int) -> Iterator[GameEvent]:
    court = state.court.region if state.court else None
    home = due_home(war_of(state), month)
    if home and court is not None:
        went = ImmortalsWentHome(month=month, immortals=home, region=court)
        state = evolve_immortals_went_home(state, went)
        yield went
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


def move_guard(state: GameState, happened: CourtMoved, asked: DecisionContext) -> tuple[GuardMoved, ...]:
    """The Immortals that are with the Court move with it; those on a task there stay for it (GE-CRT-62, R-98)."""
    if happened.origin is None or happened.origin == happened.region:
        return ()
    guard = tuple(each.id for each in war_of(state).immortals if each.region == happened.origin and each.home_in is None)
    if not guard:
        return ()
    return (GuardMoved(month=happened.month, immortals=guard, origin=happened.origin, region=happened.region),)
