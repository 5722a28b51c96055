"""Accounts of the control team from the command line."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth import authenticate
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client

from control.models import Event
from control.people.access import desks_of
from control.people.events import create_event
from rooms.realm.desks import Desk
from rooms.realm.frame import NAME
from tests.scenarios import small

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return create_event(realm=NAME, name="Test day", scenario=small(), casting=small().casting)


@pytest.fixture
def other(event) -> Event:
    return create_event(realm=NAME, name="Evening", scenario=small(), casting=small().casting)


def staff(capsys, *words: str) -> str:
    call_command("staff", *words)
    return capsys.readouterr().out


def password_in(said: str) -> str:
    return re.search(r"[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}", said).group(0)


def test_a_new_account_sits_at_its_desks_of_the_only_event_and_its_password_is_printed_once(capsys, event):
    said = staff(capsys, "anna", "--desk", "war", "--desk", "check-in")

    user = authenticate(username="anna", password=password_in(said))
    assert desks_of(user, event.pk) == {Desk.WAR, Desk.CHECK_IN}
    assert password_in(said) not in user.password
    assert not user.is_staff


@pytest.mark.parametrize("name", ["a", "x" * 60])
def test_a_name_may_be_as_short_as_one_letter_and_as_long_as_sixty(capsys, event, name):
    staff(capsys, name, "--desk", "war")

    assert User.objects.get().username == name


@pytest.mark.parametrize("name", ["slug", "pk"])
def test_of_several_events_it_is_said_which_and_the_others_stay_shut(capsys, event, other, name):
    staff(capsys, "anna", "--desk", "war", "--event", str(getattr(other, name)))

    user = User.objects.get(username="anna")
    assert (desks_of(user, event.pk), desks_of(user, other.pk)) == (frozenset(), {Desk.WAR})


def test_which_event_is_never_guessed(capsys, event, other):
    with pytest.raises(CommandError, match=f"several events; say which: .*--event {event.slug}"):
        staff(capsys, "anna", "--desk", "war")

    assert not User.objects.exists()


def test_desks_in_one_event_leave_those_in_another_alone(capsys, event, other):
    staff(capsys, "anna", "--desk", "war", "--event", event.slug)
    staff(capsys, "anna", "--desk", "court", "--event", other.slug)

    user = User.objects.get(username="anna")
    assert (desks_of(user, event.pk), desks_of(user, other.pk)) == ({Desk.WAR}, {Desk.COURT})


def test_a_known_account_that_is_given_desks_stays_signed_in_elsewhere(capsys, event, other):
    first = password_in(staff(capsys, "anna", "--desk", "war", "--event", event.slug))
    client = Client()
    client.login(username="anna", password=first)

    said = staff(capsys, "anna", "--desk", "court", "--event", other.slug)

    assert "password stays" in said
    assert authenticate(username="anna", password=first) is not None
    assert client.get(f"/control/{event.pk}/").status_code == 200


def test_a_reset_keeps_the_desks_and_puts_the_old_password_out(capsys, event):
    first = password_in(staff(capsys, "anna", "--desk", "war"))
    client = Client()
    client.login(username="anna", password=first)

    second = password_in(staff(capsys, "anna"))

    assert authenticate(username="anna", password=first) is None
    assert desks_of(authenticate(username="anna", password=second), event.pk) == {Desk.WAR}
    assert client.get("/control/").headers["Location"].startswith("/staff/login/")


def test_desks_are_set_not_added(capsys, event):
    staff(capsys, "anna", "--desk", "war")

    staff(capsys, "anna", "--desk", "court")

    assert desks_of(User.objects.get(username="anna"), event.pk) == {Desk.COURT}


def test_a_closed_account_is_open_again(capsys, event):
    staff(capsys, "anna", "--desk", "war")
    User.objects.update(is_active=False)

    assert authenticate(username="anna", password=password_in(staff(capsys, "anna"))) is not None


def test_the_accounts_are_listed_with_their_events_and_without_passwords(capsys, event):
    staff(capsys, "anna", "--desk", "war", "--desk", "court")
    User.objects.create_superuser("root")

    assert staff(capsys) == f"anna  court, war in {event.slug}\nroot  no desk\n"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        pytest.param(("bob",), "Say which desk", id="no desk"),
        pytest.param(("bob", "--event", "test-day"), "Say which desk", id="an event and no desk"),
        pytest.param(("bob", "--desk", "war"), "There is no event yet", id="no event"),
        pytest.param(("bob", "--desk", "war", "--event", "noon"), "There is no event 'noon'", id="an unknown event"),
        pytest.param(("bob the brave", "--desk", "war"), "no spaces", id="blanks"),
        pytest.param(("x" * 61, "--desk", "war"), "1 to 60 characters", id="too long"),
        pytest.param(("bob", "--desk", "kitchen"), "invalid choice", id="an unknown desk"),
    ],
)
def test_a_mistake_is_one_sentence_and_makes_nothing(capsys, words, sentence):
    with pytest.raises(CommandError, match=sentence):
        staff(capsys, *words)

    assert not User.objects.exists()
