"""Prepared days: days that many tests begin with. Their commands run once in a process; later tests get a copy of the rows.

A copy looks as if its commands had just been given. It has its own journal and chain, and all its times are moved to now. Each
language has its own prepared day. A day that is over is copied unchanged, journal and times included: what a process has cached of
that journal stays valid.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache, lru_cache
from typing import Any

import msgspec
from django.db.models import ForeignKey, Model
from django.utils import timezone, translation

from control.engine import codec
from control.engine.modules import Game
from control.journal import links
from control.models import Entry, Event, Snapshot, Stream

Row = dict[str, Any]  # column values of a row, by attribute name
MOMENT = re.compile(rb'"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z"')  # a time in a JSON document


@dataclass(frozen=True)
class Kept:
    """Stored rows of a prepared day.

    `at`: time at which the rows were read. `rows`: rows of all tables that belong to its stream or its event, by model.
    """

    at: datetime
    stream: Row
    event: Row
    rows: tuple[tuple[type[Model], tuple[Row, ...]], ...]


_kept: dict[Hashable, Kept] = {}


def remember_states() -> None:
    """Decode equal bytes of a state only once from now on. A console keeps heads at a commit, which most tests never reach."""
    decode = codec.decode_state

    @lru_cache(maxsize=64)
    def decoded(game: int, scenario: int, body: bytes, kept: _Same) -> Any:
        return decode(kept.game, kept.scenario, body)

    def remembered(game: Game[Any], scenario: Any, body: bytes) -> Any:
        return decoded(id(game), id(scenario), body, _Same(game, scenario))

    vars(codec)["decode_state"] = remembered


@dataclass(frozen=True)
class _Same:
    """Arguments of the decoder, held so that no other object gets their `id`. All instances are equal."""

    game: Game[Any] = field(compare=False)
    scenario: Any = field(compare=False)


def prepared(key: Hashable, make: Callable[[], Event], *, over: bool = False) -> Event:
    """An event of this test's own, equal to what `make` makes. `make` runs once a process for each key and language.

    `over`: the day is over, so it is copied unchanged. A second copy in the same test still gets its own journal.
    """
    key = (key, translation.get_language())
    if key not in _kept:
        made = make()
        _kept[key] = _read(made)
        return made
    kept = _kept[key]
    if over and not Stream.objects.filter(key=kept.stream["key"]).exists():
        return _copied(kept, timedelta(), kept.stream["key"])
    return _copied(kept, timedelta() if over else timezone.now() - kept.at, uuid.uuid4())


def _read(event: Event) -> Kept:
    stream = Stream.objects.get(pk=event.stream_id)
    rows = []
    for model, owner in _owned():
        found = model._base_manager.filter(**{owner.name: stream if owner.related_model is Stream else event}).order_by("pk")
        if there := tuple(map(_values, found)):
            rows.append((model, there))
    return Kept(timezone.now(), _values(stream), _values(Event.objects.get(pk=event.pk)), tuple(rows))


def _copied(kept: Kept, later: timedelta, key: uuid.UUID) -> Event:
    stream = Stream(**_moved(kept.stream, later) | {"key": key})
    stream.save(force_insert=True)
    event = Event(**_moved(kept.event, later))
    event.stream = stream
    event.slug = f"{event.slug.rpartition('-')[0]}-{stream.pk}"
    event.save(force_insert=True)
    hashes: dict[str, str] = {}
    for model, rows in kept.rows:
        made: list[Any] = [model(**_moved(row, later)) for row in rows]
        for each in made:
            for owner in _owners(model):
                setattr(each, owner.attname, stream.pk if owner.related_model is Stream else event.pk)
        if model is Entry and key != kept.stream["key"]:
            hashes = _chained(stream, made)
        if model is Snapshot and hashes:  # snapshots name entries by hash
            for each in made:
                each.hash = hashes[each.hash]
        model._base_manager.bulk_create(made)
    if hashes:
        stream.hash = hashes[stream.hash]
        stream.save(update_fields=["hash"])
    return event


def _chained(stream: Stream, entries: list[Any]) -> dict[str, str]:
    """Chain these entries from the first hash of this journal; returns new hashes by old ones."""
    hashes: dict[str, str] = {}
    before = links.first_hash(stream.key, stream.frozen)
    for entry in entries:
        before = hashes.setdefault(entry.hash, links.hash_of(before, entry))
        entry.hash = before
    return hashes


def _values(row: Model) -> Row:
    return {each.attname: getattr(row, each.attname) for each in row._meta.concrete_fields if not each.primary_key}


def _moved(row: Row, later: timedelta) -> Row:
    """The row with all times moved by `later`, in columns and in stored documents."""
    if not later:
        return row

    def later_in(document: bytes) -> bytes:
        return MOMENT.sub(lambda found: msgspec.json.encode(msgspec.json.decode(found[0], type=datetime) + later), document)

    def moved(value: Any) -> Any:
        if isinstance(value, datetime):
            return value + later
        if isinstance(value, str):
            return later_in(value.encode()).decode() if MOMENT.search(value.encode()) else value
        return later_in(bytes(value)) if isinstance(value, bytes | memoryview) else value

    return {name: moved(value) for name, value in row.items()}


@cache
def _owned() -> tuple[tuple[type[Model], ForeignKey[Any, Any]], ...]:
    """Tables whose rows belong to a stream or an event, each with the foreign key to it."""
    models = dict.fromkeys(each.related_model for owner in (Stream, Event) for each in owner._meta.related_objects)
    return tuple((model, _owners(model)[0]) for model in models if model is not Event)


def _owners(model: type[Model]) -> list[ForeignKey[Any, Any]]:
    keys = [each for each in model._meta.concrete_fields if isinstance(each, ForeignKey)]
    return [each for each in keys if each.related_model in (Stream, Event)]
