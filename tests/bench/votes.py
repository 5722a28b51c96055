"""Votes in the Court: a hundred phones press within one second, or all at one instant; then what the desk's page shows.

A vote takes the way of every other press: a form over HTTP, the desk, the commit, the answer. The time runs from the moment at
which the press was due until its answer has been read; the server's processor time for each vote does not move with what else the
machine does. The page of Court Control is asked for when the last answer is there: from then it shows every vote, and its time is
the count's. At the end the floor has each phone once, and the journal too.
"""

from __future__ import annotations

import statistics
import threading
import time
import uuid
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from http import HTTPStatus
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode

from tests import services
from tests.bench import kit
from tests.bench.sheet_rush import Tablet
from tests.bench.tables_hall import TOKEN
from tests.houses import House

PHONES = 100
LOOKS = 21

Row = tuple[str | float, ...]


def run() -> None:
    """Measure and print."""
    rows: list[Row] = []
    with kit.folder() as var:
        rows += measured("SQLite", {"MEGAGAME_VAR": str(var)})
    try:
        with services.postgres(durable=True) as address, kit.folder() as var:
            rows += measured("PostgreSQL", {"MEGAGAME_VAR": str(var), "DATABASE_URL": address})
    except LookupError as missing:
        print(missing)
    columns = ("votes", "on the floor", "journal", "for", "p50, ms", "p95, ms", "last, ms", "processor, ms", "desk p50", "desk p95")
    kit.table(f"{PHONES} phones vote, each until its answer; then the desk's page with the count", columns, rows)


def measured(database: str, environment: Mapping[str, str]) -> list[Row]:
    """The rows of one database, each of an event of its own."""
    House(var=Path(environment["MEGAGAME_VAR"]), environment=dict(environment)).manage("serve", "--prepare-only")
    with kit.server("ours", environment) as (server, port):
        return [
            rushed(f"{database}, {words}", server, port, seconds)
            for words, seconds in (("within one second", 1.0), ("at one instant", 0.0))
        ]


def rushed(name: str, server: kit.Remote, port: int, seconds: float) -> Row:
    """One Court: all its phones vote in so many seconds, every other one for it."""
    event, cookies = server.ask("court", PHONES)
    page, cookie = f"http://127.0.0.1:{port}/control/{event}/court/", server.ask("court_tablet")
    Tablet(page, cookie).look()  # the first one finds everything cold
    ready = threading.Barrier(PHONES + 1)
    start: list[float] = []
    with ExitStack() as stack:
        pool = stack.enter_context(ThreadPoolExecutor(PHONES))
        presses = [
            pool.submit(press, port, cookie, at % 2 == 0, ready, start, seconds * at / PHONES) for at, cookie in enumerate(cookies)
        ]
        begun = server.ask("cpu")
        start.append(time.perf_counter() + 0.5)
        ready.wait()
        spans = [each.result() for each in presses]
        used = server.ask("cpu") - begun
    tablet = Tablet(page, cookie)
    looks = [tablet.look() for _look in range(LOOKS)]
    standing, journal, favor, _against = server.ask("counted", event)
    return (
        name,
        str(standing),
        str(journal),
        str(favor),
        statistics.median(spans),
        kit.percentile(spans, 0.95),
        max(spans),
        used * 1000 / PHONES,
        kit.median(looks),
        kit.percentile(looks, 0.95),
    )


def press(port: int, cookie: str, favor: bool, ready: threading.Barrier, start: list[float], after: float) -> float:
    """One phone's vote at its moment; returns the milliseconds until its answer."""
    line = HTTPConnection("127.0.0.1", port, timeout=30)
    line.connect()
    fields = {"command_id": str(uuid.uuid4()), "month": "2", "cycle": "1", "vote": "favor" if favor else "against"}
    headers = {
        "Cookie": f"{cookie}; csrftoken={TOKEN}",
        "X-CSRFToken": TOKEN,
        "HX-Request": "true",
        "Content-Type": "application/x-www-form-urlencoded",
    }
    ready.wait()
    due = start[0] + after
    time.sleep(max(0.0, due - time.perf_counter()))
    line.request("POST", "/play/court/vote/", body=urlencode(fields), headers=headers)
    answer = line.getresponse()
    answer.read()
    line.close()
    if answer.status >= HTTPStatus.BAD_REQUEST:
        raise RuntimeError(f"a vote was answered with {answer.status}")
    return (time.perf_counter() - due) * 1000
