"""Favors in use as a module of the game."""

from __future__ import annotations

from control.day.clock.changes import MonthTurned
from control.day.decisions.answering import DecisionMade
from control.engine.language import later
from control.engine.modules import Module
from rooms.realm.game.favors import carrying, using

FAVORS = Module(
    name="favors",
    about=later("Favors in use"),
    commands=using.COMMANDS,
    events={**using.EVENTS, **carrying.EVENTS},
    broken=using.broken_uses,
    reactions={using.FavorUsed: carrying.carry, DecisionMade: carrying.answered, MonthTurned: carrying.turn},
)
