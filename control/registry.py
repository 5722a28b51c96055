"""What is played here: rooms register all they bring when their app is ready, and engines are put together from their chapters.

This is the only global registry; pure modules get what they need as arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from control.day.clock.module import CLOCK
from control.day.decisions import DECISIONS
from control.day.handoffs import HAND_OFFS
from control.day.lateness import Taking
from control.day.notices import NOTICES
from control.day.outages import OUTAGES
from control.day.people import PEOPLE
from control.day.roster import ROSTER
from control.day.rulings import RULINGS
from control.day.seals import SEALS, sealing
from control.day.window import Window
from control.engine.dice import Dice
from control.engine.ids import SeatId, StepId
from control.engine.modules import Command, Game, Module
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
from rooms.realm.scenario.ids import Room

GOD_EMPEROR = "god-emperor"
SHARED: tuple[Module, ...] = (
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


Fields = Mapping[str, list[str]]  # what stands in a form, by the names of its controls


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """A piece of a shared page that a room fills: a fragment and the one shaped object it needs, as `panel`.

    `version` names all that the object says, where that is known more cheaply than by its `repr`.
    """

    template: str
    panel: object
    version: str = ""


# --- kinds of sheets ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class ByHand:
    """How staff enter a sheet that they have read from paper.

    `draw` gives the form with what has been typed so far; `fields` are those that a sheet would be typed into, `words` say what it
    holds, line by line; `css` is the style sheet of the form, if it has one. `enter` is the command that lets one count after the
    others were taken in: the player, the month, the sheet, the reason.
    """

    draw: Callable[[Any, SeatId, Fields], Panel]
    fields: Callable[[Any], Fields]
    words: Callable[[Any, Any], tuple[str, ...]]
    enter: Callable[[SeatId, int, Any, str], Command]
    css: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FilledSheet:
    """One player's sheet in words."""

    seat: SeatId
    lines: tuple[str, ...]
    remark: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OnPaper:
    """How a kind of sheet is printed.

    `blank` draws what is written by hand, in the style sheet `css` if it has one. `filled` gives the sheets of the running month,
    None as long as they are sealed for everybody; the desk of the kind may print them then.
    """

    title: str
    blank: Callable[[Any], Panel]
    filled: Callable[[Any], tuple[FilledSheet, ...] | None]
    css: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetKind:
    """A kind of sealed sheet with everything that is asked about it; the functions are pure.

    What it is called: `name` at the head of something, `word` in front of "sheet", `noun` and `nouns` within a sentence; `sealed`
    says how many were sealed (their number, the month, the root as it is read out).
    Who reads it: `desk`, when the end of `step` in `room` takes it in. `closed_before`: an earlier deadline closes it. `may_write`
    says who is awaited of those who are there.
    What it holds: `read` reads the fields of its form, from a phone, a draft or paper alike; `encode` writes the document that is
    stored and `decode` reads that back; `check` refuses what the rules forbid; `window` says until when it may be sent.
    Where it is written: `phone` draws it for its author (the event's id, the state, the seat, and what was typed, where that was
    refused), `by_hand` for staff who read it from paper, `on_paper` for the printer. `invent` writes one for a bot, None when it
    has nothing to write.
    """

    kind: str
    room: str
    desk: str
    step: StepId
    closed_before: bool = False
    name: str
    word: str
    noun: str
    nouns: str
    sealed: Callable[[int, int, str], str]
    read: Callable[[Fields], Any]
    encode: Callable[[Any], bytes]
    decode: Callable[[bytes], Any]
    check: Callable[[Any, SeatId, Any], None]
    window: Callable[[Any, SeatId], Window]
    may_write: Callable[[Any, SeatId], bool] = lambda _state, _seat: True
    invent: Callable[[Any, SeatId, Dice], Any]
    phone: Callable[[int, Any, SeatId, Fields | None], Panel]
    by_hand: ByHand | None = None
    on_paper: OnPaper | None = None

    @property
    def taking(self) -> Taking:
        """What the clock and the seals need to know of it."""
        return Taking(kind=self.kind, room=self.room, step=self.step, sealed=self.sealed, closed_before=self.closed_before)


# --- rooms --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class HallMap:
    """What a room shows on the map screen of the hall, and the topics that change it."""

    draw: Callable[[int, Any], Panel]
    topics: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanColumn:
    """A column of the organizer's timetable: its heading, and what stands in it for a month, "" for nothing."""

    heading: str
    cell: Callable[[Any, int], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What a room says beside the clock: below that of the hall, and among the facts of "the state now" on paper."""

    hall: Callable[[Any], Panel]
    paper: Callable[[Any], Panel]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomApp:
    """What a room brings: its chapter, its sheets, its pieces of the shared pages.

    `further` are chapters beside the room's own: they keep no state of their own and react after it.
    At the desks: `tab` is what its own desk is called in the navigation, `desk` the name of that page's address, `word` what it is
    called where somebody of the team is; `applies`: its steps are applied, not ended. `plan` is a column of the timetable.
    On phones: `to_do` says in Planning what is done by who chose it; `table`, where its players sit at tables, is the label of
    their choice; `results` tells a player of the own sheets, `chart` draws the map as this player may see it (the event's id, the
    state, the seat); `topics` change these pieces, `scripts` and `styles` are static files that they need.
    In the hall and on paper: `hall` is what the map screen shows, `standing` what stands beside the clock, `board` the room's part
    of "the state now", which holds nothing that is not public.
    `bots` is how many of the bots of a rehearsal go there, against the other rooms.
    """

    chapter: Module
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
    bots: int = 1


_rooms: dict[str, RoomApp] = {}


def register(room: RoomApp) -> None:
    """Make a room part of the main game. Called once by its app when it is ready."""
    _rooms[room.chapter.name] = room
    forget()


def forget() -> None:
    """Put everything together anew when it is asked for next."""
    for known in (game, rooms, sheet_kinds, takings):
        known.cache_clear()


@cache
def game(name: str = GOD_EMPEROR) -> Game[Any]:
    """The engine of that name.

    Raises:
        KeyError: no such engine.
    """
    if name != GOD_EMPEROR:
        raise KeyError(name)
    found = [_rooms[each] for each in sorted(_rooms)]
    shared = tuple(sealing(takings()) if each is SEALS else each for each in SHARED)
    own = tuple(room.chapter for room in found)
    further = (chapter for room in found for chapter in room.further)
    return Game(name=name, state_type=GameState, chapters=(*shared, *own, *further))


@cache
def rooms() -> Mapping[str, RoomApp]:
    """Every registered room, in the order of the rooms."""
    known = {app.chapter.room: app for app in _rooms.values() if app.chapter.room}
    return {room: known[room] for room in Room if room in known}


@cache
def sheet_kinds() -> Mapping[str, SheetKind]:
    """Every kind of sealed sheet by its name, in the order of the rooms."""
    return {kind.kind: kind for room in rooms().values() for kind in room.sheets}


@cache
def takings() -> tuple[Taking, ...]:
    """Which step takes which kind of sheet in."""
    return tuple(kind.taking for kind in sheet_kinds().values())


def printable() -> Mapping[str, tuple[SheetKind, OnPaper]]:
    """The kinds of sheets that are printed, and how."""
    return {name: (kind, kind.on_paper) for name, kind in sheet_kinds().items() if kind.on_paper is not None}


def has_tables(room: str) -> bool:
    """Do the players of a room sit at tables?"""
    app = rooms().get(room)
    return app is not None and bool(app.table)
