"""Screens of Underground tables in one process: phones, walls and desk tablets with their sockets, and the presses.

Each screen does what its page does. It hears on its socket which topics have news, and each part that listens to one of them asks
for what it does not show yet. All parts also ask at intervals without news. The parts and their topics are read from the pages.

- A phone is one part. After 80 ms it asks for all of its regions at once over its socket, but not before its own press is answered.
  Before that, `live.js` waits for a random part of the spread that the poke tells, so that a hall does not ask in one instant.
  `spread` is another one for all pokes. With `by_request` phones ask by requests, as they do without such a socket.
- A wall is one part, and asks at once. It sends the version that it shows.
- A tablet is one part with several regions. Those that listen to one of the topics are asked for together, with the versions that
  they show, after 50 ms. Two such requests may be under way in the page; here it is one.

A part shows an action with the first answer to a request that it sent after it had heard of the action. A table presses again only
after the answer, so the first news after a press is news of it. The phone on which it was pressed shows it with the answer to the
press. All figures count from the moment at which the press was due.

It needs Django, because it reads the journals beside the server to know what may be pressed.
"""

from __future__ import annotations

import gzip
import json
import re
import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import unescape
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from msgspec import Struct

from tests.bench.swarm import Phone, Swarm, masked
from tests.bench.tables_hall import BEFORE, SEEN, Line, Loop

PHONE_WAIT, REGION_WAIT = 0.08, 0.05  # seconds: `data-wait` of the phone's page; `delay` of a region and `GATHER` of `parts.js`
WIDEST = 1_000  # milliseconds: the same of `live.js`
LOOKS_AGAIN = 60.0  # seconds: the phone's `every`
PATIENCE = 90.0  # seconds; an overloaded console is late, and the figures show it
LINES = 6  # connections that a browser opens to one server
ASKS = re.compile(r' hx-get="([^"]+)" hx-trigger="([^"]+)"')
WALL = re.compile(r'<div id="hall"[^>]*>')
REGIONS = re.compile(r"<section [^>]*data-part[^>]*>")
REGION = re.compile(r'data-version="([^"]+)" hx-get="(/control/\d+/part/)([^/]+)/\??([^"]*)" hx-trigger="([^"]+)"')
NEWS = {  # versions in an answer, by the name of what they belong to
    "phone": SEEN,
    "wall": re.compile(rb'name="seen" value="(screen)(:[^"]+)"'),
    "desk": re.compile(rb"<!--part \S+ ([\w-]+)(:\w+)-->"),
}
TOPICS = re.compile(r'data-topics="([^"]+)"')
FROM_BODY, EVERY = re.compile(r"([\w-]+) from:body"), re.compile(r"every (\d+)s")


Fields = list[tuple[str, str]]


class Opened(Struct, frozen=True, kw_only=True):
    """A table: its players by seat, their phones' cookies, and the cookie of its desk's tablet."""

    event: int
    table: str
    seats: tuple[str, ...]
    phones: tuple[str, ...]
    tablet: str


class Press(Struct, frozen=True, kw_only=True):
    """A press. `by`: number of the player, None for the desk."""

    by: int | None
    address: str
    fields: Fields


@dataclass
class Action:
    """One press. `due`, `sent`, `answered`: monotonic seconds."""

    due: float
    press: Press
    sent: float = 0.0
    answered: float = 0.0


class Region(Struct, frozen=True, kw_only=True):
    """A region of a tablet's page. `asked`: its name and query."""

    asked: str
    topics: frozenset[str]


@dataclass(eq=False)
class Part:
    """A part that asks by itself: a whole phone, a wall, or the regions of a tablet's page.

    `told`: moments at which it heard news, in monotonic seconds as all moments here.
    `looks`: for each answer, the moment of the question and the moment of the answer.
    `regions`, `stale`: regions of a tablet's page by name, and those that have heard news; all ask when nothing was heard.
    """

    screen: Screen
    address: str
    topics: frozenset[str]
    wait: float
    every: float
    told: list[float] = field(default_factory=list)
    asked: float = 0.0
    waiting: bool = False
    asking: bool = False
    missed: bool = False
    looks: list[tuple[float, float]] = field(default_factory=list)
    regions: Mapping[str, Region] = field(default_factory=dict)
    stale: set[str] = field(default_factory=set)

    def question(self) -> Fields:
        """Return the fields of its request: the versions shown, and at a desk the regions to ask for."""
        if not self.regions:
            return self.screen.versions()
        wanted, self.stale = self.stale or {*self.regions}, set()
        known = [(key, value) for key, value in self.screen.versions() if value.partition(":")[0] in wanted]
        return [*(("part", self.regions[name].asked) for name in sorted(wanted)), *known]

    def shown(self, action: Action) -> float | None:
        """Return when it first showed this action; None if it has not."""
        heard = min((at for at in self.told if at >= action.sent), default=None)
        return None if heard is None else min((at for asked, at in self.looks if asked >= heard), default=None)


