"""An event in the database and its viewers: a player, another House, the control team, a stranger."""

from __future__ import annotations

import uuid
from collections.abc import Hashable, Iterable
from typing import Any

from django.test import Client
from django.urls import reverse

from control.day.clock.phases import BeginDay, EndPhase, SetClock
from control.day.people.presence import CheckIn
from control.day.state import Presence
from control.engine.context import Actor
from control.engine.ids import SeatId
from control.journal import desk, journal
from control.models import Event, Seat, Stream
from control.people import access
from control.people.events import create_event
from rooms.realm.desks import ALL_DESKS, Desk
from rooms.realm.frame import NAME
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import Phase
from rooms.realm.scenario.schema import Scenario
from tests.prepared import prepared
from tests.scenarios import default
from tests.teams import member

OLGA = Actor(name="olga", desks=ALL_DESKS)
CAT_1, CAT_2, WOLF_1 = SeatId("cat-1"), SeatId("cat-2"), SeatId("wolf-1")
HX = {"HX-Request": "true"}


class Day:
    """An event and commands on it. With its usual scenario, each kind of day is made once and then copied."""

    usual = staticmethod(default)

    def __init__(self, scenario: Scenario | None = None, **how: Hashable) -> None:
        self.event: Event

        def make() -> Event:
            played = scenario or self.usual()
            self.event = create_event(realm=NAME, name="Test day", scenario=played, casting=played.casting)
            self.arrange(**how)
            return self.event

        self.event = prepared((type(self), *sorted(how.items())), make) if scenario is None else make()

    def arrange(self) -> None:
        """Give the commands with which this kind of day begins."""

    @property
    def state(self) -> GameState:
        return journal.head(Stream.objects.get(pk=self.event.stream_id)).state

    def do(self, command: object, by: Actor = OLGA) -> desk.CommandResult:
        return desk.perform(stream_id=self.event.stream_id, command=command, by=by, command_id=uuid.uuid4())

    def here(self, *seats: SeatId) -> Day:
        """Check these players in."""
        for seat in seats:
            self.do(CheckIn(seat=seat, before=Presence.EXPECTED, presence=Presence.PRESENT))
        return self

    def until(self, phase: Phase, month: int = 1) -> Day:
        """Begin the day and set the clock to a phase."""
        self.do(BeginDay())
        if (month, phase) != (1, Phase.CEREMONY):
            self.do(SetClock(month=month, phase=phase, seconds=600))
        return self

    def end(self) -> Day:
        """End the running phase."""
        clock = self.state.clock
        assert clock.phase is not None
        self.do(EndPhase(month=clock.month, phase=clock.phase))
        return self

    def row(self, seat: SeatId) -> Seat:
        return self.event.seats.get(key=seat)

    def code(self, seat: SeatId) -> str:
        return access.issue_code(self.row(seat))

    def phone(self, seat: SeatId, **options: Any) -> Client:
        """A phone that has joined."""
        client = Client(**options)
        client.post(reverse("control:link", args=[self.code(seat)]))
        return client


def staff(*desks: Desk) -> Client:
    """A signed-in tablet of an account at these desks of every event there is."""
    return member(*desks)


def words(response: Any) -> str:
    """Content of a page."""
    text: str = response.content.decode()
    return text


def hidden(page: str, name: str) -> list[str]:
    """Values of the hidden fields with this name, in order."""
    from html.parser import HTMLParser

    found: list[str] = []

    class Fields(HTMLParser):
        def handle_starttag(self, tag: str, attrs: Iterable[tuple[str, str | None]]) -> None:
            given = dict(attrs)
            if tag == "input" and given.get("name") == name:
                found.append(given.get("value") or "")

    Fields().feed(page)
    return found
