"""The underground room as a Django app."""

from __future__ import annotations

from django.apps import AppConfig


class RoomConfig(AppConfig):
    """Registers the underground room."""

    name = "rooms.underground"
    label = "underground"
