"""Lines that several sections tell: reports to a House and to the author of an order, deeds of a House."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from control.engine.ids import SeatId
from control.engine.language import listed, say, say_count
from control.engine.reports import CountChange, OrderFate, PersonDeed, Report, ReportKind
from rooms.realm.game.reports.words import house as of_house
from rooms.realm.game.reports.words import own
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, RegionId, Room
from rooms.war.game.board import Board, board_of
from rooms.war.game.records.orders import GuardMove, Outcome
from rooms.war.game.words.orders import OrderLine, guard_line, order_line

# --- Houses -------------------------------------------------------------------------------------------------------------

# Houses read what changed on the map: battles with sums, castles, rewards, units won and lost. All of it is visible in the
# hall. Origins of units stay with the author of the orders.


BATTLE_WEIGHT, CASTLE_WEIGHT = 1, 2  # ranks in the short version


def to_house(
    house: HouseId,
    words: str,
    *,
    why: str = "",
    rule: str = "",
    changes: tuple[CountChange, ...] = (),
    kind: ReportKind = ReportKind.OUTCOME,
) -> Report:
    """A report of the map to one House."""
    return Report(to=of_house(house), kind=kind, words=words, why=why, rule=rule, room=Room.WAR, changes=changes)


def units_changed(by: int) -> tuple[CountChange, ...]:
    """A gain of units, or losses."""
    return (CountChange(what=say("units"), one=say("unit"), by=by),) if by > 0 else units_lost(-by)


def units_lost(count: int) -> tuple[CountChange, ...]:
    """Losses as a sum of their own, so that gains do not offset them. Negative if a correction reduced them."""
    return (CountChange(what=say("units lost"), one=say("unit lost"), by=count, bare=True, good=False),) if count else ()


def castles_changed(by: int) -> tuple[CountChange, ...]:
    """A gain of castles, or losses."""
    return (CountChange(what=say("castles"), one=say("castle"), by=by),)


def house_deed(kind: str, house: HouseId, words: str, *, count: int = 1, weight: int = 0, rule: str = "") -> PersonDeed:
    """A deed or a blow of one House on the map."""
    return PersonDeed(kind=kind, who=of_house(house), words=words, count=count, weight=weight, room=Room.WAR, rule=rule)


def loss_deed(state: GameState, house: HouseId, count: int, region: RegionId) -> PersonDeed:
    """Units that a House lost in a region by a law or a scheme."""
    named = {"region": state.place_name(region)}
    words = say_count("Lost {count} unit in {region}.", "Lost {count} units in {region}.", count, **named)
    return house_deed("units-lost", house, words, count=count)


def named_in_hall(state: GameState, houses: Iterable[HouseId]) -> str:
    """Names of Houses for the hall, in the scenario's order. Remnants and Immortals are not named."""
    board, known = board_of(state.scenario), {house.id for house in state.scenario.houses}
    return listed(board.house_name(each) for each in board.sorted_houses(frozenset(houses) & known))


# --- orders -------------------------------------------------------------------------------------------------------------

# Orders are told to their author only: that they were read, what each did, and why it did no more (R-17, GE-WAR-07).


FATES: Final[Mapping[str, OrderFate]] = {"done": OrderFate.DONE, "part": OrderFate.PART, "wasted": OrderFate.NOTHING}


def to_author(
    seat: SeatId,
    words: str,
    *,
    kind: ReportKind = ReportKind.OUTCOME,
    act: str = "",
    rule: str = "",
    fate: OrderFate | None = None,
) -> Report:
    """A report of orders to their author."""
    return Report(to=own(seat), kind=kind, act=act, words=words, rule=rule, fate=fate, room=Room.WAR)


def report_outcomes(board: Board, outcomes: Iterable[Outcome]) -> Iterator[Report]:
    """What each order did."""
    return (_line(outcome.seat, order_line(board, outcome)) for outcome in outcomes)


def report_guard_moves(board: Board, moves: Iterable[GuardMove]) -> Iterator[Report]:
    """What each order to an Immortal did."""
    return (_line(move.seat, guard_line(board, move)) for move in moves)


def _line(seat: SeatId, line: OrderLine) -> Report:
    return to_author(seat, line.sentence, act=line.order, rule=line.rule, fate=FATES.get(line.fate))
