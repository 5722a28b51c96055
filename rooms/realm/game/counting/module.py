"""What the realm counts, as a module of the game; the events are those of what is set by hand."""

from __future__ import annotations

from control.engine.language import later
from control.engine.modules import Module
from rooms.realm.game.counting import mats, purses

COUNTING = Module(name="counting", about=later("Counts of the Houses"), commands={**purses.COMMANDS, **mats.COMMANDS})
