"""Where things stand in a picture: round numbers along an edge, names that keep apart, words that fit. Pure."""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeVar

from control.engine.chronicle import RoundSpan

K = TypeVar("K", bound=Hashable)

MOST: Final = 1e12  # beyond that is no number of a game
LETTER: Final = 0.6  # how wide a letter is, of its height, where every letter were a wide one


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """A picture is drawn twice, for a phone and for everything wider; in units of the picture."""

    name: Literal["wide", "narrow"]
    width: int
    text: int


WIDE: Final = Size(name="wide", width=960, text=16)
NARROW: Final = Size(name="narrow", width=320, text=14)
SIZES: Final = (WIDE, NARROW)


def px(value: float) -> str:
    """A place or length as SVG writes it, whatever the language of the page."""
    return f"{value:.1f}".removesuffix(".0")


def steps(low: float, high: float, most: int = 4) -> list[float]:
    """Round numbers from the lowest to the highest, at most `most` steps apart."""
    span = high - low
    if not span > 0:
        return [low]
    power = 10.0 ** math.floor(math.log10(span / most))
    step = next((each * power for each in (1, 2, 5, 10) if span / (each * power) <= most), 10 * power)
    if float(low).is_integer() and float(high).is_integer():
        step = max(step, 1.0)
    first = math.ceil(low / step - 1e-9)
    found = [(first + number) * step for number in range(most + 1)]
    return [each for each in found if each <= high + step * 1e-9]


def apart(wished: Mapping[K, float], top: float, foot: float, least: float) -> dict[K, float]:
    """Where names stand beside the ends of their lines: none over another as far as there is room, and all inside.

    Those that would lie on each other make a group, which stands around the middle of where they wished to be.
    """
    order = sorted(wished, key=lambda key: wished[key])
    gap = min(least, (foot - top) / max(len(order) - 1, 1))
    groups: list[tuple[float, int]] = []  # where the first of a group would stand, and how many they are
    for at, key in enumerate(order):
        place, count = wished[key] - gap * at, 1
        while groups and groups[-1][0] > place:
            before, more = groups.pop()
            place, count = (place * count + before * more) / (count + more), count + more
        groups.append((place, count))
    highest = foot - gap * (len(order) - 1)
    places = [min(max(place, top), highest) for place, count in groups for _each in range(count)]
    return {key: places[at] + gap * at for at, key in enumerate(order)}


def counted(id: str) -> tuple[tuple[int, int | str], ...]:
    """A key that sorts numbers in names by what they count: "law:2" before "law:10"."""
    return tuple((0, int(part)) if part.isdecimal() else (1, part) for part in re.split(r"(\d+)", id) if part)


def fitted(words: str, width: float, text: float) -> str:
    """As much of the words as fits into so much room."""
    most = max(int(width / (text * LETTER)), 1)
    return words if len(words) <= most else f"{words[: max(most - 1, 1)].rstrip()}…"


def is_drawn(value: float) -> bool:
    """Is it a number that a picture has room for? One beyond all games would leave none for others."""
    return math.isfinite(value) and abs(value) < MOST


def number_words(value: float) -> str:
    """A number in a picture: whole where it is, short where it is large: "12", "3.5", "1.2M"."""
    for least, sign in ((1e9, "G"), (1e6, "M"), (1e5, "k")):
        if abs(value) >= least:
            return f"{value / (least if sign != 'k' else 1e3):.3g}{sign}"
    return f"{value:.0f}" if float(value).is_integer() else f"{value:.1f}"


def letters(words: Mapping[str, str]) -> dict[str, str]:
    """A letter for each word by which a picture names it: the first of its own that no word before it has."""
    found: dict[str, str] = {}
    for key, word in words.items():
        own = [each.upper() for each in word if each.isalnum() and len(each.upper()) == 1]
        free = (each for each in (*own, *"ABCDEFGHIJKLMNOPQRSTUVWXYZ") if each not in found.values())
        found[key] = next(free, str(len(found) + 1))
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Days:
    """The rounds of a day along an edge: where an entry lies between the beginning (0) and the end (1) of the last round."""

    spans: tuple[RoundSpan, ...]

    @property
    def count(self) -> int:
        return max(len(self.spans), 1)

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(each.number for each in self.spans)

    def column(self, seq: int) -> int:
        """Which of the rounds an entry lies in, from 0; what was before the first in the first."""
        return max(bisect_right([each.first for each in self.spans], seq) - 1, 0)

    def place(self, seq: int) -> float:
        """Each round is as wide as another; within one, entries lie evenly. What was before the first lies at its beginning."""
        at = bisect_right([each.first for each in self.spans], seq) - 1
        if at < 0:
            return 0.0
        span = self.spans[at]
        within = (seq - span.first) / max(span.last - span.first, 1)
        return (at + min(within, 1.0)) / self.count

    def last_of(self, number: int) -> int:
        """The last entry of a round."""
        return next((each.last for each in self.spans if each.number == number), 0)


def days_of(spans: Sequence[RoundSpan]) -> Days:
    """The rounds that were played; what was before the first of them is no round."""
    return Days(spans=tuple(each for each in spans if each.number > 0))
