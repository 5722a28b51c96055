"""Views of people by desk: desks without the right see nothing."""

from __future__ import annotations

import pytest

from control.day.clock.phases import EndPhase
from control.day.people.presence import CheckIn, LeaveForGood
from control.day.people.room_choice import SeatInRoom
from control.day.people.seating import places_to_sit, players_in_room, room_people_view
from control.day.people.view import (
    Filter,
    all_players,
    badge_view,
    check_in_list,
    has_no_phone,
    leaving_consequences,
    number_of_players,
    player_card,
    player_of,
    players_now,
    progress_view,
    team_of_seat,
)
from control.day.roster.marks import MarkPerson
from control.day.state import PersonMarks, Presence
from control.day.words import plain_name
from control.engine.ids import SeatId
from control.engine.records import replace
from control.engine.viewer import HALL, NOBODY, Viewer
from rooms.realm.desks import Desk
from rooms.realm.scenario.ids import Phase, Room
from tests.rooms.realm.game.play import CAT_1, CAT_2, CHECK_IN, WOLF_1, morning, running
from tests.scenarios import small

KNOWN = PersonMarks(first_timer=True, phoneless=True, note="Speaks Romansh")
ALL = Filter(words="", team="", mark="", rows=200)


def at(*desks):
    return Viewer(desks=frozenset(desks))


LOOK_AFTER = (at(Desk.CHECK_IN), at(Desk.CEREMONY), at(Desk.ORGANIZER))
OTHERS = (at(Desk.WAR), at(Desk.COURT), Viewer(seat=CAT_1), Viewer(seat=CAT_2), HALL, NOBODY)


@pytest.fixture
def marked():
    """A running month in which one player of the Cats has marks and sits in the War Room."""
    day = running(small())
    day.do(MarkPerson(seat=CAT_1, before=PersonMarks(), after=KNOWN), by=CHECK_IN)
    day.do(SeatInRoom(player=CAT_1, month=1, room=Room.WAR), by=CHECK_IN)
    return day.state


def asked(**what):
    return Filter(**({"words": "", "team": "", "mark": "", "rows": 200} | what))


# --- the check-in list


@pytest.mark.parametrize("viewer", LOOK_AFTER)
def test_a_desk_that_looks_after_people_reads_marks_and_notes(marked, viewer):
    found = check_in_list(marked, viewer, ALL)

    assert [row.person for row in found.people] == list(players_now(marked))
    assert {row.person.seat: row.marks for row in found.people}[CAT_1] == KNOWN


@pytest.mark.parametrize("viewer", OTHERS)
@pytest.mark.parametrize("words", ["", "romansh"])
def test_nobody_else_finds_a_note_or_who_has_one(marked, viewer, words):
    found = check_in_list(marked, viewer, asked(words=words))

    assert (found.people, found.left, found.more, found.hidden) == ((), (), 0, 0)


@pytest.mark.parametrize(
    ("what", "shown"),
    [
        ({"words": "romansh"}, {CAT_1}),
        ({"mark": "first_timer"}, {CAT_1}),
        ({"mark": "phoneless"}, {CAT_1}),
        ({"mark": "late"}, {WOLF_1}),
        ({"mark": "gone"}, set()),
        ({"mark": "note"}, set()),
        ({"team": "cat", "mark": "late"}, set()),
    ],
)
def test_a_filter_leaves_whom_it_names(what, shown):
    day = morning(small())
    day.do(MarkPerson(seat=CAT_1, before=PersonMarks(), after=KNOWN), by=CHECK_IN)
    day.do(CheckIn(seat=WOLF_1, before=Presence.EXPECTED, presence=Presence.LATE), by=CHECK_IN)

    found = check_in_list(day.state, at(Desk.CHECK_IN), asked(**what))

    assert {row.person.seat for row in found.people} == shown
    assert found.hidden == len(day.state.seats) - len(shown)


def test_a_list_shows_so_many_rows_and_counts_the_rest_and_those_who_left_apart():
    day = morning(small())
    day.do(LeaveForGood(seat=CAT_2), by=CHECK_IN)

    found = check_in_list(day.state, at(Desk.CHECK_IN), asked(rows=3))

    assert (len(found.people), found.more, found.hidden) == (3, len(day.state.seats) - 4, 0)
    assert [each.seat for each in found.left] == [CAT_2]


