"""Side tables as a Django app."""

from __future__ import annotations

from django.apps import AppConfig


class TablesConfig(AppConfig):
    """Lets tables be played, and screens look at them."""

    name = "rooms.tables"
    label = "tables"

    def ready(self) -> None:
        """Register the streams and the door of tables."""
        from control import doors, streams
        from rooms.tables.stream import DOOR, STREAMS, WORD

        streams.register(WORD, STREAMS)
        doors.register(WORD, DOOR)
