"""A side table of an event with a player and a friend."""

from __future__ import annotations

import uuid

from control.engine.context import Actor
from control.engine.ids import SeatId
from control.journal import desk, journal
from control.models import Event
from rooms.tables.access import person_of_seat
from rooms.tables.game.chairs import SitDown
from rooms.tables.game.opening import OpenTable
from rooms.tables.lobby import open_table
from rooms.tables.models import Table
from rooms.tables.registry import games


def table_of(event: Event, seat: str = "cat-1", name: str = "", *, of: Event | None = None) -> Table:
    """A table whose host plays `seat`, under the name in the event or `name`. `of`: the event it belongs to, or None."""
    kind = sorted(games())[0]
    person = person_of_seat(event.pk, SeatId(seat))
    called = name or journal.head(event.stream).state.seats[seat].name
    host = Actor(seat=SeatId(person), name=called)
    chairs = games()[kind].kind.most
    opens = OpenTable(title="Evening", host=person, name=called, chairs=chairs, seconds=60, stake_kind="", reserve=0)
    table = open_table(kind=kind, event=of, command=opens, by=host, command_id=uuid.uuid4())
    friend = Actor(seat=SeatId("guest:abc"), name="Friend")
    sits = SitDown(person="guest:abc", name="Friend", chair=1)
    desk.perform(stream_id=table.stream_id, command=sits, by=friend, command_id=uuid.uuid4())
    return table
