"""Limits of war sheets: what may be written, by whom, and until when.

Orders are judged when carried out, so an order that might still work is accepted.
"""

from __future__ import annotations

from typing import Final

from control.day.clock.steps import ends_by_itself
from control.day.people.lookup import choice_of
from control.day.people.room_choice import find_bar
from control.day.sheets import Window
from control.day.state import DayStage
from control.engine.ids import SeatId
from control.engine.language import later, say
from control.engine.refusal import Refused
from rooms.realm.game.deaths.death import refusal_for_dead
from rooms.realm.game.state import GameState, HouseSeat
from rooms.realm.scenario.ids import HouseId, Phase, RegionId, Room
from rooms.war.game.board import Board, board_of
from rooms.war.game.records.orders import GuardOrder, Order, OrderKind
from rooms.war.game.sheets.document import WarSheet
from rooms.war.game.state import ORDERS, WarState, record_of, war_of
from rooms.war.rules.effects import effects_in
from rooms.war.rules.orders_by_rank import may_command
from rooms.war.rules.routes import Ways, leads, ways_for

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


def check(state: GameState, seat: SeatId, sheet: WarSheet) -> None:
    """Refuse orders that the rules forbid to write.

    Raises:
        Refused: with the first error, its numbers and its rule.
    """
    check_written(state, seat, sheet)
    war, board, house = war_of(state), board_of(state.scenario), state.seats[seat].house
    for order in sheet.orders:
        if order.origin is not None:
            _check_number(war, board, house, order.origin, order.units)


def check_written(state: GameState, seat: SeatId, sheet: WarSheet) -> None:
    """Refuse orders that the rules forbid on a handwritten sheet. It may name more units than are there (R-41).

    Raises:
        Refused: with the first error, its numbers and its rule.
    """
    player = state.seats.get(seat)
    if player is None:
        raise Refused(say("No such seat; choose a player of this event."), code="unknown")
    war, board, most = war_of(state), board_of(state.scenario), state.scenario.settings.orders_per_player
    if len(sheet.orders) > most:  # of a player, however many of the House are there (GE-WAR-20)
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
    if not board.adjacent(origin, order.target) and not _is_connected(ways_for(state, house), origin, order.target):
        if state.buildings:
            said = say(
                "{target} does not border on {origin}; a Move goes to a neighbour, or where roads or tunnels lead.",
                target=there,
                origin=here,
            )
        else:
            said = say("{target} does not border on {origin}; a Move goes to a neighbour.", target=there, origin=here)
        raise Refused(said, rule="GE-WAR-09", code="not-adjacent")
    if war.count(origin, house) <= 0:
        said = say("{region} holds no unit of {house}; start elsewhere.", region=here, house=board.house_name(house))
        raise Refused(said, rule="GE-WAR-10", code="no-unit")


def _check_number(war: WarState, board: Board, house: HouseId, origin: RegionId, units: int) -> None:
    stands = war.count(origin, house)
    if units > stands:
        raise Refused(
            say(
                "{region} holds {held} of your units and the order moves {units}. Lower the number or start elsewhere.",
                region=board.region_name(origin),
                held=stands,
                units=units,
            ),
            rule="GE-WAR-10",
            code="too-many-units",
        )


def _is_connected(ways: Ways, origin: RegionId, target: RegionId) -> bool:
    """Whether any road or tunnel leads there, even one whose owner has not given permission yet (R-65)."""
    return leads((*ways.networks, *ways.barred), origin, target) is not None


def _check_immortals(state: GameState, war: WarState, board: Board, player: HouseSeat, orders: tuple[GuardOrder, ...]) -> None:
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


# --- when ---------------------------------------------------------------------------------------------------------------


def window(state: GameState, seat: SeatId) -> Window:
    """Whether this player may send a war sheet now, for which month, and until when (GE-EVT-37, GE-WAR-29, R-16)."""
    clock, month = state.clock, state.clock.month
    player = state.seats.get(seat)
    if clock.stage is not DayStage.PLAYING or player is None:
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
    if clock.is_in(Phase.CEREMONY, Phase.RETURN):
        return Window(open=False, month=month, sentence=say("War sheets open with Planning."), rule="GE-EVT-37")
    return _while_open(state, player)


def _while_open(state: GameState, player: HouseSeat) -> Window:
    month, choice = state.clock.month, choice_of(state, player)
    if (dead := refusal_for_dead(state, player.id)) is not None:
        return Window(open=False, month=month, sentence=dead.sentence, rule=dead.rule)
    if not player.here:
        return Window(open=False, month=month, sentence=say("Check in first at the check-in desk."), rule="GE-EVT-03")
    bar = find_bar(state, player, Room.WAR)
    if bar is not None:
        sentence = say("{player} may not go to the War Room this month: {why}.", player=player.name, why=bar.why)
        return Window(open=False, month=month, sentence=sentence, rule=bar.rule)
    if choice is None and state.clock.is_in(Phase.ACTION):
        sentence = say("You are in no room this month; ask Control to be seated in the War Room.")
        return Window(open=False, month=month, sentence=sentence, rule="R-16")
    if choice not in (None, Room.WAR):
        sentence = say(
            "You chose {room} for month {month}. Only players in the War Room write war orders.",
            room=say(state.frame.room(choice).the),
            month=month,
        )
        return Window(open=False, month=month, sentence=sentence, rule="GE-EVT-37")
    at = state.clock.rooms.get(Room.WAR)
    certain = at is not None and at.step == ORDERS and ends_by_itself(state, Room.WAR, ORDERS)
    sentence = say("War sheets of month {month} are taken until the end of the Orders step.", month=month)
    return Window(open=True, month=month, closes_at=at.deadline if at and certain else None, sentence=sentence, rule="GE-WAR-29")
