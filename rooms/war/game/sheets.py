"""The war sheet: what a player writes, until when, and what the rules allow.

`parse` asks whether a document is a war sheet at all; `check` whether these orders may be written now. What an order will do is
decided when it is carried out, so an order that may yet come good is not refused.

Rules: GE-WAR-07, GE-WAR-08, R-67.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Final

import msgspec

from control.day.clock.steps import ends_by_itself
from control.day.people.asked import choice_of
from control.day.people.choosing import barred
from control.day.recall import recalled
from control.day.state import Stage
from control.day.window import Window
from control.engine.ids import SeatId
from control.engine.language import later, say, say_count
from control.engine.refused import Refused
from rooms.realm.game.state import GameState, Seat
from rooms.realm.scenario.ids import HouseId, Phase, RegionId, Room
from rooms.war.game.board import Board, board_of
from rooms.war.game.state import ORDERS, GuardOrder, OpenedSheet, Order, OrderKind, Via, WarState, record_of, war_of
from rooms.war.rules.commanding import may_command
from rooms.war.rules.effects import Effects, effects_in
from rooms.war.rules.ways import Destination, Ways, destinations, leads, ways_for

KIND: Final = "war"
MOST_LINES: Final = 9  # what a document may hold at all; the scenario says how many orders are allowed
MOST_UNITS: Final = 999
MOST_IMMORTALS: Final = 20
SHEET_FIELDS: Final = frozenset({"orders", "extra", "allies", "betray", "immortals"})
MOVE_FIELDS: Final = frozenset({"kind", "units", "origin", "target"})
RECRUIT_FIELDS: Final = frozenset({"kind", "target"})
GUARD_FIELDS: Final = frozenset({"immortal", "target"})
TOO_MANY: Final = (
    later("A first order is refused: a war sheet has {most}."),
    later("A second order is refused: a war sheet has {most}."),
    later("A third order is refused: a war sheet has {most}."),
    later("A fourth order is refused: a war sheet has {most}."),
    later("A fifth order is refused: a war sheet has {most}."),
    later("A sixth order is refused: a war sheet has {most}."),
    later("A seventh order is refused: a war sheet has {most}."),
    later("An eighth order is refused: a war sheet has {most}."),
    later("A ninth order is refused: a war sheet has {most}."),
    later("A tenth order is refused: a war sheet has {most}."),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class WarSheet:
    """A war sheet as its author wrote it. `extra` is the region of the extra Recruit; `allies` are the ticked boxes, sorted.

    `immortals` are the orders to Immortals, at most one for each, for those who command them (R-59).

    Rules: GE-WAR-26.
    """

    orders: tuple[Order, ...] = ()
    extra: RegionId | None = None
    allies: tuple[HouseId, ...] = ()
    betray: bool = False
    immortals: tuple[GuardOrder, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A region to choose. `mark` says what is special about it: "by road", "not empty now".

    `doubtful`: it is reached only by another House's leave, which has not been given (R-65).
    """

    region: RegionId
    name: str
    mark: str = ""
    doubtful: bool = False

    @property
    def label(self) -> str:
        """The name and what is special: "Ode (by road)"."""
        return f"{self.name} ({self.mark})" if self.mark else self.name


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveChoice:
    """A region with own units, and where they may go. `units` stand there; `written` is what the sheet moves from it already."""

    origin: RegionId
    name: str
    units: int
    targets: tuple[Place, ...]
    written: int = 0

    @property
    def most(self) -> int:
        """The most units that the form lets an order name."""
        return max(self.units, self.written)


