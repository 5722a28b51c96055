"""Buttons and questions: done once, refused with one sentence, stale if the screen was old; nothing typed is lost."""

from __future__ import annotations

import json
import re
import uuid
from datetime import timedelta

import pytest
from django.utils import timezone

from control.day.clock.pauses import Pause
from control.day.clock.phases import PlanStart
from control.day.clock.steps import EndStep
from control.day.notices import Announce
from control.day.people.presence import AddPlayer, CheckIn, LeaveForGood
from control.day.state import DayStage, Presence
from control.engine.ids import SeatId
from control.engine.refusal import Refused
from control.journal import desk, story
from control.live import delivery
from control.models import Entry
from control.people import access, seating
from control.watch import connections
from rooms.realm.game.favors.deck import GiveFavors
from rooms.realm.scenario.ids import Phase, Room
from tests.control.desks.conftest import OLGA, words
from tests.events import last_seq

ONE_ID = "00000000-0000-4000-8000-000000000007"
HERE = {"mark": "cat-1 expected present"}


# --- one tap ------------------------------------------------------------------------------------------------------------


def test_a_tap_marks_a_player_and_lets_the_own_regions_ask_again(checkin, day):
    answer = checkin.tap("people/mark/", HERE)

    assert answer.status_code == 200
    assert "Amara Okafor (Cat) is present (was expected)." in words(answer)
    assert set(json.loads(answer["HX-Trigger"])) == {"people", "journal"}
    assert day.state.seats["cat-1"].presence is Presence.PRESENT


def test_a_double_tap_is_done_once(checkin, day):
    before = day.seqs

    first = checkin.tap("people/mark/", {"command_id": ONE_ID, **HERE})
    second = checkin.tap("people/mark/", {"command_id": ONE_ID, **HERE})

    assert (first.status_code, second.status_code, day.seqs) == (200, 200, before + 1)
    assert "Done already" in words(second)


def test_two_buttons_of_one_list_are_two_commands(checkin, day):
    checkin.tap("people/mark/", {"command_id": ONE_ID, **HERE})
    checkin.tap("people/mark/", {"command_id": ONE_ID, "mark": "cat-2 expected late"})

    assert day.state.seats["cat-2"].presence is Presence.LATE


def test_a_stale_tablet_is_told_what_is_so_and_asks_for_everything(checkin, day):
    day.do(CheckIn(seat="cat-1", before=Presence.EXPECTED, presence=Presence.LATE))

    answer = checkin.tap("people/mark/", HERE)

    assert answer.status_code == 409
    assert "Your screen was out of date. Amara Okafor has been marked late meanwhile." in words(answer)
    assert json.loads(answer["HX-Trigger"]) == {"awake": ""}
    assert day.state.seats["cat-1"].presence is Presence.LATE


def test_without_javascript_a_tap_leads_back_to_the_list(checkin, day):
    answer = checkin.post("people/mark/", HERE)

    assert (answer.status_code, answer["Location"]) == (302, checkin.at("people/"))
    assert "is present" in words(checkin.client.get(answer["Location"]))


def test_without_javascript_a_stale_tap_draws_the_fresh_page(checkin, day):
    day.do(CheckIn(seat="cat-1", before=Presence.EXPECTED, presence=Presence.LATE))

    answer = checkin.post("people/mark/", HERE)

    assert answer.status_code == 409
    assert 'value="cat-1 late present"' in answer.content.decode()


def test_a_form_without_its_token_is_not_taken(day, checkin):
    checkin.client.handler.enforce_csrf_checks = True

    assert checkin.tap("people/mark/", HERE).status_code == 403


