"""What became of a player's own orders, and why it was no better, as far as that player may know."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from control.day.state import Stage
from control.engine.ids import SeatId
from control.engine.viewer import Viewer
from rooms.realm.game.state import GameState
from rooms.war.game import whynot
from rooms.war.game.board import board_of
from rooms.war.game.hardship import famine_cost, in_laws_words
from rooms.war.game.records.month import MonthRecord
from rooms.war.game.rewards import reward_words
from rooms.war.game.state import ORDERS, last_record, record_of, recorded, war_of
from rooms.war.game.view_orders import MyOrders, OrderLine, my_orders
from rooms.war.game.whynot import Kind, WhyNot
from rooms.war.game.words.battles import battle_words


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
