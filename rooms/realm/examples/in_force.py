"""Words of examples for what is in force: laws, schemes, buildings and guests, marriages, the throne, famine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from control.day.decisions.questions import open_decisions, original_id
from control.engine.records import replace
from control.engine.refusal import Refused
from rooms.realm.examples.nodes import ExampleError, Node, difference, items, mapping, number, one_of, text
from rooms.realm.examples.world import Words, World, house_of, region_of, seat_changed, seat_of
from rooms.realm.game.buildings.kinds import guests_in, ordered_places
from rooms.realm.game.effects.in_force import effect_words, effects_in_force, fed_houses, houses_in_famine
from rooms.realm.game.effects.kinds import SHAPES
from rooms.realm.game.state import Building, Effect, EffectKind, Guest
from rooms.realm.scenario.ids import HouseId, LawId

# === lasting things ===================================================================================================

# Words for what lasts: laws and schemes in force, buildings, marriages, the throne, the Court.


# --- given --------------------------------------------------------------------------------------------------------------


def given_effects(world: World, value: Node) -> World:
    """Set effects: kind, houses, regions, `since` and `until` (both default to this month), `law`."""
    month, effects = world.state.clock.month, list(world.state.effects)
    for each in items(value, "given.effects"):
        said = mapping(each, "given.effects")
        for key in said:
            one_of(key, dict.fromkeys(("kind", "houses", "regions", "since", "until", "law")), "given.effects")
        kind = EffectKind(one_of(text(said.get("kind"), "given.effects.kind"), dict.fromkeys(EffectKind), "given.effects.kind"))
        houses, regions = items(said.get("houses"), "given.effects.houses"), items(said.get("regions"), "given.effects.regions")
        until = said.get("until", month)
        effects.append(
            Effect(
                id=len(effects) + 1,
                kind=kind,
                since=number(said.get("since", month), "given.effects.since"),
                until=None if until == "removed" else number(until, "given.effects.until"),
                houses=tuple(house_of(world, house, "given.effects.houses") for house in houses),
                regions=tuple(region_of(world, region, "given.effects.regions") for region in regions),
                origin=SHAPES[kind].origin,
                source=SHAPES[kind].name,
                law=_law_of(world, said["law"]) if "law" in said else None,
            )
        )
    return replace(world, state=replace(world.state, effects=tuple(effects)))


def _law_of(world: World, value: Node) -> LawId:
    """Id of the tablet with that number at the start."""
    wanted = number(value, "given.effects.law")
    found = next((law.id for law in world.state.scenario.laws if law.number == wanted), None)
    if found is None:
        raise ExampleError(f"given.effects.law: the scenario has no law {wanted}")
    return found


def given_buildings(world: World, value: Node) -> World:
    """Set buildings: kind, house, places, and `guests`: `[wolf]` until revoked, `{wolf: 3}` through month 3."""
    found: list[Building] = []
    for each in items(value, "given.buildings"):
        said = mapping(each, "given.buildings")
        for key in said:
            one_of(key, dict.fromkeys(("kind", "house", "places", "guests")), "given.buildings")
        house = house_of(world, said.get("house"), "given.buildings.house")
        named = items(said.get("places"), "given.buildings.places")
        places = tuple(region_of(world, place, "given.buildings.places") for place in named)
        kind = text(said.get("kind"), "given.buildings.kind")
        try:
            places = ordered_places(world.state.scenario, house, kind, places)
        except Refused as no:
            raise ExampleError(f"given.buildings: {no.sentence}") from no
        guests = said.get("guests")
        until = mapping(guests, "") if isinstance(guests, Mapping) else dict.fromkeys(map(str, items(guests, "given.buildings")))
        let = tuple(
            Guest(
                house=house_of(world, guest, "given.buildings.guests"),
                until=None if last is None else number(last, f"given.buildings.guests.{guest}"),
            )
            for guest, last in until.items()
        )
        found.append(Building(id=len(found) + 1, kind=kind, house=house, places=places, guests=let))
    return replace(world, state=replace(world.state, buildings=tuple(found), last_building=len(found)))


def given_married(world: World, value: Node) -> World:
    """Set marriages: `[[cat 1, wolf 3]]`."""
    for pair in items(value, "given.married"):
        couple = [seat_of(world, each, "given.married") for each in items(pair, "given.married")]
        if len(couple) != 2 or couple[0].id == couple[1].id:
            raise ExampleError("given.married: write two players, such as [cat 1, wolf 3]")
        one, other = couple
        world = seat_changed(seat_changed(world, replace(one, spouse=other.id)), replace(other, spouse=one.id))
    return world


# --- then ---------------------------------------------------------------------------------------------------------------


def then_sovereign(world: World, value: Node) -> Iterator[str]:
    """Check the ruler: a player, "nobody", or "the God Emperor"."""
    throne, word = world.state.throne, text(value, "then.sovereign").lower()
    found = "the god emperor" if throne.god_emperor else throne.holder or "nobody"
    wanted = word if word in ("nobody", "the god emperor") else seat_of(world, value, "then.sovereign").id
    if found != wanted:
        yield f"sovereign: expected {wanted}, found {found}"


def then_proposes(world: World, value: Node) -> Iterator[str]:
    """Check the exact Houses that may propose in the Court this month."""
    expected = sorted(house_of(world, each, "then.proposes") for each in items(value, "then.proposes"))
    found = sorted(world.state.court.may_propose) if world.state.court else []
    if expected != found:
        yield f"proposes: expected {expected}, found {found}"


def then_waits(world: World, value: Node) -> Iterator[str]:
    """Check all open decisions with their defaults: `{war-4-throne: snake}`, or `none`."""
    found = {original_id(each.id): each.default for each in open_decisions(world.state)}
    expected = {} if value == "none" else dict(mapping(value, "then.waits"))
    for name in sorted(found.keys() - expected.keys()):
        yield f"waits: {name} waits for an answer and is not expected"
    yield from difference(expected, dict(found), "waits")


LASTING_WORDS = Words(
    given={"effects": given_effects, "buildings": given_buildings, "married": given_married},
    then={"sovereign": then_sovereign, "proposes": then_proposes, "waits": then_waits},
)


# === results ==========================================================================================================

# Words for results: sentences, laws, Houses in famine and fed, buildings and their guests.


def then_in_force(world: World, value: Node) -> Iterator[str]:
    """Check the exact sentences of this month's effects, in the order of entry; "none" for nothing."""
    found = [effect_words(world.state, each) for each in effects_in_force(world.state)]
    yield from difference([text(each, "then.in force") for each in items(value, "then.in force")], found, "in force")


def then_laws(world: World, value: Node) -> Iterator[str]:
    """Check the numbers of all tablets on the board."""
    expected = sorted(number(each, "then.laws") for each in items(value, "then.laws"))
    found = sorted(law.number for law in world.state.laws)
    if expected != found:
        yield f"laws: expected {expected}, found {found}"


def then_famine(world: World, value: Node) -> Iterator[str]:
    """Check all Houses in famine this month."""
    yield from _houses(world, value, houses_in_famine(world.state), "famine")


def then_fed(world: World, value: Node) -> Iterator[str]:
    """Check all Houses that receive food this month."""
    yield from _houses(world, value, fed_houses(world.state), "fed")


def _houses(world: World, value: Node, houses: tuple[HouseId, ...], where: str) -> Iterator[str]:
    expected = sorted(house_of(world, each, f"then.{where}") for each in items(value, f"then.{where}"))
    if expected != sorted(houses):
        yield f"{where}: expected {expected}, found {sorted(houses)}"


def then_buildings(world: World, value: Node) -> Iterator[str]:
    """Check all buildings: `[{kind: arena, house: cat, guests: [wolf]}]`; places and guests only where named."""
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
