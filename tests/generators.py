"""Hypothesis strategies for random parts of God Emperor, shared by all property tests."""

from __future__ import annotations

from collections.abc import Mapping

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from control.engine.ids import SeatId
from control.engine.records import replace
from rooms.realm.game.state import Building, Effect, EffectKind, GameState, Guest
from rooms.realm.scenario.ids import HouseId, RegionId, Room
from rooms.war.game.records.orders import GuardOrder, Order, OrderKind
from rooms.war.game.sheets.document import WarSheet
from rooms.war.game.state import WarState, war_of, with_war
from rooms.war.rules.forces import Forces
from tests.rooms.war.play import Month, morning, sealed, seated
from tests.scenarios import default, on_throne

HOUSES: tuple[HouseId, ...] = tuple(house.id for house in default().houses)
REGIONS: tuple[RegionId, ...] = tuple(region.id for region in default().map.regions)
SEATS: tuple[SeatId, ...] = tuple(morning().seats)
NEIGHBOURS = {region.id: region.neighbours for region in default().map.regions}
PIECES = default().settings.units_per_house
AGAINST_THE_MOUNTAIN = default().map.mountain.neighbours
CROWDED = REGIONS[:8]  # most units stand in a few regions, so that they meet

houses: SearchStrategy[HouseId] = st.sampled_from(HOUSES)
regions: SearchStrategy[RegionId] = st.one_of(st.sampled_from(CROWDED), st.sampled_from(REGIONS))
sent: SearchStrategy[Mapping[int, RegionId]] = st.one_of(st.just({}), st.dictionaries(st.integers(1, 4), regions, max_size=3))


@st.composite
def forces(draw: DrawFn, *, guarded: bool = False) -> Forces:
    """Forces in one region: up to five Houses with any ticks, castles and remnants. `guarded` adds Immortals."""
    present = draw(st.lists(houses, unique=True, max_size=5))
    immortals = draw(st.integers(0, 4)) if guarded else 0
    return Forces(
        region=REGIONS[0],
        units={house: draw(st.integers(1, 6)) for house in present},
        ticks={house: draw(st.frozensets(st.sampled_from(present))) - {house} for house in present},
        flags=draw(st.frozensets(st.sampled_from(present))) if present else frozenset(),
        remnants=draw(st.integers(0, 2)),
        immortals=tuple(range(1, immortals + 1)),
        betrayers=draw(st.frozensets(st.sampled_from(present))) if present and guarded else frozenset(),
        sovereign=draw(st.none() | houses) if guarded else None,
    )


@st.composite
def boards(draw: DrawFn) -> WarState:
    """A board with up to thirty groups of units, with flags, remnants, Rumors and Immortals at any legal place."""
    plain = war_of(morning())
    units: dict[RegionId, dict[HouseId, int]] = {}
    stock = dict.fromkeys(HOUSES, PIECES)
    for region, house, count in draw(st.lists(st.tuples(regions, houses, st.integers(1, 5)), max_size=30)):
        placed = min(count, stock[house])
        if placed:
            units.setdefault(region, {})[house] = units.get(region, {}).get(house, 0) + placed
            stock[house] -= placed
    flags = {region: draw(st.frozensets(houses, max_size=3)) for region in sorted(plain.castles)}
    castles = {region: replace(castle, flags=flags[region]) for region, castle in plain.castles.items()}
    guards = draw(st.lists(regions, min_size=len(plain.immortals), max_size=len(plain.immortals)))
    return replace(
        plain,
        units=units,
        stock=stock,
        castles=castles,
        remnants={region: 1 for region in castles if not flags[region] and draw(st.booleans())},
        rumors=tuple(replace(token, region=draw(st.none() | regions)) for token in plain.rumors),
        immortals=tuple(replace(each, region=at) for each, at in zip(plain.immortals, guards, strict=True)),
    )


