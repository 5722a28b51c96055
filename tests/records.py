"""Records of any kind, for tests that walk through whatever a function returns: `msgspec.Struct` and dataclasses alike."""

from __future__ import annotations

import dataclasses
from typing import Any, TypeVar

import msgspec

Part = TypeVar("Part")


def is_record(part: object) -> bool:
    """Is this an object with named fields, and not a class?"""
    return isinstance(part, msgspec.Struct) or (dataclasses.is_dataclass(part) and not isinstance(part, type))


def field_names(part: Any) -> tuple[str, ...]:
    """Return the field names of a record or its class, without fields that are computed when it is made."""
    if dataclasses.is_dataclass(part):
        return tuple(each.name for each in dataclasses.fields(part) if each.init)
    names: tuple[str, ...] = part.__struct_fields__
    return names


def with_fields(part: Part, /, **changed: Any) -> Part:
    """Return a copy of a record with some fields changed."""
    kind: Any = type(part)
    made: Part = kind(**{name: getattr(part, name) for name in field_names(part)} | changed)
    return made