# --- ten wrong inputs ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "data", "sentence"),
    [
        pytest.param("people/mark/", {"mark": "cat-1"}, "No such mark; load the page again.", id="half a mark"),
        pytest.param("people/mark/", {"mark": "cat-99 expected present"}, "No such seat", id="an unknown player"),
        pytest.param("people/mark/", {"mark": "cat-1 expected gone"}, "No such mark", id="a mark nobody gives"),
        pytest.param("people/mark/", {**HERE, "command_id": "seven"}, "This form is broken", id="a broken id"),
        pytest.param("people/new/", {"name": "  ", "team": "cat"}, "Write the player’s name.", id="no name"),
        pytest.param("people/new/", {"name": "Zoë", "team": "dog"}, "No such House", id="an unknown House"),
        pytest.param("announce/", {"to": "all", "text": " "}, "Say what is to be announced.", id="nothing announced"),
        pytest.param("announce/", {"to": "dog", "text": "Hear!"}, "Announce to all, to the hall", id="announced to nobody"),
        pytest.param("clock/set/", {"month": "99", "phase": "action", "left": "5"}, "There are months 1 to", id="month 99"),
        pytest.param(
            "clock/set/", {"month": "1", "phase": "action", "left": "soon"}, "Write the time left as 7 or 7:30.", id="soon"
        ),
        pytest.param("clock/plan/", {"at": "tomorrow"}, "That is no day and time", id="tomorrow"),
        pytest.param(
            "houses/cat-1/power/",
            {"before": "0", "power": "-3", "reason": "why"},
            "A purse holds 0 to 10000 Power.",
            id="less than none",
        ),
        pytest.param("houses/cat-1/power/", {"before": "0", "power": "3"}, "Say why in a few words", id="no reason"),
        pytest.param("houses/cat-1/favors/", {"count": "many", "reason": "why"}, "counted in whole numbers", id="many"),
        pytest.param(
            "houses/ceremonies/hold/",
            {"month": "1", "kind": "picnic", "house": "cat", "what": "x"},
            "three ceremonies",
            id="a picnic",
        ),
        pytest.param("calls/answer/", {"call": "77"}, "No such call.", id="a call nobody made"),
    ],
)
def test_a_wrong_input_is_one_sentence_and_changes_nothing(organizer, running, address, data, sentence):
    before = running.seqs

    answer = organizer.tap(address, data)

    assert answer.status_code == 422
    assert sentence in words(answer)
    assert running.seqs == before


def test_what_was_typed_stays_when_it_is_refused(organizer, running):
    answer = organizer.tap("announce/", {"to": "cat", "text": "x" * 501})

    assert "x" * 501 in answer.content.decode()
    assert '<option value="cat" selected>' in answer.content.decode()


def test_the_purse_form_comes_back_as_typed(ceremony, running):
    answer = ceremony.tap("houses/cat-1/power/", {"before": "0", "power": "12", "reason": ""})

    assert answer.status_code == 422
    assert 'name="power" inputmode="numeric" value="12"' in answer.content.decode()


def test_a_purse_seen_too_long_ago_is_stale_and_drawn_anew(ceremony, running):
    ceremony.tap("houses/cat-1/power/", {"before": "0", "power": "4", "reason": "tithe"})

    late = ceremony.tap("houses/cat-1/power/", {"before": "0", "power": "9", "reason": "gift"})

    assert late.status_code == 409
    assert 'name="before" value="4"' in late.content.decode()
    assert running.state.seats["cat-1"].purse.power == 4


# --- announcements ------------------------------------------------------------------------------------------------------


def test_an_announcement_is_looked_over_before_it_is_said_and_said_once(war, running):
    written = {"command_id": ONE_ID, "to": "cat", "text": "Come to the map."}
    question = war.tap("announce/", written)

    assert "Announce to Cat?" in words(question)
    assert "players who are here" in words(question)
    assert running.state.notices == ()

    for _twice in range(2):
        answer = war.tap("announce/", {**written, "sure": "1"})
        assert (answer.status_code, "Announced to Cat." in words(answer)) == (200, True)

    assert [notice.to for notice in running.state.notices] == ["cat"]


def test_an_announcement_says_how_many_phones_are_connected_where_that_is_known(war, running, monkeypatch):
    written = {"command_id": ONE_ID, "to": "cat", "text": "Come to the map."}
    assert "connected now" not in words(war.tap("announce/", written))

    for count, told in ((0, "0 phones of the event are"), (1, "1 phone of the event is"), (7, "7 phones of the event are")):
        monkeypatch.setattr(connections, "devices_now", lambda _event, phones=count: connections.Devices(phones=phones))
        assert f"{told} connected now" in words(war.tap("announce/", written))
    assert "connected now" not in words(war.tap("announce/", {**written, "to": "hall"}))


