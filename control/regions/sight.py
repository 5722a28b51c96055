"""Sight: access of a screen to the state, by views only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from control.day.memoization import Part, call_noted
from control.day.state import DayState
from control.engine.frame import Frame
from control.engine.viewer import Viewer
from control.journal.memory import StateChanges, StateNumber

State_co = TypeVar("State_co", bound=DayState, covariant=True)
Shown = TypeVar("Shown")
More = ParamSpec("More")

Reads = dict[Part, object]
Answers = dict[tuple[object, ...], tuple[Any, Reads]]  # each with what the view has read, if that was noted


class Sight(Generic[State_co]):
    """A state behind its views. It gives out only what a view makes for this viewer.

    A view is a function of a pure folder (`control/day`, a room's `game`). It returns what this viewer may know, as its own
    records. The code of the screen adds URLs, database rows and ages. Each view is called once for each set of arguments.
    """

    __slots__ = ("__asked", "__noted", "__reads", "__state", "viewer")

    def __init__(self, state: State_co, viewer: Viewer) -> None:
        self.viewer = viewer
        self.__state = state
        self.__asked: Answers = {}
        self.__noted: Answers = {}  # those of its sights that note
        self.__reads: Reads | None = None  # where a sight notes

    def view(self, of: Callable[Concatenate[State_co, Viewer, More], Shown], *args: More.args, **more: More.kwargs) -> Shown:
        """Call the view `of` with state and viewer, and return what this viewer may know. Further arguments must be hashable."""
        return self.__once(("view", of, args, *sorted(more.items())), of, self.viewer, *args, **more)

    def noted(self, make: Callable[[Sight[State_co]], Shown]) -> tuple[Shown, tuple[Part, ...]]:
        """Call `make` with a sight of the same state, and return also the parts of the state that its views have read."""
        sight, reads = Sight(self.__state, self.viewer), Reads()
        sight.__asked, sight.__reads = self.__noted, reads
        return make(sight), tuple(reads)

    def changes_since(self, changes: StateChanges, number: StateNumber) -> tuple[StateNumber, frozenset[Part] | None]:
        """The number of this state, and the parts that may differ from the state with that number; None: all may differ.

        Raises:
            TypeError: the changes are of another kind, which could hand out the state.
        """
        if type(changes) is not StateChanges:
            raise TypeError("A state is compared by StateChanges only.")
        return changes.since(number, self.__state)

    def public(self, of: Callable[Concatenate[State_co, More], Shown], *args: More.args, **more: More.kwargs) -> Shown:
        """Call a public view, without a viewer, and return what everybody may know."""
        return self.__once(("public", of, args, *sorted(more.items())), of, *args, **more)

    def __once(self, key: tuple[object, ...], of: Callable[..., Shown], *given: Any, **more: Any) -> Shown:
        """Call a view once; note each time what it has read."""
        if key not in self.__asked:
            self.__asked[key] = self.__answer(of, *given, **more)
        shown: Shown
        shown, reads = self.__asked[key]
        if self.__reads is not None:
            self.__reads.update(reads)
        return shown

    def __answer(self, of: Callable[..., Shown], *given: Any, **more: Any) -> tuple[Shown, Reads]:
        reads = Reads()
        if self.__reads is None:
            return of(self.__state, *given, **more), reads
        try:
            return call_noted(of, self.__state, reads, *given, **more), reads
        finally:  # who asked may go on after a refusal
            self.__reads.update(reads)

    @property
    def frame(self) -> Frame:
        """The game's frame."""
        return self.__state.frame

    @property
    def realm(self) -> str:
        """The realm's name."""
        return self.__state.REALM
