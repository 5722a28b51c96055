"""What the desks count against the ledger, as a game or a room brings it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from control.day.counts import Counted, CountPart
from control.engine.ids import DeskId
from control.engine.modules import Command
from control.engine.viewer import Viewer


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
