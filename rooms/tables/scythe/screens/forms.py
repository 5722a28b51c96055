"""Form fields of the phone, read as an action. The rules decide whether it is legal.

Many fields are numbers with a name: `load-wood=2`, `pay-D5-metal=1`, `decline-coin=1`, `produce-C6=2`. A field that is 0 or empty
counts as missing; repeated fields are summed. Units are numbers as in the state, and one value may hold several.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from control.engine.language import later
from rooms.tables.registry import Fields
from rooms.tables.screens.fields import action_in, all_of, chosen, member, number, one, unreadable
from rooms.tables.scythe.game import actions
from rooms.tables.scythe.game.actions import Payment, Picks, Placed
from rooms.tables.scythe.game.content import Cube, Part, Resource, Structure
from rooms.tables.scythe.game.state import NO_TOKENS, NONE, Tokens, only, plus

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


def _counted(fields: Fields, name: str) -> int:
    """The number in a field, 0 when it is missing."""
    value = one(fields, name)
    found = number(value) if value else 0
    return found if found <= MOST else unreadable()


def _behind(fields: Fields, prefix: str) -> Iterator[tuple[str, int]]:
    """The rest of the name and the number of each field with this prefix."""
    for name in sorted(fields):
        if name.startswith(prefix) and (count := sum([number(value) for value in all_of(fields, name) if value])):
            yield name.removeprefix(prefix), count if count <= MOST else unreadable()


def _each(fields: Fields, name: str) -> list[str]:
    """The values of the fields `type-0`, `type-1`, …, in order. Empty ones are left out."""
    return [value for each in sorted(fields) if each.startswith(f"{name}-") for value in all_of(fields, each) if value]


def _space(value: str) -> str:
    """The id of a territory or home base."""
    return value if len(value) <= 8 and value.isascii() and value.replace("-", "").isalnum() else unreadable()


def _tokens(fields: Fields, prefix: str) -> Tokens:
    found = NO_TOKENS
    for kind, count in _behind(fields, prefix):
        found = plus(found, only(member(Resource, kind), count))
    return found


def _on_spaces(fields: Fields, prefix: str) -> tuple[Placed, ...]:
    """Tokens by space, in the order of the ids: `pay-D5-metal=1`."""
    there: dict[str, Tokens] = {}
    for rest, count in _behind(fields, prefix):
        space, _dash, kind = rest.rpartition("-")
        there[_space(space)] = plus(there.get(space, NO_TOKENS), only(member(Resource, kind), count))
    return tuple(sorted(there.items()))


def _numbers(fields: Fields, name: str) -> tuple[int, ...]:
    return tuple(sorted([number(each) for value in all_of(fields, name) for each in value.split()]))


def _given_up(fields: Fields) -> Counter[Part]:
    """The declined parts. A recruit's one-time bonus is declined whole, as the form names it for the space: `once-2=pop-2`."""
    gone = Counter({member(Part, part): count for part, count in _behind(fields, "decline-")})
    if _counted(fields, "once") and (bonus := one(fields, f"once-{one(fields, 'bonus')}")):
        part, _dash, count = bonus.rpartition("-")
        gone[member(Part, part)] += min(number(count), MOST)
    return gone


def _declined(fields: Fields) -> tuple[Part, ...]:
    """The parts declined by number. For pieces and tokens of any type, the picks are left out instead."""
    return tuple([part for part in _given_up(fields).elements() if part not in PIECES])


def _payment(fields: Fields) -> Payment:
    kind, coercion = one(fields, "as"), _counted(fields, "coercion")
    return Payment(
        spaces=_on_spaces(fields, "pay-"),
        coercion=coercion,
        as_type=member(Resource, kind) if kind and coercion else None,
        cards=tuple(sorted([number(card) for card in _each(fields, "card")])),
    )


def _harvest(fields: Fields) -> tuple[tuple[str, int], ...]:
    return tuple([(_space(space), count) for space, count in _behind(fields, "produce-")])


def _picks(fields: Fields) -> Picks:
    """The picks without everything declined."""
    gone, types = _given_up(fields), _each(fields, "type")
    structure = "" if gone[Part.BUILD] else one(fields, "structure")
    cube = "" if gone[Part.UPGRADE] else one(fields, "cube")
    mech = NONE if gone[Part.DEPLOY] else _or_none(fields, "mech")
    section = NONE if gone[Part.ENLIST] else _or_none(fields, "section")
    at = one(fields, "at") if structure or mech != NONE else ""
    return Picks(
        types=tuple([member(Resource, value) for value in types[: max(0, len(types) - gone[Part.ANY])]]),
        places=_places(fields, gone),
        mech=mech,
        structure=member(Structure, structure) if structure else None,
        at=_space(at) if at else "",
        cube=member(Cube, cube) if cube else None,
        box=_or_none(fields, "box") if cube else NONE,
        section=section,
        space=_or_none(fields, "bonus") if section != NONE else NONE,
        produce=_harvest(fields),
    )


def _places(fields: Fields, gone: Counter[Part]) -> tuple[str, ...]:
    """Read `place-0-metal=D5`, `place-1-oil=C6`. Of a declined part, the last ones have no place."""
    found, left = list[str](), Counter(gone)
    for name in sorted([each for each in fields if each.startswith("place-")], reverse=True):
        part = member(Part, name.rpartition("-")[2])
        if left[part]:
            left[part] -= 1
        else:
            found.insert(0, _space(chosen(fields, name, SPACE)))
    return tuple(found)


