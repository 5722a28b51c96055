"""Rush of sealed sheets over open sockets: a thousand phones at the same instant, and a hundred a second for ten seconds.

Time runs from the sending of a sheet until the phone reads its receipt, which is written after the commit. A second table shows
other work meanwhile: a phase that ends in the middle of the rush, the pages of a tablet, and the connections to the database. It
also shows how many sheets a second two hundred phones bring in if each sends the next one after the last answer.
"""

from __future__ import annotations

import json
import threading
import time
import uuid
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from urllib.parse import urlsplit

import psycopg

from tests import services
from tests.bench import deadlines, kit
from tests.houses import House

PHONES = 1000
RUSHES = 5
LOOK_EVERY = 0.1  # seconds between two requests of a tablet
COUNT_EVERY = 0.02  # seconds between two counts of connections
CLIENTS, EACH = 200, 100  # a phone may send two hundred messages in ten seconds

Row = tuple[str | float, ...]


def run() -> None:
    rows: list[tuple[str | float, ...]] = []
    for kind in ("ours", "stock Channels"):
        with kit.folder() as var:
            rows += measured(kind, "SQLite", {"MEGAGAME_VAR": str(var)})
    try:
        for kind in ("ours", "stock Channels"):
            with services.postgres(durable=True) as address, kit.folder() as var:
                rows += measured(kind, "PostgreSQL", {"MEGAGAME_VAR": str(var), "DATABASE_URL": address})
    except LookupError as missing:
        print(missing)
    columns = ("sheets", "stored", "p50, ms", "p99, ms", "last, ms", "sheets/s")
    kit.table("Sealed sheets until the receipt, each durable (medians of the rushes)", columns, rows)
    meanwhile()


def meanwhile() -> None:
    """Measure and print the other work beside a rush."""
    beside: list[Row] = []
    with kit.folder() as var:
        beside += deadline_rush("SQLite", {"MEGAGAME_VAR": str(var)})
    try:
        with services.postgres(durable=True) as database, services.redis() as redis, kit.folder() as var:
            environment = {"MEGAGAME_VAR": str(var), "DATABASE_URL": database, "REDIS_URL": redis}
            beside += deadline_rush("PostgreSQL and Redis", environment)
    except LookupError as missing:
        print(missing)
    columns = (
        "a phase ends in the rush",
        "sheets/s",
        "stored",
        "unanswered",
        "doubled",
        "clock late, ms",
        "page p99",
        "page max",
        "connections",
    )
    kit.table("Beside the rush (a tablet's page of the War Room every tenth of a second, in ms)", columns, beside)