def test_an_announcement_to_a_room_says_how_many_it_reaches(organizer, running):
    question = organizer.tap("announce/", {"to": "room:war", "text": "Two minutes."})

    assert "Nobody is in that room now." in words(question)


def test_it_is_told_on_whose_phone_an_announcement_is_not_yet(war, running):
    war.tap("announce/", {"command_id": ONE_ID, "to": "all", "text": "Come to the map.", "sure": "1"})
    here = [seat for seat in running.state.seats.values() if seat.presence is Presence.PRESENT]
    delivery.mark_shown(running.event.stream.key, here[0].id, 1)

    told = words(war.fragment("part/notices/"))

    assert f"{1} of {len(here)} players here have it on the phone" in told
    assert here[0].name not in told.partition("Not yet:")[2]
    assert here[1].name in told.partition("Not yet:")[2]
    for seat in here:
        delivery.mark_shown(running.event.stream.key, seat.id, 1)
    assert f"on the phones of all {len(here)} here" in words(war.fragment("part/notices/"))


def test_only_phones_without_it_are_asked_again(war, running, monkeypatch):
    war.tap("announce/", {"command_id": ONE_ID, "to": "cat", "text": "Come to the map.", "sure": "1"})
    asked: list[str] = []
    monkeypatch.setattr(
        "control.live.broadcast.tell_outside_journal",
        lambda _event, invalidations: asked.extend(invalidation.to for invalidation in invalidations),
    )
    own = [seat for seat in running.state.seats.values() if seat.house == "cat" and seat.presence is Presence.PRESENT]
    delivery.mark_shown(running.event.stream.key, own[0].id, 1)

    answer = war.tap("announcements/1/again/")

    assert asked == [f"seat:{seat.id}" for seat in own[1:]]
    assert f"Sent again to {len(own) - 1}." in words(answer)


# --- the clock ----------------------------------------------------------------------------------------------------------


def test_the_question_before_the_day_counts_nobody_who_left_and_names_another_planned_day(organizer, day):
    day.do(LeaveForGood(seat=SeatId("cat-2")))
    day.do(PlanStart(at=timezone.now() + timedelta(days=6)))

    question = words(organizer.fragment("clock/begin/"))

    assert "0 of 8 players are checked in" in question
    assert "It is planned for another day: " in question


def test_those_who_left_are_found_without_a_word_that_nobody_is(organizer, day):
    day.do(LeaveForGood(seat=SeatId("cat-2")))

    page = words(organizer.get("people/?mark=gone"))

    assert "Left for good" in page
    assert "No player found" not in page


def test_the_day_is_started_after_a_question_that_counts_who_is_here(organizer, day):
    question = organizer.fragment("clock/begin/")
    assert "0 of 9 players are checked in" in words(question)

    answer = organizer.tap("clock/begin/")

    assert (answer.status_code, answer["HX-Retarget"]) == (200, "#said")
    assert "answered" in json.loads(answer["HX-Trigger"])
    assert day.state.clock.stage is DayStage.PLAYING


def test_ending_a_phase_says_beforehand_what_comes_of_it(organizer, running):
    question = words(organizer.fragment("clock/end/"))

    assert "End Ceremony, month 1 now?" in question
    assert "Planning, month 1, began." in question


def test_a_late_press_never_ends_the_next_phase(organizer, running):
    seen = {"month": "1", "phase": "ceremony"}
    organizer.tap("clock/end/", seen)

    late = organizer.tap("clock/end/", seen)

    assert late.status_code == 409
    assert "Ceremony of month 1 is not running any more" in words(late)
    assert "End Planning, month 1 now?" in words(late)
    assert running.state.clock.phase == Phase.PLANNING


