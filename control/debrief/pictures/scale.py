"""Scales and layout of a picture: round numbers along an edge, labels that do not overlap, texts that fit. Pure."""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections.abc import Hashable, Mapping, Sequence
from typing import Final, Literal, TypeVar

from msgspec import Struct

from control.engine.chronicle import RoundSpan

K = TypeVar("K", bound=Hashable)

MOST: Final = 1e12  # larger than any number of a game
LETTER: Final = 0.6  # width of a wide letter, as a part of its height


class PictureSize(Struct, frozen=True, kw_only=True):
    """Size of a drawing, in units of the picture. Every picture is drawn twice, for phones and for wider screens."""

    name: Literal["wide", "narrow"]
    width: int
    text: int


WIDE: Final = PictureSize(name="wide", width=960, text=16)
NARROW: Final = PictureSize(name="narrow", width=320, text=14)
SIZES: Final = (WIDE, NARROW)


def svg_number(value: float) -> str:
    """Number in SVG notation, independent of the page's language."""
    return f"{value:.1f}".removesuffix(".0")


def axis_steps(low: float, high: float, most: int = 4) -> list[float]:
    """Round numbers from the lowest to the highest, in at most `most` steps."""
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


def spread_apart(wished: Mapping[K, float], top: float, foot: float, least: float) -> dict[K, float]:
    """Places of labels beside the ends of their lines: without overlap as far as there is room, and all inside.

    Labels that would overlap form a group around the middle of their wished places.
    """
    order = sorted(wished, key=lambda key: wished[key])
    gap = min(least, (foot - top) / max(len(order) - 1, 1))
    groups: list[tuple[float, int]] = []  # place of the first label of a group, and their number
    for at, key in enumerate(order):
        place, count = wished[key] - gap * at, 1
        while groups and groups[-1][0] > place:
            before, more = groups.pop()
            place, count = (place * count + before * more) / (count + more), count + more
        groups.append((place, count))
    highest = foot - gap * (len(order) - 1)
    places = [min(max(place, top), highest) for place, count in groups for _each in range(count)]
    return {key: places[at] + gap * at for at, key in enumerate(order)}


def natural_sort_key(id: str) -> tuple[tuple[int, int | str], ...]:
    """Sort key that compares numbers in names by value: "law:2" before "law:10"."""
    return tuple((0, int(part)) if part.isdecimal() else (1, part) for part in re.split(r"(\d+)", id) if part)


def fit_words(words: str, width: float, text: float) -> str:
    """Text cut to this width, with "…" at the end if it is too long."""
    most = max(int(width / (text * LETTER)), 1)
    return words if len(words) <= most else f"{words[: max(most - 1, 1)].rstrip()}…"


def is_drawn(value: float) -> bool:
    """Whether a number can be drawn. A huge one would leave no room for the others."""
    return math.isfinite(value) and abs(value) < MOST


def number_words(value: float) -> str:
    """Number in a picture: whole if it is whole, short if it is large: "12", "3.5", "1.2M"."""
    for least, sign in ((1e9, "G"), (1e6, "M"), (1e5, "k")):
        if abs(value) >= least:
            return f"{value / (least if sign != 'k' else 1e3):.3g}{sign}"
    return f"{value:.0f}" if float(value).is_integer() else f"{value:.1f}"


def letter_of_each(words: Mapping[str, str]) -> dict[str, str]:
    """Letter for each word: its own first letter that no word before it uses, else a free letter or a number."""
    found: dict[str, str] = {}
    for key, word in words.items():
        own = [each.upper() for each in word if each.isalnum() and len(each.upper()) == 1]
        free = (each for each in (*own, *"ABCDEFGHIJKLMNOPQRSTUVWXYZ") if each not in found.values())
        found[key] = next(free, str(len(found) + 1))
    return found


class Days(Struct, frozen=True, kw_only=True):
    """Rounds of a day along an axis, from 0 at the start of the first round to 1 at the end of the last."""

    spans: tuple[RoundSpan, ...]

    @property
    def count(self) -> int:
        return max(len(self.spans), 1)

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(each.number for each in self.spans)

    def column(self, seq: int) -> int:
        """Index of an entry's round, from 0. Entries before the first round belong to it."""
        return max(bisect_right([each.first for each in self.spans], seq) - 1, 0)

    def place(self, seq: int) -> float:
        """Place of an entry from 0 to 1. Rounds are equally wide, entries are even within one. Entries before the first round are
        at 0.
        """
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
    """Played rounds. The time before the first round is left out."""
    return Days(spans=tuple(each for each in spans if each.number > 0))