def deadline_rush(database: str, environment: dict[str, str]) -> list[Row]:
    """Return the rows of one database, where Planning ends in the middle of each rush."""
    House(var=Path(environment["MEGAGAME_VAR"]), environment=environment).manage(
        "serve", "--prepare-only"
    )  # pages need their files
    with ExitStack() as stack:
        phones = stack.enter_context(kit.phones())
        server, port = stack.enter_context(kit.server("ours", environment))
        event, cookies = server.ask("prepare", PHONES)
        bodies = server.ask("war_sheets", event)
        tablet = server.ask("tablet")
        if "REDIS_URL" in environment:
            stack.enter_context(deadlines.celery(environment, "worker", "one"))
            stack.enter_context(deadlines.celery(environment, "beat", str(Path(environment["MEGAGAME_VAR"]) / "beat")))
            deadlines.wait_for(server, 1)
        else:
            server.ask("work")
            time.sleep(5)  # until the worker listens
        phones.ask("join", port, f"/live/{event}/", cookies, 1)
        page = f"http://127.0.0.1:{port}/control/{event}/war/"
        server.ask("closing", event, 1)  # the first one is slower, because nothing is cached
        Tablet(page, tablet).look()
        time.sleep(2)
        rows = []

        stored = server.ask("stored")
        with watched(page, tablet, environment) as seen:
            due = server.ask("closing", event, 3)
            time.sleep(max(0.0, due - time.time() - 0.1))
            phones.ask("forget")
            phones.ask("send", [frame(body, 0) for body in bodies])
            heard = phones.ask("listen", b'"received"', 1, 30.0)
            time.sleep(2)
        answers = sum(map(len, heard))
        late = (server.ask("journaled", event) - due) * 1000
        now = server.ask("stored")
        rows.append(
            seen.row(f"{database}: {PHONES} at one instant", 0.0, now - stored, PHONES - answers, server.ask("doubled"), late)
        )

        stored = now
        with watched(page, tablet, environment) as seen:
            due = server.ask("closing", event, 5)
            phones.ask("forget")
            pairs = phones.ask("trickle", [frame(body, 1) for body in bodies], 100.0, b'"received"')
        answers = sum(bool(answered) for _at, answered in pairs)
        late = (server.ask("journaled", event) - due) * 1000
        now = server.ask("stored")
        rows.append(
            seen.row(f"{database}: 100 a second for 10 s", 100.0, now - stored, PHONES - answers, server.ask("doubled"), late)
        )

        stored = now
        server.ask("closing", event, 3600)
        time.sleep(10)  # the limit of a phone's messages counts ten seconds
        with watched(page, tablet, environment) as seen:
            answers, seconds = phones.ask("turn_about", [keyless(body) for body in bodies], CLIENTS, EACH, b'"received"', 60.0)
        rows.append(
            seen.row(
                f"{database}: {CLIENTS} by turns, {CLIENTS * EACH} sheets",
                answers / seconds,
                server.ask("stored") - stored,
                CLIENTS * EACH - answers,
                server.ask("doubled"),
                float("nan"),
            )
        )
    return rows


@dataclass
class Seen:
    """Figures of the other work during a rush."""

    pages: list[float] = field(default_factory=list)  # milliseconds
    failed: int = 0
    connections: int = 0

    def row(self, name: str, pace: float, stored: int, unanswered: int, doubled: int, late: float) -> Row:
        """Return a row of the table. `stored` must equal the number of sent sheets if `unanswered` is 0."""
        shown = str(self.connections) if self.connections else "-"
        worst = max(self.pages, default=float("nan"))
        told = (str(stored), str(unanswered), str(doubled), late)
        return (
            name,
            pace or "-",
            *told,
            kit.percentile(self.pages, 0.99),
            worst,
            shown + (f", {self.failed} failed" * bool(self.failed)),
        )


@contextmanager
def watched(page: str, cookie: str, environment: dict[str, str]) -> Iterator[Seen]:
    """Ask for a tablet's page and count database connections until the block ends."""
    seen, over = Seen(), threading.Event()

    def ask() -> None:
        tablet = Tablet(page, cookie)
        while not over.wait(LOOK_EVERY):
            try:
                seen.pages.append(tablet.look())
            except OSError:
                seen.failed += 1

    def count() -> None:
        address = environment["DATABASE_URL"].replace("postgres://megagame@/", "postgres://megagame@localhost/")
        with suppress(psycopg.OperationalError), psycopg.connect(address, autocommit=True) as line:
            question = "select count(*) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()"
            while not over.wait(COUNT_EVERY):
                found = line.execute(question).fetchone()
                seen.connections = max(seen.connections, found[0] if found else 0)

    works = [ask, count] if "DATABASE_URL" in environment else [ask]
    threads = [threading.Thread(target=work, daemon=True) for work in works]
    for thread in threads:
        thread.start()
    try:
        yield seen
    finally:
        over.set()
        for thread in threads:
            thread.join(20)


class Tablet:
    """A signed-in browser that asks for one page again and again over a kept connection."""

    def __init__(self, page: str, cookie: str) -> None:
        self.address, self.cookie = urlsplit(page), cookie
        self.line = HTTPConnection(self.address.netloc, timeout=15)

    def look(self) -> float:
        """Return how many milliseconds the page takes."""
        begun = time.perf_counter()
        try:
            self.line.request("GET", self.address.path, headers={"Cookie": self.cookie})
            answer = self.line.getresponse()
            answer.read()
        except (OSError, HTTPException) as failed:
            self.line.close()
            raise OSError("no answer") from failed
        if answer.status != HTTPStatus.OK:
            raise OSError(f"status {answer.status}")
        return (time.perf_counter() - begun) * 1000