def test_going_back_and_setting_the_clock_are_questions(organizer, running):
    running.go_to(Phase.PLANNING)

    organizer.tap("clock/back/", {"month": "1", "phase": "planning"})
    assert running.state.clock.phase == Phase.CEREMONY

    organizer.tap("clock/set/", {"month": "2", "phase": "planning", "left": "3:30"})
    assert (running.state.clock.month, running.state.clock.phase) == (2, Phase.PLANNING)


def test_a_pause_has_a_reason_and_goes_on_with_a_tap(organizer, running):
    organizer.tap("clock/pause/", {"reason": "Fire alarm"})
    assert running.state.clock.pause_reason == "Fire alarm"

    organizer.tap("clock/resume/")
    assert not running.state.clock.paused


def test_minutes_are_added_to_the_phase_that_was_seen(organizer, running):
    before = running.state.clock.deadline

    organizer.tap("clock/time/", {"month": "1", "phase": "ceremony", "seconds": "120"})
    stale = organizer.tap("clock/time/", {"month": "1", "phase": "planning", "seconds": "120"})

    assert (running.state.clock.deadline - before).total_seconds() == 120
    assert stale.status_code == 409


def test_a_room_gets_a_minute_of_its_own(war, action):
    before = action.state.clock.rooms[Room.WAR].deadline
    court = action.state.clock.rooms[Room.COURT].deadline

    war.tap("rooms/war/time/", {"month": "1", "phase": "action", "seconds": "60", "room": "court"})

    assert (action.state.clock.rooms[Room.WAR].deadline - before).total_seconds() == 60
    assert action.state.clock.rooms[Room.COURT].deadline == court


def test_the_organizer_has_every_rooms_clock(organizer, action):
    assert "War Room Updates" in words(organizer.fragment("part/room-clocks/"))

    organizer.tap("rooms/court/time/", {"month": "1", "phase": "action", "seconds": "60"})
    answer = organizer.tap("rooms/court/pause/", {"act": "pause"})

    assert answer.status_code == 200
    assert action.state.clock.rooms[Room.COURT].paused
    assert not action.state.clock.rooms[Room.WAR].paused


def test_a_room_stops_alone(war, action):
    war.tap("rooms/war/pause/", {"act": "pause"})
    assert action.state.clock.rooms[Room.WAR].paused

    war.tap("rooms/war/pause/", {"act": "resume"})
    assert not action.state.clock.rooms[Room.WAR].paused


def test_a_room_that_does_not_exist_is_not_found(organizer, action):
    assert organizer.tap("rooms/kitchen/pause/", {"act": "pause"}).status_code == 404


def test_steps_are_let_run_by_themselves(organizer, running):
    before = words(organizer.get("clock/"))
    assert "Steps of the rooms: Wait for desks" in before
    assert "✓ Wait for desks Run alone" in before

    organizer.tap("clock/steps/", {"on": "yes"})

    assert running.state.clock.auto_steps
    after = words(organizer.get("clock/"))
    assert "Steps of the rooms: Run alone" in after
    assert "Wait for desks ✓ Run alone" in after


# --- people -------------------------------------------------------------------------------------------------------------


def code_in(answer):
    return re.search(r'class="code-words">([0-9A-Z]{4}-[0-9A-Z]{4})<', answer.content.decode()).group(1)


def test_a_walk_in_gets_a_seat_a_rank_and_a_code_at_once(checkin, running):
    answer = checkin.tap("people/new/", {"name": "Zoë Late", "team": "ram"})

    seat = next(seat for seat in running.state.seats.values() if seat.name == "Zoë Late")
    assert (seat.rank, seat.presence) == (4, Presence.PRESENT)
    assert "type the code at <b>http://testserver/</b>" in answer.content.decode()
    assert b"<svg" in answer.content


def test_a_walk_in_sent_twice_is_one_player_and_shows_no_second_code(checkin, running):
    form = {"command_id": ONE_ID, "name": "Zoë Late", "team": "ram"}
    checkin.tap("people/new/", form)

    again = checkin.tap("people/new/", form)

    assert again.status_code == 422
    assert "is on the list already" in words(again)
    assert sum(seat.name == "Zoë Late" for seat in running.state.seats.values()) == 1


