"""Every page at every stage of the day, and its required content."""

from __future__ import annotations

import re
import uuid
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest
from django.contrib.auth.models import User

from control.day.calls import AnswerCall, CallControl, CallKind, EndCall
from control.day.clock import view
from control.day.clock.pauses import Pause
from control.day.clock.phases import EndPhase, PlanStart
from control.day.clock.steps import EndStep
from control.day.notices import Announce
from control.day.people.room_choice import SeatInRoom
from control.engine.context import Actor
from control.engine.ids import SeatId
from control.journal import desk
from control.journal.story import names_of_doers
from control.models import Event
from rooms.realm.desks import Desk
from rooms.realm.scenario.ids import Phase, Room
from tests.control.desks.conftest import words
from tests.teams import seated

PAGES = ("", "clock/", "people/", "houses/", "journal/", "rooms/war/people/", "war/")


def drawn(organizer):
    return [organizer.get(page).status_code for page in PAGES]


def test_every_page_stands_before_the_day(organizer):
    assert drawn(organizer) == [200] * len(PAGES)


@pytest.mark.parametrize("phase", list(Phase))
def test_every_page_stands_in_every_phase(organizer, running, phase):
    running.go_to(phase)

    assert drawn(organizer) == [200] * len(PAGES)


def test_every_page_stands_when_the_day_is_over(organizer, running):
    while running.state.clock.phase:
        clock = running.state.clock
        running.do(EndPhase(month=clock.month, phase=clock.phase))

    assert drawn(organizer) == [200] * len(PAGES)
    assert "The day is over" in words(organizer.get("clock/"))


def test_the_overview_names_the_step_and_counts_sheets_of_those_in_the_room(organizer, action):
    page = words(organizer.fragment("part/rooms/"))

    assert re.search(r"War Room Updates \d\d:\d\d 0 of 4", page)


@pytest.mark.rule("GE-CRT-05")
def test_the_overview_counts_the_papers_of_the_court_as_its_own_desk_does(organizer, running):
    """Only players of the province in which the Court meets may propose; the others there owe nothing."""
    running.go_to(Phase.MOVEMENT)
    for seat in (SeatId("cat-1"), SeatId("cat-2"), SeatId("ram-1")):
        running.do(SeatInRoom(player=seat, month=1, room=Room.COURT))
    running.go_to(Phase.ACTION)

    own = re.search(r"(\d of \d) players’ proposals in", words(organizer.get("court/")))
    shared = re.search(r"Court \D+ \d\d:\d\d (\d of \d)", words(organizer.fragment("part/rooms/")))

    assert own
    assert shared
    assert own[1] == shared[1] == "0 of 2"


def test_a_room_that_cannot_finish_in_time_is_behind(organizer, action):
    stuck = organizer.fragment("part/rooms/").content.decode()
    assert "behind by" not in stuck

    left = action.state.clock.deadline - datetime.now(UTC)
    organizer.post("clock/time/", {"month": 1, "phase": "action", "seconds": -int((left - timedelta(seconds=5)).total_seconds())})

    assert "behind by" in organizer.fragment("part/rooms/").content.decode()


def test_a_room_with_nothing_to_spare_is_not_green(organizer, action, monkeypatch):
    monkeypatch.setattr(view, "_spare_time", lambda *asked: timedelta(milliseconds=400))

    shown = organizer.fragment("part/rooms/").content.decode()

    assert "nothing to spare" in shown
    assert "0:00 to spare" not in shown


def test_a_player_in_another_room_is_seated_with_a_word_about_that_room(organizer, action):
    action.do(SeatInRoom(player=SeatId("cat-1"), month=1, room=Room.COURT))

    assert "leaves the other room. A sheet for that room is set aside." in words(organizer.get("rooms/war/people/"))


def test_the_overview_shows_drift_and_the_projected_end(organizer, day):
    day.do(PlanStart(at=datetime(2026, 5, 9, 8, 30, tzinfo=UTC)))

    page = words(organizer.get(""))

    assert "Planned start 08:30" in page
    assert "Planned end" in page


def test_a_pause_is_unmistakable_on_every_page(war, running):
    running.do(Pause(reason="Fire alarm"))

    assert "Paused" in words(war.get(""))
    assert "Fire alarm" in words(war.fragment("part/bar/"))  # it is in the head of every page
    assert "Paused" in words(war.get("journal/"))


def test_the_newest_announcements_stand_under_the_box(organizer, running):
    running.do(Announce(text="Lunch is on the terrace."))

    assert "Lunch is on the terrace." in words(organizer.fragment("part/notices/"))


def call(day, seat, text=""):
    by = Actor(seat=seat)
    desk.perform(stream_id=day.event.stream_id, command=CallControl(seat=seat, text=text), by=by, command_id=uuid.uuid4())


def test_a_call_waits_at_every_desk_until_somebody_goes(war, ceremony, running, day):
    call(day, "cat-1", "Who owns Zen?")

    assert "Who owns Zen?" in words(war.fragment("part/calls/"))
    assert " 1 call player wants Control" in f" {words(war.fragment('part/bar/'))}"
    assert war.tap("calls/answer/", {"call": 1}).status_code == 200
    assert "war" in words(ceremony.fragment("part/calls/"))

    late = ceremony.tap("calls/answer/", {"call": 1})

    assert (late.status_code, "war has taken this call." in words(late)) == (409, True)


