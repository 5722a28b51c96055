"""What became of a player's own orders, and why it was no better, as far as that player may know."""

from __future__ import annotations

from dataclasses import dataclass

from control.day.state import Stage
from control.engine.ids import SeatId
from rooms.realm.game.state import GameState
from rooms.war.game import whynot
from rooms.war.game.board import board_of
from rooms.war.game.state import ORDERS, last_record, record_of
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


CASTLES = (Kind.FLAG, Kind.RUMOR, Kind.SPOILS)


def war_results(state: GameState, seat: SeatId) -> ResultsView:
    """What a player learns of the own orders."""
    record = record_of(state)
    is_now = ORDERS in record.done
    told = record if is_now else last_record(state)
    mine = my_orders(state, seat, told) if told is not None and told.month and state.clock.stage is not Stage.GATHERING else None
    if mine is not None and not mine.lines and (not mine.opened or seat not in (told.present if told else ())):
        mine = None
    if mine is None or told is None:
        return ResultsView(mine=None, is_now=is_now)
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
    )


def _some(why: WhyNot | None) -> tuple[WhyNot, ...]:
    return () if why is None else (why,)
