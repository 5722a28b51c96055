"""The same people play again at a table of its own, which one tap opens: seats moved on by one, all else as it was agreed."""

from __future__ import annotations

from uuid import uuid5

from django.db import transaction

from control.engine.language import say
from control.engine.refused import Refused
from control.journal import desk
from control.journal.once import added
from control.models import Stream
from rooms.tables import access, settling
from rooms.tables.access import Person, TablePass
from rooms.tables.game.again import LeadOn, next_opening, require_again
from rooms.tables.lobby import key_of, with_code
from rooms.tables.models import Table


def play_again(door: TablePass, person: Person, *, stake: tuple[str, int] = ("", 0), ends: str = "") -> Table:
    """Open the next table of those who sat here, or go to it where somebody has opened it already.

    Its key is made from this table's, so that two taps, of one person or of two, are one table.

    Raises:
        Refused: this person may not, or the stake is not for these people; nothing was written.
    """
    if door.state.following and door.chair is not None:
        return _named(door.state.following)
    require_again(door.state, person.id)
    if stake[0] and person.seat is None:
        raise Refused(say(settling.ONLY_PLAYERS), code="not-yours")
    opening = next_opening(door.state, person.id, stake=stake, ends=ends if door.state.stake else door.state.ends)
    key = key_of(f"again {door.table.stream.key}")
    with transaction.atomic():
        stream = Stream(key=key, engine=door.table.stream.engine)
        if not added(stream):
            return Table.objects.get(stream__key=key)
        table = with_code(stream, door.table.event, door.table.kind)
        desk.perform(stream_id=table.stream_id, command=opening, by=person.actor, command_id=uuid5(key, "opened"))
        lead = LeadOn(table=table.code)
        desk.perform(stream_id=door.table.stream_id, command=lead, by=person.actor, command_id=uuid5(key, "led"))
    return table


def _named(code: str) -> Table:
    table = access.find(code)
    if table is None:
        raise Refused(say("No such table."))
    return table
