"""Whole days of forty-five bots by the rules alone, in one process: the time of one day, and of two hundred.

A day goes from check-in to the crowning through all three rooms at full rules. Most of its time is the bots' views and choices; the
time to fold its events again is shown separately. For comparison, a game of Potemkin Empire with four players takes random legal
actions, which are then repeated once all are known. Only this process's time counts. Both take turns, so that the machine's load
affects them alike. `DAYS=200` in the environment plays two hundred days; otherwise a few are played, and the time of two hundred is
extrapolated.
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass
from time import process_time

from rooms.realm.game.throne.divine_sovereign import ending
from rooms.tables.potemkin.game.engine import rules_of
from rooms.tables.potemkin.game.reading import read
from tests.bench import kit, rival
from tests.bench.tables import FIXTURES
from tests.bench.underground import GAMES, potemkin
from tests.rooms.whole import GAME, whole_day
from tests.scenarios import default

FEW, MANY = 5, 200
Measured = tuple[float, float]  # seconds: playing, and folding the events alone


@dataclass(slots=True, kw_only=True)
class Tally:
    """Counts over all days."""

    commands: int = 0
    events: int = 0


def run() -> None:
    """Print a line for the day and one for the game, then how the days ended."""
    rules = rules_of(read({path.name: path.read_text(encoding="utf-8") for path in (FIXTURES / "potemkin").glob("*.yaml")}))
    number, tally, ends = int(os.environ.get("DAYS", FEW)), Tally(), Counter[str]()
    days: list[Measured] = []
    games: list[Measured] = []
    whole_day(default(), 0, rounds=1)  # the first one is slower, because nothing is cached
    for seed in range(1, number + 1):
        days.append(_measured(seed, tally, ends))
        game = potemkin(rules, seed)
        games.append((game.played / GAMES, game.carried / GAMES))
    played, folded = (kit.median([each[at] for each in days]) for at in (0, 1))
    beside, carried = (kit.median([each[at] for each in games]) for at in (0, 1))
    rows = [
        ("a day of 45 at full rules", f"{played:.2f}", played / beside, f"{folded:.3f}", folded / carried),
        ("a game of Potemkin Empire", f"{beside:.4f}", 1.0, f"{carried:.4f}", 1.0),
    ]
    columns = ("by the rules alone", "played, s", "games of Potemkin", "events folded / carried out, s", "games of Potemkin")
    kit.table(f"Medians of {number} days", columns, rows)
    print(f"  {tally.commands / number:.0f} commands and {tally.events / number:.0f} events a day; ends: {dict(ends)}")
    whole = sum(each[0] for each in days) * MANY / number / 60
    print(f"  {MANY} days: {whole:.0f} minutes" + ("" if number >= MANY else f", counted on from {number}"))


def _measured(seed: int, tally: Tally, ends: Counter[str]) -> Measured:
    with rival.uncollected():
        began = process_time()
        day = whole_day(default(), seed)
        played = process_time() - began
    with rival.uncollected():
        began = process_time()
        state = day.blank
        for happened in day.events:
            state = GAME.evolve(state, happened)
        folded = process_time() - began
    if state != day.state:
        raise RuntimeError("the same events have another end")
    tally.commands += len(day.given)
    tally.events += len(day.events)
    ends[str(ending(day.state))] += 1
    return played, folded
