"""What a page of God Emperor's desks is drawn from: the platform's `Seen`, over this game's state."""

from __future__ import annotations

from typing import TypeAlias, cast

from django.http import HttpRequest

from control.desks import frame
from control.people.access import DeskPass
from rooms.realm.game.state import GameState

Look: TypeAlias = frame.Seen[GameState]


def look(request: HttpRequest, door: DeskPass) -> Look:
    """The head of the event, as this request finds it."""
    return cast(Look, frame.look(request, door))
