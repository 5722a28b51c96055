"""A day in the database with players at their phones and staff at their desks, for tests of the rooms' pages."""

from __future__ import annotations

import uuid
from collections.abc import Iterable

from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from control.day.clock.clocks import tables_used
from control.day.clock.phases import BeginDay, EndPhase
from control.day.clock.steps import EndStep
from control.day.people.presence import CheckIn
from control.day.people.room_choice import ChooseRoom
from control.day.state import Presence
from control.engine.context import Actor
from control.engine.ids import SeatId, StepId
from control.journal import desk, journal
from control.models import Stream
from control.people import access
from control.people.events import create_event
from control.sheets import sheets
from rooms.realm.desks import ALL_DESKS, Desk
from rooms.realm.frame import NAME
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import Phase, Room
from tests.scenarios import default
from tests.teams import seated

OLGA = Actor(name="olga", desks=ALL_DESKS)


class Hall:
    """An event in the Planning of month 1. `rooms`: each present player's choice of room."""

    def __init__(self, rooms: Iterable[tuple[str, Room]]) -> None:
        scenario = default()
        self.event = create_event(realm=NAME, name="Papers", scenario=scenario, casting=scenario.casting)
        self.clients: dict[str, Client] = {}
        chosen = tuple(rooms)
        for seat, _room in chosen:
            self.do(CheckIn(seat=SeatId(seat), before=Presence.EXPECTED, presence=Presence.PRESENT))
        self.do(BeginDay())
        self.do(EndPhase(month=1, phase=Phase.CEREMONY))
        for seat, room in chosen:
            self.choose(seat, room)

    @property
    def state(self) -> GameState:
        return journal.head(Stream.objects.get(pk=self.event.stream_id)).state

    def do(self, command, by: Actor = OLGA) -> None:
        desk.perform(stream_id=self.event.stream_id, command=command, by=by, command_id=uuid.uuid4())

    def choose(self, seat: str, room: Room) -> None:
        self.do(ChooseRoom(seat=SeatId(seat), month=1, room=room), Actor(seat=SeatId(seat)))

    def until(self, *phases: Phase) -> None:
        for phase in phases:
            self.do(EndPhase(month=1, phase=phase))

    def updates(self, room: Room) -> None:
        for table in tables_used(self.state, room) or ("",):
            self.do(EndStep(room=room, month=1, step=StepId("updates"), table=table))

    def send(self, seat: str, kind: str, body: bytes) -> sheets.Receipt:
        """Send a sheet over the socket."""
        arrival = sheets.Arrival(
            event_id=self.event.pk,
            seat=SeatId(seat),
            kind=kind,
            month=self.state.clock.month,
            client_key=uuid.uuid4(),
            body=body,
            received_at=timezone.now(),
        )
        return sheets.hand_in(arrival)

    def phone(self, seat: str) -> Client:
        """Return a client that has joined as this seat."""
        if seat not in self.clients:
            client = Client()
            code = access.issue_code(self.event.seats.get(key=seat))
            client.post(reverse("control:link", args=[code]))
            assert access.COOKIE in client.cookies
            self.clients[seat] = client
        return self.clients[seat]

    def staff(self, *desks: Desk) -> Client:
        """Return a client that is signed in at these desks."""
        name = f"staff-{'-'.join(desks) or 'none'}"
        if name not in self.clients:
            user = User.objects.create_user(name, password="x")
            seated(user, desks, self.event)
            self.clients[name] = Client()
            self.clients[name].force_login(user)
        return self.clients[name]
