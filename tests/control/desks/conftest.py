"""Fixtures: a small event and its viewers, namely each desk, a player, and a stranger."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from control.day.clock.phases import BeginDay, EndPhase
from control.day.people.presence import CheckIn
from control.day.people.room_choice import SeatInRoom
from control.day.state import Presence
from control.engine.context import Actor, DecisionContext
from control.engine.ids import SeatId
from control.journal import desk, journal, rows, story, streams
from control.journal.chance import FRESH
from control.journal.journal import Envelope
from control.models import Event, Stream
from control.people import access
from control.people.events import create_event
from rooms.realm.desks import ALL_DESKS, Desk
from rooms.realm.frame import NAME
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import PHASES, Phase, Room
from tests.prepared import prepared
from tests.scenarios import small
from tests.teams import seated

OLGA = Actor(name="olga", desks=ALL_DESKS)
WAR_SEATS = (SeatId("cat-1"), SeatId("cat-2"), SeatId("wolf-1"), SeatId("ram-1"))


@pytest.fixture(autouse=True)
def nothing_told():
    """Forget the story caches of earlier tests."""
    story.forget()
    cache.clear()
    yield
    story.forget()


@dataclass
class Day:
    """An event in a test: its state, and commands given outside the desks' pages."""

    event: Event

    @property
    def state(self) -> GameState:
        return journal.head(Stream.objects.get(pk=self.event.stream_id)).state

    def do(self, command: Any) -> desk.CommandResult:
        return desk.perform(stream_id=self.event.stream_id, command=command, by=OLGA, command_id=uuid.uuid4())

    def check_in_all(self) -> None:
        """Check in all seats with one command each, but under one lock and with one new head."""
        with transaction.atomic():
            stream = rows.lock_stream(self.event.stream_id)
            game, kind = journal.play_of(stream).engine, streams.kind_of(stream)
            before, state, at = stream.head, journal.head(stream).state, timezone.now()
            events: list[Any] = []
            for seat in sorted(state.seats):
                command = CheckIn(seat=seat, before=Presence.EXPECTED, presence=Presence.PRESENT)
                decided = game.decided(state, command, DecisionContext(by=OLGA, at=at, chance=FRESH))
                label, name = game.label(command, state, by_desk=True), kind.name_of(OLGA, state)
                by = Envelope(actor=desk.actor_key(OLGA), name=name, command_id=uuid.uuid4(), label=label, at=at)
                journal.append(stream, decided.events, by)
                events += decided.events
                state = decided.state
            found = journal.store(stream, before, state)
            kind.project(stream, events, state, None, at)
            transaction.on_commit(lambda: journal.remember(stream, found))

    def seat_in_war(self) -> None:
        month = self.state.clock.month
        for seat in WAR_SEATS:
            self.do(SeatInRoom(player=seat, month=month, room=Room.WAR))

    def go_to(self, phase: Phase) -> None:
        while self.state.clock.phase != phase:
            clock = self.state.clock
            assert clock.phase in PHASES
            self.do(EndPhase(month=clock.month, phase=clock.phase))

    @property
    def seqs(self) -> int:
        return Stream.objects.get(pk=self.event.stream_id).head


@dataclass
class Person:
    """A viewer's browser. `tap` sends htmx requests; `get` and `post` work without JavaScript."""

    client: Client
    event: Event

    def at(self, address: str) -> str:
        return f"/control/{self.event.pk}/{address}"

    def get(self, address: str, **headers: str) -> HttpResponse:
        return self.client.get(self.at(address), headers=headers)

    def fragment(self, address: str) -> HttpResponse:
        return self.get(address, **{"HX-Request": "true"})

    def post(self, address: str, data: dict[str, Any] | None = None, **headers: str) -> HttpResponse:
        fields = {"command_id": str(uuid.uuid4()), **(data or {})}
        return self.client.post(self.at(address), fields, headers=headers)

    def tap(self, address: str, data: dict[str, Any] | None = None) -> HttpResponse:
        return self.post(address, data, **{"HX-Request": "true"})


def begin(day: Day) -> None:
    """Begin the day: month 1, Ceremony, everybody present."""
    day.check_in_all()
    day.do(BeginDay())


def go_to_war(day: Day) -> None:
    """Go to Action of month 1 with four players in the War Room."""
    day.go_to(Phase.MOVEMENT)
    day.seat_in_war()
    day.go_to(Phase.ACTION)


# Stages of a day: for each fixture that a test can ask for, the stage before it and the commands that lead on. A folder with more
# stages adds them in its conftest.py.
STAGES: dict[str, tuple[str, Callable[[Day], None]]] = {"running": ("", begin), "action": ("running", go_to_war)}


def day_at(stage: str) -> Day:
    """A day at this stage; "": before the day, with everybody expected."""

    def make() -> Event:
        if not stage:
            return create_event(realm=NAME, name="Test day", scenario=small(), casting=small().casting)
        before, arrange = STAGES[stage]
        made = day_at(before)
        arrange(made)
        return made.event

    return Day(prepared(("desks", stage), make))


@pytest.fixture
def day(db, request) -> Day:
    """A day before its start, with everybody expected. If the test asks for later stages, it is already at the last of them."""
    asked = [name for name in STAGES if name in request.fixturenames]
    return day_at(asked[-1] if asked else "")


@pytest.fixture
def running(day) -> Day:
    return day


@pytest.fixture
def action(running) -> Day:
    return running


def signed_in(event: Event, *desks: Desk) -> Person:
    name = "-".join(desk.value for desk in desks) or "nobody-in-particular"
    user, _made = User.objects.get_or_create(username=name)
    client = Client()
    client.force_login(seated(user, desks, event))
    return Person(client, event)


@pytest.fixture
def sits(day):
    """Sign in a member at the given desks."""
    return lambda *desks: signed_in(day.event, *desks)


@pytest.fixture
def organizer(sits) -> Person:
    return sits(Desk.ORGANIZER)


@pytest.fixture
def war(sits) -> Person:
    return sits(Desk.WAR)


@pytest.fixture
def checkin(sits) -> Person:
    return sits(Desk.CHECK_IN)


@pytest.fixture
def ceremony(sits) -> Person:
    return sits(Desk.CEREMONY)


@pytest.fixture
def player(day) -> Person:
    """Livia of House Cat at her phone."""
    client = Client()
    response = HttpResponse()
    row = day.event.seats.get(key="cat-1")
    access.issue_code(row)
    access.remember_seat(response, row, secure=False)
    client.cookies[access.COOKIE] = response.cookies[access.COOKIE].value
    return Person(client, day.event)


@pytest.fixture
def nobody(day) -> Person:
    return Person(Client(), day.event)


def words(response: HttpResponse) -> str:
    """Visible text of a page, with single blanks."""
    text = re.sub(r"<(script|style)\b.*?</\1>", " ", response.content.decode(), flags=re.S)
    return " ".join(re.sub(r"<[^>]+>", " ", text).replace("&#x27;", "'").replace("&quot;", '"').split())
