"""Reader of a form whose fields are those of its action, by type. `questions` and `turn_questions` have the forms."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import NoneType
from typing import Any, Final, get_args

from msgspec import structs

from control.engine.language import later
from rooms.tables.registry import Fields
from rooms.tables.screens.form_fields import NOTHING, check_id, ids_in, member_of, parse_number, refuse_unreadable, required_value
from rooms.tables.statecraft.game.actions import PlayAction, StatecraftAction
from rooms.tables.statecraft.game.content import Colour, Ideology

LEADER: Final = "leader"  # the leader's place
NONE: Final = "none"  # neither option, no card, nobody
PAY: Final = (later("No card is chosen to pay with. Choose one of your hand."), "SC-PAY-02")
Reader = Callable[[Fields], StatecraftAction]
Forms = Mapping[str, Reader]
VALUES: Final[Mapping[Any, Callable[[str], Any]]] = {
    str: check_id,
    int: parse_number,
    Ideology: lambda value: member_of(Ideology, value),
    Colour: lambda value: member_of(Colour, value),
}


def step_in(value: str) -> int:
    """A step of an ideology, up or down."""
    return {"1": 1, "-1": -1}.get(value) or refuse_unreadable()


TARGETS: Final[Mapping[str, Callable[[str], Any]]] = {  # of an action card
    **{field.name: VALUES[get_args(field.type)[0]] for field in structs.fields(PlayAction)[1:]},
    "step": step_in,
}


def form_of(kind: type[StatecraftAction], missing: str = NOTHING, rule: str = "") -> Reader:
    """The reader of an action whose form has a field for each of its own. `missing`: what to do where one is empty."""
    found = [(field.name, get_args(field.type) or (field.type,)) for field in structs.fields(kind)]
    return lambda fields: kind(*[_field(fields, name, of, missing, rule) for name, of in found])


def _field(fields: Fields, name: str, of: tuple[Any, ...], missing: str, rule: str) -> Any:
    """The value of a field. `of`: its type, with an ellipsis if there are several, or with `NoneType` if there may be none."""
    if of[-1] is Ellipsis:
        return ids_in(fields, name)
    value = required_value(fields, name, missing, rule)
    return None if value == NONE and of[-1] is NoneType else VALUES[of[0]](value)
