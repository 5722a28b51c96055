"""Memoization of pure views: an answer stands for as long as every part of the state that it was made from is the same object."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from control.day.state import DayState, S
from control.engine.language import speaker

# === memoization ========================================================================================================


Given = ParamSpec("Given")
Answer = TypeVar("Answer")

ROOMS = "rooms"
FORMER = 2  # answers that are kept for the same arguments: at the head, and for whoever still looks at the state before


@dataclass(frozen=True, slots=True, eq=False)
class Same:
    """A thing as a key: equal to itself alone, for comparing two large things would cost more than what is kept by them."""

    thing: object

    def __hash__(self) -> int:
        return id(self.thing)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.thing is self.thing


class NotingRooms(Mapping[Any, Any]):
    """The rooms of a state, which note which of them are asked for; who goes through all of them has read all."""

    def __init__(self, noting: Noting, rooms: Mapping[Any, Any]) -> None:
        self._noting, self._rooms = noting, rooms

    def __getitem__(self, room: Any) -> Any:
        self._noting._of_rooms[room] = found = self._rooms.get(room)
        if found is None:
            raise KeyError(room)
        return found

    def __iter__(self) -> Iterator[Any]:
        self._noting._read[ROOMS] = _whole(self._noting._state, ROOMS)
        return iter(self._rooms)

    def __len__(self) -> int:
        self._noting._read[ROOMS] = _whole(self._noting._state, ROOMS)
        return len(self._rooms)


class Noting:
    """A state that notes which of its fields are read, and what they were."""

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


@dataclass(frozen=True, slots=True)
class _Known:
    """An answer with every field that it was made from."""

    read: tuple[tuple[str, object], ...]
    of_rooms: tuple[tuple[Any, object], ...]
    answer: Any

    def holds(self, state: DayState) -> bool:
        if not all(_whole(state, name) is value for name, value in self.read):
            return False
        return not self.of_rooms or all(state.rooms.get(room) is value for room, value in self.of_rooms)


def _whole(state: DayState, name: str) -> object:
    """A field of a state as it is: a view that is asked by another one compares, and by that reads, the rooms themselves."""
    if isinstance(state, Noting) and name == ROOMS:
        iter(state.rooms)
        return _whole(state._state, name)
    return getattr(state, name)


def recalled(
    most: int,
) -> Callable[[Callable[Concatenate[S, Given], Answer]], Callable[Concatenate[S, Given], Answer]]:
    """Decorate a pure view of a state: `most` is for how many arguments, of all events together, its answers are kept.

    An answer may have words in it, so it is kept for whoever says them (`control.engine.language.speaker`).
    The arguments besides the state are hashable. `cache_clear` of the decorated view forgets everything.
    """

    def decorate(view: Callable[Concatenate[S, Given], Answer]) -> Callable[Concatenate[S, Given], Answer]:
        @lru_cache(maxsize=most)
        def place(_attached: Same, _spoken_by: object, *_given: Hashable) -> list[_Known]:
            return []

        @wraps(view)
        def asked(state: S, *given: Given.args, **named: Given.kwargs) -> Answer:
            known = place(Same(state.attached), speaker(), *given, *sorted(named.items()))
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
