"""Actions of a game at a side table: the document that is stored by its type’s name, and an action under way with its facts."""

from __future__ import annotations

from functools import cache
from types import NoneType, UnionType
from typing import Any, ClassVar, Generic, TypeVar, Union, get_args, get_origin

import msgspec

from control.engine.context import Chance
from control.engine.modules import Game
from rooms.tables.game.rules import Played

# === action =============================================================================================================

# What every action of a game at a side table is: a document that is stored by the name of its type.


class Action(msgspec.Struct, frozen=True):
    """What a player does. `called` is what the journal calls it, noted for the catalogue (`later`)."""

    called: ClassVar[str]


def is_sound(action: Action) -> bool:
    """Has every field a value of its type, its parts too? Whoever makes an action in code may put anything there."""
    return _are_sound(action)


def _are_sound(struct: msgspec.Struct) -> bool:
    return all(_fits(getattr(struct, name), hint) for name, hint in _fields(type(struct)))


@cache
def _fields(kind: type[msgspec.Struct]) -> tuple[tuple[str, Any], ...]:
    return tuple([(field.name, field.type) for field in msgspec.structs.fields(kind)])


def _fits(value: Any, hint: Any) -> bool:
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return any(_fits(value, each) for each in args)
    if origin is tuple:
        if not isinstance(value, tuple):
            return False
        if args[-1] is Ellipsis:
            return all(_fits(each, args[0]) for each in value)
        return len(value) == len(args) and all(_fits(each, of) for each, of in zip(value, args, strict=True))
    if hint in (int, NoneType, None):  # True is no number
        return value is None if hint is not int else isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, hint) and (not isinstance(value, msgspec.Struct) or _are_sound(value))


# === course =============================================================================================================

# An action under way: the state so far, and the facts it has brought about.


Book = TypeVar("Book")
State = TypeVar("State")


class Course(Generic[Book, State]):
    """What an action leads to, one fact after the other. It is thrown away when a rule refuses, so nothing has changed then."""

    __slots__ = ("book", "chance", "events", "facts", "state")

    def __init__(self, game: Game[Any], book: Book, state: State, chance: Chance) -> None:
        self.events = game.events
        self.book = book
        self.state = state
        self.chance = chance
        self.facts: list[Any] = []

    def happens(self, fact: Any) -> None:
        """Let a fact become part of the state."""
        self.facts.append(fact)
        self.state = self.events[type(fact)].evolve(self.state, fact)

    def played(self) -> Played:
        """Everything that has happened, and where it has led."""
        return Played(tuple(self.facts), self.state)
