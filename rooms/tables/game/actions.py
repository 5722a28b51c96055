"""Player actions of side-table games: the stored base type, and an action in progress with its facts."""

from __future__ import annotations

from collections.abc import Callable
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
    for name, fits in _fields(type(struct)):  # noqa: SIM110 - at every action of a game; `all` would take longer
        if not fits(getattr(struct, name)):
            return False
    return True


@cache
def _fields(kind: type[msgspec.Struct]) -> tuple[tuple[str, Callable[[Any], bool]], ...]:
    return tuple([(field.name, _check_of(field.type)) for field in msgspec.structs.fields(kind)])


@cache
def _check_of(hint: Any) -> Callable[[Any], bool]:
    """Return the check whether a value is of a type, made once for each type."""
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        kinds = [_check_of(each) for each in args]
        if len(kinds) == 2:  # most often one kind or None
            one, other = kinds
            return lambda value: one(value) or other(value)
        return lambda value: any(fits(value) for fits in kinds)
    if origin is tuple and args[-1] is Ellipsis:
        of_each = _check_of(args[0])
        return lambda value: isinstance(value, tuple) and all(of_each(each) for each in value)
    if origin is tuple:
        of = [_check_of(each) for each in args]
        return lambda value: (
            isinstance(value, tuple) and len(value) == len(of) and all(fits(each) for fits, each in zip(of, value, strict=True))
        )
    if hint is int:
        return lambda value: isinstance(value, int) and not isinstance(value, bool)  # a bool is not a number here
    if hint in (NoneType, None):
        return lambda value: value is None
    if isinstance(hint, type) and issubclass(hint, str):
        return lambda value: isinstance(value, hint)
    return lambda value: isinstance(value, hint) and (not isinstance(value, msgspec.Struct) or _are_sound(value))
