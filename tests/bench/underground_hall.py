"""Four events on one console process, each with three tables of the Underground in play: until all screens of a table show an act.

At each table sit four players with their phones; it has its wall and a tablet of Underground Control. Somebody acts at every table
every other second by and large, at moments fixed beforehand, as the bots of a rehearsal would; where nobody has anything to do, the
tablet ends the step. All goes over HTTP and sockets, with everything that the pages ask for, and a poke goes to the whole event:
the screens of its other tables ask too. Figures count from the moment at which an act was due.

Once every phone asks as soon as it has heard, which says what the console does; and once, as `live.js` has it, after a part of a
second by chance, which is what players see.
"""

from __future__ import annotations

import time

from tests.bench import kit
from tests.bench.tables import hall
from tests.bench.underground_screens import Hall

EVENTS = 4
PACE = 2.0  # seconds in which somebody acts at each table, by and large
WARM, MEASURED = 6.0, 40.0  # seconds
GOAL = 250  # milliseconds
SPREADS = (("all phones ask as soon as they have heard", 0.0), ("phones ask within a second, as their pages do", 1.0))
MEASURES = {
    "sent": "it is sent",
    "answered": "it is answered",
    "phone": "a phone shows it",
    "wall": "the wall shows it",
    "desk": "the desk’s page shows it",
    "all": "all of the table show it",
}


def run() -> None:
    """A table for each way of asking."""
    for words, spread in SPREADS:
        measured(words, spread)


def measured(words: str, spread: float) -> None:
    """Let all tables play, and print how late their screens are."""
    with kit.folder() as var, kit.server("ours", {"MEGAGAME_VAR": str(var)}) as (server, port), hall(var, Hall) as screens:
        server.ask("collected")
        opened = server.ask("underground", EVENTS)
        server.ask("work")
        screens.ask("join", port, opened, spread)
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
        f"{EVENTS} events, {len(opened)} tables, {words}: {acts} of {found['wanted']} acts in {spent:.0f} s; for each "
        f"{found['questions'] / acts:.0f} requests and {used * 1000 / acts:.0f} ms of a processor, {used / spent:.0%} of one in "
        f"all; the goal is {GOAL} ms for 99 of 100"
    )
    kit.table(title, ("from the moment an act was due until", "times", "p50, ms", "p95, ms", "p99, ms", "worst, ms"), rows)
