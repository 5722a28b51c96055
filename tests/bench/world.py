"""An event to measure on. Imported inside server processes only: it needs Django."""

from __future__ import annotations

import uuid
from pathlib import Path

from django.core import signing
from django.core.management import call_command

from control import access, desk
from control.events import create_event
from control.game.asked import ALL_DESKS, Actor
from control.game.clock import BeginDay, SetClock
from control.models import Event
from control.scenario.ids import Phase
from control.scenario.schema import CastSeat
from control.scenario_files import scenario_in

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
    return event.pk, cookies_of(event)


def cookies_of(event: Event) -> list[str]:
    """What the phones of all seats send with every request."""
    return [
        f"{access.COOKIE}={signing.dumps({'event': event.pk, 'seat': seat.key, 'issue': seat.issue}, salt=access.SALT)}"
        for seat in event.seats.order_by("key")
    ]
