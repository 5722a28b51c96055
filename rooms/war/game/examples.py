"""The words of the War Room in examples: what lies on the map, what sheets say, what the steps bring about."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from control.engine.context import Sealed
from control.engine.refused import Refused
from rooms.realm.examples.nodes import ExampleError, Node, items, mapping, number, one_of, text
from rooms.realm.examples.world import NOON, Words, World, house_of, region_of, seat_of
from rooms.realm.scenario.ids import HouseId, RegionId, RumorId
from rooms.war.game.board import board_of
from rooms.war.game.examples_then import (
    then_battles,
    then_flags,
    then_immortals,
    then_outcomes,
    then_remnants,
    then_rewards,
    then_rumors,
    then_stock,
    then_ticks,
    then_units,
)
from rooms.war.game.pieces import Castle, RumorToken
from rooms.war.game.records.orders import GuardOrder, Order, OrderKind
from rooms.war.game.sheets import document, limits
from rooms.war.game.state import WarState, war_of, with_war

MOVE = re.compile(r"move (\d+) from (\w+) to (\w+)", re.IGNORECASE)
RECRUIT = re.compile(r"recruit in (\w+)", re.IGNORECASE)


# --- given --------------------------------------------------------------------------------------------------------------


def _laid(world: World, war: WarState) -> World:
    return replace(world, state=with_war(world.state, war))


def given_units(world: World, value: Node) -> World:
    """The units on the map, by region and House: these and no others; the rest of each House's pieces is in its stockpile."""
    units: dict[RegionId, dict[HouseId, int]] = {}
    for region, there in mapping(value, "given.units").items():
        place = region_of(world, region, "given.units")
        for house, count in mapping(there, f"given.units.{region}").items():
            units.setdefault(place, {})[house_of(world, house, "given.units")] = number(count, f"given.units.{region}.{house}")
    pieces = world.state.scenario.settings.units_per_house
    war = replace(war_of(world.state), units=units)
    return _laid(world, replace(war, stock={house: pieces - war.on_map(house) for house in board_of(world.state.scenario).houses}))


def given_stock(world: World, value: Node) -> World:
    """What lies in stockpiles; pieces that an example takes away are out of the game."""
    war = war_of(world.state)
    given = {
        house_of(world, house, "given.stock"): number(count, f"given.stock.{house}")
        for house, count in mapping(value, "given.stock").items()
    }
    return _laid(world, replace(war, stock={**war.stock, **given}))


def given_castles(world: World, value: Node) -> World:
    """Castles and their flags by region: a list of Houses, [] for one that nobody has claimed, "none" for no castle at all."""
    war = war_of(world.state)
    castles, remnants = dict(war.castles), dict(war.remnants)
    for region, flags in mapping(value, "given.castles").items():
        place = region_of(world, region, "given.castles")
        remnants.pop(place, None)
        if flags == "none":
            castles.pop(place, None)
            continue
        name = board_of(world.state.scenario).region_name(place)
        houses = frozenset(house_of(world, flag, "given.castles") for flag in items(flags, "given.castles"))
        castles[place] = replace(castles.get(place, Castle(region=place, name=name)), flags=houses)
        if not houses:
            remnants[place] = 1
    return _laid(world, replace(war, castles=castles, remnants=remnants))


def given_remnants(world: World, value: Node) -> World:
    """Remnants by region."""
    war = war_of(world.state)
    given = {
        region_of(world, region, "given.remnants"): number(count, f"given.remnants.{region}")
        for region, count in mapping(value, "given.remnants").items()
    }
    return _laid(world, replace(war, remnants={each: count for each, count in {**war.remnants, **given}.items() if count}))


def given_rumors(world: World, value: Node) -> World:
    """The regions where a Rumor lies: these and no others. A region named twice has two."""
    regions = [region_of(world, each, "given.rumors") for each in items(value, "given.rumors")]
    tokens = tuple(
        RumorToken(id=RumorId(f"rumor-{at}"), region=region, text="A word in the street.") for at, region in enumerate(regions, 1)
    )
    return _laid(world, replace(war_of(world.state), rumors=tokens))


def given_immortals(world: World, value: Node) -> World:
    """The Immortals by region; the others are off the board until the end of this month."""
    war, month = war_of(world.state), world.state.clock.month
    places = [
        region_of(world, region, "given.immortals")
        for region, count in mapping(value, "given.immortals").items()
        for _each in range(number(count, f"given.immortals.{region}"))
    ]
    if len(places) > len(war.immortals):
        raise ExampleError(f"given.immortals: there are {len(war.immortals)} Immortals")
    placed = tuple(
        replace(each, region=places[at], away_until=None) if at < len(places) else replace(each, region=None, away_until=month)
        for at, each in enumerate(war.immortals)
    )
    return _laid(world, replace(war, immortals=placed))


