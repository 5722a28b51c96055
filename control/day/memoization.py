"""Memoization of pure views: a cached answer is valid while every part of the state that it read is the same object."""

from __future__ import annotations

from collections.abc import Callable, Hashable, ItemsView, Iterable, Iterator, KeysView, Mapping, ValuesView
from functools import lru_cache, wraps
from types import FunctionType, MethodType
from typing import Any, Concatenate, Final, ParamSpec, TypeVar, TypeVarTuple, cast

from msgspec import Struct

from control.day.state import DayState, S
from control.engine.ids import PhaseId
from control.engine.language import current_translator

# === memoization ========================================================================================================


Given = ParamSpec("Given")
Answer = TypeVar("Answer")
Rest = TypeVarTuple("Rest")
K = TypeVar("K")
V = TypeVar("V")

CLOCK: Final = "clock"  # noted field by field, its rooms one by one
IS_IN: Final = "is_in"  # noted phase by phase
MAPPINGS: Final = frozenset({"rooms", "seats"})  # noted one by one
FORMER = 2  # cached answers per arguments: for the newest state and for the one before it


class Same(Struct, frozen=True, eq=False):
    """A cache key by identity. Comparing large objects by value would cost more than the cache saves."""

    thing: object

    def __hash__(self) -> int:
        return id(self.thing)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.thing is self.thing


# A field of a state, or a part of one, as it is noted: "notices", "clock.month", "clock.is_in.planning", "seats.cat-1".
Part = str


class NotingMapping(Mapping[Any, Any]):
    """The rooms or the seats of a state; notes each that is read. Iteration or `len` counts as a read of all."""

    def __init__(self, mapping: Mapping[Any, Any], reads: dict[Part, object], of: Part) -> None:
        self._mapping, self._reads, self._of = mapping, reads, of

    def __getitem__(self, key: Any) -> Any:
        found = self.get(key)
        if found is None:
            raise KeyError(key)
        return found

    def get(self, key: Any, default: Any = None) -> Any:
        found = self._mapping.get(key)
        self._reads[f"{self._of}.{key}"] = found
        return default if found is None else found

    def __contains__(self, key: object) -> bool:
        return self.get(key) is not None

    def __iter__(self) -> Iterator[Any]:
        return iter(self.whole())

    def __len__(self) -> int:
        return len(self.whole())

    def keys(self) -> KeysView[Any]:
        return self.whole().keys()

    def values(self) -> ValuesView[Any]:
        return self.whole().values()

    def items(self) -> ItemsView[Any, Any]:
        return self.whole().items()

    def whole(self) -> Mapping[Any, Any]:
        """The mapping itself; all of it counts as read."""
        self._reads[self._of] = self._mapping
        return self._mapping


class Noting:
    """A proxy of a state that notes each field that is read. Its methods and properties run against the proxy.

    The clock has a proxy of its own. Rooms and seats are noted one by one. `reads`: where to note.
    """

    _of = ""  # what stands before the name of a noted field

    def __init__(self, record: Any, reads: dict[Part, object] | None = None) -> None:
        self._record: Any = record
        self._reads: dict[Part, object] = {} if reads is None else reads

    def __getattr__(self, name: str) -> Any:
        known = getattr(type(self._record), name, None)
        if isinstance(known, FunctionType):
            return MethodType(known, self)
        if isinstance(known, property):
            found = known.__get__(self)
        else:
            found = getattr(self._record, name)
            if name in MAPPINGS:
                found = NotingMapping(found, self._reads, self._of + name)
            elif name == CLOCK:
                found = NotingClock(self._record, self._reads)
            else:
                self._reads[self._of + name] = found
        self.__dict__[name] = found  # further reads need no notes
        return found


class NotingClock(Noting):
    """A proxy of the clock of `state`. Of a question about phases, those are noted that would change the answer."""

    _of = f"{CLOCK}."

    def __init__(self, state: DayState, reads: dict[Part, object]) -> None:
        super().__init__(state.clock, reads)
        self._state = state

    def is_in(self, *phases: PhaseId | None) -> bool:
        """Is the day in one of these phases?"""
        found = self._record.phase in phases
        for phase in (*self._state.frame.phase_ids, None):
            if (phase in phases) is not found:
                self._reads[f"{CLOCK}.{IS_IN}.{phase}"] = False
        return found


