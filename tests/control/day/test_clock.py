"""The day's clock: months, phases, steps, and Control's commands on it."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise

import pytest

from control.day.clock.dues import dues
from control.day.clock.pauses import AddTime, Pause, Resume
from control.day.clock.phase_events import ClockSet, DayEnded, MonthTurned, PhaseBegan, PhaseEnded
from control.day.clock.phases import BeginDay, EndPhase, GoBack, PlanStart, SetClock
from control.day.clock.steps import EndStep, LetStepsRun, StepBegan, StepEnded, steps_left
from control.day.people.room_choice import ChooseRoom
from control.day.state import DayStage
from control.day.timetable import drift, planned_end, projected_end, step_length, steps_of
from control.engine.context import THE_CLOCK
from control.engine.ids import StepId
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from rooms.realm.frame import Moment
from rooms.realm.game.buildings.ownership import PlaceBuilding
from rooms.realm.game.state import Building
from rooms.realm.scenario.ids import PHASES, HouseId, Phase, Room
from tests.rooms.realm.game.play import CAT_1, COURT_CONTROL, MORNING, ORGANIZER, WAR_CONTROL, morning, player, running

MINUTE = timedelta(minutes=1)


def minutes_left(day) -> float:
    return (day.state.clock.deadline - day.now) / MINUTE


def test_a_phase_in_the_state_is_a_plain_string_as_in_a_state_that_was_read_back():
    """A member of the game's enumeration has another `repr`, so regions would have other versions in other processes."""
    day = running()
    assert type(day.state.clock.phase) is str

    day.until(1, Phase.PLANNING)
    assert type(day.state.clock.phase) is str

    day.do(SetClock(month=1, phase=Phase.ACTION, seconds=300))
    assert type(day.state.clock.phase) is str


@pytest.mark.rule("GE-EVT-18", "GE-EVT-26", "GE-EVT-21")
def test_the_day_begins_with_the_ceremony_of_month_1():
    day = running()

    clock = day.state.clock

    assert (clock.month, clock.phase, minutes_left(day)) == (1, Phase.CEREMONY, 8)


@pytest.mark.rule("GE-EVT-26", "GE-EVT-27", "GE-EVT-28", "GE-EVT-29", "GE-EVT-30", "GE-EVT-31", "GE-EVT-20", "GE-EVT-24")
def test_a_month_plays_five_phases_of_4_10_1_14_and_1_minutes():
    day = running().until(2, Phase.CEREMONY)
    day.until(3, Phase.CEREMONY)

    began = [event for event in day.happened if isinstance(event, PhaseBegan) and event.month == 2]

    assert [event.phase for event in began] == list(PHASES)
    assert [(event.deadline - event.at) / MINUTE for event in began] == [4, 10, 1, 14, 1]


@pytest.mark.rule("GE-EVT-21", "R-10")
def test_every_phase_of_round_1_is_doubled():
    day = running().until(2, Phase.CEREMONY)

    began = [event for event in day.happened if isinstance(event, PhaseBegan) and event.month == 1]

    assert [(event.deadline - event.at) / MINUTE for event in began] == [8, 20, 2, 28, 2]


@pytest.mark.rule("GE-EVT-19", "GE-EVT-22", "R-27")
def test_play_is_over_after_the_return_of_month_10():
    day = running().until(10, Phase.RETURN)
    day.now = day.state.clock.deadline

    happened = day.do(EndPhase(month=10, phase=Phase.RETURN), by=THE_CLOCK)

    assert isinstance(happened[-1], DayEnded)
    assert day.state.clock.stage is DayStage.OVER
    assert day.now - MORNING == timedelta(hours=5, minutes=30)


@pytest.mark.rule("GE-EVT-26")
def test_a_phase_the_clock_ends_has_ended_at_its_deadline():
    day = running()
    deadline = day.state.clock.deadline

    day.now = deadline + timedelta(seconds=3)
    ended, began = day.do(EndPhase(month=1, phase=Phase.CEREMONY), by=THE_CLOCK)

    assert (ended.at, began.at) == (deadline, deadline)
    assert began.deadline == deadline + 20 * MINUTE


