"""Change a copy of a record. Records are frozen `msgspec.Struct` classes: made, compared, hashed and read from JSON in C.

A class stays a dataclass if it changes, computes a field when made, or leaves a field out of its `repr`.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, TypeGuard

from msgspec import Struct, structs

if TYPE_CHECKING:  # so that mypy checks the names and types of the changed fields
    from dataclasses import replace as replace
else:

    def replace(record: Any, /, **changes: Any) -> Any:
        """Return a copy of a record, or of a frozen dataclass, with these fields changed."""
        if isinstance(record, Struct):
            return structs.replace(record, **changes)
        return dataclasses.replace(record, **changes)


def is_record_class(kind: object) -> TypeGuard[type[Struct]]:
    """Is this a class of records?"""
    return isinstance(kind, type) and issubclass(kind, Struct)
