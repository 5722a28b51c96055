"""A player's own orders of a month, what became of each, and why it was no better (GE-WAR-07)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from control.day.state import Stage
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.viewer import Viewer
from rooms.realm.game.state import GameState
from rooms.war.game import whynot
from rooms.war.game.board import Board, board_of
from rooms.war.game.hardship import famine_cost, in_laws_words
from rooms.war.game.records.month import MonthRecord
from rooms.war.game.records.orders import AsideWhy, GuardMove, OpenedSheet, Outcome, Stance
from rooms.war.game.rewards import reward_words
from rooms.war.game.state import BATTLE, ORDERS, last_record, record_of, recorded, war_of
from rooms.war.game.whynot import Kind, WhyNot
from rooms.war.game.words.battles import battle_words, betrayal_in
from rooms.war.game.words.names import capitalized
from rooms.war.game.words.orders import (
    RULE_OF,
    fate_of,
    guard_line_name,
    guard_move_words,
    guard_order_words,
    line_name,
    order_words,
    outcome_words,
    rule_of,
    stance_words,
)

# === orders =============================================================================================================

# A player's own orders of a month, and what became of each (GE-WAR-07).


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderLine:
    """One order in words, and what became of it once its step was carried out. `fate`: "open", "done", "part" or "wasted"."""

    line: str
    order: str
    fate: str
    sentence: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MyOrders:
    """A player's own sheet of one month after it was opened, or why there is none."""

    month: int
    opened: bool  # have the orders of the month been opened?
    sentence: str  # what is so with this sheet as a whole
    lines: tuple[OrderLine, ...] = ()
    allies: str = ""  # what the ticks did
    betrayal: str = ""  # what the betray box did
    corrected: bool = False


def opened_sheets(state: GameState) -> tuple[OpenedSheet, ...] | None:
    """The sheets of this month once they are opened; None until then (R-17)."""
    record = record_of(state)
    return record.sheets if ORDERS in record.done else None


def my_orders(state: GameState, seat: SeatId, record: MonthRecord) -> MyOrders:
    """One player's own orders of one month, with what each did (GE-WAR-07)."""
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
        allies=allies_words(board, sheet, stance),
        betrayal=betrayal_words(board, record, sheet, stance),
        corrected=sheet.corrected,
    )


def aside_words(why: AsideWhy) -> str:
    """Why a sheet did not count, for its author (R-16)."""
    if why is AsideWhy.ELSEWHERE:
        return say("Your sheet was set aside: you were not in the War Room.")
    if why is AsideWhy.LEFT:
        return say("Your sheet was set aside: you had left for good.")
    return say("Your sheet was set aside: it could not be read; ask War Control.")


def _by_favor(board: Board, record: MonthRecord, seat: SeatId) -> tuple[OrderLine, ...]:
    """The orders that Favors gave a player of whom no sheet counts."""
    sheet = record.sheet(seat)
    return order_lines(board, record, sheet) if sheet is not None else ()


def order_lines(board: Board, record: MonthRecord, sheet: OpenedSheet) -> tuple[OrderLine, ...]:
    """The lines of a sheet with what became of each."""
    known = {outcome.line: outcome for outcome in record.outcomes if outcome.seat == sheet.seat}
    return tuple(
        order_line(board, known[line])
        if line in known
        else OrderLine(line=line_name(line), order=order_words(board, order), fate="open")
        for line, order in sheet.lines()
    ) + _guard_lines(board, record, sheet)


def _guard_lines(board: Board, record: MonthRecord, sheet: OpenedSheet) -> tuple[OrderLine, ...]:
    """The orders of a sheet to Immortals with what became of each (R-59)."""
    known = {move.order: move for move in record.guard_moves if move.seat == sheet.seat}
    return tuple(
        guard_line(board, known[order])
        if order in known
        else OrderLine(line=guard_line_name(order), order=guard_order_words(board, order), fate="open")
        for order in sheet.immortals
    )


def guard_line(board: Board, move: GuardMove) -> OrderLine:
    """One order to an Immortal that was carried out, or wasted."""
    return OrderLine(
        line=guard_line_name(move.order),
        order=guard_order_words(board, move.order),
        fate="done" if move.done else "wasted",
        sentence=capitalized(guard_move_words(board, move)) + ".",
        rule=RULE_OF[move.why] if move.why else "",
    )


def order_line(board: Board, outcome: Outcome) -> OrderLine:
    """One order that was carried out, or wasted."""
    return OrderLine(
        line=line_name(outcome.line),
        order=order_words(board, outcome.order),
        fate=fate_of(outcome),
        sentence=capitalized(outcome_words(board, outcome)) + ".",
        rule=rule_of(outcome),
    )


