"""The platform as a Django app."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from django.apps import AppConfig
from django.conf import settings
from django.template.base import render_value_in_context
from django.template.context import Context
from django.templatetags import i18n
from django.utils.translation import gettext, ngettext, pgettext

from control.engine import language

if TYPE_CHECKING:
    from datetime import datetime

    from control.live.press_queue import SocketPress
    from control.live.questions import NewsAnswer, Question


def isolated_value(value: Any, context: Context) -> str:
    """A value in a template's sentence, isolated as `say` does it in code."""
    return language.isolated(render_value_in_context(value, context))


def answer_phones(batch: Sequence[Question], tell: Callable[[Question, NewsAnswer], None]) -> None:
    """Answer phones that ask over their sockets. Their pages are imported with the first question, as with the first request."""
    from control.phone.over_socket import answer_questions

    answer_questions(batch, tell)


def carry_out_presses(batch: Sequence[SocketPress], tell: Callable[[SocketPress, datetime], None]) -> None:
    """Carry out presses that came over sockets."""
    from control.phone.presses import carry_out_together

    carry_out_together(batch, tell)


class ControlConfig(AppConfig):
    """App configuration of the platform."""

    name = "control"
    label = "control"

    def ready(self) -> None:
        """Connect the parts, and set the language of the hall."""
        from control.lab import reports, subjects
        from control.live import press_queue, questions
        from control.people import accounts
        from control.rehearsal import conductor

        accounts.connect_signals()
        subjects.register_days()
        reports.register_study_store()
        conductor.register_sleeping_copies()
        questions.answer_with(answer_phones)
        press_queue.carry_out_with(carry_out_presses)

        i18n.render_value_in_context = isolated_value  # type: ignore[attr-defined]  # Django offers no other place for it
        if settings.USE_I18N:
            language.set_translators(gettext, pgettext, ngettext)

    def warm_up(self) -> None:
        """Import the views of all addresses, and make the decoders of each realm."""
        from django.urls import get_resolver

        from control import registry
        from control.engine import codec
        from control.journal.journal import building

        _ = get_resolver().reverse_dict
        for realm in registry.realms():
            with building:
                codec.prepare(registry.game(realm.name))
