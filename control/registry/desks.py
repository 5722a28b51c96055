"""Desk parts of a game or an app: pages in the navigation, links to fix something by hand, counts against the ledger."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from control.day.counts import CountedLine, CountPart
from control.day.desk_tasks import DeskTask
from control.engine.context import Actor
from control.engine.ids import DeskId
from control.engine.modules import Command, Desks, Invalidation
from control.engine.viewer import Viewer
from control.regions.sight import Sight

# === pages ==============================================================================================================


class DeskPage(Struct, frozen=True, kw_only=True):
    """A page of the desks.

    `page`: its ID. `name`: its name in the navigation. `address`: its URL name, which takes the event's ID. `desks`: the desks that
    see it; empty for all. `word`: its name in lists; default: its ID.
    """

    page: str
    name: str
    address: str
    desks: Desks = frozenset()
    word: str = ""


class CorrectionLink(Struct, frozen=True, kw_only=True):
    """A link to fix something by hand. `in_dialog`: it opens a dialog."""

    words: str
    address: str
    in_dialog: bool


ByHandWays = Callable[[int, Sight[Any], Actor, Sequence[Invalidation]], tuple[CorrectionLink, ...]]
"""Gets the event's ID, its sight, who asks, and the invalidations of an entry. Returns the links to fix that entry by hand."""


# === counts =============================================================================================================


class CountKind(Struct, frozen=True, kw_only=True):
    """A count sheet, by which a desk compares real pieces with the ledger.

    `name`: its name in URLs and in the ledger. `title`: its title. `hint`: advice before the count. `desks`: the desks that count.
    `sees`: a view of the ledger, part by part; empty for other desks. `command`: makes the command that enters the differences of
    the counted parts. `address`: the URL name of the desk page to return to.
    """

    name: str
    title: str
    hint: str
    desks: frozenset[DeskId]
    sees: Callable[[Any, Viewer], tuple[CountPart, ...]]
    command: Callable[[tuple[CountedLine, ...], tuple[str, ...]], Command]
    address: str


# === tasks ==============================================================================================================


class DeskPart(Struct, frozen=True, kw_only=True):
    """Additions to the desks.

    `waiting`: a view of the tasks that wait there. `closing`: a view of what the end of the running phase cuts off or leaves
    undone, one sentence each, as far as the platform does not know it. `counts`: what is counted and compared with the ledger.
    """

    waiting: Callable[[Any, Viewer], tuple[DeskTask, ...]] | None = None
    closing: Callable[[Any, Viewer], tuple[str, ...]] | None = None
    counts: tuple[CountKind, ...] = ()
