"""Random months that combine everything: roads and tunnels with guests, laws and schemes of every kind, marriages, famine, coups,
betrayals, commanded and absent Immortals, castles that must be kept, and answers to decisions.

Few Houses share few regions around the Court, so that they meet. Everything shrinks towards an empty board without laws.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from typing import Any, TypeVar

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy
from msgspec import Struct

from control.day.decisions.answers import MakeDecision
from control.day.decisions.questions import open_decisions, speaker
from control.engine.context import Actor, Sealed
from control.engine.ids import SeatId
from control.engine.records import replace
from rooms.realm.game.buildings.kinds import TRADE_ROUTE, TUNNELS
from rooms.realm.game.effects.kinds import SHAPES
from rooms.realm.game.state import Building, Court, Effect, EffectKind, GameState, Guest, Purse, Throne, ThroneWaits
from rooms.realm.scenario.ids import HouseId, RegionId, Room
from rooms.realm.scenario.schema import Scenario
from rooms.war.game.board import Immortal
from rooms.war.game.records.orders import GuardOrder, Order, OrderKind
from rooms.war.game.sheets.document import WarSheet, encode, parse
from rooms.war.game.state import WarState, war_of, with_war
from rooms.war.rules.forces import Forces
from tests.records import field_names, is_record, with_fields
from tests.rooms.realm.game.play import WAR_CONTROL
from tests.rooms.war.play import Month, morning, sealed, seated
from tests.scenarios import default, with_throne

T = TypeVar("T")
HOUSES: tuple[HouseId, ...] = tuple(house.id for house in default().houses)
FOLLOWING = dict(zip(HOUSES, (*HOUSES[1:], HOUSES[0]), strict=True))  # each House replaces the one before it
NAMES = {house.id: house.name for house in default().houses}
NEIGHBOURS = {region.id: region.neighbours for region in default().map.regions}
PIECES = default().settings.units_per_house
# Castles of Houses and neutral ones, ends of tunnels, and enough borders for roads that cross.
GROUND: tuple[RegionId, ...] = tuple(RegionId(each) for each in ("zen", "aka", "fog", "dom", "cry", "mok", "ode", "bog"))
FORTS = tuple(region for region in GROUND if region in ("fog", "dom", "mok", "ode"))
COURTS = (*FORTS, RegionId("zen"))
UNDERHILL = tuple(region for region in GROUND if region in default().map.mountain.neighbours)
RANKS = (1, 2, 3)
# Bans and commands matter only where much comes together, so they are drawn more often.
KINDS = (*sorted(EffectKind), *3 * (EffectKind.MILITARY_BAN,), *2 * (EffectKind.COMMAND,))

CAVES = tuple(permutations(UNDERHILL, 2))
ROADS = tuple(
    (first, middle, last)
    for middle in GROUND
    for first in GROUND
    for last in GROUND
    if first != last and {first, last} <= set(NEIGHBOURS[middle]) and last not in NEIGHBOURS[first]
)

CROWD = HOUSES[:5]  # Cat to Eagle: two send or receive food, three do not


@cache
def below(number: int) -> SearchStrategy[int]:
    """Numbers from 0 below `number`. Cached, because building strategies costs more than drawing from them."""
    return st.integers(0, number - 1)


class Chance(Struct, frozen=True):
    """Draws for one month. Each draw is an index, so that it shrinks towards the first item, and to few items."""

    draw: DrawFn

    def number(self, least: int, most: int) -> int:
        return least + self.draw(below(most - least + 1))

    def one(self, row: Sequence[T]) -> T:
        return row[self.draw(below(len(row)))]

    def some(self, row: Sequence[T], least: int, most: int) -> tuple[T, ...]:
        """Different items of a row, as far as it goes."""
        left = list(row)
        return tuple(left.pop(self.draw(below(len(left)))) for _ in range(min(self.number(least, most), len(left))))


class Scene(Struct, frozen=True):
    """Houses and regions of a month. Everything else is drawn from these few, so that Houses meet."""

    cast: tuple[HouseId, ...]
    court: RegionId
    ground: tuple[RegionId, ...]  # half of them the Court's region, where most can happen

    @property
    def pairs(self) -> tuple[tuple[HouseId, HouseId], ...]:
        return tuple(permutations(self.cast, 2))


@dataclass(slots=True)
class War:
    """A month and the answers to its decisions.

    `answers`: index of the option for each decision in turn; too large leaves it open.
    """

    month: Month
    answers: tuple[int, ...]

    def through(self, last: str) -> War:
        """End the steps up to this one, and answer decisions on the way."""
        for step in ("updates", "orders", "favors", "move", "battle", "rewards", "recruit"):
            self.month.through(step)
            self.answer()
            if step == last:
                break
        return self

    def turn(self) -> War:
        self.month.turn()
        return self

    def answer(self) -> None:
        """Answer every open decision once, or leave it to its default."""
        for at, decision in enumerate(open_decisions(self.month.state)):
            chosen = self.answers[at % len(self.answers)]
            asked_still = any(each.id == decision.id for each in open_decisions(self.month.state))
            if chosen >= len(decision.options) or not asked_still:
                continue
            option = decision.options[chosen].id
            speaker = _speaker(self.month.state, decision.team)
            by = Actor(seat=speaker) if speaker else WAR_CONTROL
            self.month.do(MakeDecision(decision=decision.id, option=option, reason="they agreed", seat=by.seat), by=by)


def _speaker(state: GameState, house: HouseId | None) -> SeatId | None:
    """Return the seat that answers for a House; None if nobody of it is present and alive, so that the desk answers."""
    seat = speaker(state, house) if house else None
    return seat if seat and state.seats[seat].acts else None


@cache
def scenarios() -> tuple[Scenario, ...]:
    """The default scenario, and two with other settings of war."""
    plain = default()
    other = replace(plain.settings, military_aid="battle", retaliation="once", partial_moves=False, coup_trap="reign")
    third = replace(plain.settings, remnants_return_to_claimed=True, rumor_after_reward="removed", remnant_attack=2)
    return (plain, replace(plain, settings=other), replace(plain, settings=third))


# --- parts of a month ---------------------------------------------------------------------------------------------------


def _scene(chance: Chance) -> Scene:
    """Three or four Houses, and the Court with two to four regions around it."""
    cast = chance.some(CROWD, 3, 4)
    court = chance.one(COURTS)
    near = [region for region in GROUND if region in NEIGHBOURS[court]]
    around = dict.fromkeys((*near[:2], *chance.some(GROUND, 0, 2)))
    around.pop(court, None)
    return Scene(cast=cast, court=court, ground=(*(court for _ in around), *around))


def _board(chance: Chance, plain: WarState, scene: Scene, laid: tuple[Building, ...]) -> WarState:
    """Each House in up to three regions, often at a road or tunnel that it may use; flags, ruins, remnants, Rumors, Immortals."""
    units: dict[RegionId, dict[HouseId, int]] = {}
    stock = dict.fromkeys(HOUSES, PIECES)
    for house in scene.cast:
        spots = (*scene.ground, *2 * [each.places[0] for each in laid if _may_use(house, each)])
        for region in dict.fromkeys(chance.one(spots) for _ in range(chance.number(0, 3))):
            units.setdefault(region, {})[house] = count = chance.number(1, 6)
            stock[house] -= count
    castles = dict(plain.castles)
    for region in FORTS:
        castles[region] = replace(castles[region], flags=frozenset(chance.some(scene.cast, 0, 2)))
    ruined = chance.one((None, None, *FORTS))
    if ruined is not None:
        castles[ruined] = replace(castles[ruined], flags=frozenset(), destroyed=True)
    free = [region for region in FORTS if not castles[region].flags and not castles[region].destroyed]
    remnants = {region: 1 for region in plain.remnants if region not in FORTS}
    remnants.update({region: count for region in free if (count := chance.number(0, 2))})
    return replace(
        plain,
        units=units,
        stock=stock,
        castles=castles,
        remnants=remnants,
        rumors=tuple(replace(token, region=chance.one((None, *scene.ground))) for token in plain.rumors),
        immortals=tuple(_immortal(chance, each, scene) for each in plain.immortals),
    )


def _immortal(chance: Chance, plain: Immortal, scene: Scene) -> Immortal:
    """At the Court or elsewhere, on a task, off the board for this month, or gone for good."""
    kind = chance.one(("at large", "at large", "at large", "task", "away", "gone"))
    if kind in ("away", "gone"):
        return replace(plain, region=None, away_until=1 if kind == "away" else None, gone=kind == "gone")
    task = {"task": "a task", "home_in": 1} if kind == "task" else {}
    return replace(plain, region=chance.one(scene.ground), **task)


def _effects(chance: Chance, scene: Scene) -> tuple[Effect, ...]:
    """Laws and schemes of every kind. Some are doubled, some not in force in month 1."""
    found = []
    for number in range(1, chance.number(0, 5) + 1):
        kind = chance.one(KINDS)
        shape = SHAPES[kind]
        since, until = chance.one(((1, 1), (1, 1), (1, None), (2, 2)))
        named: tuple[HouseId, ...] = chance.one(scene.pairs) if shape.houses != (0, 0) else ()
        named = named if shape.houses == (2, 2) else named[: chance.number(1, shape.houses[1] or 2)]
        regions = (chance.one(scene.ground),) if shape.regions != (0, 0) else ()
        effect = Effect(id=number, kind=kind, since=since, until=until, houses=named, regions=regions, origin=shape.origin)
        found.append(replace(effect, source=shape.name))
    return tuple(found)


def _buildings(chance: Chance, scene: Scene) -> tuple[Building, ...]:
    """Up to three roads and tunnels, mostly near the Court. Guests have permission this month, until revoked, or no longer."""
    found = []
    here = tuple(road for road in ROADS if {*road[:2]} <= {*scene.ground})
    for number in range(1, chance.number(0, 3) + 1):
        kind = chance.one((TRADE_ROUTE, TUNNELS))
        places = chance.one((here or ROADS) if kind == TRADE_ROUTE else CAVES)
        owner, guest = chance.one(scene.pairs)
        until = chance.one((None, "nobody", 1, 0))
        guests = () if until == "nobody" else (Guest(house=guest, until=until),)
        found.append(Building(id=number, kind=kind, house=owner, places=places, guests=guests))
    return tuple(found)


def _may_use(house: HouseId, building: Building) -> bool:
    """Whether a House could use the building if all permissions still held."""
    return house == building.house or house in {guest.house for guest in building.guests}


def _orders(chance: Chance, state: GameState, house: HouseId, scene: Scene) -> tuple[Order, ...]:
    first = _order(chance, state, house, scene)
    second = _order(chance, state, house, scene, origin=chance.one((None, first.origin)))
    return (first, second)[: chance.one((2, 1, 0, 2))]


def _order(chance: Chance, state: GameState, house: HouseId, scene: Scene, origin: RegionId | None = None) -> Order:
    """A Move to a neighbour or along a way, or a Recruit. Some cannot be carried out."""
    war = war_of(state)
    standing = tuple(region for region in GROUND if war.count(region, house))
    origin = origin or chance.one(standing or scene.ground)
    kind = chance.one(("step", "court", "way", "way", "way", "recruit", "nowhere"))
    if kind == "recruit":
        return Order(kind=OrderKind.RECRUIT, target=chance.one((origin, *scene.ground)))
    targets = tuple(region for region in GROUND if (region in NEIGHBOURS[origin]) == (kind != "nowhere") and region != origin)
    ways = _ways(state, house, standing) if kind == "way" else ()
    if ways:
        origin, target = chance.one(ways)
    else:
        target = scene.court if kind == "court" and scene.court in targets else chance.one(targets or GROUND)
    return Order(kind=OrderKind.MOVE, origin=origin, target=target, units=chance.number(1, 6))


def _ways(state: GameState, house: HouseId, standing: tuple[RegionId, ...]) -> tuple[tuple[RegionId, RegionId], ...]:
    """Pairs of origin and target that only buildings may connect for a House."""
    usable = (each for each in state.buildings if _may_use(house, each))
    both = ((one, other) for each in usable for one, other in permutations(each.places, 2))
    return tuple((one, other) for one, other in both if one in standing and other not in NEIGHBOURS[one])


def _paper(chance: Chance, state: GameState, seat: SeatId, scene: Scene) -> WarSheet:
    """A player's sheet with orders to Immortals: nearly always if the player commands them, sometimes if not."""
    house = state.seats[seat].house
    commands = state.throne.holder == seat or any(
        house in each.houses for each in state.effects if each.kind is EffectKind.COMMAND and each.since == 1
    )
    many = chance.one((1, 2, 3) if commands else (0, 0, 0, 1))
    beside = tuple(region for region in GROUND if war_of(state).count(region, house))
    sent = {chance.number(1, 4): chance.one((*scene.ground, *2 * beside)) for _ in range(many)}
    return WarSheet(
        orders=_orders(chance, state, house, scene),
        extra=chance.one((None, None, *scene.ground)),
        allies=tuple(sorted({*chance.some(scene.cast, 0, 3)} - {house})),
        betray=chance.one((False, True)),
        immortals=tuple(GuardOrder(immortal=each, target=at) for each, at in sorted(sent.items())),
    )