@st.composite
def orders(draw: DrawFn, standing: tuple[RegionId, ...]) -> Order:
    """A Move or a Recruit, mostly from a region where the House has units. Most Moves go to a neighbour."""
    origin = draw(st.sampled_from(standing) if standing else regions)
    if draw(st.booleans()):
        target = draw(st.one_of(st.sampled_from(NEIGHBOURS[origin]), st.sampled_from(NEIGHBOURS[origin]), regions))
        return Order(kind=OrderKind.MOVE, origin=origin, target=target, units=draw(st.integers(1, 6)))
    return Order(kind=OrderKind.RECRUIT, target=draw(st.one_of(st.just(origin), regions)))


@st.composite
def war_sheets(draw: DrawFn, board: WarState, house: HouseId) -> WarSheet:
    """A war sheet of a player of this House."""
    standing = tuple(sorted(region for region in board.units if board.count(region, house)))
    return WarSheet(
        orders=tuple(draw(st.lists(orders(standing), max_size=2))),
        extra=draw(st.none() | regions),
        allies=tuple(sorted(draw(st.frozensets(houses)) - {house})),
        betray=draw(st.booleans()),
        immortals=tuple(GuardOrder(immortal=each, target=at) for each, at in sorted(draw(sent).items())),
    )


@st.composite
def buildings(draw: DrawFn) -> tuple[Building, ...]:
    """Up to four roads and tunnels of any House, some with guests."""
    found = []
    for number in range(1, draw(st.integers(0, 4)) + 1):
        middle = draw(regions)
        first, last = draw(st.permutations(NEIGHBOURS[middle]))[:2]
        ends = tuple(draw(st.permutations(AGAINST_THE_MOUNTAIN))[:2])
        road = draw(st.booleans())
        owner = draw(houses)
        guests = tuple(Guest(house=house) for house in sorted(draw(st.frozensets(houses, max_size=3)) - {owner}))
        kind, places = ("trade-route", (first, middle, last)) if road else ("tunnels", ends)
        found.append(Building(id=number, kind=kind, house=owner, places=places, guests=guests))
    return tuple(found)


@st.composite
def wars(draw: DrawFn) -> Month:
    """A month just before the Orders step ends: a board, sealed sheets, players in rooms, perhaps a Sovereign.

    It has roads and tunnels, and sometimes a law that lets two Houses command Immortals.
    """
    board = draw(boards())
    state = with_war(morning(), board)
    laid, commanders = draw(buildings()), tuple(sorted(draw(st.frozensets(houses, max_size=2))))
    law = Effect(id=1, kind=EffectKind.COMMAND, since=1, until=1, houses=commanders, source="A law")
    state = replace(state, buildings=laid, last_building=len(laid), effects=(law,) if len(commanders) > 1 else ())
    holder = draw(st.none() | st.sampled_from(SEATS))
    state = state if holder is None else on_throne(state, holder)
    written: Mapping[SeatId, WarSheet] = {
        seat: draw(war_sheets(board, state.seats[seat].house))
        for seat in draw(st.lists(st.sampled_from(SEATS), unique=True, max_size=12))
    }
    for seat in draw(st.lists(st.sampled_from(SEATS), unique=True, max_size=12)):
        state = seated(state, seat, Room.WAR)
    for seat in written:
        state = seated(state, seat, draw(st.sampled_from((Room.WAR, Room.WAR, Room.WAR, Room.COURT))))
    return Month(state=state, sheets=tuple(sealed(seat, sheet) for seat, sheet in written.items()))


def turned_round(state: GameState) -> GameState:
    """The same state with every mapping in the opposite order."""
    war = war_of(state)
    turned = replace(
        war,
        units={region: dict(reversed(list(there.items()))) for region, there in reversed(list(war.units.items()))},
        stock=dict(reversed(list(war.stock.items()))),
        castles=dict(reversed(list(war.castles.items()))),
        remnants=dict(reversed(list(war.remnants.items()))),
    )
    seats = dict(reversed(list(state.seats.items())))
    return with_war(replace(state, seats=seats), turned)
