"""A page of the desks in the navigation, and a way to put something right that was done: what a game or an app brings to both."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from control.engine.context import Actor
from control.engine.modules import Desks, Invalidation
from control.regions.sight import Sight


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskPage:
    """A page of the desks: what it is called in the navigation, its address, which takes the event's id, and whose it is.

    `desks` are empty for a page of every desk. `word` is the name within a list, the page's own id without one.
    """

    page: str
    name: str
    address: str
    desks: Desks = frozenset()
    word: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """Where something can be put right by hand; `in_dialog` where that is a question of its own."""

    words: str
    address: str
    in_dialog: bool


ByHandWays = Callable[[int, Sight[Any], Actor, Sequence[Invalidation]], tuple[Way, ...]]
"""The ways a game knows to put right what told somebody these topics: the event's id, its sight, who asks, the invalidations."""
