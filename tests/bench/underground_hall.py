"""Events on one console process, with three Underground tables each: delay until all screens of a table show an act.

Each table has four players with phones, a wall and a tablet of Underground Control. Somebody acts at every table about every other
second, at moments fixed beforehand, as rehearsal bots would. When no player has anything to do, the tablet ends the step.

Pokes come over sockets. Phones ask over their sockets, walls and tablets by requests. A poke goes to the whole event, so the phones
of its other tables ask too; their walls and tablets ask for what concerns them. Figures count from the moment an act was due.

A phone waits a random part of the spread that the poke tells, as `live.js` does, which is what players see. In another run, every
phone asks as soon as it has heard, which measures the console. In the last, phones ask by requests, as without such a socket.
"""

from __future__ import annotations

import time

from tests.bench import kit
from tests.bench.tables import hall
from tests.bench.underground_screens import Hall

PACE = 2.0  # average seconds between two acts at a table
WARM, MEASURED = 6.0, 40.0  # seconds
GOAL = 250  # milliseconds
MEASURES = {
    "sent": "it is sent",
    "answered": "it is answered",
    "phone": "a phone shows it",
    "wall": "the wall shows it",
    "desk": "the desk’s page shows it",
    "all": "all of the table show it",
}


def run() -> None:
    """Print a table for one event and for four, and for each way of asking."""
    measured(1, "phones ask as their pages do")
    measured(4, "phones ask as their pages do")
    measured(4, "all phones ask as soon as they have heard", spread=0.0)
    measured(4, "phones ask by requests", by_request=True)


def measured(events: int, words: str, spread: float | None = None, by_request: bool = False) -> None:
    """Let all tables play, and print the delays of their screens. `spread`: seconds, instead of what each poke tells."""
    with kit.folder() as var, kit.server("ours", {"MEGAGAME_VAR": str(var)}) as (server, port), hall(var, Hall) as screens:
        server.ask("collected")
        opened = server.ask("underground", events)
        server.ask("work")
        screens.ask("join", port, opened, spread, by_request)
        screens.ask("play", PACE, WARM)
        before, began = server.ask("cpu"), time.monotonic()
        found = screens.ask("play", PACE, MEASURED)
        used, spent = server.ask("cpu") - before, time.monotonic() - began
    acts = len(found["all"])
    rows = [
        (words, str(len(late)), kit.median(late), kit.percentile(late, 0.95), kit.percentile(late, 0.99), max(late))
        for words, late in ((MEASURES[name], found[name]) for name in MEASURES)
    ]
    title = (
        f"{events} events, {len(opened)} tables, {words}: {acts} of {found['wanted']} acts in {spent:.0f} s; for each "
        f"{found['questions'] / acts:.0f} requests and {used * 1000 / acts:.0f} ms of a processor, {used / spent:.0%} of one in "
        f"all; the goal is {GOAL} ms for 99 of 100"
    )
    kit.table(title, ("from the moment an act was due until", "times", "p50, ms", "p95, ms", "p99, ms", "worst, ms"), rows)
