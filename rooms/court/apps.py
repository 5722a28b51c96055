"""The court room as a Django app."""

from __future__ import annotations

from django.apps import AppConfig


class RoomConfig(AppConfig):
    """Registers the court room."""

    name = "rooms.court"
    label = "court"