def test_somebody_hurt_is_red_with_the_place_on_every_page_until_somebody_goes(war, ceremony, running, day):
    by = Actor(seat=SeatId("cat-1"))
    hurt = CallControl(seat=by.seat, text="", kind=CallKind.HURT, place="by the stairs")
    assert "bar-hurt" not in ceremony.get("houses/").content.decode()
    desk.perform(stream_id=day.event.stream_id, command=hurt, by=by, command_id=uuid.uuid4())

    for each, page in ((ceremony, "houses/"), (war, "war/"), (war, "journal/")):
        sign = each.get(page).content.decode().partition("sign bad bar-hurt")[2].partition("</a>")[0]
        assert "hurt</b>" in sign
        assert "by the stairs" in sign
    war.tap("calls/answer/", {"call": 1})
    assert "bar-hurt" not in ceremony.get("houses/").content.decode()


def test_several_events_are_listed(organizer, day):
    other = Event.objects.get(pk=day.event.pk)
    other.pk, other.slug = None, "another"
    other.stream = type(other.stream).objects.create(engine="god-emperor")
    other.name = "Another day"
    other.save()
    assert organizer.client.get("/control/").status_code == 302, "the other event is not this account's"
    seated(User.objects.get(username="organizer"), [Desk.WAR], other)

    page = words(organizer.client.get("/control/"))

    assert "Another day" in page
    assert "Test day" in page


def test_pages_are_kept_by_nobody(organizer, running):
    assert organizer.get("people/")["Cache-Control"] == "no-store"
    assert "HX-Request" in organizer.get("clock/begin/")["Vary"]


def test_a_region_is_a_fragment_and_a_page_is_a_page(organizer, running):
    assert b"<html" not in organizer.fragment("part/people/").content
    assert b"<html" in organizer.get("people/").content


def test_a_question_is_a_fragment_in_the_dialog_and_a_page_without_javascript(organizer, running):
    assert b"<html" not in organizer.fragment("clock/pause/").content
    assert b"<html" in organizer.get("clock/pause/").content


def test_the_check_in_list_is_filtered_by_name_without_accents_house_and_mark(checkin, day):
    assert "Siobhán Gallagher" in words(checkin.fragment("part/people/?q=siobhan"))
    assert "Amara Okafor" not in words(checkin.fragment("part/people/?q=siobhan"))
    assert "Amara Okafor" not in words(checkin.fragment("part/people/?team=ram"))
    assert "No player found" in words(checkin.fragment("part/people/?mark=absent"))
    near = words(checkin.fragment("part/people/?q=Okafro"))
    assert "Do you mean one of these?" in near
    assert "Amara Okafor" in near
    assert near.count("rank ") + int(near.partition(" more are not shown")[0].rsplit(" ", 1)[-1]) == len(day.state.seats)


def test_the_timetable_says_when_each_month_began_or_will(organizer, running):
    page = words(organizer.fragment("part/timetable/"))

    assert "▸ 1" in page
    assert "≈" in page


def test_the_war_desk_counts_who_sent_and_never_shows_what(war, action):
    page = words(war.fragment("part/war-orders/"))

    assert "0 of 4 in" in page
    assert "… Amara Okafor" in page


def test_the_steps_end_button_changes_its_side_from_step_to_step(war, action):
    first = war.fragment("part/war-steps/").content.decode()
    action.do(EndStep(room=Room.WAR, month=1, step="updates"))
    second = war.fragment("part/war-steps/").content.decode()

    assert 'class="apply left"' in first
    assert 'class="apply right"' in second


def test_whose_doings_the_journal_may_show_are_the_teams_first_then_the_players_as_they_are_looked_for():
    actors = {"seat:a": "Zofia", "seat:b": "Élodie", "staff:war": "war", "seat:c": "Farida", "staff:court": "court"}
    lines = [SimpleNamespace(actor=actor, name=name) for actor, name in (*actors.items(), ("clock", ""), ("seat:a", "Zofia"))]

    assert names_of_doers(lines) == ("court", "The clock", "war", "Élodie", "Farida", "Zofia")


def test_a_desk_other_than_war_reads_no_war_orders_in_the_journal(sits, action):
    action.do(EndStep(room=Room.WAR, month=1, step="updates"))
    action.do(EndStep(room=Room.WAR, month=1, step="orders"))

    own, other = (words(sits(desk).get("journal/")) for desk in (Desk.WAR, Desk.COURT))

    assert "sheets opened" in own
    assert "sheets opened" not in other
    assert "told at the desk it belongs to" in other


def test_the_newest_three_settled_calls_are_listed_the_newest_first(war, running, day):
    seats = ("cat-1", "cat-2", "wolf-1", "ram-1")
    for number, seat in enumerate(seats, start=1):
        call(day, seat)
        running.do(AnswerCall(call=number))
        running.do(EndCall(call=number))

    listed = words(war.fragment("part/calls/"))

    names = [running.state.seats[seat].name for seat in seats]
    assert names[0] not in listed
    assert listed.index(names[3]) < listed.index(names[2]) < listed.index(names[1])


def test_a_region_that_follows_a_field_looks_again_when_it_changes_and_no_other_does(organizer, running):
    assert "input from:#journal-filter" in organizer.get("journal/").content.decode()
    assert ', "' not in "".join(re.findall(r'hx-trigger="[^"]*"', organizer.get("").content.decode()))
