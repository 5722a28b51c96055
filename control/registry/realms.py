"""A realm: a main game, with everything that the console is told of it once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from control.day.state import DayState
from control.engine.frame import Frame
from control.engine.ids import TeamId
from control.engine.modules import Command, Module
from control.registry.kinds import Panel, Standing


class UnsoundError(Exception):
    """A folder holds no sound scenario of a game; the message names every problem."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Folders:
    """How a realm reads its scenarios from folders.

    `read` gives the scenario in a folder, or raises `UnsoundError`; `title` is what it is called. `casting` is who plays where no
    list is given, and `cast` one line of such a casting: the name, the team, the rank. `demo` is the folder of the demo, `small`
    that of a small one.
    """

    read: Callable[[Path], Any]
    title: Callable[[Any], str]
    casting: Callable[[Any], tuple[Any, ...]]
    cast: Callable[[str, TeamId, int], Any]
    demo: Path | None = None
    small: Path | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Realm:
    """A main game as the console knows it.

    `name` is what the streams of its events bear. `modules` are those that its rooms share, the platform's among them, in the order
    in which they react; each room brings its own (`RoomApp`). `load` and `store` read and write the document that is frozen into an
    event, which is attached to every state of it. `set_up` is the command that begins a journal, from a casting. `folders`
    is how it finds its scenarios on disk.
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
    folders: Folders | None = None
    standing: Standing | None = None
    ending: Callable[[Any], Panel] | None = None

    def blank(self, scenario: Any) -> DayState:
        """The state of an event before its first entry."""
        return self.state_type(**{self.state_type.ATTACHED: scenario})
