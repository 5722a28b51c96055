"""Lasting effects as a module of the game."""

from __future__ import annotations

from control.day.clock.changes import ClockSet
from control.engine.language import later
from control.engine.modules import Module
from rooms.realm.game.effects import ending, entering
from rooms.realm.game.effects.ending import broken_effects, fall_with_the_law, stay_ended
from rooms.realm.game.laws import LawStruck

EFFECTS = Module(
    name="effects",
    about=later("In force"),
    commands={**entering.COMMANDS, **ending.COMMANDS},
    events={**entering.EVENTS, **ending.EVENTS},
    reactions={ClockSet: stay_ended, LawStruck: fall_with_the_law},
    broken=broken_effects,
)
