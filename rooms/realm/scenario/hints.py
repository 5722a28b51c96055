"""The types of the schema as they are hinted: the fields of a dataclass, and what stands in for a value that is broken."""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import StrEnum
from functools import cache
from typing import NewType, Union, get_args, get_origin, get_type_hints


@cache
def hints_of(kind: type) -> dict[str, object]:
    """The fields of a dataclass with their types, in order."""
    return get_type_hints(kind)


@cache
def is_required(kind: type, name: str) -> bool:
    """Whether a field of a dataclass has no default."""
    (found,) = (field for field in fields(kind) if field.name == name)
    return found.default is MISSING and found.default_factory is MISSING


def stand_in(kind: object) -> object:
    """Something empty of a type, in place of what could not be read."""
    origin, args = get_origin(kind), get_args(kind)
    if isinstance(kind, NewType) or kind is str:
        return ""
    if origin in (Union, types.UnionType):
        return None
    if origin is tuple:
        return () if args[-1] is Ellipsis else tuple(stand_in(each) for each in args)
    if origin is Mapping:
        return {key: stand_in(args[1]) for key in args[0]} if isinstance(args[0], type) and issubclass(args[0], StrEnum) else {}
    if isinstance(kind, type) and is_dataclass(kind):
        return kind(**{name: stand_in(hint) for name, hint in hints_of(kind).items() if is_required(kind, name)})
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return next(iter(kind))
    return 0 if kind in (int, float) else False
