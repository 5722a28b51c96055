"""A table's board on a projector that the console leads."""

from __future__ import annotations

import pytest
from django.test import Client

from control.engine.refusal import Refused
from control.hall import screens
from control.models import Screen
from rooms.tables.models import TablePermit
from tests.control.phones import CAT_1, Day
from tests.rooms.tables.shop import Phone

pytestmark = pytest.mark.django_db


def test_a_projector_can_be_sent_to_a_table_of_its_event_and_to_no_other(toy):
    day, other = Day().here(CAT_1), Phone()
    TablePermit.objects.create(event=day.event, players=True)
    code = Phone(day.phone(CAT_1)).open()
    other.client.post("/tables/name/", {"name": "Anna"})
    home = other.open()
    wall = Client()
    wall.get(f"/screen/{day.event.pk}/here/")
    screen = Screen.objects.get(event=day.event)

    screens.stage(day.event, {screen.pk: f"table:{code}"})
    screens.push(day.event, [change.key for change in screens.changes(day.event)])

    assert f'data-address="/screen/table/{code}/"' in wall.get(f"/screen/{day.event.pk}/here/asks/").content.decode()
    assert "frame-ancestors 'self'" in wall.get(f"/screen/table/{code}/")["Content-Security-Policy"]
    with pytest.raises(Refused, match="Choose again"):
        screens.stage(day.event, {screen.pk: f"table:{home}"})
