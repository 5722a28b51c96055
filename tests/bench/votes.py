"""Votes in the Court: a hundred or three hundred phones press within one second, or at one instant; and the count at the desk.

A vote goes over the open socket, as the page sends it: its answer is a receipt, and the floor with the vote comes as news, for
which the phone asks. Or it goes by a request, as without a socket: the answer has the floor. Its time runs from the moment at which
the press was due until its answer has been read. The server's processor time for each vote has the floor in both ways, and does not
depend on the machine's load. The count's time runs from the moment at which the last press was due until Court Control's floor
shows every vote. The tablet asks as its page does, 40 ms after each incomplete answer. Each round begins with an empty floor. After
it, the floor and the journal must have one vote of every phone; a lost or doubled vote ends the run.
"""

from __future__ import annotations

import gzip
import json
import random
import re
import socket
import threading
import time
import uuid
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from http import HTTPStatus
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode

from msgspec import Struct

from tests import services
from tests.bench import kit, swarm
from tests.bench.tables_hall import TOKEN
from tests.houses import House

SIZES = (100, 300)
PACES = (("within one second", 1.0), ("at one instant", 0.0))
WAYS = ("socket", "request")
ROUNDS = 5
WAIT = 0.04  # seconds: `delay` of the regions of a desk
PATIENCE = 30.0
ADDRESS = "/play/court/vote/"
SEEN = re.compile(rb'name="seen" value="([^":]+):([^"]+)"')

Row = tuple[str | float, ...]


def run() -> None:
    rows: list[Row] = []
    with kit.folder() as var:
        rows += measured("SQLite", {"MEGAGAME_VAR": str(var)})
    try:
        with services.postgres(durable=True) as address, kit.folder() as var:
            rows += measured("PostgreSQL", {"MEGAGAME_VAR": str(var), "DATABASE_URL": address})
    except LookupError as missing:
        print(missing)
    columns = (
        "phones vote",
        "p50, ms",
        "p95, ms",
        "last, ms",
        "last floor, ms",
        "processor for each, ms",
        "count p50, ms",
        "count p95, ms",
    )
    kit.table(f"Phones vote, {ROUNDS} rounds, each until its answer; and until the desk counts them all", columns, rows)


def measured(database: str, environment: Mapping[str, str]) -> list[Row]:
    """Return the rows of one database, with a Court of its own for each number of phones."""
    House(var=Path(environment["MEGAGAME_VAR"]), environment=dict(environment)).manage("serve", "--prepare-only")
    rows = []
    with kit.server("ours", environment) as (server, port):
        for size in SIZES:
            event, cookies = server.ask("court", size)
            phones = [Phone(port, event, cookie) for cookie in cookies]
            desk = Desk(port, f"/control/{event}/part/?part=court-floor", server.ask("court_tablet"), size)
            for words, seconds in PACES:
                for way in WAYS:
                    found = [rushed(server, event, phones, desk, seconds, way) for _round in range(ROUNDS + 1)]
                    rows.append((f"{size}, {database}, {words}, by {way}", *figures(found[1:])))  # the first is cold
    return rows


class Round(Struct, frozen=True):
    """Figures of one round: milliseconds of each press until its answer and until its floor, processor time, time of the count."""

    spans: list[float]
    floors: list[float]
    used: float
    count: float


def figures(rounds: list[Round]) -> Row:
    """Summarize the figures of several rounds."""
    spans = [span for each in rounds for span in each.spans]
    counts = [each.count for each in rounds]
    last = kit.median([max(each.spans) for each in rounds])
    floor = kit.median([max(each.floors) for each in rounds])
    used = kit.median([each.used for each in rounds])
    return (kit.median(spans), kit.percentile(spans, 0.95), last, floor, used, kit.median(counts), kit.percentile(counts, 0.95))


