"""The Orders step: sheets of players in the War Room are opened. War Control can admit a sheet, or correct one.

Orders already carried out cannot be corrected: withdraw the step first, or set the board by hand (R-16, GE-EVT-15).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime

from msgspec import Struct

from control.day.clock.steps import StepEnded
from control.day.people.lookup import present_seats, sheet_counts_in
from control.day.state import Presence
from control.day.words import require_reason
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import later, say, say_count
from control.engine.modules import CommandHandler, EventHandler, Invalidation, Undo
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import Correction, Line, OrderFate, Report, ReportKind, to_desks
from rooms.realm.game.deaths.death import rank_when_sealed
from rooms.realm.game.reports.words import own
from rooms.realm.game.state import GameState, HouseSeat
from rooms.realm.game.treasury.purses import seat_of
from rooms.realm.scenario.ids import HouseId, Room
from rooms.war.game.board import Board, board_of
from rooms.war.game.lookup import DESK, MAP, WAR_DESK
from rooms.war.game.records.month import MonthRecord
from rooms.war.game.records.orders import AsideWhy, OpenedSheet, Order, OrderKind, SetAside, Stance
from rooms.war.game.sheets import document, limits
from rooms.war.game.state import BATTLE, MOVE, ORDERS, RECRUIT, month_record, record_of, war_in_month, war_of, with_notes, with_war
from rooms.war.game.words.names import seat_words
from rooms.war.game.words.orders import aside_words, order_words, ticks_words
from rooms.war.game.words.reports import to_author
from rooms.war.rules.effects import effects_in
from rooms.war.rules.orders_by_rank import stances_of

# --- commands and events ------------------------------------------------------------------------------------------------


class AdmitSheet(Struct, frozen=True, kw_only=True):
    """Admit a sealed sheet that was set aside, because its author has been seated in the War Room since (R-16)."""

    player: SeatId
    month: int
    reason: str


class CorrectOrders(document.WarSheet, frozen=True):  # not `kw_only`, so that its own fields stay the first in the journal
    """Enter or replace the opened orders of a player in the War Room, as far as they have not been carried out."""

    player: SeatId
    month: int
    reason: str


class OrdersOpened(Struct, frozen=True, kw_only=True):
    """Sheets from the War Room were opened and others set aside. From now on every House's stance is known."""

    month: int
    at: datetime
    present: tuple[SeatId, ...]
    sheets: tuple[OpenedSheet, ...]
    set_aside: tuple[SetAside, ...]
    stances: tuple[Stance, ...]


class OrdersCorrected(Struct, frozen=True, kw_only=True):
    """War Control entered or replaced an opened sheet. `stances`: all stances after it; `admitted`: a sealed sheet was admitted."""

    month: int
    sheet: OpenedSheet
    present: tuple[SeatId, ...]
    stances: tuple[Stance, ...]
    admitted: bool
    reason: str


# --- what the step does -------------------------------------------------------------------------------------------------


def open_orders(state: GameState, happened: StepEnded, asked: DecisionContext) -> OrdersOpened:
    """Open the sheets sent from the War Room, also those of dead and absent players. Set the others aside.

    Rules: R-03, R-16, R-43, R-44, R-139.
    """
    present = {seat.id: seat for seat in present_seats(state, Room.WAR)}
    writers = _counted_writers(state)
    opened: list[OpenedSheet] = []
    aside: list[SetAside] = []
    for sealed in asked.sheets.read(document.KIND, happened.month):
        seat = writers.get(sealed.seat)
        if seat is None:
            aside.append(SetAside(seat=sealed.seat, why=_why_aside(state, sealed.seat)))
            continue
        try:
            rank = rank_when_sealed(state, seat, sealed.received_at)
            opened.append(document.opened_sheet_of(document.parse(sealed.body), seat, rank=rank))
        except Refused:
            aside.append(SetAside(seat=sealed.seat, why=AsideWhy.UNREADABLE))
    opened.sort(key=lambda sheet: sheet.seat)
    houses = [house.id for house in state.scenario.houses]
    return OrdersOpened(
        month=happened.month,
        at=happened.at,
        present=tuple(present),
        sheets=tuple(opened),
        set_aside=tuple(sorted(aside, key=lambda each: each.seat)),
        stances=stances_of(houses, present=_players_present(state), sheets=opened, effects=effects_in(state)),
    )


