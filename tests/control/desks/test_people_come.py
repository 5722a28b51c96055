"""Arrivals: marks, substitutes, swaps, an undone check-in; and whose phone is signed out."""

from __future__ import annotations

import re
import uuid

import pytest
from django.http import HttpResponse
from django.test import Client

from control.day.people.presence import LeaveForGood
from control.day.people.room_choice import ChooseRoom
from control.day.roster.marks import MarkPerson
from control.day.roster.substitutes import Substitute
from control.day.state import PersonMarks, Presence
from control.engine.context import Actor
from control.engine.ids import SeatId
from control.journal import desk
from control.people import access
from rooms.realm.desks import Desk
from rooms.realm.scenario.ids import Phase, Room
from tests.control.desks.conftest import Person, signed_in, words

CODE = re.compile(r"\b[0-9A-Z]{4}-[0-9A-Z]{4}\b")


def joined(day, seat):
    """A phone that plays a seat."""
    client, response = Client(), HttpResponse()
    row = day.event.seats.get(key=seat)
    access.issue_code(row)
    access.remember_seat(response, row, secure=False)
    client.cookies[access.COOKIE] = response.cookies[access.COOKIE].value
    return Person(client, day.event)


def plays(person):
    return person.client.get("/play/").status_code == 200


def issue(day, seat):
    return day.event.seats.get(key=seat).issue


# --- marks --------------------------------------------------------------------------------------------------------------


def test_a_first_timer_without_a_phone_is_marked_and_seen_on_the_lists(checkin, running, sits):
    answer = checkin.tap(
        "people/cat-1/marks/", {"first_timer": "on", "phoneless": "on", "note": "vegan", "saw_flags": "000", "saw_note": ""}
    )

    assert answer.status_code == 200
    assert running.state.seats["cat-1"].marks == PersonMarks(first_timer=True, phoneless=True, note="vegan")
    for person, address in ((checkin, "people/"), (sits(Desk.WAR), "rooms/war/people/")):
        told = words(person.get(address))
        assert "first time" in told
        assert "no phone" in told
        assert "vegan" in told


def test_the_list_can_show_those_without_a_phone_alone(checkin, day):
    day.do(MarkPerson(seat="wolf-2", before=PersonMarks(), after=PersonMarks(phoneless=True)))

    page = checkin.get("people/?mark=phoneless").content.decode()

    assert 'id="more-wolf-2"' in page
    assert 'id="more-cat-1"' not in page
    assert 'id="more-wolf-2"' not in checkin.get("people/?mark=first_timer").content.decode()


def test_marks_that_somebody_changed_meanwhile_are_not_overwritten(checkin, day):
    day.do(MarkPerson(seat="cat-1", before=PersonMarks(), after=PersonMarks(note="late train")))

    answer = checkin.tap("people/cat-1/marks/", {"note": "vegan", "saw_flags": "000", "saw_note": ""})

    assert answer.status_code == 409
    assert day.state.seats["cat-1"].marks.note == "late train"
    assert 'value="late train"' in answer.content.decode()


@pytest.mark.parametrize("data", [{}, {"saw_flags": "xx"}, {"saw_flags": "000", "note": "x" * 121}])
def test_a_broken_mark_is_refused(checkin, day, data):
    assert checkin.tap("people/cat-1/marks/", data).status_code == 422


def test_no_phone_ever_shows_what_the_team_remembers(day):
    phone = joined(day, "cat-1")
    day.do(MarkPerson(seat="cat-1", before=PersonMarks(), after=PersonMarks(first_timer=True, note="canary-note")))

    assert "canary-note" not in phone.client.get("/play/").content.decode()
    assert "canary-note" not in Client().get(f"/screen/{day.event.pk}/clock/").content.decode()


# --- undone check-in ----------------------------------------------------------------------------------------------------


def test_a_check_in_is_taken_back_on_the_players_card(checkin, running):
    assert "cat-1 present expected" in checkin.fragment("people/cat-1/").content.decode()

    answer = checkin.tap("people/cat-1/expected/", {"mark": "cat-1 present expected"})

    assert "answered" in answer["HX-Trigger"]
    assert checkin.tap("people/cat-1/expected/", {"mark": "cat-1 present expected"}).status_code == 409
    assert checkin.tap("people/cat-1/expected/", {"mark": "nonsense"}).status_code == 422
    assert checkin.tap("people/cat-99/expected/", {"mark": "cat-1 expected present"}).status_code == 404
    assert running.state.seats["cat-1"].presence is Presence.EXPECTED
    assert "Not checked in after all" not in words(checkin.fragment("people/cat-1/"))


