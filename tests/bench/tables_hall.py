"""A hall of tables in one process: four phones and a wall at each, with their sockets and pages, and regular presses.

Each screen does what its page does. It hears on its socket that the table has news, and asks for what it does not show yet. A phone
waits 15 ms first, and until its own press is answered. Every screen also asks every 20 s without news. Presses come at moments
fixed
beforehand, and every figure counts from there, however late the press was sent.

It needs Django, because it reads the journals beside the server to know what may be pressed.
"""

from __future__ import annotations

import heapq
import os
import random
import re
import select
import socket
import time
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from multiprocessing.connection import Connection
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from tests.bench.swarm import Phone

WAIT = 0.015  # seconds between the news and the request: `data-wait` of the page
AGAIN = 20.0  # seconds between requests of a screen that has heard nothing
BEFORE = 0.5  # seconds before a press in which it is chosen
PATIENCE = 20.0
TOKEN = "a" * 32
SEEN = re.compile(rb'name="seen" value="([^":]+)(:[^"]+)"')


class Line:
    """One kept connection, as browsers have: a request, then its answer. It is opened again if the server has closed it."""

    def __init__(self, port: int, opened: Callable[[int], None]) -> None:
        self.port, self.opened = port, opened
        self.socket: socket.socket | None = None
        self.question = self.rest = b""
        self.packed = 0  # bytes of the last answer, compressed

    def ask(self, method: str, path: str, cookie: str, body: bytes = b"") -> None:
        """Send a request."""
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nAccept-Encoding: gzip\r\nHX-Request: true\r\n"
            f"Cookie: {cookie}; csrftoken={TOKEN}\r\nX-CSRFToken: {TOKEN}\r\n"
        )
        if body:
            head += f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n"
        self.question = head.encode() + b"\r\n" + body
        self._send()

    def _send(self) -> None:
        if self.socket is None:
            self.socket = socket.create_connection(("127.0.0.1", self.port))
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.opened(self.socket.fileno())
        self.socket.sendall(self.question)

    def take(self) -> tuple[int, bytes] | None:
        """Read what has arrived. Returns status and page of a complete answer, or None."""
        assert self.socket is not None
        try:
            got = self.socket.recv(262_144)
        except ConnectionResetError:
            got = b""
        if not got:
            self.socket.close()
            self.socket, self.rest = None, b""
            if self.question:  # the request was under way when the server closed
                self._send()
            return None
        self.rest += got
        head, found, body = self.rest.partition(b"\r\n\r\n")
        if not found:
            return None
        status = int(head.split(b" ", 2)[1])
        lines = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:])
        length = 0 if status == 204 else int(lines[b"content-length"])
        if len(body) < length:
            return None
        page, self.rest, self.question, self.packed = body[:length], body[length:], b"", length
        return status, zlib.decompress(page, 31) if lines.get(b"content-encoding") == b"gzip" else page


@dataclass
class Action:
    """One press. `due`, `sent`, `heard`, `shown`: moments in monotonic seconds; the last two by screen number."""

    due: float
    sent: float = 0.0
    heard: dict[int, float] = field(default_factory=dict)
    shown: dict[int, float] = field(default_factory=dict)


@dataclass(eq=False)
class Screen:
    """A phone at a table, or its wall, which is the last one."""

    table: Table
    number: int
    cookie: str
    line: Line
    live: Phone
    seen: dict[bytes, bytes] = field(default_factory=dict)
    asking: bool = False
    pressing: bool = False
    missed: bool = False
    waiting: bool = False
    owes: list[Action] = field(default_factory=list)  # heard of, not requested yet
    brings: list[Action] = field(default_factory=list)  # in the answer that is under way

    @property
    def is_wall(self) -> bool:
        return self.number == len(self.table.cookies)


@dataclass(eq=False)
class Table:
    """A table with its screens. `press`: the next press, as the chair and the fields of its form."""

    number: int
    code: str
    stream_id: int
    content: bytes
    cookies: Sequence[str]
    screens: list[Screen] = field(default_factory=list)
    press: tuple[int, list[tuple[str, str]]] | None = None
    wanted: bool = False  # the next press is being chosen
    actions: list[Action] = field(default_factory=list)


