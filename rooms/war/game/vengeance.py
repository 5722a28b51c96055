"""Whose unit a defeated Immortal kills as it falls: what War Control is asked between Move and Battle (GE-WAR-65, R-57)."""

from __future__ import annotations

from collections.abc import Mapping

from control.day.decisions import asking as decisions
from control.day.records import Decision, Option
from control.day.timetable import steps_of
from control.engine.context import DecisionContext
from control.engine.modules import GameEvent
from rooms.realm.desks import Desk
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, RegionId, Room
from rooms.war.game.board import Board, board_of
from rooms.war.game.muster import Muster
from rooms.war.game.reasons import by_the_rule, by_the_rule_shortly, immortal_called, whose_unit, whose_units
from rooms.war.game.state import BATTLE, MOVE, war_of
from rooms.war.rules.battle import Strike, strikes_in
from rooms.war.rules.effects import effects_in

USUAL = "usual"  # the answer of War Control that leaves it to the rule


def vengeance_prefix(month: int) -> str:
    """How the decisions on a month's retaliation begin."""
    return f"war-{month}-guard-"


def vengeance_chosen(state: GameState, month: int) -> Mapping[RegionId, Mapping[int, HouseId]]:
    """What War Control has decided so far, by region and Immortal."""
    prefix, found = vengeance_prefix(month), dict[RegionId, dict[int, HouseId]]()
    for decided, option in decisions.chosen(state, prefix).items():
        region, _, immortal = decided.removeprefix(prefix).rpartition("-")
        if option != USUAL:
            found.setdefault(RegionId(region), {})[int(immortal)] = HouseId(option)
    return found


def ask_for_vengeance(state: GameState, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Ask War Control whose unit each Immortal would kill that falls as things stand: from Move until Battle (GE-WAR-65, R-57)."""
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
    return decisions.asked_for(state, wanted, vengeance_prefix(month), moot)


def _vengeance(state: GameState, region: RegionId, strike: Strike, asked: DecisionContext) -> Decision:
    board, month = board_of(state.scenario), state.clock.month
    name, immortal = board.region_name(region), strike.immortal
    return Decision(
        id=f"{vengeance_prefix(month)}{region}-{strike.immortal}",
        desk=Desk.WAR,
        month=month,
        question=whose_unit(name, immortal),
        options=(_usual(board, strike), *_house_options(board, strike)),
        default=USUAL,
        since=asked.at,
        blocks=_step_name(state),
        rule="R-57",
        place=region,
        group=whose_units(name),
        part=immortal_called(immortal),
    )


def _step_name(state: GameState) -> str:
    """What the scenario calls the step that the default waits for."""
    return next((step.name for step in steps_of(state, Room.WAR) if step.id == BATTLE), BATTLE)


def _usual(board: Board, strike: Strike) -> Option:
    victim = board.house_name(strike.victim)
    return Option(id=USUAL, words=by_the_rule(victim), short=by_the_rule_shortly(victim))


def _house_options(board: Board, strike: Strike) -> tuple[Option, ...]:
    houses = board.sorted_houses(frozenset(strike.alive))
    return tuple(Option(id=house, words=board.house_name(house)) for house in houses)
