"""Registration of a realm, which is a main game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, field

from control.day.clock.view import Foretold
from control.day.state import DayState
from control.engine.frame import Frame
from control.engine.ids import TeamId
from control.engine.language import say
from control.engine.modules import Command, Module
from control.engine.viewer import Viewer
from control.registry.bots import BotsPart
from control.registry.debriefing import DebriefPart
from control.registry.desks import ByHandWays, DeskPage, DeskPart
from control.registry.hall import HallPart
from control.registry.phone import RealmPhone
from control.registry.sheets import PagePanel, PagePiece, StyledPiece


class PrintKind(Struct, frozen=True, kw_only=True):
    """A print of a game.

    `name`: its name in the URL. `title`: its title. `sees`: a view of its content. `draw`: makes the pages for a paper size. Their
    template also knows the print's `head` and `now`. `css`: a style sheet.
    """

    name: str
    title: str
    sees: Callable[[Any, Viewer], Any]
    draw: Callable[[Any, str], PagePanel]
    css: str = ""


class UnsoundError(Exception):
    """A folder holds no valid scenario of a game. The message names every problem."""


class Folders(Struct, frozen=True, kw_only=True):
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


class Rulebook(Struct, frozen=True, kw_only=True):
    """The file of a game's rulebook. `withheld`: IDs of rules that only the control team may read."""

    path: Path
    withheld: frozenset[str] = frozenset()


def plain_news(state: DayState, number: int) -> tuple[str, str]:
    """Return the heading of a round's news, and the sentence for a round without news, in the platform's words."""
    return state.frame.round_title(number), say("Nothing happened that everybody must know.")


class RealmRules(Struct, frozen=True, kw_only=True):
    """The rules of a game.

    `state`: the type of its states, which names the game, its frame and the field of its scenario. `modules`: the modules that its
    rooms share, including the platform's, in order of reaction; each room adds its own (`RoomApp`). `load`: reads the JSON
    document of a scenario, which is frozen into an event and attached to all its states. `set_up`: makes the first command of a
    journal from a casting. `rulebook`: the rulebook for everybody.
    """

    state: type[DayState]
    modules: tuple[Module, ...]
    load: Callable[[bytes], Any]
    set_up: Callable[[tuple[Any, ...]], Command]
    rulebook: Rulebook | None = None


class RealmDesk(DeskPart, frozen=True, kw_only=True):
    """The game's part of the desks.

    `pages`: pages in the navigation, after the rooms' desks. `by_hand`: links to fix an entry by hand. `overview`: further regions
    of the overview; `below`: those below the waiting tasks. `turning`: a view of what the turn of the round would do, for the
    question before it. `styles`, `scripts`: static files of dialogs on its pages. Its tasks wait in regions of the overview.
    """

    pages: tuple[DeskPage, ...] = ()
    by_hand: ByHandWays | None = None
    overview: tuple[str, ...] = ()
    below: tuple[str, ...] = ()
    turning: Callable[[Any, Viewer], Foretold | None] | None = None
    styles: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()


class RealmHall(HallPart, frozen=True, kw_only=True):
    """The game's part of the screens in the hall, and the words of its news.

    `news`: a piece below the announcements. `ending`: a large piece on the clock screen after the day. `dispatch`: the heading of a
    round's news, and the sentence without news.
    """

    news: PagePiece | None = None
    ending: PagePiece | None = None
    dispatch: Callable[[Any, int], tuple[str, str]] = plain_news


class RealmPaper(Struct, frozen=True, kw_only=True):
    """The game's part of what is printed: further prints, and additions to the "state now" for the rooms' desks.

    `facts`: facts after those of the rooms. `board`: a board below those of the rooms. `people`: replaces the platform's list of
    people; its view may use the rows of that list (`control.day.prints.team_parts`).
    """

    prints: tuple[PrintKind, ...] = ()
    facts: StyledPiece | None = None
    people: StyledPiece | None = None
    board: StyledPiece | None = None


class Realm(Struct, frozen=True, kw_only=True):
    """Registration of a main game: its rules, its scenarios on disk, and its part of each kind of page.

    Its bots act outside the rooms, in phases without steps. The lab studies no days without measures.
    """

    rules: RealmRules
    folders: Folders | None = None
    desk: RealmDesk = field(default_factory=RealmDesk)
    phone: RealmPhone = field(default_factory=RealmPhone)
    hall: RealmHall = field(default_factory=RealmHall)
    paper: RealmPaper = field(default_factory=RealmPaper)
    bots: BotsPart = field(default_factory=BotsPart)
    debrief: DebriefPart = field(default_factory=DebriefPart)

    @property
    def name(self) -> str:
        """The name in the streams of its events."""
        return self.rules.state.REALM

    @property
    def frame(self) -> Frame:
        """Its phases, rooms and desks."""
        return self.rules.state.FRAME

    def store(self, scenario: Any) -> bytes:
        """The document of a scenario, for an event."""
        return msgspec.json.encode(scenario)

    def blank(self, scenario: Any) -> DayState:
        """The state of an event before its first entry."""
        state = self.rules.state
        return state(**{state.ATTACHED: scenario})