def allies_words(board: Board, sheet: OpenedSheet, stance: Stance) -> str:
    """What the ticks of a sheet did (R-43)."""
    if stance.seat != sheet.seat:
        house = board.house_name(sheet.house)
        return say("Your ticks did not count: a higher rank of {house} sent a sheet (R-43).", house=house)
    return stance_words(board, stance) + "."


def betrayal_words(board: Board, record: MonthRecord, sheet: OpenedSheet, stance: Stance) -> str:
    """What the betray box of a sheet did; empty when it was left empty."""
    house = board.house_name(sheet.house)
    if not sheet.betray:
        return ""
    if stance.seat != sheet.seat:
        return say("Your betray box did not count: a higher rank of {house} sent a sheet (R-43).", house=house)
    if BATTLE not in record.done:
        return say("{house} betrays the Sovereign this month.", house=house)
    met = [battle for battle in record.battles if sheet.house in battle.betrayers]
    if not met:
        return say("{house} betrayed the Sovereign, but met no Immortal in any region (GE-WAR-63).", house=house)
    return " ".join(betrayal_in(board, battle, sheet.house) for battle in met)


# === results ============================================================================================================

# What became of a player's own orders, and why it was no better, as far as that player may know.


@dataclass(frozen=True, slots=True, kw_only=True)
class Fate:
    """Something that befell the player, in words, and why it was no better, as far as that player may know."""

    line: OrderLine | None = None
    sentence: str = ""
    whys: tuple[WhyNot, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultsView:
    """What became of the own orders: of this month once they are opened, else of the last one, folded away."""

    mine: MyOrders | None
    is_now: bool
    fates: tuple[Fate, ...] = ()  # one for each own order
    battles: tuple[Fate, ...] = ()
    missed: tuple[Fate, ...] = ()  # castles and Rumors
    gains: tuple[Gain, ...] = ()  # of this month and of the last one, whatever the player ordered
    costs: tuple[Cost, ...] = ()  # the same


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What the own House lost to famine or paid to in-laws, and the rule that says so."""

    month: int
    sentence: str
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Gain:
    """What the own House earned in Rewards with its sums, and who of it received that (R-06)."""

    month: int
    sentence: str
    to: str


CASTLES = (Kind.FLAG, Kind.RUMOR, Kind.SPOILS)


def war_results(state: GameState, viewer: Viewer) -> ResultsView:
    """What the player who looks learns of the own orders."""
    seat = viewer.player
    record = record_of(state)
    is_now = ORDERS in record.done
    told = record if is_now else last_record(state)
    mine = my_orders(state, seat, told) if told is not None and told.month and state.clock.stage is not Stage.GATHERING else None
    if mine is not None and told is not None and not mine.lines and not (mine.opened and _was_concerned(told, seat)):
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
        fates=tuple(Fate(line=line, whys=_some(of_line.get(line.line))) for line in mine.lines),
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


def retold_whys(state: GameState, viewer: Viewer, month: int) -> tuple[WhyNot, ...] | None:
    """What did not come off for the player who looks in a month, as long as its record is kept; None for nothing of that."""
    if month not in (war_of(state).record.month, getattr(war_of(state).past, "month", 0)):
        return None
    if ORDERS not in recorded(war_of(state), month).done:
        return None
    whys, told = whynot.allowed(state, viewer.player, month), recorded(war_of(state), month)
    mine = my_orders(state, viewer.player, told)
    if mine is not None and mine.lines and all(line.fate == "done" for line in mine.lines):
        whys = tuple(why for why in whys if why.kind is Kind.BATTLE)  # of orders that all came off nobody asks why not
    return whys or None


def _was_concerned(told: MonthRecord, seat: SeatId) -> bool:
    """Was this player in the War Room, or had sent a sheet, which counts or was set aside (R-16, R-139)?"""
    return seat in told.present or told.sheet(seat) is not None or any(each.seat == seat for each in told.set_aside)


def _gains(state: GameState, seat: SeatId) -> Iterator[Gain]:
    """The newest month first, for all members of a House that earned something."""
    board, house = board_of(state.scenario), state.seats[seat].house
    for record in (record_of(state), last_record(state)):
        if record is None:
            continue
        for reward in record.rewards:
            if reward.house == house and (reward.power or reward.favors):
                receiver = state.seats.get(reward.seat) if reward.seat is not None else None
                yield Gain(month=record.month, sentence=reward_words(board, reward), to=receiver.name if receiver else "")


def _costs(state: GameState, seat: SeatId) -> Iterator[Cost]:
    """The newest month first; all its members read what a House lost, and only who paid that Power was paid."""
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


def _some(why: WhyNot | None) -> tuple[WhyNot, ...]:
    return () if why is None else (why,)