@dataclass(eq=False)
class Screen:
    """A phone, a wall or a desk's tablet at a table. `at_work`: what each busy connection is used for."""

    table: Table
    kind: str
    cookie: str
    live: Phone
    parts: list[Part] = field(default_factory=list)
    idle: list[Line] = field(default_factory=list)
    at_work: dict[Line, Part | Action] = field(default_factory=dict)
    queue: deque[Part | Action] = field(default_factory=deque)
    seen: dict[bytes, bytes] = field(default_factory=dict)

    def versions(self) -> Fields:
        """Return the fields that say what it shows."""
        return [("seen", (name + version).decode()) for name, version in self.seen.items()]

    @property
    def pressing(self) -> bool:
        return any(isinstance(each, Action) for each in (*self.at_work.values(), *self.queue))

    def shown(self, action: Action) -> float | None:
        """Return when all parts that heard of this action showed it; None if one has not."""
        found = [part.shown(action) for part in self.parts if any(at >= action.sent for at in part.told)]
        return max((at for at in found if at is not None), default=None) if None not in found else None


@dataclass(eq=False)
class Table:
    """A table with its screens: phones by player number, then its wall and its desk's tablet."""

    opened: Opened
    screens: list[Screen] = field(default_factory=list)
    wanted: bool = False  # the next press is being chosen
    actions: list[Action] = field(default_factory=list)

    def screen_of(self, by: int | None) -> Screen:
        """Return the screen on which a player, or the desk, presses."""
        return self.screens[-1 if by is None else by]


