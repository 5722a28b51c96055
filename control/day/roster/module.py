"""The roster as a module of a game."""

from __future__ import annotations

from control.day.roster import casting, marks, playing
from control.engine.modules import Module

ROSTER = Module(
    name="roster",
    commands={**marks.COMMANDS, **playing.COMMANDS, **casting.COMMANDS},
    events={**marks.EVENTS, **playing.EVENTS, **casting.EVENTS},
)
