"""Tables with clocks of their own: each has its own step and time, and none waits for another."""

from __future__ import annotations

import dataclasses
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from control.day.clock.clocks import (
    clock_at,
    has_begun,
    has_table_clocks,
    key_of,
    own_clock,
    place_of,
    table_of,
    tables_begun,
    tables_used,
)
from control.day.clock.dues import dues
from control.day.clock.jumps import MoveDeadlines
from control.day.clock.pauses import AddTime, Pause, Resume
from control.day.clock.phase_events import PhaseBegan
from control.day.clock.phases import EndPhase, GoBack
from control.day.clock.steps import EndStep, StepBegan, StepEnded, all_steps_left, steps_left
from control.day.outages import GiveBack
from control.day.people.room_choice import ChooseRoom, SeatInRoom
from control.day.view import clock_view, own_room_view
from control.engine.context import THE_CLOCK
from control.engine.ids import SeatId, StepId
from control.engine.refusal import Refused, Stale
from control.engine.viewer import Viewer
from rooms.realm.scenario.ids import Phase, Room
from rooms.realm.scenario.schema import Scenario
from tests.rooms.realm.game.play import CAT_1, CAT_2, MORNING, ORGANIZER, SHARED, WOLF_1, Day, player, running

UPDATES, SCHEMES = StepId("updates"), StepId("schemes")
MINUTE = timedelta(minutes=1)
PROVINCES = 3


def seated(*seats: SeatId, phase: Phase = Phase.ACTION, scenario: Scenario | None = None) -> Day:
    """A day on which these players have chosen the room with tables."""
    day = running(scenario).until(1, Phase.PLANNING)
    for seat in seats:
        day.do(ChooseRoom(seat=seat, month=1, room=Room.UNDERGROUND), by=player(seat))
    return day.until(1, phase)


def one_of_each(day: Day) -> tuple[SeatId, ...]:
    """One player of each table, in the tables' order."""
    homes = {house.province: house.id for house in reversed(day.state.scenario.houses)}
    return tuple(SeatId(f"{homes[table]}-1") for table in day.state.tables_of(Room.UNDERGROUND))


def full() -> Day:
    """A day with Action at all three tables."""
    return seated(*one_of_each(running()))


def end(table: str, step: StepId = UPDATES) -> EndStep:
    return EndStep(room=Room.UNDERGROUND, month=1, step=step, table=table)


def clocks(day: Day) -> dict[str, object]:
    return {table: clock_at(day.state, Room.UNDERGROUND, table) for table in day.state.tables_of(Room.UNDERGROUND)}


# --- which tables run ---------------------------------------------------------------------------------------------------


def test_a_clock_is_known_by_its_room_and_table():
    assert place_of(key_of("mines", "north")) == ("mines", "north")
    assert place_of(key_of("mines")) == ("mines", "")


@pytest.mark.rule("GE-UND-61", "GE-EVT-41")
def test_with_action_each_table_begins_at_which_somebody_sits():
    day = seated(CAT_1, CAT_2)
    table = day.state.seats[CAT_1].table

    assert tables_used(day.state, Room.UNDERGROUND) == (table,)
    assert [event.table for event in day.happened if isinstance(event, StepBegan)] == ["", "", table]
    assert own_clock(day.state, day.state.seats[CAT_2]).step == UPDATES
    assert clock_at(day.state, Room.UNDERGROUND).step is None


def test_a_table_begins_when_somebody_is_seated_there_later_and_takes_its_whole_time():
    day = seated(CAT_1)
    before = clock_at(day.state, Room.UNDERGROUND, day.state.seats[CAT_1].table)
    day.do(SeatInRoom(player=WOLF_1, month=1, room=Room.UNDERGROUND), after=90)

    at = own_clock(day.state, day.state.seats[WOLF_1])
    assert (at.step, at.began_at) == (UPDATES, day.now)
    assert at.deadline - at.began_at == before.deadline - before.began_at
    assert clock_at(day.state, Room.UNDERGROUND, day.state.seats[CAT_1].table) == before


def test_who_sits_down_at_a_table_that_runs_begins_nothing_anew():
    day = seated(CAT_1)

    happened = day.do(SeatInRoom(player=CAT_2, month=1, room=Room.UNDERGROUND), after=30)

    assert not [event for event in happened if isinstance(event, StepBegan)]


def test_who_is_seated_while_the_clock_stands_finds_the_whole_step_left():
    day = seated(CAT_1)
    day.do(Pause(reason="fire drill"))
    day.do(SeatInRoom(player=WOLF_1, month=1, room=Room.UNDERGROUND))

    at = own_clock(day.state, day.state.seats[WOLF_1])

    assert (at.deadline, at.left) == (None, 2 * MINUTE)  # the steps of month 1 are doubled


