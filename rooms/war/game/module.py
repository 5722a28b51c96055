"""The War Room as a module of the game: its sections, its steps, and its further modules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from control.day.clock.phase_events import ClockSet, MonthTurned, PhaseBegan
from control.day.clock.steps import StepEnded
from control.engine.context import DecisionContext
from control.engine.modules import GameEvent, Module
from rooms.realm.frame import Moment
from rooms.realm.game.court_seat import CourtMoved
from rooms.realm.game.favors.use import FavorUsed
from rooms.realm.game.setup import EventSetUp
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import Room
from rooms.war.game import (
    battle_changes,
    battles,
    board_count,
    board_setup,
    favors,
    flags,
    immortals,
    moves,
    orders,
    recruits,
    remnants,
    rewards,
    rumors,
    table_access,
    units,
)
from rooms.war.game.battles import fight_battles
from rooms.war.game.coups import COUPS
from rooms.war.game.famine_and_inlaws import HARDSHIP
from rooms.war.game.flags import FORFEITS_AT_WAR
from rooms.war.game.immortals import (
    ImmortalsReturned,
    ImmortalsWentHome,
    evolve_immortals_returned,
    evolve_immortals_went_home,
    immortals_due_home,
)
from rooms.war.game.invariants import broken_war
from rooms.war.game.laws import LAWS_AT_WAR
from rooms.war.game.moves import make_moves
from rooms.war.game.orders import open_orders
from rooms.war.game.questions import ASKING
from rooms.war.game.recruits import place_recruits
from rooms.war.game.remnants import RemnantsReturned
from rooms.war.game.rewards import RewardsPaid, pay_rewards
from rooms.war.game.scheme_effects import SCHEMES_AT_WAR
from rooms.war.game.state import BATTLE, MOVE, ORDERS, RECRUIT, REWARDS, WarState, war_of
from rooms.war.game.view import view_war
from rooms.war.rules.castles import remnants_due

# === steps ==============================================================================================================

# The steps of the War Room and its part of Return, as reactions to the clock. Each section carries out its own part. Updates
# changes nothing. Favors used in the Favors step are carried out in `favors`. Each step decides from the state it finds. Rules:
# GE-EVT-42.


def carry_out_step(state: GameState, happened: StepEnded, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Carry out a step of the War Room that has ended.

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
    """In Return, bring Immortals back, then place remnants at empty neutral castles (R-20, R-54, R-58)."""
    return tuple(_returns_of_month(state, happened.month)) if happened.moment == Moment.LAPSE else ()


def _returns_of_month(state: GameState, month: int) -> Iterator[GameEvent]:
    court = state.court.region if state.court else None
    home = immortals_due_home(war_of(state), month)
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


# === module =============================================================================================================

# Each section holds its part of the rulebook in one place: commands, events, step, fold, sentences, invalidations. Folds are total:
# an event folds on any state. A mismatch is noted as a doubt, which `broken` reports.


WAR = Module(
    name="war",
    room=Room.WAR,
    state=WarState,
    commands={
        **orders.COMMANDS,
        **battle_changes.COMMANDS,
        **flags.COMMANDS,
        **immortals.COMMANDS,
        **remnants.COMMANDS,
        **immortals.TASK_COMMANDS,
        **units.COMMANDS,
        **rumors.COMMANDS,
        **board_count.COMMANDS,
    },
    events={
        **board_setup.EVENTS,
        **orders.EVENTS,
        **favors.EVENTS,
        **moves.EVENTS,
        **battles.EVENTS,
        **battle_changes.EVENTS,
        **flags.EVENTS,
        **rewards.EVENTS,
        **rewards.CORRECTION_EVENTS,
        **recruits.EVENTS,
        **immortals.EVENTS,
        **remnants.EVENTS,
        **immortals.TASK_EVENTS,
        **units.EVENTS,
        **rumors.EVENTS,
        **table_access.EVENTS,
    },
    reactions={
        EventSetUp: board_setup.set_board,
        StepEnded: carry_out_step,
        FavorUsed: favors.carry_out,
        RewardsPaid: rewards.hand_out,
        battle_changes.BattleCorrected: rewards.correct_rewards,
        rewards.RewardsCorrected: rewards.hand_out_correction,
        MonthTurned: turn_month,
        CourtMoved: immortals.move_guard,
        PhaseBegan: table_access.update_tables,
        ClockSet: table_access.update_tables,
    },
    view=view_war,
    broken=broken_war,
)


def board_after(state: GameState, events: Iterable[GameEvent]) -> WarState:
    """The board after these events. Events of other modules do not change it."""
    for happened in events:
        handler = WAR.events.get(type(happened))
        state = handler.evolve(state, happened) if handler else state
    return war_of(state)


# === further modules ====================================================================================================

# Further modules, in the order in which they react. They keep no state.


FURTHER: tuple[Module, ...] = (
    LAWS_AT_WAR,
    SCHEMES_AT_WAR,
    FORFEITS_AT_WAR,
    HARDSHIP,
    COUPS,
    ASKING,
)