# --- substitutes --------------------------------------------------------------------------------------------------------


def test_a_substitute_gets_a_code_and_the_old_phone_is_out(checkin, running):
    phone = joined(running, "cat-1")
    assert plays(phone)
    was = running.state.seats["cat-1"]

    answer = checkin.tap("people/cat-1/substitute/", {"name": "Nia Obi", "before": was.name, "issue": issue(running, "cat-1")})

    (code,) = CODE.findall(words(answer))
    assert running.state.seats["cat-1"].name == "Nia Obi"
    assert running.state.seats["cat-1"].character == was.character
    assert access.seat_by_code(code).key == "cat-1"
    assert not plays(phone)


def test_a_second_press_gives_no_second_code(checkin, running):
    data = {
        "command_id": "00000000-0000-4000-8000-000000000007",
        "name": "Nia",
        "before": running.state.seats["cat-1"].name,
        "issue": "0",
    }
    (code,) = CODE.findall(words(checkin.tap("people/cat-1/substitute/", data)))

    again = checkin.tap("people/cat-1/substitute/", data)

    assert again.status_code == 200
    assert CODE.findall(words(again)) == []
    assert access.seat_by_code(code).key == "cat-1"


def test_a_substitute_without_a_phone_gets_no_code_and_the_old_phone_is_out(checkin, running):
    phone = joined(running, "cat-1")
    data = {"name": "Nia", "before": running.state.seats["cat-1"].name, "issue": issue(running, "cat-1"), "phoneless": "on"}

    answer = checkin.tap("people/cat-1/substitute/", data)

    assert answer.status_code == 200
    assert CODE.findall(words(answer)) == []
    assert not plays(phone)
    assert running.state.seats["cat-1"].marks.phoneless


@pytest.mark.parametrize(
    ("data", "status", "sentence"),
    [
        ({"name": " "}, 422, "Write the substitute’s name."),
        ({"name": "x" * 61}, 422, "A name has 1 to 60 characters."),
        ({"name": "Nia", "issue": "x"}, 422, "This form is broken"),
        ({"name": "Nia", "before": "Somebody"}, 409, "by now, not Somebody"),
    ],
)
def test_a_substitute_that_cannot_be_is_refused_and_nobody_is_out(checkin, running, data, status, sentence):
    phone = joined(running, "cat-1")

    answer = checkin.tap("people/cat-1/substitute/", {"before": running.state.seats["cat-1"].name, "issue": "1", **data})

    assert answer.status_code == status
    assert sentence in words(answer)
    assert plays(phone)


def test_nobody_plays_for_who_has_left(checkin, day):
    day.do(LeaveForGood(seat="cat-3"))

    answer = checkin.tap("people/cat-3/substitute/", {"name": "Nia", "before": day.state.seats["cat-3"].name, "issue": "0"})

    assert answer.status_code == 422
    assert "A substitute …" not in words(checkin.fragment("people/cat-3/"))


# --- swaps --------------------------------------------------------------------------------------------------------------


def change(person, day, one="cat-1", other="wolf-1", **more):
    seats = day.state.seats
    data = {"before": seats[one].name, "other": f"{other} {seats[other].name}", "issue": issue(day, one), **more}
    return person.tap(f"people/{one}/swap/", data)


def test_the_page_of_somebody_who_left_for_good_says_so_and_offers_no_code(checkin, day):
    assert "New join code" in words(checkin.get("people/cat-3/"))
    day.do(LeaveForGood(seat="cat-3"))

    page = words(checkin.get("people/cat-3/"))

    assert "Has left for good." in page
    assert "New join code" not in page


def test_two_change_places_and_both_phones_are_out(checkin, running):
    cat, wolf = joined(running, "cat-1"), joined(running, "wolf-1")
    names = running.state.seats["cat-1"].name, running.state.seats["wolf-1"].name

    answer = change(checkin, running)

    assert (running.state.seats["wolf-1"].name, running.state.seats["cat-1"].name) == names
    codes = CODE.findall(words(answer))
    assert [access.seat_by_code(code).key for code in codes] == ["cat-1", "wolf-1"]
    assert not plays(cat)
    assert not plays(wolf)


