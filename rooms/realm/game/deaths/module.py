"""Death and its followings as a module of the game."""

from __future__ import annotations

from control.day.clock.changes import ClockSet, PhaseEnded
from control.engine.language import later
from control.engine.modules import Module
from rooms.realm.game.deaths import dying, following, returning
from rooms.realm.game.strips.wounds import WoundsAdjusted

DEATHS = Module(
    name="deaths",
    about=later("Deaths"),
    events={**dying.EVENTS, **following.EVENTS, **returning.EVENTS},
    reactions={
        dying.Wounded: following.third_wound,
        WoundsAdjusted: following.third_by_hand,
        dying.CharacterDied: following.follow,
        PhaseEnded: returning.come_back,
        ClockSet: returning.come_back,
    },
    broken=dying.broken_deaths,
    holds_back=dying.held_back,
)
