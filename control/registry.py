"""What is played here: rooms register their chapters when their app is ready, and engines are put together from them.

This is the only global registry; pure modules get what they need as arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from rooms.realm.desks import Desk

from control.day.clock.module import CLOCK
from control.day.decisions import DECISIONS
from control.day.handoffs import HAND_OFFS
from control.day.notices import NOTICES
from control.day.outages import OUTAGES
from control.day.people import PEOPLE
from control.day.roster import ROSTER
from control.day.rulings import RULINGS
from control.day.seals import SEALS
from control.engine.dice import Dice
from control.engine.ids import SeatId
from control.engine.modules import Chapter, Command, Game
from rooms.realm.game.buildings import BUILDINGS
from rooms.realm.game.ceremonies import CEREMONIES
from rooms.realm.game.court import COURT
from rooms.realm.game.effects import EFFECTS
from rooms.realm.game.laws import LAWS
from rooms.realm.game.setup import SETUP
from rooms.realm.game.stakes import STAKES
from rooms.realm.game.standing import STANDING
from rooms.realm.game.state import GameState
from rooms.realm.game.strips import STRIPS
from rooms.realm.game.throne import THRONE
from rooms.realm.game.treasury import TREASURY
from rooms.realm.game.view import SHARED_VIEW
from rooms.realm.papers.game.types import FieldForm, PaperType
from rooms.realm.scenario.ids import Room

GOD_EMPEROR = "god-emperor"
SHARED: tuple[Chapter, ...] = (
    SETUP,
    CLOCK,
    OUTAGES,
    PEOPLE,
    ROSTER,
    TREASURY,
    CEREMONIES,
    NOTICES,
    THRONE,
    COURT,
    DECISIONS,
    HAND_OFFS,
    RULINGS,
    STRIPS,
    LAWS,
    EFFECTS,
    BUILDINGS,
    STAKES,
    STANDING,
    SEALS,
    SHARED_VIEW,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperGroup:
    """Some types of a kind of paper that stand together on its list."""

    title: str
    hint: str
    types: tuple[PaperType, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperFate:
    """What became of a player's paper when the papers of the month were taken in: its words, or why it was set aside."""

    words: str = ""
    aside: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperKind:
    """How the papers of a kind are written on a phone: the list of types, the fields of one of them, and what became of it.

    `entitled` says who may write one this month; `fate` is None until the papers of the month have been taken in, and for a player
    who had none.
    """

    title: str
    noun: str
    nouns: str  # several of them
    entitled: Callable[[GameState, SeatId], bool]
    groups: Callable[[GameState], tuple[PaperGroup, ...]]
    fields: Callable[[GameState, SeatId, PaperType], tuple[FieldForm, ...]]
    fate: Callable[[GameState, SeatId], PaperFate | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class ByHand:
    """How staff enter a sheet that they have read from paper.

    `draw` gives the form with what has been typed so far; `fields` are those that a sheet would be typed into, `words` say what it
    holds, line by line; `css` is the style sheet of the form, if it has one. `enter` is the command that lets one count after the
    others were taken in: the player, the month, the sheet, the reason.
    """

    draw: Callable[[GameState, SeatId, Mapping[str, list[str]]], Panel]
    fields: Callable[[Any], Mapping[str, list[str]]]
    words: Callable[[GameState, Any], tuple[str, ...]]
    enter: Callable[[SeatId, int, Any, str], Command]
    css: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetKind:
    """A kind of sealed sheet and the pure questions about it.

    `parse` reads a document, `typed` the fields of its form; `check` refuses what the rules forbid; `window` says until when it may
    be sent; `invent` writes one for a bot, None when it has nothing to write. `paper` says how it is written, where it is a paper
    of types; `by_hand` how staff enter one that they have read from paper.
    """

    kind: str
    room: Room
    desk: Desk
    parse: Callable[[bytes], Any]
    typed: Callable[[Mapping[str, list[str]]], Any]
    encode: Callable[[Any], bytes]
    check: Callable[[GameState, SeatId, Any], None]
    window: Callable[[GameState, SeatId], Any]
    invent: Callable[[GameState, SeatId, Dice], Any]
    paper: PaperKind | None = None
    by_hand: ByHand | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """A piece of a shared page that a room fills: a fragment and the one shaped object it needs, as `panel`.

    `version` names all that the object says, where that is known more cheaply than by its `repr`.
    """

    template: str
    panel: object
    version: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomApp:
    """What a room brings: its chapter, its sheets, its pieces of the shared pages.

    `further` are chapters beside the room's own: they keep no state of their own and react after it. `phone` gives a player's panel
    for the room chosen this month (the event's id, the state, the seat); `results` what a player learns of the own orders; `chart`
    the map as this player may see it; `hall` what the map screen of the hall shows.
    """

    chapter: Chapter
    further: tuple[Chapter, ...] = ()
    sheets: tuple[SheetKind, ...] = ()
    phone: Callable[[int, GameState, SeatId], Panel] | None = None
    results: Callable[[int, GameState, SeatId], Panel] | None = None
    chart: Callable[[int, GameState, SeatId], Panel] | None = None
    hall: Callable[[int, GameState], Panel] | None = None


_rooms: dict[str, RoomApp] = {}


def register(room: RoomApp) -> None:
    """Make a room part of the main game. Called once by its app when it is ready."""
    _rooms[room.chapter.name] = room
    game.cache_clear()
    sheet_kinds.cache_clear()


@cache
def game(name: str = GOD_EMPEROR) -> Game[GameState]:
    """The engine of that name.

    Raises:
        KeyError: no such engine.
    """
    if name != GOD_EMPEROR:
        raise KeyError(name)
    rooms = [_rooms[each] for each in sorted(_rooms)]
    own = tuple(room.chapter for room in rooms)
    return Game(name=name, chapters=(*SHARED, *own, *(chapter for room in rooms for chapter in room.further)))


def rooms() -> Mapping[Room, RoomApp]:
    """Every registered room."""
    return {app.chapter.room: app for app in _rooms.values() if app.chapter.room}


@cache
def sheet_kinds() -> Mapping[str, SheetKind]:
    """Every kind of sealed sheet by its name."""
    return {kind.kind: kind for room in _rooms.values() for kind in room.sheets}