def test_two_walk_ins_at_two_tables_at_once_each_get_their_own_code(checkin, running, monkeypatch):
    def give_after_another(door, form, give=seating.carry_out):
        desk.perform(
            stream_id=door.event.stream_id, command=AddPlayer(team="cat", name="Adam Early"), by=OLGA, command_id=uuid.uuid4()
        )
        return give(door, form)

    monkeypatch.setattr(seating, "carry_out", give_after_another)
    answer = checkin.tap("people/new/", {"name": " Zoë  Late", "team": "ram"})

    seat = access.seat_by_code(code_in(answer))
    assert running.state.seats[seat.key].name == "Zoë Late"
    assert "Adam Early" not in words(answer)


def test_a_walk_in_with_a_name_that_the_house_has_is_asked_about_and_is_a_second_person_only_after_the_answer(checkin, running):
    checkin.tap("people/new/", {"name": "Zoë Late", "team": "ram"})
    first = next(seat for seat in running.state.seats.values() if seat.name == "Zoë Late")
    form = {"command_id": ONE_ID, "name": "zoe  late", "team": "ram"}

    asked = checkin.tap("people/new/", form)

    assert asked.status_code == 422
    assert "Zoë Late is in Ram already. Is it the same person?" in words(asked)
    assert 'value="zoe  late"' in asked.content.decode()
    assert 'value="ram" checked' in asked.content.decode()
    assert f'name="another" value="{first.id}"' in asked.content.decode()
    assert sum(seat.team == "ram" for seat in running.state.seats.values()) == first.rank

    answer = checkin.tap("people/new/", {**form, "another": first.id})
    second = access.seat_by_code(code_in(answer))
    assert second.key != first.id
    assert running.state.seats[second.key].name == "zoe late"


def test_a_walk_in_with_a_name_of_another_house_is_asked_about(checkin, running):
    checkin.tap("people/new/", {"name": "Zoë Late", "team": "ram"})
    first = next(seat for seat in running.state.seats.values() if seat.name == "Zoë Late")

    asked = checkin.tap("people/new/", {"name": "Zoë Late", "team": "cat"})
    answer = checkin.tap("people/new/", {"name": "Zoë Late", "team": "cat", "another": first.id})

    assert "Zoë Late is in Ram already. Is it the same person?" in words(asked)
    assert access.seat_by_code(code_in(answer)).key.startswith("cat-")


def test_a_third_person_of_one_name_is_asked_about_with_both_others(checkin, running):
    checkin.tap("people/new/", {"name": "Zoë Late", "team": "ram"})
    (first,) = (seat.id for seat in running.state.seats.values() if seat.name == "Zoë Late")
    checkin.tap("people/new/", {"name": "Zoë Late", "team": "cat", "another": first})
    (second,) = (seat.id for seat in running.state.seats.values() if seat.name == "Zoë Late" and seat.id != first)

    asked = checkin.tap("people/new/", {"name": "Zoë Late", "team": "ram", "another": first})

    assert "2 players are called Zoë Late: in Ram and Cat. Is it one of them?" in words(asked)
    assert "The one of Cat, rank 4" in words(asked)
    assert f'name="another" value="{first} {second}"' in asked.content.decode()
    answer = checkin.tap("people/new/", {"name": "Zoë Late", "team": "ram", "another": f"{first} {second}"})
    assert access.seat_by_code(code_in(answer)).key not in (first, second)


def test_a_walk_in_with_a_name_of_somebody_who_left_is_asked_nothing(checkin, running):
    checkin.tap("people/new/", {"name": "Zoë Late", "team": "ram"})
    first = next(seat for seat in running.state.seats.values() if (seat.name, seat.team) == ("Zoë Late", "ram"))
    assert checkin.tap(f"people/{first.id}/leave/", {}).status_code == 200

    again = checkin.tap("people/new/", {"name": "Zoë Late", "team": "ram"})

    assert access.seat_by_code(code_in(again)).key.startswith("ram-")


