"""The ladder of failures: each rung takes effect everywhere and another rung undoes it; all messages are kept."""

from __future__ import annotations

import re
import uuid

import pytest
from django.test import Client
from django.utils import timezone

from control.day.clock.pauses import Pause, Resume
from control.day.notices import Announce
from control.day.people import lookup as people
from control.engine.refusal import Refused, Stale
from control.journal import desk
from control.models import Event, Rung, Sheet
from control.sheets import sheets
from control.sheets import store as sheet_store
from control.watch import ladder, tracer
from control.watch.preflight_lines import LightColour
from control.watch.rungs import AT_THE_DESK, ON_PHONES, LadderStep
from rooms.realm.desks import Desk
from rooms.realm.scenario.ids import Room
from tests.control.desks.conftest import OLGA, words
from tests.control.hall import in_planning

pytestmark = pytest.mark.django_db


def climb(day, to):
    event = Event.objects.select_related("stream").get(pk=day.event.pk)
    return ladder.go_to_rung(event, to, OLGA, ladder.rung_of(event))


def announced(day, text):
    day.do(Announce(text=text))


def hall(day, kind="news", **headers):
    return Client().get(f"/screen/{day.event.pk}/{kind if '?' in kind else f'{kind}/'}", headers=headers)


def test_every_rung_is_one_tap_and_says_what_it_does(running, organizer, war):
    page = words(organizer.get("ladder/"))
    for step in LadderStep:
        assert ladder.NAMES[step] in page
    for to in (LadderStep.FROZEN, LadderStep.READ_ONLY, LadderStep.PAPER, LadderStep.BACK, LadderStep.LIVE):
        before = ladder.rung_of(Event.objects.get(pk=running.event.pk))
        done = organizer.tap("ladder/step/", {"to": to.value, "seen": before.value})
        assert done.status_code == 200
        assert f"The event is on “{ladder.NAMES[to]}” now." in words(done)
        assert ladder.rung_of(Event.objects.get(pk=running.event.pk)) is to
    rows = list(Rung.objects.values_list("before", "rung", "by"))
    assert rows[0] == ("back", "live", "organizer")
    assert len(rows) == 5
    assert "Go here" not in words(war.get("ladder/"))
    assert war.tap("ladder/step/", {"to": "paper", "seen": "live"}).status_code == 404


def test_who_comes_too_late_and_who_writes_nonsense_is_told(running, organizer):
    climb(running, LadderStep.FROZEN)
    assert organizer.tap("ladder/step/", {"to": "paper", "seen": "live"}).status_code == 409
    assert organizer.tap("ladder/step/", {"to": "heaven", "seen": "live"}).status_code == 422
    with pytest.raises(Stale):
        climb(running, LadderStep.FROZEN)
    assert Rung.objects.count() == 1


def test_frozen_screens_show_what_they_showed_and_say_so_while_the_desks_go_on(running):
    announced(running, "Dinner is at seven")
    climb(running, LadderStep.FROZEN)
    announced(running, "The Cat has fallen")

    for response in (hall(running), hall(running, **{"HX-Request": "true"})):
        page = words(response)
        assert "Dinner is at seven" in page
        assert "The Cat has fallen" not in page
        assert "As it was at" in page
    assert b'hx-swap-oob="true"' in hall(running, **{"HX-Request": "true"}).content
    running.do(Pause(reason="A fire drill"))
    assert "A fire drill" in words(hall(running, "clock")), "the clock is always true"

    frozen = hall(running, **{"HX-Request": "true"}).content.decode()
    seen = re.search(r'name="seen" value="([^"]+)"', frozen)
    climb(running, LadderStep.LIVE)
    assert "The Cat has fallen" in words(hall(running, f"news/?seen={seen[1]}", **{"HX-Request": "true"}))
    page = words(hall(running))
    assert "The Cat has fallen" in page
    assert "As it was at" not in page