def _counted_writers(state: GameState) -> dict[SeatId, HouseSeat]:
    """Players who chose the War Room and have not left for good. Their sheets count, even if they are dead or absent.

    Rules: R-16, R-139.
    """
    return {seat.id: seat for seat in state.seats.values() if sheet_counts_in(state, seat, Room.WAR)}


def _players_present(state: GameState) -> list[HouseSeat]:
    """Players who make their House present when it sent no sheet: those in the War Room, and those who died there (R-44).

    Absent players are not present.
    """
    return [seat for seat in _counted_writers(state).values() if seat.here]


def _why_aside(state: GameState, seat: SeatId) -> AsideWhy:
    player = state.seats.get(seat)
    return AsideWhy.LEFT if player is not None and player.presence is Presence.GONE else AsideWhy.ELSEWHERE


# --- by hand ------------------------------------------------------------------------------------------------------------


def decide_admit_sheet(state: GameState, command: AdmitSheet, asked: DecisionContext) -> tuple[OrdersCorrected, ...]:
    reason, record = require_reason(command.reason), _opened_record(state, command.month)
    player = seat_of(state, command.player)
    known = record.sheet(player.id)
    if known is not None and known.sent:
        raise Stale(say("A sheet of {player} counts already; correct it instead.", player=player.name), rule="R-16")
    sealed = next((each for each in asked.sheets.read(document.KIND, command.month) if each.seat == player.id), None)
    if sealed is None:
        said = say(
            "No sheet of {player} came in time for month {month}; enter the orders by hand.",
            player=player.name,
            month=command.month,
        )
        raise Refused(said, rule="R-16")
    sheet, rank = document.parse(sealed.body), rank_when_sealed(state, player, sealed.received_at)
    return (_orders_corrected(state, record, player.id, sheet, rank=rank, reason=reason, admitted=True),)


def decide_correct_orders(state: GameState, command: CorrectOrders, asked: DecisionContext) -> tuple[OrdersCorrected, ...]:
    reason, record = require_reason(command.reason), _opened_record(state, command.month)
    sheet = document.parse(document.encode(document.sheet_of(command)))
    known, player = record.sheet(command.player), seat_of(state, command.player)
    rank = known.rank if known is not None else rank_when_sealed(state, player, asked.at)
    return (_orders_corrected(state, record, player.id, sheet, rank=rank, reason=reason, admitted=False),)


def _opened_record(state: GameState, month: int) -> MonthRecord:
    record = record_of(state)
    if month != state.clock.month:
        raise Stale(say("Those orders were for month {month}; it is month {now} now.", month=month, now=state.clock.month))
    if ORDERS not in record.done:
        said = say("The orders lie sealed until the Orders step ends; the player may still change them.")
        raise Refused(said, rule="R-17")
    return record


def _orders_corrected(
    state: GameState, record: MonthRecord, seat: SeatId, sheet: document.WarSheet, *, rank: int, reason: str, admitted: bool
) -> OrdersCorrected:
    player = seat_of(state, seat)
    if not sheet_counts_in(state, player, Room.WAR):  # corrections to sheets of dead players are allowed
        said = say("{player} is not in the War Room this month; seat the player there first.", player=player.name)
        raise Refused(said, rule="R-16")
    before = record.sheet(player.id) or OpenedSheet(seat=player.id, house=player.house, rank=rank)
    after = replace(document.opened_sheet_of(sheet, player, rank=rank, corrected=True), by_favor=before.by_favor)
    present = tuple(sorted({*record.present, player.id}))
    stances = stances_of(
        [house.id for house in state.scenario.houses],
        present=(*(state.seats[each] for each in present if each in state.seats), *_players_present(state)),
        sheets=(*(each for each in record.sheets if each.seat != player.id), after),
        effects=effects_in(state),
    )
    corrected = OrdersCorrected(month=record.month, sheet=after, present=present, stances=stances, admitted=admitted, reason=reason)
    _require_open(record, before, corrected)
    still = sheet
    if MOVE in record.done:  # orders carried out stay as written, even if they are no longer possible
        still = replace(sheet, orders=tuple(each for each in sheet.orders if each.kind is not OrderKind.MOVE), immortals=())
    limits.check_written(state, player.id, still)
    return corrected


