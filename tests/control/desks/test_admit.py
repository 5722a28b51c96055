"""Device admission: an organizer's device shows a code for another device. It works once, in time, for the chosen member only."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client

from control.models import AuditLine
from control.people import device_admission, staff
from control.people.audit import AuditKind
from rooms.realm.desks import Desk
from tests.control.desks.conftest import Person, words

pytestmark = pytest.mark.django_db
CODE = re.compile(r"\b(\d{4} \d{4})\b")


@pytest.fixture(autouse=True)
def nothing_is_shown():
    cache.clear()
    yield
    cache.clear()


def shown(person: Person, user: str = "organizer") -> str:
    """The code on the organizer's screen."""
    page = person.post("team/admit/", {"member": User.objects.get(username=user).pk})
    return CODE.search(page.content.decode())[1]


def asks(device: Client, code: str, who: str = "Wanda, War desk"):
    return device.post("/staff/admit/", {"code": code, "who": who}, REMOTE_ADDR="192.0.2.7")


def let_in(person: Person, code: str, mark: str = "Wanda, War desk 192.0.2.7"):
    return person.post("team/admit/", {"code": code, "asks": mark})


def is_in(device: Client, day) -> bool:
    return device.get(f"/control/{day.event.pk}/").status_code == 200


def test_a_new_device_is_let_in_while_a_stranger_guesses_beside_it(organizer, day):
    for number in range(12):
        Client().post("/staff/login/", {"username": "organizer", "password": f"wrong {number}"})
    code, device = shown(organizer), Client()

    assert asks(device, code).status_code == 302
    waits = device.get("/staff/admit/")
    assert "goes on by itself" in words(waits)
    assert waits.headers["Refresh"] == "3"
    assert "Wanda, War desk asks, from the address 192.0.2.7" in words(organizer.get(f"team/admit/?code={code}"))
    assert let_in(organizer, code).status_code in (200, 302)

    assert device.get("/staff/admit/").headers["Location"] == "/control/"
    assert is_in(device, day)
    assert device.cookies["known"].value
    assert "A device that called itself “Wanda, War desk” was let in as organizer." in words(organizer.get("access/"))


def test_a_second_tap_is_no_second_line_of_the_access_log(organizer):
    code = shown(organizer)
    asks(Client(), code)
    let_in(organizer, code)
    let_in(organizer, code)

    assert AuditLine.objects.filter(kind=AuditKind.DEVICE_ADMITTED.value).count() == 1


def test_a_code_alone_opens_nothing(organizer, day):
    device = Client()
    asks(device, shown(organizer))

    assert device.get("/staff/admit/").status_code == 200
    assert not is_in(device, day)


def test_a_code_is_typed_once(organizer, day):
    code, first, second = shown(organizer), Client(), Client()
    asks(first, code)

    assert asks(second, code, "Somebody else").status_code == 422
    let_in(organizer, code)
    assert second.get("/staff/admit/").status_code == 200
    assert not is_in(second, day)
    first.get("/staff/admit/")
    assert is_in(first, day)
    stolen = Client()
    stolen.cookies["asks"] = first.cookies["asks"].value
    stolen.get("/staff/admit/")
    assert not is_in(stolen, day)
    assert asks(Client(), code).status_code == 422


def test_who_was_not_looked_at_is_not_let_in(organizer, day):
    code, device = shown(organizer), Client()
    asks(device, code, "Mallory")

    let_in(organizer, code)

    assert device.get("/staff/admit/").status_code == 200
    assert not is_in(device, day)


def test_a_code_ends(organizer, day, monkeypatch):
    monkeypatch.setattr(device_admission, "GOOD_FOR", 0)
    code = shown(organizer)

    answer = asks(Client(), code)

    assert (answer.status_code, "not good" in words(answer)) == (422, True)


def test_the_right_code_is_taken_however_many_were_wrong(organizer):
    code = shown(organizer)
    for number in range(100):
        assert asks(Client(), f"{number:08}").status_code == 422

    assert asks(Client(), code).status_code == 302


@pytest.mark.parametrize(
    ("code", "who"), [("", "Wanda"), ("12", "Wanda"), ("12345678", " "), ("\u0661" * 8, "Wanda"), ("a" * 9999, "x")]
)
def test_what_is_missing_is_said(code, who):
    assert Client().post("/staff/admit/", {"code": code, "who": who}).status_code == 422


def test_only_organizers_show_codes_and_only_for_accounts_that_are_theirs(sits, organizer, day):
    assert sits(Desk.WAR).get("team/admit/").status_code == 404
    elsewhere = User.objects.create_user("elsewhere", password="x")
    answer = organizer.post("team/admit/", {"member": elsewhere.pk})

    assert answer.status_code == 422
    assert not CODE.search(answer.content.decode())


def test_an_account_of_this_event_alone_is_opened_for_a_volunteer(organizer, day):
    staff.invite_new(day.event, "organizer", "wanda", [Desk.WAR])
    code, device = shown(organizer, "wanda"), Client()
    asks(device, code)
    let_in(organizer, code)
    device.get("/staff/admit/")

    assert device.get(f"/control/{day.event.pk}/").status_code == 200
    assert device.get(f"/control/{day.event.pk}/team/").status_code == 404


def test_an_account_that_is_closed_after_the_yes_opens_nothing(organizer, day):
    staff.invite_new(day.event, "organizer", "wanda", [Desk.WAR])
    code, device = shown(organizer, "wanda"), Client()
    asks(device, code)
    let_in(organizer, code)
    User.objects.filter(username="wanda").update(is_active=False)

    assert "not good any more" in words(device.get("/staff/admit/"))
    assert "_auth_user_id" not in device.session


def test_a_code_of_another_organizer_is_not_this_ones(organizer, day):
    code = shown(organizer)
    code = code.replace(" ", "")
    cache.set(f"admit:{code}", device_admission.DeviceCode(event=day.event.pk, by="somebody", user=1, name="x"), 60)

    assert "not good any more" in words(organizer.get(f"team/admit/?code={code}"))
