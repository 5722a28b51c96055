"""A realm: a main game, with everything that the console is told of it once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from control.day.state import DayState
from control.engine.frame import Frame
from control.engine.modules import Command, Module
from control.registry.kinds import Panel, Standing
from control.registry.phone import PhoneParts


@dataclass(frozen=True, slots=True, kw_only=True)
class Realm:
    """A main game as the console knows it.

    `name` is what the streams of its events bear. `modules` are those that its rooms share, the platform's among them, in the order
    in which they react; each room brings its own (`RoomApp`). `load` and `store` read and write the document that is frozen into an
    event, which is attached to every state of it. `set_up` is the command that begins a journal, from a casting.
    In the hall and on paper: `standing` is what is said beside the clock, before what the rooms say; `ending` is what the clock
    screen shows large once the day is over. `phone` is what it adds to its players' phones.
    """

    name: str
    frame: Frame
    state_type: type[DayState]
    modules: tuple[Module, ...]
    load: Callable[[bytes], Any]
    store: Callable[[Any], bytes]
    set_up: Callable[[tuple[Any, ...]], Command]
    standing: Standing | None = None
    ending: Callable[[Any], Panel] | None = None
    phone: PhoneParts = field(default_factory=PhoneParts)

    def blank(self, scenario: Any) -> DayState:
        """The state of an event before its first entry."""
        return self.state_type(**{self.state_type.ATTACHED: scenario})