def _require_open(record: MonthRecord, before: OpenedSheet, corrected: OrdersCorrected) -> None:
    """Refuse to change orders that have been carried out. The step can be withdrawn, or the board adjusted."""
    if RECRUIT in record.done:
        raise _carried_out_refusal(later("Recruit of month {month} was carried out; {way}"), record.month, "GE-WAR-34")
    if MOVE in record.done and (_moves(before), before.immortals) != (_moves(corrected.sheet), corrected.sheet.immortals):
        raise _carried_out_refusal(later("Move of month {month} was carried out; {way}"), record.month, "GE-WAR-31")
    if BATTLE in record.done and _stances(record.stances) != _stances(corrected.stances):
        raise _carried_out_refusal(later("Battle of month {month} was carried out; {way}"), record.month, "GE-WAR-32")


def _carried_out_refusal(words: str, month: int, rule: str) -> Refused:
    way = say("undo that step first, or set the region by hand.")
    return Refused(say(words, month=month, way=way), rule=rule, code="carried-out")


def _stances(stances: tuple[Stance, ...]) -> list[tuple[HouseId, tuple[HouseId, ...], bool]]:
    return [(stance.house, stance.ticks, stance.betrays) for stance in stances]


def _moves(sheet: OpenedSheet) -> tuple[tuple[int, Order], ...]:
    return tuple((line, order) for line, order in sheet.lines() if order.kind is OrderKind.MOVE)


# --- fold ---------------------------------------------------------------------------------------------------------------


def evolve_orders_opened(state: GameState, happened: OrdersOpened) -> GameState:
    war = war_in_month(war_of(state), happened.month)
    if ORDERS in war.record.done:  # the clock was set back to a month already played: it is played again
        war = replace(war, record=MonthRecord(month=happened.month))
    war = with_notes(war, step=ORDERS)
    record = replace(
        war.record,
        opened_at=happened.at,
        present=happened.present,
        sheets=happened.sheets,
        set_aside=happened.set_aside,
        stances=happened.stances,
    )
    return with_war(state, replace(war, record=record))


def evolve_orders_corrected(state: GameState, happened: OrdersCorrected) -> GameState:
    war = war_in_month(war_of(state), happened.month)
    seat = happened.sheet.seat
    known = war.record.sheet(seat)
    sheet = replace(happened.sheet, by_favor=known.by_favor if known is not None else ())
    others = [each for each in war.record.sheets if each.seat != seat]
    all_sheets = tuple(sorted((*others, sheet), key=lambda each: each.seat))
    aside = tuple(each for each in war.record.set_aside if each.seat != seat)
    record = replace(war.record, sheets=all_sheets, set_aside=aside, present=happened.present, stances=happened.stances)
    return with_war(state, replace(war, record=record))


# --- words --------------------------------------------------------------------------------------------------------------


def tell_orders_opened(happened: OrdersOpened, before: GameState, after: GameState) -> Iterator[Line]:
    """Tell players who were there or sent a sheet whether it counts (R-16).

    The journal gets numbers only, never contents: every desk reads it, one desk reads the sheets (R-17).
    """
    said = say_count(
        "Orders of month {month}: {count} sheet opened, {present} in the War Room.",
        "Orders of month {month}: {count} sheets opened, {present} in the War Room.",
        len(happened.sheets),
        month=happened.month,
        present=len(happened.present),
    )
    aside = say_count("{count} sheet was set aside.", "{count} sheets were set aside.", len(happened.set_aside))
    yield to_desks(f"{said} {aside}" if happened.set_aside else said)
    board, stances = board_of(after.scenario), {each.house: each for each in happened.stances}
    sent = {sheet.seat for sheet in happened.sheets if sheet.sent}
    for sheet in happened.sheets:
        if sheet.sent and sheet.seat in after.seats:
            yield from _report_sheet(board, sheet, stances.get(sheet.house))
    for each in happened.set_aside:
        rule = "R-16" if each.why is AsideWhy.ELSEWHERE else ""
        yield to_author(each.seat, aside_words(each.why), rule=rule, fate=OrderFate.NOTHING)
    named = sent | {each.seat for each in happened.set_aside}
    for seat in happened.present:
        if seat not in named:
            yield to_author(seat, say("You were in the War Room and sent no sheet."), rule="R-44")


