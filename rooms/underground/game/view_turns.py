"""Whose turn it is at a table, as each of those who sit there reads it, and who must answer an attack (R-116, GE-UND-45)."""

from __future__ import annotations

from control.engine.ids import SeatId
from control.engine.language import say
from rooms.realm.game.state import GameState
from rooms.underground.game.tables.asked import out_of, seated, step_of, table_of, turn_at
from rooms.underground.game.tables.state import TURNS, TableId
from rooms.underground.game.view_attack import revealing
from rooms.underground.rules.turns import before


def turn_words(state: GameState, table: TableId, seat: SeatId) -> str:
    """Whose turn it is, from where a player sits; empty in a step without turns (R-116)."""
    if step_of(state, table) not in TURNS:
        return ""
    if seat in revealing(state, table):
        return say("You are attacked: reveal the outermost Protection.")
    turn, out = turn_at(state, table), out_of(state, table)
    if turn is None:
        return say("Everybody at this table is done with this step.")
    if turn == seat:
        return say("Your turn")
    if seat in out:
        return say("{name}’s turn. You are done with this step.", name=state.seats[turn].name)
    order = [each.id for each in seated(state, table)]
    acted = table_of(state, table).acted
    return say("Your turn after {name}", name=state.seats[before(order, turn, seat, out, acted)].name)
