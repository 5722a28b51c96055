"""Registration of a realm, which is a main game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from control.day.clock.view import Foretold
from control.day.desk_tasks import DeskTask
from control.day.guides import Guide
from control.day.state import DayState
from control.engine.dice import Dice
from control.engine.frame import Frame
from control.engine.ids import DeskId, SeatId, TeamId
from control.engine.language import say
from control.engine.measures import Measured
from control.engine.modules import Command, Module
from control.engine.viewer import Viewer
from control.registry.debriefing import Hindsight
from control.registry.desks import ByHandWays, CountKind, DeskPage
from control.registry.phone import PhoneParts
from control.registry.sheets import ClockNote, PagePanel, PagePiece


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
class PrintKind:
    """A print of a game.

    `name`: its name in the URL. `title`: its title. `desks`: the desks that may print it; empty for all. `sees`: a view of its
    content. `draw`: makes the pages for a paper size. Their template also knows the print's `head` and `now`. `css`: a style sheet.
    """

    name: str
    title: str
    sees: Callable[[Any, Viewer], Any]
    draw: Callable[[Any, str], PagePanel]
    desks: frozenset[DeskId] = frozenset()
    css: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OnStatePrint:
    """The game's part of the printed "state now". It holds only what the rooms' desks may know.

    `facts`: facts after those of the rooms. `board`: a board below those of the rooms. `people`: replaces the platform's list of
    people; its view may use the rows of that list (`control.day.prints.team_parts`). `css`: a style sheet.
    """

    facts: PagePiece | None = None
    people: PagePiece | None = None
    board: PagePiece | None = None
    css: str = ""


class UnsoundError(Exception):
    """A folder holds no valid scenario of a game. The message names every problem."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Folders:
    """Access to a realm's scenarios in folders.

    `read`: reads the scenario in a folder, or raises `UnsoundError`. `title`: its title. `casting`: its default casting, for events
    without a list. `cast`: makes one line of a casting from name, team and rank. `texts`: the files of a folder by name. `places`:
    the file and line of each field, by its path. `manned`: the scenario with another casting.
    `demo`: the folder of the demo. `small`: a small scenario. `demo_in`: the demo in further languages.
    """

    read: Callable[[Path], Any]
    title: Callable[[Any], str]
    casting: Callable[[Any], tuple[Any, ...]]
    cast: Callable[[str, TeamId, int], Any]
    texts: Callable[[Path], Mapping[str, str]] = lambda _folder: {}
    places: Callable[[Mapping[str, str]], Mapping[str, tuple[str, int]]] = lambda _texts: {}
    manned: Callable[[Any, tuple[Any, ...]], Any] | None = None
    demo: Path | None = None
    small: Path | None = None
    demo_in: Mapping[str, Path] = field(default_factory=dict)

    def demo_of(self, language: str) -> Path | None:
        """Return the folder of the demo in a language."""
        return self.demo_in.get(language, self.demo)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rulebook:
    """The file of a game's rulebook. `withheld`: IDs of rules that only the control team may read."""

    path: Path
    withheld: frozenset[str] = frozenset()


def plain_news(state: DayState, number: int) -> tuple[str, str]:
    """Return the heading of a round's news, and the sentence for a round without news, in the platform's words."""
    return state.frame.round_title(number), say("Nothing happened that everybody must know.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Realm:
    """Registration of a main game.

    `name`: the name in the streams of its events. `frame`, `state_type`: its frame and the type of its states. `modules`: the
    modules that its rooms share, including the platform's, in order of reaction; each room adds its own (`RoomApp`).
    `load`, `store`: read and write the document that is frozen into an event and attached to all its states. `set_up`: makes the
    first command of a journal from a casting. `folders`: access to scenarios on disk. `rulebook`: the rulebook for everybody.

    Desks. `pages`: pages in the navigation, after the rooms' desks. `by_hand`: links to fix an entry by hand. `overview`: further
    regions of the overview; `below`: those below the waiting tasks. `waiting`: a view of tasks of the game itself, in regions of
    the overview. `turning`: a view of what the turn of the round would do, for the question before it. `closing`: a view of what
    the end of the running phase leaves undone, one sentence each, as far as the platform does not know it. `counts`: count sheets.
    `desk_styles`, `desk_scripts`: static files of dialogs on its pages. `guides`: guided rounds at desks without a room.

    Hall and paper. `standing`: facts beside the clock, before those of the rooms. `news`: a piece below the announcements.
    `ending`: a large piece on the clock screen after the day. `walls`: further kinds of screens. `prints`: further prints.
    `state_print`: additions to the printed "state now". `dispatch`: the heading of a round's news, and the sentence without news.

    `phone`: its part of the phones. `act`: what a seat's bot does outside the rooms, in phases without steps. It is called
    repeatedly with the same dice. `hindsight`: its part of the debrief. `measured`: the measures of its days; the lab studies no
    days without them.
    """

    name: str
    frame: Frame
    state_type: type[DayState]
    modules: tuple[Module, ...]
    load: Callable[[bytes], Any]
    store: Callable[[Any], bytes]
    set_up: Callable[[tuple[Any, ...]], Command]
    folders: Folders | None = None
    rulebook: Rulebook | None = None
    pages: tuple[DeskPage, ...] = ()
    by_hand: ByHandWays | None = None
    overview: tuple[str, ...] = ()
    below: tuple[str, ...] = ()
    waiting: Callable[[Any, Viewer], tuple[DeskTask, ...]] | None = None
    turning: Callable[[Any, Viewer], Foretold | None] | None = None
    closing: Callable[[Any, Viewer], tuple[str, ...]] | None = None
    desk_styles: tuple[str, ...] = ()
    desk_scripts: tuple[str, ...] = ()
    counts: tuple[CountKind, ...] = ()
    standing: ClockNote | None = None
    news: PagePiece | None = None
    ending: PagePiece | None = None
    walls: tuple[WallKind, ...] = ()
    prints: tuple[PrintKind, ...] = ()
    state_print: OnStatePrint = OnStatePrint()
    phone: PhoneParts = field(default_factory=PhoneParts)
    act: Callable[[Any, SeatId, Dice], Command | None] | None = None
    dispatch: Callable[[Any, int], tuple[str, str]] = plain_news
    hindsight: Hindsight = field(default_factory=Hindsight)
    measured: Measured = field(default_factory=Measured)
    guides: tuple[Guide, ...] = ()

    def blank(self, scenario: Any) -> DayState:
        """The state of an event before its first entry."""
        return self.state_type(**{self.state_type.ATTACHED: scenario})