def _report_sheet(board: Board, sheet: OpenedSheet, stance: Stance | None) -> Iterator[Report]:
    count = len(sheet.lines()) + len(sheet.immortals)
    words = say_count("Your sheet was opened: {count} order.", "Your sheet was opened: {count} orders.", count)
    yield to_author(sheet.seat, words, kind=ReportKind.TURN)
    if stance is not None:
        yield to_author(sheet.seat, ticks_words(board, sheet, stance), kind=ReportKind.PART, act=say("Allies"))


def tell_orders_corrected(happened: OrdersCorrected, before: GameState, after: GameState) -> Iterator[Line]:
    """Tell the author that Control changed the orders, with orders before and after, but not why.

    The journal names the author only, never the contents. Allies and Favors appear in the player's results. Rules: R-17.
    """
    seat, reason = happened.sheet.seat, happened.reason
    player = seat_words(before, seat)
    what, to = say("Your war orders of month {month}", month=happened.month), own(seat)
    if happened.admitted:
        yield to_desks(say("The orders of {player} were let in: {reason}.", player=player, reason=reason))
        yield Correction(to=to, what=what, now=say("let in by Control"))
        yield to_author(seat, say("Control let your war sheet in."), kind=ReportKind.TURN, rule="R-16")
        return
    yield to_desks(say("The orders of {player} were corrected by hand: {reason}.", player=player, reason=reason))
    earlier = month_record(war_of(before), happened.month).sheet(seat)
    was, now = _in_words(before, earlier), _in_words(before, happened.sheet) or say("no orders")
    yield Correction(to=to, what=what, now=say("changed by Control") if was == now else now, was="" if was == now else was)
    yield to_author(seat, say("Control changed your war orders."), kind=ReportKind.TURN, rule="R-16")


def _in_words(state: GameState, sheet: OpenedSheet | None) -> str:
    board = board_of(state.scenario)
    return "; ".join(order_words(board, order) for _line, order in sheet.lines()) if sheet else ""


# --- who must look again ------------------------------------------------------------------------------------------------


def _opened_invalidations(happened: OrdersOpened, _state: GameState) -> tuple[Invalidation, ...]:
    wrote = (*(each.seat for each in happened.sheets), *(each.seat for each in happened.set_aside))
    seats = dict.fromkeys((*happened.present, *wrote))
    return (MAP, DESK, *(Invalidation(topic="orders", to=f"seat:{seat}") for seat in seats))


def _corrected_invalidations(happened: OrdersCorrected, _state: GameState) -> tuple[Invalidation, ...]:
    return (DESK, Invalidation(topic="orders", to=f"seat:{happened.sheet.seat}"))


REVEALED = later("A reveal cannot be unseen: correct the orders instead.")


COMMANDS: Mapping[type, CommandHandler] = {
    AdmitSheet: CommandHandler(
        decide=decide_admit_sheet,
        desks=WAR_DESK,
        label=lambda c, s: say("Orders of {player} let in", player=seat_words(s, c.player)),
    ),
    CorrectOrders: CommandHandler(
        decide=decide_correct_orders,
        desks=WAR_DESK,
        label=lambda c, s: say("Orders of {player} corrected", player=seat_words(s, c.player)),
    ),
}


EVENTS: Mapping[type, EventHandler] = {
    OrdersOpened: EventHandler(
        evolve=evolve_orders_opened, tell=tell_orders_opened, invalidations=_opened_invalidations, undo=Undo(never=REVEALED)
    ),
    OrdersCorrected: EventHandler(
        evolve=evolve_orders_corrected, tell=tell_orders_corrected, invalidations=_corrected_invalidations
    ),
}
