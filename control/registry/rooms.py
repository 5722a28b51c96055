"""A room, with everything that it brings to the pages of all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from control.engine.ids import SeatId
from control.engine.modules import Module
from control.registry.kinds import Panel, SheetKind, Standing


@dataclass(frozen=True, slots=True, kw_only=True)
class HallMap:
    """What a room shows on the map screen of the hall, the topics that change it, the static files that it needs."""

    draw: Callable[[int, Any], Panel]
    topics: frozenset[str]
    styles: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanColumn:
    """A column of the organizer's timetable: its heading, and what stands in it for a month, "" for nothing."""

    heading: str
    cell: Callable[[Any, int], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomApp:
    """What a room brings to the game `realm`: its module, its sheets, its pieces of the shared pages.

    `further` are modules beside the room's own: they keep no state of their own and react after it.
    At the desks: `tab` is what its own desk is called in the navigation, `desk` the name of that page's address, `word` what it is
    called where somebody of the team is; `applies`: its steps are applied, not ended. `plan` is a column of the timetable.
    On phones: `to_do` says in Planning what is done by who chose it; `table`, where its players sit at tables, is the label of
    their choice; `results` tells a player of the own sheets, `chart` draws the map as this player may see it (the event's id, the
    state, the seat); `topics` change these pieces, `scripts` and `styles` are static files that they need.
    In the hall and on paper: `hall` is what the map screen shows, `standing` what stands beside the clock, `board` the room's part
    of "the state now", which holds nothing that is not public, in the style sheets `board_styles`.
    `bots` is how many of the bots of a rehearsal go there, against the other rooms.
    """

    realm: str
    module: Module
    further: tuple[Module, ...] = ()
    sheets: tuple[SheetKind, ...] = ()
    tab: str
    word: str
    desk: str = ""
    applies: bool = False
    plan: PlanColumn | None = None
    to_do: str
    table: str = ""
    results: Callable[[int, Any, SeatId], Panel] | None = None
    chart: Callable[[int, Any, SeatId], Panel] | None = None
    topics: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()
    styles: tuple[str, ...] = ()
    hall: HallMap | None = None
    standing: Standing | None = None
    board: Callable[[int, Any], Panel] | None = None
    board_styles: tuple[str, ...] = ()
    bots: int = 1
