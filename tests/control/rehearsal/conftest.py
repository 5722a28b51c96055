"""An event of the small scenario, and rehearsals of it."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from control.models import Event
from control.people import staff
from control.people.events import create_event
from rooms.realm.desks import ALL_DESKS, Desk
from rooms.realm.frame import NAME
from tests.scenarios import small


@pytest.fixture
def event(db) -> Event:
    """An event before its day, with an organizer and a member at the War desk."""
    made = create_event(realm=NAME, name="The day", scenario=small(), casting=small().casting)
    staff.seat_account(made, User.objects.create_user("olga"), ALL_DESKS, by="")
    staff.seat_account(made, User.objects.create_user("wanda"), {Desk.WAR}, by="")
    return Event.objects.select_related("stream").get(pk=made.pk)
