"""Why results of this month went wrong: the cause with its rule, and the one change that would have altered it.

`all_failures` answers War Control and names every order, sheet, law and scheme. `allowed` answers one player and uses only what
that player may know (`rooms.war.game.why.knowledge`). It offers a change only if it would have worked in every hidden world.

Nothing is stored: each call asks the engine again, from what each step found.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, partial
from typing import Final

from control.day.memoization import CLOCK, unwrapped
from control.engine.ids import SeatId
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.war.game.records.orders import GuardMove, Outcome
from rooms.war.game.state import BATTLE, MOVE
from rooms.war.game.why import castles, engine, knowledge
from rooms.war.game.why.battles import Field, lost_in, why_battle
from rooms.war.game.why.changes import Kind, WhyNot
from rooms.war.game.why.knowledge import Reader
from rooms.war.game.why.order_causes import fell_short
from rooms.war.game.why.orders import allowed_case, full_case, taken_before, why_guard_order, why_order
from rooms.war.game.words.orders import guard_line_name, line_name

__all__ = ("Kind", "WhyNot", "all_failures", "allowed", "full_of_line", "full_of_region")

READ: Final = (
    *(name for name in GameState.__struct_fields__ if name != CLOCK),
    f"{CLOCK}.stage",
    f"{CLOCK}.month",
)  # what `allowed` reads


def all_failures(state: GameState, month: int | None = None) -> tuple[WhyNot, ...]:
    """All failures of a month (by default the current one) for War Control: by order, then by House and region."""
    told = _for_control(state, month)
    houses = (why for house in told.board.houses for why in _of_house(told, house))
    return (*_orders(told, told.record.outcomes, told.record.guard_moves), *houses)


def full_of_line(state: GameState, seat: SeatId, name: str, month: int | None = None) -> tuple[WhyNot, ...]:
    """Failures of one line of a sheet, for War Control. `name`: the line's name on the sheet."""
    told = _for_control(state, month)
    outcomes = [each for each in told.record.outcomes if each.seat == seat and line_name(each.line) == name]
    moves = [each for each in told.record.guard_moves if each.seat == seat and guard_line_name(each.order) == name]
    return tuple(_orders(told, outcomes, moves))


def full_of_region(state: GameState, region: RegionId, month: int | None = None) -> tuple[WhyNot, ...]:
    """Failures in one region, for War Control."""
    told = _for_control(state, month)
    return tuple(why for house in told.board.houses for why in _of_house(told, house, region))


def _for_control(state: GameState, month: int | None) -> Reader:
    return Reader(state=state, month=state.clock.month if month is None else month)


def allowed(noted: GameState, seat: SeatId, month: int | None = None) -> tuple[WhyNot, ...]:
    """Failures of a player and the player's House, as far as that player may know. Later phases change nothing in them."""
    if seat not in noted.seats:
        return ()
    state = unwrapped(noted, READ)
    told = Reader(state=state, month=state.clock.month if month is None else month, seat=seat)
    outcomes = [each for each in told.record.outcomes if each.seat == seat]
    moves = [each for each in told.record.guard_moves if each.seat == seat]
    return (*_orders(told, outcomes, moves), *_of_house(told, state.seats[seat].house))


# --- orders ---------------------------------------------------------------------------------------------------------------


def _orders(told: Reader, outcomes: Iterable[Outcome], moves: Iterable[GuardMove]) -> Iterator[WhyNot]:
    yield from (_why_order(told, outcome) for outcome in outcomes if fell_short(outcome))
    yield from (why_guard_order(told, move, told.found(MOVE)) for move in moves if not move.done)


def _why_order(told: Reader, outcome: Outcome) -> WhyNot:
    case = full_case(told, outcome) if told.full else allowed_case(told, outcome)
    return why_order(case, taken_before(told, outcome))


# --- battles and castles --------------------------------------------------------------------------------------------------


def _of_house(told: Reader, house: HouseId, only: RegionId | None = None) -> Iterator[WhyNot]:
    field_of = cache(partial(_field, told))
    for battle in told.record.battles:
        count = lost_in(battle, house)
        if count is not None and only in (None, battle.region):
            yield why_battle(field_of(battle.region), told, battle, house, count)
    yield from castles.why_flags(told, house, field_of, only)
    yield from castles.why_rumors(told, house, field_of, only)
    yield from castles.why_spoils(told, house, field_of, only)


def _field(told: Reader, region: RegionId) -> Field | None:
    """A region before Battle, as the reader may question the engine about it. None if too much is hidden or nothing is recorded."""
    if told.full:
        found = told.found(BATTLE)
        if found is None:
            return None
        field = Field(told=told, region=region, state=found, forces=(engine.forces_at(found, region),))
        return field if _as_fought(field, told, region) else None
    open_board = knowledge.open_board(told, BATTLE)
    if open_board is None:
        return None
    worlds = knowledge.region_worlds(told, open_board, region)
    return Field(told=told, region=region, state=open_board, forces=worlds) if worlds else None


def _as_fought(field: Field, told: Reader, region: RegionId) -> bool:
    """Whether the engine reaches the recorded result again. It does not after a law or order was changed by hand."""
    fought = next((battle for battle in told.record.battles if battle.region == region), None)
    again = next(field.after()).battle
    return (again.rounds if again else None) == (fought.rounds if fought else None)
