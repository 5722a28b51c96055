"""What a button or a form of the phone says, as an action. Whether the action is legal is for the rules to say."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NoReturn

from control.engine.language import say
from control.engine.refused import Refused
from rooms.tables.potemkin.game import actions
from rooms.tables.potemkin.game.content import Facade
from rooms.tables.potemkin.game.reading import SLUG

Fields = Mapping[str, list[str]]

SHIELD: Final = "shield"  # a target that is no building
NONE: Final = "none"  # an additional check or building that is not wanted
COUNT: Final = "count-"  # and the number of a building: how many agents go there
LONGEST: Final = 60  # characters of an id
MANY: Final = 200  # of anything in one form; no village is so long
DIGITS: Final = 6


def action_of(fields: Fields) -> actions.PotemkinAction:
    """The action that the fields of a form name; `act` says which it is.

    Raises:
        Refused: a field is missing or cannot be read.
    """
    read = _READ.get(_one(fields, "act"))
    return _unreadable() if read is None else read(fields)


def _pick(fields: Fields) -> actions.Pick:
    return actions.Pick(_card(fields, "card"))


def _build(fields: Fields) -> actions.Build:
    return actions.Build(_card(fields, "card"), _facade(fields))


def _spy(fields: Fields) -> actions.Spy:
    """Fields `agent` and `target`, as many of the one as of the other; an agent without a target stays at home."""
    agents, targets = fields.get("agent", []), fields.get("target", [])
    if len(agents) != len(targets) or len(agents) > MANY:
        _unreadable()
    sent = [(agent, target) for agent, target in zip(agents, targets, strict=True) if target]
    return actions.Spy(tuple([actions.Check(_number(agent), _target(target)) for agent, target in sent]))


def _check_again(fields: Fields) -> actions.CheckAgain:
    target = _one(fields, "target")
    return actions.CheckAgain(decline=True) if target == NONE else actions.CheckAgain(_target(target))


def _ability(fields: Fields) -> actions.PlayAbility:
    """Only the targets that are there; `look` may be there more than once."""
    looks = fields.get("look", [])
    if len(looks) > MANY:
        _unreadable()
    return actions.PlayAbility(
        _card(fields, "card"),
        interior=_card(fields, "interior") if "interior" in fields else None,
        facade=_facade(fields) if "facade" in fields else None,
        building=_number(_one(fields, "building")) if "building" in fields else None,
        source=_number(_one(fields, "source")) if "source" in fields else None,
        looks=tuple([_number(look) for look in looks]),
    )


def _build_again(fields: Fields) -> actions.BuildAgain:
    card = _one(fields, "card")
    return actions.BuildAgain(decline=True) if card == NONE else actions.BuildAgain(_card(fields, "card"), _facade(fields))


def _discard(fields: Fields) -> actions.Discard:
    return actions.Discard(_card(fields, "card"))


def _produce(_fields: Fields) -> actions.Produce:
    return actions.Produce()


def _place_agents(fields: Fields) -> actions.PlaceAgents:
    """A field for each building, `count-12`; where none go there is nothing or 0."""
    names = [name for name in fields if name.startswith(COUNT)]
    if len(names) > MANY:
        _unreadable()
    counts = [(_number(name.removeprefix(COUNT)), _number(_one(fields, name) or "0")) for name in names]
    return actions.PlaceAgents(tuple([(home, agents) for home, agents in counts if agents]))


_READ: Final[Mapping[str, Callable[[Fields], actions.PotemkinAction]]] = {
    "pick": _pick,
    "build": _build,
    "spy": _spy,
    "check-again": _check_again,
    "ability": _ability,
    "build-again": _build_again,
    "discard": _discard,
    "produce": _produce,
    "place-agents": _place_agents,
}


def _one(fields: Fields, name: str) -> str:
    """The value of a field that is there once; empty when it is not there."""
    values = fields.get(name, [])
    return values[0] if len(values) == 1 else _unreadable() if values else ""


def _card(fields: Fields, name: str) -> str:
    card = _one(fields, name)
    if not card:
        raise Refused(say("No card is chosen. Choose one."), code="malformed")
    return card if len(card) <= LONGEST and SLUG.fullmatch(card) else _unreadable()


def _facade(fields: Fields) -> Facade:
    facade = _one(fields, "facade")
    if not facade:
        raise Refused(say("No facade is chosen. Choose one of the five."), rule="PE-BLD-02", code="malformed")
    return Facade(facade) if facade in tuple(Facade) else _unreadable()


def _target(target: str) -> int | None:
    return None if target == SHIELD else _number(target)


def _number(digits: str) -> int:
    if not digits:
        raise Refused(say("No building is chosen. Choose one."), code="malformed")
    return int(digits) if len(digits) <= DIGITS and digits.isascii() and digits.isdigit() else _unreadable()


def _unreadable() -> NoReturn:
    raise Refused(say("This could not be read, and nothing was done. Look again and choose once more."), code="malformed")