class Hall(Loop):
    """All tables, and the loop that plays them."""

    def __init__(self, port: int, tables: Sequence[Opened], spread: float | None, by_request: bool) -> None:
        super().__init__()
        self.port, self.spread, self.by_request = port, spread, by_request
        self.questions, self.until = 0, 0.0
        self.swarm = Swarm()
        self.tables = [Table(opened) for opened in tables]
        for table in self.tables:
            opened = table.opened
            for cookie in opened.phones:
                self._open(table, "phone", cookie, "/play/")
            self._open(table, "wall", "a=b", f"/screen/{opened.event}/underground/{opened.table}/")
            self._open(table, "desk", opened.tablet, f"/control/{opened.event}/underground/table/{opened.table}/")

    def play(self, pace: float, seconds: float) -> dict[str, Any]:
        """Let every table act about once in `pace` seconds, for `seconds` seconds. Returns counts, and delays in milliseconds."""
        begun, wanted, self.questions = time.monotonic(), 0, 0
        self.until = begun + BEFORE + seconds
        for table in self.tables:
            table.actions.clear()
            due = begun + BEFORE + self.dice.uniform(0, pace)
            while due < self.until:
                wanted += 1
                self.at(due - BEFORE, lambda table=table, due=due: self._think(table, due))  # type: ignore[misc]
                due += self.dice.uniform(0.5 * pace, 1.5 * pace)
            for part in (part for screen in table.screens for part in screen.parts):
                part.looks.clear()
                part.told.clear()
                self._again(part, self.dice.uniform(0, part.every))
        while self.timers or self._open_ends():
            if time.monotonic() > self.until + PATIENCE:
                raise TimeoutError("some screens have shown nothing")
            self.turn()
        return {"questions": self.questions, "wanted": wanted, **self._figures()}

    def _figures(self) -> dict[str, Any]:
        found: dict[str, list[float]] = {name: [] for name in ("sent", "answered", "phone", "wall", "desk", "all")}
        for table, action in self._actions():
            found["sent"].append(action.sent - action.due)
            found["answered"].append(action.answered - action.due)
            shown = [(screen.kind, at - action.due) for screen in table.screens if (at := screen.shown(action)) is not None]
            for kind, late in shown:
                found[kind].append(late)
            found["all"].append(max(late for _kind, late in shown))
        return {name: [late * 1000 for late in lates] for name, lates in found.items()}

    def _actions(self) -> Iterator[tuple[Table, Action]]:
        return ((table, action) for table in self.tables for action in table.actions)

    def _open_ends(self) -> bool:
        return any(
            not action.answered or any(screen.shown(action) is None for screen in table.screens)
            for table, action in self._actions()
        )

    # --- a screen -------------------------------------------------------------------------------------------------------------

    def _open(self, table: Table, kind: str, cookie: str, address: str) -> None:
        """Load a page as a browser does and open its socket."""
        line = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        line.request("GET", address, headers={"Cookie": cookie})
        answer = line.getresponse()
        page = answer.read()
        line.close()
        if answer.status != 200:
            raise RuntimeError(f"{address}: {answer.status}")
        hears = "?hall" if kind == "wall" else ""
        self.swarm.join(self.port, f"/live/{table.opened.event}/{hears}", [cookie], 1)
        screen = Screen(table, kind, cookie, self.swarm.phones[-1])
        screen.parts = list(_parts(screen, page.decode()))
        screen.seen.update(SEEN.findall(page) if kind == "phone" else _versions(page.decode()))
        screen.live.heard.clear()
        table.screens.append(screen)
        self.listen(screen.live.line.fileno(), lambda: self._hear(screen))

    def _hear(self, screen: Screen) -> None:
        at = time.monotonic()
        screen.live.take(int(at * 1e9))
        told = [json.loads(text) for _moment, text in screen.live.heard]
        screen.live.heard.clear()
        for answer in screen.live.answers:
            self._take_from_socket(screen, answer, at)
        screen.live.answers.clear()
        for news in (each for each in told if each["t"] == "poke"):
            spread = news.get("spread", WIDEST) / 1000 if self.spread is None else self.spread
            late = self.dice.random() * spread if screen.kind == "phone" else 0.0
            for part in screen.parts:
                if part.topics.isdisjoint(news["topics"]):
                    continue
                part.told.append(at)
                part.stale.update(name for name, each in part.regions.items() if not each.topics.isdisjoint(news["topics"]))
                self._soon(part, at + late + part.wait)

    def _soon(self, part: Part, at: float) -> None:
        if not part.waiting:
            part.waiting = True
            self.at(at, lambda: self._look(part))

    def _look(self, part: Part) -> None:
        part.waiting = False
        if part.asking or (part.screen.pressing and part.screen.kind == "phone"):
            part.missed = True
            return
        part.asking, part.missed = True, False
        if part.screen.kind == "phone" and not self.by_request:
            self._ask_over_socket(part)
        else:
            part.screen.queue.append(part)
            self._ask(part.screen)

    def _ask_over_socket(self, part: Part) -> None:
        self.questions += 1
        part.asked = time.monotonic()
        seen = [version for _seen, version in part.question()]
        part.screen.live.line.sendall(masked(json.dumps({"t": "news", "number": self.questions, "seen": seen}).encode()))

    def _take_from_socket(self, screen: Screen, answer: bytes, at: float) -> None:
        head, _line, body = answer.partition(b"\n")
        if (kind := json.loads(head)["is"]) == "http":
            raise RuntimeError("The console wants a request.")
        if kind == "news":
            screen.seen.update(SEEN.findall(gzip.decompress(body)))
        self._looked(screen.parts[0], at)
        self._look_for_missed(screen, at)

    def _again(self, part: Part, rest: float) -> None:
        def look() -> None:
            self._look(part)
            self._again(part, part.every)

        if time.monotonic() + rest < self.until:
            self.at(time.monotonic() + rest, look)

    def _ask(self, screen: Screen) -> None:
        """Send waiting requests as long as connections are free."""
        while screen.queue and (line := self._line(screen)) is not None:
            screen.at_work[line] = what = screen.queue.popleft()
            self.questions += 1
            if isinstance(what, Action):
                what.sent = time.monotonic()
                seen = screen.versions() if screen.kind == "phone" else []
                body = urlencode([*what.press.fields, *seen, ("command_id", str(uuid4()))]).encode()
                line.ask("POST", what.press.address, screen.cookie, body)
                continue
            what.asked = time.monotonic()
            question = what.question()
            line.ask("GET", f"{what.address}?{urlencode(question)}" if question else what.address, screen.cookie)

    def _line(self, screen: Screen) -> Line | None:
        if screen.idle:
            return screen.idle.pop()
        if len(screen.at_work) == LINES:
            return None
        line = Line(self.port, lambda file: self.listen(file, lambda: self._take(screen, line)))
        return line

    def _take(self, screen: Screen, line: Line) -> None:
        if (answer := line.take()) is None:
            return
        (status, page), at, what = answer, time.monotonic(), screen.at_work.pop(line)
        screen.idle.append(line)
        if status not in (200, 204):
            raise RuntimeError(f"{status}: {page[:4000].decode()}")
        screen.seen.update(NEWS[screen.kind].findall(page))
        if isinstance(what, Action):
            self._pressed(screen, what, at)
        else:
            self._looked(what, at)
        self._look_for_missed(screen, at)
        self._ask(screen)

    def _looked(self, part: Part, at: float) -> None:
        part.asking = False
        part.looks.append((part.asked, at))

    def _look_for_missed(self, screen: Screen, at: float) -> None:
        for part in screen.parts:
            if part.missed and not part.asking:
                part.missed = False
                self._soon(part, at + (part.wait if screen.kind == "phone" else 0.0))

    # --- presses --------------------------------------------------------------------------------------------------------------

    def _think(self, table: Table, due: float) -> None:
        """Choose the next press before it is due. Nothing is chosen after the end of the run."""
        from tests.bench.underground_world import press_at

        if time.monotonic() > self.until:
            return
        if table.wanted or any(screen.pressing for screen in table.screens):  # not before the last action has been answered
            self.at(time.monotonic() + 0.02, lambda: self._think(table, due))
        elif (press := press_at(table.opened)) is not None:
            table.wanted = True
            self.at(due, lambda: self._press(table, press, due))

    def _press(self, table: Table, press: Press, due: float) -> None:
        screen, action = table.screen_of(press.by), Action(due, press)
        table.wanted = False
        table.actions.append(action)
        screen.queue.append(action)
        self._ask(screen)

    def _pressed(self, screen: Screen, action: Action, at: float) -> None:
        action.answered = at
        for part in screen.parts if action.press.by is not None else ():
            part.told.append(action.sent)
            part.looks.append((action.sent, at))