def test_a_phase_that_nobody_could_have_played_begins_now():
    day = running()

    day.now = day.state.clock.deadline + 5 * MINUTE
    _ended, began = day.do(EndPhase(month=1, phase=Phase.CEREMONY), by=THE_CLOCK)

    assert began.at == day.now


def test_the_clock_ends_nothing_before_its_deadline():
    day = running()

    with pytest.raises(Refused, match="not reached its deadline"):
        day.do(EndPhase(month=1, phase=Phase.CEREMONY), by=THE_CLOCK, after=1)


def test_a_second_command_to_end_the_same_phase_is_refused():
    day = running()
    day.do(EndPhase(month=1, phase=Phase.CEREMONY))

    with pytest.raises(Stale, match="Ceremony of month 1 is not running any more; it is now month 1, Planning"):
        day.do(EndPhase(month=1, phase=Phase.CEREMONY))


@pytest.mark.rule("GE-EVT-25")
def test_a_pause_keeps_what_was_left():
    day = running()
    day.do(Pause(reason="fire alarm"), after=60)

    day.do(Resume(), after=600)

    assert minutes_left(day) == 7
    assert dues(day.state)[0].at == day.state.clock.deadline


def test_nothing_is_due_while_the_clock_stands():
    day = running()
    day.do(Pause(reason="lunch"))

    assert dues(day.state) == ()


def test_a_skip_in_a_pause_begins_the_next_phase_standing():
    day = running()
    day.do(Pause(reason=""))

    day.do(EndPhase(month=1, phase=Phase.CEREMONY))

    assert (day.state.clock.phase, day.state.clock.deadline, day.state.clock.left) == (Phase.PLANNING, None, 20 * MINUTE)


@pytest.mark.rule("GE-EVT-25")
@pytest.mark.parametrize(("seconds", "left"), [pytest.param(120, 10, id="more"), pytest.param(-120, 6, id="less")])
def test_time_can_be_given_and_taken(seconds, left):
    day = running()

    day.do(AddTime(month=1, phase=Phase.CEREMONY, seconds=seconds))

    assert minutes_left(day) == left


@pytest.mark.parametrize("seconds", [0, -3600, 10**9])
def test_absurd_amounts_of_time_are_refused(seconds):
    day = running()

    with pytest.raises(Refused):
        day.do(AddTime(month=1, phase=Phase.CEREMONY, seconds=seconds))


def test_time_meant_for_another_phase_is_refused():
    day = running()

    with pytest.raises(Stale):
        day.do(AddTime(month=1, phase=Phase.PLANNING, seconds=60))


@pytest.mark.rule("GE-EVT-25")
def test_going_back_starts_the_phase_before_anew():
    day = running().until(1, Phase.PLANNING)

    day.do(GoBack(month=1, phase=Phase.PLANNING), after=30)

    assert (day.state.clock.phase, minutes_left(day)) == (Phase.CEREMONY, 8)


def test_there_is_nothing_before_the_first_phase():
    with pytest.raises(Refused):
        running().do(GoBack(month=1, phase=Phase.CEREMONY))


def test_the_clock_can_be_set():
    day = running()

    (happened,) = [each for each in day.do(SetClock(month=3, phase=Phase.PLANNING, seconds=90)) if isinstance(each, ClockSet)]

    assert (happened.month, happened.phase, minutes_left(day)) == (3, Phase.PLANNING, 1.5)


@pytest.mark.parametrize(("month", "seconds"), [(0, 60), (11, 60), (3, 0), (3, -5), (3, 10**7)])
def test_the_clock_cannot_be_set_to_nonsense(month, seconds):
    with pytest.raises(Refused):
        running().do(SetClock(month=month, phase=Phase.PLANNING, seconds=seconds))


