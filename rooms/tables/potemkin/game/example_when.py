"""What players do in examples of Potemkin Empire."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rooms.realm.examples.nodes import ExampleError, Node, items, mapping, number, one_of, text
from rooms.tables.game.example_table import Table
from rooms.tables.potemkin.game import actions
from rooms.tables.potemkin.game.content import FACADES, Facade
from rooms.tables.potemkin.game.example_words import CARDS, SHIELD, building_in, facade_and_card
from rooms.tables.potemkin.game.state import Phase


def act_picks(table: Table, player: int, value: Node, where: str) -> actions.Pick:
    """Keep a card of the pack."""
    return actions.Pick(CARDS.choose(table, table.state.sides[player].pack, value, where))


def act_builds(table: Table, player: int, value: Node, where: str) -> actions.Build:
    """Build: a type, and the card of the hand that goes behind it."""
    facade, card = _material(table, player, value, where)
    return actions.Build(card, facade)


def act_builds_again(table: Table, player: int, value: Node, where: str) -> actions.BuildAgain:
    """The second building of the Second Crew."""
    facade, card = _material(table, player, value, where)
    return actions.BuildAgain(card, facade)


def _material(table: Table, player: int, value: Node, where: str) -> tuple[Facade, str]:
    facade, card, more = facade_and_card(value, where)
    for key in more:
        one_of(key, dict.fromkeys(FACADES), where)
    return facade, CARDS.choose(table, table.state.sides[player].hand, card, where)


def act_spies(table: Table, player: int, value: Node, where: str) -> actions.Spy:
    """Send agents, in this order: `[{espionage 1: shield}, {espionage 1: B culture}]`, from where to what."""
    checks = []
    for each in (value,) if isinstance(value, Mapping) else items(value, where):
        for home, target in mapping(each, where).items():
            checks.append(actions.Check(building_in(table, home, where, player), _target(table, target, where)))
    return actions.Spy(tuple(checks))


def act_checks(table: Table, player: int, value: Node, where: str) -> actions.CheckAgain:
    """Use the additional check, on a building or on the shield."""
    return actions.CheckAgain(_target(table, value, where))


def _target(table: Table, value: Node, where: str) -> int | None:
    return None if value == SHIELD else building_in(table, value, where)


def act_declines(table: Table, player: int, value: Node, where: str) -> actions.CheckAgain | actions.BuildAgain:
    """Do without the additional check, or without the second building."""
    return actions.BuildAgain(decline=True) if table.state.phase is Phase.BUILD_AGAIN else actions.CheckAgain(decline=True)


def act_plays(table: Table, player: int, value: Node, where: str) -> actions.PlayAbility:
    """Play a card for its ability, with what the ability asks for: `night-shift`, or `{recruiting-officer: {behind: culture}}`."""
    said = mapping(value, where) if isinstance(value, Mapping) else {text(value, where): None}
    if len(said) != 1:
        raise ExampleError(f"{where}: write one card here")
    ((card, details),) = said.items()
    hand = table.state.sides[player].hand
    found: dict[str, Any] = {"card": CARDS.choose(table, hand, card, where)}
    where = f"{where}.{card}"
    for key, each in mapping(details, where).items():
        one_of(key, dict.fromkeys(("builds", "behind", "from", "looks at")), where)
        if key == "builds":
            found["facade"], found["interior"] = _material(table, player, each, f"{where}.builds")
        elif key == "looks at":
            found["looks"] = tuple(building_in(table, look, where) for look in items(each, where))
        else:
            found["building" if key == "behind" else "source"] = building_in(table, each, where, player)
    return actions.PlayAbility(**found)


def act_discards(table: Table, player: int, value: Node, where: str) -> actions.Discard:
    """The card that Fresh Timber costs."""
    return actions.Discard(CARDS.choose(table, table.state.sides[player].hand, value, where))


def act_produces(table: Table, player: int, value: Node, where: str) -> actions.Produce:
    """Produce."""
    return actions.Produce()


def act_places(table: Table, player: int, value: Node, where: str) -> actions.PlaceAgents:
    """Where spent agents are readied: `{espionage 1: 2, espionage 2: 1}`."""
    counts = [
        (building_in(table, home, where, player), number(agents, f"{where}.{home}"))
        for home, agents in mapping(value, where).items()
    ]
    return actions.PlaceAgents(tuple(counts))
