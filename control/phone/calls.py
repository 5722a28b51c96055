"""Calling Control from a phone: why, where, and what becomes of it."""

from __future__ import annotations

from dataclasses import dataclass

from control.day.calls import KIND_NAMES
from control.day.view import CallView
from control.engine.language import later, say
from rooms.realm.game.view import OwnView
from rooms.realm.words import ROOM_NAMES

HOUSE_TABLE, ELSEWHERE = later("House Table"), later("Elsewhere")


@dataclass(frozen=True, slots=True, kw_only=True)
class CallPanel:
    """What a player may say in a call, or what has become of it."""

    call: CallView | None
    kinds: tuple[tuple[str, str], ...]
    places: tuple[str, ...]


def call_panel(own: OwnView) -> CallPanel:
    """The call of the player at this phone."""
    return CallPanel(
        call=own.call,
        kinds=tuple((kind.value, name) for kind, name in KIND_NAMES.items()),
        places=(say(HOUSE_TABLE), *ROOM_NAMES.values(), say(ELSEWHERE)),
    )
