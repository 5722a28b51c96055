"""What a room brings to the desk of another: a question that the one asks and the other answers; neither names the other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from control.desks.frame import Look, bring_styles
from control.desks.tabs import Tab
from control.engine.language import say


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """A question that a room brings to the desk of another: its address takes the event's id; `styles` draw it there.

    `waiting` is what of it is to be done now, each by its own button.
    """

    name: str
    desk: str
    address: str
    styles: tuple[str, ...] = ()
    waiting: Callable[[Any], tuple[Tab, ...]] = lambda _seen: ()


_actions: dict[tuple[str, str], Action] = {}


def register_action(action: Action) -> None:
    """Let a desk ask what another room answers."""
    _actions[action.desk, action.address] = action
    bring_styles(*action.styles)


def actions_at(seen: Look, desk: str) -> tuple[Tab, ...]:
    """What rooms have brought to this desk: each opens in the desk's own question box."""
    return tuple(
        Tab(name=say(each.name), address=reverse(each.address, args=[seen.event_id]), here=False)
        for each in _actions.values()
        if each.desk == desk
    )


def waiting_at(seen: Look, desk: str) -> tuple[Tab, ...]:
    """What rooms have for this desk to do now."""
    return tuple(each for action in _actions.values() if action.desk == desk for each in action.waiting(seen))