def _parts(screen: Screen, page: str) -> Iterator[Part]:
    """Yield the parts of a page that ask by themselves."""
    if screen.kind == "phone":
        found = TOPICS.search(page)
        assert found is not None
        yield Part(screen, "/play/fresh/", frozenset(found[1].split()), PHONE_WAIT, LOOKS_AGAIN)
        return
    if screen.kind == "wall":
        yield Part(screen, *_asks(WALL.findall(page)[0]), 0.0, _every(page))
        return
    tags = [tuple(unescape(word) for word in REGION.search(tag).groups()) for tag in REGIONS.findall(page)]  # type: ignore[union-attr]
    regions = {
        name: Region(asked=f"{name}?{query}", topics=frozenset(FROM_BODY.findall(trigger)))
        for _version, _address, name, query, trigger in tags
    }
    topics = frozenset[str]().union(*(each.topics for each in regions.values()))
    yield Part(screen, tags[0][1], topics, REGION_WAIT, _every(page), regions=regions)


def _versions(page: str) -> Iterator[tuple[bytes, bytes]]:
    """Yield the versions of regions on a tablet's page, by name."""
    for version, *_more in REGION.findall(page):
        name, mark, digest = version.partition(":")
        yield name.encode(), (mark + digest).encode()


def _asks(tag: str) -> tuple[str, frozenset[str]]:
    """Return address and topics of an element that asks."""
    address, trigger = (unescape(word) for word in ASKS.search(tag).groups())  # type: ignore[union-attr]
    return address, frozenset(FROM_BODY.findall(trigger))


def _every(page: str) -> float:
    """Return the shortest interval at which something on a page asks without news."""
    return min(float(seconds) for seconds in EVERY.findall(page))