@pytest.mark.rule("R-20")
def test_return_acts_in_nine_moments_and_only_once():
    day = running().until(1, Phase.RETURN)
    day.do(EndPhase(month=1, phase=Phase.RETURN))
    first = [event.moment for event in day.happened if isinstance(event, MonthTurned)]
    day.do(GoBack(month=2, phase=Phase.CEREMONY))

    again = day.do(EndPhase(month=1, phase=Phase.RETURN))

    assert first == list(Moment)
    assert not [event for event in again if isinstance(event, MonthTurned)]


@pytest.mark.rule("GE-EVT-41", "R-11")
def test_all_three_rooms_begin_their_own_steps_with_action():
    day = running().until(2, Phase.PLANNING)
    day.do(ChooseRoom(seat=CAT_1, month=2, room=Room.UNDERGROUND), by=player(CAT_1))
    table = day.state.seats[CAT_1].table
    day.until(2, Phase.ACTION)

    steps = {room: clock.step for room, clock in day.state.clock.rooms.items()}

    assert steps == {Room.WAR: "updates", Room.COURT: "updates", f"underground/{table}": "updates"}


@pytest.mark.rule("R-11")
def test_steps_stretch_with_a_longer_action():
    first = running().until(1, Phase.ACTION)
    second = running().until(2, Phase.ACTION)

    lengths = [step_length(day.state, Room.WAR, StepId("orders")) / MINUTE for day in (first, second)]

    assert lengths == [10, 5]


@pytest.mark.rule("R-11")
def test_challenges_are_skipped_while_no_house_has_an_arena():
    day = running().until(2, Phase.ACTION)
    arena = Building(id=1, kind="arena", house=HouseId("cat"))

    without = [step.id for step in steps_of(day.state, Room.COURT)]
    day.state = replace(day.state, buildings=(arena,))
    steps = steps_of(day.state, Room.COURT)

    assert "challenges" not in without
    assert "challenges" in [step.id for step in steps]
    assert sum((step_length(day.state, Room.COURT, step.id) for step in steps), timedelta()) == 14 * MINUTE


@pytest.mark.rule("R-11")
def test_an_arena_that_comes_too_late_brings_no_challenges_this_month():
    """Regression: a desk that wanted to end Explain 1 was sent to Challenges, and Explain 1 began again."""
    day = running().until(2, Phase.ACTION)
    day.do(EndStep(room=Room.COURT, month=2, step=StepId("updates")), by=COURT_CONTROL)
    day.do(PlaceBuilding(house=HouseId("cat"), kind="arena", reason="built"), by=COURT_CONTROL)

    day.do(EndStep(room=Room.COURT, month=2, step=StepId("explain-1")), by=COURT_CONTROL)
    day.until(2, Phase.RETURN)

    assert "challenges" not in day.state.clock.rooms[Room.COURT].done
    assert "challenges" in steps_left(day.until(3, Phase.ACTION).state, Room.COURT)


@pytest.mark.rule("R-11", "GE-WAR-27", "GE-WAR-29", "GE-WAR-30", "GE-WAR-31", "GE-WAR-32", "GE-WAR-33", "GE-WAR-34")
def test_the_war_room_plays_seven_steps_in_13_minutes():
    day = running().until(2, Phase.ACTION)

    lengths = {step.id: step_length(day.state, Room.WAR, step.id) / MINUTE for step in steps_of(day.state, Room.WAR)}

    assert lengths == {"updates": 1, "orders": 5, "favors": 2, "move": 1, "battle": 2, "rewards": 1, "recruit": 1}


def test_a_step_for_the_clock_ends_at_its_deadline():
    day = running().until(2, Phase.ACTION)
    deadline = day.state.clock.rooms[Room.WAR].deadline

    day.now = deadline + timedelta(seconds=1)
    ended, began = day.do(EndStep(room=Room.WAR, month=2, step=StepId("updates")), by=THE_CLOCK)

    assert (ended.at, began.at, began.step) == (deadline, deadline, "orders")


