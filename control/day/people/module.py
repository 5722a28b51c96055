"""People as a module of a game."""

from __future__ import annotations

from control.day.people import choosing, present
from control.day.people.asked import broken_people
from control.engine.language import later
from control.engine.modules import Module

PEOPLE = Module(
    name="people",
    about=later("People"),
    commands={**present.COMMANDS, **choosing.COMMANDS},
    events={**present.EVENTS, **choosing.EVENTS},
    broken=broken_people,
)
