"""What may be known of a player at a moment of the day, when everything is unsealed."""

from __future__ import annotations

from dataclasses import dataclass

from control.day.people.asked import choice_of
from control.day.state import DayState
from control.day.view import PlayerView, player_view
from control.engine.ids import SeatId


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerThen:
    """A player as it was so then: who was played, where. `room` is "" for none, `table` for a room that has none."""

    player: PlayerView
    room: str
    table: str


def player_then(state: DayState, seat: SeatId) -> PlayerThen | None:
    """A player at that moment; None before this one came."""
    found = state.seats.get(seat)
    if found is None:
        return None
    room = choice_of(state, found)
    return PlayerThen(
        player=player_view(state, found),
        room=state.frame.room_name(room) if room is not None else "",
        table=state.table_name(room, found.table) if room is not None and found.table else "",
    )
