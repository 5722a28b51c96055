"""Side tables as a Django app."""

from __future__ import annotations

from django.apps import AppConfig


class TablesConfig(AppConfig):
    """Lets tables be played, screens look at them, and players find them."""

    name = "rooms.tables"
    label = "tables"

    def ready(self) -> None:
        """Register the streams and the door of tables, their ends by the clock, the way to them on every phone, their debrief."""
        from control.clock import clockwork
        from control.debrief import views
        from control.debrief.export import arrival
        from control.hall import screens
        from control.journal import streams
        from control.live import doors
        from control.phone.links import Link, register_link
        from rooms.tables import cutting
        from rooms.tables.carried import CARRIED
        from rooms.tables.screens import debriefed, history, own, walls
        from rooms.tables.stream import DOOR, STREAMS, WORD

        streams.register(WORD, STREAMS)
        arrival.register(WORD, CARRIED)
        doors.register(WORD, DOOR)
        clockwork.also(cutting.look)
        streams.register_names(history.named)
        screens.register(walls.shown)
        views.register(debriefed.SECTION)
        register_link(Link(name="Side tables", address="tables:lobby", tells=own.own_tables))
