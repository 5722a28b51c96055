"""Statecraft as a Django app."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.apps import AppConfig

if TYPE_CHECKING:
    from rooms.tables.registry import TableApp


class StatecraftConfig(AppConfig):
    """Lets the game be played at side tables."""

    name = "rooms.tables.statecraft"
    label = "statecraft"

    def ready(self) -> None:
        """Register the game."""
        from rooms.tables.registry import register

        register("statecraft", _load)


def _load() -> TableApp:
    from rooms.tables.statecraft.screens.app import APP  # here, because it has fifty modules that few processes use

    return APP
