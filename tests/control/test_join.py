"""Joining: typed and scanned codes, who is let in, who is asked again, who is signed out."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from control.day.people.presence import LeaveForGood
from control.engine.viewer import HALL, Viewer
from control.people import access, join_codes, phone_badges
from rooms.realm.desks import Desk
from tests.control.phones import CAT_1, CAT_2, Day, words
from tests.teams import seated

pytestmark = [pytest.mark.django_db(transaction=True)]

JOIN = "/"


@pytest.fixture(autouse=True)
def nobody_has_guessed():
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def day() -> Day:
    return Day()


@pytest.fixture
def stranger() -> Client:
    return Client()


def joined_as(client: Client) -> str | None:
    row = access.seat_in_cookies({access.COOKIE: client.cookies[access.COOKIE].value} if access.COOKIE in client.cookies else {})
    return row.key if row else None


def device_of(client: Client) -> str:
    told = access.seat_cookie({access.COOKIE: client.cookies[access.COOKIE].value})
    assert told is not None
    return told.device


def attribute(page: str, name: str) -> str:
    """Value of the first attribute with this name."""
    return page.split(f'{name}="', 1)[1].split('"', 1)[0]


def test_anybody_sees_the_door(stranger):
    response = stranger.get(JOIN)

    assert response.status_code == 200
    assert "The code on your badge" in words(response)
    assert "no-store" in response.headers["Cache-Control"]


WIDE = str.maketrans({chr(at): chr(at + 0xFEE0) for at in range(0x21, 0x7F)})


@pytest.mark.parametrize(
    "shape",
    [
        str,
        str.lower,
        join_codes.shown,
        lambda code: f" {code[:3]} {code[3:].lower()} ",
        lambda code: f"http://192.168.1.7:8000/j/{code}/",
        lambda code: f"Join here: https://console.example/j/{code.lower()}/?from=mail",
        lambda code: f"Code: {join_codes.shown(code)}",
        lambda code: f"Dein Code lautet {join_codes.shown(code)}.",
        lambda code: join_codes.shown(code).translate(WIDE),
        lambda code: f"Code：{code}".translate(WIDE),
    ],
)
def test_a_code_lets_in_however_a_thumb_types_it(day, stranger, shape):
    code = day.code(CAT_1)

    response = stranger.post(JOIN, {"code": shape(code)})

    assert (response.status_code, response.headers["Location"]) == (302, f"/j/{code}/")
    assert joined_as(stranger) is None
    assert "Is this you?" in words(stranger.get(response.headers["Location"]))
    assert stranger.post(response.headers["Location"]).headers["Location"] == "/play/"
    assert joined_as(stranger) == "cat-1"


def test_new_codes_have_no_two_signs_that_are_taken_for_each_other_and_printed_ones_stay_good(day, stranger):
    new = "".join(join_codes.new_code() for _each in range(500))
    seat = day.event.seats.get(key=CAT_1)
    seat.code_hash = access.hash_code("Z2S5B8UV")
    seat.save()

    assert not set(new) & set("Z2S5B8UV01ILO")
    assert access.seat_by_code("z2s5-b8uv") == seat


def test_the_cookie_is_out_of_reach_of_scripts(day, stranger):
    stranger.post(reverse("control:link", args=[day.code(CAT_1)]))

    assert stranger.cookies[access.COOKIE]["httponly"]
    assert stranger.cookies[access.COOKIE]["samesite"] == "Lax"


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [("WRONGONE", "belongs to nobody"), ("short", "belongs to nobody"), ("", "Type the code"), ("—?!", "Type the code")],
)
def test_a_code_that_is_nobodys_is_refused_in_one_sentence(day, stranger, typed, sentence):
    response = stranger.post(JOIN, {"code": typed})

    assert response.status_code == 422
    assert sentence in words(response)
    assert joined_as(stranger) is None


def test_what_was_typed_stays(stranger):
    assert 'value="wrong-one"' in words(stranger.post(JOIN, {"code": "wrong-one"}))


def test_guessing_is_stopped(stranger):
    for number in range(20):
        stranger.post(JOIN, {"code": f"WRONG{number:03}"})

    response = stranger.post(JOIN, {"code": "WRONGONE"})

    assert response.status_code == 429
    assert "Wait a minute" in words(response)


def test_a_right_code_opens_the_door_for_all_phones_come_from_one_address(day, stranger):
    for number in range(21):
        stranger.post(JOIN, {"code": f"WRONG{number:03}"})

    assert stranger.post(JOIN, {"code": day.code(CAT_1)}).status_code == 302


def test_a_scanned_link_only_asks(day, stranger):
    response = stranger.get(reverse("control:link", args=[day.code(CAT_1)]))

    assert response.status_code == 200
    assert "Is this you?" in words(response)
    assert day.state.seats[CAT_1].name in words(response)
    assert joined_as(stranger) is None


def test_the_button_behind_a_scanned_link_joins(day, stranger):
    response = stranger.post(reverse("control:link", args=[day.code(CAT_1)]))

    assert response.headers["Location"] == "/play/"
    assert joined_as(stranger) == "cat-1"


def test_a_link_that_is_nobodys_shows_the_door(stranger):
    response = stranger.get("/j/WRONGONE/")

    assert response.status_code == 404
    assert "belongs to nobody" in words(response)


def test_links_are_counted_as_guesses_too(stranger):
    for number in range(20):
        stranger.get(f"/j/WRONG{number:03}/")

    assert stranger.get("/j/WRONGONE/").status_code == 429


def test_who_has_joined_is_asked_to_go_on(day):
    phone = day.phone(CAT_1)

    assert f"Continue as {day.state.seats[CAT_1].name}" in words(phone.get(JOIN))


def test_a_link_says_whom_it_would_replace(day):
    phone = day.phone(CAT_1)

    page = words(phone.get(reverse("control:link", args=[day.code(CAT_2)])))

    assert f"This phone is joined as {day.state.seats[CAT_1].name}" in page


def test_two_players_may_share_a_phone(day):
    phone = day.phone(CAT_1)
    phone.post(reverse("control:link", args=[day.code(CAT_2)]))

    assert joined_as(phone) == "cat-2"


ANOTHER = "Another phone joined with your badge at"


def test_the_phones_of_a_badge_say_that_another_one_joined_until_it_is_read_there(day, monkeypatch):
    code = day.code(CAT_1)
    owner, tablet, thief = Client(), Client(), Client()
    owner.post(f"/j/{code}/")
    assert ANOTHER not in words(owner.get("/play/"))
    tablet.post(f"/j/{code}/")
    nudged = []
    monkeypatch.setattr("control.people.phone_badges.broadcast.tell_outside_journal", lambda event, told: nudged.extend(told))
    thief.post(f"/j/{code}/")

    assert [(each.topic, each.to) for each in nudged] == [("phones", "seat:cat-1")]
    assert "phones" in attribute(words(owner.get("/play/")), "data-topics").split()
    page = words(owner.get("/play/"))
    time = timezone.localtime(phone_badges.newest_newcomer(device_of(owner))).strftime("%H:%M")
    assert f"{ANOTHER} {time}. Not you? Check-in gives you a new code." in page
    assert ANOTHER in words(tablet.get("/play/"))
    assert ANOTHER not in words(thief.get("/play/"))

    thief.post("/play/newcomer/", {"at": attribute(page, 'name="at" value')})
    assert ANOTHER in words(owner.get("/play/"))
    owner.post("/play/newcomer/", {"at": attribute(page, 'name="at" value')})
    assert ANOTHER not in words(owner.get("/play/"))
    assert ANOTHER in words(tablet.get("/play/"))


def test_having_read_of_one_phone_is_not_having_read_of_the_next(day):
    code = day.code(CAT_1)
    owner = Client()
    owner.post(f"/j/{code}/")
    Client().post(f"/j/{code}/")
    read = attribute(words(owner.get("/play/")), 'name="at" value')
    Client().post(f"/j/{code}/")

    owner.post("/play/newcomer/", {"at": read})
    assert ANOTHER in words(owner.get("/play/"))


def test_a_phone_that_joins_again_is_no_other_phone(day):
    code, other = day.code(CAT_1), day.code(CAT_2)
    owner, tablet = Client(), Client()
    owner.post(f"/j/{code}/")
    tablet.post(f"/j/{code}/")
    owner.post(f"/j/{code}/")
    assert ANOTHER in words(owner.get("/play/"))
    owner.post("/play/newcomer/", {"at": attribute(words(owner.get("/play/")), 'name="at" value')})
    tablet.post(f"/j/{code}/")
    assert [ANOTHER in words(each.get("/play/")) for each in (owner, tablet)] == [False, False]

    tablet.post(f"/j/{other}/", {"both": "1"})
    tablet.post(f"/j/{code}/", {"both": "1"})
    assert [ANOTHER in words(each.get("/play/")) for each in (owner, tablet)] == [False, False]


def test_the_phone_of_a_new_code_is_told_of_no_phone_of_the_old_one(day):
    day.phone(CAT_1)
    phone = day.phone(CAT_1)
    assert ANOTHER not in words(phone.get("/play/"))


def test_nobody_reads_of_a_newcomer_without_a_badge(stranger):
    assert stranger.post("/play/newcomer/", {"at": "x"}).status_code == 404


def test_signing_out_leaves_the_code_good(day):
    code = day.code(CAT_1)
    phone = Client()
    phone.post(reverse("control:link", args=[code]))

    phone.post(reverse("control:leave"))

    assert phone.get("/play/").headers["Location"] == "/"
    assert phone.post(reverse("control:link", args=[code])).headers["Location"] == "/play/"


def test_a_code_issued_anew_throws_the_old_device_out_and_says_so(day):
    phone = day.phone(CAT_1)
    day.code(CAT_1)

    response = phone.get("/play/", follow=True)

    assert response.redirect_chain == [("/", 302)]
    assert "This badge was given a new code at " in words(response)


def test_a_player_who_left_for_good_has_no_place(day, stranger):
    code = day.code(CAT_1)
    day.do(LeaveForGood(seat=CAT_1))

    response = stranger.post(JOIN, {"code": code}, follow=True)

    assert response.status_code == 422
    assert "has left the game" in words(response)
    assert stranger.post(reverse("control:link", args=[code])).status_code == 422
    assert joined_as(stranger) is None


@pytest.mark.parametrize(
    ("badge", "team", "sees"),
    [
        ("none", (), HALL),
        ("this", (), Viewer(seat=CAT_1)),
        ("other", (), HALL),
        ("replaced", (), HALL),
        ("forged", (), HALL),
        ("none", ("this",), Viewer(desks=frozenset({Desk.WAR}))),
        ("none", ("other",), HALL),
        ("other", ("other",), HALL),
        ("other", ("this",), Viewer(desks=frozenset({Desk.WAR}))),
        ("this", ("other",), Viewer(seat=CAT_1)),
        ("this", ("this",), Viewer(desks=frozenset({Desk.WAR}))),
    ],
)
def test_who_looks_at_an_event_is_of_its_team_by_a_membership_there_or_a_player_by_a_badge_of_it(day, badge, team, sees):
    days = {"this": day, "other": Day()}
    cookies = {access.COOKIE: "forged"} if badge == "forged" else {}
    if badge in ("this", "other", "replaced"):
        phone = days.get(badge, day).phone(CAT_1)
        cookies = {access.COOKIE: phone.cookies[access.COOKIE].value}
    if badge == "replaced":
        day.code(CAT_1)
    user = AnonymousUser()
    for each in team:
        user = seated(User.objects.create_user("wanda"), (Desk.WAR,), days[each].event)

    assert access.viewer_of(user, cookies, day.event.pk) == sees
    assert day.event.pk != days["other"].event.pk


def test_a_forged_cookie_is_nobody(day, stranger):
    stranger.cookies[access.COOKIE] = "forged"

    assert stranger.get("/play/").headers["Location"] == "/"


def test_a_form_without_its_token_gets_a_sentence(day):
    response = Client(enforce_csrf_checks=True).post(JOIN, {"code": day.code(CAT_1)})

    assert response.status_code == 403
    assert "Load it again" in words(response)


def test_the_light_is_remembered_without_a_script(stranger):
    response = stranger.post(reverse("control:theme"), {"next": "/screen/"})

    assert response.headers["Location"] == "/screen/"
    assert stranger.cookies["theme"].value == "light"
    assert 'data-theme="light"' in words(stranger.get(JOIN))


@pytest.mark.parametrize("target", ["https://elsewhere.example/", "//elsewhere.example/", "javascript:alert(1)"])
def test_the_light_leads_nowhere_else(stranger, target):
    assert stranger.post(reverse("control:theme"), {"next": target}).headers["Location"] == "/"


@pytest.mark.parametrize("address", ["/leave/", "/theme/"])
def test_what_changes_something_is_never_a_get(stranger, address):
    assert stranger.get(address).status_code == 405


def test_an_unknown_address_is_said_friendly(stranger):
    response = stranger.get("/nowhere/")

    assert response.status_code == 404
    assert "There is nothing here for you" in words(response)


def test_a_body_that_is_too_large_gets_a_sentence(stranger):
    response = stranger.post(JOIN, {"code": "x" * 1_100_000})

    assert response.status_code == 413
    assert "too large" in words(response)


def test_a_failure_is_an_apology_with_a_reference(day, monkeypatch):
    def broken(*_arguments, **_named):
        raise RuntimeError("a secret of the house")

    monkeypatch.setattr("control.people.join_pages.draw_join", broken)
    response = Client(raise_request_exception=False).get(JOIN)

    assert response.status_code == 500
    assert "reference" in words(response)
    assert "secret" not in words(response)
