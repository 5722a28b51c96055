"""An event that this program cannot read: lists leave it out, its pages say so, and all other events go on."""

from __future__ import annotations

import io
import uuid
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.core.management import call_command
from django.utils import timezone

from control.bots.players import Bots
from control.clock import clockwork
from control.debrief import team
from control.journal import journal
from control.lab import subjects
from control.models import Due, Event, Stream
from control.people import access
from control.rehearsal import event_copy
from control.rehearsal.conductor import Conductor
from control.sheets import sheets
from control.sheets.sheets import Status
from control.watch import machine_checks
from control.watch.preflight_lines import EVERYWHERE, LightColour, store_results
from rooms.realm.desks import Desk
from tests.control.desks.conftest import Person, signed_in, words
from tests.control.hall import in_planning, phone_of
from tests.control.phones import Day
from tests.control.test_sheets import CAT_1, arrival

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def fresh():
    cache.clear()
    yield
    journal.forget()


@pytest.fixture(params=["game", "scenario", "state"])
def broken(request) -> Event:
    """A second event of the organizer, whose game is not installed or whose stored data cannot be read."""
    event = Day().event
    signed_in(event, Desk.ORGANIZER)
    event.code = access.issue_code(event.seats.get(key="wolf-1"))
    damage(event, request.param)
    return event


def damage(event: Event, how: str) -> None:
    stream = Stream.objects.filter(pk=event.stream_id)
    if how == "game":
        stream.update(engine="gone")
    elif how == "scenario":
        Event.objects.filter(pk=event.pk).update(scenario=b"{}")
    else:
        stream.update(state=b"{}")
    journal.forget()


@pytest.fixture
def day(broken) -> Day:
    return Day()


@pytest.fixture
def organizer(day, broken) -> Person:
    """The organizer of both events, in a browser that gets error pages instead of exceptions."""
    found = signed_in(day.event, Desk.ORGANIZER)
    found.client.raise_request_exception = False
    return found


def test_lists_leave_it_out_and_show_the_others(day, broken, organizer):
    screens = organizer.client.get("/screen/")
    assert screens.status_code == 200
    assert f"/screen/{day.event.pk}/clock/" in screens.content.decode()
    assert f"/screen/{broken.pk}/" not in screens.content.decode()

    lab = organizer.client.get("/lab/")
    assert lab.status_code == 200
    assert f'value="event/{day.event.pk}"' in lab.content.decode()
    assert f'value="event/{broken.pk}"' not in lab.content.decode()

    assert [organizer.client.get(path).status_code for path in ("/", "/control/", "/tables/")] == [200, 200, 200]
    assert organizer.client.get("/rules/").status_code == 302
    assert team.others_of(User.objects.get(username="organizer"), day.event) == ()
    with pytest.raises(LookupError):
        subjects.find_subject(f"event/{broken.pk}")


@pytest.mark.parametrize("path", ["/screen/{}/here/", "/screen/{}/clock/", "/control/{}/", "/control/{}/preflight/", "/print/{}/"])
def test_its_own_pages_say_so(broken, organizer, path):
    answer = organizer.client.get(path.format(broken.pk))

    assert answer.status_code == 503
    assert f"This console cannot read event {broken.pk}." in words(answer)


def test_a_phone_of_it_is_told_so(broken, client):
    name, _is, value = phone_of(broken, "cat-1").partition("=")
    client.cookies[name] = value

    answer = client.get("/play/", follow=True)

    assert (answer.status_code, "cannot read the event of this phone" in words(answer)) == (200, True)
    assert 'name="code"' in answer.content.decode()
    assert [client.get(path).status_code for path in ("/screen/", "/tables/", "/nothing/")] == [200, 200, 404]


def test_a_code_of_it_is_answered_with_a_sentence(broken, client):
    code = broken.code

    for answer in (client.get(f"/j/{code}/"), client.post(f"/j/{code}/")):
        assert answer.status_code == 503
        assert "This code is right, but this console cannot read its event." in words(answer)


def test_another_failure_has_a_reference_still(day, organizer, monkeypatch):
    monkeypatch.setattr("control.watch.preflight.periodic_checks.check_without_worker", lambda _ping: 1 / 0)

    answer = organizer.get("preflight/")

    assert (answer.status_code, "cannot read event" in words(answer)) == (500, False)


def test_preflight_of_every_event_names_it(day, broken, organizer):
    found = machine_checks.events()
    assert found.colour is LightColour.RED
    assert f"event {broken.pk} (" in found.words
    assert f"replay {broken.pk}" in found.mend

    store_results(EVERYWHERE, {"events": found})
    assert f"left out of all lists: event {broken.pk} (" in words(organizer.get("preflight/"))
    Stream.objects.filter(pk=broken.stream_id).update(archived=True)
    assert machine_checks.events().colour is LightColour.GREEN


def test_the_list_of_events_on_the_command_line_names_it(day, broken):
    out = io.StringIO()
    call_command("event", "list", stdout=out)

    told = {line.split()[0]: "cannot be read" in line for line in out.getvalue().splitlines()}
    assert told == {str(broken.pk): True, str(day.event.pk): False}


def test_the_demo_is_shown_beside_it(day, broken):
    out = io.StringIO()
    call_command("demo", stdout=out)

    assert f"/screen/{day.event.pk}/here/" in out.getvalue()


def test_the_clock_of_the_others_goes_on(day, broken):
    past = timezone.now() - timedelta(seconds=1)
    for stream in (broken.stream_id, day.event.stream_id):
        Due.objects.create(stream_id=stream, what="step:nowhere", at=past, kind="EndStep", body="{}")

    clockwork.carry_out_all_due()

    assert list(Due.objects.values_list("stream_id", flat=True)) == [broken.stream_id]


def test_bots_play_the_others(day, broken):
    played = []

    class Playing(Bots):
        def _play(self, event, now):
            journal.head(event.stream)
            played.append(event.pk)
            return 1

    bots = Playing(lambda: list(Event.objects.select_related("stream").order_by("pk")))

    assert bots.look(timezone.now()) == 1
    assert played == [day.event.pk]


def test_a_rehearsal_that_cannot_be_thrown_away_keeps_no_other(day, broken, monkeypatch):
    Event.objects.update(rehearses=day.event, created_at=timezone.now() - timedelta(days=3))
    erased = []

    def erase(copy):
        if copy.pk == broken.pk:
            raise KeyError(copy.pk)
        erased.append(copy.pk)

    monkeypatch.setattr(event_copy, "erase", erase)

    assert event_copy.throw_away_the_old() == 1
    assert erased == [day.event.pk]


def test_screens_of_a_rehearsal_that_cannot_be_read_hear_again_without_stopping_the_others(day, broken, monkeypatch):
    monkeypatch.setattr("control.live.hub.deaf", {broken.pk})

    Conductor()._keep_deaf([], timezone.now())


@pytest.mark.parametrize("how", ["game", "scenario", "state"])
def test_a_sheet_for_it_takes_no_others_sheet_with_it(how):
    well, event = in_planning(CAT_1), in_planning(CAT_1)
    damage(event, how)

    receipts = sheets.store_with_retries([arrival(event), arrival(well), arrival(event, client_key=uuid.uuid4())])

    assert [receipt.code for receipt in receipts] == ["unsaved", "", "unsaved"]
    assert receipts[1].status is Status.RECEIVED
