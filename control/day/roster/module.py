"""The roster as a module of a game."""

from __future__ import annotations

from control.day.roster import casting, marks, playing
from control.engine.modules import Module

ROSTER = Module(
    name="roster",
    acts={**marks.ACTS, **playing.ACTS, **casting.ACTS},
    facts={**marks.FACTS, **playing.FACTS, **casting.FACTS},
)
