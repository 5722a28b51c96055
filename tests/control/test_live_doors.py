"""Open sockets close as soon as their access ends, on real sockets of a real server."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from websockets.exceptions import ConnectionClosed

from control.day.people.presence import LeaveForGood
from control.engine.ids import SeatId
from control.engine.modules import Invalidation
from control.live import attendant, broadcast
from control.models import DeviceOut
from control.people import access, phone_badges, staff
from rooms.realm.desks import Desk
from tests.control.hall import an_event, in_planning, phone_of, serving
from tests.events import do
from tests.services import PATIENCE
from tests.teams import seated

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

CAT = SeatId("cat-1")
OUT = 4401


@pytest.fixture(autouse=True)
def no_second_look(monkeypatch):
    """Disable the regular checks: only the news can close a socket here."""
    cache.clear()
    monkeypatch.setattr(attendant, "LOOK_EVERY", 3600.0)


@pytest.fixture
def hall():
    with serving() as found:
        yield found


def close_code(screen) -> int:
    try:
        while True:
            screen.line.recv(PATIENCE)
    except ConnectionClosed as closed:
        return closed.rcvd.code


def joined(event, seat: str) -> Client:
    client = Client()
    client.post(reverse("control:link", args=[access.issue_code(event.seats.get(key=seat))]))
    return client


def cookies(client: Client) -> str:
    return "; ".join(f"{name}={each.value}" for name, each in client.cookies.items())


def leave_for_good(event, phone):
    do(event, LeaveForGood(seat=CAT))


def sign_out(event, phone):
    phone.post(reverse("control:leave"))


def join_as_another(event, phone):
    phone.post(reverse("control:link", args=[access.issue_code(event.seats.get(key="cat-2"))]))


def put_another_beside(event, phone):
    phone.post(reverse("control:link", args=[access.issue_code(event.seats.get(key="cat-2"))]), {"both": "1"})


@pytest.mark.parametrize("change", [leave_for_good, sign_out, join_as_another, put_another_beside], ids=lambda act: act.__name__)
def test_a_phones_socket_is_closed_when_its_badge_is_another(hall, change):
    event = in_planning("cat-1", "cat-2", "wolf-1")
    phone, other = joined(event, "cat-1"), joined(event, "wolf-1")
    with hall.screen(event.pk, cookies(phone)) as own, hall.screen(event.pk, cookies(other)) as stays:
        own.hear("hello")
        stays.hear("hello")

        change(event, phone)

        assert close_code(own) == OUT
        assert "pong" not in stays.topics()  # it still answers


def test_whoever_changes_over_closes_the_socket_of_the_one_who_played(hall):
    event = in_planning("cat-1", "cat-2")
    phone = joined(event, "cat-1")
    put_another_beside(event, phone)
    assert phone_badges.COOKIE in phone.cookies
    with hall.screen(event.pk, cookies(phone)) as screen:
        assert screen.hear("hello")["seat"] == "cat-2"

        phone.post("/j/other/")

        assert close_code(screen) == OUT
    with hall.screen(event.pk, cookies(phone)) as screen:
        assert screen.hear("hello")["seat"] == "cat-1"


@pytest.mark.parametrize("change", [leave_for_good, sign_out], ids=lambda act: act.__name__)
def test_the_old_cookie_opens_only_what_the_hall_hears(hall, change):
    event = in_planning("cat-1")
    phone = joined(event, "cat-1")
    kept = cookies(phone)
    change(event, phone)
    with hall.screen(event.pk, kept) as screen:
        assert screen.hear("hello")["seat"] is None

        broadcast.tell_outside_journal(
            event.pk, [Invalidation(topic="strip", to="seat:cat-1"), Invalidation(topic="team", to="team:cat")]
        )

        assert screen.topics() == []
        screen.say(t="sheet", kind="war", month=1, key="6f1d9f0e-3a3c-4b8e-9d0e-0a8d6b2f7c11", body={})
        assert "has not joined" in screen.hear("refused")["sentence"]


def signed_in(event, name: str, *desks: Desk) -> tuple[Client, User]:
    client, user = Client(), User.objects.create_user(name)
    client.force_login(seated(user, desks, event))
    return client, user


def close_account(user, client):
    user.is_active = False
    user.save()


def delete_account(user, client):
    user.delete()


def withdraw(user, client):
    staff.withdraw_membership(user.memberships.get().event, user)


def new_password(user, client):
    staff.give_account(user.get_username())


def sign_off(user, client):
    client.post("/staff/logout/")


@pytest.mark.parametrize("change", [close_account, delete_account, withdraw, new_password, sign_off], ids=lambda act: act.__name__)
def test_a_tablets_socket_is_closed_when_its_account_opens_something_else(hall, change):
    event = an_event()
    tablet, user = signed_in(event, "wanda", Desk.WAR)
    other, _user = signed_in(event, "olga", Desk.ORGANIZER)
    with hall.screen(event.pk, cookies(tablet)) as own, hall.screen(event.pk, cookies(other)) as stays:
        own.hear("hello")
        stays.hear("hello")

        change(user, tablet)

        assert close_code(own) == OUT
        stays.topics()  # it still answers


def test_signing_one_tablet_out_leaves_another_of_the_same_account(hall):
    event = an_event()
    one, user = signed_in(event, "wanda", Desk.WAR)
    two = Client()
    two.force_login(user)
    with hall.screen(event.pk, cookies(one)) as out, hall.screen(event.pk, cookies(two)) as stays:
        out.hear("hello")
        stays.hear("hello")

        one.post("/staff/logout/")

        assert close_code(out) == OUT
        stays.topics()


def lose_the_seat(event):
    event.seats.filter(key="cat-1").update(issue=7)


def lose_the_device(event):
    told = access.seat_cookie({access.COOKIE: phone_of(event, "cat-1").partition("=")[2]})
    DeviceOut.objects.create(event=event, device=told.device, at="2026-01-01T00:00:00Z")


@pytest.mark.parametrize("change", [lose_the_seat, lose_the_device], ids=lambda act: act.__name__)
def test_a_phone_whose_closing_was_not_heard_of_is_closed_at_the_next_look(monkeypatch, change):
    monkeypatch.setattr(attendant, "LOOK_EVERY", 0.05)
    event = an_event()
    told = phone_of(event, "cat-1")
    monkeypatch.setattr("tests.control.test_live_doors.phone_of", lambda *_which: told)
    with serving() as hall, hall.screen(event.pk, told) as phone, hall.screen(event.pk, phone_of_wolf(event)) as stays:
        phone.hear("hello")
        stays.hear("hello")

        change(event)

        assert close_code(phone) == OUT
        stays.topics()


def test_an_event_that_cannot_be_read_keeps_no_other_open(monkeypatch):
    monkeypatch.setattr(attendant, "LOOK_EVERY", 0.05)
    broken, event = an_event(), an_event()
    told = phone_of(event, "cat-1")

    def admitted(knocks, ask=attendant.admit):
        if any(knock.place == broken.pk for knock in knocks):
            raise ValueError("unreadable")
        return ask(knocks)

    with serving() as hall, hall.screen(broken.pk, phone_of_wolf(broken)) as stays, hall.screen(event.pk, told) as phone:
        phone.hear("hello")
        stays.hear("hello")
        monkeypatch.setattr(attendant, "admit", admitted)

        access.issue_code(event.seats.get(key="cat-1"))

        assert close_code(phone) == OUT
        stays.topics()


def phone_of_wolf(event) -> str:
    from tests.control.hall import phone_of as really

    return really(event, "wolf-1")