class Loop:
    """An event loop in one thread: callbacks for sockets and for moments."""

    def __init__(self) -> None:
        self.poll, self.dice = select.epoll(), random.Random(5)
        self.by_file: dict[int, Callable[[], None]] = {}
        self.timers: list[tuple[float, int, Callable[[], None]]] = []
        self.order = count()

    def listen(self, file: int, hear: Callable[[], None]) -> None:
        """Call `hear` whenever data has arrived on this file."""
        self.by_file[file] = hear
        self.poll.register(file, select.EPOLLIN)

    def at(self, moment: float, act: Callable[[], None]) -> None:
        """Call `act` at a moment (monotonic seconds)."""
        heapq.heappush(self.timers, (moment, next(self.order), act))

    def turn(self) -> None:
        """Call what is due, then wait for data until the next moment is due."""
        while self.timers and self.timers[0][0] <= time.monotonic():
            heapq.heappop(self.timers)[2]()
        rest = self.timers[0][0] - time.monotonic() if self.timers else 0.05
        for file, _event in self.poll.poll(max(rest, 0.0)):
            self.by_file[file]()


class Hall(Loop):
    """All tables, and the loop that plays them."""

    def __init__(self, port: int, tables: Sequence[tuple[str, int, bytes, Sequence[str]]]) -> None:
        super().__init__()
        self.port, self.questions = port, 0
        self.tables = [Table(number, *table) for number, table in enumerate(tables)]
        for table in self.tables:
            for number, cookie in enumerate([*table.cookies, "a=b"]):
                self._open(table, number, cookie)

    def play(self, pace: float, seconds: float) -> dict[str, Any]:
        """Let every table act about once in `pace` seconds, for `seconds` seconds. Returns counts, and delays in milliseconds."""
        begun, self.questions = time.monotonic(), 0
        for table in self.tables:
            table.actions.clear()
            due = begun + BEFORE + self.dice.uniform(0, pace)
            while due < begun + BEFORE + seconds:
                self.at(due - BEFORE, lambda table=table, due=due: self._think(table, due))  # type: ignore[misc]
                due += self.dice.uniform(0.5 * pace, 1.5 * pace)
            for screen in table.screens:
                self.at(begun + self.dice.uniform(0, AGAIN), lambda screen=screen: self._look_again(screen, begun + seconds))  # type: ignore[misc]
        while self.timers or self._open_ends():
            if time.monotonic() > begun + seconds + PATIENCE:
                raise TimeoutError("some screens have shown nothing")
            self.turn()
        actions = [action for table in self.tables for action in table.actions]
        return {
            "actions": len(actions),
            "questions": self.questions,
            "seconds": seconds,
            "late": [(action.sent - action.due) * 1000 for action in actions],
            "heard": [(at - action.due) * 1000 for action in actions for at in action.heard.values()],
            "all heard": [(max(action.heard.values()) - action.due) * 1000 for action in actions],
            "shown": [(at - action.due) * 1000 for action in actions for at in action.shown.values()],
            "all shown": [(max(action.shown.values()) - action.due) * 1000 for action in actions],
        }

    def _open_ends(self) -> bool:
        screens = len(self.tables[0].screens)
        whole = all(len(each.heard) == len(each.shown) == screens for table in self.tables for each in table.actions)
        return not whole or any(screen.asking or screen.pressing for table in self.tables for screen in table.screens)

    # --- a screen -------------------------------------------------------------------------------------------------------

    def _open(self, table: Table, number: int, cookie: str) -> None:
        live = Phone(socket.create_connection(("127.0.0.1", self.port)))
        live.line.sendall(
            f"GET /live/table/{table.code.lower()}/ HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
            f"Origin: http://127.0.0.1:{self.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n".encode()
        )
        while not live.heard:
            live.take(0)
        screen = Screen(table, number, cookie, Line(self.port, lambda file: self.listen(file, lambda: self._take(screen))), live)
        table.screens.append(screen)
        self.listen(live.line.fileno(), lambda: self._hear(screen))
        self._ask(screen)
        while (answer := screen.line.take()) is None:
            pass
        self._answered(screen, *answer, time.monotonic())

    def _take(self, screen: Screen) -> None:
        if (answer := screen.line.take()) is not None:
            self._answered(screen, *answer, time.monotonic())

    def _hear(self, screen: Screen) -> None:
        before, at = len(screen.live.heard), time.monotonic()
        screen.live.take(int(at * 1e9))
        if any(b'"table"' in text for _moment, text in screen.live.heard[before:]):
            self._heard(screen, at)

    def _heard(self, screen: Screen, at: float) -> None:
        """Note that the table has news."""
        if screen.table.actions and screen.table.actions[-1].sent:
            action = screen.table.actions[-1]
            if screen.number not in action.heard:
                action.heard[screen.number] = at
                if screen.number not in action.shown:
                    screen.owes.append(action)
        if screen.is_wall:
            self._look(screen)
        elif not screen.waiting:
            screen.waiting = True
            self.at(at + WAIT, lambda: self._look(screen))

    def _look(self, screen: Screen) -> None:
        screen.waiting = False
        if screen.asking or screen.pressing:
            screen.missed = True
        else:
            self._ask(screen)

    def _look_again(self, screen: Screen, until: float) -> None:
        self._look(screen)
        if time.monotonic() + AGAIN < until:
            self.at(time.monotonic() + AGAIN, lambda: self._look_again(screen, until))

    def _ask(self, screen: Screen) -> None:
        screen.asking, screen.missed = True, False
        screen.brings, screen.owes = screen.owes, []
        code = screen.table.code
        seen = urlencode([("seen", (name + version).decode()) for name, version in screen.seen.items()])
        path = f"/screen/table/{code}/" if screen.is_wall else f"/tables/{code}/fresh/?{seen}"
        screen.line.ask("GET", path, screen.cookie)
        self.questions += 1

    def _answered(self, screen: Screen, status: int, page: bytes, at: float) -> None:
        if status not in (200, 204):
            raise RuntimeError(f"{status}: {page[:400].decode()}")
        screen.seen.update(SEEN.findall(page))
        for action in screen.brings:
            action.shown.setdefault(screen.number, at)
        screen.brings = []
        if screen.pressing:
            screen.table.actions[-1].shown[screen.number] = at
            screen.owes = [action for action in screen.owes if screen.number not in action.shown]
        screen.asking = screen.pressing = False
        if screen.missed:
            screen.missed = False
            self.at(at + (0 if screen.is_wall else WAIT), lambda: self._look(screen))

    # --- presses --------------------------------------------------------------------------------------------------------

    def _think(self, table: Table, due: float) -> None:
        """Choose the next press at the table before it is due."""
        from tests.bench.tables_world import form_of

        if table.wanted or any(screen.pressing for screen in table.screens):  # not before the last action has been answered
            self.at(time.monotonic() + 0.02, lambda: self._think(table, due))
            return
        table.wanted = True
        table.press = form_of(table.stream_id, table.content, self.dice)
        self.at(due, lambda: self._press(table, due))

    def _press(self, table: Table, due: float) -> None:
        assert table.press is not None
        chair, form = table.press
        screen = table.screens[chair]
        if screen.asking:  # a real press aborts the request; here the connection is kept until it ends
            self.at(time.monotonic() + 0.001, lambda: self._press(table, due))
            return
        seen = [("seen", (name + version).decode()) for name, version in screen.seen.items()]
        body = urlencode([*form, *seen, ("command_id", str(uuid4()))]).encode()
        table.actions.append(Action(due=due, sent=time.monotonic()))
        table.wanted = False
        screen.pressing = True
        screen.line.ask("POST", f"/tables/{table.code}/do/", screen.cookie, body)
        self.questions += 1


def serve(environment: Mapping[str, str], pipe: Connection, kind: Callable[..., Loop] = Hall) -> None:
    """Serve calls from the measuring process on a hall of this kind."""
    os.environ.update(environment)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "megagame.settings")
    os.environ["LOG_LEVEL"] = "WARNING"
    import django

    django.setup()
    halls: list[Loop] = []
    while (asked := pipe.recv()) is not None:
        name, arguments = asked
        try:
            if name == "join":
                halls[:] = [kind(*arguments)]
                pipe.send((True, None))
            else:
                pipe.send((True, getattr(halls[0], name)(*arguments)))
        except Exception as failed:
            pipe.send((False, repr(failed)))
