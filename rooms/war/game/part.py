"""The War Room as a module of the game, put together from its sections.

A section has all of its part of the rulebook in one place: commands and events, what a step does, fold, words, who must look again.
Folds are total: an event folds on any state; what does not fit is noted as a doubt, and `broken` tells.
"""

from __future__ import annotations

from collections.abc import Iterable

from control.day.clock.changes import ClockSet, MonthTurned, PhaseBegan
from control.day.clock.steps import StepEnded
from control.engine.modules import GameEvent, Module
from rooms.realm.game.court import CourtMoved
from rooms.realm.game.favors.using import FavorUsed
from rooms.realm.game.setup import EventSetUp
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import Room
from rooms.war.game import (
    battles,
    changing,
    correcting,
    counting,
    favors,
    flags,
    guard,
    immortals,
    moves,
    orders,
    reach,
    recruits,
    remnants,
    rewards,
    rumors,
    setting,
    units,
)
from rooms.war.game.broken import broken_war
from rooms.war.game.rewards import RewardsPaid
from rooms.war.game.state import WarState, war_of
from rooms.war.game.steps import carry_out_step, turn_month
from rooms.war.game.view import view_war

WAR = Module(
    name="war",
    room=Room.WAR,
    state=WarState,
    commands={
        **orders.COMMANDS,
        **changing.COMMANDS,
        **flags.COMMANDS,
        **immortals.COMMANDS,
        **remnants.COMMANDS,
        **guard.COMMANDS,
        **units.COMMANDS,
        **rumors.COMMANDS,
        **counting.COMMANDS,
    },
    events={
        **setting.EVENTS,
        **orders.EVENTS,
        **favors.EVENTS,
        **moves.EVENTS,
        **battles.EVENTS,
        **changing.EVENTS,
        **flags.EVENTS,
        **rewards.EVENTS,
        **correcting.EVENTS,
        **recruits.EVENTS,
        **immortals.EVENTS,
        **remnants.EVENTS,
        **guard.EVENTS,
        **units.EVENTS,
        **rumors.EVENTS,
        **reach.EVENTS,
    },
    reactions={
        EventSetUp: setting.set_board,
        StepEnded: carry_out_step,
        FavorUsed: favors.carry,
        RewardsPaid: rewards.hand_out,
        changing.BattleCorrected: correcting.correct_rewards,
        correcting.RewardsCorrected: correcting.hand_out_again,
        MonthTurned: turn_month,
        CourtMoved: immortals.move_guard,
        PhaseBegan: reach.look,
        ClockSet: reach.look,
    },
    view=view_war,
    broken=broken_war,
)


def board_after(state: GameState, events: Iterable[GameEvent]) -> WarState:
    """The board after some events; those of other modules change nothing on it."""
    for happened in events:
        handler = WAR.events.get(type(happened))
        state = handler.evolve(state, happened) if handler else state
    return war_of(state)
