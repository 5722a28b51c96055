"""The war room as a Django app."""

from __future__ import annotations

from django.apps import AppConfig


class RoomConfig(AppConfig):
    """Registers the war room."""

    name = "rooms.war"
    label = "war"
