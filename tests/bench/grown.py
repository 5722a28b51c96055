"""Scenarios of any size, generated from the default one: a grid of regions, Houses spread over it, and sheets for everybody."""

from __future__ import annotations

import random

from msgspec import Struct

from control.engine.context import Sealed
from control.engine.records import replace
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, RegionId, Room, RumorId
from rooms.realm.scenario.land import NeutralCastle, Region
from rooms.realm.scenario.schema import CastSeat, House, Scenario, Sitting
from rooms.war.game.bots import random_sheet
from rooms.war.game.state import war_of, with_war
from tests.rooms.war.play import morning, sealed, seated
from tests.scenarios import default

DICE = 7


class Size(Struct, frozen=True, kw_only=True):
    """Size of a game: Houses, players in each, and the sides of the grid of regions."""

    houses: int
    players: int
    columns: int
    rows: int

    @property
    def regions(self) -> int:
        return self.columns * self.rows

    @property
    def sheets(self) -> int:
        return self.houses * self.players


def grown(size: Size) -> Scenario:
    """The default scenario's rules on a grid, with a castle for every House and a neutral one in every tenth free region."""
    model = default()
    regions = tuple(_region(size, model, number) for number in range(size.regions))
    houses = tuple(_house(size, model, number, regions) for number in range(size.houses))
    homes = {house.home for house in houses}
    free = [region.id for region in regions if region.id not in homes]
    names = tuple(house.id for house in houses)
    return replace(
        model,
        houses=houses,
        map=replace(model.map, regions=regions, mountain=replace(model.map.mountain, neighbours=())),
        neutral_castles=tuple(NeutralCastle(region=region, name=str(region)) for region in free[::10]),
        rumors=tuple(
            replace(model.rumors[0], id=RumorId(f"rumor-{number}"), region=region) for number, region in enumerate(free[5::10])
        ),
        laws=(),
        court=tuple(
            Sitting(month=month, region=houses[month % len(houses)].home, host=None, province=None, may_propose=names)
            for month in range(1, 11)
        ),
        casting=tuple(
            CastSeat(name=f"{house.name} {rank}", house=house.id, rank=rank)
            for house in houses
            for rank in range(1, size.players + 1)
        ),
    )


def crowded(size: Size) -> GameState:
    """Everybody in the War Room, and two units of a House for each of its players, all over the map."""
    dice, scenario = random.Random(DICE), grown(size)
    pieces = 4 * size.players
    state = morning.__wrapped__(replace(scenario, settings=replace(scenario.settings, units_per_house=pieces)))
    units: dict[RegionId, dict[HouseId, int]] = {}
    for house in scenario.houses:
        for _each in range(2 * size.players):
            there = units.setdefault(dice.choice(scenario.map.regions).id, {})
            there[house.id] = there.get(house.id, 0) + 1
    war = replace(war_of(state), units=units)
    state = with_war(state, replace(war, stock={house: pieces - war.on_map(house) for house in war.stock}))
    for seat in state.seats:
        state = seated(state, seat, Room.WAR)
    return state


def sheets(state: GameState) -> tuple[Sealed, ...]:
    """A random sheet of every player with every line filled in."""
    dice, full = random.Random(DICE + 1), state.scenario.settings.orders_per_player
    found: list[Sealed] = []
    for seat in sorted(state.seats):
        written = random_sheet(state, seat, dice)
        while len(written.orders) < full:
            written = random_sheet(state, seat, dice)
        found.append(sealed(seat, written))
    return tuple(found)


def _region(size: Size, model: Scenario, number: int) -> Region:
    column, row = number % size.columns, number // size.columns
    beside = ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1))
    return Region(
        id=_name(column, row),
        name=_name(column, row).capitalize(),
        province=model.provinces[column * len(model.provinces) // size.columns].id,
        at=(40.0 * column, 40.0 * row),
        neighbours=tuple(_name(*each) for each in beside if 0 <= each[0] < size.columns and 0 <= each[1] < size.rows),
    )


def _name(column: int, row: int) -> RegionId:
    return RegionId(f"r{column}x{row}")


def _house(size: Size, model: Scenario, number: int, regions: tuple[Region, ...]) -> House:
    home = regions[(2 * number + 1) * size.regions // (2 * size.houses)]
    return replace(
        model.houses[number % len(model.houses)],
        id=HouseId(f"h{number:02}"),
        name=f"House {number:02}",
        short=f"H{number:02}",
        province=home.province or model.provinces[0].id,
        home=home.id,
        characters=(),
        reserves=(),
    )
