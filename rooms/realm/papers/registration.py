"""Registration of a room of papers: its kind of sheet, and its `RoomApp`."""

from __future__ import annotations

from typing import Any

from control import registry
from control.engine.modules import Module
from control.registry import Piece, RoomApp, SheetKind
from rooms.realm.frame import NAME
from rooms.realm.papers import phone, prints, views
from rooms.realm.papers.game import types as papers
from rooms.realm.papers.game.entries import Invent
from rooms.realm.papers.game.room import PaperRoom

# === registration =======================================================================================================


def sheet_kind(room: PaperRoom, invent: Invent | None = None) -> SheetKind:
    """Return the kind of sheet for a room's papers. `invent`: how its bots write one; at random by default."""
    words = room.words
    return SheetKind(
        kind=room.kind,
        room=room.room,
        desk=room.desk,
        step=room.step,
        closes_with=room.closes_with,
        name=words.name,
        word=words.word,
        noun=words.noun,
        nouns=words.nouns,
        sealed=words.sealed,
        read=papers.paper_from_form,
        encode=papers.encode,
        decode=papers.parse,
        check=room.check,
        window=room.window,
        may_write=room.entitled,
        invent=invent or room.invented,
        phone=phone.phone_of(room),
        by_hand=prints.by_hand(room),
        on_paper=prints.on_paper(room),
    )


def register(
    room: PaperRoom,
    module: Module,
    *,
    invent: Invent | None = None,
    results: Piece | None = None,
    scripts: tuple[str, ...] = (),
    styles: tuple[str, ...] = (),
    **more: Any,
) -> None:
    """Register a room of papers for the main game.

    `invent`: how its bots write papers.
    `results`: piece with a paper's fate, instead of the usual one.
    `more`: further fields of its `RoomApp`.
    """
    views.know(room)
    registry.register(
        RoomApp(
            realm=NAME,
            module=module,
            sheets=(sheet_kind(room, invent),),
            results=results or phone.results_of(room),
            desk=f"{room.room}_desk:desk",
            topics=(room.room,),
            scripts=("papers/paper.js", "papers/people.js", *scripts),
            styles=("papers/paper.css", *styles),
            **more,
        )
    )
