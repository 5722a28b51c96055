"""Registration of a room of papers: its kind of sheet, and its `RoomApp`."""

from __future__ import annotations

from control import registry
from control.engine.modules import Module
from control.engine.records import replace
from control.registry import DebriefPart, RoomApp, RoomBots, RoomDesk, RoomHall, RoomPhone, RoomRules, SheetKind
from rooms.realm.frame import NAME
from rooms.realm.papers import phone as pages
from rooms.realm.papers import prints, views
from rooms.realm.papers.game import types as papers
from rooms.realm.papers.game.entries import Invent
from rooms.realm.papers.game.room import PaperRoom

# === registration =======================================================================================================


def sheet_kind(room: PaperRoom, invent: Invent | None = None) -> SheetKind:
    """Return the kind of sheet for a room's papers. `invent`: how its bots write one; at random by default."""
    return SheetKind(
        kind=room.kind,
        words=room.words,
        room=room.room,
        step=room.step,
        closes_with=room.closes_with,
        read=papers.paper_from_form,
        decode=papers.parse,
        check=room.check,
        window=room.window,
        may_write=room.entitled,
        invent=invent or room.invented,
        phone=pages.phone_of(room),
        by_hand=prints.by_hand(room),
        on_paper=prints.on_paper(room),
    )


def register(
    room: PaperRoom,
    module: Module,
    *,
    further: tuple[Module, ...] = (),
    invent: Invent | None = None,
    desk: RoomDesk,
    phone: RoomPhone,
    hall: RoomHall | None = None,
    bots: RoomBots,
    debrief: DebriefPart,
) -> None:
    """Register a room of papers in the main game, with its kind of sheet, its desk page and the static files of papers.

    `invent`: writes the papers of bots. A `phone` without `results` shows the fate of its player's papers.
    """
    views.know(room)
    registry.register(
        RoomApp(
            realm=NAME,
            rules=RoomRules(module=module, further=further, sheets=(sheet_kind(room, invent),)),
            desk=replace(desk, page=f"{room.room}_desk:desk"),
            phone=replace(
                phone,
                results=phone.results or pages.results_of(room),
                scripts=("papers/paper.js", "papers/people.js", *phone.scripts),
                styles=("papers/paper.css", *phone.styles),
            ),
            hall=hall or RoomHall(),
            bots=bots,
            debrief=debrief,
        )
    )