def test_seated_before_action_nothing_begins_and_nobody_can_tell_a_table_from_the_clock():
    day = seated(CAT_1, phase=Phase.MOVEMENT)
    day.do(SeatInRoom(player=WOLF_1, month=1, room=Room.UNDERGROUND))

    assert tables_begun(day.state, Room.UNDERGROUND) == ("",)
    assert [view.table for view in clock_view(day.state).rooms.values()] == ["", "", ""]
    assert set(day.state.clock.rooms) == set()


def test_everybody_sees_the_clocks_of_the_tables_once_they_run():
    day = full()

    shown = [view for view in clock_view(day.state).rooms.values() if view.room == Room.UNDERGROUND]

    assert [view.table for view in shown] == list(day.state.tables_of(Room.UNDERGROUND))
    assert [view.step for view in shown] == [UPDATES] * PROVINCES
    assert shown[0].title == f"Underground, {day.state.table_name(Room.UNDERGROUND, shown[0].table)}"


def test_a_player_is_told_the_step_of_the_own_table():
    day = full()
    first, second, _third = one_of_each(day)
    day.do(end(day.state.seats[first].table))

    assert own_room_view(day.state, Viewer(seat=first)).step == SCHEMES
    assert own_room_view(day.state, Viewer(seat=second)).step == UPDATES
    assert own_room_view(day.state, Viewer(seat=CAT_2)) is None


# --- each by itself -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-UND-61", "R-11")
def test_the_desk_ends_the_step_of_one_table_and_the_others_go_on():
    day = full()
    first, *others = day.state.tables_of(Room.UNDERGROUND)
    before = clocks(day)

    day.do(end(first), after=10)

    after = clocks(day)
    assert after[first].step == SCHEMES
    assert [after[each] for each in others] == [before[each] for each in others]
    with pytest.raises(Stale, match="already been carried out"):
        day.do(end(first))


def test_the_clock_ends_the_step_of_each_table_at_its_own_deadline():
    day = full()
    first, second, third = day.state.tables_of(Room.UNDERGROUND)
    day.do(AddTime(month=1, phase=Phase.ACTION, seconds=60, room=Room.UNDERGROUND, table=first))
    own = {each.command.table: each for each in dues(day.state) if isinstance(each.command, EndStep) and each.command.table}

    assert own[first].at == own[second].at + MINUTE
    day.now = own[second].at
    day.do(own[second].command, by=THE_CLOCK)
    with pytest.raises(Refused, match="not reached its deadline"):
        day.do(own[first].command, by=THE_CLOCK)
    assert steps_left(day.state, Room.UNDERGROUND, second)[0] == SCHEMES
    assert steps_left(day.state, Room.UNDERGROUND, third)[0] == UPDATES


def test_the_end_of_action_carries_out_what_each_table_has_left():
    day = full()
    first, *others = day.state.tables_of(Room.UNDERGROUND)
    day.do(end(first))

    ended = [event for event in day.do(EndPhase(month=1, phase=Phase.ACTION)) if isinstance(event, StepEnded) and event.table]

    assert next(event.step for event in ended if event.table == first) == SCHEMES
    assert next(event.step for event in ended if event.table == others[0]) == UPDATES
    assert all_steps_left(day.state) == ()


def test_a_month_that_comes_again_acts_at_no_table_twice():
    day = full()
    first, second, _third = day.state.tables_of(Room.UNDERGROUND)
    day.do(end(first))
    day.do(GoBack(month=1, phase=Phase.ACTION))
    day.do(EndPhase(month=1, phase=Phase.MOVEMENT))

    assert clock_at(day.state, Room.UNDERGROUND, first).step == SCHEMES
    assert clock_at(day.state, Room.UNDERGROUND, second).step == UPDATES


def test_a_table_must_be_named_where_each_has_its_own_clock_and_only_there():
    day = seated(CAT_1)
    own = day.state.seats[CAT_1].table
    other = next(each for each in day.state.tables_of(Room.UNDERGROUND) if each != own)

    with pytest.raises(Refused, match="say which table"):
        day.do(end(""))
    with pytest.raises(Refused, match="no such table"):
        day.do(end("nowhere"))
    with pytest.raises(Stale, match="Nobody sits"):
        day.do(end(other))
    with pytest.raises(Refused, match="one clock for all"):
        day.do(EndStep(room=Room.WAR, month=1, step=UPDATES, table=own))
    with pytest.raises(Refused, match="no step running"):
        day.do(Pause(room=Room.UNDERGROUND, table=other))
    with pytest.raises(Refused, match="say which table"):
        day.do(AddTime(month=1, phase=Phase.ACTION, seconds=60, room=Room.UNDERGROUND))


