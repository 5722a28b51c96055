"""Actions that a room adds to another room's desk: the desk asks a question, the room answers it. Neither names the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.urls import reverse
from msgspec import Struct

from control.desks.frame import Look, register_styles
from control.desks.tabs import DeskTab
from control.engine.language import say


class DeskAction(Struct, frozen=True, kw_only=True):
    """An action of a room at another room's desk. `address`: a URL name that takes the event's ID. `styles`: its stylesheets.

    `waiting`: buttons for what is to be done now.
    """

    name: str
    desk: str
    address: str
    styles: tuple[str, ...] = ()
    waiting: Callable[[Any], tuple[DeskTab, ...]] = lambda _seen: ()


_actions: dict[tuple[str, str], DeskAction] = {}


def register_action(action: DeskAction) -> None:
    """Add a room's action to another desk."""
    _actions[action.desk, action.address] = action
    register_styles(*action.styles)


def actions_at(seen: Look, desk: str) -> tuple[DeskTab, ...]:
    """The actions at this desk; each opens in the desk's dialog."""
    return tuple(
        DeskTab(name=say(each.name), address=reverse(each.address, args=[seen.event_id]), here=False)
        for each in _actions.values()
        if each.desk == desk
    )


def waiting_at(seen: Look, desk: str) -> tuple[DeskTab, ...]:
    """The actions that this desk has to do now."""
    return tuple(each for action in _actions.values() if action.desk == desk for each in action.waiting(seen))
