"""What a page of God Emperor's desks is drawn from: the platform's `Seen`, over this game's state."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, TypeAlias, TypeVar, cast

from django.http import HttpRequest

from control.desks import frame
from control.people.access import DeskPass
from rooms.realm.game.state import GameState

Look: TypeAlias = frame.Seen[GameState]
More = TypeVar("More")


def look(request: HttpRequest, door: DeskPass) -> Look:
    """The head of the event, as this request finds it."""
    return cast(Look, frame.look(request, door))


def with_more(kind: type[More], shown: object, **more: object) -> More:
    """What a view shows, as the record `kind` that holds the same and what only a screen knows: addresses, rows of the database."""
    held = {each.name: getattr(shown, each.name) for each in fields(cast(Any, shown))}
    return kind(**held, **more)
