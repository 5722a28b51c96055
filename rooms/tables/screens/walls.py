"""The boards of tables, for the projectors of the hall."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse

from control.engine.language import say
from control.hall.screens import Showing
from control.models import Event
from rooms.tables import access
from rooms.tables.access import open_door
from rooms.tables.screens.names import table_name

MOST = 20  # tables in a list that a person reads


def shown(event: Event) -> Iterator[Showing]:
    """The boards that the screens of an event can show: its newest tables."""
    for table in access.tables().filter(event=event).order_by("-pk")[:MOST]:
        name = say("Table {code}: {title}", code=table.code, title=table_name(open_door(table, None)))
        yield Showing(id=f"table:{table.code}", name=name, address=reverse("tables:screen", args=[table.code]))
