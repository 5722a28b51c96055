"""A room, with everything that it brings to the pages of all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from control.day.guides import Guide
from control.day.matters import Waiting
from control.engine.dice import Dice
from control.engine.ids import SeatId
from control.engine.measures import Measured
from control.engine.modules import Command, Module
from control.engine.viewer import Viewer
from control.regions.kinds import RegionKind
from control.registry.desks import CountKind
from control.registry.hindsight import Hindsight
from control.registry.phone import PhoneView
from control.registry.realms import Wall
from control.registry.sheets import Panel, Piece, Retold, SheetKind, Standing


@dataclass(frozen=True, slots=True, kw_only=True)
class HallMap:
    """What a room shows on the map screen of the hall, the topics that change it, the static files that it needs."""

    piece: Piece
    topics: frozenset[str]
    styles: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Alarm:
    """What comes over whatever a screen of the hall shows, `EMPTY` for nothing; the topics that change it, its style sheets."""

    piece: Piece
    topics: tuple[str, ...]
    styles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """The map on a player's phone, with what stands in the own newest sheet of the kind `sheet` drawn on it.

    `sees` is a view: pure, what this player may know, given that sheet of this round, None without one that came in time and can be
    read. `draw` makes the fragment of it, for the event of that id; it gets no state.
    """

    sheet: str
    sees: Callable[[Any, Viewer, Any], Any]
    draw: Callable[[int, Any], Panel]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanColumn:
    """A column of the organizer's timetable: its heading, and a view of what stands in it for a month, "" for nothing.

    The plan is everybody's, so it asks nobody who looks.
    """

    heading: str
    cell: Callable[[Any, int], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomApp:
    """What a room brings to the game `realm`: its module, its sheets, its pieces of the shared pages.

    `further` are modules beside the room's own: they keep no state of their own and react after it.
    At the desks: `tab` is what its own desk is called in the navigation, `desk` the name of that page's address, `word` what it is
    called where somebody of the team is; `applies`: its steps are applied, not ended. `plan` is a column of the timetable.
    On phones: `to_do` says in Planning what is done by who chose it, `step_words` what its players do in each step (by its id, of
    which an ending number may be left out), `step_told` says instead what is so in the state, unless that is ""; `table`, where its
    players sit at tables, is the label of their choice; `results` tells a player of the own sheets, `retold` adds to the page of a
    round that is over, `chart` is the map as this player may see it, `regions` are further pieces of the page; `topics` change all
    these, `scripts` and `styles` are static files that they need.
    In the hall and on paper: `hall` is what the map screen shows, `walls` are further kinds of screens, `alarm` is what comes over
    all of them, `standing` is what stands beside the clock, `board` the room's part of "the state now", which holds nothing that is
    not public, in the style sheets `board_styles`.
    `waits` is a view of what its desk has to look at now, `closing` one of what the end of the running phase cuts off there,
    a sentence each, `counts` is what its desk counts against the ledger.
    `hindsight` is what it brings to the debrief, `measured` what the lab counts of its days, `guide` the guided round at its desk
    for newcomers in a rehearsal.
    `bots` is how many of the bots of a rehearsal go there, against the other rooms; `act` is what the bot of a seat that is there
    does in the step that runs, by its dice: None when it has nothing (more) to do. Without it they only watch. `prompt`: they act
    early in a step, where others wait for them, as in turns round a table. `lead` is what its desk does in a day of bots, None when
    there is nothing (more) to do.
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
    step_words: Mapping[str, str] = field(default_factory=dict)
    step_told: Callable[[Any], str] | None = None
    table: str = ""
    results: Piece | None = None
    retold: Retold | None = None
    chart: Chart | None = None
    regions: tuple[RegionKind[PhoneView], ...] = ()
    topics: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()
    styles: tuple[str, ...] = ()
    hall: HallMap | None = None
    walls: tuple[Wall, ...] = ()
    alarm: Alarm | None = None
    standing: Standing | None = None
    board: Piece | None = None
    board_styles: tuple[str, ...] = ()
    bots: int = 1
    act: Callable[[Any, SeatId, Dice], Command | None] | None = None
    prompt: bool = False
    lead: Callable[[Any, Dice], Command | None] | None = None
    waits: Callable[[Any, Viewer], tuple[Waiting, ...]] | None = None
    closing: Callable[[Any, Viewer], tuple[str, ...]] | None = None
    counts: tuple[CountKind, ...] = ()
    hindsight: Hindsight = field(default_factory=Hindsight)
    measured: Measured = field(default_factory=Measured)
    guide: Guide | None = None

    def player_does(self, step: str) -> str:
        """What a player here does in a step, "" where the room says nothing of it."""
        return self.step_words.get(step) or self.step_words.get(step.rstrip("0123456789").rstrip("-"), "")
