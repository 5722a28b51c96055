"""Reader for the fields of a game's form. What no button of the page can send is refused in one sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, Final, NoReturn, TypeVar

from control.engine.language import later, say
from control.engine.refusal import Refused
from rooms.tables.registry import Fields

E = TypeVar("E", bound=StrEnum)
ID: Final = re.compile(r"[a-z0-9]+(?:-+[a-z0-9]+)*")
LONGEST: Final = 80  # characters of an id
MANY: Final = 200  # values of one field
DIGITS: Final = 6
NOTHING: Final = later("Nothing is chosen. Choose one.")


def action_in(fields: Fields, forms: Mapping[str, Callable[[Fields], Any]]) -> Any:
    """The action in a form. The field `act` says which of `forms` reads it.

    Raises:
        Refused: a field is missing or cannot be read.
    """
    read = forms.get(single_value(fields, "act"))
    return refuse_unreadable() if read is None else read(fields)


def single_value(fields: Fields, name: str) -> str:
    """The value of a field that may occur once. Empty if it is missing."""
    values = fields.get(name, [])
    return values[0] if len(values) == 1 else refuse_unreadable() if values else ""


def required_value(fields: Fields, name: str, missing: str = NOTHING, rule: str = "") -> str:
    """The value of a required field. `missing`: what to do if it is missing, marked for translation."""
    value = single_value(fields, name)
    if not value:
        raise Refused(say(missing), rule=rule, code="malformed")
    return value


def id_in(fields: Fields, name: str, missing: str = NOTHING, rule: str = "") -> str:
    """The id in a required field."""
    return check_id(required_value(fields, name, missing, rule))


def ids_in(fields: Fields, name: str) -> tuple[str, ...]:
    """All ids in a field that may occur several times."""
    return tuple([check_id(value) for value in all_values(fields, name)])


def all_values(fields: Fields, name: str) -> list[str]:
    """All values of a field."""
    values = fields.get(name, [])
    return values if len(values) <= MANY else refuse_unreadable()


def check_id(value: str) -> str:
    """The value, if it is a well-formed id."""
    return value if len(value) <= LONGEST and ID.fullmatch(value) else refuse_unreadable()


def member_of(kind: type[E], value: str) -> E:
    """The member of an enum with this value."""
    return kind(value) if value in tuple(kind) else refuse_unreadable()


def parse_number(digits: str) -> int:
    """A whole number from 0, with at most six digits."""
    return int(digits) if len(digits) <= DIGITS and digits.isascii() and digits.isdigit() else refuse_unreadable()


def refuse_unreadable() -> NoReturn:
    """Refuse a value that no button of the page sends."""
    raise Refused(say("This could not be read, and nothing was done. Look again and choose once more."), code="malformed")
