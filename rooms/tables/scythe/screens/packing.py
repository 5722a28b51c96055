"""How pieces share a hex: in lines around its middle, as large as they fit, no one on another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

WIDE: Final = 138.0  # the room in a hex within the line of who controls it, in units of the picture
NARROW: Final = 124.0  # for the last of several lines: the sides of the hex come together there
HIGH: Final = 84.0  # below its name and above its sign
MIDDLE: Final = 3.5  # where the middle of that room lies below the middle of the hex
GAP: Final = 4.0
LARGEST: Final = 1.3  # few pieces are drawn larger, to be read from far away


class Size(NamedTuple):
    """How wide and high a piece is, in units of the picture."""

    wide: float
    high: float


class Box(NamedTuple):
    """A piece's place: its middle from the middle of the hex, how much larger it is drawn, and what it takes up."""

    x: float
    y: float
    scale: float
    wide: float
    high: float


Line = tuple[Size, ...]


@lru_cache(maxsize=4096)
def packed(lines: tuple[Line, ...], loose: Size | None = None) -> tuple[Box, ...]:
    """Places for pieces in lines, and for one that may stand at the end of any: first the lines' own, then the loose one's."""
    whole = [line for line in lines if line]
    if loose is None:
        return tuple(_placed(whole))
    ways = [[*whole[:at], (*whole[at], loose), *whole[at + 1 :]] for at in range(len(whole))]
    ways.append([(loose,), *whole])
    best = max(range(len(ways)), key=lambda way: min(scales_of(ways[way])))
    boxes = list(_placed(ways[best]))
    its = sum([len(line) for line in ways[best][: best + 1]]) - 1 if best < len(whole) else 0
    return (*boxes[:its], *boxes[its + 1 :], boxes[its])


def scales_of(lines: Sequence[Line]) -> list[float]:
    """How large each line is drawn: as large as it is wide enough for, and all of them as high as there is room."""
    scales = [min(LARGEST, (NARROW if at and at == len(lines) - 1 else WIDE) / _wide(line)) for at, line in enumerate(lines)]
    highs = [max([each.high for each in line]) for line in lines]
    room = HIGH - GAP * (len(lines) - 1)
    left = list(range(len(lines)))  # those that have to be made smaller for the room's height
    while left and sum([scales[at] * highs[at] for at in range(len(lines))]) > room + 1e-6:
        rest = room - sum([scales[at] * highs[at] for at in range(len(lines)) if at not in left])
        cap = rest / sum([highs[at] for at in left])
        if narrow := [at for at in left if scales[at] < cap]:
            left = [at for at in left if at not in narrow]
            continue
        for at in left:
            scales[at] = cap
    return scales


def _wide(line: Line) -> float:
    return sum([each.wide for each in line]) + GAP * (len(line) - 1)


def _placed(lines: Sequence[Line]) -> Iterator[Box]:
    scales = scales_of(lines)
    highs = [max([each.high for each in line]) * scale for line, scale in zip(lines, scales, strict=True)]
    y = MIDDLE - (sum(highs) + GAP * (len(lines) - 1)) / 2
    for line, scale, high in zip(lines, scales, highs, strict=True):
        x = -_wide(line) * scale / 2
        for each in line:
            middle = x + each.wide * scale / 2
            yield Box(round(middle, 1), round(y + high / 2, 1), round(scale, 3), each.wide * scale, each.high * scale)
            x += (each.wide + GAP) * scale
        y += high + GAP
