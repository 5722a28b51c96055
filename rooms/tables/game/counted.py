"""What many games of bots come to, counted: how long they are and how they end, and what wins how often.

A game says of itself what is worth counting (`Tabulates`); nothing here knows any game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, Final

import msgspec

SURE: Final = 1.959964  # standard deviations around 95 of 100


class Said(msgspec.Struct, frozen=True, kw_only=True):
    """What a game says of itself when it is over.

    `ends` is which of its ends it came to, `lengths` are numbers by what they count ("rounds"), `seats` has for each player one
    word by what it tells of them ("leader").
    """

    ends: str
    lengths: Mapping[str, int]
    seats: Mapping[str, tuple[str, ...]]


class Variant(msgspec.Struct, frozen=True, kw_only=True):
    """A way to begin that is else left to chance or to the host: the content, and the options."""

    name: str
    content: Any
    options: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Tabulates:
    """What a game gives to be counted: what it says of a final state, and its variants for a number of players."""

    said: Callable[[Any, Any], Said]  # rules and final state
    variants: Callable[[Any, int], Sequence[Variant]]  # content and number of players


class Share(msgspec.Struct, frozen=True, kw_only=True):
    """How often something won: of so many times that it was there, with the interval that holds the truth 95 times in 100."""

    name: str
    times: int
    won: float
    low: float
    high: float

    @property
    def rate(self) -> float:
        """Wins for each time it was there."""
        return self.won / self.times


def wilson(won: float, times: int) -> tuple[float, float]:
    """The interval of Wilson around a share of wins; it stays within 0 and 1 also for few games."""
    share, square = won / times, SURE * SURE
    middle = share + square / (2 * times)
    half = SURE * sqrt(share * (1 - share) / times + square / (4 * times * times))
    whole = 1 + square / times
    return max(0.0, (middle - half) / whole), min(1.0, (middle + half) / whole)


class Length(msgspec.Struct, frozen=True, kw_only=True):
    """How long the games of a variant were, in one of the things that are counted."""

    name: str
    mean: float
    least: int
    most: int


@dataclass(slots=True)
class Wins:
    """Who was there and who won, by one thing that is told of players. A shared victory counts for each winner as its share."""

    there: Counter[str] = field(default_factory=Counter)
    won: dict[str, float] = field(default_factory=dict)

    def add(self, words: Sequence[str], winners: Sequence[int]) -> None:
        """One game more."""
        for player, word in enumerate(words):
            self.there[word] += 1
            self.won[word] = self.won.get(word, 0.0) + (player in winners) / len(winners)

    def shares(self) -> list[Share]:
        """How often each word won, in the order of the words."""
        found = []
        for word, times in sorted(self.there.items()):
            low, high = wilson(self.won[word], times)
            found.append(Share(name=word, times=times, won=self.won[word], low=low, high=high))
        return found


@dataclass(slots=True)
class Variety:
    """The games of one variant."""

    actions: list[int] = field(default_factory=list)
    lengths: dict[str, list[int]] = field(default_factory=dict)
    ends: Counter[str] = field(default_factory=Counter)
    wins: dict[str, Wins] = field(default_factory=dict)


@dataclass(slots=True)
class Counts:
    """Games as they are counted, by variants and all together."""

    varieties: dict[str, Variety] = field(default_factory=dict)
    wins: dict[str, Wins] = field(default_factory=dict)

    def add(self, variant: str, actions: int, said: Said, winners: Sequence[int]) -> None:
        """One game more."""
        variety = self.varieties.setdefault(variant, Variety())
        variety.actions.append(actions)
        variety.ends[said.ends] += 1
        for what, number in said.lengths.items():
            variety.lengths.setdefault(what, []).append(number)
        for what, words in said.seats.items():
            for wins in (self.wins, variety.wins):
                wins.setdefault(what, Wins()).add(words, winners)

    def lengths(self, what: str) -> list[Length]:
        """How long the games of each variant were."""
        return [
            Length(name=name, mean=sum(found) / len(found), least=min(found), most=max(found))
            for name, variety in self.varieties.items()
            if (found := variety.lengths.get(what))
        ]

    def told(self, players: int) -> Iterator[str]:
        """Everything as tables that can be read as they are and set by a browser.

        What has a word for each seat and no more is told of every variant, and all of it of all games together.
        """
        measures = [*dict.fromkeys(what for variety in self.varieties.values() for what in variety.lengths)]
        rows = []
        for name, variety in self.varieties.items():
            games = len(variety.actions)
            columns = [_spread(numbers) for numbers in (*(variety.lengths[what] for what in measures), variety.actions)]
            ends = ", ".join(f"{end} {100 * times / games:.0f} %" for end, times in variety.ends.most_common())
            rows.append((name, str(games), *columns, ends))
        yield from _table(("Variant", "Games", *(f"{what}, mean (from–to)" for what in (*measures, "actions")), "Ends"), rows)
        for what, wins in self.wins.items():
            if len(wins.there) <= players:
                yield ""
                words, rows = sorted(wins.there), []
                for name, variety in self.varieties.items():
                    found = {each.name: each for each in variety.wins[what].shares()} if what in variety.wins else {}
                    cells = [f"{_percent(found[word].rate)} ({_interval(found[word])})" if word in found else "" for word in words]
                    rows.append((name, *cells))
                yield from _table((f"{what}, won (95 % interval)", *words), rows)
        for what, wins in self.wins.items():
            yield ""
            rows = [(each.name, str(each.times), _percent(each.rate), _interval(each)) for each in wins.shares()]
            yield from _table((what, "Times", f"Won, where {_percent(1 / players)} is fair", "95 % interval"), rows)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _interval(share: Share) -> str:
    return f"{100 * share.low:.0f}–{100 * share.high:.0f} %"


def _spread(numbers: Sequence[int]) -> str:
    return f"{sum(numbers) / len(numbers):.1f} ({min(numbers)}–{max(numbers)})"
