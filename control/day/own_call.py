"""Calling Control: why, where, and what becomes of it."""

from __future__ import annotations

from dataclasses import dataclass

from control.day.calls import KIND_NAMES, open_call, place_of
from control.day.state import DayState
from control.day.view import CallView, call_view
from control.engine.language import say
from control.engine.viewer import Viewer


@dataclass(frozen=True, slots=True, kw_only=True)
class CallPanel:
    """What a player may say in a call, or what has become of it."""

    call: CallView | None
    kinds: tuple[tuple[str, str], ...]
    places: tuple[str, ...]
    place: str  # where the player is now, as far as Control knows; "" outside the rooms' phases


def own_call(state: DayState, viewer: Viewer) -> CallPanel:
    """The call of the player who looks."""
    call, frame = open_call(state, viewer.player), state.frame
    rooms = (frame.room_name(room) for room in frame.room_ids)
    return CallPanel(
        place=place_of(state, viewer.player),
        call=call_view(state, call) if call else None,
        kinds=tuple((kind.value, name) for kind, name in KIND_NAMES.items()),
        places=(frame.said("team-table"), *rooms, say("Elsewhere")),
    )