def test_an_answer_about_one_namesake_is_none_about_another(checkin, running):
    checkin.tap("people/new/", {"name": "Zoë Late", "team": "ram"})
    checkin.tap("people/new/", {"name": "Adam Early", "team": "ram"})
    first = next(seat for seat in running.state.seats.values() if seat.name == "Zoë Late")

    asked = checkin.tap("people/new/", {"name": "Adam Early", "team": "ram", "another": first.id})

    assert "Adam Early is in Ram already" in words(asked)


def test_a_substitute_called_like_somebody_of_the_house_is_asked_about(checkin, running):
    own, mate = (running.state.seats[key] for key in ("cat-1", "cat-2"))
    row = running.event.seats.get(key="cat-1")
    form = {"name": mate.name, "before": own.name, "issue": row.issue}

    asked = checkin.tap("people/cat-1/substitute/", form)
    assert f"{mate.name} is in Cat already" in words(asked)
    assert running.state.seats["cat-1"].name == own.name

    checkin.tap("people/cat-1/substitute/", {**form, "another": "cat-2"})
    assert running.state.seats["cat-1"].name == mate.name


def test_a_new_code_is_shown_once_and_puts_the_old_phone_out(checkin, player, running, monkeypatch):
    from control.live import broadcast

    out = []
    monkeypatch.setattr(broadcast, "close_seat", lambda event_id, seat: out.append(seat))
    issue = running.event.seats.get(key="cat-1").issue

    answer = checkin.tap("people/cat-1/code/", {"issue": issue})

    assert len(code_in(answer)) == 9
    assert out == ["cat-1"]
    assert code_in(answer) not in checkin.fragment("people/cat-1/").content.decode()


def test_the_code_is_left_with_a_word_that_promises_nothing_of_the_player(checkin, running):
    shown = checkin.tap("people/cat-1/code/", {"issue": running.event.seats.get(key="cat-1").issue})
    ways = re.findall(r"<(?:a|button)[^>]*>([^<]*)</", shown.content.decode().partition('class="row answers"')[2])

    assert ways == ["Close"]


def test_a_second_tap_gives_no_second_code(checkin, running):
    issue = running.event.seats.get(key="cat-1").issue
    checkin.tap("people/cat-1/code/", {"issue": issue})

    again = checkin.tap("people/cat-1/code/", {"issue": issue})

    assert again.status_code == 409
    assert "has been given a new code meanwhile" in words(again)


def test_a_single_favor_is_called_one(checkin, running):
    running.do(GiveFavors(seat=SeatId("cat-1"), count=1, reason="a gift"))

    assert "The purse (0 Power and 1 Favor) goes to" in words(checkin.fragment("people/cat-1/leave/"))
    with pytest.raises(Refused, match=r"holds 1 Favor\."):
        running.do(GiveFavors(seat=SeatId("cat-1"), count=-2, reason="taken back"))


def test_leaving_says_who_inherits_before_it_is_done(checkin, running):
    question = words(checkin.fragment("people/cat-1/leave/"))
    assert "The purse (0 Power and 0 Favors) goes to Jonas Lindqvist." in question

    checkin.tap("people/cat-1/leave/")

    assert running.state.seats["cat-1"].presence is Presence.GONE
    assert running.state.seats["cat-2"].rank == 1


def test_control_seats_a_player_in_a_room_during_action(war, checkin, action):
    war.tap("rooms/war/people/seat/", {"month": "1", "player": "cat-3"})
    checkin.tap("people/wolf-2/room/", {"month": "1", "place": f"underground {action.state.scenario.provinces[0].id}"})

    assert action.state.seats["cat-3"].choice == Room.WAR
    assert action.state.seats["wolf-2"].choice == Room.UNDERGROUND


def test_a_player_who_is_on_no_list_is_not_found(checkin, running):
    assert checkin.get("people/dog-1/").status_code == 404
    assert checkin.tap("people/dog-1/leave/").status_code == 404


# --- Houses -------------------------------------------------------------------------------------------------------------


def test_a_ceremony_is_held_and_relatives_are_tapped_in(ceremony, running):
    ceremony.tap("houses/ceremonies/hold/", {"month": "1", "kind": "funeral", "house": "cat", "what": "The old cat"})
    ceremony.tap("houses/ceremonies/attend/", {"there": "1 cat-1"})
    stranger = ceremony.tap("houses/ceremonies/attend/", {"there": "1 ram-1"})

    assert running.state.ceremonies[0].attended == ("cat-1",)
    assert stranger.status_code == 422
    assert "The old cat" in words(ceremony.fragment("part/ceremonies/"))


