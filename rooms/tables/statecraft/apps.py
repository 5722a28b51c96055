"""Statecraft as a Django app."""

from __future__ import annotations

from django.apps import AppConfig


class StatecraftConfig(AppConfig):
    """Lets the game be played at side tables."""

    name = "rooms.tables.statecraft"
    label = "statecraft"

    def ready(self) -> None:
        """Register the game."""
        from rooms.tables.registry import register
        from rooms.tables.statecraft.screens.app import APP

        register(APP)
