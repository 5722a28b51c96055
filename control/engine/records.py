"""Change a copy of a record. Records are frozen `msgspec.Struct` classes: made, compared, hashed and read from JSON in C.

A class stays a dataclass if it changes, computes a field when made, or leaves a field out of its `repr`. Those are copied by
`dataclasses.replace`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard

from msgspec import Struct

if TYPE_CHECKING:  # so that mypy checks the names and types of the changed fields
    from dataclasses import replace as replace
else:
    from msgspec.structs import replace as replace  # not wrapped: a game copies records at every action


def is_record_class(kind: object) -> TypeGuard[type[Struct]]:
    """Is this a class of records?"""
    return isinstance(kind, type) and issubclass(kind, Struct)
