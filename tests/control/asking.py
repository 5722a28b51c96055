"""Open decisions for tests, written into an event's journal as a room's step would write them."""

from __future__ import annotations

import uuid
from functools import partial

from django.db import transaction
from django.utils import timezone

from control.day.decisions.questions import DecisionOpened
from control.day.records import Decision, Option
from control.journal import journal
from control.journal.journal import Envelope
from control.models import Event, Stream
from rooms.realm.desks import Desk
from rooms.realm.scenario.ids import HouseId, RegionId


def guard(event: Event, **changed: object) -> Decision:
    """A decision at War Control: which of two units an Immortal kills."""
    asked = {
        "id": "war-1-guard-1",
        "desk": Desk.WAR,
        "month": 1,
        "question": "Which unit does the Shape kill?",
        "options": (Option(id="cat", words="One of Cat"), Option(id="wolf", words="One of Wolf")),
        "default": "cat",
        "since": timezone.now(),
        "blocks": "Battle",
        "rule": "R-57",
        "place": next(RegionId(each.id) for each in journal.scenario_of(event.stream).map.regions),
    }
    return Decision(**{**asked, **changed})  # type: ignore[arg-type]


def put_to(event: Event, house: str, **changed: object) -> Decision:
    """The same decision, asked of a House."""
    return guard(event, team=HouseId(house), **changed)


def ask(event: Event, decision: Decision) -> Decision:
    """Open the decision in the journal; returns it."""
    with transaction.atomic():
        stream = Stream.objects.select_for_update().get(pk=event.stream_id)
        before, state = stream.head, journal.head(stream).state
        opened = DecisionOpened(decision=decision)
        envelope = Envelope(actor="clock", name="the clock", command_id=uuid.uuid4(), label="Move, month 1", at=timezone.now())
        journal.append(stream, (opened,), envelope)
        head = journal.store(stream, before, journal.game_of(stream).evolve(state, opened))
        transaction.on_commit(partial(journal.remember, stream, head))
    return decision
