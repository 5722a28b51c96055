"""Decisions as a module of a game."""

from __future__ import annotations

from control.day.decisions import answers, questions
from control.day.decisions.questions import broken_decisions
from control.engine.language import later
from control.engine.modules import Module

DECISIONS = Module(
    name="decisions",
    title=later("Decisions"),
    commands={**answers.CLAIM_COMMANDS, **answers.ANSWER_COMMANDS},
    events={**questions.EVENTS, **answers.CLAIM_EVENTS, **answers.ANSWER_EVENTS},
    broken=broken_decisions,
)
