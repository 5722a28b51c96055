"""A player's own orders of a month, their results, and why they did not do better (GE-WAR-07)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import cast

from msgspec import Struct

from control.day.memoization import Same
from control.day.state import DayStage
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.viewer import Viewer
from rooms.realm.game.state import GameState
from rooms.war.game import whynot
from rooms.war.game.board import Board, board_of
from rooms.war.game.famine_and_inlaws import famine_cost, in_laws_words
from rooms.war.game.records.month import MonthRecord
from rooms.war.game.records.orders import GuardMove, GuardOrder, OpenedSheet, Outcome
from rooms.war.game.rewards import reward_words
from rooms.war.game.state import ORDERS, last_record, month_record, record_of, war_of
from rooms.war.game.whynot import Kind, WhyNot
from rooms.war.game.words.battles import battle_words
from rooms.war.game.words.orders import (
    OrderLine,
    aside_words,
    betrayal_words,
    guard_line,
    guard_line_name,
    guard_order_words,
    line_name,
    order_line,
    order_words,
    ticks_words,
)

# === orders =============================================================================================================

# A player's own orders of a month, and their results (GE-WAR-07)


class MyOrders(Struct, frozen=True, kw_only=True):
    """A player's own sheet of one month after it was opened, or why there is none."""

    month: int
    opened: bool  # the month's orders have been opened
    sentence: str  # status of the whole sheet
    lines: tuple[OrderLine, ...] = ()
    allies: str = ""  # effect of the ticks
    betrayal: str = ""  # effect of the betray box
    corrected: bool = False


def opened_sheets(state: GameState) -> tuple[OpenedSheet, ...] | None:
    """The sheets of this month. None until they are opened (R-17)."""
    record = record_of(state)
    return record.sheets if ORDERS in record.done else None


def my_orders(state: GameState, seat: SeatId, record: MonthRecord) -> MyOrders:
    """One player's own orders of one month, with their results (GE-WAR-07)."""
    board, player = board_of(state.scenario), state.seats[seat]
    if ORDERS not in record.done:
        return MyOrders(month=record.month, opened=False, sentence=say("The orders of this month have not been opened yet."))
    aside = next((each for each in record.set_aside if each.seat == seat), None)
    if aside is not None:
        return MyOrders(month=record.month, opened=True, sentence=aside_words(aside.why), lines=_by_favor(board, record, seat))
    sheet = record.sheet(seat)
    if sheet is None or not sheet.sent:
        here = seat in record.present or sheet is not None
        sentence = say("You were in the War Room and sent no sheet.") if here else say("You were not in the War Room.")
        return MyOrders(month=record.month, opened=True, sentence=sentence, lines=_by_favor(board, record, seat))
    stance = record.stance(player.house)
    return MyOrders(
        month=record.month,
        opened=True,
        sentence=say("War Control entered your orders.") if sheet.corrected else say("Your orders were opened."),
        lines=order_lines(board, record, sheet),
        allies=ticks_words(board, sheet, stance),
        betrayal=betrayal_words(board, record, sheet, stance),
        corrected=sheet.corrected,
    )


def _by_favor(board: Board, record: MonthRecord, seat: SeatId) -> tuple[OrderLine, ...]:
    """Orders that Favors gave a player without a sheet that counts."""
    sheet = record.sheet(seat)
    return order_lines(board, record, sheet) if sheet is not None else ()


def order_lines(board: Board, record: MonthRecord, sheet: OpenedSheet) -> tuple[OrderLine, ...]:
    """The lines of a sheet with their results."""
    known = _outcomes_by_seat(Same(record.outcomes)).get(sheet.seat, {})
    return tuple(
        order_line(board, known[line])
        if line in known
        else OrderLine(line=line_name(line), order=order_words(board, order), fate="open")
        for line, order in sheet.lines()
    ) + _guard_lines(board, record, sheet)


def _guard_lines(board: Board, record: MonthRecord, sheet: OpenedSheet) -> tuple[OrderLine, ...]:
    """A sheet's orders to Immortals with their results (R-59)."""
    known = _guard_moves_by_seat(Same(record.guard_moves)).get(sheet.seat, {})
    return tuple(
        guard_line(board, known[order])
        if order in known
        else OrderLine(line=guard_line_name(order), order=guard_order_words(board, order), fate="open")
        for order in sheet.immortals
    )


# The desk draws the sheets of a whole room: their results are sorted once for all of them.


@lru_cache(maxsize=8)
def _outcomes_by_seat(outcomes: Same) -> Mapping[SeatId, Mapping[int, Outcome]]:
    found: dict[SeatId, dict[int, Outcome]] = {}
    for outcome in cast("tuple[Outcome, ...]", outcomes.thing):
        found.setdefault(outcome.seat, {})[outcome.line] = outcome
    return found


@lru_cache(maxsize=8)
def _guard_moves_by_seat(moves: Same) -> Mapping[SeatId, Mapping[GuardOrder, GuardMove]]:
    found: dict[SeatId, dict[GuardOrder, GuardMove]] = {}
    for move in cast("tuple[GuardMove, ...]", moves.thing):
        found.setdefault(move.seat, {})[move.order] = move
    return found


