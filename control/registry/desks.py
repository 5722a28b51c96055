"""Desks' part of a game or an app: pages in the navigation, ways to put something right, and what is counted against the ledger."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from control.day.counts import Counted, CountPart
from control.engine.context import Actor
from control.engine.ids import DeskId
from control.engine.modules import Command, Desks, Invalidation
from control.engine.viewer import Viewer
from control.regions.sight import Sight

# === pages ==============================================================================================================

# A page of the desks in the navigation, and a way to put something right that was done: what a game or an app brings to both.


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


# === counts =============================================================================================================

# What the desks count against the ledger, as a game or a room brings it.


@dataclass(frozen=True, slots=True, kw_only=True)
class CountKind:
    """A sheet to count by: its name in addresses and in the ledger, its title, whose it is, and what to know beforehand.

    `sees` is a view: what the ledger says, part by part, nothing for other desks. `command` enters the differences of the parts
    that were counted. `address` names the page of the desk that counts it, which a count leads back to.
    """

    sheet: str
    name: str
    hint: str
    desks: frozenset[DeskId]
    sees: Callable[[Any, Viewer], tuple[CountPart, ...]]
    command: Callable[[tuple[Counted, ...], tuple[str, ...]], Command]
    address: str
