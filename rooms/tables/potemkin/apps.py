"""Potemkin Empire as a Django app."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.apps import AppConfig

if TYPE_CHECKING:
    from rooms.tables.registry import TableApp


class PotemkinConfig(AppConfig):
    """Makes the game available at side tables."""

    name = "rooms.tables.potemkin"
    label = "potemkin"

    def ready(self) -> None:
        """Register the game."""
        from rooms.tables.registry import register

        register("potemkin", _load)


def _load() -> TableApp:
    from rooms.tables.potemkin.screens.app import APP  # here, because it has fifty modules that few processes use

    return APP
