"""Registration of a room: its rules, and its parts of the desks, phones, walls, bots and the debrief."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct, field

from control.engine.modules import Module
from control.engine.viewer import Viewer
from control.registry.bots import RoomBots
from control.registry.debriefing import DebriefPart
from control.registry.desks import DeskPart
from control.registry.hall import HallPart
from control.registry.phone import PhonePart
from control.registry.sheets import LivePiece, PagePanel, PagePiece, RoundDetails, SheetKind, StyledPiece


class PhoneMap(Struct, frozen=True, kw_only=True):
    """The map on a player's phone. It also shows the orders of the player's newest sheet of this `kind`.

    `sees`: a pure view of what this player may know. It gets this round's sheet, or None without a readable one sent in time.
    `draw`: makes the fragment for the event of that ID. It gets no state.
    """

    kind: str
    sees: Callable[[Any, Viewer, Any], Any]
    draw: Callable[[int, Any], PagePanel]


class PlanColumn(Struct, frozen=True, kw_only=True):
    """A column of the organizer's timetable: its title, and `sees`, a view of its cell for a month ("" for an empty one).

    The timetable is public, so the view gets no viewer.
    """

    title: str
    sees: Callable[[Any, int], str]


class RoomRules(Struct, frozen=True, kw_only=True):
    """The rules of a room.

    `module`: the room's own module, which keeps its state. `further`: stateless modules that react after it.
    `sheets`: the kinds of sealed sheets that its players write.
    """

    module: Module
    further: tuple[Module, ...] = ()
    sheets: tuple[SheetKind, ...] = ()


class RoomDesk(DeskPart, frozen=True, kw_only=True):
    """The room's part of the desks.

    `tab`: its name in the navigation, if other than the room's name. `page`: the URL name of its desk; "" for a room without one.
    `applies`: its steps are called "applied" instead of "ended". `plan`: its column of the timetable.
    """

    tab: str = ""
    page: str = ""
    applies: bool = False
    plan: PlanColumn | None = None


class Ballots(Struct, frozen=True, kw_only=True):
    """Presses that many players give at the same moment; all that have come are carried out together.

    `addresses`: where they are sent. `counted_by`: commands that count them, and so wait until all that have come are carried out.
    The end of a step or phase waits for them too.
    """

    addresses: tuple[str, ...] = ()
    counted_by: tuple[type, ...] = ()


class RoomPhone(PhonePart, frozen=True, kw_only=True):
    """The room's part of its players' phones.

    `to_do`: the task of players who have chosen the room, before its steps begin. `step_hints`: what players do in each step, by
    its ID; one entry serves numbered steps ("debate" for "debate-2"). `live_hint`: a public view that replaces the step's hint,
    unless it returns "". `table_label`: the label for choosing a table, in a room with tables.
    `results`: how the player's own sheets turned out. `round_details`: the room's section of a finished round. `map`: the map.
    `topics`: topics that refresh the phone, besides the room's ID. `ballots`: presses that many players give at once.
    """

    to_do: str = ""
    step_hints: Mapping[str, str] = field(default_factory=dict)
    live_hint: Callable[[Any], str] | None = None
    table_label: str = ""
    results: PagePiece | None = None
    round_details: RoundDetails | None = None
    map: PhoneMap | None = None
    topics: tuple[str, ...] = ()
    ballots: Ballots = Ballots()

    def hint_of(self, step: str) -> str:
        """The hint of a step; "" without one."""
        return self.step_hints.get(step) or self.step_hints.get(step.rstrip("0123456789").rstrip("-"), "")


class RoomHall(HallPart, frozen=True, kw_only=True):
    """The room's part of the screens in the hall and of the printed "state now".

    `map`: the map on the map screen. `alarm`: an alarm over every screen; `EMPTY` for none. `board`: the board in print, of public
    facts only.
    """

    map: LivePiece | None = None
    alarm: LivePiece | None = None
    board: StyledPiece | None = None


class RoomApp(Struct, frozen=True, kw_only=True):
    """Registration of a room of the game `realm`: its rules, and its part of each kind of page."""

    realm: str
    rules: RoomRules
    desk: RoomDesk = field(default_factory=RoomDesk)
    phone: RoomPhone = field(default_factory=RoomPhone)
    hall: RoomHall = field(default_factory=RoomHall)
    bots: RoomBots = field(default_factory=RoomBots)
    debrief: DebriefPart = field(default_factory=DebriefPart)
