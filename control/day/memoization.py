"""Memoization of pure views: a cached answer is valid while every part of the state that it read is the same object."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import lru_cache, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from msgspec import Struct

from control.day.state import DayState, S
from control.engine.language import current_translator

# === memoization ========================================================================================================


Given = ParamSpec("Given")
Answer = TypeVar("Answer")

ROOMS = "rooms"
FORMER = 2  # cached answers per arguments: for the newest state and for the one before it


class Same(Struct, frozen=True, eq=False):
    """A cache key by identity. Comparing large objects by value would cost more than the cache saves."""

    thing: object

    def __hash__(self) -> int:
        return id(self.thing)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.thing is self.thing


class NotingRooms(Mapping[Any, Any]):
    """The rooms of a state; records each room that is read. Iteration or `len` counts as a read of all rooms."""

    def __init__(self, noting: Noting, rooms: Mapping[Any, Any]) -> None:
        self._noting, self._rooms = noting, rooms

    def __getitem__(self, room: Any) -> Any:
        self._noting._of_rooms[room] = found = self._rooms.get(room)
        if found is None:
            raise KeyError(room)
        return found

    def __iter__(self) -> Iterator[Any]:
        self._noting._read[ROOMS] = _field_of(self._noting._state, ROOMS)
        return iter(self._rooms)

    def __len__(self) -> int:
        self._noting._read[ROOMS] = _field_of(self._noting._state, ROOMS)
        return len(self._rooms)


class Noting:
    """A proxy of a state that records each field that is read, with its value."""

    def __init__(self, state: DayState) -> None:
        self._state = state
        self._read: dict[str, object] = {}
        self._of_rooms: dict[Any, object] = {}

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._state, name)
        if name == ROOMS:
            return NotingRooms(self, found)
        self._read[name] = found
        return found


class _Known(Struct, frozen=True):
    """A cached answer with every field that it read."""

    read: tuple[tuple[str, object], ...]
    of_rooms: tuple[tuple[Any, object], ...]
    answer: Any

    def holds(self, state: DayState) -> bool:
        if not all(_field_of(state, name) is value for name, value in self.read):
            return False
        return not self.of_rooms or all(state.rooms.get(room) is value for room, value in self.of_rooms)


def _field_of(state: DayState, name: str) -> object:
    """The unwrapped value of a field. For a view called by another view, the rooms are unwrapped and count as read."""
    if isinstance(state, Noting) and name == ROOMS:
        iter(state.rooms)
        return _field_of(state._state, name)
    return getattr(state, name)


def memoized_view(
    most: int,
) -> Callable[[Callable[Concatenate[S, Given], Answer]], Callable[Concatenate[S, Given], Answer]]:
    """Decorate a pure view of a state with a cache. `most`: size of the cache in argument sets, over all events together.

    Answers may contain sentences, so the translator is part of the key (`control.engine.language.current_translator`).
    All arguments besides the state must be hashable. `cache_clear` of the decorated view empties the cache.
    """

    def decorate(view: Callable[Concatenate[S, Given], Answer]) -> Callable[Concatenate[S, Given], Answer]:
        @lru_cache(maxsize=most)
        def place(_attached: Same, _spoken_by: object, *_given: Hashable) -> list[_Known]:
            return []

        @wraps(view)
        def asked(state: S, *given: Given.args, **named: Given.kwargs) -> Answer:
            known = place(Same(state.attached), current_translator(), *given, *sorted(named.items()))
            for each in tuple(known):
                if each.holds(state):
                    return cast(Answer, each.answer)
            noting = Noting(state)
            answer = view(cast(S, noting), *given, **named)
            known[:] = [_Known(tuple(noting._read.items()), tuple(noting._of_rooms.items()), answer), *known[: FORMER - 1]]
            return answer

        vars(asked)["cache_clear"] = place.cache_clear
        return cast(Callable[Concatenate[S, Given], Answer], asked)

    return decorate
