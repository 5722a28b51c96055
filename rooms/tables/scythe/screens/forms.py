"""Form fields of the phone, read as an action. The rules decide whether it is legal.

Many fields are numbers with a name: `load-wood=2`, `pay-D5-metal=1`, `decline-coin=1`, `produce-C6=2`. A field that is 0 or empty
counts as missing; repeated fields are summed. Units are numbers as in the state, and one value may hold several.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from operator import attrgetter
from typing import Any, Final

from msgspec import structs

from control.engine.language import later
from rooms.tables.game.actions import Action
from rooms.tables.registry import Fields
from rooms.tables.screens.form_fields import (
    NOTHING,
    action_in,
    all_values,
    member_of,
    parse_number,
    refuse_unreadable,
    required_value,
    single_value,
)
from rooms.tables.scythe.game import actions
from rooms.tables.scythe.game.actions import Payment, Picks, Placed
from rooms.tables.scythe.game.content import BOTTOMS, Cube, Part, Resource, Structure
from rooms.tables.scythe.game.state import NO_TOKENS, NONE, Tokens, plus, tokens_of_type
from rooms.tables.scythe.rules.bottom_row import ROWS, BottomKind
from rooms.tables.scythe.rules.legal_actions import ACTIONS

SPACE: Final = later("No territory is chosen. Choose one on the map or in the list.")
MOST: Final = 40  # the highest number in one field
PIECES: Final = frozenset({Part.ANY, Part.UPGRADE, Part.DEPLOY, Part.BUILD, Part.ENLIST})


def action_of(fields: Fields) -> actions.ScytheAction:
    """The action in a form's fields. `act` names its type.

    Raises:
        Refused: a field is missing or cannot be read.
    """
    found: actions.ScytheAction = action_in(fields, _FORMS)
    return found


# --- parts of forms -----------------------------------------------------------------------------------------------------------


def _number(fields: Fields, name: str) -> int:
    """The number in a field, 0 when it is missing."""
    value = single_value(fields, name)
    found = parse_number(value) if value else 0
    return found if found <= MOST else refuse_unreadable()


def _fields_with_prefix(fields: Fields, prefix: str) -> Iterator[tuple[str, int]]:
    """The rest of the name and the number of each field with this prefix."""
    for name in sorted(fields):
        if name.startswith(prefix) and (count := sum([parse_number(value) for value in all_values(fields, name) if value])):
            yield name.removeprefix(prefix), count if count <= MOST else refuse_unreadable()


def _each(fields: Fields, name: str) -> list[str]:
    """The values of the fields `type-0`, `type-1`, …, in order. Empty ones are left out."""
    return [value for each in sorted(fields) if each.startswith(f"{name}-") for value in all_values(fields, each) if value]


def _space(value: str) -> str:
    """The id of a territory or home base."""
    return value if len(value) <= 8 and value.isascii() and value.replace("-", "").isalnum() else refuse_unreadable()


def _tokens(fields: Fields, prefix: str) -> Tokens:
    found = NO_TOKENS
    for kind, count in _fields_with_prefix(fields, prefix):
        found = plus(found, tokens_of_type(member_of(Resource, kind), count))
    return found


def _on_spaces(fields: Fields, prefix: str) -> tuple[Placed, ...]:
    """Tokens by space, in the order of the ids: `pay-D5-metal=1`."""
    there: dict[str, Tokens] = {}
    for rest, count in _fields_with_prefix(fields, prefix):
        space, _dash, kind = rest.rpartition("-")
        there[_space(space)] = plus(there.get(space, NO_TOKENS), tokens_of_type(member_of(Resource, kind), count))
    return tuple(sorted(there.items()))


def _numbers(fields: Fields, name: str) -> tuple[int, ...]:
    return tuple(sorted([parse_number(each) for value in all_values(fields, name) for each in value.split()]))


def _given_up(fields: Fields) -> Counter[Part]:
    """The declined parts. A recruit's one-time bonus is declined whole, as the form names it for the space: `once-2=pop-2`."""
    gone = Counter({member_of(Part, part): count for part, count in _fields_with_prefix(fields, "decline-")})
    if _number(fields, "once") and (bonus := single_value(fields, f"once-{single_value(fields, 'bonus')}")):
        part, _dash, count = bonus.rpartition("-")
        gone[member_of(Part, part)] += min(parse_number(count), MOST)
    return gone