def test_the_journal_says_which_table():
    day = seated(CAT_1)
    table = day.state.seats[CAT_1].table
    name = day.state.table_name(Room.UNDERGROUND, table)
    (paused,) = day.do(Pause(room=Room.UNDERGROUND, table=table, reason="cards fell"))
    (went_on,) = day.do(Resume(room=Room.UNDERGROUND, table=table))
    ended, began = day.do(end(table))

    assert SHARED.explain(paused, day.state) == f"The clock of the underground ({name}) was stopped: cards fell."
    assert SHARED.explain(went_on, day.state) == f"The clock of the underground ({name}) went on."
    assert SHARED.explain(ended, day.state) == f"Underground, {name}: Updates ended."
    assert SHARED.explain(began, day.state) == f"Underground, {name}: Schemes began."


# --- independence -------------------------------------------------------------------------------------------------------

AT_ONE = st.sampled_from(("pause", "resume", "more", "less", "end"))
OF_ALL = st.sampled_from(("stop", "start", "outage", "jump", "wait"))


def told(day: Day, what: str, table: str, number: int) -> None:
    """Give this command to a table, in a state that allows it."""
    at, room = clock_at(day.state, Room.UNDERGROUND, table), Room.UNDERGROUND
    commands = {
        "pause": lambda: Pause(room=room, table=table),
        "resume": lambda: Resume(room=room, table=table),
        "more": lambda: AddTime(month=1, phase=Phase.ACTION, seconds=45, room=room, table=table),
        "less": lambda: AddTime(month=1, phase=Phase.ACTION, seconds=-20, room=room, table=table),
        "end": lambda: end(table, at.step or UPDATES),
        "stop": Pause,
        "start": Resume,
        "outage": lambda: GiveBack(since=MORNING + number * MINUTE, told="10:31:00", seconds=20, month=1, phase=Phase.ACTION),
        "jump": lambda: MoveDeadlines(by=MINUTE, month=1, phase=Phase.ACTION),
    }
    if what not in commands:
        return
    try:
        day.do(commands[what](), by=THE_CLOCK if what == "jump" else ORGANIZER)
    except Refused:
        return


@given(st.lists(st.one_of(st.tuples(st.just(0), AT_ONE), st.tuples(st.just(1), OF_ALL)), max_size=14))
@settings(max_examples=40, deadline=None)
def test_what_is_done_to_the_clock_of_one_table_never_moves_another(moves):
    begun_once = full()
    first, *others = begun_once.state.tables_of(Room.UNDERGROUND)
    both, alone = dataclasses.replace(begun_once, happened=[]), dataclasses.replace(begun_once, happened=[])

    for number, (of_all, what) in enumerate(moves):
        for day in (both, alone):
            day.now += timedelta(seconds=3)
            if of_all or day is both:
                told(day, what, first, number)

    assert [clocks(both)[each] for each in others] == [clocks(alone)[each] for each in others]
    assert both.state.clock.deadline == alone.state.clock.deadline
    assert both.state.clock.rooms[Room.WAR] == alone.state.clock.rooms[Room.WAR]


# --- journals from before the tables had clocks -------------------------------------------------------------------------


def test_a_month_that_began_with_one_clock_for_the_room_ends_with_it():
    day = seated(CAT_1, WOLF_1, phase=Phase.MOVEMENT)
    action = PhaseBegan(month=1, phase=Phase.ACTION, at=day.now, deadline=day.now + 28 * MINUTE)
    for event in (action, StepBegan(room="underground", month=1, step=UPDATES, at=day.now, deadline=day.now + MINUTE)):
        day.state = SHARED.evolve(day.state, event)

    assert not has_table_clocks(day.state, Room.UNDERGROUND)
    assert tables_used(day.state, Room.UNDERGROUND) == ("",)
    assert table_of(day.state, day.state.seats[CAT_1], Room.UNDERGROUND) == ""
    day.do(EndStep(room=Room.UNDERGROUND, month=1, step=UPDATES))
    assert own_clock(day.state, day.state.seats[WOLF_1]).step == SCHEMES
    day.do(EndPhase(month=1, phase=Phase.ACTION))
    assert all_steps_left(day.state) == ()
    day.do(EndPhase(month=1, phase=Phase.RETURN))
    assert has_table_clocks(day.state, Room.UNDERGROUND)
    assert not has_begun(day.state, Room.UNDERGROUND)
