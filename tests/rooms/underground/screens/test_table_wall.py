"""Tables of the Underground in the hall: at their addresses, in the organizer's list, and without any hidden card."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from control.hall import screens
from control.models import Screen
from rooms.realm.scenario.ids import Room
from tests.control.desks.conftest import Day, words

HEARD = re.compile(r"([\w-]+) from:body")


def shown(day: Day, table: str, **headers: str):
    return Client().get(reverse("underground:table", args=[day.event.pk, table]), headers=headers)


@pytest.mark.rule("GE-UND-61", "R-144")
def test_each_table_of_the_event_has_a_screen_that_anybody_may_open(day: Day):
    for table in day.state.tables_of(Room.UNDERGROUND):
        page = shown(day, table)
        assert page.status_code == 200
        assert day.state.table_name(Room.UNDERGROUND, table) in words(page)
        assert "Nothing goes on at this table now." in words(page)
        assert [each for each in HEARD.findall(page.content.decode()) if each.startswith("underground")] == [f"underground-{table}"]
        assert "<html" not in shown(day, table, hx_request="true").content.decode()
    assert shown(day, "nowhere").status_code == 404
    assert Client().get(reverse("underground:table", args=[day.event.pk + 99, "west"])).status_code == 404


def test_the_organizer_sends_a_projector_to_a_table(day: Day):
    found = {each.id: each for each in screens.showings(day.event)}
    assert found["underground:west"].name == f"Table {day.state.table_name(Room.UNDERGROUND, 'west')}"
    assert found["underground:west"].address == f"/screen/{day.event.pk}/underground/west/"

    hall = Client()
    hall.get(reverse("control:projector", args=[day.event.pk]))
    screens.send(day.event, Screen.objects.get().pk, "underground:west")
    told = hall.get(reverse("control:projector-asks", args=[day.event.pk])).content.decode()
    assert found["underground:west"].address in told
