"""Calling Control from a phone: why, where, and what becomes of it."""

from __future__ import annotations

from dataclasses import dataclass

from control.day.calls import KIND_NAMES, open_call
from control.day.state import DayState
from control.day.view import CallView, call_view
from control.engine.ids import SeatId
from control.engine.language import say


@dataclass(frozen=True, slots=True, kw_only=True)
class CallPanel:
    """What a player may say in a call, or what has become of it."""

    call: CallView | None
    kinds: tuple[tuple[str, str], ...]
    places: tuple[str, ...]


def call_panel(state: DayState, seat: SeatId) -> CallPanel:
    """The call of the player at this phone."""
    call, frame = open_call(state, seat), state.frame
    rooms = (frame.room_name(room) for room in frame.room_ids)
    return CallPanel(
        call=call_view(state, call) if call else None,
        kinds=tuple((kind.value, name) for kind, name in KIND_NAMES.items()),
        places=(frame.said("team-table"), *rooms, say("Elsewhere")),
    )