def _throne(chance: Chance, seats: tuple[SeatId, ...], court: RegionId) -> tuple[Throne, bool]:
    """Who reigns, and whether the Court is trapped: the God Emperor, nobody, a player, or one who must keep the Court's castle."""
    kind = chance.one(("god", "nobody", "player", "coup"))
    if kind == "god":
        return Throne(), False
    if kind == "nobody":
        return Throne(god_emperor=False, waits=chance.one((ThroneWaits.RETURN, ThroneWaits.TIE))), False
    holds = court if kind == "coup" and court in FORTS else None
    return Throne(holder=chance.one(seats), god_emperor=False, holds=holds), holds is not None


# --- a month ------------------------------------------------------------------------------------------------------------


@st.composite
def full_wars(draw: DrawFn) -> War:
    """A month just before the Orders step ends, with everything that the War Room knows."""
    chance = Chance(draw=draw)
    scene = _scene(chance)
    state = replace(morning(), scenario=chance.one(scenarios()))
    seats = tuple(seat.id for seat in state.seats.values() if seat.house in scene.cast and seat.rank in RANKS)
    laid = _buildings(chance, scene)
    state = with_war(state, _board(chance, war_of(state), scene, laid))
    court = replace(state.court or Court(region=scene.court, host=None, province=None, may_propose=()), region=scene.court)
    throne, trapped = _throne(chance, seats, scene.court)
    state = replace(state, court=replace(court, trapped=trapped), effects=_effects(chance, scene))
    state = with_throne(state, throne)
    state = replace(state, buildings=laid, last_building=len(laid))
    state = _joined(state, [(chance.one(seats), chance.one(seats)) for _ in range(chance.number(0, 2))])
    state = _paid(state, {chance.one(seats): chance.number(1, 3) for _ in range(chance.number(0, 3))})
    written: dict[SeatId, WarSheet] = {}
    for seat in seats:
        # Nearly every House sends its leader; lower ranks come less and less often.
        if chance.number(0, 3) >= state.seats[seat].rank - 1:
            state = seated(state, seat, chance.one((Room.WAR, Room.WAR, Room.WAR, Room.COURT)))
            if chance.number(0, 4) < 4:
                written[seat] = _paper(chance, state, seat, scene)
    month = Month(state=state, sheets=tuple(sealed(seat, sheet) for seat, sheet in written.items()))
    return War(month=month, answers=tuple(chance.number(0, 4) for _ in range(chance.number(1, 3))))