@dataclass(frozen=True, slots=True, kw_only=True)
class AllyChoice:
    """A box for another House."""

    house: HouseId
    name: str
    short: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ImmortalChoice:
    """An Immortal on the board, where it stands, and where it may be sent."""

    immortal: int
    region: RegionId
    name: str
    targets: tuple[Place, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetChoices:
    """What the form offers. `recruits`: where own units stand or may arrive; any region for a House without units.

    That one recruits where it is empty when the Recruit step begins (R-60), so what is not empty now is offered and says so. What a
    law closes to the House is not offered (R-69).
    """

    orders: int  # how many orders a player has
    moves: tuple[MoveChoice, ...]
    recruits: tuple[Place, ...]
    extra: bool  # is the House sent food?
    allies: tuple[AllyChoice, ...]
    stock: int
    eliminated: bool  # no unit on the map: it may recruit in any region that is empty then
    immortals: tuple[ImmortalChoice, ...] = ()  # for those who command Immortals


# --- documents ----------------------------------------------------------------------------------------------------------


def parse(body: bytes | Mapping[str, object]) -> WarSheet:
    """The war sheet in a JSON document, or in one already read.

    Raises:
        Refused: what is wrong with it.
    """
    document = _read(body) if isinstance(body, bytes) else body
    _known_keys(document, SHEET_FIELDS, later("A war sheet"))
    lines = document.get("orders", ())
    if not isinstance(lines, list | tuple):
        raise Refused(say("The orders of a war sheet are a list."), code="malformed")
    if len(lines) > MOST_LINES:
        raise Refused(say("A sheet with {number} orders is refused.", number=len(lines)), rule="GE-WAR-05", code="malformed")
    allies = document.get("allies", ())
    if not isinstance(allies, list | tuple) or not all(isinstance(each, str) for each in allies):
        raise Refused(say("The allies of a war sheet are a list of Houses."), code="malformed")
    betray = document.get("betray", False)
    if not isinstance(betray, bool):
        raise Refused(say("The betray box is ticked or not: true or false."), code="malformed")
    extra, guards = document.get("extra"), document.get("immortals", ())
    if not isinstance(guards, list | tuple) or len(guards) > MOST_IMMORTALS:
        raise Refused(say("The orders to Immortals are a list, one for each."), rule="R-59", code="malformed")
    return WarSheet(
        orders=tuple(_order(line) for line in lines),
        extra=None if extra is None else _region(extra, later("The extra Recruit")),
        allies=tuple(sorted({HouseId(each) for each in allies})),
        betray=betray,
        immortals=tuple(sorted((_guard_order(line) for line in guards), key=lambda order: order.immortal)),
    )


def encode(sheet: WarSheet) -> bytes:
    """The document of a war sheet; `parse` reads it back."""
    return msgspec.json.encode(sheet)


def sheet_from_form(fields: Mapping[str, list[str]]) -> WarSheet:
    """The war sheet in the fields of a plain HTML form: order1_kind, order1_units, ..., extra, allies, betray, immortal1_to, ...

    Raises:
        Refused: what is wrong with it.
    """

    def first(name: str) -> str:
        values = fields.get(name) or [""]
        return values[0].strip()

    lines: list[dict[str, object]] = []
    for number in (number for number in range(1, MOST_LINES + 1) if f"order{number}_kind" in fields):
        kind = first(f"order{number}_kind")
        if kind == OrderKind.MOVE:
            units = first(f"order{number}_units")
            lines.append(
                {
                    "kind": kind,
                    "units": int(units) if units.isascii() and units.isdigit() and len(units) < 6 else units or "none",
                    "origin": first(f"order{number}_from"),
                    "target": first(f"order{number}_to"),
                }
            )
        elif kind:
            lines.append({"kind": kind, "target": first(f"order{number}_region")})
    allies = [each for each in fields.get("allies", []) if each]
    betray = first("betray").lower() not in ("", "0", "off", "false", "no")
    guards = [
        {"immortal": number, "target": target}
        for number in range(1, MOST_IMMORTALS + 1)
        if f"immortal{number}_to" in fields and (target := first(f"immortal{number}_to"))
    ]
    return parse({"orders": lines, "extra": first("extra") or None, "allies": allies, "betray": betray, "immortals": guards})


def sealed(count: int, month: int, root: str) -> str:
    """How many war sheets were sealed (R-17)."""
    return say_count(
        "{count} war sheet of month {month} sealed: {root}.",
        "{count} war sheets of month {month} sealed: {root}.",
        count,
        month=month,
        root=root,
    )


def _read(body: bytes) -> Mapping[str, object]:
    try:
        document = msgspec.json.decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Refused(say("This is not a war sheet: it cannot be read."), code="malformed") from error
    if not isinstance(document, dict):
        raise Refused(say("This is not a war sheet: it has no fields."), code="malformed")
    return document


def _order(line: object) -> Order:
    if not isinstance(line, Mapping):
        raise Refused(say("An order has a kind and a region."), code="malformed")
    kind = line.get("kind")
    if kind == OrderKind.MOVE:
        _known_keys(line, MOVE_FIELDS, later("A Move"))
        units = line.get("units")
        if not isinstance(units, int) or isinstance(units, bool):
            raise Refused(say("A Move names a number of units."), rule="GE-WAR-10", code="malformed")
        if not 1 <= units <= MOST_UNITS:
            raise Refused(
                say("A Move of {units} units cannot be: write 1 or more.", units=units), rule="GE-WAR-10", code="malformed"
            )
        origin = _region(line.get("origin"), later("A Move's first region"))
        return Order(
            kind=OrderKind.MOVE, origin=origin, target=_region(line.get("target"), later("A Move's second region")), units=units
        )
    if kind == OrderKind.RECRUIT:
        bare = line.get("units") in (0, None) and line.get("origin") is None  # written so by `encode`
        _known_keys(line, MOVE_FIELDS if bare else RECRUIT_FIELDS, later("A Recruit"))
        return Order(kind=OrderKind.RECRUIT, target=_region(line.get("target"), later("A Recruit")))
    raise Refused(say("An order is a Move or a Recruit; there is no other kind."), rule="GE-WAR-06", code="malformed")


def _guard_order(line: object) -> GuardOrder:
    if not isinstance(line, Mapping):
        raise Refused(say("An order to an Immortal names the Immortal and a region."), rule="R-59", code="malformed")
    _known_keys(line, GUARD_FIELDS, later("An order to an Immortal"))
    number = line.get("immortal")
    if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= MOST_IMMORTALS:
        raise Refused(say("An order to an Immortal names its number."), rule="R-59", code="malformed")
    return GuardOrder(immortal=number, target=_region(line.get("target"), later("An order to an Immortal")))


def _region(value: object, what: str) -> RegionId:
    if not isinstance(value, str) or not value:
        raise Refused(say("{what} names no region; choose one.", what=say(what)), rule="GE-WAR-10", code="malformed")
    if len(value) > 60:
        raise Refused(say("{what} names a region that is on no map.", what=say(what)), rule="GE-WAR-10", code="malformed")
    return RegionId(value)


def _known_keys(document: Mapping[str, object], known: frozenset[str], what: str) -> None:
    if document.keys() <= known:
        return
    unknown = sorted(str(key)[:40] for key in document if key not in known)
    raise Refused(say("{what} has no field “{field}”.", what=say(what), field=unknown[0]), code="malformed")


# --- what may be written ------------------------------------------------------------------------------------------------


def check(state: GameState, seat: SeatId, sheet: WarSheet) -> None:
    """Refuse what the rules forbid to write.

    Raises:
        Refused: with the first thing that is wrong, its numbers and its rule.
    """
    player = state.seats.get(seat)
    if player is None:
        raise Refused(say("No such seat; choose a player of this event."), code="unknown")
    war, board, most = war_of(state), board_of(state.scenario), state.scenario.settings.orders_per_player
    if len(sheet.orders) > most:
        raise Refused(say(TOO_MANY[most], most=most), rule="GE-WAR-05", code="too-many")
    for order in sheet.orders:
        if order.kind is OrderKind.MOVE:
            _check_move(state, war, board, player.house, order)
        else:
            _check_region(board, order.target)
    _check_allies(board, player.house, sheet.allies)
    if sheet.extra is not None:
        if player.house not in effects_in(state).fed:
            name = board.house_name(player.house)
            said = say("{house} is sent no food by any law, so it has no extra Recruit.", house=name)
            raise Refused(said, rule="GE-WAR-81", code="not-fed")
        _check_region(board, sheet.extra)
    _check_immortals(state, war, board, player, sheet.immortals)


def _check_move(state: GameState, war: WarState, board: Board, house: HouseId, order: Order) -> None:
    origin = order.origin if order.origin is not None else order.target
    _check_region(board, origin)
    _check_region(board, order.target)
    here, there = board.region_name(origin), board.region_name(order.target)
    if not board.adjacent(origin, order.target) and not _leads(ways_for(state, house), origin, order.target):
        if state.buildings:
            said = say(
                "{target} does not border on {origin}; a Move goes to a neighbour, or where roads or tunnels lead.",
                target=there,
                origin=here,
            )
        else:
            said = say("{target} does not border on {origin}; a Move goes to a neighbour.", target=there, origin=here)
        raise Refused(said, rule="GE-WAR-09", code="not-adjacent")
    stands = war.count(origin, house)
    if stands <= 0:
        said = say("{region} holds no unit of {house}; start elsewhere.", region=here, house=board.house_name(house))
        raise Refused(said, rule="GE-WAR-10", code="no-unit")
    if order.units > stands:
        raise Refused(
            say(
                "{region} holds {held} of your units and the order moves {units}. Lower the number or start elsewhere.",
                region=here,
                held=stands,
                units=order.units,
            ),
            rule="GE-WAR-10",
            code="too-many-units",
        )


def _leads(ways: Ways, origin: RegionId, target: RegionId) -> bool:
    """Does any road or tunnel lead there? Leave to use another House's may yet be given (R-65)."""
    return leads((*ways.networks, *ways.barred), origin, target) is not None


def _check_immortals(state: GameState, war: WarState, board: Board, player: Seat, orders: tuple[GuardOrder, ...]) -> None:
    if not orders:
        return
    if not may_command(state, player.id):
        sentence = say(
            "Immortals are commanded by the Sovereign and by Houses that a law names; you may not command them this month."
        )
        raise Refused(sentence, rule="R-59", code="no-command")
    places = {each.id: each.region for each in war.immortals if not each.gone}
    for order in orders:
        place, number = places.get(order.immortal), order.immortal
        _check_region(board, order.target)
        if order.immortal not in places:
            raise Refused(say("There is no Immortal {number}.", number=number), rule="GE-WAR-59", code="unknown")
        if place is None:
            raise Refused(say("Immortal {number} is off the board this month.", number=number), rule="R-58", code="off-board")
        if place == order.target:
            said = say(
                "Immortal {number} stands in {region} already; send it elsewhere or nowhere.",
                number=number,
                region=board.region_name(place),
            )
            raise Refused(said, rule="GE-WAR-61", code="there")
    if len({order.immortal for order in orders}) < len(orders):
        raise Refused(say("Each Immortal gets one order."), rule="R-59", code="twice")


def _check_region(board: Board, region: RegionId) -> None:
    if region not in board.regions:
        raise Refused(say("There is no region “{region}” on this map.", region=region), rule="GE-WAR-10", code="unknown")


def _check_allies(board: Board, own: HouseId, allies: tuple[HouseId, ...]) -> None:
    for house in allies:
        if house not in board.houses:
            raise Refused(say("There is no House “{house}” to ally with.", house=house), rule="GE-WAR-22", code="unknown")
        if house == own:
            said = say("A House does not tick itself; the sheet lists the other Houses.")
            raise Refused(said, rule="GE-WAR-22", code="own-house")


def window(state: GameState, seat: SeatId) -> Window:
    """May this player send a war sheet now, for which month, and until when (GE-EVT-37, GE-WAR-29, R-16)?"""
    clock, month = state.clock, state.clock.month
    player = state.seats.get(seat)
    if clock.stage is not Stage.PLAYING or player is None:
        return Window(open=False, month=month, sentence=say("War sheets open with the Planning of a month."), rule="GE-EVT-37")
    record = record_of(state)
    if ORDERS in record.done:
        return Window(
            open=False,
            month=month,
            closes_at=record.opened_at,
            sentence=say("The orders of month {month} have been opened.", month=month),
            rule="GE-WAR-29",
        )
    if clock.phase in (Phase.CEREMONY, Phase.RETURN):
        return Window(open=False, month=month, sentence=say("War sheets open with Planning."), rule="GE-EVT-37")
    return _while_open(state, player)


def _while_open(state: GameState, player: Seat) -> Window:
    month, choice = state.clock.month, choice_of(state, player)
    if not player.here:
        return Window(open=False, month=month, sentence=say("Check in first at the check-in desk."), rule="GE-EVT-03")
    bar = barred(state, player, Room.WAR)
    if bar is not None:
        sentence = say("{player} may not go to the War Room this month: {why}.", player=player.name, why=bar.why)
        return Window(open=False, month=month, sentence=sentence, rule=bar.rule)
    if choice is None and state.clock.phase == Phase.ACTION:
        sentence = say("You are in no room this month; ask Control to be seated in the War Room.")
        return Window(open=False, month=month, sentence=sentence, rule="R-16")
    if choice not in (None, Room.WAR):
        sentence = say(
            "You chose {room} for month {month}; war orders are written by who chose the War Room.",
            room=say(state.frame.room(choice).the),
            month=month,
        )
        return Window(open=False, month=month, sentence=sentence, rule="GE-EVT-37")
    at = state.clock.rooms.get(Room.WAR)
    certain = at is not None and at.step == ORDERS and ends_by_itself(state, Room.WAR, ORDERS)
    sentence = say("War sheets of month {month} are taken until the end of the Orders step.", month=month)
    return Window(open=True, month=month, closes_at=at.deadline if at and certain else None, sentence=sentence, rule="GE-WAR-29")


def blank(state: GameState, seat: SeatId) -> WarSheet:
    """The sheet before anything is written: no order, every box empty."""
    return WarSheet()


def choices(state: GameState, seat: SeatId) -> SheetChoices:
    """What this player's form offers."""
    return _offered(state, state.seats[seat].house, may_command(state, seat))


@recalled(256)
def _offered(state: GameState, house: HouseId, commands: bool) -> SheetChoices:
    """What the forms of a House offer: the same to all its members, but to those alone who command Immortals where these may go."""
    war, board = war_of(state), board_of(state.scenario)
    effects, ways = effects_in(state), ways_for(state, house)
    mine = sorted(region for region in war.units if war.count(region, house) > 0)
    eliminated = not war.on_map(house)
    moves = [
        MoveChoice(
            origin=region,
            name=board.region_name(region),
            units=war.count(region, house),
            targets=_targets(board, house, region, effects, ways),
        )
        for region in _by_name(board, mine)
    ]
    near = frozenset({*mine, *(place.region for move in moves for place in move.targets)})
    recruits = _places(board, near) if not eliminated else _anywhere(war, board, house, effects)
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
    """The same choices and what a sheet names beside them, so that nothing written is lost where it is not offered any more."""
    board, moves, recruits = board_of(state.scenario), {each.origin: each for each in choices.moves}, choices.recruits
    for order in sheet.orders:
        if order.origin is None:
            recruits = _and_also(board, recruits, order.target)
            continue
        nobody = MoveChoice(origin=order.origin, name=board.region_name(order.origin), units=0, targets=())
        start = moves.get(order.origin, nobody)
        targets = _and_also(board, start.targets, order.target)
        moves[order.origin] = replace(start, targets=targets, written=max(start.written, order.units))
    if sheet.extra is not None:
        recruits = _and_also(board, recruits, sheet.extra)
    places = {each.immortal: each for each in choices.immortals}
    for sent in sheet.immortals:
        nowhere = ImmortalChoice(immortal=sent.immortal, region=sent.target, name=say("no place to go from"), targets=())
        guard = places.get(sent.immortal, nowhere)
        places[sent.immortal] = replace(guard, targets=_and_also(board, guard.targets, sent.target))
    return replace(choices, moves=tuple(moves.values()), recruits=recruits, immortals=tuple(places.values()))


def _and_also(board: Board, places: tuple[Place, ...], region: RegionId) -> tuple[Place, ...]:
    if any(each.region == region for each in places):
        return places
    return (*places, Place(region=region, name=board.region_name(region), mark=say("not possible now")))


def _targets(board: Board, house: HouseId, origin: RegionId, effects: Effects, ways: Ways) -> tuple[Place, ...]:
    """Where units may go from a region: open neighbours, then where roads and tunnels lead, with the way in `mark`.

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
    return (*_places(board, {region for region in near if not effects.bars(house, region)}), *far)


def _way_words(board: Board, house: HouseId, to: Destination) -> str:
    """How a place is reached: "by road", "by tunnel of Wolf", "by road of Wolf, if Wolf lets you"."""
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


def _anywhere(war: WarState, board: Board, house: HouseId, effects: Effects) -> tuple[Place, ...]:
    places = _places(board, [region for region in board.regions if not effects.bars(house, region)])
    return tuple(each if war.is_empty(each.region) else replace(each, mark=say("not empty now")) for each in places)


def _by_name(board: Board, regions: Collection[RegionId]) -> list[RegionId]:
    return sorted(regions, key=lambda region: (board.region_name(region), region))


# --- between sheets and what is opened ----------------------------------------------------------------------------------


def opened(sheet: WarSheet, seat: Seat, *, corrected: bool = False) -> OpenedSheet:
    """A player's sheet as it lies open on the desk of War Control."""
    return OpenedSheet(
        seat=seat.id,
        house=seat.house,
        rank=seat.rank,
        orders=sheet.orders,
        extra=sheet.extra,
        allies=tuple(sorted(frozenset(sheet.allies))),
        betray=sheet.betray,
        corrected=corrected,
        immortals=sheet.immortals,
    )


def sheet_of(sheet: OpenedSheet) -> WarSheet:
    """What its author wrote on an opened sheet."""
    return WarSheet(orders=sheet.orders, extra=sheet.extra, allies=sheet.allies, betray=sheet.betray, immortals=sheet.immortals)
