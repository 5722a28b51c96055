"""Statistics of many games by bots: lengths, ends and win rates, as tables and as SVG pictures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from math import sqrt
from typing import Any, Final

import msgspec
from msgspec import Struct

# === counts =============================================================================================================

# Lengths, ends and win rates over many games by bots.
# A game says what is worth counting (`Tabulates`). Nothing here knows any game.


SURE: Final = 1.959964  # standard deviations of a 95 % interval


class Said(msgspec.Struct, frozen=True, kw_only=True):
    """What a game reports about itself when it is over.

    `ends`: which of its ends it reached. `lengths`: numbers by what they count ("rounds"). `seats`: one word for each player, by
    what it describes ("leader").
    """

    ends: str
    lengths: Mapping[str, int]
    seats: Mapping[str, tuple[str, ...]]


class Variant(msgspec.Struct, frozen=True, kw_only=True):
    """A fixed start of a game: the content and the options, instead of chance or the host's choice."""

    name: str
    content: Any
    options: Mapping[str, str] = {}


class Tabulates(Struct, frozen=True, kw_only=True):
    """What a game provides for statistics: a report of a final state, and its variants for a number of players."""

    said: Callable[[Any, Any], Said]  # rules and final state
    variants: Callable[[Any, int], Sequence[Variant]]  # content and number of players


class WinShare(msgspec.Struct, frozen=True, kw_only=True):
    """Win rate of one thing: how often it was in play and won, with its 95 % interval."""

    name: str
    times: int
    won: float
    low: float
    high: float

    @property
    def rate(self) -> float:
        """Wins per time in play."""
        return self.won / self.times


def wilson(won: float, times: int) -> tuple[float, float]:
    """Wilson interval of a win rate. It stays within 0 and 1 for few games too."""
    share, square = won / times, SURE * SURE
    middle = share + square / (2 * times)
    half = SURE * sqrt(share * (1 - share) / times + square / (4 * times * times))
    whole = 1 + square / times
    return max(0.0, (middle - half) / whole), min(1.0, (middle + half) / whole)


class Length(msgspec.Struct, frozen=True, kw_only=True):
    """Lengths of a variant's games in one measure, such as rounds."""

    name: str
    mean: float
    least: int
    most: int


@dataclass(slots=True)
class Wins:
    """Times in play and wins for each word of one description. A shared victory counts as a fraction for each winner."""

    there: Counter[str] = field(default_factory=Counter)
    won: dict[str, float] = field(default_factory=dict)

    def add(self, words: Sequence[str], winners: Sequence[int]) -> None:
        """Count one more game."""
        for player, word in enumerate(words):
            self.there[word] += 1
            self.won[word] = self.won.get(word, 0.0) + (player in winners) / len(winners)

    def shares(self) -> list[WinShare]:
        """Win rate of each word, in alphabetical order."""
        found = []
        for word, times in sorted(self.there.items()):
            low, high = wilson(self.won[word], times)
            found.append(WinShare(name=word, times=times, won=self.won[word], low=low, high=high))
        return found


@dataclass(slots=True)
class Variety:
    """Statistics of one variant."""

    actions: list[int] = field(default_factory=list)
    lengths: dict[str, list[int]] = field(default_factory=dict)
    ends: Counter[str] = field(default_factory=Counter)
    wins: dict[str, Wins] = field(default_factory=dict)


@dataclass(slots=True)
class Counts:
    """Statistics by variant and over all games."""

    varieties: dict[str, Variety] = field(default_factory=dict)
    wins: dict[str, Wins] = field(default_factory=dict)

    def add(self, variant: str, actions: int, said: Said, winners: Sequence[int]) -> None:
        """Count one more game."""
        variety = self.varieties.setdefault(variant, Variety())
        variety.actions.append(actions)
        variety.ends[said.ends] += 1
        for what, number in said.lengths.items():
            variety.lengths.setdefault(what, []).append(number)
        for what, words in said.seats.items():
            for wins in (self.wins, variety.wins):
                wins.setdefault(what, Wins()).add(words, winners)

    def lengths(self, what: str) -> list[Length]:
        """Lengths of the games of each variant, in one measure."""
        return [
            Length(name=name, mean=sum(found) / len(found), least=min(found), most=max(found))
            for name, variety in self.varieties.items()
            if (found := variety.lengths.get(what))
        ]

    def told(self, players: int) -> Iterator[str]:
        """All statistics as Markdown tables.

        A description with at most one word for each seat also gets a table by variant. All descriptions get a table over all games.
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


def _interval(share: WinShare) -> str:
    return f"{100 * share.low:.0f}–{100 * share.high:.0f} %"


def _spread(numbers: Sequence[int]) -> str:
    return f"{sum(numbers) / len(numbers):.1f} ({min(numbers)}–{max(numbers)})"


# === pictures ===========================================================================================================

# Pictures of the statistics, as standalone SVG.


WIDTH, LABEL, ROW, TOP, RIGHT = 640, 190, 26, 56, 110
INK, PALE, MARK = "#26323f", "#c9d2da", "#0f5fa6"
FONT: Final = 'font-family="system-ui, sans-serif"'


def drawn_shares(title: str, shares: Sequence[WinShare], fair: float) -> str:
    """Picture of win rates with their intervals, and a line at the fair rate."""
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
    """Picture of game lengths: a bar from the shortest to the longest, a dot at the mean."""
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
