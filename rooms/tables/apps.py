"""Side tables as a Django app."""

from __future__ import annotations

from django.apps import AppConfig


class TablesConfig(AppConfig):
    """Registers side tables with the platform."""

    name = "rooms.tables"
    label = "tables"

    def ready(self) -> None:
        """Register the streams, sockets, ends by the clock, phone links, hall boards, debrief and export of tables."""
        from control.clock import clockwork
        from control.debrief import frame
        from control.debrief.export import arrival
        from control.hall import screens
        from control.journal import streams
        from control.live import admission
        from control.phone.links import PhoneLink, register_link
        from rooms.tables import event_clock
        from rooms.tables.export import CARRIED
        from rooms.tables.screens import debrief, game_view, history, lobby_views
        from rooms.tables.stream import DOOR, STREAMS, WORD

        streams.register(WORD, STREAMS)
        arrival.register(WORD, CARRIED)
        admission.register(WORD, DOOR)
        clockwork.register_sweep_task(event_clock.look_at_tables)
        streams.register_names(history.journal_of_table)
        screens.register(game_view.boards_shown)
        frame.register(debrief.SECTION)
        register_link(PhoneLink(name="Side tables", address="tables:lobby", tells=lobby_views.own_tables))

    def warm_up(self) -> None:
        """Import the games, which a start leaves out."""
        from rooms.tables.registry import games

        games()
