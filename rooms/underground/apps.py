"""The Underground as a Django app."""

from __future__ import annotations

from django.apps import AppConfig


class RoomConfig(AppConfig):
    """Registers the room: its chapter, its sealed schemes, its pieces of the shared pages."""

    name = "rooms.underground"
    label = "underground"

    def ready(self) -> None:
        from control.printing import printed
        from control.registry import RoomApp, SheetKind, register
        from control.views import paper, paper_entry
        from rooms.realm.desks import Desk
        from rooms.realm.scenario.ids import Room
        from rooms.underground.game import sheets
        from rooms.underground.game.bots import random_scheme
        from rooms.underground.game.part import UNDERGROUND, EnterScheme
        from rooms.underground.screens import panels, printing

        kind = SheetKind(
            kind=sheets.KIND,
            room=Room.UNDERGROUND,
            desk=Desk.UNDERGROUND,
            parse=sheets.parse,
            typed=sheets.typed,
            encode=sheets.encode,
            check=sheets.check,
            window=sheets.window,
            invent=random_scheme,
            paper=panels.PAPER,
            by_hand=paper_entry.by_hand(sheets.KIND, EnterScheme),
        )
        register(RoomApp(chapter=UNDERGROUND, sheets=(kind,), phone=paper.phone_of(kind), results=paper.results_of(kind)))
        printed.register(printing.on_paper(kind))