def named(state, **names):
    """The state with some players under other names."""
    seats = {seat.id: replace(seat, name=names.get(seat.id.replace("-", "_"), seat.name)) for seat in state.seats.values()}
    return replace(state, seats=seats)


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("thorunn aegir", "Þórunn Ægir"),
        ("gudridur", "Guðríður"),
        ("dordevic", "Đorđević"),
        ("isil", "Işıl"),
        ("hadrija", "Ħadrija"),
        ("soren", "Søren"),
        ("lukasz", "Łukasz"),
        ("oeuvre", "Œuvre"),
    ],
)
def test_letters_that_a_keyboard_does_not_have_are_found_without_them(typed, name):
    state = named(morning(small()).state, cat_1=name)

    found = check_in_list(state, at(Desk.CHECK_IN), asked(words=plain_name(typed)))

    assert [row.person.name for row in found.people] == [name]
    assert found.near == ()


@pytest.mark.parametrize("typed", ["Amarra Okafor", "okafro", "Amaraokafor", "Amara Okafr"])
def test_a_search_that_fits_nobody_shows_who_is_spelt_like_it(typed):
    found = check_in_list(morning(small()).state, at(Desk.CHECK_IN), asked(words=plain_name(typed)))

    assert found.people == ()
    assert [row.person.name for row in found.near] == ["Amara Okafor"]


def test_a_search_that_only_another_filter_keeps_from_fitting_shows_whom_it_fits():
    found = check_in_list(morning(small()).state, at(Desk.CHECK_IN), asked(words="okafor", team="wolf"))

    assert (found.people, [row.person.name for row in found.near]) == ((), ["Amara Okafor"])


@pytest.mark.parametrize("what", [{"words": "xyzzy"}, {"mark": "gone"}, {"words": "okafor"}])
def test_where_somebody_fits_or_nobody_is_meant_nobody_is_near(what):
    assert check_in_list(morning(small()).state, at(Desk.CHECK_IN), asked(**what)).near == ()


@pytest.mark.parametrize("viewer", OTHERS)
def test_nobody_else_is_shown_who_is_near(viewer):
    assert check_in_list(morning(small()).state, viewer, asked(words="okafro")).near == ()


# --- one player


@pytest.mark.parametrize("viewer", LOOK_AFTER)
def test_a_card_shows_marks_and_rooms_to_the_desks_that_look_after_people(marked, viewer):
    card = player_card(marked, viewer, CAT_1)

    assert (card.marks, card.saw_flags, card.room) == (KNOWN, "110", Room.WAR)
    assert [choice.place for choice in card.rooms if choice.is_now] == [Room.WAR]
    assert card.may_seat is (viewer != at(Desk.CEREMONY))
    assert has_no_phone(marked, viewer, CAT_1)
    assert not has_no_phone(marked, viewer, CAT_2)


@pytest.mark.parametrize("viewer", OTHERS)
def test_a_card_is_nobody_elses(marked, viewer):
    assert player_card(marked, viewer, CAT_1) is None
    assert not has_no_phone(marked, viewer, CAT_1)


def test_there_is_no_card_of_a_player_who_is_not_there(marked):
    nobody = SeatId("cat-99")

    assert player_card(marked, at(Desk.CHECK_IN), nobody) is None
    assert (player_of(marked, nobody), team_of_seat(marked, nobody)) == (None, None)


@pytest.mark.parametrize("viewer", LOOK_AFTER)
def test_what_leaving_does_says_what_is_left_behind(marked, viewer):
    told = leaving_consequences(marked, viewer, CAT_1)
    heir = next(each for each in marked.seats.values() if each.id == CAT_2)

    assert told[:-2] == marked.leaves_behind(marked.seats[CAT_1], heir)
    assert len(told) > 2
    assert heir.name in told[-2]


@pytest.mark.parametrize("viewer", OTHERS)
def test_what_a_player_holds_is_told_to_no_other_desk(marked, viewer):
    assert leaving_consequences(marked, viewer, CAT_1) == ()


# --- a room


