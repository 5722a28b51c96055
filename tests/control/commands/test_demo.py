"""The demo: one command starts a running event; a second call changes nothing."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth import authenticate
from django.core.management import call_command
from django.test import Client

from control.day.state import DayStage
from control.journal import journal
from control.models import Event
from control.people import access
from control.people.access import desks_of
from control.people.events import create_event
from control.watch.addresses import own_root, root_of
from rooms.realm.desks import Desk
from rooms.realm.frame import NAME
from rooms.realm.scenario.ids import Phase
from tests.control.phones import Day
from tests.scenarios import small

pytestmark = pytest.mark.django_db


@pytest.fixture
def small_demo(monkeypatch):
    monkeypatch.setenv("DEMO", "small")
    monkeypatch.delenv("BOTS", raising=False)


def demo(capsys, *words: str) -> str:
    call_command("demo", "--host", "127.0.0.1", "--port", "8000", *words)
    return capsys.readouterr().out


def state_of_the_event():
    return journal.head(Event.objects.select_related("stream").get().stream).state


@pytest.mark.usefixtures("small_demo")
def test_the_demo_is_checked_in_and_running(capsys):
    demo(capsys)

    state = state_of_the_event()
    assert state.clock.stage is DayStage.PLAYING
    assert all(seat.here for seat in state.seats.values())
    assert Event.objects.get().name == "The Demo Day"


@pytest.mark.usefixtures("small_demo")
def test_accounts_and_codes_are_printed_and_work(capsys):
    said = demo(capsys)

    event = Event.objects.get()
    accounts = dict(re.findall(r"^  (\w+) +([0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}) ", said, re.MULTILINE))
    assert desks_of(authenticate(username="organizer", password=accounts["organizer"]), event.pk) == {Desk.ORGANIZER}
    assert desks_of(authenticate(username="checkin", password=accounts["checkin"]), event.pk) == {Desk.CHECK_IN}
    assert set(accounts) == {"organizer", "war", "court", "underground", "ceremony", "checkin"}
    code = re.search(r"CAT  Amara Okafor +(\S+)", said).group(1)
    assert access.seat_by_code(code).key == "cat-1"
    assert "http://127.0.0.1:8000/control/" in said
    assert "▀" in said


@pytest.mark.usefixtures("small_demo")
def test_a_second_run_changes_nothing_and_prints_no_secret(capsys):
    first = demo(capsys)
    password = re.search(r"organizer +(\S+)", first).group(1)

    second = demo(capsys)

    assert Event.objects.count() == 1
    assert authenticate(username="organizer", password=password) is not None
    assert not re.search(r"[0-9A-Z]{4}-[0-9A-Z]{4}", second)
    assert "manage.py staff NAME" in second


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("small_demo")
def test_each_event_whose_day_is_not_over_is_named_with_its_addresses(capsys):
    Day().until(Phase.RETURN, month=10).end()
    over = Event.objects.get()
    first, second = (create_event(realm=NAME, name=name, scenario=small(), casting=small().casting) for name in ("Berlin", "Bonn"))

    said = demo(capsys)

    for event in (first, second):
        assert re.search(rf"^{event.name}\n  control team +http://127.0.0.1:8000/control/{event.pk}/$", said, re.MULTILINE)
        assert f"/screen/{event.pk}/here/" in said
        assert re.search(rf"manage.py codes {event.pk} --anew .*{event.name}", said)
    assert f"/screen/{over.pk}/here/" not in said


@pytest.mark.usefixtures("small_demo")
def test_with_bots_the_steps_run_by_themselves(capsys, monkeypatch):
    monkeypatch.setenv("BOTS", "1")

    demo(capsys)

    assert state_of_the_event().clock.auto_steps


def test_the_whole_demo_has_forty_five_players(capsys, monkeypatch):
    monkeypatch.delenv("DEMO", raising=False)

    demo(capsys)

    assert len(state_of_the_event().seats) == 45


@pytest.mark.usefixtures("small_demo")
def test_the_projector_is_sent_where_the_console_finds_it_again(capsys):
    """A screen that opens the clock by its address has no name, cannot be redirected, and fails preflight."""
    (place,) = re.findall(r"the hall +http://[^/]+(/screen/\d+/\S+)", demo(capsys))

    assert Client().get(place).status_code == 200
    assert Event.objects.get().screens.count() == 1


def test_phones_are_told_this_machines_address_in_its_network():
    assert root_of("0.0.0.0", 8000).startswith("http://")
    assert "0.0.0.0" not in root_of("0.0.0.0", 8000)
    assert root_of("127.0.0.1", 8231) == "http://127.0.0.1:8231"
    assert root_of("fd00::7", 80) == "http://[fd00::7]:80"


@pytest.mark.parametrize(("port", "named"), [("", 8000), ("1", 1), ("8080", 8080)])
def test_this_console_is_found_at_its_port_else_at_8000(port, named, monkeypatch, settings, tmp_path):
    settings.VAR_DIR = tmp_path
    monkeypatch.setenv("HOST", "192.168.1.7")
    monkeypatch.setenv("PORT", port)

    assert own_root() == f"http://192.168.1.7:{named}"
