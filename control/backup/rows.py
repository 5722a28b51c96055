"""Rows of an event: all rows that lead to it by foreign keys, of any app, and the accounts of its control team.

No table is listed by hand, so every new model is in every backup. `OF_THIS_COMPUTER` names models that belong to a computer and not
to the day. A test requires a decision about models that lead nowhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.apps import apps
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import connection, transaction
from django.db.models import ForeignKey, Model, QuerySet
from django.utils import timezone
from msgspec import Struct

from control.models import Event, Stream

OF_THIS_COMPUTER = frozenset(
    {
        "control.anchor",
        "control.away",
        "control.backup",
        "control.pulse",
        "control.scenariofiles",
        "control.study",
        "control.studytask",
        "control.watched",
    }
)


class ModelTable(Struct, frozen=True, kw_only=True):
    """Rows of one model that belong to an event, with the model's columns."""

    model: type[Model]
    rows: QuerySet[Any]

    @property
    def label(self) -> str:
        return self.model._meta.label_lower

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple(field.attname for field in self.model._meta.concrete_fields)


def own_models() -> tuple[type[Model], ...]:
    """All models of the platform and the games, including automatic many-to-many models."""
    configs = [config for config in apps.get_app_configs() if config.name == "control" or config.name.startswith("rooms.")]
    return tuple(model for config in configs for model in config.get_models(include_auto_created=True))


def tables_of(event: Event) -> list[ModelTable]:
    """Every table with its rows of this event. Accounts and open sessions are those of its control team."""
    found = [ModelTable(model=Event, rows=Event.objects.filter(pk=event.pk))]
    streams = {event.stream_id}
    others = [model for model in own_models() if model not in (Event, Stream) and model._meta.label_lower not in OF_THIS_COMPUTER]
    by_stream = []
    for model in others:
        if way := foreign_key_path(Event, model):
            rows = model._base_manager.filter(**{way: event.pk})
            for field in _foreign_keys(model):
                if field.related_model is Stream:
                    streams.update(rows.exclude(**{field.name: None}).values_list(field.attname, flat=True))
            found.append(ModelTable(model=model, rows=rows))
        elif way := foreign_key_path(Stream, model):
            by_stream.append((model, way))
    found += [ModelTable(model=model, rows=model._base_manager.filter(**{f"{way}__in": streams})) for model, way in by_stream]
    found.append(ModelTable(model=Stream, rows=Stream.objects.filter(pk__in=streams)))
    team = User.objects.filter(memberships__event=event)
    found += [
        ModelTable(model=User, rows=team),
        ModelTable(model=Session, rows=Session.objects.filter(pk__in=_session_keys(team))),
    ]
    return found


def erase(event: Event) -> None:
    """Delete all rows of an event except accounts. Use it only for rehearsals and lab days."""
    with transaction.atomic():
        tables = [table for table in tables_of(event) if table.model not in (User, Session)]
        streams = list(next(each for each in tables if each.model is Stream).rows.values_list("pk", flat=True))
        for table in tables:
            if table.model not in (Event, Stream):
                table.rows.delete()
        Event.objects.filter(pk=event.pk).delete()
        Stream.objects.filter(pk__in=streams).delete()


def foreign_key_path(goal: type[Model], model: type[Model]) -> str:
    """Shortest chain of foreign keys from a model to another, as a lookup ("sheet__event"). Empty if there is none."""
    ways: list[tuple[str, type[Model]]] = [("", model)]
    seen = {model}
    while ways:
        further: list[tuple[str, type[Model]]] = []
        for way, at in ways:
            for field in _foreign_keys(at):
                to, longer = field.related_model, f"{way}__{field.name}" if way else field.name
                if to is goal:
                    return longer
                if isinstance(to, type) and to not in seen and to in own_models():
                    seen.add(to)
                    further.append((longer, to))
        ways = further
    return ""


def unclassified_models() -> tuple[str, ...]:
    """Models that lead to no event and are not in `OF_THIS_COMPUTER`. Their author must decide."""
    return tuple(
        model._meta.label_lower
        for model in own_models()
        if model not in (Event, Stream)
        and model._meta.label_lower not in OF_THIS_COMPUTER
        and not foreign_key_path(Event, model)
        and not foreign_key_path(Stream, model)
    )


@contextmanager
def read_consistently() -> Iterator[None]:
    """Read everything inside from one snapshot, without blocking writers.

    On SQLite an ordinary transaction here would take the one write lock that sheets need; a deferred one only reads.
    """
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")
        try:
            yield
        finally:
            with connection.cursor() as cursor:
                cursor.execute("ROLLBACK")
    else:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield


def _foreign_keys(model: type[Model]) -> list[ForeignKey[Any, Any]]:
    return [field for field in model._meta.concrete_fields if isinstance(field, ForeignKey)]


def _session_keys(team: QuerySet[User]) -> list[str]:
    own = {str(user) for user in team.values_list("pk", flat=True)}
    open_ones = Session.objects.filter(expire_date__gt=timezone.now())
    return [row.session_key for row in open_ones if row.get_decoded().get(SESSION_KEY) in own]
