"""Decisions as a module of a game."""

from __future__ import annotations

from control.day.decisions import answering, asking, claiming
from control.day.decisions.asking import broken_decisions
from control.engine.language import later
from control.engine.modules import Module

DECISIONS = Module(
    name="decisions",
    about=later("Decisions"),
    commands={**claiming.COMMANDS, **answering.COMMANDS},
    events={**asking.EVENTS, **claiming.EVENTS, **answering.EVENTS},
    broken=broken_decisions,
)
