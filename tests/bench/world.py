"""An event to measure on. Imported inside server processes only: it needs Django."""

from __future__ import annotations

import uuid
from pathlib import Path

import msgspec
from django.core import signing
from django.core.management import call_command
from django.db import transaction
from django.utils import timezone

from control import access, desk, journal
from control.events import create_event
from control.game.asked import ALL_DESKS, Actor
from control.game.clock import BeginDay, SetClock
from control.game.people import CheckedIn
from control.game.state import Presence
from control.journal import Envelope
from control.models import Event, Sheet, Stream
from control.scenario.ids import Phase
from control.scenario.schema import CastSeat
from control.scenario_files import scenario_in
from rooms.war import sheets

FIXTURES = Path(__file__).resolve().parent.parent.parent / "fixtures"
OLGA = Actor(name="olga", desks=ALL_DESKS)


def prepare(players: int = 0) -> tuple[int, list[str]]:
    """A fresh event in Planning of month 2, an hour to go, and the cookie of each of its phones.

    `players` makes the Houses larger than the scenario's own casting has them.
    """
    call_command("migrate", interactive=False, verbosity=0)
    scenario = scenario_in(FIXTURES / "god_emperor")
    casting = scenario.casting
    if players:
        houses = [house.id for house in scenario.houses]
        ranks = [divmod(number, len(houses)) for number in range(players)]
        casting = tuple(CastSeat(name=f"Player {rank} {at}", house=houses[at], rank=rank + 1) for rank, at in ranks)
    event = create_event(name="Bench", scenario=scenario, casting=casting)
    for command in (BeginDay(), SetClock(month=2, phase=Phase.PLANNING, seconds=3600)):
        desk.perform(stream_id=event.stream_id, command=command, by=OLGA, command_id=uuid.uuid4())
    _check_everybody_in(event)
    return event.pk, cookies_of(event)


def war_sheets(event_id: int) -> list[bytes]:
    """A legal war sheet for every seat, in the order of the cookies: a Move, a Recruit and a tick."""
    event = Event.objects.get(pk=event_id)
    state = journal.head(event.stream).state
    written = []
    for key in event.seats.order_by("key").values_list("key", flat=True):
        may = sheets.choices(state, key)
        move = may.moves[0]
        orders = [
            {"kind": "move", "units": 1, "origin": move.origin, "target": move.targets[0].region},
            {"kind": "recruit", "target": may.recruits[0].region},
        ]
        written.append(msgspec.json.encode({"orders": orders, "extra": None, "allies": [may.allies[0].house], "betray": False}))
    return written


def stored() -> int:
    """How many sheets the database holds."""
    return Sheet.objects.count()


def _check_everybody_in(event: Event) -> None:
    """As if the check-in desk had tapped every name, in one go."""
    with transaction.atomic():
        stream = Stream.objects.get(pk=event.stream_id)
        state = journal.head(stream).state
        tapped = [CheckedIn(seat=seat, before=Presence.EXPECTED, presence=Presence.PRESENT) for seat in sorted(state.seats)]
        for happened in tapped:
            state = journal.game_of(stream).evolve(state, happened)
        envelope = Envelope(actor="staff:olga", name="olga", command_id=uuid.uuid4(), label="Check-in", at=timezone.now())
        before = stream.head
        journal.append(stream, tapped, envelope)
        journal.store(stream, before, state)


def cookies_of(event: Event) -> list[str]:
    """What the phones of all seats send with every request."""
    return [
        f"{access.COOKIE}={signing.dumps({'event': event.pk, 'seat': seat.key, 'issue': seat.issue}, salt=access.SALT)}"
        for seat in event.seats.order_by("key")
    ]
