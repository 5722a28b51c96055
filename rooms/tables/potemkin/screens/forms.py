"""Form fields of the phone, read as an action. The rules decide whether it is legal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from control.engine.language import later, say
from control.engine.refusal import Refused
from rooms.tables.potemkin.game import actions
from rooms.tables.potemkin.game.content import Facade
from rooms.tables.registry import Fields
from rooms.tables.screens.form_fields import (
    MANY,
    action_in,
    all_values,
    id_in,
    member_of,
    parse_number,
    refuse_unreadable,
    required_value,
    single_value,
)

SHIELD: Final = "shield"  # the target that is not a building
NONE: Final = "none"  # a declined additional check or building
COUNT: Final = "count-"  # with the number of a building: a field for its agents


def action_of(fields: Fields) -> actions.PotemkinAction:
    """The action in a form's fields. `act` names its type.

    Raises:
        Refused: a field is missing or cannot be read.
    """
    found: actions.PotemkinAction = action_in(fields, _FORMS)
    return found


def _spy(fields: Fields) -> actions.Spy:
    """Read the fields `agent` and `target`, in pairs. An agent without a target stays at home."""
    agents, targets = all_values(fields, "agent"), all_values(fields, "target")
    if len(agents) != len(targets):
        refuse_unreadable()
    sent = [(agent, target) for agent, target in zip(agents, targets, strict=True) if target]
    return actions.Spy(tuple([actions.Check(_building(agent), _target(target)) for agent, target in sent]))


def _check_again(fields: Fields) -> actions.CheckAgain:
    target = single_value(fields, "target")
    return actions.CheckAgain(decline=True) if target == NONE else actions.CheckAgain(_target(target))


def _ability(fields: Fields) -> actions.PlayAbility:
    """Read only the targets that are there. `look` may occur more than once."""
    return actions.PlayAbility(
        _card(fields, "card"),
        interior=_card(fields, "interior") if "interior" in fields else None,
        facade=_facade(fields) if "facade" in fields else None,
        building=_building(single_value(fields, "building")) if "building" in fields else None,
        source=_building(single_value(fields, "source")) if "source" in fields else None,
        looks=tuple([_building(look) for look in all_values(fields, "look")]),
    )


def _build_again(fields: Fields) -> actions.BuildAgain:
    card = _card(fields, "card")
    return actions.BuildAgain(decline=True) if card == NONE else actions.BuildAgain(card, _facade(fields))


def _place_agents(fields: Fields) -> actions.PlaceAgents:
    """Read one field for each building, `count-12`. Empty or 0: no agents go there."""
    names = [name for name in fields if name.startswith(COUNT)]
    if len(names) > MANY:
        refuse_unreadable()
    counts = [(_building(name.removeprefix(COUNT)), parse_number(single_value(fields, name) or "0")) for name in names]
    return actions.PlaceAgents(tuple([(home, agents) for home, agents in counts if agents]))


_FORMS: Final[Mapping[str, Callable[[Fields], actions.PotemkinAction]]] = {
    "pick": lambda fields: actions.Pick(_card(fields, "card")),
    "build": lambda fields: actions.Build(_card(fields, "card"), _facade(fields)),
    "spy": _spy,
    "check-again": _check_again,
    "ability": _ability,
    "build-again": _build_again,
    "discard": lambda fields: actions.Discard(_card(fields, "card")),
    "produce": lambda _fields: actions.Produce(),
    "place-agents": _place_agents,
}


def _card(fields: Fields, name: str) -> str:
    return id_in(fields, name, later("No card is chosen. Choose one."))


def _facade(fields: Fields) -> Facade:
    return member_of(Facade, required_value(fields, "facade", later("No facade is chosen. Choose one of the five."), "PE-BLD-02"))


def _target(target: str) -> int | None:
    return None if target == SHIELD else _building(target)


def _building(digits: str) -> int:
    if not digits:
        raise Refused(say("No building is chosen. Choose one."), code="malformed")
    return parse_number(digits)
