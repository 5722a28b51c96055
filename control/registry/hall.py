"""Hall parts of a game or a room: further screens, and facts beside the clock."""

from __future__ import annotations

from msgspec import Struct

from control.registry.sheets import ClockNote, LivePiece


class WallKind(LivePiece, frozen=True, kw_only=True):
    """A kind of screen: title, piece, and the clock in a corner. Clock and news refresh it, too. `name`: its name in the URL."""

    name: str
    title: str


class HallPart(Struct, frozen=True, kw_only=True):
    """Additions to the hall. `walls`: further kinds of screens. `standing`: facts beside the clock and in print."""

    walls: tuple[WallKind, ...] = ()
    standing: ClockNote | None = None