def _joined(state: GameState, couples: list[tuple[SeatId, SeatId]]) -> GameState:
    seats = dict(state.seats)
    for one, other in couples:
        if one != other and seats[one].spouse is None and seats[other].spouse is None:
            seats[one], seats[other] = replace(seats[one], spouse=other), replace(seats[other], spouse=one)
    return replace(state, seats=seats)


def _paid(state: GameState, power: Mapping[SeatId, int]) -> GameState:
    """The state with this Power in purses and nothing else in them."""
    seats = {seat.id: replace(seat, purse=Purse(power=power.get(seat.id, 0))) for seat in state.seats.values()}
    return replace(state, seats=seats)


def turned(war: War) -> War:
    """The same month with everything in the opposite order: sheets, seats, regions, pieces, castles, buildings, laws."""
    state = war.month.state
    board = war_of(state)
    board = replace(
        board,
        units={region: dict(reversed(list(there.items()))) for region, there in reversed(list(board.units.items()))},
        stock=dict(reversed(list(board.stock.items()))),
        castles=dict(reversed(list(board.castles.items()))),
        remnants=dict(reversed(list(board.remnants.items()))),
    )
    law = [each for each in state.effects if each.kind is EffectKind.COMMAND]  # their order decides who commands first
    rest = [each for each in state.effects if each.kind is not EffectKind.COMMAND]
    state = replace(
        state,
        seats=dict(reversed(list(state.seats.items()))),
        effects=(*reversed(rest), *law),
        buildings=tuple(replace(each, guests=tuple(reversed(each.guests))) for each in reversed(state.buildings)),
    )
    return War(month=Month(state=with_war(state, board), sheets=tuple(reversed(war.month.sheets))), answers=war.answers)


