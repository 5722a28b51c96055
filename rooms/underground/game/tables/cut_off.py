"""Who had not acted when a step that goes round the table ended: they read it, and so does Underground Control (R-116)."""

from __future__ import annotations

from dataclasses import replace

from control.day.clock.steps import StepEnded
from control.engine.language import listed, say
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import Room
from rooms.underground.game.tables.asked import out_of, room_of, seated, step_of, table_in, table_of, tables, with_table
from rooms.underground.game.tables.state import TURNS, TableId, TableStep


def note_cut_off(before: GameState, state: GameState, happened: StepEnded) -> GameState:
    """Keep at each table whose step has ended who was not done with it; of a step without turns nobody."""
    if happened.room != Room.UNDERGROUND or happened.step not in tuple(each.value for each in TableStep):
        return state
    step = TableStep(happened.step)
    for table in (TableId(happened.table),) if happened.table else tables(state):
        if table not in room_of(state).tables:
            continue  # nobody has played there, as at no table of the days that earlier releases stored
        held, runs = table_in(state, table, happened.month), step in TURNS and step_of(before, table) is step
        left = tuple(seat.id for seat in seated(before, table) if seat.id not in out_of(before, table)) if runs else ()
        if (held.cut, held.cut_in) != (left, step if left else None):
            state = with_table(state, replace(held, cut=left, cut_in=step if left else None))
    return state


def cut_off_words(state: GameState, table: TableId) -> str:
    """That the step before ended over somebody, for all who sit there; empty when it did not."""
    at = table_of(state, table)
    names = [state.seats[seat].name for seat in at.cut if seat in state.seats]
    if at.cut_in is None or not names:
        return ""
    steps = state.timetable.steps.get(Room.UNDERGROUND, ())
    name = next((each.name for each in steps if each.id == at.cut_in.value), at.cut_in.value)
    return say("{step} ended before these were done: {names}.", step=name, names=listed(names))
