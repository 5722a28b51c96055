"""Scythe as a Django app."""

from __future__ import annotations

from django.apps import AppConfig


class ScytheConfig(AppConfig):
    """Makes the game available at side tables."""

    name = "rooms.tables.scythe"
    label = "scythe"

    def ready(self) -> None:
        """Register the game."""
        from rooms.tables.registry import register
        from rooms.tables.scythe.screens.app import APP

        register(APP)