def test_a_step_for_a_desk_waits_for_it():
    day = running().until(2, Phase.ACTION)
    for step in ("updates", "orders", "favors"):
        day.do(EndStep(room=Room.WAR, month=2, step=StepId(step)), by=WAR_CONTROL)
    day.now = day.state.clock.rooms[Room.WAR].deadline

    with pytest.raises(Refused, match="waits for its desk"):
        day.do(EndStep(room=Room.WAR, month=2, step=StepId("move")), by=THE_CLOCK)
    day.do(LetStepsRun(on=True))
    day.do(EndStep(room=Room.WAR, month=2, step=StepId("move")), by=THE_CLOCK)

    assert day.state.clock.rooms[Room.WAR].step == "battle"


def test_a_step_belongs_to_its_own_desk():
    day = running().until(2, Phase.ACTION)

    with pytest.raises(Refused, match="belongs to war Control"):
        day.do(EndStep(room=Room.WAR, month=2, step=StepId("updates")), by=COURT_CONTROL)


def test_two_tablets_end_a_step_once():
    day = running().until(2, Phase.ACTION)
    day.do(EndStep(room=Room.WAR, month=2, step=StepId("updates")), by=WAR_CONTROL)

    with pytest.raises(Stale, match="Updates has already been carried out"):
        day.do(EndStep(room=Room.WAR, month=2, step=StepId("updates")), by=ORGANIZER)


def test_a_step_cannot_be_jumped():
    day = running().until(2, Phase.ACTION)

    with pytest.raises(Stale, match="Updates comes first"):
        day.do(EndStep(room=Room.WAR, month=2, step=StepId("battle")), by=WAR_CONTROL)


@pytest.mark.rule("R-11")
def test_the_end_of_action_is_hard():
    day = running().until(2, Phase.ACTION)

    day.until(2, Phase.RETURN)
    ended = [event.step for event in day.happened if isinstance(event, StepEnded) and event.room == Room.WAR]

    assert ended[-7:] == ["updates", "orders", "favors", "move", "battle", "rewards", "recruit"]
    assert steps_left(day.state, Room.WAR) == ()


@pytest.mark.rule("R-11")
def test_when_action_is_over_the_clock_carries_out_what_no_desk_has():
    day = running().until(2, Phase.ACTION)
    day.now = day.state.clock.deadline

    happened = day.do(EndStep(room=Room.WAR, month=2, step=StepId("updates")), by=THE_CLOCK)

    assert [(type(event), event.at) for event in happened] == [(StepEnded, day.now)]
    assert steps_left(day.state, Room.WAR)[0] == "orders"


def test_one_room_can_be_given_time_or_stopped():
    day = running().until(2, Phase.ACTION)
    before = day.state.clock

    day.do(AddTime(month=2, phase=Phase.ACTION, seconds=60, room=Room.WAR), by=WAR_CONTROL)
    given = day.state.clock.rooms[Room.WAR].deadline
    day.do(Pause(room=Room.WAR, reason="map fell over"), by=WAR_CONTROL)
    day.do(Resume(room=Room.WAR), by=WAR_CONTROL, after=30)
    after = day.state.clock

    assert given == before.rooms[Room.WAR].deadline + MINUTE
    assert after.rooms[Room.WAR].deadline == given + timedelta(seconds=30)
    assert (after.deadline, after.rooms[Room.COURT]) == (before.deadline, before.rooms[Room.COURT])


def test_a_pause_of_the_event_stops_every_room():
    day = running().until(2, Phase.ACTION)
    before = day.state.clock.rooms[Room.COURT].deadline
    day.do(Pause(reason=""), after=10)

    assert {room: clock.deadline for room, clock in day.state.clock.rooms.items()} == dict.fromkeys((Room.WAR, Room.COURT))
    day.do(Resume(), after=100)

    assert day.state.clock.rooms[Room.COURT].deadline == before + timedelta(seconds=100)


