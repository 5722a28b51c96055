"""People as a module of a game."""

from __future__ import annotations

from control.day.people import presence, room_choice
from control.day.people.lookup import broken_people
from control.engine.language import later
from control.engine.modules import Module

PEOPLE = Module(
    name="people",
    title=later("People"),
    commands={**presence.COMMANDS, **room_choice.COMMANDS},
    events={**presence.EVENTS, **room_choice.EVENTS},
    broken=broken_people,
)