def _declined(fields: Fields) -> tuple[Part, ...]:
    """The parts declined by number. For pieces and tokens of any type, the picks are left out instead."""
    return tuple([part for part in _given_up(fields).elements() if part not in PIECES])


def _payment(fields: Fields) -> Payment:
    kind, coercion = single_value(fields, "as"), _number(fields, "coercion")
    return Payment(
        spaces=_on_spaces(fields, "pay-"),
        coercion=coercion,
        as_type=member_of(Resource, kind) if kind and coercion else None,
        cards=tuple(sorted([parse_number(card) for card in _each(fields, "card")])),
    )


def _harvest(fields: Fields) -> tuple[tuple[str, int], ...]:
    return tuple([(_space(space), count) for space, count in _fields_with_prefix(fields, "produce-")])


def _picks(fields: Fields) -> Picks:
    """The picks without everything declined."""
    gone, types = _given_up(fields), _each(fields, "type")
    structure = "" if gone[Part.BUILD] else single_value(fields, "structure")
    cube = "" if gone[Part.UPGRADE] else single_value(fields, "cube")
    mech = NONE if gone[Part.DEPLOY] else _or_none(fields, "mech")
    section = NONE if gone[Part.ENLIST] else _or_none(fields, "section")
    at = single_value(fields, "at") if structure or mech != NONE else ""
    return Picks(
        types=tuple([member_of(Resource, value) for value in types[: max(0, len(types) - gone[Part.ANY])]]),
        places=_places(fields, gone),
        mech=mech,
        structure=member_of(Structure, structure) if structure else None,
        at=_space(at) if at else "",
        cube=member_of(Cube, cube) if cube else None,
        box=_or_none(fields, "box") if cube else NONE,
        section=section,
        space=_or_none(fields, "bonus") if section != NONE else NONE,
        produce=_harvest(fields),
    )


def _places(fields: Fields, gone: Counter[Part]) -> tuple[str, ...]:
    """Read `place-0-metal=D5`, `place-1-oil=C6`. Of a declined part, the last ones have no place."""
    found, left = list[str](), Counter(gone)
    for name in sorted([each for each in fields if each.startswith("place-")], reverse=True):
        part = member_of(Part, name.rpartition("-")[2])
        if left[part]:
            left[part] -= 1
        else:
            found.insert(0, _space(required_value(fields, name, SPACE)))
    return tuple(found)


def _or_none(fields: Fields, name: str) -> int:
    value = single_value(fields, name)
    return parse_number(value) if value else NONE


# --- actions ------------------------------------------------------------------------------------------------------------------


def _step(fields: Fields) -> actions.StepTo:
    return actions.StepTo(
        unit=parse_number(required_value(fields, "unit")), to=_space(required_value(fields, "to", SPACE)), **_cargo(fields)
    )


def _cargo(fields: Fields) -> dict[str, Any]:
    return {
        "load": _tokens(fields, "load-"),
        "board": tuple(sorted(_numbers(fields, "board") + _numbers(fields, "board-moved"))),
        "unload": _tokens(fields, "unload-"),
        "leave": tuple(sorted(_numbers(fields, "leave") + _numbers(fields, "leave-moved"))),
    }


def _retreat(fields: Fields) -> actions.Retreat:
    """Read `go-2=C4` for each combat unit, and `ride-7=2` for a worker and its mech."""
    going = sorted(
        [(parse_number(name.removeprefix("go-")), _space(single_value(fields, name))) for name in fields if name.startswith("go-")]
    )
    return actions.Retreat(
        tuple(going), tuple([(parse_number(worker), mech) for worker, mech in _fields_with_prefix(fields, "ride-")])
    )


