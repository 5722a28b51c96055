"""The Underground as a Django app."""

from __future__ import annotations

from django.apps import AppConfig


class RoomConfig(AppConfig):
    """Registers the room: its module with its sealed schemes, its pieces of the shared pages."""

    name = "rooms.underground"
    label = "underground"

    def ready(self) -> None:
        from control.engine.language import later
        from rooms.realm.papers.registering import register
        from rooms.underground.game.part import SCHEMES, UNDERGROUND

        register(
            SCHEMES,
            UNDERGROUND,
            tab=later("Underground"),
            word=later("underground"),
            to_do=later("You may bring one scheme to your table."),
            table=later("Table in the Underground"),
        )
