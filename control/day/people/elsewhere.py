"""A player whose paper sheet is entered and who is not in its room: what the desk is asked before it seats them."""

from __future__ import annotations

from dataclasses import dataclass

from control.day.people.asked import choice_of, sent_from
from control.day.people.choosing import SeatInRoom, evolve_room_chosen, seated
from control.day.sheets import SheetAsked
from control.day.state import DayState
from control.day.window import Window
from control.engine.ids import RoomId, SeatId
from control.engine.language import say
from control.engine.refused import Refused
from control.engine.viewer import Viewer


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatingView:
    """A player who is not in a room this month: `inside` says "in" with its name, `elsewhere` so of the one they chose.

    `why_not` says why nobody may seat them there now; empty where it is allowed. `may_wait`: is a sheet taken of who still chooses?
    """

    seat: SeatId
    room: RoomId
    month: int
    inside: str
    elsewhere: str
    why_not: str
    may_wait: bool


def seating_view(state: DayState, viewer: Viewer, seat: SeatId, kind: SheetAsked) -> SeatingView | None:
    """Whether a player must still be seated in the room of a kind of sheet, for its desk; None for a player who is there."""
    room = RoomId(kind.room)
    if not viewer.sees_desk(kind.desk) or seat not in state.seats or sent_from(state, state.seats[seat], room):
        return None
    chosen, why_not = choice_of(state, state.seats[seat]), ""
    try:
        seated(state, SeatInRoom(player=seat, month=state.clock.month, room=room))
    except Refused as no:
        why_not = no.sentence
    return SeatingView(
        seat=seat,
        room=room,
        month=state.clock.month,
        inside=say(state.frame.room(room).inside),
        elsewhere=say(state.frame.room(chosen).inside) if chosen is not None and chosen != room else "",
        why_not=why_not,
        may_wait=kind.window(state, seat).open,
    )


def closed_view(state: DayState, viewer: Viewer, seat: SeatId, kind: SheetAsked) -> Window | None:
    """Why a sheet of this kind cannot be entered for a player now, not even with a seat in its room; for its desk.

    None where it can, and where what hinders is the seat (`seating_view`).
    """
    if not viewer.sees_desk(kind.desk) or seat not in state.seats:
        return None
    if not sent_from(state, state.seats[seat], RoomId(kind.room)):
        try:
            there = seated(state, SeatInRoom(player=seat, month=state.clock.month, room=RoomId(kind.room)))
        except Refused:
            return None
        state = evolve_room_chosen(state, there)
    window = kind.window(state, seat)
    return window if not window.open and window.closes_at is None else None
