"""Player actions of side-table games: the stored base type, and an action in progress with its facts."""

from __future__ import annotations

from functools import cache
from types import NoneType, UnionType
from typing import Any, ClassVar, Union, get_args, get_origin

import msgspec

# === action =============================================================================================================

# The base type of all player actions. An action is stored under the name of its type.


class Action(msgspec.Struct, frozen=True):
    """A player's action. `called`: its name in the journal, marked for translation (`later`).

    `default`: what happens when the time runs out, if this action can be its result: "your turn ends.", marked likewise.
    """

    called: ClassVar[str]
    default: ClassVar[str] = ""


def is_sound(action: Action) -> bool:
    """Whether every field, nested ones too, holds a value of its declared type. Code can construct an action with anything."""
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
    if hint in (int, NoneType, None):  # a bool is not a number here
        return value is None if hint is not int else isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, hint) and (not isinstance(value, msgspec.Struct) or _are_sound(value))
