"""A player who never stops pressing: the writes are limited, and nobody else notices."""

from __future__ import annotations

import uuid

import pytest
from django.test import Client
from django.urls import reverse

from control.engine.records import replace
from control.models import AuditLine, Entry
from control.people.throttle import JOINS, PRESSES
from control.phone import presses
from rooms.realm.scenario.ids import Phase
from tests.control.phones import CAT_1, CAT_2, Day, words

pytestmark = [pytest.mark.django_db(transaction=True)]


@pytest.fixture
def day() -> Day:
    return Day().here(CAT_1).here(CAT_2).until(Phase.PLANNING)


def chooses(phone: Client, room: str, command_id: uuid.UUID | None = None):
    fields = {"command_id": str(command_id or uuid.uuid4()), "month": 1, "room": room}
    return phone.post(reverse("control:choose-room"), fields)


def wears_out(phone: Client) -> None:
    """Use up all presses that are allowed."""
    for turn in range(PRESSES.most):
        assert chooses(phone, ("war", "court")[turn % 2]).status_code == 302


def test_a_badge_that_presses_without_end_is_stopped_and_told(day):
    phone = day.phone(CAT_1)
    wears_out(phone)
    before = Entry.objects.count()

    response = chooses(phone, "underground")

    assert response.status_code == 422
    assert "You pressed 120 times in ten minutes. Nothing was done; press again later." in words(response)
    assert Entry.objects.count() == before


def test_one_badge_that_is_stopped_stops_no_other(day):
    wears_out(day.phone(CAT_1))

    assert chooses(day.phone(CAT_2), "war").status_code == 302


def test_what_is_refused_or_repeated_is_not_counted(day, monkeypatch):
    monkeypatch.setattr(presses, "PRESSES", replace(PRESSES, most=2))
    phone, once = day.phone(CAT_1), uuid.uuid4()
    for _again in range(3):
        assert chooses(phone, "war", once).status_code == 302
        assert chooses(phone, "nowhere").status_code == 422

    assert chooses(phone, "court").status_code == 302
    assert chooses(phone, "war").status_code == 422


def test_a_code_that_lets_in_phones_without_end_is_stopped_until_there_is_a_new_one(day):
    code = day.code(CAT_1)
    for _phone in range(JOINS.most):
        assert Client().post(reverse("control:link", args=[code])).status_code == 302
    before = AuditLine.objects.count()

    response = Client().post(reverse("control:link", args=[code]))

    assert response.status_code == 429
    assert "ask for a new one at the check-in desk" in words(response)
    assert AuditLine.objects.count() == before
    assert Client().post(reverse("control:link", args=[day.code(CAT_1)])).status_code == 302
