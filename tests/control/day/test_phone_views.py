"""Phone views of the day: a phone knows its own player's matters and nobody else's."""

from __future__ import annotations

import pytest

from control.day.calls import CallControl, CallKind
from control.day.decisions.questions import DecisionOpened, questions
from control.day.notices import Announce
from control.day.people.room_choice import ChooseRoom, rooms_choice_view
from control.day.records import Decision, Option
from control.day.sheets import Window, own_window
from control.day.situation import own_player, programme, whereabouts
from control.day.view import about_day, newest_heard, own_call
from control.engine.records import replace
from control.engine.viewer import HALL, NOBODY, Viewer
from rooms.realm.desks import Desk
from rooms.realm.game.state import Bar
from rooms.realm.scenario.ids import HouseId, Phase, Room
from tests.rooms.realm.game.play import CAT_1, CAT_2, MORNING, ORGANIZER, WOLF_1, Day, player, running

CAT, MATE, WOLF = (Viewer(seat=seat) for seat in (CAT_1, CAT_2, WOLF_1))
CHOICES = (frozenset({Room.UNDERGROUND}), "Table")
OF_PLAYERS = (own_player, whereabouts, questions, own_call, lambda state, viewer: rooms_choice_view(state, viewer, *CHOICES))


def planning() -> Day:
    return running().until(1, Phase.PLANNING)


@pytest.mark.parametrize("view", OF_PLAYERS)
@pytest.mark.parametrize("viewer", [NOBODY, HALL, Viewer(desks=frozenset({Desk.ORGANIZER}))])
def test_who_does_not_play_has_no_such_view(view, viewer):
    with pytest.raises(LookupError):
        view(planning().state, viewer)


def test_a_question_to_a_house_is_shown_to_who_speaks_for_it_alone():
    options = (Option(id="x", words="X"), Option(id="y", words="Y"))
    asked = Decision(
        id="war-1",
        desk=Desk.WAR,
        month=1,
        question="Which?",
        options=options,
        default="x",
        since=MORNING,
        blocks="Battle",
        rule="R-57",
        team=HouseId("cat"),
    )
    day = running()
    state = day.game.evolve(day.state, DecisionOpened(decision=asked))

    shown = [[each.question for each in questions(state, viewer).open] for viewer in (CAT, MATE, WOLF)]

    assert shown == [["Which?"], [], []]


def test_a_call_is_shown_to_who_called_alone():
    day = planning()
    day.do(CallControl(seat=CAT_1, text="It bleeds.", kind=CallKind.HURT), by=player(CAT_1))

    calls = [own_call(day.state, viewer).call for viewer in (CAT, MATE, WOLF)]

    assert [call.text if call else "" for call in calls] == ["It bleeds.", "", ""]


def test_a_room_chosen_is_shown_to_who_chose_it_alone():
    day = planning()
    day.do(ChooseRoom(seat=CAT_1, month=1, room=Room.COURT), by=player(CAT_1))

    views = [rooms_choice_view(day.state, viewer, *CHOICES) for viewer in (CAT, MATE, WOLF)]

    assert [view.chosen for view in views] == [Room.COURT, "", ""]
    assert [[option.room for option in view.options if option.chosen] for view in views] == [[Room.COURT], [], []]
    assert [whereabouts(day.state, viewer).choice for viewer in (CAT, MATE, WOLF)] == [Room.COURT, None, None]
    assert [own_player(day.state, viewer).seat for viewer in (CAT, MATE, WOLF)] == [CAT_1, CAT_2, WOLF_1]


def test_what_bars_a_room_is_shown_to_who_is_barred_alone():
    state = planning().state
    bars = (Bar(room=Room.COURT, until=1, why="Travel ban", rule="GE-CRT-52"),)
    state = replace(state, seats={**state.seats, CAT_1: replace(state.seats[CAT_1], bars=bars)})

    barred = [
        {each.room for each in rooms_choice_view(state, viewer, *CHOICES).options if each.bar} for viewer in (CAT, MATE, WOLF)
    ]

    assert barred == [{Room.COURT}, set(), set()]


def test_a_window_is_that_of_the_player_who_looks():
    def of(_state, seat):
        return Window(open=seat == CAT_1, month=1)

    assert [own_window(planning().state, viewer, of).open for viewer in (CAT, WOLF)] == [True, False]


def test_the_newest_announcement_is_the_newest_that_one_was_meant_to_hear():
    day = running()
    before = [newest_heard(day.state, viewer) for viewer in (CAT, WOLF)]
    for text, to in (("To all.", "all"), ("To Cat.", "cat")):
        day.do(Announce(text=text, to=to), by=ORGANIZER)
    all_of_them, to_cat = (each.id for each in day.state.notices)

    assert before == [0, 0]
    assert [newest_heard(day.state, viewer) for viewer in (CAT, MATE, WOLF)] == [to_cat, to_cat, all_of_them]


def test_what_is_told_of_the_day_is_what_its_timetable_and_teams_say():
    state = running().state

    assert programme(state) == state.timetable.programme
    assert [each.id for each in about_day(state).teams] == [each.id for each in state.scenario.houses]
    assert about_day(state).warn_at == state.timetable.warn_at_seconds
