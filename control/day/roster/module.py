"""The roster as a module of a game."""

from __future__ import annotations

from control.day.roster import casting, marks, substitutes
from control.engine.modules import Module

ROSTER = Module(
    name="roster",
    commands={**marks.COMMANDS, **substitutes.COMMANDS, **casting.COMMANDS},
    events={**marks.EVENTS, **substitutes.EVENTS, **casting.EVENTS},
)
