"""A realm: a main game, with everything that the console is told of it once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from control.day.clock.view import Foretold
from control.day.guides import Guide
from control.day.matters import Waiting
from control.day.state import DayState
from control.engine.dice import Dice
from control.engine.frame import Frame
from control.engine.ids import DeskId, SeatId, TeamId
from control.engine.language import say
from control.engine.measures import Measured
from control.engine.modules import Command, Module
from control.engine.viewer import Viewer
from control.registry.desks import ByHandWays, CountKind, DeskPage
from control.registry.hindsight import Hindsight
from control.registry.phone import PhoneParts
from control.registry.sheets import Panel, Piece, Standing


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenKind:
    """A kind of screen in the hall: its name in the address, its title, the topics that change it beside clock and news.

    `styles` and `scripts` are static files that it needs.
    """

    name: str
    title: str
    topics: tuple[str, ...] = ()
    styles: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Wall(ScreenKind):
    """A kind of screen that a game brings: what stands below its title; the clock is in a corner."""

    piece: Piece


@dataclass(frozen=True, slots=True, kw_only=True)
class Print:
    """A print of a game: its name in the address, its title, the desks that may print it (every desk where none is named).

    `sees` is a view of what is printed, `draw` gives the pages of it, for a size of paper; their template knows the `head` of the
    print and `now` as well. `css` is a style sheet that they need.
    """

    name: str
    title: str
    sees: Callable[[Any, Viewer], Any]
    draw: Callable[[Any, str], Panel]
    desks: frozenset[DeskId] = frozenset()
    css: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OnStatePrint:
    """What a game adds to "the state now" on paper, which holds nothing that the desks of the rooms may not know.

    `facts` stand behind those that rooms say beside the clock, `board` below the rooms' boards. `people` is drawn instead of the
    platform's list; its view may be made of the rows of that one (`control.day.prints.team_parts`). `css` is a style sheet that
    these need.
    """

    facts: Piece | None = None
    people: Piece | None = None
    board: Piece | None = None
    css: str = ""


class UnsoundError(Exception):
    """A folder holds no sound scenario of a game; the message names every problem."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Folders:
    """How a realm reads its scenarios from folders.

    `read` gives the scenario in a folder, or raises `UnsoundError`; `title` is what it is called; `texts` are the files of a
    folder by their names, and `places` says where in these each field stands, by its path. `casting` is who plays where no
    list is given, and `cast` one line of such a casting: the name, the team, the rank. `demo` is the folder of the demo, `small`
    that of a small one, `demo_in` that of the demo in further languages. `manned` is a scenario with another casting.
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
        """The folder of the demo for a hall that speaks this language."""
        return self.demo_in.get(language, self.demo)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rulebook:
    """Where the text of a game's rulebook lies; rules by whose IDs are `withheld` only the control team may read."""

    path: Path
    withheld: frozenset[str] = frozenset()


def plainly_told(state: DayState, number: int) -> tuple[str, str]:
    """What the news of a round are headed with, and what they say where nothing happened, in the platform's words."""
    return state.frame.round_title(number), say("Nothing happened that everybody must know.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Realm:
    """A main game as the console knows it.

    `name` is what the streams of its events bear. `modules` are those that its rooms share, the platform's among them, in the order
    in which they react; each room brings its own (`RoomApp`). `load` and `store` read and write the document that is frozen into an
    event, which is attached to every state of it. `set_up` is the command that begins a journal, from a casting. `folders`
    is how it finds its scenarios on disk. `rulebook` is what everybody may read up on.
    At the desks: `pages` stand in the navigation behind the rooms' desks; `by_hand` says where they can put right what was done;
    `overview` names regions that the overview has besides the platform's, `below` those that stand below what waits; `waiting` is
    a view of what no room but the game itself wants looked at, in regions of the overview; `turning` is a view of what the turn of
    the round would bring, for whoever is asked whether to end the phase before it; `closing` one of what the end of the running
    phase leaves behind that the platform does not know of, a sentence each.
    `desk_styles` and `desk_scripts` are static files that the questions need which its pages ask; `counts` is what is counted.
    In the hall and on paper: `standing` is what is said beside the clock, before what the rooms say; `news` stands below what was
    announced; `ending` is what the clock screen shows large once the day is over; `walls` are further kinds of screens, `prints`
    further prints, `state_print` what is added to the one of the state. `phone` is what it adds to its players' phones.
    `act` is what the bot of a seat does outside the rooms, in the phases without steps; asked again and again, with the same dice.
    `dispatch` says what the news of a round are headed with, and what they say where nothing happened. `hindsight` is what it
    brings to the debrief, `measured` what the lab counts of its days: without it the lab studies none.
    `guides` are the guided rounds at desks that are no room's.
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
    waiting: Callable[[Any, Viewer], tuple[Waiting, ...]] | None = None
    turning: Callable[[Any, Viewer], Foretold | None] | None = None
    closing: Callable[[Any, Viewer], tuple[str, ...]] | None = None
    desk_styles: tuple[str, ...] = ()
    desk_scripts: tuple[str, ...] = ()
    counts: tuple[CountKind, ...] = ()
    standing: Standing | None = None
    news: Piece | None = None
    ending: Piece | None = None
    walls: tuple[Wall, ...] = ()
    prints: tuple[Print, ...] = ()
    state_print: OnStatePrint = OnStatePrint()
    phone: PhoneParts = field(default_factory=PhoneParts)
    act: Callable[[Any, SeatId, Dice], Command | None] | None = None
    dispatch: Callable[[Any, int], tuple[str, str]] = plainly_told
    hindsight: Hindsight = field(default_factory=Hindsight)
    measured: Measured = field(default_factory=Measured)
    guides: tuple[Guide, ...] = ()

    def blank(self, scenario: Any) -> DayState:
        """The state of an event before its first entry."""
        return self.state_type(**{self.state_type.ATTACHED: scenario})