def _trade(fields: Fields) -> actions.Trade:
    """Read popularity, or tokens: `token-1` goes to `at-1` and so on. An empty token declines one."""
    if required_value(fields, "gain", later("Nothing is chosen. Choose popularity or tokens.")) == "popularity":
        return actions.Trade(declined=_declined(fields))
    there: dict[str, Tokens] = {}
    for name in [name for name in fields if name.startswith("token-")][:MOST]:
        if kind := single_value(fields, name):
            space = required_value(fields, name.replace("token-", "at-"), SPACE)
            there[_space(space)] = plus(there.get(space, NO_TOKENS), tokens_of_type(member_of(Resource, kind), 1))
    return actions.Trade(placed=tuple(sorted(there.items())), declined=_declined(fields))


def _bolster(fields: Fields) -> actions.Bolster:
    gain = required_value(fields, "gain", later("Nothing is chosen. Choose power or combat cards."))
    return actions.Bolster(cards=gain == "cards" or (gain != "power" and refuse_unreadable()), declined=_declined(fields))


def _bottom_row(row: BottomKind) -> Callable[[Fields], Any]:
    """A reader of a bottom row: payment, thing and place, declined parts."""
    picked = attrgetter(*row.picked)
    return lambda fields: row.does(_payment(fields), *picked(_picks(fields)), _declined(fields))


def _is_yes(fields: Fields, name: str) -> bool:
    value = required_value(fields, name)
    return value == "yes" or (value != "no" and refuse_unreadable())


READERS: Final[Mapping[Any, Callable[[Fields, str], Any]]] = {  # by the type of an action's field
    int: lambda fields, name: parse_number(required_value(fields, name)),
    bool: _is_yes,
    str: lambda fields, name: _space(required_value(fields, name, SPACE if name == "space" else NOTHING)),
    Payment: lambda fields, _name: _payment(fields),
    Picks: lambda fields, _name: _picks(fields),
    tuple[Part, ...]: lambda fields, _name: _declined(fields),
}


def _record(does: type[Action], **names: str) -> Callable[[Fields], Any]:
    """A reader of an action from the types of its fields. `names`: names of the form where they differ."""
    read = [(READERS[field.type], names.get(field.name, field.name)) for field in structs.fields(does)]
    return lambda fields: does(*[reads(fields, name) for reads, name in read])


def _act_of(does: type[Action]) -> str:
    """The name of an action in forms: "skip-top" for SkipTop."""
    return re.sub(r"(?<=.)(?=[A-Z])", "-", does.__name__).lower()


_FORMS: Final[Mapping[str, Callable[[Fields], Any]]] = {
    **{_act_of(each): _record(each) for each in ACTIONS if all(field.type in READERS for field in structs.fields(each))},
    "step": _step,
    "reload": lambda fields: actions.Reload(unit=parse_number(required_value(fields, "unit")), **_cargo(fields)),
    "artillery": _record(actions.UseArtillery),
    "commit": lambda fields: actions.Commit(parse_number(required_value(fields, "dial")), _numbers(fields, "card")),
    "retreat": _retreat,
    "choose-card": _record(actions.ChooseCard, card="factory"),
    "bolster": _bolster,
    "trade": _trade,
    "produce": lambda fields: actions.Produce(_harvest(fields)),
    **{what.value: _bottom_row(row) for what, row in zip(BOTTOMS, ROWS, strict=True)},
    "bonus": _record(actions.TakeBonus),
    "reveal": _record(actions.RevealObjective, card="objective"),
    "give-coins": lambda fields: actions.GiveCoins(parse_number(required_value(fields, "to")), _number(fields, "amount")),
    "record": lambda fields: actions.RecordAchievement(tuple([_space(value) for value in all_values(fields, "entry") if value])),
}
