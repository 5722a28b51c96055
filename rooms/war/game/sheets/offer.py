"""Choices of the war sheet's form: where units may move, where to recruit, whom to tick."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from msgspec import Struct

from control.day.memoization import memoized_view
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.records import replace
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.war.game.board import Board, board_of
from rooms.war.game.map_marks import marks_of
from rooms.war.game.records.orders import Via
from rooms.war.game.sheets.document import WarSheet
from rooms.war.game.state import WarState, last_record, war_of
from rooms.war.rules.effects import Effects, effects_in
from rooms.war.rules.orders_by_rank import may_command
from rooms.war.rules.routes import Destination, Ways, destinations, ways_for


class Place(Struct, frozen=True, kw_only=True):
    """A region to choose. `mark`: what is special about it: "by road", "not empty now".

    `doubtful`: reachable only by another House's permission, not given yet (R-65); `shut`: closed to the House by a public law, as
    `mark` says (R-69).
    """

    region: RegionId
    name: str
    mark: str = ""
    doubtful: bool = False
    shut: bool = False
    gone: bool = False  # listed because an order names it; not possible now

    @property
    def label(self) -> str:
        """The name with its mark: "Ode (by road)"."""
        return f"{self.name} ({self.mark})" if self.mark else self.name


class MoveChoice(Struct, frozen=True, kw_only=True):
    """A region with own units, and where they may move. `units`: units there; `written`: units that the sheet moves from it."""

    origin: RegionId
    name: str
    units: int
    targets: tuple[Place, ...]
    written: int = 0

    @property
    def most(self) -> int:
        """The most units that an order may name in the form."""
        return max(self.units, self.written)


class AllyChoice(Struct, frozen=True, kw_only=True):
    """A checkbox for another House."""

    house: HouseId
    name: str
    short: str


class ImmortalChoice(Struct, frozen=True, kw_only=True):
    """An Immortal on the board: its region, and where it may be sent."""

    immortal: int
    region: RegionId
    name: str
    targets: tuple[Place, ...]


class SheetChoices(Struct, frozen=True, kw_only=True):
    """Choices of the form. `recruits`: regions with own units now or after a Move, any region for a House without units.

    A House without units recruits where it is empty when the Recruit step begins (R-60). Regions not empty now are offered with a
    mark. Regions closed by law are listed with the reason but cannot be chosen (R-69). Closures by schemes stay secret.
    """

    orders: int  # number of orders per player
    moves: tuple[MoveChoice, ...]
    recruits: tuple[Place, ...]
    extra: bool  # the House is sent food
    allies: tuple[AllyChoice, ...]
    stock: int
    eliminated: bool  # no units on the map: it may recruit in any region then empty
    immortals: tuple[ImmortalChoice, ...] = ()  # for players who command Immortals


def choices(state: GameState, seat: SeatId) -> SheetChoices:
    """Choices of this player's form."""
    return _offered(state, state.seats[seat].house, may_command(state, seat))


def last_ticks(state: GameState, seat: SeatId) -> frozenset[HouseId]:
    """Houses that this player ticked last month."""
    record = last_record(state)
    sheet = record.sheet(seat) if record is not None and record.month == state.clock.month - 1 else None
    return frozenset(sheet.allies) if sheet is not None else frozenset()


@memoized_view(256)
def _offered(state: GameState, house: HouseId, commands: bool) -> SheetChoices:
    """Choices of a House's forms, the same for all its members. Only players who command Immortals get their orders."""
    war, board = war_of(state), board_of(state.scenario)
    effects, ways, shut = effects_in(state), ways_for(state, house), _closed_regions(state, house)
    mine = sorted(region for region in war.units if war.count(region, house) > 0)
    eliminated = not war.on_map(house)
    moves = [
        MoveChoice(
            origin=region,
            name=board.region_name(region),
            units=war.count(region, house),
            targets=_with_closed(_targets(board, house, region, effects, ways), shut),
        )
        for region in _by_name(board, mine)
    ]
    near = frozenset({*mine, *(place.region for move in moves for place in move.targets)})
    recruits = _with_closed(_places(board, near) if not eliminated else _anywhere(war, board), shut)
    return SheetChoices(
        orders=state.scenario.settings.orders_per_player,
        moves=tuple(move for move in moves if move.targets),
        recruits=recruits,
        extra=house in effects.fed,
        allies=tuple(
            AllyChoice(house=each.id, name=each.name, short=each.short) for each in state.scenario.houses if each.id != house
        ),
        stock=war.stock.get(house, 0),
        eliminated=eliminated,
        immortals=_immortals(war, board) if commands else (),
    )


