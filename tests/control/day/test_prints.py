"""Prints of a day: people for the control team; open matters only for their own desk."""

from __future__ import annotations

import pytest

from control.day import prints
from control.day.decisions.questions import DecisionOpened, evolve_opened
from control.day.handoffs import HandOver
from control.day.people.lookup import with_seat
from control.day.records import Decision, Option
from control.day.rulings import RecordRuling
from control.day.state import DayState, PersonMarks
from control.engine.records import replace
from control.engine.viewer import HALL, Viewer
from rooms.realm.desks import Desk
from rooms.realm.scenario.ids import Phase, Room
from tests.rooms.realm.game.play import CAT_1, COURT_CONTROL, MORNING, WAR_CONTROL, Day, morning, running
from tests.rooms.war.play import seated

DOOR, WAR, COURT, ORGANIZER = (Viewer(desks=frozenset({desk})) for desk in (Desk.CHECK_IN, Desk.WAR, Desk.COURT, Desk.ORGANIZER))
OUTSIDE = [pytest.param(Viewer(seat=CAT_1), id="a player"), pytest.param(HALL, id="the hall")]
ASKED = Decision(
    id="mines-1",
    desk=Desk.WAR,
    month=1,
    question="Whose mine is it?",
    options=(Option(id="cat", words="Cat"), Option(id="wolf", words="Wolf")),
    default="cat",
    since=MORNING,
    blocks="Battle",
)


def busy() -> DayState:
    """A decision at War Control, and a hand-off from it to Court Control."""
    day = running()
    day.do(HandOver(origin=Desk.WAR, to=Desk.COURT, what="The Court is trapped"), by=WAR_CONTROL)
    return evolve_opened(day.state, DecisionOpened(decision=ASKED))


@pytest.mark.parametrize(
    ("viewer", "lines"),
    [
        pytest.param(WAR, ["Whose mine is it?", "From War Control: The Court is trapped"], id="asked and gives"),
        pytest.param(COURT, ["From War Control: The Court is trapped"], id="takes over"),
        pytest.param(ORGANIZER, ["Whose mine is it?", "From War Control: The Court is trapped"], id="organizer"),
        pytest.param(DOOR, [], id="the door"),
        pytest.param(Viewer(seat=CAT_1), [], id="a player"),
        pytest.param(HALL, [], id="the hall"),
    ],
)
def test_what_waits_is_printed_for_its_desks_alone(viewer, lines):
    shown = prints.waiting_lines(busy(), viewer)

    assert [each.what for each in shown] == lines
    assert {each.choices for each in shown if each.what == ASKED.question} <= {"Cat / Wolf"}


def test_the_control_team_reads_who_is_where_and_has_no_phone():
    state = seated(
        with_seat(running().state, replace(running().state.seats[CAT_1], marks=PersonMarks(phoneless=True))), CAT_1, Room.COURT
    )

    (line,) = [line for part in prints.team_parts(state, DOOR) for line in part.members if line.player.seat == CAT_1]
    (player,) = [each for each in prints.printed_players(state, DOOR) if each.phoneless]

    assert (line.room, line.marks) == ("Court", "no phone")
    assert player.player.seat == CAT_1
    assert len(prints.printed_players(state, DOOR)) == len(state.seats)


@pytest.mark.parametrize("viewer", OUTSIDE)
def test_nobody_else_reads_that(viewer):
    state = running().state

    assert prints.team_parts(state, viewer) == ()
    assert prints.printed_players(state, viewer) == ()


def test_rulings_are_the_control_teams():
    day = running()
    day.do(RecordRuling(rule="GE-CRT-21", text="Late is late.", because="The table agreed.", desk=Desk.COURT), by=COURT_CONTROL)

    shown = {viewer: [each.text for each in prints.rulings_in_print(day.state, viewer)] for viewer in (DOOR, HALL)}

    assert shown == {DOOR: ["Late is late."], HALL: []}


@pytest.mark.parametrize(
    ("day", "when", "month"),
    [
        pytest.param(morning(), "Before the day", 1, id="before"),
        pytest.param(running().until(1, Phase.PLANNING), "Month 1, Planning", 1, id="while rooms are chosen"),
        pytest.param(running().until(1, Phase.ACTION), "Month 1, Action", 2, id="afterwards"),
    ],
)
def test_a_print_says_how_far_the_day_is(day: Day, when, month):
    shown = prints.day_in_print(day.state)

    assert (shown.when, shown.month) == (when, month)
    assert shown.months == len(day.state.timetable.months)
