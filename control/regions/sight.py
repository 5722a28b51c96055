"""What a screen may look at: the state of an event, by views alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from control.day.state import DayState
from control.engine.frame import Frame
from control.engine.viewer import Viewer

State_co = TypeVar("State_co", bound=DayState, covariant=True)
Shown = TypeVar("Shown")
More = ParamSpec("More")


class Sight(Generic[State_co]):
    """A state as a screen has it: nothing of it is handed out but what a view makes of it for this viewer.

    A view is a function of a pure folder (`control/day`, a room's `game`): what this viewer may know, as records of its own. The
    screens' shapers add addresses, rows of the database and how old a thing is. A view is asked once for each look.
    """

    __slots__ = ("__asked", "__state", "viewer")

    def __init__(self, state: State_co, viewer: Viewer) -> None:
        self.viewer = viewer
        self.__state = state
        self.__asked: dict[tuple[object, ...], Any] = {}

    def view(self, of: Callable[Concatenate[State_co, Viewer, More], Shown], *args: More.args, **more: More.kwargs) -> Shown:
        """What this viewer may know, by the view `of`; what goes behind state and viewer goes with it, and can be hashed."""
        return self.__once(("view", of, args, *sorted(more.items())), lambda: of(self.__state, self.viewer, *args, **more))

    def public(self, of: Callable[Concatenate[State_co, More], Shown], *args: More.args, **more: More.kwargs) -> Shown:
        """What everybody may know, by a view that asks nobody who looks."""
        return self.__once(("public", of, args, *sorted(more.items())), lambda: of(self.__state, *args, **more))

    def __once(self, key: tuple[object, ...], ask: Callable[[], Shown]) -> Shown:
        if key not in self.__asked:
            self.__asked[key] = ask()
        shown: Shown = self.__asked[key]
        return shown

    @property
    def frame(self) -> Frame:
        """The phases, rooms and desks of the game, in its words."""
        return self.__state.frame

    @property
    def realm(self) -> str:
        """The name of the game that is played."""
        return self.__state.REALM