@pytest.mark.parametrize("viewer", [at(Desk.WAR), at(Desk.CHECK_IN), at(Desk.ORGANIZER)])
def test_a_room_s_desk_and_check_in_see_who_is_there_and_who_could_be(marked, viewer):
    found = room_people_view(marked, viewer, Room.WAR, frozenset({CAT_1}))

    assert [(row.person.seat, row.sent, row.marks) for row in found.there] == [(CAT_1, True, KNOWN)]
    assert len(found.nowhere) == len(marked.seats) - 1
    assert found.has_sheets
    assert not room_people_view(marked, viewer, Room.WAR, None).has_sheets


@pytest.mark.parametrize("viewer", [at(Desk.COURT), at(Desk.CEREMONY), Viewer(seat=CAT_1), HALL, NOBODY])
def test_a_room_s_list_is_empty_for_whoever_seats_nobody_there(marked, viewer):
    found = room_people_view(marked, viewer, Room.WAR, frozenset({CAT_1}))

    assert (found.there, found.nowhere, found.elsewhere) == ((), (), ())


def test_a_player_of_another_room_stands_apart_with_the_name_of_that_room(marked):
    found = room_people_view(marked, at(Desk.COURT), Room.COURT, frozenset())

    assert [(row.person.seat, row.elsewhere) for row in found.elsewhere] == [(CAT_1, marked.frame.room_name(Room.WAR))]


def test_a_room_s_list_says_from_when_a_seating_counts():
    day, said = morning(small()), []
    viewer = at(Desk.WAR)
    said.append(room_people_view(day.state, viewer, Room.WAR, None).until)
    day = running(small())
    for phase in (Phase.CEREMONY, Phase.PLANNING, Phase.MOVEMENT, Phase.ACTION):
        said.append(room_people_view(day.state, viewer, Room.WAR, None).until)
        day.do(EndPhase(month=1, phase=phase))
    said.append(room_people_view(day.state, viewer, Room.WAR, None).until)

    choosing, over = "Players choose until Movement ends.", "Players choose no more."
    assert said[0] == "Nobody can be seated while the day is not running."
    assert said[1:4] == [choosing] * 3
    assert [each.startswith(over) for each in said[4:]] == [True, True]


def test_who_is_in_a_room_is_for_the_control_team(marked):
    assert [each.seat for each in players_in_room(marked, at(Desk.COURT), Room.WAR)] == [CAT_1]
    assert players_in_room(marked, Viewer(seat=CAT_2), Room.WAR) == players_in_room(marked, HALL, Room.WAR) == ()


def test_everywhere_that_somebody_can_sit_is_offered_once(marked):
    every = places_to_sit(marked)
    tables = [f"{room} {table}" for room in marked.frame.room_ids for table in marked.tables_of(room)]

    assert tables
    assert sorted(every) == sorted({*marked.frame.room_ids, *tables})


# --- everybody


def test_whoever_has_left_is_a_player_still_and_plays_no_more():
    day = running(small())
    day.do(LeaveForGood(seat=CAT_2), by=CHECK_IN)

    assert {each.seat for each in all_players(day.state)} - {each.seat for each in players_now(day.state)} == {CAT_2}
    assert player_of(day.state, CAT_2).presence is Presence.GONE
    assert badge_view(day.state, CAT_1).player == player_of(day.state, CAT_1)


def test_the_number_of_players_stands_for_the_day():
    day = running(small())
    before = number_of_players(day.state)
    day.do(LeaveForGood(seat=CAT_2), by=CHECK_IN)

    assert number_of_players(day.state) == before == len(day.state.seats)


def test_progress_counts_by_team_and_in_all():
    day = morning(small())
    day.do(CheckIn(seat=CAT_1, before=Presence.EXPECTED, presence=Presence.PRESENT), by=CHECK_IN)
    day.do(CheckIn(seat=WOLF_1, before=Presence.EXPECTED, presence=Presence.LATE), by=CHECK_IN)
    found = progress_view(day.state)

    assert (found.here, found.of, found.late, found.absent) == (1, len(day.state.seats), 1, 0)
    assert {team.team: team.here for team in found.teams if team.here} == {"cat": 1}
    assert found.expected == found.of - 2
