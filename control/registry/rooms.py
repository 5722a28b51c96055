"""Registration of a room: its rules, and its parts of the desks, phones, walls, bots and the debrief."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from control.day.desk_tasks import DeskTask
from control.day.guides import Guide
from control.engine.dice import Dice
from control.engine.ids import SeatId
from control.engine.measures import Measured
from control.engine.modules import Command, Module
from control.engine.viewer import Viewer
from control.regions.kinds import RegionKind
from control.registry.debriefing import Hindsight
from control.registry.desks import CountKind
from control.registry.phone import PhoneView
from control.registry.realms import WallKind
from control.registry.sheets import ClockNote, PagePanel, PagePiece, RoundDetails, SheetKind


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
class PhoneMap:
    """The map on a player's phone. It also shows the orders of the player's newest sheet of the kind `sheet`.

    `sees`: a pure view of what this player may know. It gets this round's sheet, or None without a readable one sent in time.
    `draw`: makes the fragment for the event of that ID. It gets no state.
    """

    sheet: str
    sees: Callable[[Any, Viewer, Any], Any]
    draw: Callable[[int, Any], PagePanel]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanColumn:
    """A column of the organizer's timetable: its heading, and a view of its cell for a month ("" for an empty one).

    The timetable is public, so the view gets no viewer.
    """

    heading: str
    cell: Callable[[Any, int], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomRules:
    """The rules of a room.

    `module`: the room's own module, which keeps its state. `further`: stateless modules that react after it.
    `sheets`: the kinds of sealed sheets that its players write.
    """

    module: Module
    further: tuple[Module, ...] = ()
    sheets: tuple[SheetKind, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomDesk:
    """The room's part of the desks.

    `tab`: its name in the navigation, if other than the room's name. `page`: the URL name of its desk; "" for a room without one.
    `applies`: its steps are called "applied" instead of "ended". `plan`: its column of the timetable.
    `waiting`: a view of the tasks that wait at the desk. `closing`: a view of what the end of the running phase cuts off there,
    one sentence each. `counts`: what the desk counts and compares with the ledger.
    """

    tab: str = ""
    page: str = ""
    applies: bool = False
    plan: PlanColumn | None = None
    waiting: Callable[[Any, Viewer], tuple[DeskTask, ...]] | None = None
    closing: Callable[[Any, Viewer], tuple[str, ...]] | None = None
    counts: tuple[CountKind, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomPhone:
    """The room's part of its players' phones.

    `to_do`: the task of players who have chosen the room, before its steps begin. `step_hints`: what players do in each step, by
    its ID; one entry serves numbered steps ("debate" for "debate-2"). `live_hint`: a public view that replaces the step's hint,
    unless it returns "". `table_label`: the label for choosing a table, in a room with tables.
    `results`: how the player's own sheets turned out. `round_details`: the room's section of a finished round. `map`: the map.
    `regions`: further live regions. `topics`: topics that refresh the phone, besides the room's ID. `scripts`, `styles`: static
    files that all of these need.
    """

    to_do: str = ""
    step_hints: Mapping[str, str] = field(default_factory=dict)
    live_hint: Callable[[Any], str] | None = None
    table_label: str = ""
    results: PagePiece | None = None
    round_details: RoundDetails | None = None
    map: PhoneMap | None = None
    regions: tuple[RegionKind[PhoneView], ...] = ()
    topics: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()
    styles: tuple[str, ...] = ()

    def hint_of(self, step: str) -> str:
        """The hint of a step; "" without one."""
        return self.step_hints.get(step) or self.step_hints.get(step.rstrip("0123456789").rstrip("-"), "")


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomHall:
    """The room's part of the screens in the hall and of the printed "state now".

    `map`: the map screen. `walls`: further kinds of screens. `alarm`: an alarm over every screen. `standing`: facts beside the
    clock and in print. `board`: the public board in print.
    """

    map: HallMapPiece | None = None
    walls: tuple[WallKind, ...] = ()
    alarm: Alarm | None = None
    standing: ClockNote | None = None
    board: PublicBoard | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomBots:
    """Bots and beginners of a rehearsal in this room.

    `share`: how many bots choose the room, relative to the other rooms. `act`: what the bot of a seat does in the running step, by
    its dice; None when it has nothing (more) to do. Without `act` bots only watch. `early`: bots act early in a step because
    others wait for them, as in turns round a table. `lead`: what the room's desk does on a day of bots; None when it has nothing
    (more) to do. `guide`: the guided round that teaches its desk.
    """

    share: int = 1
    act: Callable[[Any, SeatId, Dice], Command | None] | None = None
    early: bool = False
    lead: Callable[[Any, Dice], Command | None] | None = None
    guide: Guide | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomDebrief:
    """The room's part of the debrief, and the measures that the lab takes of its days."""

    hindsight: Hindsight = field(default_factory=Hindsight)
    measures: Measured = field(default_factory=Measured)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomApp:
    """Registration of a room of the game `realm`: its rules, and its part of each kind of page."""

    realm: str
    rules: RoomRules
    desk: RoomDesk = field(default_factory=RoomDesk)
    phone: RoomPhone = field(default_factory=RoomPhone)
    hall: RoomHall = field(default_factory=RoomHall)
    bots: RoomBots = field(default_factory=RoomBots)
    debrief: RoomDebrief = field(default_factory=RoomDebrief)
