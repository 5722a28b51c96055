"""The War Room as a Django app."""

from __future__ import annotations

from django.apps import AppConfig


class RoomConfig(AppConfig):
    """Registers the room: its chapter, its sealed sheets, its pieces of the shared pages."""

    name = "rooms.war"
    label = "war"

    def ready(self) -> None:
        from control.printing import printed
        from control.registry import RoomApp, SheetKind, register
        from rooms.realm.desks import Desk
        from rooms.realm.scenario.ids import Room
        from rooms.war.game import bots, sheets
        from rooms.war.game.chapters import FURTHER
        from rooms.war.game.part import WAR
        from rooms.war.screens import panels
        from rooms.war.screens.printing import ON_PAPER

        kind = SheetKind(
            kind=sheets.KIND,
            room=Room.WAR,
            desk=Desk.WAR,
            parse=sheets.parse,
            typed=sheets.sheet_from_form,
            encode=sheets.encode,
            check=sheets.check,
            window=sheets.window,
            invent=bots.steady_sheet,
            by_hand=panels.BY_HAND,
        )
        app = RoomApp(
            chapter=WAR,
            further=FURTHER,
            sheets=(kind,),
            phone=panels.phone,
            results=panels.results,
            chart=panels.own_map,
            hall=panels.hall,
        )
        register(app)
        printed.register(ON_PAPER)
