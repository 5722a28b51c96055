"""A round that an earlier release began with one clock for the whole Underground continues in this release (decision 0020)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from control.day.clock.clocks import WHOLE, has_table_clocks, tables_used
from control.day.clock.phases import SetClock
from control.day.clock.steps import EndStep, StepBegan, steps_left
from control.day.people.room_choice import ChooseRoom
from control.engine.context import DecisionContext, Sealed, SheetList
from control.engine.ids import SeatId, StepId
from control.engine.records import replace
from control.engine.refusal import Refused
from control.engine.viewer import Viewer
from rooms.realm.papers.game.types import Paper, encode
from rooms.realm.scenario.ids import Phase, Room
from rooms.underground.game.state import TURNS, TableId, TableStep
from rooms.underground.game.tables.lookup import step_of, table_of
from rooms.underground.game.view_phone import phone_table
from rooms.underground.game.view_wall import wall_table
from tests.rooms.realm.game.play import Day, player, running
from tests.rooms.underground.table import GAME, UNDA

CAT_1, WOLF_1 = SeatId("cat-1"), SeatId("wolf-1")
WEST, NORTH, EAST = (TableId(each) for each in ("west", "north", "east"))
RUMORS = Paper(type="spread-rumors", values=(("swords",),))


def sheets(day: Day) -> SheetList:
    body = encode(RUMORS)
    return SheetList(sheets=(Sealed(seat=CAT_1, kind="scheme", month=1, revision=1, received_at=day.now, body=body),))


def end(day: Day, step: TableStep) -> None:
    ended = EndStep(room=Room.UNDERGROUND, month=1, step=StepId(step.value))
    day.state = GAME.decided(day.state, ended, DecisionContext(by=UNDA, at=day.now, sheets=sheets(day))).state
    assert GAME.broken(day.state) == ()


@pytest.fixture
def begun() -> Day:
    """Action of month 1 as the release before began it: one clock for each room, players at two tables."""
    day = running()
    day.game = GAME
    day.until(1, Phase.PLANNING)
    for seat in (CAT_1, WOLF_1):
        day.do(ChooseRoom(seat=seat, month=1, room=Room.UNDERGROUND), by=player(seat))
    day.until(1, Phase.ACTION)
    clock = day.state.clock
    rooms = {key: at for key, at in clock.rooms.items() if not key.startswith("underground")}
    day.state = replace(day.state, clock=replace(clock, rooms=rooms))
    began = StepBegan(room=Room.UNDERGROUND, month=1, step=StepId("updates"), at=day.now, deadline=day.now + timedelta(minutes=1))
    day.state = GAME.evolve(day.state, began)
    return day


def test_an_upgrade_in_the_middle_of_action_leaves_the_tables_the_room_s_running_clock(begun):
    for step in TableStep:
        assert [step_of(begun.state, table) for table in (WEST, NORTH, EAST)] == [step] * 3
        assert (has_table_clocks(begun.state, Room.UNDERGROUND), tables_used(begun.state, Room.UNDERGROUND)) == (False, (WHOLE,))
        for seat, table in ((CAT_1, WEST), (WOLF_1, EAST)):
            phone, wall = phone_table(begun.state, Viewer(seat=seat)), wall_table(begun.state, Viewer(screen=True), table)
            assert phone is not None
            assert phone.clock is not None
            assert wall is not None
            assert wall.clock is not None
            assert (phone.table, phone.clock.key, phone.clock.step, wall.clock.key) == (table, "underground", step, "underground")
            assert (phone.turn == "") == (step not in TURNS)
        with pytest.raises(Refused, match="one clock for all its tables"):
            begun.do(EndStep(room=Room.UNDERGROUND, month=1, step=StepId(step.value), table=WEST), by=UNDA)
        end(begun, step)

    west, east = (table_of(begun.state, table) for table in (WEST, EAST))
    assert [(each.author, each.house) for each in west.schemes] == [(CAT_1, "cat"), (None, "cat")]  # the sheet, and a drawn scheme
    assert [(each.author, each.house) for each in east.schemes] == [(None, "wolf")]
    assert (west.drawn, east.drawn) == ((CAT_1,), (WOLF_1,))


@pytest.mark.parametrize("ended", [0, 3, 7])
def test_from_the_next_month_on_each_table_has_its_own_clock(begun, ended):
    for step in tuple(TableStep)[:ended]:
        end(begun, step)
    begun.do(SetClock(month=1, phase=Phase.ACTION, seconds=600))
    assert has_table_clocks(begun.state, Room.UNDERGROUND) is (
        ended == 0
    )  # nothing was done yet, so each table gets its own clock at once
    assert len(steps_left(begun.state, Room.UNDERGROUND)) == 7 - ended
    begun.until(2, Phase.PLANNING)
    for seat in (CAT_1, WOLF_1):
        begun.do(ChooseRoom(seat=seat, month=2, room=Room.UNDERGROUND), by=player(seat))

    begun.until(2, Phase.ACTION)

    assert tables_used(begun.state, Room.UNDERGROUND) == (WEST, EAST)
    assert {table: step_of(begun.state, table) for table in (WEST, NORTH, EAST)} == {WEST: "updates", NORTH: None, EAST: "updates"}
    begun.do(EndStep(room=Room.UNDERGROUND, month=2, step=StepId("updates"), table=WEST), by=UNDA)
    assert (step_of(begun.state, WEST), step_of(begun.state, EAST)) == (TableStep.SCHEMES, TableStep.UPDATES)
