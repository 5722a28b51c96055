"""Hall parts of a game or a room: further screens, the map, an alarm, facts beside the clock, and the public board in print."""

from __future__ import annotations

from dataclasses import dataclass

from control.registry.sheets import ClockNote, PagePiece


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenKind:
    """A kind of screen in the hall.

    `name`: its name in the URL. `topics`: topics that refresh it, besides clock and news. `styles`, `scripts`: its static files.
    """

    name: str
    title: str
    topics: tuple[str, ...] = ()
    styles: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class WallKind(ScreenKind):
    """A kind of screen of a game: its piece below the title, and the clock in a corner."""

    piece: PagePiece


@dataclass(frozen=True, slots=True, kw_only=True)
class HallMapPiece:
    """The map on the map screen of the hall: its piece, the topics that refresh it, its static files."""

    piece: PagePiece
    topics: frozenset[str]
    styles: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Alarm:
    """An alarm over every screen of the hall: its piece (`EMPTY` for none), the topics that refresh it, its style sheets."""

    piece: PagePiece
    topics: tuple[str, ...]
    styles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicBoard:
    """The room's part of the printed "state now". It holds public facts only.

    `styles`: style sheets that the piece needs.
    """

    piece: PagePiece
    styles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class HallPart:
    """Additions to the hall. `walls`: further kinds of screens. `standing`: facts beside the clock and in print."""

    walls: tuple[WallKind, ...] = ()
    standing: ClockNote | None = None
