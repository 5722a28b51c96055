"""Plain sums over outcomes: how often each answer was given, and what each number adds up to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from control.lab.bodies import STUCK
from control.lab.outcomes import Outcome


@dataclass(slots=True)
class Sums:
    """What many games came to. `names` counts the answers by key; `seen` says in how many games a number stood at all."""

    games: int = 0
    names: dict[str, Counter[str]] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)
    seen: Counter[str] = field(default_factory=Counter)
    stuck: dict[int, str] = field(default_factory=dict)  # games that did not come to their end, by their seeds

    @property
    def answers(self) -> list[tuple[str, str, int]]:
        """Every answer: its key, what it is, in how many games it was given; the most frequent first."""
        found = ((key, answer, games) for key, given in self.names.items() for answer, games in given.items())
        return sorted(found, key=lambda each: (each[0], -each[2], each[1]))

    @property
    def rows(self) -> list[tuple[str, int, int]]:
        """Every number: its key, its sum, in how many games it stood."""
        return [(key, self.counts[key], self.seen[key]) for key in sorted(self.counts)]


def summed(outcomes: Iterable[Outcome]) -> Sums:
    """A fold over outcomes, in the order of their seeds."""
    found = Sums()
    for each in outcomes:
        found.games += 1
        if STUCK in each.names:
            found.stuck[each.seed] = each.names[STUCK]
            continue
        for key, answer in each.names.items():
            found.names.setdefault(key, Counter())[answer] += 1
        found.counts.update(each.counts)
        found.seen.update(each.counts.keys())
    return found


def told(sums: Sums) -> Iterator[str]:
    """The sums as lines: the same sums are the same lines."""
    yield f"{sums.games:,} games, {len(sums.stuck):,} of them without an end."
    for key, answer, games in sums.answers:
        yield f"{key}: {answer} in {games} games"
    for key, total, games in sums.rows:
        yield f"{key}: {total} in {games} games"
    for seed, why in sums.stuck.items():
        yield f"seed {seed} has no end: {why}"