def test_a_marriage_is_entered_and_ended_with_a_reason(ceremony, running):
    ceremony.tap("houses/cat-1/spouse/", {"other": "ram-1", "reason": "Wed in the chapel"})
    assert running.state.seats["ram-1"].spouse == "cat-1"

    ceremony.tap("houses/cat-1/spouse/", {"other": "", "reason": "Annulled"})
    assert running.state.seats["ram-1"].spouse is None


def test_favors_are_drawn_and_what_they_are_stays_the_players(ceremony, running):
    answer = ceremony.tap("houses/cat-1/favors/", {"count": "2", "reason": "gift"})

    held = running.state.seats["cat-1"].purse.favors
    assert len(held) == 2
    assert held[0] not in answer.content.decode() + ceremony.fragment("houses/cat-1/").content.decode()


# --- undo ---------------------------------------------------------------------------------------------------------------


def test_undo_names_what_goes_with_it_and_that_nobody_has_looked_since(checkin, running):
    checkin.tap("people/mark/", {"mark": "cat-1 present late"})

    question = words(checkin.fragment(f"journal/{last_seq(running.event)}/undo/"))

    assert "Undo “Amara Okafor (Cat) late”?" in question
    assert "Amara Okafor (Cat) is late (was present)." in question
    assert "Seen by no player yet" in question


def test_undo_takes_back_and_redo_brings_it_back(checkin, running):
    checkin.tap("people/mark/", {"mark": "cat-1 present late"})
    undone = last_seq(running.event)

    checkin.tap(f"journal/{undone}/undo/", {"reason": "wrong person"})
    assert running.state.seats["cat-1"].presence is Presence.PRESENT
    assert "wrong person" in words(checkin.fragment("part/journal/"))

    checkin.tap(f"journal/{last_seq(running.event)}/undo/", {"reason": "right after all"})
    assert running.state.seats["cat-1"].presence is Presence.LATE


def test_undo_needs_a_reason(checkin, running):
    checkin.tap("people/mark/", {"mark": "cat-1 present late"})

    answer = checkin.tap(f"journal/{last_seq(running.event)}/undo/", {"reason": " "})

    assert (answer.status_code, running.state.seats["cat-1"].presence) == (422, Presence.LATE)


def test_an_undo_sent_twice_is_one(checkin, running):
    checkin.tap("people/mark/", {"mark": "cat-1 present late"})
    undone, form = last_seq(running.event), {"command_id": ONE_ID, "reason": "wrong person"}
    checkin.tap(f"journal/{undone}/undo/", form)
    before = running.seqs

    again = checkin.tap(f"journal/{undone}/undo/", form)

    assert (again.status_code, running.seqs) == (200, before)


def test_what_others_lean_on_is_said_and_has_no_button(organizer, action):
    organizer.tap("war/step/", {"month": "1", "step": "updates"})
    for step in ("orders", "favors", "move"):
        action.do(EndStep(room=Room.WAR, month=1, step=step))
    moved = last_seq(action.event)
    action.do(EndStep(room=Room.WAR, month=1, step="battle"))

    question = organizer.fragment(f"journal/{moved}/undo/").content.decode()

    assert "Battle, month 1" in question
    assert 'name="reason"' not in question


def test_what_was_said_cannot_be_unsaid(organizer, running):
    running.do(Announce(text="Hear!"))

    answer = organizer.tap(f"journal/{last_seq(running.event)}/undo/", {"reason": "slip"})

    assert answer.status_code == 422
    assert "What was said cannot be unsaid" in words(organizer.fragment(f"journal/{last_seq(running.event)}/undo/"))


