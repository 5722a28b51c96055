"""A real server in a thread and real sockets to it, for tests of live screens."""

from __future__ import annotations

import json
import socket
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import uvicorn
from django.contrib.auth.models import User
from django.core import signing
from websockets.sync.client import ClientConnection, connect

from control.day.clock.phases import BeginDay, SetClock
from control.day.people.presence import CheckIn
from control.day.state import Presence
from control.engine.ids import SeatId
from control.management.commands.serve import server_config
from control.models import Event
from control.people import access
from control.people.events import create_event
from control.sheets import sheets
from rooms.realm.desks import Desk
from rooms.realm.frame import NAME
from rooms.realm.scenario.ids import Phase
from tests.events import do
from tests.scenarios import small
from tests.services import PATIENCE
from tests.teams import seated, session_of


@dataclass
class Screen:
    """An open socket with the frames that it received and no test has asked for yet. `answers`: those that are bytes."""

    line: ClientConnection
    heard: list[dict] = field(default_factory=list)
    answers: list[bytes] = field(default_factory=list)

    def hear(self, kind: str) -> dict:
        """Return the next frame of this kind; keep frames of other kinds for later."""
        for frame in self.heard:
            if frame["t"] == kind:
                self.heard.remove(frame)
                return frame
        while (frame := self._take()) is None or frame["t"] != kind:
            if frame is not None:
                self.heard.append(frame)
        return frame

    def answer(self) -> bytes:
        """Return the next frame of bytes; keep the others for later."""
        while not self.answers:
            if (frame := self._take()) is not None:
                self.heard.append(frame)
        return self.answers.pop(0)

    def _take(self) -> dict | None:
        """Return the next frame; None if it is bytes, which are kept."""
        got = self.line.recv(PATIENCE)
        if isinstance(got, bytes):
            self.answers.append(got)
            return None
        return json.loads(got)

    def topics(self) -> list[str]:
        """Topics of all pokes so far. The answer to a ping comes after everything sent before it."""
        self.say(t="ping", c=0)
        self.hear("pong")
        pokes = [frame for frame in self.heard if frame["t"] == "poke"]
        self.heard = [frame for frame in self.heard if frame["t"] != "poke"]
        return [topic for poke in pokes for topic in poke["topics"]]

    def say(self, **word) -> None:
        self.line.send(json.dumps(word))

    def send_sheet(self, body: object, *, month: int = 1, kind: str = "war", key: uuid.UUID | None = None, **more) -> dict:
        """Send a sheet and wait for the receipt."""
        self.say(t="sheet", kind=kind, month=month, key=str(key or uuid.uuid4()), body=body, **more)
        return self.hear("receipt")


@dataclass
class Hall:
    """A server at which screens can be opened."""

    port: int

    @contextmanager
    def screen(self, event: int, cookie: str = "", *, query: str = "", origin: str | None = None) -> Iterator[Screen]:
        """Open a screen and say hello."""
        address = f"ws://127.0.0.1:{self.port}/live/{event}/{query}"
        headers = {"Cookie": cookie} if cookie else {}
        with connect(
            address, additional_headers=headers, origin=origin, compression=None, open_timeout=PATIENCE, close_timeout=1
        ) as line:
            yield Screen(line)


@contextmanager
def serving(**options) -> Iterator[Hall]:
    """Run a console in a thread, configured as `serve` does it, with these options changed."""
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        config = server_config("127.0.0.1", 0)
        for name, value in options.items():
            setattr(config, name, value)
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [door]}, daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.005)
        try:
            yield Hall(door.getsockname()[1])
        finally:
            server.should_exit = server.force_exit = True
            thread.join(10)
            sheets.stop()


def an_event() -> Event:
    """The small event before its day begins."""
    return create_event(realm=NAME, name="Test day", scenario=small(), casting=small().casting)


def in_planning(*seats: str) -> Event:
    """A day in Planning of month 1 with these players checked in."""
    event = an_event()
    do(event, BeginDay())
    do(event, SetClock(month=1, phase=Phase.PLANNING, seconds=3600))
    for seat in seats:
        do(event, CheckIn(seat=SeatId(seat), before=Presence.EXPECTED, presence=Presence.PRESENT))
    return event


def phone_of(event: Event, seat: str) -> str:
    """Cookie of a phone that has joined as this seat."""
    row = event.seats.get(key=seat)
    value = signing.dumps({"event": event.pk, "seat": seat, "issue": row.issue}, salt=access.SALT)
    return f"{access.COOKIE}={value}"


def tablet_of(desk_name: str) -> str:
    """Cookie of a signed-in tablet of an account at this desk of every event there is."""
    user = User.objects.create_user(f"{desk_name}-{uuid.uuid4().hex[:6]}")
    return session_of(seated(user, [Desk(desk_name)]))
