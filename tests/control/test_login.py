"""Sign-in of the control team: wrong passwords count by account, and separately for a known device."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client

from control.engine.records import replace
from control.people import login, staff, throttle
from control.people.throttle import Tries
from tests.control.phones import words

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

DOOR = "/staff/login/"


@pytest.fixture(autouse=True)
def nobody_has_guessed():
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def password() -> str:
    return staff.give_account("anna")


def attempt(client: Client, password: str, name: str = "anna", door: str = DOOR, **options: str):
    return client.post(door, {"username": name, "password": password}, **options)


def guess(times: int, door: str = DOOR, names: tuple[str, ...] = ("anna",), addresses: int = 1) -> None:
    for number in range(times):
        attempt(Client(), f"wrong {number}", names[number % len(names)], door, REMOTE_ADDR=f"127.0.0.{1 + number % addresses}")


def test_the_right_password_opens_the_door(password):
    assert attempt(Client(), password).headers["Location"] == "/control/"


@pytest.mark.parametrize(
    ("asked", "onward"),
    [("", "/control/"), ("?next=/control/1/court/", "/control/1/court/"), ("?next=https://elsewhere.example/", "/control/")],
)
def test_who_is_signed_in_already_is_led_on_from_the_door(password, asked, onward):
    client = Client()
    attempt(client, password)
    page = client.get(f"{DOOR}{asked}").content.decode()
    assert 'You are signed in as <bdi translate="no">anna</bdi>.' in page
    assert f'id="onward" href="{onward}"' in page
    assert 'id="onward"' not in Client().get(f"{DOOR}{asked}").content.decode()


def test_a_wrong_password_is_said_in_one_sentence(password):
    response = attempt(Client(), "wrong")

    assert response.status_code == 422
    assert "do not fit together" in words(response)


@pytest.mark.parametrize("door", [DOOR, "/admin/login/"])
def test_guessing_ends_where_it_comes_from_and_keeps_nobody_else_out(password, door):
    guess(10, door)

    assert attempt(Client(), password).status_code == 429
    assert attempt(Client(), password, REMOTE_ADDR="192.0.2.9").status_code == 302


@pytest.mark.parametrize("door", [DOOR, "/admin/login/"])
def test_guessing_ends_however_many_addresses_it_comes_from(password, door, monkeypatch):
    monkeypatch.setattr(login, "ACCOUNTS", replace(login.ACCOUNTS, most=20))
    guess(20, door, addresses=20)

    response = attempt(Client(), password)

    assert response.status_code == 429
    assert "Wait five minutes" in words(response)


def test_a_name_written_otherwise_is_the_same_account(password):
    guess(10, names=("anna", "ANNA ", "ａnna"))

    assert attempt(Client(), password).status_code == 429


def test_one_account_that_is_guessed_at_keeps_nobody_else_out(password):
    other = staff.give_account("bert")
    guess(12)

    assert attempt(Client(), other, "bert").status_code == 302


def test_a_device_that_was_let_in_before_gets_in_while_a_stranger_guesses(password):
    tablet = Client()
    attempt(tablet, password)
    tablet.post("/staff/logout/")
    guess(12)

    assert attempt(tablet, password).status_code == 302
    assert tablet.cookies[login.COOKIE]["httponly"]


def test_a_known_device_gets_in_while_the_whole_world_guesses(password, monkeypatch):
    monkeypatch.setattr(login, "ACCOUNTS", replace(login.ACCOUNTS, most=20))
    tablet = Client()
    attempt(tablet, password)
    tablet.post("/staff/logout/")
    guess(20, addresses=20)

    assert attempt(tablet, password).status_code == 302


def test_addresses_of_one_network_are_one(password):
    for number in range(10):
        attempt(Client(), "wrong", REMOTE_ADDR=f"2001:db8::{number:x}")

    assert attempt(Client(), password, REMOTE_ADDR="2001:db8::ffff").status_code == 429


def test_a_known_device_may_not_guess_for_ever_either(password):
    tablet = Client()
    attempt(tablet, password)
    tablet.post("/staff/logout/")
    for number in range(10):
        attempt(tablet, f"wrong {number}")

    assert attempt(tablet, password).status_code == 429
    assert attempt(Client(), password).status_code == 302


def test_a_device_known_to_another_account_is_a_stranger(password):
    other = staff.give_account("bert")
    tablet = Client()
    attempt(tablet, other, "bert")
    guess(10)

    assert attempt(tablet, password).status_code == 429


def test_a_new_password_begins_anew(password):
    guess(10)

    assert attempt(Client(), staff.give_account("anna")).status_code == 302


@pytest.mark.parametrize("name", ["a\0b", "x" * 10_000, "\ud800", ""])
def test_an_odd_name_gets_an_answer(name):
    try:
        response = attempt(Client(), "wrong", name)
    except UnicodeEncodeError:  # the test client cannot send it; the fuzz tests try raw bytes
        return

    assert response.status_code == 422


@pytest.mark.parametrize("current", ["//[::1", "https://elsewhere.example/control/1/", "\u00ff", ""])
def test_a_signed_out_tablet_finds_the_door_whatever_page_it_says_it_shows(current):
    response = Client().get("/control/1/", headers={"HX-Request": "true", "HX-Current-URL": current})

    assert (response.status_code, response.headers["HX-Redirect"].split("?")[0]) == (404, DOOR)
    assert "elsewhere" not in response.headers["HX-Redirect"]


def test_a_wrong_try_that_lapses_while_the_next_is_counted_begins_the_count_anew(monkeypatch):
    tries = Tries(door="password", most=1, window=60)
    monkeypatch.setattr(cache, "add", lambda *_args, **_more: False)

    tries.count("anna")

    assert tries.enough("anna")


def test_of_a_long_name_the_beginning_alone_is_looked_at(monkeypatch):
    seen = []

    def normalize(form, text):
        seen.append(len(text))
        return text

    monkeypatch.setattr(throttle.unicodedata, "normalize", normalize)

    assert throttle.plain_account("A" * 1_000_000) == "a" * throttle.LONGEST_NAME
    assert seen == [throttle.LONGEST_NAME]
