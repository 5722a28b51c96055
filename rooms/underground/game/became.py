"""What became of a player's written scheme of this month since it was taken in, for its author (R-108, R-121)."""

from __future__ import annotations

from control.engine.ids import SeatId
from control.engine.language import say
from rooms.realm.game.state import GameState
from rooms.underground.game.tables.asked import room_of, table_of, tables
from rooms.underground.game.tables.halving import cost_of_lying
from rooms.underground.game.tables.slots import written_by
from rooms.underground.game.tables.state import Lying
from rooms.underground.game.tables.turns import table_words


def became(state: GameState, seat: SeatId) -> str:
    """Where it is now; empty while it has come to no table."""
    came = next((table_of(state, table) for table in tables(state) if seat in table_of(state, table).wrote), None)
    if came is None or came.month != state.clock.month:
        return ""
    if any(each.seat == seat for each in came.brought):
        return say("It waits for your choice.")
    lies = written_by(state, seat)
    if lies is not None and lies.month == state.clock.month:
        return _lies(state, lies)
    paper = next((each.paper for each in room_of(state).schemes if each.seat == seat), None)
    month = state.clock.month  # an older one with the same words may complete in the month in which the new one is discarded
    own = (each for each in state.schemes if each.seat == seat and each.month == month and each.placed in (0, month))
    if paper is not None and any((each.kind, each.answers) == (paper.type, paper.values) for each in own):
        return say("It is completed and strikes in Return.")
    if lies is not None:
        return say("It was discarded: your older scheme stays.")
    return say("It has left the table: foiled, sprung, replaced or discarded.")


def _lies(state: GameState, scheme: Lying) -> str:
    """Where it lies, and what it costs where that is not what it was written at."""
    where = say("It lies on the table of {table}.", table=table_words(state, scheme.table))
    cost = cost_of_lying(state, scheme) if scheme.halved else None
    return where if cost is None else say("{where} By Recruitment it costs {cost}.", where=where, cost=cost)
