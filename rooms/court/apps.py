"""The Court as a Django app."""

from __future__ import annotations

from django.apps import AppConfig


class RoomConfig(AppConfig):
    """Registers the room: its module with its sealed proposals, its pieces of the shared pages."""

    name = "rooms.court"
    label = "court"

    def ready(self) -> None:
        from control.engine.language import later
        from rooms.court.game.part import COURT, PROPOSALS
        from rooms.court.screens.sitting import PLAN, STANDING
        from rooms.realm.papers.registering import register

        register(
            PROPOSALS,
            COURT,
            tab=later("Court"),
            word=later("court"),
            to_do=later("At the Court you debate and vote. Below stands whether you may propose this month."),
            standing=STANDING,
            plan=PLAN,
        )
