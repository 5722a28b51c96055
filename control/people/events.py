"""Creation of an event from a scenario and a casting, with a row for each seat."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.utils.text import slugify

from control import registry
from control.day.clock.phases import PlanStart
from control.engine.context import Actor
from control.journal import desk, journal
from control.lab import subjects
from control.models import Event, Seat, Stream

SETUP: Final = "setup"  # name of the actor who creates events


def maker(realm: str) -> Actor:
    """The actor who creates events of this game, with all of its desks."""
    return Actor(name=SETUP, desks=registry.realm(realm).frame.all_desks)


def create_event(
    *,
    realm: str,
    name: str,
    scenario: Any,
    casting: tuple[Any, ...],
    starts_at: datetime | None = None,
    demo: bool = False,
    rehearses: Event | None = None,
    texts: Mapping[str, str] | None = None,
) -> Event:
    """Create an event: its stream, a copy of the scenario, the set-up game, and one seat row for each player.

    `texts`: the author's files of the scenario.

    Raises:
        Refused: the casting does not fit the scenario; nothing was created.
    """
    played = registry.realm(realm)
    document = played.store(scenario)
    with transaction.atomic():
        subjects.keep_files(document, texts or {})
        stream = Stream.objects.create(engine=realm)
        slug = f"{slugify(name)[:50] or 'event'}-{stream.pk}"
        event = Event.objects.create(name=name, slug=slug, stream=stream, scenario=document, demo=demo, rehearses=rehearses)
        desk.perform(stream_id=stream.pk, command=played.rules.set_up(casting), by=maker(realm), command_id=uuid.uuid4())
        if starts_at is not None:
            desk.perform(stream_id=stream.pk, command=PlanStart(at=starts_at), by=maker(realm), command_id=uuid.uuid4())
        add_missing_seats(event)
    return event


def add_missing_seats(event: Event) -> None:
    """Create a row for every seat of the state without one. A new row has no code."""
    event.stream.refresh_from_db()
    known = set(event.seats.values_list("key", flat=True))
    wanted = [key for key in journal.head(event.stream).state.seats if key not in known]
    Seat.objects.bulk_create((Seat(event=event, key=key) for key in sorted(wanted)), ignore_conflicts=True)
