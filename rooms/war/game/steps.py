"""What the steps of the War Room do, and what comes back in Return: reactions to the clock, carried out by the section of each.

In Updates nothing changes; what players use in Favors is carried out in `favors`. Whatever one step brings about is decided from
the state as the step finds it.

Rules: GE-EVT-42.
"""

from __future__ import annotations

from collections.abc import Iterator

from control.day.clock.changes import MonthTurned
from control.day.clock.steps import StepEnded
from control.engine.context import DecisionContext
from control.engine.modules import GameEvent
from rooms.realm.frame import Moment
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import Room
from rooms.war.game.battles import fight_battles
from rooms.war.game.guard import ImmortalsWentHome, due_home, evolve_immortals_went_home
from rooms.war.game.immortals import ImmortalsReturned, evolve_immortals_returned
from rooms.war.game.moves import make_moves
from rooms.war.game.orders import open_orders
from rooms.war.game.recruits import place_recruits
from rooms.war.game.remnants import RemnantsReturned
from rooms.war.game.rewards import pay_rewards
from rooms.war.game.state import BATTLE, MOVE, ORDERS, RECRUIT, REWARDS, war_of
from rooms.war.rules.castles import remnants_due


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
