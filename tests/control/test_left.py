"""Phones that left for good, were signed out or replaced open nothing of the House: every page answers as to a stranger."""

from __future__ import annotations

import re
import uuid

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from control.day.people.presence import AddPlayer, LeaveForGood
from control.journal import desk
from control.people import access, phone_badges
from rooms.realm.scenario.ids import HouseId, Phase
from tests.control.phones import CAT_1, CAT_2, OLGA, Day, words
from tests.secrecy.planted import AUTHOR, VOLATILE, Hall, addresses, player

pytestmark = [pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def nobody_has_guessed():
    cache.clear()
    yield
    cache.clear()


def copy_of(phone: Client) -> Client:
    """Another browser with the same cookies, as a person who kept them would have."""
    found = Client()
    for name in (access.COOKIE, phone_badges.COOKIE):
        if name in phone.cookies:
            found.cookies[name] = phone.cookies[name].value
    return found


def leave(hall: Hall, seat) -> None:
    hall.do(LeaveForGood(seat=seat))


def replace(hall: Hall, seat) -> None:
    access.issue_code(hall.event.seats.get(key=seat))


def sign_out(hall: Hall, seat) -> None:
    """Sign out on the phone itself, whose cookie has been copied."""
    hall.phone.post(reverse("control:leave"))


def answer(client: Client, how: str, address: str):
    """Status, location and body of an answer, without parts that always differ."""
    response = getattr(client, how)(address)
    body = b"" if response.streaming else response.content
    kept = {name: value for name, value in response.headers.items() if name in ("Location", "HX-Redirect")}
    return response.status_code, kept, VOLATILE.sub(b"*", body)


DOOR = re.compile(r"^/(j/.*)?$")  # these addresses say why


@pytest.mark.parametrize("end", [leave, replace, sign_out], ids=lambda act: act.__name__)
def test_every_address_answers_as_to_a_stranger(end):
    hall = Hall.planted()
    hall.phone = player(hall.event, AUTHOR)
    kept = copy_of(hall.phone)
    assert kept.get("/play/").status_code == 200
    end(hall, AUTHOR)

    differing = [
        (how, address)
        for address in addresses(hall.event)
        for how in ("get", "post")
        if not DOOR.match(address) and answer(copy_of(kept), how, address) != answer(Client(), how, address)
    ]

    assert differing == []


def test_who_has_left_reads_one_page_that_says_so_and_nothing_of_the_house():
    day = Day().here(CAT_1, CAT_2)
    phone = day.phone(CAT_1)
    day.do(LeaveForGood(seat=CAT_1))

    page = phone.get("/play/", follow=True)

    assert page.redirect_chain == [("/", 302)]
    assert "Thank you for playing" in words(page)
    house = next(team.name for team in day.state.teams if team.id == "cat")
    told = [house, day.state.seats[CAT_2].name, "Continue as", "emblem-cat"]
    assert [each for each in told if each in words(page)] == []
    assert phone.get("/play/fresh/").headers["HX-Redirect"] == "/"


def test_who_is_put_back_gets_in_with_the_same_badge():
    day = Day().here(CAT_1)
    phone = day.phone(CAT_1)
    done = day.do(LeaveForGood(seat=CAT_1))
    assert phone.get("/play/").status_code == 302

    desk.withdraw(
        stream_id=day.event.stream_id, entries=(done.entries[0].seq,), reason="A mistake", by=OLGA, command_id=uuid.uuid4()
    )

    assert phone.get("/play/").status_code == 200


def test_a_code_of_somebody_whose_coming_was_taken_back_is_nobodys():
    day = Day()
    done = day.do(AddPlayer(team=HouseId("cat"), name="Wanda"))
    seat = done.entries[0]
    found = next(key for key, each in day.state.seats.items() if each.name == "Wanda")
    day.event.seats.create(key=found)
    phone = day.phone(found)
    assert phone.get("/play/").status_code == 200

    desk.withdraw(stream_id=day.event.stream_id, entries=(seat.seq,), reason="A mistake", by=OLGA, command_id=uuid.uuid4())

    assert phone.get("/play/").status_code == 302
    assert phone.get("/").status_code == 200
    code = access.issue_code(day.event.seats.get(key=found))
    assert Client().get(reverse("control:link", args=[code])).status_code == 404


def test_the_other_of_two_badges_plays_on_when_one_has_left():
    day = Day().here(CAT_1, CAT_2)
    phone = day.phone(CAT_1)
    phone.post(reverse("control:link", args=[day.code(CAT_2)]), {"both": "1"})
    day.do(LeaveForGood(seat=CAT_2))

    page = words(phone.get("/"))

    assert "Thank you for playing" in page
    assert f"Play as {day.state.seats[CAT_1].name}" in page
    phone.post("/j/other/")
    assert access.seat_in_cookies({access.COOKIE: phone.cookies[access.COOKIE].value}).key == CAT_1


def test_a_kept_cookie_is_worth_nothing_when_another_badge_took_its_place():
    day = Day().until(Phase.PLANNING)
    phone = day.phone(CAT_1)
    kept = copy_of(phone)

    phone.post(reverse("control:link", args=[day.code(CAT_2)]))

    assert kept.get("/play/").status_code == 302
    assert phone.get("/play/").status_code == 200


def test_signing_one_phone_out_leaves_another_of_the_same_player():
    day = Day()
    code = day.code(CAT_1)
    phones = [Client(), Client()]
    for each in phones:
        each.post(reverse("control:link", args=[code]))

    phones[0].post(reverse("control:leave"))

    assert phones[1].get("/play/").status_code == 200