@pytest.mark.parametrize("rung", [LadderStep.READ_ONLY, LadderStep.PAPER])
def test_nothing_is_changed_on_a_rung_that_only_shows(running, organizer, rung):
    left = running.state.clock.deadline
    climb(running, rung)
    before = running.seqs
    assert running.state.clock.paused
    assert str(running.state.clock.pause_reason) == ladder.STANDS[rung]
    with pytest.raises(Refused, match="only shows for now") as no:
        announced(running, "Too late")
    assert no.value.code == "read-only"
    with pytest.raises(Refused):
        desk.withdraw(stream_id=running.event.stream_id, entries=(1,), reason="", by=OLGA, command_id=uuid.uuid4())
    said = organizer.tap("clock/time/", {"seconds": "60", "month": "1", "phase": "ceremony"})
    assert said.status_code == 422
    assert AT_THE_DESK.partition(":")[0] in words(said)
    assert running.seqs == before

    climb(running, LadderStep.LIVE)
    assert not running.state.clock.paused
    assert running.state.clock.deadline > left, "the time on the rung is not lost"
    announced(running, "And on")


def test_a_clock_that_a_person_stopped_stands_afterwards(running):
    running.do(Pause(reason="Lunch"))
    climb(running, LadderStep.READ_ONLY)
    assert running.state.clock.pause_reason == "Lunch"
    climb(running, LadderStep.LIVE)
    assert running.state.clock.pause_reason == "Lunch"
    running.do(Resume())


def test_between_rungs_that_stand_the_words_change_and_the_clock_does_not_run(running):
    climb(running, LadderStep.READ_ONLY)
    left = running.state.clock.left
    climb(running, LadderStep.PAPER)
    assert str(running.state.clock.pause_reason) == ladder.STANDS[LadderStep.PAPER]
    assert (left - running.state.clock.left).total_seconds() < 1
    climb(running, LadderStep.BACK)
    assert running.state.clock.paused
    announced(running, "Desks work again")


def test_a_command_that_was_done_before_is_answered_on_every_rung(running):
    command_id = uuid.uuid4()
    given = {"stream_id": running.event.stream_id, "command": Announce(text="Once"), "by": OLGA, "command_id": command_id}
    desk.perform(**given)
    climb(running, LadderStep.READ_ONLY)
    assert desk.perform(**given).repeated


def test_it_says_what_to_print_and_whose_sheet_is_to_be_entered(action, organizer):
    climb(action, LadderStep.PAPER)
    page = organizer.get("ladder/").content.decode()
    for address in ("state/", "sheets/?kind=war&amp;month=1", "strips/", "laws/"):
        assert f"/print/{action.event.pk}/{address}" in page
        assert organizer.client.get(f"/print/{action.event.pk}/{address.replace('&amp;', '&')}").status_code == 200
    assert "to be entered" not in page
    climb(action, LadderStep.BACK)
    assert "0 here, to be entered: " in words(organizer.get("ladder/"))
    there = [seat.name for seat in people.present_seats(action.state, Room.WAR)]
    assert there
    assert all(name in words(organizer.get("ladder/")) for name in there)


@pytest.mark.django_db(transaction=True)
@pytest.mark.both_databases
def test_sheets_wait_on_the_phones_and_the_tracer_goes_on():
    event = in_planning("cat-1")
    event.refresh_from_db()
    ladder.go_to_rung(event, LadderStep.READ_ONLY, OLGA, LadderStep.LIVE)
    arrival = sheets.Arrival(
        event_id=event.pk,
        seat="cat-1",
        kind="war",
        month=1,
        client_key=uuid.uuid4(),
        body=b'{"orders":[],"allies":[],"betray":false}',
        received_at=timezone.now(),
    )
    (receipt,) = sheet_store.store((arrival,))
    assert (receipt.status, receipt.sentence, receipt.code) == (sheets.Status.REFUSED, ON_PHONES, "unsaved")
    assert not Sheet.objects.exists()
    assert tracer.send_tracer(event, 1, "x").colour is LightColour.GREEN
    ladder.go_to_rung(event, LadderStep.LIVE, OLGA, LadderStep.READ_ONLY)
    (receipt,) = sheet_store.store((arrival,))
    assert receipt.status is not sheets.Status.REFUSED, receipt.sentence
    sheets.stop()


def test_a_desk_beside_the_organizers_reads_where_the_day_stands(running, sits):
    climb(running, LadderStep.PAPER)
    assert "now" in words(sits(Desk.CEREMONY).get("ladder/"))
