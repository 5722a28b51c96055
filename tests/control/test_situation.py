"""What the phone says first, at each moment of the day. The rooms' own words come from the registry, which Django fills."""

from __future__ import annotations

import pytest

from control.day.clock.phases import BeginDay
from control.day.people.choosing import ChooseRoom
from control.day.people.present import CheckIn, LeaveForGood
from control.day.state import Presence
from control.phone.situation import situation
from rooms.realm.scenario.ids import Phase, Room
from tests.rooms.realm.game.play import CAT_1, CHECK_IN, Day, morning, player, running


def told(day: Day):
    return situation(day.state, CAT_1)


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
