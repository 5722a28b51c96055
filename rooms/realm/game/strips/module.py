"""What Control corrects on strips and in hands, as a module of the game."""

from __future__ import annotations

from control.engine.language import later
from control.engine.modules import Module
from rooms.realm.game.strips import hands, ranks, wounds

STRIPS = Module(
    name="strips",
    about=later("Status strips"),
    commands={**ranks.COMMANDS, **wounds.COMMANDS, **hands.COMMANDS},
    events={**ranks.EVENTS, **wounds.EVENTS, **hands.EVENTS},
    broken=wounds.broken_wounds,
)
