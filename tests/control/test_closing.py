"""Closing times of sheets, as the author's phone shows them and counts them down."""

from __future__ import annotations

from datetime import timedelta

import pytest

from control import registry
from control.day.clock.pauses import AddTime, Pause, Resume
from control.day.clock.steps import EndStep
from control.day.sheets import closes_view
from control.engine.ids import StepEnd, StepId
from control.engine.records import replace
from control.sheets.deadline import Closing, closing_of
from rooms.realm.frame import NAME
from rooms.realm.scenario.ids import Phase, Room
from tests.rooms.realm.game.play import CAT_1, Day, running
from tests.rooms.war.play import seated

SECOND = timedelta(seconds=1)


def at(phase: Phase, room: Room = Room.WAR) -> Day:
    """A day in this phase of month 1 with Cat's first player bound for a room."""
    day = running()
    day.game = registry.game(NAME)
    day.until(1, Phase.PLANNING)
    day.state = seated(day.state, "cat-1", room)
    return day.until(1, phase)


def in_orders() -> Day:
    day = at(Phase.ACTION)
    day.do(EndStep(room=Room.WAR, month=1, step=StepId("updates")))
    return day


def closes(day: Day, kind: str = "war") -> Closing:
    found = registry.sheet_kinds(NAME)[kind]
    closing = closing_of(closes_view(day.state, found, found.window(day.state, CAT_1)), found, day.now)
    assert closing is not None
    return closing


def left(day: Day, kind: str = "war") -> tuple[str, bool]:
    """The phone's countdown, and whether it is paused."""
    shown = closes(day, kind).hands
    assert shown is not None
    return shown.words, shown.paused


def counted(length: timedelta) -> str:
    return f"{int(length / SECOND) // 60:02}:{int(length / SECOND) % 60:02}"


@pytest.mark.rule("GE-WAR-29")
def test_a_war_sheet_counts_the_orders_step_and_names_it_before():
    before, during = at(Phase.ACTION), in_orders()
    after = in_orders()
    after.do(EndStep(room=Room.WAR, month=1, step=StepId("orders")))

    assert (closes(before).hands, closes(before).name) == (None, "Orders")
    assert (closes(during).sheet, closes(during).clock, closes(during).at) == ("war sheet", "war", "orders")
    assert left(during) == (counted(during.state.clock.rooms[Room.WAR].deadline - during.now), False)
    with pytest.raises(AssertionError):
        closes(after)


@pytest.mark.rule("GE-EVT-38")
def test_a_proposal_counts_the_updates_of_the_court():
    planning, action = at(Phase.PLANNING, Room.COURT), at(Phase.ACTION, Room.COURT)

    assert (closes(planning, "proposal").hands, closes(planning, "proposal").name) == (None, "Updates")
    assert (closes(action, "proposal").clock, closes(action, "proposal").at) == ("court", "updates")
    assert left(action, "proposal") == (counted(action.state.clock.rooms[Room.COURT].deadline - action.now), False)


@pytest.mark.rule("GE-UND-02")
def test_a_scheme_counts_planning_itself():
    day = at(Phase.PLANNING, Room.UNDERGROUND)

    assert (closes(day, "scheme").clock, closes(day, "scheme").at, closes(day, "scheme").certain) == ("event", "planning", True)
    assert left(day, "scheme") == (counted(day.state.clock.deadline - day.now), False)


@pytest.mark.rule("R-11")
def test_time_that_control_adds_and_a_pause_of_the_room_are_counted():
    day = in_orders()
    whole = day.state.clock.rooms[Room.WAR].deadline - day.now

    day.do(AddTime(month=1, phase=Phase.ACTION, seconds=30, room=Room.WAR), after=10)
    longer = left(day)
    day.do(Pause(room=Room.WAR, reason="a spill"))
    day.now += timedelta(seconds=45)
    stands = left(day)
    day.do(Resume(room=Room.WAR))

    assert longer == (counted(whole + 20 * SECOND), False)
    assert stands == (counted(whole + 20 * SECOND), True)
    assert left(day) == longer


@pytest.mark.rule("R-11")
def test_action_ends_before_a_step_that_is_longer():
    day = in_orders()
    rest = day.state.clock.rooms[Room.WAR].deadline - day.now

    clock = replace(day.state.clock, deadline=day.now + rest / 2)
    day.state = replace(day.state, clock=clock)

    assert left(day)[0] == counted(rest / 2)


@pytest.mark.parametrize(("kind", "room", "step"), [("war", Room.WAR, "orders"), ("proposal", Room.COURT, "updates")])
def test_a_step_that_its_desk_ends_has_no_certain_end_and_nothing_is_late_by_it(kind, room, step):
    day = in_orders() if room == Room.WAR else at(Phase.ACTION, room)
    timetable = day.state.scenario.timetable
    by_hand = tuple(replace(each, ends=StepEnd.DESK) if each.id == step else each for each in timetable.steps[room])
    timetable = replace(timetable, steps={**timetable.steps, room: by_hand})
    certain = (closes(day, kind).certain, registry.sheet_kinds(NAME)[kind].window(day.state, CAT_1).closes_at is not None)
    day.state = replace(day.state, scenario=replace(day.state.scenario, timetable=timetable))

    assert certain == (True, True)
    assert closes(day, kind).certain is False
    assert registry.sheet_kinds(NAME)[kind].window(day.state, CAT_1).closes_at is None
