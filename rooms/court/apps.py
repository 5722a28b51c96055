"""The Court as a Django app."""

from __future__ import annotations

from django.apps import AppConfig


class RoomConfig(AppConfig):
    """Registers the room: its chapter, its sealed proposals, its pieces of the shared pages."""

    name = "rooms.court"
    label = "court"

    def ready(self) -> None:
        from control.printing import printed
        from control.registry import RoomApp, SheetKind, register
        from control.views import paper, paper_entry
        from rooms.court.game import sheets
        from rooms.court.game.bots import random_proposal
        from rooms.court.game.part import COURT, EnterProposal
        from rooms.court.screens import panels, printing
        from rooms.realm.desks import Desk
        from rooms.realm.scenario.ids import Room

        kind = SheetKind(
            kind=sheets.KIND,
            room=Room.COURT,
            desk=Desk.COURT,
            parse=sheets.parse,
            typed=sheets.typed,
            encode=sheets.encode,
            check=sheets.check,
            window=sheets.window,
            invent=random_proposal,
            paper=panels.PAPER,
            by_hand=paper_entry.by_hand(sheets.KIND, EnterProposal),
        )
        register(RoomApp(chapter=COURT, sheets=(kind,), phone=paper.phone_of(kind), results=paper.results_of(kind)))
        printed.register(printing.on_paper(kind))
