"""The West's table of a small day, for tests of its desk: players, written schemes, and its steps."""

from __future__ import annotations

from control.day.clock.steps import EndStep
from control.engine.ids import SeatId, StepId
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import Room
from rooms.underground.game.state import CardTable, TableId, TableStep
from rooms.underground.game.tables.lookup import step_of, table_of
from tests.control.desks.conftest import Day

WEST = TableId("west")
CAT, MATE, WOLF = SeatId("cat-1"), SeatId("cat-2"), SeatId("wolf-1")
THERE = (CAT, MATE, WOLF)
PAPERS = {CAT: Paper(type="ambush"), WOLF: Paper(type="spread-rumors", values=(("cat",),))}
AT = "underground/table/west/"


def end(day: Day) -> None:
    """End the step that runs at the table."""
    step = step_of(day.state, WEST)
    assert step is not None
    day.do(EndStep(room=Room.UNDERGROUND, month=1, step=StepId(step.value), table=WEST))


def until(day: Day, step: TableStep) -> None:
    """End the table's steps until this one runs."""
    while step_of(day.state, WEST) != step:
        end(day)


def west(day: Day) -> CardTable:
    return table_of(day.state, WEST)


def number_of(day: Day, seat: SeatId) -> int:
    """The number of a player's written scheme."""
    return next(each.id for each in west(day).schemes if each.author == seat)
