"""A realm: a main game, with everything that the console is told of it once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from control.day.state import DayState
from control.engine.frame import Frame
from control.engine.modules import Command, Module
from control.registry.kinds import Panel, Standing
from control.registry.pages import ByHandWays, DeskPage


@dataclass(frozen=True, slots=True, kw_only=True)
class Realm:
    """A main game as the console knows it.

    `name` is what the streams of its events bear. `modules` are those that its rooms share, the platform's among them, in the order
    in which they react; each room brings its own (`RoomApp`). `load` and `store` read and write the document that is frozen into an
    event, which is attached to every state of it. `set_up` is the command that begins a journal, from a casting.
    At the desks: `pages` stand in the navigation behind the rooms' desks; `by_hand` says where they can put right what was done;
    `desk_styles` and `desk_scripts` are static files that the questions need which its pages ask.
    In the hall and on paper: `standing` is what is said beside the clock, before what the rooms say; `ending` is what the clock
    screen shows large once the day is over.
    """

    name: str
    frame: Frame
    state_type: type[DayState]
    modules: tuple[Module, ...]
    load: Callable[[bytes], Any]
    store: Callable[[Any], bytes]
    set_up: Callable[[tuple[Any, ...]], Command]
    pages: tuple[DeskPage, ...] = ()
    by_hand: ByHandWays | None = None
    desk_styles: tuple[str, ...] = ()
    desk_scripts: tuple[str, ...] = ()
    standing: Standing | None = None
    ending: Callable[[Any], Panel] | None = None

    def blank(self, scenario: Any) -> DayState:
        """The state of an event before its first entry."""
        return self.state_type(**{self.state_type.ATTACHED: scenario})
