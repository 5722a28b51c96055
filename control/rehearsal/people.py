"""Who takes a desk or a seat from the bots: whoever presses for a desk or holds a seat's code; and how it is given back."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from django.db import transaction

from control import registry
from control.bots.run import taken as seats_taken
from control.engine.ids import DeskId, SeatId
from control.live import broadcast
from control.models import Event, Rehearsal, Seat

LED = "rehearsal"  # the page of the organizer
__all__ = ("desk_at", "desks_taken", "give_back", "give_seat_back", "seats_taken", "take")


def desks_taken(row: Rehearsal) -> Mapping[DeskId, str]:
    """The desks that people have taken, each with the account that came last."""
    found: dict[DeskId, str] = json.loads(row.people)
    return found


def take(event_id: int, desk: DeskId, name: str) -> None:
    """Let a person do a desk's work from now on, and no bot."""
    _change(event_id, lambda found: found.__setitem__(desk, name))


def give_back(event_id: int, desk: DeskId) -> None:
    """Let the bots do it again."""
    _change(event_id, lambda found: found.pop(desk, None))


def desk_at(event: Event, desks: frozenset[DeskId], page: str) -> DeskId | None:
    """The desk that whoever has these may take at this page: that of the room it is of, or the only one that they have.

    On the page that leads the rehearsal all desks are taken and given back.
    """
    if page == LED:
        return None
    frame = registry.realm(event.stream.engine).frame
    at = frame.desk_of(page) if page in frame.room_ids else next(iter(desks)) if len(desks) == 1 else None
    return at if at in desks else None


def give_seat_back(event: Event, seat: SeatId) -> None:
    """Let a bot play a seat again: the code that was given out opens nothing any more."""
    with transaction.atomic():
        row = Seat.objects.select_for_update().filter(event=event, key=seat).first()
        if row is None or row.code_hash is None:
            return
        row.code_hash, row.issue = None, row.issue + 1
        row.save(update_fields=["code_hash", "issue"])
    broadcast.throw_out(event.pk, seat)


def _change(event_id: int, how: Callable[[dict[DeskId, str]], object]) -> None:
    with transaction.atomic():
        row = Rehearsal.objects.select_for_update().get(event=event_id)
        found = dict(desks_taken(row))
        how(found)
        row.people = json.dumps(found)
        row.save(update_fields=["people"])
