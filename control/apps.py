"""The control room as a Django app."""

from __future__ import annotations

from django.apps import AppConfig
from django.conf import settings
from django.utils.translation import gettext, ngettext, pgettext

from control.engine import language


class ControlConfig(AppConfig):
    """Registers the control room."""

    name = "control"
    label = "control"

    def ready(self) -> None:
        """Let the sentences be said in this hall's language."""
        from control.people import accounts
        from control.rehearsal import conductor
        from control.watch import tasks  # noqa: F401  # the worker must know them

        accounts.listen()
        conductor.follow()

        if settings.USE_I18N:
            language.speak(gettext, pgettext, ngettext)
