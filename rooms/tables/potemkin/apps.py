"""Potemkin Empire as a Django app."""

from __future__ import annotations

from django.apps import AppConfig


class PotemkinConfig(AppConfig):
    """Makes the game available at side tables."""

    name = "rooms.tables.potemkin"
    label = "potemkin"

    def ready(self) -> None:
        """Register the game."""
        from rooms.tables.potemkin.screens.app import APP
        from rooms.tables.registry import register

        register(APP)