def measured(kind: str, database: str, environment: dict[str, str]) -> list[tuple[str | float, ...]]:
    """Return the rows of one database."""
    with ExitStack() as stack:
        phones = stack.enter_context(kit.phones())
        server, port = stack.enter_context(kit.server(kind, environment))
        event, cookies = server.ask("prepare", PHONES)
        bodies = server.ask("war_sheets", event)
        phones.ask("join", port, f"/live/{event}/", cookies, 1)
        rushes = []
        for rush in range(RUSHES):
            phones.ask("forget")
            sent = phones.ask("send", [frame(body, rush) for body in bodies])
            heard = phones.ask("listen", b'"received"', 1, 30.0)
            rushes.append([(moments[0] - at) / 1e6 for at, moments in zip(sent, heard, strict=True) if moments])
        spans = [max(rush) for rush in rushes]
        phones.ask("forget")
        pairs = phones.ask("trickle", [frame(body, RUSHES) for body in bodies], 100.0, b'"received"')
        paced = [(answered - at) / 1e6 for at, answered in pairs if answered]
        stored = server.ask("stored")
        time.sleep(10)  # the limit of a phone's messages counts ten seconds
        turns, seconds = phones.ask("turn_about", [keyless(body) for body in bodies], CLIENTS, EACH, b'"received"', 60.0)
        by_turns = server.ask("stored") - stored
    name = f"{kind}, {database}"
    return [
        (
            f"{name}: {PHONES} at one instant",
            str(sum(map(len, rushes))),
            middle(rushes, 0.5),
            middle(rushes, 0.99),
            kit.median(spans),
            PHONES / kit.median(spans) * 1000,
        ),
        (
            f"{name}: 100 a second for 10 s",
            str(stored - RUSHES * PHONES),
            *(kit.percentile(paced, at) for at in (0.5, 0.99, 1)),
            100.0,
        ),
        (f"{name}: {CLIENTS} by turns", str(by_turns), "-", "-", "-", turns / seconds),
    ]


def frame(body: bytes, turn: int) -> bytes:
    """Return a sheet as the phone sends it, with a key of its own."""
    return b'{"t":"sheet","kind":"war","month":2,"key":"%s","fields":%s}' % (str(uuid.uuid4()).encode(), typed(body, turn))


def keyless(body: bytes) -> tuple[bytes, bytes]:
    """Return two different sheets to be sent in turn, each with a place for its key."""
    head = b'{"t":"sheet","kind":"war","month":2,"key":"%%s","fields":%s}'
    return head % typed(body, 0).replace(b"%", b"%%"), head % typed(body, 1).replace(b"%", b"%%")


def typed(body: bytes, turn: int) -> bytes:
    """Return the form fields of a sheet as a phone writes them, with the fields that an order does not need.

    Every other turn changes the betrayal, because an identical sheet would not be new.
    """
    sheet = json.loads(body)
    fields: list[tuple[str, str]] = []
    for number, order in enumerate(sheet["orders"], start=1):
        first = order.get("origin") or order["target"]
        fields += [
            (f"order{number}_kind", order["kind"]),
            (f"order{number}_units", str(order.get("units") or 1)),
            (f"order{number}_from", first),
            (f"order{number}_to", order["target"]),
            (f"order{number}_region", order["target"]),
        ]
    fields += [("extra", sheet["extra"] or ""), *(("allies", house) for house in sheet["allies"])]
    return json.dumps([*fields, *([("betray", "1")] if bool(sheet["betray"]) ^ bool(turn % 2) else [])]).encode()


def middle(rushes: Sequence[Sequence[float]], share: float) -> float:
    """Return the median of this percentile over all rushes."""
    return kit.median([kit.percentile(rush, share) for rush in rushes])
