"""Two badges on one phone: switching without signing out; nothing of one is shown or sent as the other's."""

from __future__ import annotations

import re

import pytest
from django.core.cache import cache
from django.test import Client

from control.people import access, phone_badges
from tests.control.phones import CAT_1, CAT_2, Day, words

pytestmark = [pytest.mark.django_db(transaction=True)]
WOLF_1 = "wolf-1"


@pytest.fixture(autouse=True)
def nobody_has_guessed():
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def day() -> Day:
    return Day()


def cookies(client):
    return {name: each.value for name, each in client.cookies.items()}


def plays(client):
    row = access.seat_in_cookies(cookies(client))
    return row.key if row else None


def waits(client):
    row = phone_badges.waiting_seat(cookies(client))
    return row.key if row else None


@pytest.fixture
def both(day):
    """A phone on which cat-1 joined, and then cat-2 as a second badge."""
    client = Client()
    client.post(f"/j/{day.code(CAT_1)}/")
    client.post(f"/j/{day.code(CAT_2)}/", {"both": "1"})
    return client


def test_a_scanned_badge_may_come_beside_the_one_that_is_there(day):
    client = Client()
    client.post(f"/j/{day.code(CAT_1)}/")
    code = day.code(CAT_2)

    assert "Both play on this phone" in words(client.get(f"/j/{code}/"))
    client.post(f"/j/{code}/", {"both": "1"})

    assert (plays(client), waits(client)) == ("cat-2", "cat-1")


def test_a_typed_code_may_come_beside_it_too(day):
    client = Client()
    client.post(f"/j/{day.code(CAT_1)}/")
    asked = client.post("/", {"code": day.code(CAT_2)}, follow=True)
    assert "Both play on this phone" in words(asked)
    client.post(asked.redirect_chain[-1][0], {"both": "1"})

    assert (plays(client), waits(client)) == ("cat-2", "cat-1")


def test_without_the_wish_a_new_badge_takes_the_place_of_the_old_one(day):
    client = Client()
    client.post(f"/j/{day.code(CAT_1)}/")
    client.post(f"/j/{day.code(CAT_2)}/")

    assert (plays(client), waits(client)) == ("cat-2", None)


def test_one_press_changes_over_and_another_one_back(both):
    answer = both.post("/j/other/")

    assert (answer.status_code, answer["Location"]) == (302, "/play/")
    assert (plays(both), waits(both)) == ("cat-1", "cat-2")
    both.post("/j/other/")
    assert (plays(both), waits(both)) == ("cat-2", "cat-1")


def test_the_page_is_the_one_players_and_names_the_other(both, day):
    page = both.get("/play/")
    strip = re.search(r'class="strip-name">(.*?)<', page.content.decode()).group(1)
    other = re.search(r"Give it to (.*?)</button>", page.content.decode()).group(1)

    assert strip != other
    both.post("/j/other/")
    again = both.get("/play/").content.decode()
    assert re.search(r'class="strip-name">(.*?)<', again).group(1) == other
    assert f"Give it to {strip}" in again


def test_the_worker_is_told_that_it_is_somebody_elses_page(both):
    first = both.get("/play/")["X-Phone"]
    both.post("/j/other/")

    assert both.get("/play/")["X-Phone"] != first


def test_a_page_still_open_for_the_other_can_send_nothing(day):
    client = Client(enforce_csrf_checks=True)
    token = re.search(r'csrfmiddlewaretoken" value="(\w+)"', client.get("/").content.decode()).group(1)
    client.post(f"/j/{day.code(CAT_1)}/", {"csrfmiddlewaretoken": token})
    for code in (day.code(CAT_2),):
        page = client.get(f"/j/{code}/").content.decode()
        fresh = re.search(r'csrfmiddlewaretoken" value="(\w+)"', page).group(1)
        client.post(f"/j/{code}/", {"both": "1", "csrfmiddlewaretoken": fresh})
    old = re.search(r'csrfmiddlewaretoken" value="(\w+)"', client.get("/play/").content.decode()).group(1)
    assert client.post("/play/call/", {"text": "", "csrfmiddlewaretoken": old}).status_code != 403

    assert client.post("/j/other/", {"csrfmiddlewaretoken": old}).status_code == 302

    assert client.post("/play/call/", {"text": "", "csrfmiddlewaretoken": old}).status_code == 403
    assert client.post("/j/other/", {"csrfmiddlewaretoken": old}).status_code == 403
    assert plays(client) == "cat-1"


def test_the_cookie_of_the_other_is_out_of_reach_of_scripts(both):
    assert both.cookies[phone_badges.COOKIE]["httponly"]
    assert both.cookies[phone_badges.COOKIE]["samesite"] == "Lax"


def test_a_forged_or_reissued_badge_waits_nowhere(both, day):
    day.code(CAT_1)
    assert waits(both) is None
    assert "Give it to" not in both.get("/play/").content.decode()
    assert both.post("/j/other/")["Location"] == "/"
    assert plays(both) == "cat-2"

    both.cookies[phone_badges.COOKIE] = "forged"
    assert waits(both) is None
    assert both.get("/play/").status_code == 200


def test_who_is_out_leaves_the_phone_to_the_other(both, day):
    day.code(CAT_2)

    assert plays(both) is None
    door = both.get("/")
    assert "Play as" in words(door)
    both.post("/j/other/")
    assert (plays(both), waits(both)) == ("cat-1", None)


def test_signing_out_leaves_the_other_playing(both):
    assert both.post("/leave/")["Location"] == "/play/"
    assert (plays(both), waits(both)) == ("cat-1", None)
    assert both.post("/leave/")["Location"] == "/"
    assert plays(both) is None


def test_a_phone_holds_two_badges_and_no_third(both, day):
    code = day.code(WOLF_1)
    assert "Both play on this phone" not in words(both.get(f"/j/{code}/"))

    both.post(f"/j/{code}/")

    assert (plays(both), waits(both)) == ("wolf-1", "cat-1")


def test_scanning_the_badge_that_waits_changes_over(both, day):
    row = phone_badges.waiting_seat(cookies(both))
    code = access.issue_code(row)
    both.post(f"/j/{code}/", {"both": "1"})
    both.post(f"/j/{day.code(CAT_2)}/", {"both": "1"})
    assert plays(both) == "cat-2"


def test_scanning_the_badge_that_waits_keeps_the_other_beside_it_without_a_further_wish(day):
    client, first = Client(), day.code(CAT_1)
    client.post(f"/j/{first}/")
    client.post(f"/j/{day.code(CAT_2)}/", {"both": "1"})

    client.post(f"/j/{first}/")

    assert (plays(client), waits(client)) == ("cat-1", "cat-2")


@pytest.mark.parametrize("method", ["get", "head"])
def test_only_a_press_changes_over(both, method):
    assert getattr(both, method)("/j/other/").status_code == 405
    assert plays(both) == "cat-2"


def test_a_stranger_has_nobody_to_change_to():
    assert Client().post("/j/other/")["Location"] == "/"
