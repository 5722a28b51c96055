"""The papers as a Django app: their templates, static files and addresses. The rooms that write them register themselves."""

from __future__ import annotations

from django.apps import AppConfig


class PapersConfig(AppConfig):
    """Brings what the rooms' papers are drawn with."""

    name = "rooms.realm.papers"
    label = "papers"