def call_noted(view: Callable[..., Answer], state: DayState, reads: dict[Part, object], *given: Any, **named: Any) -> Answer:
    """Call a view, and add the parts of the state that it reads to `reads`, with their values.

    A view that copies the state, as a trial run of events does, cannot have a proxy: it counts as having read everything.
    """
    try:
        return view(Noting(state, reads), *given, **named)
    except TypeError:  # `replace` takes records only
        reads.update((name, getattr(state, name)) for name in state.__struct_fields__)
        return view(state, *given, **named)


def unwrapped(state: S, read: Iterable[Part] = ()) -> S:
    """The state itself, for a view that keeps or copies it. These parts count as read, or all fields."""
    proxy: object = state
    if not isinstance(proxy, Noting):
        return state
    record = cast(S, proxy._record)
    proxy._reads.update((part, _part_of(record, *part.partition(".")[::2])) for part in read or record.__struct_fields__)
    return record


def whole(mapping: Mapping[K, V]) -> Mapping[K, V]:
    """Rooms or seats for a cache key by identity; all of them count as read."""
    return mapping.whole() if isinstance(mapping, NotingMapping) else mapping


def changed_parts(before: DayState, after: DayState) -> frozenset[Part]:
    """The parts of a state that are other objects in a later one. A view that has read none of them gives the same answer."""
    found = {name for name in before.__struct_fields__ if getattr(before, name) is not getattr(after, name)}
    if CLOCK in found:
        one, other = before.clock, after.clock
        found |= {f"{CLOCK}.{name}" for name in one.__struct_fields__ if getattr(one, name) is not getattr(other, name)}
        found |= _changed_keys(f"{CLOCK}.rooms", one.rooms, other.rooms)
        if one.phase != other.phase:
            found |= {f"{CLOCK}.{IS_IN}.{phase}" for phase in (one.phase, other.phase)}
    for name in MAPPINGS & found:
        found |= _changed_keys(name, getattr(before, name), getattr(after, name))
    return frozenset(found)


def _changed_keys(of: Part, before: Mapping[Any, Any], after: Mapping[Any, Any]) -> set[Part]:
    return {f"{of}.{key}" for key in {*before, *after} if before.get(key) is not after.get(key)}


class _Known:
    """A cached answer with every part that it read."""

    def __init__(self, reads: Mapping[Part, object], answer: object) -> None:
        self.reads, self.answer = reads, answer
        self._parts = [(*part.partition(".")[::2], value) for part, value in reads.items()]

    def holds(self, state: DayState) -> bool:
        return all((_part_of(state, name, part) if part else getattr(state, name)) is value for name, part, value in self._parts)


def _part_of(state: DayState, name: str, part: str) -> object:
    field = getattr(state, name)
    if not part:
        return field
    if name != CLOCK:
        return field.get(part)
    of, _dot, key = part.partition(".")
    if of == IS_IN:
        return str(field.phase) == key
    return field.rooms.get(key) if key else getattr(field, part)


def once_per_state(view: Callable[[S, *Rest], Answer]) -> Callable[[S, *Rest], Answer]:
    """Decorate a pure view with a cache for the newest state only. It is faster than `memoized_view`, but every event empties it.

    For small views that one decision needs many times. All arguments besides the state must be hashable, few, and given by place.
    """
    newest: tuple[object, object, dict[object, Answer]] = (None, None, {})  # replaced as a whole, because threads share it

    @wraps(view)
    def asked(state: S, *given: *Rest) -> Answer:
        nonlocal newest
        of, translator, known = newest
        if of is not state or translator is not current_translator():
            known = {}
            newest = (state, current_translator(), known)
        try:
            return known[given]
        except KeyError:
            pass
        answer = known[given] = view(state, *given)
        return answer

    return asked


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
            outer: object = state
            plain = outer._record if isinstance(outer, Noting) else state
            found = next((each for each in tuple(known) if each.holds(plain)), None)
            if found is not None:
                if isinstance(outer, Noting):
                    outer._reads.update(found.reads)
                return cast(Answer, found.answer)
            reads: dict[Part, object] = {}
            try:
                answer = call_noted(view, plain, reads, *given, **named)
            finally:  # the outer view may go on after a refusal
                if isinstance(outer, Noting):
                    outer._reads.update(reads)
            known[:] = [_Known(reads, answer), *known[: FORMER - 1]]
            return answer

        vars(asked)["cache_clear"] = place.cache_clear
        return cast(Callable[Concatenate[S, Given], Answer], asked)

    return decorate