@pytest.mark.rule("GE-EVT-25")
def test_a_room_that_its_desk_had_stopped_still_stands_when_the_whole_clock_goes_on():
    day = running().until(2, Phase.ACTION)
    left = day.state.clock.rooms[Room.WAR].deadline - day.now
    day.do(Pause(room=Room.WAR, reason="map fell over"), by=WAR_CONTROL)
    day.do(Pause(reason="fire drill"), after=10)

    day.do(Resume(), after=100)

    war = day.state.clock.rooms[Room.WAR]
    assert (war.paused, war.deadline, war.left) == (True, None, left)
    assert day.state.clock.rooms[Room.COURT].deadline is not None


@pytest.mark.rule("GE-EVT-25")
def test_twelve_hours_are_the_most_that_is_left_or_given():
    day, most = running(), 12 * 3600
    day.do(SetClock(month=1, phase=Phase.PLANNING, seconds=most))
    day.do(AddTime(month=1, phase=Phase.PLANNING, seconds=most))

    for command in (
        SetClock(month=1, phase=Phase.PLANNING, seconds=most + 1),
        AddTime(month=1, phase=Phase.PLANNING, seconds=most + 1),
    ):
        with pytest.raises(Refused, match="1 second and 12 hours"):
            day.do(command)


def test_a_pause_is_told_with_its_reason_where_one_was_given():
    day = running()
    told = [day.game.explain(event, day.state) for reason in ("fire drill", "") for event in _paused(day, reason)]

    assert told == ["The clock was stopped: fire drill.", "The clock was stopped."]


def _paused(day, reason):
    happened = day.do(Pause(reason=reason))
    day.do(Resume())
    return happened


def test_a_desk_cannot_stop_the_whole_clock():
    with pytest.raises(Refused, match="Only the organizer"):
        running().do(Pause(reason=""), by=WAR_CONTROL)


@pytest.mark.rule("R-10", "GE-EVT-22")
def test_the_day_is_planned_to_end_at_16_and_drifts_with_every_pause():
    day = morning()
    day.do(PlanStart(at=MORNING))
    day.do(BeginDay())

    day.do(Pause(reason=""))
    day.now += 7 * MINUTE

    assert planned_end(day.state) == MORNING + timedelta(hours=5, minutes=30)
    assert drift(day.state, day.now) == 7 * MINUTE
    assert projected_end(day.state, day.now) == MORNING + timedelta(hours=5, minutes=37)


def test_a_late_start_is_drift():
    day = morning()
    day.do(PlanStart(at=MORNING))

    day.do(BeginDay(), after=300)

    assert drift(day.state, day.now) == 5 * MINUTE


def test_the_deadlines_follow_each_other_without_a_gap():
    day = running().until(4, Phase.CEREMONY)

    began = [event for event in day.happened if isinstance(event, PhaseBegan)]

    assert all(first.deadline == second.at for first, second in pairwise(began))


def test_steps_begin_again_where_they_stood_after_going_back():
    day = running().until(2, Phase.ACTION)
    day.do(EndStep(room=Room.WAR, month=2, step=StepId("updates")), by=WAR_CONTROL)
    day.do(GoBack(month=2, phase=Phase.ACTION))

    day.until(2, Phase.ACTION)
    began = [event for event in day.happened if isinstance(event, StepBegan) and event.room == Room.WAR]

    assert began[-1].step == "orders"


def test_ended_phases_tell_whether_the_clock_ended_them():
    day = running().until(1, Phase.PLANNING)
    day.do(EndPhase(month=1, phase=Phase.PLANNING))

    ended = [event.on_time for event in day.happened if isinstance(event, PhaseEnded)]

    assert ended == [True, False]


@pytest.mark.rule("GE-WAR-58", "R-75")
def test_the_court_follows_a_clock_that_is_set_to_another_month_and_on_from_there():
    day = running().until(4, Phase.PLANNING)

    day.do(SetClock(month=2, phase=Phase.PLANNING, seconds=60))
    back = day.state.court.region
    day.until(3, Phase.CEREMONY)

    assert (back, day.state.court.region) == ("chi", "hag")