def rushed(server: kit.Remote, event: int, phones: list[Phone], desk: Desk, seconds: float, way: str) -> Round:
    """Let all phones vote this way within so many seconds, every other one in favor, after removing earlier votes.

    Raises:
        RuntimeError: a vote was lost, or counts twice.
    """
    server.ask("emptied", event)
    for phone in phones:
        phone.look()
    size = len(phones)
    ready = threading.Barrier(size + 2)
    start: list[float] = []
    with ThreadPoolExecutor(size + 1) as pool:
        presses = [pool.submit(phone.press, way, at % 2 == 0, ready, start, seconds * at / size) for at, phone in enumerate(phones)]
        counting = pool.submit(desk.count, ready, start, seconds * (size - 1) / size)
        ready.wait()
        begun = server.ask("cpu")
        start.append(time.perf_counter() + 0.5)
        ready.wait()
        spans = [each.result() for each in presses]
        count = counting.result()
        used = server.ask("cpu") - begun
    found = server.ask("counted", event)
    if found != (size, size, (size + 1) // 2):
        raise RuntimeError(f"{size} phones have voted; on the floor, in the journal and for it are {found}")
    return Round([answer for answer, _floor in spans], [floor for _answer, floor in spans], used * 1000 / size, count)


@dataclass
class Phone:
    """A phone with the versions that it shows."""

    port: int
    event: int
    cookie: str
    seen: dict[bytes, bytes] = field(default_factory=dict)

    def look(self) -> None:
        """Ask for news, as a phone does after a poke."""
        line = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        path = f"/play/fresh/?{urlencode(self._seen())}" if self.seen else "/play/"
        line.request("GET", path, headers={"Cookie": self.cookie, **({"HX-Request": "true"} if self.seen else {})})
        self._read(line)

    def press(self, way: str, favor: bool, ready: threading.Barrier, start: list[float], after: float) -> tuple[float, float]:
        """Vote at the due moment. Returns the milliseconds until the answer, and until the floor with the vote."""
        fields = {"command_id": str(uuid.uuid4()), "month": "2", "cycle": "1", "vote": "favor" if favor else "against"}

        def due() -> float:
            ready.wait()  # all lines are open
            ready.wait()
            moment = start[0] + after
            time.sleep(max(0.0, moment - time.perf_counter()))
            return moment

        return self._press_over_socket(fields, due) if way == "socket" else self._press_by_request(fields, due)

    def _press_over_socket(self, fields: dict[str, str], due: Callable[[], float]) -> tuple[float, float]:
        with socket.create_connection(("127.0.0.1", self.port), PATIENCE) as opened:
            line = swarm.Phone(opened)
            opened.sendall(swarm.handshake(self.port, f"/live/{self.event}/", self.cookie))
            _heard(line, b"hello")
            word = {"t": "press", "number": 1, "address": ADDRESS, "fields": fields, "at": 0, "pad": "-" * 200}
            begun = due()
            word["at"] = time.time() * 1000
            frame = swarm.masked(json.dumps(word).encode())
            opened.sendall(frame)
            if "at" not in json.loads(_heard(line, b"pressed")):
                raise RuntimeError("a vote was not taken")
            answered = time.perf_counter()
            time.sleep(random.random() * json.loads(_heard(line, b"poke"))["spread"] / 1000)  # as the page does
            seen = [f"{name.decode()}:{version.decode()}" for name, version in self.seen.items()]
            opened.sendall(swarm.masked(json.dumps({"t": "news", "number": 1, "seen": seen}).encode()))
            while not line.answers:
                line.take(0)
            _head, _line, regions = line.answers[0].partition(b"\n")
            floor = time.perf_counter()
        page = gzip.decompress(regions)
        if b"region-floor" not in page:
            raise RuntimeError("the floor does not come as news")
        self.seen.update(SEEN.findall(page))
        return (answered - begun) * 1000, (floor - begun) * 1000

    def _press_by_request(self, fields: dict[str, str], due: Callable[[], float]) -> tuple[float, float]:
        line = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        line.connect()
        body = urlencode([*fields.items(), *self._seen()])
        headers = {
            "Cookie": f"{self.cookie}; csrftoken={TOKEN}",
            "X-CSRFToken": TOKEN,
            "HX-Request": "true",
            "Content-Type": "application/x-www-form-urlencoded",
        }
        begun = due()
        line.request("POST", ADDRESS, body=body, headers=headers)
        self._read(line)
        span = (time.perf_counter() - begun) * 1000
        return span, span

    def _seen(self) -> list[tuple[str, str]]:
        return [("seen", f"{name.decode()}:{version.decode()}") for name, version in self.seen.items()]

    def _read(self, line: HTTPConnection) -> None:
        answer = line.getresponse()
        page = answer.read()
        line.close()
        if answer.status >= HTTPStatus.BAD_REQUEST:
            raise RuntimeError(f"a phone was answered with {answer.status}")
        self.seen.update(SEEN.findall(page))


def _heard(line: swarm.Phone, kind: bytes) -> bytes:
    """Wait for a frame of this kind."""
    while (found := next((text for _at, text in line.heard if b'"t":"%s"' % kind in text), None)) is None:
        line.take(0)
    return found


@dataclass
class Desk:
    """The tablet of Court Control with the floor."""

    port: int
    address: str
    cookie: str
    size: int

    def count(self, ready: threading.Barrier, start: list[float], after: float) -> float:
        """Ask from the last press on until every vote is shown. Returns the milliseconds."""
        line = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        line.connect()
        self._shows_all(line)  # a first request, so that caches are warm
        ready.wait()
        ready.wait()
        due = start[0] + after
        time.sleep(max(0.0, due - time.perf_counter()))
        while not self._shows_all(line):
            time.sleep(WAIT)
            if time.perf_counter() > due + PATIENCE:
                raise RuntimeError("the desk never counts all votes")
        return (time.perf_counter() - due) * 1000

    def _shows_all(self, line: HTTPConnection) -> bool:
        line.request("GET", self.address, headers={"Cookie": self.cookie, "HX-Request": "true"})
        answer = line.getresponse()
        page = answer.read().decode()
        if answer.status != HTTPStatus.OK:
            raise RuntimeError(f"the desk was answered with {answer.status}")
        return f'<b class="number">{self.size}</b> <span>of {self.size} votes are in' in page
