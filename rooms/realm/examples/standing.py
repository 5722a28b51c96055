"""The words of examples for what is in force after them: sentences, laws, who starves and is fed, buildings and their guests."""

from __future__ import annotations

from collections.abc import Iterator

from rooms.realm.examples.nodes import Node, difference, items, mapping, number, one_of, text
from rooms.realm.examples.world import Words, World, house_of, region_of
from rooms.realm.game.buildings.kinds import guests_in
from rooms.realm.game.effects.asked import acting, effect_words, fed, in_famine
from rooms.realm.game.state import Building
from rooms.realm.scenario.ids import HouseId


def then_in_force(world: World, value: Node) -> Iterator[str]:
    """Exactly what effects say this month, sentence by sentence, in the order of entry; "none" for nothing."""
    found = [effect_words(world.state, each) for each in acting(world.state)]
    yield from difference([text(each, "then.in force") for each in items(value, "then.in force")], found, "in force")


def then_laws(world: World, value: Node) -> Iterator[str]:
    """The numbers of all tablets that hang."""
    expected = sorted(number(each, "then.laws") for each in items(value, "then.laws"))
    found = sorted(law.number for law in world.state.laws)
    if expected != found:
        yield f"laws: expected {expected}, found {found}"


def then_famine(world: World, value: Node) -> Iterator[str]:
    """All Houses that starve this month."""
    yield from _houses(world, value, in_famine(world.state), "famine")


def then_fed(world: World, value: Node) -> Iterator[str]:
    """All Houses that are sent food this month."""
    yield from _houses(world, value, fed(world.state), "fed")


def _houses(world: World, value: Node, houses: tuple[HouseId, ...], where: str) -> Iterator[str]:
    expected = sorted(house_of(world, each, f"then.{where}") for each in items(value, f"then.{where}"))
    if expected != sorted(houses):
        yield f"{where}: expected {expected}, found {sorted(houses)}"


def then_buildings(world: World, value: Node) -> Iterator[str]:
    """Exactly what stands: `[{kind: arena, house: cat, guests: [wolf]}]`; places and guests are looked at where they are named."""
    expected, found = items(value, "then.buildings"), world.state.buildings
    if len(expected) != len(found):
        yield f"buildings: expected {len(expected)}, found {', '.join(f'{each.kind} of {each.house}' for each in found) or 'none'}"
        return
    for at, (each, building) in enumerate(zip(expected, found, strict=True)):
        where = f"then.buildings[{at}]"
        known = _plain(world, building)
        said = {key: _named(world, key, part, where) for key, part in mapping(each, where).items()}
        for key in said:
            one_of(key, known, where)
        yield from difference(said, known, f"buildings[{at}]")


def _plain(world: World, building: Building) -> dict[str, Node]:
    return {
        "kind": building.kind,
        "house": str(building.house),
        "places": [str(place) for place in building.places],
        "guests": sorted(map(str, guests_in(building, world.state.clock.month))),
    }


def _named(world: World, key: str, value: Node, where: str) -> Node:
    if key == "house":
        return str(house_of(world, value, where))
    if key == "places":
        return [str(region_of(world, each, where)) for each in items(value, where)]
    if key == "guests":
        return sorted(str(house_of(world, each, where)) for each in items(value, where))
    return value


STANDING_WORDS = Words(
    then={"in force": then_in_force, "laws": then_laws, "famine": then_famine, "fed": then_fed, "buildings": then_buildings}
)