def _or_none(fields: Fields, name: str) -> int:
    value = one(fields, name)
    return number(value) if value else NONE


# --- actions ------------------------------------------------------------------------------------------------------------------


def _step(fields: Fields) -> actions.StepTo:
    return actions.StepTo(unit=number(chosen(fields, "unit")), to=_space(chosen(fields, "to", SPACE)), **_cargo(fields))


def _cargo(fields: Fields) -> dict[str, Any]:
    return {
        "load": _tokens(fields, "load-"),
        "board": tuple(sorted(_numbers(fields, "board") + _numbers(fields, "board-moved"))),
        "unload": _tokens(fields, "unload-"),
        "leave": tuple(sorted(_numbers(fields, "leave") + _numbers(fields, "leave-moved"))),
    }


def _retreat(fields: Fields) -> actions.Retreat:
    """Read `go-2=C4` for each combat unit, and `ride-7=2` for a worker and its mech."""
    going = sorted([(number(name.removeprefix("go-")), _space(one(fields, name))) for name in fields if name.startswith("go-")])
    return actions.Retreat(tuple(going), tuple([(number(worker), mech) for worker, mech in _behind(fields, "ride-")]))


def _trade(fields: Fields) -> actions.Trade:
    """Read popularity, or tokens: `token-1` goes to `at-1` and so on. An empty token declines one."""
    if chosen(fields, "gain", later("Nothing is chosen. Choose popularity or tokens.")) == "popularity":
        return actions.Trade(declined=_declined(fields))
    there: dict[str, Tokens] = {}
    for name in [name for name in fields if name.startswith("token-")][:MOST]:
        if kind := one(fields, name):
            space = chosen(fields, name.replace("token-", "at-"), SPACE)
            there[_space(space)] = plus(there.get(space, NO_TOKENS), only(member(Resource, kind), 1))
    return actions.Trade(placed=tuple(sorted(there.items())), declined=_declined(fields))


def _bolster(fields: Fields) -> actions.Bolster:
    gain = chosen(fields, "gain", later("Nothing is chosen. Choose power or combat cards."))
    return actions.Bolster(cards=gain == "cards" or (gain != "power" and unreadable()), declined=_declined(fields))


def _upgrade(fields: Fields) -> actions.Upgrade:
    picks = _picks(fields)
    return actions.Upgrade(_payment(fields), picks.cube, picks.box, _declined(fields))


def _deploy(fields: Fields) -> actions.Deploy:
    picks = _picks(fields)
    return actions.Deploy(_payment(fields), picks.mech, picks.at, _declined(fields))


def _build(fields: Fields) -> actions.Build:
    picks = _picks(fields)
    return actions.Build(_payment(fields), picks.structure, picks.at, _declined(fields))


def _enlist(fields: Fields) -> actions.Enlist:
    picks = _picks(fields)
    return actions.Enlist(_payment(fields), picks.section, picks.space, _declined(fields))


def _yes(fields: Fields, name: str) -> bool:
    value = chosen(fields, name)
    return value == "yes" or (value != "no" and unreadable())


def _plain(does: type) -> Callable[[Fields], Any]:
    return lambda _fields: does()


_FORMS: Final[Mapping[str, Callable[[Fields], Any]]] = {
    "choose-section": lambda fields: actions.ChooseSection(number(chosen(fields, "section"))),
    "skip-top": _plain(actions.SkipTop),
    "gain-coins": lambda fields: actions.GainCoins(_declined(fields)),
    "start-move": _plain(actions.StartMove),
    "step": _step,
    "reload": lambda fields: actions.Reload(unit=number(chosen(fields, "unit")), **_cargo(fields)),
    "end-unit": _plain(actions.EndUnit),
    "end-move": _plain(actions.EndMove),
    "choose-combat": lambda fields: actions.ChooseCombat(_space(chosen(fields, "space", SPACE))),
    "artillery": lambda fields: actions.UseArtillery(use=_yes(fields, "use")),
    "commit": lambda fields: actions.Commit(number(chosen(fields, "dial")), _numbers(fields, "card")),
    "retreat": _retreat,
    "take-option": lambda fields: actions.TakeOption(
        number(chosen(fields, "option")), _payment(fields), _picks(fields), _declined(fields)
    ),
    "encounter-done": _plain(actions.EncounterDone),
    "choose-card": lambda fields: actions.ChooseCard(_space(chosen(fields, "factory"))),
    "bolster": _bolster,
    "trade": _trade,
    "produce": lambda fields: actions.Produce(_harvest(fields)),
    "use-card": lambda fields: actions.UseCard(_payment(fields), _picks(fields), _declined(fields)),
    "upgrade": _upgrade,
    "deploy": _deploy,
    "build": _build,
    "enlist": _enlist,
    "skip-bottom": lambda fields: actions.SkipBottom(ends=_yes(fields, "ends")),
    "bonus": lambda fields: actions.TakeBonus(accept=_yes(fields, "accept")),
    "reveal": lambda fields: actions.RevealObjective(_space(chosen(fields, "objective"))),
    "end-turn": _plain(actions.EndTurn),
    "give-coins": lambda fields: actions.GiveCoins(number(chosen(fields, "to")), _counted(fields, "amount")),
    "punish-delay": lambda fields: actions.PunishDelay(number(chosen(fields, "player"))),
    "record": lambda fields: actions.RecordAchievement(tuple([_space(value) for value in all_of(fields, "entry") if value])),
}
