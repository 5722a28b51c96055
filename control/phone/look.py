"""One look of a player at the game from the phone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from control.day.people import asked as people
from control.day.state import DayState
from control.day.view import ClockView, PlayerView, clock_view, player_view
from control.engine.ids import RoomId
from control.journal import journal, rows
from control.journal.amends import Amends, on_phone
from control.models import Sheet
from control.people.access import SeatPass

SHEETS_SHOWN = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """Who looks, and what several of the platform's regions show, fetched once. What a game adds gets none of it, only a view."""

    door: SeatPass
    state: DayState
    clock: ClockView
    who: PlayerView
    choice: RoomId | None  # the room chosen for this round
    now: datetime
    amends: Amends
    rows: tuple[Sheet, ...]  # the newest of the own sheets, without what is in them


def look(door: SeatPass) -> Seen:
    """What this player may know now; that it is about to be shown is remembered."""
    head, now = journal.head(door.event.stream), timezone.now()
    state: DayState = head.state
    seat = state.seats.get(door.seat)
    if seat is None:
        raise LookupError(f"seat {door.seat} stands in no state")
    return Seen(
        door=door,
        state=state,
        clock=clock_view(state),
        who=player_view(state, seat),
        choice=people.choice_of(state, seat),
        now=now,
        amends=on_phone(door, seat.team, head.seq, now),
        rows=tuple(rows.receipts_of(door.event.pk, door.seat, SHEETS_SHOWN)),
    )