def relabelled(part: Any) -> Any:
    """The same part of the game with every House replaced by another; players keep their seats.

    The scenario is relabelled too: a House takes over the name, the castle and the laws of the one that it replaces.
    """
    if isinstance(part, Scenario):
        return next(other for plain, other in _relabelled_scenarios() if plain is part)
    if isinstance(part, Sealed):
        sheet = relabelled(parse(part.body))
        return replace(part, body=encode(replace(sheet, allies=tuple(sorted(sheet.allies)))))
    if isinstance(part, str):
        return FOLLOWING.get(HouseId(part), part) if type(part) is str else part
    if is_record(part):
        return with_fields(part, **{name: relabelled(getattr(part, name)) for name in field_names(part)})
    if isinstance(part, Mapping):
        return {relabelled(key): relabelled(value) for key, value in part.items()}
    if isinstance(part, tuple | frozenset | list):
        return type(part)(relabelled(each) for each in part)
    return part


@cache
def _relabelled_scenarios() -> tuple[tuple[Scenario, Scenario], ...]:
    def other(plain: Scenario) -> Scenario:
        return with_fields(plain, **{name: relabelled(getattr(plain, name)) for name in field_names(plain)})

    return tuple((plain, other(plain)) for plain in scenarios())


def without_waste(war: War) -> tuple[Sealed, ...]:
    """The sheets of a played month without the first failed Move and the first failed Recruit of each House.

    Later ones stay, because they may have failed only because of the first.
    """
    record = war.month.war.record
    first = {(each.house, each.order.kind): (each.seat, each.line) for each in reversed(record.outcomes) if not each.done}
    idle = set(first.values())
    still = {(each.seat, each.order.immortal) for each in record.guard_moves if not each.done}
    found = []
    for paper in war.month.sheets:
        sheet = record.sheet(paper.seat)
        if sheet is None:
            continue
        lines = tuple(order for number, order in enumerate(sheet.orders, 1) if (paper.seat, number) not in idle)
        extra = None if any(seat == paper.seat and line > len(sheet.orders) for seat, line in idle) else sheet.extra
        guards = tuple(each for each in sheet.immortals if (paper.seat, each.immortal) not in still)
        kept = WarSheet(orders=lines, extra=extra, allies=sheet.allies, betray=sheet.betray, immortals=guards)
        found.append(sealed(paper.seat, kept))
    return tuple(found)