def test_changing_places_is_offered_while_anybody_else_is_here(checkin, running):
    assert "people/cat-1/swap/" in checkin.get("people/cat-1/").content.decode()

    for seat in [each for each in running.state.seats if each != "cat-1"]:
        running.do(LeaveForGood(seat=seat))

    assert "people/cat-1/swap/" not in checkin.get("people/cat-1/").content.decode()


def test_a_second_press_of_a_swap_changes_nothing_back(checkin, running):
    one = "00000000-0000-4000-8000-000000000008"
    form = {"command_id": one, "before": running.state.seats["cat-1"].name, "issue": "0"}
    other = f"wolf-1 {running.state.seats['wolf-1'].name}"
    codes = CODE.findall(words(checkin.tap("people/cat-1/swap/", {**form, "other": other})))
    now = running.state.seats["cat-1"].name

    again = checkin.tap("people/cat-1/swap/", {**form, "other": other})

    assert again.status_code in (409, 422)
    assert running.state.seats["cat-1"].name == now
    assert [access.seat_by_code(code).key for code in codes] == ["cat-1", "wolf-1"]


def test_a_swap_that_cannot_be_is_refused(checkin, running):
    assert change(checkin, running, other="cat-1").status_code == 422
    assert change(checkin, running, before="Somebody").status_code == 409
    assert checkin.tap("people/cat-1/swap/", {"other": ""}).status_code == 422
    running.do(Substitute(seat="wolf-1", before=running.state.seats["wolf-1"].name, name="Nia"))
    assert checkin.tap("people/cat-1/swap/", {"before": "x", "other": "wolf-1 Gone", "issue": "0"}).status_code == 422


def test_the_last_of_it_is_taken_back_at_the_list(checkin, running):
    was = running.state.seats["cat-1"].name
    checkin.tap("people/cat-1/substitute/", {"name": "Nia", "before": was, "issue": "0"})

    page = checkin.get("people/").content.decode()

    assert "Undo “Substitute for" in page


def marked_late(checkin, running, seat):
    """Mark a player as late in the list; returns the entries."""
    checkin.tap("people/mark/", {"mark": f"{seat} present late"})
    return running.seqs


def offered(checkin):
    """Entry that the list offers to withdraw; 0 for none."""
    button = re.search(r"journal/(\d+)/undo/", checkin.fragment("part/last-mark/").content.decode())
    return int(button[1]) if button else 0


def test_behind_a_mark_that_is_taken_back_the_list_offers_the_one_before_it(checkin, running):
    earlier, later = (marked_late(checkin, running, seat) for seat in ("cat-2", "cat-1"))
    assert offered(checkin) == later

    checkin.tap(f"journal/{later}/undo/", {"reason": "a slip"})
    assert offered(checkin) == earlier
    checkin.tap(f"journal/{earlier}/undo/", {"reason": "a slip as well"})

    assert {running.state.seats[seat].presence for seat in ("cat-1", "cat-2")} == {Presence.PRESENT}


def test_what_a_player_chose_since_is_not_taken_back_at_the_list(checkin, running):
    mark = marked_late(checkin, running, "cat-2")
    running.go_to(Phase.MOVEMENT)
    choice, by = ChooseRoom(seat=SeatId("cat-1"), month=1, room=Room.COURT), Actor(seat=SeatId("cat-1"))
    desk.perform(stream_id=running.event.stream_id, command=choice, by=by, command_id=uuid.uuid4())

    assert offered(checkin) == mark


def test_control_enters_for_who_has_no_phone(action):
    organizer = signed_in(action.event, Desk.ORGANIZER)
    page = organizer.fragment("people/cat-1/").content.decode()

    assert f"/control/{action.event.pk}/sheets/war/paper/?seat=cat-1" in page
    assert "/sheets/" not in signed_in(action.event, Desk.CHECK_IN).fragment("people/cat-1/").content.decode()


def test_the_list_of_a_room_leads_back_to_where_its_reader_sits(running, war, checkin):
    at_war, at_the_door = (person.get("rooms/war/people/").content.decode() for person in (war, checkin))

    assert f'id="room-back" href="{war.at("war/")}">Back to the desk' in at_war
    assert f'id="room-back" href="{checkin.at("people/")}">Back to check-in' in at_the_door
