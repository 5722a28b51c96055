"""What lies on the table when an example of Potemkin Empire is over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rooms.realm.examples.nodes import Node, difference, items, mapping, number, one_of, text
from rooms.tables.game.example_table import Table, Then
from rooms.tables.game.example_words import among, then_player
from rooms.tables.potemkin.game.book import book_of
from rooms.tables.potemkin.game.content import POINTS
from rooms.tables.potemkin.game.example_words import (
    BOARD,
    CARDS,
    CONSTRUCTION,
    GONE,
    NOTHING,
    PRODUCTION,
    building_in,
    cards_of,
    facade_and_card,
    is_called,
    where_stands,
    words_of,
)
from rooms.tables.potemkin.game.state import Meeple, holder_of
from rooms.tables.potemkin.rules.scoring import scores_of


def then_village(table: Table, player: int, value: Node, where: str) -> Iterator[str]:
    """Exactly the buildings that stand, in their order: `[{culture: fake}, {science: science}]`."""
    known = cards_of(table)
    wanted = [facade_and_card(each, where) for each in ((value,) if isinstance(value, Mapping) else items(value, where))]
    found = table.state.sides[player].village
    fits = len(wanted) == len(found) and all(
        facade is building.facade and is_called(known[building.card], CARDS.word(table, card, where)) and not more
        for (facade, card, more), building in zip(wanted, found, strict=True)
    )
    if not fits:
        expected = [f"{facade.value}: {card}" for facade, card, _more in wanted]
        there = [f"{building.facade.value}: {words_of(known[building.card])}" for building in found]
        yield f"village of {table.names[player]}: expected {expected or 'none'}, found {there or 'none'}"


def then_mode(table: Table, player: int, value: Node, where: str) -> Iterable[str]:
    """The side of the mode token that is up."""
    mode = one_of(text(value, where), dict.fromkeys((CONSTRUCTION, PRODUCTION)), where)
    found = PRODUCTION if table.state.sides[player].producing else CONSTRUCTION
    return difference(mode, found, f"mode of {table.names[player]}")


def then_points(table: Table, player: int, value: Node, where: str) -> Iterator[str]:
    """Points by category: `{fakes: 4, government: 2, culture: 1, captured: 0, cubes: 5}`."""
    score = scores_of(table.state, book_of(table.content))[player]
    for key, expected in mapping(value, where).items():
        found = getattr(score, one_of(key, POINTS, where))
        yield from difference(number(expected, f"{where}.{key}"), found, f"points of {table.names[player]}, {key}")


def then_sees(table: Table, player: int, value: Node, where: str) -> Iterator[str]:
    """What the player knows of interiors: `{B culture: fake, C science: nothing}`."""
    view = table.rules.view(table.state, player)
    known = cards_of(table)
    seen = {building.id: building for side in view.sides for building in side.village}
    for name, expected in mapping(value, where).items():
        building = seen.get(building_in(table, name, where, player))
        if building is None:
            yield f"{table.names[player]} sees {name}: expected {expected!r}, but it does not stand"
            continue
        word = NOTHING if expected == NOTHING else CARDS.word(table, expected, f"{where}.{name}")
        found = NOTHING if building.card is None else words_of(known[building.card])
        if word != found and (building.card is None or not is_called(known[building.card], word)):
            yield f"{table.names[player]} sees {name}: expected {word!r}, found {found!r}"


def then_buildings(table: Table, value: Node, where: str) -> Iterator[str]:
    """Parts of buildings: `{B culture: gone, C science 1: {real: true, shown: true, cubes: 0, agents: 0}}`."""
    for name, expected in mapping(value, where).items():
        standing = where_stands(table, building_in(table, name, where))
        if expected == GONE or standing is None:
            if (expected == GONE) != (standing is None):
                yield f"building {name}: expected {expected!r}, {'but it stands' if standing else 'but it is gone'}"
            continue
        _owner, building = standing
        found: dict[str, Node] = {
            "real": book_of(table.content).is_real(building),
            "shown": building.shown,
            "cubes": building.cubes,
            "agents": building.agents,
            "inspected by": [table.names[by] for by in building.inspected_by],
        }
        yield from difference(among(expected, found, f"{where}.{name}"), found, f"building {name}")


def then_month(table: Table, value: Node, where: str) -> Iterable[str]:
    """The current month; 0 when none is left."""
    return difference(number(value, where), table.state.month, "month")


def then_meeple(meeple: Meeple) -> Then:
    """Who holds a meeple, or the board."""
    return then_player(meeple.value, lambda state: holder_of(state, meeple), BOARD)