def with_written(state: GameState, choices: SheetChoices, sheet: WarSheet) -> SheetChoices:
    """The same choices plus everything the sheet names, so that no written order is lost."""
    board, moves, recruits = board_of(state.scenario), {each.origin: each for each in choices.moves}, choices.recruits
    for order in sheet.orders:
        if order.origin is None:
            recruits = _with_region(board, recruits, order.target)
            continue
        nobody = MoveChoice(origin=order.origin, name=board.region_name(order.origin), units=0, targets=())
        start = moves.get(order.origin, nobody)
        targets = _with_region(board, start.targets, order.target)
        moves[order.origin] = replace(start, targets=targets, written=max(start.written, order.units))
    if sheet.extra is not None:
        recruits = _with_region(board, recruits, sheet.extra)
    places = {each.immortal: each for each in choices.immortals}
    for sent in sheet.immortals:
        nowhere = ImmortalChoice(immortal=sent.immortal, region=sent.target, name=say("no place to go from"), targets=())
        guard = places.get(sent.immortal, nowhere)
        places[sent.immortal] = replace(guard, targets=_with_region(board, guard.targets, sent.target))
    return replace(choices, moves=tuple(moves.values()), recruits=recruits, immortals=tuple(places.values()))


def _with_region(board: Board, places: tuple[Place, ...], region: RegionId) -> tuple[Place, ...]:
    if any(each.region == region for each in places):
        return places
    return (*places, Place(region=region, name=board.region_name(region), mark=say("not possible now"), gone=True))


def _targets(board: Board, house: HouseId, origin: RegionId, effects: Effects, ways: Ways) -> tuple[Place, ...]:
    """Targets of a Move from a region: open neighbours, then ends of roads and tunnels, with the way in `mark`.

    Rules: GE-WAR-76, GE-WAR-79, R-63, R-64.
    """
    near = board.neighbours[origin]
    marks: dict[RegionId, list[str]] = {}
    found = [to for to in destinations(ways, origin, house=house, effects=effects) if to.region not in near]
    sure = {to.region for to in found if to.allowed}
    for to in found:
        if to.allowed or to.region not in sure:
            marks.setdefault(to.region, []).append(_way_words(board, house, to))
    either = say("or")
    far = (
        replace(place, mark=f" {either} ".join(marks[place.region]), doubtful=place.region not in sure)
        for place in _places(board, marks.keys())
    )
    return (*_places(board, near), *far)


def _closed_regions(state: GameState, house: HouseId) -> Mapping[RegionId, str]:
    """Regions that a law closes to a House, with the public words (GE-WAR-82, R-69)."""
    return {ban.region: ban.words for ban in marks_of(state).bans if not ban.houses or house in ban.houses}


def _with_closed(places: tuple[Place, ...], shut: Mapping[RegionId, str]) -> tuple[Place, ...]:
    if not shut:
        return places
    return tuple(replace(each, mark=shut[each.region], shut=True) if each.region in shut else each for each in places)


def _way_words(board: Board, house: HouseId, to: Destination) -> str:
    """How to reach a place: "by road", "by tunnel of Wolf", "by road of Wolf, if Wolf lets you"."""
    road, owner = to.via is Via.ROAD, board.house_name(to.owner)
    if to.owner == house:
        return say("by road") if road else say("by tunnel")
    if to.allowed:
        return say("by road of {house}", house=owner) if road else say("by tunnel of {house}", house=owner)
    if road:
        return say("by road of {house}, if {house} lets you", house=owner)
    return say("by tunnel of {house}, if {house} lets you", house=owner)


def _immortals(war: WarState, board: Board) -> tuple[ImmortalChoice, ...]:
    everywhere = _places(board, board.regions.keys())
    return tuple(
        ImmortalChoice(
            immortal=each.id,
            region=each.region,
            name=board.region_name(each.region),
            targets=tuple(place for place in everywhere if place.region != each.region),
        )
        for each in war.immortals
        if each.region is not None
    )


def _places(board: Board, regions: Collection[RegionId]) -> tuple[Place, ...]:
    return tuple(Place(region=region, name=board.region_name(region)) for region in _by_name(board, regions))


def _anywhere(war: WarState, board: Board) -> tuple[Place, ...]:
    places = _places(board, board.regions.keys())
    return tuple(each if war.is_empty(each.region) else replace(each, mark=say("not empty now")) for each in places)


def _by_name(board: Board, regions: Collection[RegionId]) -> list[RegionId]:
    return sorted(regions, key=lambda region: (board.region_name(region), region))
