"""Scythe as a Django app."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.apps import AppConfig

if TYPE_CHECKING:
    from rooms.tables.registry import TableApp


class ScytheConfig(AppConfig):
    """Makes the game available at side tables."""

    name = "rooms.tables.scythe"
    label = "scythe"

    def ready(self) -> None:
        """Register the game."""
        from rooms.tables.registry import register

        register("scythe", _load)


def _load() -> TableApp:
    from rooms.tables.scythe.screens.app import APP  # here, because it has fifty modules that few processes use

    return APP
