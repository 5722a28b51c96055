"""Counts of many games of bots: how long they are, how they end, what wins how often, and pictures of it as SVG."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from math import sqrt
from typing import Any, Final

import msgspec

# === counts =============================================================================================================

# What many games of bots come to, counted: how long they are and how they end, and what wins how often.
# A game says of itself what is worth counting (`Tabulates`); nothing here knows any game.


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


# === pictures ===========================================================================================================

# Pictures of what was counted over many games, as SVG that stands by itself.


WIDTH, LABEL, ROW, TOP, RIGHT = 640, 190, 26, 56, 110
INK, PALE, MARK = "#26323f", "#c9d2da", "#0f5fa6"
FONT: Final = 'font-family="system-ui, sans-serif"'


def drawn_shares(title: str, shares: Sequence[Share], fair: float) -> str:
    """Shares of wins with their intervals, and a line where everybody's share is."""
    most = max([fair, *(share.high for share in shares)]) * 1.05
    rows = []
    for number, share in enumerate(shares):
        y = TOP + ROW * number + ROW // 2
        low, high, rate = (_x(each, most) for each in (share.low, share.high, share.rate))
        rows.append(_label(share.name, y))
        rows.append(f'<line x1="{low:.1f}" x2="{high:.1f}" y1="{y}" y2="{y}" stroke="{MARK}" stroke-width="3"/>')
        rows.append(f'<circle cx="{rate:.1f}" cy="{y}" r="5" fill="{MARK}"/>')
        rows.append(_text(WIDTH - 16, y + 4, f"{100 * share.rate:.1f} %", anchor="end"))
    line, bottom = _x(fair, most), TOP + ROW * len(shares)
    rows.append(f'<line x1="{line:.1f}" x2="{line:.1f}" y1="{TOP - 4}" y2="{bottom}" stroke="{INK}" stroke-dasharray="4 3"/>')
    rows.append(_text(line, TOP - 10, f"fair: {100 * fair:.1f} %", anchor="middle"))
    return _picture(title, bottom + 12, rows)


def drawn_lengths(title: str, lengths: Sequence[Length]) -> str:
    """How long games are: a bar from the shortest to the longest, a dot at the mean."""
    most = max([length.most for length in lengths]) * 1.05
    rows = []
    for number, length in enumerate(lengths):
        y = TOP + ROW * number + ROW // 2
        low, high, mean = (_x(each, most) for each in (length.least, length.most, length.mean))
        rows.append(_label(length.name, y))
        rows.append(
            f'<line x1="{low:.1f}" x2="{high:.1f}" y1="{y}" y2="{y}" stroke="{PALE}" stroke-width="10" stroke-linecap="round"/>'
        )
        rows.append(f'<circle cx="{mean:.1f}" cy="{y}" r="5" fill="{MARK}"/>')
        rows.append(_text(WIDTH - 16, y + 4, f"{length.mean:.1f} ({length.least}–{length.most})", anchor="end"))
    return _picture(title, TOP + ROW * len(lengths) + 12, rows)


def _x(value: float, most: float) -> float:
    return LABEL + (WIDTH - LABEL - RIGHT) * value / most


def _label(words: str, y: int) -> str:
    return _text(LABEL - 12, y + 4, words, anchor="end")


def _text(x: float, y: float, words: str, *, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="13" fill="{INK}" {FONT}>{escape(words)}</text>'


def _picture(title: str, height: int, rows: Sequence[str]) -> str:
    head = f'<text x="16" y="24" font-size="16" font-weight="600" fill="{INK}" {FONT}>{escape(title)}</text>'
    body = "\n".join([f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>', head, *rows])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(title)}">'
        f"\n{body}\n</svg>\n"
    )
