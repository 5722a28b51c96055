"""Decisions as a module of a game."""

from __future__ import annotations

from control.day.decisions import answering, asking, claiming
from control.day.decisions.asking import broken_decisions
from control.engine.language import later
from control.engine.modules import Module

DECISIONS = Module(
    name="decisions",
    about=later("Decisions"),
    acts={**claiming.ACTS, **answering.ACTS},
    facts={**asking.FACTS, **claiming.FACTS, **answering.FACTS},
    broken=broken_decisions,
)