def given_commanded(world: World, value: Node) -> World:
    """How many of the Immortals in a region a House commands this month: `{fog: {eagle: 1}}`."""
    war = war_of(world.state)
    immortals = list(war.immortals)
    for region, houses in mapping(value, "given.commanded").items():
        place = region_of(world, region, "given.commanded")
        for house, count in mapping(houses, f"given.commanded.{region}").items():
            free = [at for at, each in enumerate(immortals) if each.region == place and each.commander is None]
            wanted = number(count, f"given.commanded.{region}.{house}")
            if wanted > len(free):
                raise ExampleError(f"given.commanded: {region} has {len(free)} Immortals to command")
            for at in free[:wanted]:
                commander = house_of(world, house, "given.commanded")
                immortals[at] = replace(immortals[at], commander=commander, home_in=world.state.clock.month)
    return _laid(world, replace(war, immortals=tuple(immortals)))


def given_sheets(world: World, value: Node) -> World:
    """Sealed war sheets by player: orders as the rulebook writes them, ticks, betray, extra."""
    sealed = list(world.sheets)
    for who, sheet in mapping(value, "given.sheets").items():
        seat = seat_of(world, who, "given.sheets")
        body = document.encode(sheet_of(world, seat.house, sheet, f"given.sheets.{who}"))
        month = world.state.clock.month
        sealed.append(Sealed(seat=seat.id, kind=document.KIND, month=month, revision=1, received_at=NOON, body=body))
    return replace(world, sheets=tuple(sealed))


def sheet_of(world: World, own: HouseId, value: Node, where: str) -> document.WarSheet:
    """A sheet as an example writes it. "everyone" ticks all other Houses, "nobody" none."""
    said = mapping(value, where)
    for key in said:
        one_of(key, dict.fromkeys(("orders", "ticks", "betray", "extra", "immortals")), where)
    everyone = tuple(sorted(house for house in board_of(world.state.scenario).houses if house != own))
    ticks = said.get("ticks")
    named = everyone if ticks == "everyone" else () if ticks == "nobody" else items(ticks, f"{where}.ticks")
    allies = named if named is everyone else tuple(sorted({house_of(world, each, f"{where}.ticks") for each in named}))
    extra = said.get("extra")
    return document.WarSheet(
        orders=tuple(_order(world, each, f"{where}.orders") for each in items(said.get("orders"), f"{where}.orders")),
        extra=None if extra is None else region_of(world, extra, f"{where}.extra"),
        allies=tuple(HouseId(str(each)) for each in allies),
        betray=said.get("betray") is True,
        immortals=tuple(_sent(world, said.get("immortals"), f"{where}.immortals")),
    )


def _sent(world: World, value: Node, where: str) -> Iterator[GuardOrder]:
    """Orders to Immortals by their numbers: `{1: fog}`."""
    for each, region in sorted(mapping(value, where).items()):
        if not each.isdigit():
            raise ExampleError(f"{where}: write the number of an Immortal, not '{each}'")
        yield GuardOrder(immortal=int(each), target=region_of(world, region, where))


def _order(world: World, value: Node, where: str) -> Order:
    words = text(value, where)
    if found := MOVE.fullmatch(words.strip()):
        units, origin, target = found.groups()
        return Order(
            kind=OrderKind.MOVE,
            units=int(units),
            origin=region_of(world, origin, where),
            target=region_of(world, target, where),
        )
    if found := RECRUIT.fullmatch(words.strip()):
        return Order(kind=OrderKind.RECRUIT, target=region_of(world, found.group(1), where))
    raise ExampleError(f"{where}: write 'Move 2 from Zen to Aka' or 'Recruit in Zen', not '{words}'")


# --- when ---------------------------------------------------------------------------------------------------------------


def when_sends(world: World, value: Node) -> World:
    """A player sends a war sheet: it is refused, or sealed."""
    for who, sheet in mapping(value, "when.sends").items():
        seat = seat_of(world, who, "when.sends")
        written = sheet_of(world, seat.house, sheet, f"when.sends.{who}")
        window = limits.window(world.state, seat.id)
        if not window.open:
            return replace(world, refused=Refused(window.sentence, rule=window.rule, code="closed"))
        try:
            limits.check(world.state, seat.id, document.parse(document.encode(written)))
        except Refused as no:
            return replace(world, refused=no)
        others = tuple(each for each in world.sheets if each.seat != seat.id)
        body, month = document.encode(written), world.state.clock.month
        sealed = Sealed(seat=seat.id, kind=document.KIND, month=month, revision=1, received_at=world.now, body=body)
        world = replace(world, sheets=(*others, sealed))
    return world


WORDS = Words(
    given={
        "units": given_units,
        "stock": given_stock,
        "castles": given_castles,
        "remnants": given_remnants,
        "rumors": given_rumors,
        "immortals": given_immortals,
        "commanded": given_commanded,
        "sheets": given_sheets,
    },
    when={"sends": when_sends},
    then={
        "units": then_units,
        "stock": then_stock,
        "flags": then_flags,
        "remnants": then_remnants,
        "rumors": then_rumors,
        "immortals": then_immortals,
        "battles": then_battles,
        "outcomes": then_outcomes,
        "ticks": then_ticks,
        "rewards": then_rewards,
    },
)
