"""Lengths of phases and their causes, read from the events of the clock."""

from __future__ import annotations

from datetime import timedelta

import pytest

from control.day.clock.pauses import AddTime, Pause, Resume
from control.day.clock.phases import BeginDay, EndPhase, GoBack, PlanStart
from control.day.handoffs import HandOver, TakeHandOff
from control.day.outages import KEPT, GiveBack
from control.day.phase_lengths import NOTHING, day_run, planned_lengths
from control.engine.context import THE_CLOCK
from control.engine.refusal import Stale
from rooms.realm.desks import Desk
from rooms.realm.scenario.ids import Phase, Room
from tests.rooms.realm.game.play import MORNING, WAR_CONTROL, morning, running

MINUTE = timedelta(minutes=1)


def run_of(day):
    return day_run(enumerate(day.happened, 1), planned_lengths(day.state))


def whys(day):
    return [(run.phase, why.cause, why.length / MINUTE, why.words) for run in run_of(day).runs for why in run.whys]


def ended_on_time(day, **named):
    day.now = day.state.clock.deadline
    day.do(EndPhase(month=day.state.clock.month, phase=day.state.clock.phase, **named), by=THE_CLOCK)
    return day


def test_a_day_by_the_plan_has_nothing_to_explain():
    day = running().until(2, Phase.PLANNING)

    ran = run_of(day)

    assert [(each.month, each.phase, each.lasted / MINUTE) for each in ran.runs] == [
        (1, Phase.CEREMONY, 8),
        (1, Phase.PLANNING, 20),
        (1, Phase.MOVEMENT, 2),
        (1, Phase.ACTION, 28),
        (1, Phase.RETURN, 2),
        (2, Phase.CEREMONY, 4),
    ]
    assert {each.late for each in ran.runs} == {NOTHING}
    assert whys(day) == []


def test_a_pause_and_added_time_make_a_phase_longer_by_as_much():
    day = running()
    day.do(AddTime(month=1, phase=Phase.CEREMONY, seconds=90))
    day.do(Pause(reason="fire alarm"), after=60)
    day.do(Resume(), after=7 * 60)
    ended_on_time(day)

    (ran,) = run_of(day).runs

    assert ran.late == 8.5 * MINUTE
    assert whys(day) == [(Phase.CEREMONY, "added", 1.5, ""), (Phase.CEREMONY, "paused", 7, "fire alarm")]
    assert isinstance(day.happened[ran.whys[1].seq - 1].reason, str)


def test_a_pause_of_one_room_makes_no_phase_longer():
    day = running().until(1, Phase.ACTION)
    day.do(Pause(reason="dice on the floor", room=Room.WAR), by=WAR_CONTROL, after=60)

    ended_on_time(day)

    assert whys(day) == []


def test_the_newest_absence_is_not_given_back_twice_however_many_there_were():
    day = running()
    absences = [MORNING + timedelta(seconds=number) for number in range(KEPT + 1)]

    def gives(since):
        return GiveBack(since=since, told="10:30:00", seconds=1, month=1, phase=Phase.CEREMONY)

    for since in absences:
        day.do(gives(since))

    with pytest.raises(Stale, match="have been given back already"):
        day.do(gives(absences[-1]))
    assert len(day.state.clock.given_back) == KEPT


def test_a_phase_that_is_cut_off_and_one_that_runs_again():
    day = running()
    day.do(EndPhase(month=1, phase=Phase.CEREMONY), after=3 * 60)
    day.do(GoBack(month=1, phase=Phase.PLANNING), after=2 * 60)
    ended_on_time(day)

    ran = run_of(day)

    assert whys(day) == [(Phase.CEREMONY, "early", -5, ""), (Phase.PLANNING, "early", -18, ""), (Phase.CEREMONY, "again", 8, "")]
    assert ran.late == (3 + 2 + 8 - 8 - 20) * MINUTE


def test_a_pause_that_lasts_over_the_end_of_a_phase_is_told_in_both():
    day = running()
    day.do(Pause(reason="lunch"), after=60)
    day.do(EndPhase(month=1, phase=Phase.CEREMONY), after=4 * 60)
    day.do(Resume(), after=10 * 60)
    ended_on_time(day)

    paused = [each for each in whys(day) if each[1] == "paused"]

    assert paused == [(Phase.CEREMONY, "paused", 4, "lunch"), (Phase.PLANNING, "paused", 10, "lunch")]


def test_a_month_that_waits_for_a_desk_says_for_what():
    day = running().until(1, Phase.RETURN)
    day.do(HandOver(origin=Desk.WAR, to=Desk.COURT, what="the fall of a castle"), by=WAR_CONTROL)
    day.now = day.state.clock.deadline
    day.do(TakeHandOff(hand_off=day.state.hand_offs[-1].id), after=6 * 60)
    day.do(EndPhase(month=1, phase=Phase.RETURN), by=THE_CLOCK)

    assert whys(day) == [(Phase.RETURN, "waited", 6, "the fall of a castle")]


def test_time_that_was_given_back_and_time_that_nobody_could_play():
    day = running()
    day.do(GiveBack(since=day.now, told="10:00:00", seconds=120, month=1, phase=Phase.CEREMONY))
    day.now = day.state.clock.deadline + 5 * MINUTE
    day.do(EndPhase(month=1, phase=Phase.CEREMONY), by=THE_CLOCK)
    ended_on_time(day)

    ran = run_of(day)

    assert whys(day) == [(Phase.CEREMONY, "given-back", 2, "10:00:00"), (Phase.PLANNING, "away", 5, "")]
    assert ran.runs[1].began == ran.runs[0].ended
    assert ran.late == 7 * MINUTE


def test_a_late_start_counts_from_when_it_was_planned():
    day = morning()
    day.do(PlanStart(at=MORNING))
    day.now = MORNING + 12 * MINUTE
    day.do(BeginDay())

    assert run_of(day).late == 12 * MINUTE