# === results ============================================================================================================

# Results of a player's own orders, and why they did not do better, as far as that player may know.


class Fate(Struct, frozen=True, kw_only=True):
    """One result for the player, in words, with reasons that the player may know."""

    line: OrderLine | None = None
    sentence: str = ""
    whys: tuple[WhyNot, ...] = ()


class ResultsView(Struct, frozen=True, kw_only=True):
    """Results of the player's own orders: this month's once opened, else last month's, collapsed."""

    mine: MyOrders | None
    is_now: bool
    fates: tuple[Fate, ...] = ()  # one per own order
    battles: tuple[Fate, ...] = ()
    missed: tuple[Fate, ...] = ()  # missed castles and Rumors
    gains: tuple[Gain, ...] = ()  # of this month and the last one, whatever the player ordered
    costs: tuple[Cost, ...] = ()  # likewise


class Cost(Struct, frozen=True, kw_only=True):
    """What the viewer's House lost to famine or paid to in-laws, with its rule."""

    month: int
    sentence: str
    rule: str


class Gain(Struct, frozen=True, kw_only=True):
    """What the viewer's House earned in Rewards, with sums and receiver (R-06)."""

    month: int
    sentence: str
    to: str


CASTLES = (Kind.FLAG, Kind.RUMOR, Kind.SPOILS)


def war_results(state: GameState, viewer: Viewer) -> ResultsView:
    """The viewer's own results."""
    seat = viewer.player
    record = record_of(state)
    is_now = ORDERS in record.done
    told = record if is_now else last_record(state)
    mine = my_orders(state, seat, told) if told is not None and told.month and state.clock.stage is not DayStage.GATHERING else None
    if mine is not None and told is not None and not mine.lines and not (mine.opened and _is_concerned(told, seat)):
        mine = None
    gains, costs = tuple(_gains(state, seat)), tuple(_costs(state, seat))
    if mine is None or told is None:
        return ResultsView(mine=None, is_now=is_now, gains=gains, costs=costs)
    board, house, whys = board_of(state.scenario), state.seats[seat].house, whynot.allowed(state, seat, told.month)
    of_line = {why.name: why for why in whys if why.name}
    fought = [battle for battle in told.battles if any(army.house == house for count in battle.rounds for army in count.armies)]
    return ResultsView(
        mine=mine,
        is_now=is_now,
        fates=tuple(Fate(line=line, whys=_as_tuple(of_line.get(line.line))) for line in mine.lines),
        battles=tuple(
            Fate(
                sentence=battle_words(board, battle),
                whys=tuple(why for why in whys if why.kind is Kind.BATTLE and why.region == battle.region),
            )
            for battle in fought
        ),
        missed=tuple(Fate(sentence=why.heading, whys=(why,)) for why in whys if why.kind in CASTLES),
        gains=gains,
        costs=costs,
    )


def failures_of_month(state: GameState, viewer: Viewer, month: int) -> tuple[WhyNot, ...] | None:
    """Failures of the viewer in a month whose record is still kept. None if there are none."""
    if month not in (war_of(state).record.month, getattr(war_of(state).past, "month", 0)):
        return None
    if ORDERS not in month_record(war_of(state), month).done:
        return None
    whys, told = whynot.allowed(state, viewer.player, month), month_record(war_of(state), month)
    mine = my_orders(state, viewer.player, told)
    if mine is not None and mine.lines and all(line.fate == "done" for line in mine.lines):
        whys = tuple(why for why in whys if why.kind is Kind.BATTLE)  # no explanations for orders if all succeeded
    return whys or None


def _is_concerned(told: MonthRecord, seat: SeatId) -> bool:
    """Whether this player was in the War Room or sent a sheet, counted or set aside (R-16, R-139)."""
    return seat in told.present or told.sheet(seat) is not None or any(each.seat == seat for each in told.set_aside)


def _gains(state: GameState, seat: SeatId) -> Iterator[Gain]:
    """Earnings of the House, newest month first, for all its members."""
    board, house = board_of(state.scenario), state.seats[seat].house
    for record in (record_of(state), last_record(state)):
        if record is None:
            continue
        for reward in record.rewards:
            if reward.house == house and (reward.power or reward.favors):
                receiver = state.seats.get(reward.seat) if reward.seat is not None else None
                yield Gain(month=record.month, sentence=reward_words(board, reward), to=receiver.name if receiver else "")


def _costs(state: GameState, seat: SeatId) -> Iterator[Cost]:
    """Losses, newest month first. All members see the House's famine. Only the payer sees Power paid to in-laws."""
    board, house = board_of(state.scenario), state.seats[seat].house
    for record in (record_of(state), last_record(state)):
        if record is None:
            continue
        for starved in record.starved:
            if starved.house == house:
                yield Cost(month=record.month, sentence=famine_cost(board, starved), rule="R-66")
        for debt in record.in_laws:
            if debt.payer == seat:
                yield Cost(month=record.month, sentence=in_laws_words(board, debt), rule="R-61")


def _as_tuple(why: WhyNot | None) -> tuple[WhyNot, ...]:
    return () if why is None else (why,)
