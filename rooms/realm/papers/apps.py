"""Django app of papers: templates, static files, URLs. Rooms with papers register themselves."""

from __future__ import annotations

from django.apps import AppConfig


class PapersConfig(AppConfig):
    """App for templates and static files of papers."""

    name = "rooms.realm.papers"
    label = "papers"
