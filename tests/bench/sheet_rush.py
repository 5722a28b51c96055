"""Sealed sheets over open sockets: a thousand phones at the same instant, and a hundred a second for ten seconds.

The time runs from the moment a phone sends until it reads the receipt, which is written after the commit.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from contextlib import ExitStack

from tests import services
from tests.bench import kit

PHONES = 1000
RUSHES = 5


def run() -> None:
    """Measure and print."""
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


def measured(kind: str, database: str, environment: dict[str, str]) -> list[tuple[str | float, ...]]:
    """The rows of one database."""
    with ExitStack() as stack:
        phones = stack.enter_context(kit.phones())
        server, port = stack.enter_context(kit.server(kind, environment))
        event, cookies = server.ask("prepare", PHONES)
        bodies = server.ask("war_sheets", event)
        phones.ask("join", port, f"/live/{event}/", cookies, 1)
        rushes = []
        for _rush in range(RUSHES):
            phones.ask("forget")
            sent = phones.ask("send", [frame(body) for body in bodies])
            heard = phones.ask("listen", b'"received"', 1, 30.0)
            rushes.append([(moments[0] - at) / 1e6 for at, moments in zip(sent, heard, strict=True) if moments])
        spans = [max(rush) for rush in rushes]
        phones.ask("forget")
        pairs = phones.ask("trickle", [frame(body) for body in bodies], 100.0, b'"received"')
        paced = [(answered - at) / 1e6 for at, answered in pairs if answered]
        stored = server.ask("stored")
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
    ]


def frame(body: bytes) -> bytes:
    """A sheet as the phone sends it, with a key of its own."""
    return b'{"t":"sheet","kind":"war","month":2,"key":"%s","body":%s}' % (str(uuid.uuid4()).encode(), body)


def middle(rushes: Sequence[Sequence[float]], share: float) -> float:
    """The median over the rushes of this percentile."""
    return kit.median([kit.percentile(rush, share) for rush in rushes])