def test_a_desk_does_not_take_back_what_belongs_to_another(war, ceremony, action):
    ceremony.tap("houses/cat-1/spouse/", {"other": "ram-1", "reason": "Wed"})
    action.do(EndStep(room=Room.COURT, month=1, step=action.state.clock.rooms[Room.COURT].step))

    assert war.fragment(f"journal/{last_seq(action.event)}/undo/").status_code == 404
    assert war.tap(f"journal/{last_seq(action.event)}/undo/", {"reason": "no"}).status_code == 404


def test_an_entry_that_does_not_exist_is_not_found(organizer, running):
    assert organizer.get("journal/99999/undo/").status_code == 404
    assert organizer.get("journal/0/undo/").status_code == 404


# --- the journal --------------------------------------------------------------------------------------------------------


def test_the_journal_is_filtered_by_what_who_and_words(organizer, running):
    running.do(Pause(reason="Fire alarm"))

    assert "Fire alarm" in words(organizer.fragment("part/journal/?about=clock"))
    assert "Fire alarm" not in words(organizer.fragment("part/journal/?about=people"))
    assert "Fire alarm" in words(organizer.fragment("part/journal/?who=olga&q=fire"))
    assert "Nothing fits" in words(organizer.fragment("part/journal/?q=unicorns+of+tin"))


def test_a_long_journal_comes_in_pages(organizer, running):
    for number in range(60):
        running.do(Announce(text=f"Word {number}"))

    first = organizer.fragment("part/journal/").content.decode()
    older = re.search(r"before=(\d+)", first).group(1)
    second = organizer.fragment(f"part/journal/?before={older}").content.decode()

    assert "Word 59" in first
    assert "Word 59" not in second
    assert "announced: Word 5<" in second


def test_the_journal_tells_a_withdrawn_entry_in_the_words_it_had(checkin, running):
    answer = checkin.tap("people/new/", {"name": "Zoë Late", "team": "ram", "command_id": str(uuid.uuid4())})
    assert answer.status_code == 200
    added = last_seq(running.event)
    checkin.tap("people/mark/", {"mark": "ram-4 present late"})
    late = last_seq(running.event)
    checkin.tap(f"journal/{late}/undo/", {"reason": "slip"})
    checkin.tap(f"journal/{added}/undo/", {"reason": "slip"})

    page = words(checkin.fragment("part/journal/"))

    assert "Zoë Late (Ram) is late (was present)." in page
    assert "Zoë Late joins as rank 4." in page


# --- two at once --------------------------------------------------------------------------------------------------------


STEP = {"month": "1", "step": "updates"}


def test_whoever_is_second_is_told_who_was_faster(war, organizer, action):
    organizer.tap("war/step/", STEP)
    before = action.seqs

    late = war.tap("war/step/", STEP)

    assert late.status_code == 409
    assert words(late).endswith("Your screen was out of date. organizer has just applied Updates. R-11")
    assert action.seqs == before


def test_one_account_on_two_tablets_is_told_that_it_was_itself(war, action):
    war.tap("war/step/", STEP)

    late = war.tap("war/step/", STEP)

    assert "You have, on this screen or another of yours, just applied Updates." in words(late)


def test_who_was_faster_an_hour_ago_is_not_named_as_just_now(war, organizer, action):
    organizer.tap("war/step/", STEP)
    Entry.objects.filter(stream=action.event.stream).update(at=timezone.now() - timedelta(hours=1))
    story.forget()

    assert "has already been carried out" in words(war.tap("war/step/", STEP))


def test_a_step_that_somebody_took_back_is_nobodys_doing(war, organizer, action):
    organizer.tap("war/step/", STEP)
    first = last_seq(action.event) - 1
    organizer.tap(f"journal/{first}/undo/", {"reason": "too early"})

    assert war.tap("war/step/", STEP).status_code == 200


def test_of_two_hands_in_one_purse_the_second_is_told_who_and_what(ceremony, organizer, running):
    organizer.tap("houses/cat-1/power/", {"before": "0", "power": "4", "reason": "tithe"})

    late = ceremony.tap("houses/cat-1/power/", {"before": "0", "power": "9", "reason": "gift"})

    assert "organizer has just done “Power of Amara Okafor (Cat)”." in words(late)
    assert "holds 4 Power by now, not 0" in words(late)