# --- one region ---------------------------------------------------------------------------------------------------------


@st.composite
def full_forces(draw: DrawFn) -> Forces:
    """Forces of one region with laws, schemes, commanded Immortals and War Control's choices."""
    chance = Chance(draw=draw)
    present = chance.some(HOUSES, 1, 5)
    guard = tuple(range(1, chance.number(0, 4) + 1))
    beside = sorted(chance.some(present, 0, 2) if chance.number(0, 1) else ())
    both = tuple(permutations(present, 2))

    def few(most: int) -> frozenset[HouseId]:
        return frozenset(chance.some(present, 0, most))

    forces = Forces(
        region=GROUND[0],
        units={house: chance.number(1, 6) for house in present},
        ticks={house: few(4) - {house} for house in present},
        flags=few(3),
        remnants=chance.number(0, 2),
        immortals=guard,
        commanded={house: (number,) for number, house in enumerate(beside, start=len(guard) + 1)},
        betrayers=few(3),
        sovereign=chance.one((None, *HOUSES)),
        one_retaliation=chance.one((False, True)),
        treaty=chance.number(0, 9) == 9,
        per_unit=few(2),
        per_battle=few(2),
        aided=few(1),
        banned=frozenset(chance.one(both) for _ in range(chance.number(0, 6)) if both),
        chosen={chance.number(1, 6): chance.one(present) for _ in range(chance.number(0, 3))},
        names={house: NAMES[house] for house in present},
    )
    if guard and chance.number(0, 3) == 3:  # allies of equal strength against the guard: ties go by name
        every = frozenset(present)
        forces = replace(forces, betrayers=every, units=dict.fromkeys(present, 5), remnants=0, chosen={}, sovereign=None)
        forces = replace(forces, ticks={house: every - {house} for house in present}, treaty=False)
    return forces
