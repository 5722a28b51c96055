"""First lines of the phone at each moment of the day. The rooms' words come from the registry, which Django fills."""

from __future__ import annotations

import pytest

from control import registry
from control.day.clock.phases import BeginDay
from control.day.clock.steps import EndStep
from control.day.people.presence import CheckIn, LeaveForGood
from control.day.people.room_choice import ChooseRoom
from control.day.state import Presence
from control.engine.viewer import Viewer
from control.phone.situation import situation
from control.regions.sight import Sight
from rooms.realm.frame import NAME
from rooms.realm.scenario.ids import Phase, Room
from tests.rooms.realm.game.play import CAT_1, CHECK_IN, Day, morning, player, running


def told(day: Day):
    return situation(Sight(day.state, Viewer(seat=CAT_1)))


@pytest.mark.rule("GE-EVT-07", "GE-EVT-14")
def test_who_is_checked_in_is_sent_to_the_house_table_and_told_the_aim():
    day = morning()
    day.do(CheckIn(seat=CAT_1, before=Presence.EXPECTED, presence=Presence.PRESENT), by=CHECK_IN)

    words = told(day).words

    assert "its table in the War Room" in words
    assert "Sovereign when the last month ends is Divine Sovereign" in words


def test_who_is_not_checked_in_is_sent_to_the_desk():
    day = morning()
    day.do(BeginDay())

    assert (told(day).title, told(day).urgent) == ("Go to the check-in desk", True)


@pytest.mark.rule("R-03")
def test_who_has_left_is_not_sent_to_a_desk_that_cannot_mark_anybody_who_left():
    day = running().until(1, Phase.PLANNING)
    day.do(LeaveForGood(seat=CAT_1), by=CHECK_IN)

    assert (told(day).title, told(day).urgent) == ("You have left the game", False)


@pytest.mark.rule("GE-EVT-37", "GE-EVT-38", "GE-EVT-39")
@pytest.mark.parametrize(
    ("room", "words"),
    [(Room.WAR, "war orders"), (Room.COURT, "whether you may propose"), (Room.UNDERGROUND, "one scheme")],
)
def test_in_planning_each_room_has_its_own_sheet(room, words):
    day = running().until(1, Phase.PLANNING)
    day.do(ChooseRoom(seat=CAT_1, month=1, room=room), by=player(CAT_1))

    assert words in told(day).words


@pytest.mark.rule("R-16")
def test_who_has_chosen_no_room_is_told_urgently_in_movement():
    day = running().until(1, Phase.MOVEMENT)

    assert told(day).urgent


@pytest.mark.rule("GE-EVT-45")
def test_return_sends_everybody_back_to_the_house_table():
    day = running().until(1, Phase.RETURN)

    assert told(day).title == "Back to your House Table"


SAYS_SOMETHING = {
    (Room.WAR, "updates"): "Listen to what has changed",
    (Room.COURT, "debate-2"): "the Sovereign gives you the floor",
    (Room.UNDERGROUND, "minions"): "by your rank",
}


@pytest.mark.parametrize("room", list(Room))
def test_every_step_of_every_room_says_what_its_players_do(room):
    phone = registry.rooms(NAME)[room].phone
    steps = running().state.timetable.steps[room]

    assert steps
    assert [step.id for step in steps if not phone.hint_of(step.id)] == []
    assert phone.hint_of("lunch") == ""
    for (where, step), words in SAYS_SOMETHING.items():
        assert words in registry.rooms(NAME)[where].phone.hint_of(step)


def test_in_a_room_the_step_and_what_is_done_in_it_are_said_and_in_none_the_way_to_control():
    day = running().until(1, Phase.PLANNING)
    day.do(ChooseRoom(seat=CAT_1, month=1, room=Room.WAR), by=player(CAT_1))
    day.until(1, Phase.ACTION)

    assert told(day).words == "Now: Updates. Listen to what has changed on the map."
    assert not told(day).calls
    for step in day.state.timetable.steps[Room.WAR]:
        day.do(EndStep(room=Room.WAR, month=1, step=step.id))
    assert told(day).words == "Every step of the room is done."

    nowhere = running().until(1, Phase.ACTION)
    assert (told(nowhere).urgent, told(nowhere).calls) == (True, True)
