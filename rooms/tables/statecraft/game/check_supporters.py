"""The checker's lines on supporters: nine patterns turned through the circle of the ideologies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from typing import Final

from rooms.tables.game.reading import repeated
from rooms.tables.statecraft.game.checking import counted
from rooms.tables.statecraft.game.content import CIRCLE, IDEOLOGIES, Condition, Supporter

FILE: Final = "supporters.yaml"
FEWEST: Final = 192  # of the 4,096 combinations of trackers (SC-CNT-43)
MOST: Final = 2_560
Turned = tuple[tuple[int | None, int | None], ...]  # at least and at most, of p and what follows it in the circle: r, q, s


def _pattern(p: str, r: str = "", q: str = "", s: str = "") -> Turned:
    return tuple(
        (int(each[2:]) if each[:2] == ">=" else None, int(each[2:]) if each[:2] == "<=" else None) for each in (p, r, q, s)
    )


PATTERNS: Final[tuple[Turned, ...]] = (  # SC-CNT-40, in the order of the rules
    _pattern(p=">=3"),
    _pattern(p=">=4", q="<=2"),
    _pattern(p=">=3", r=">=2"),
    _pattern(p=">=4", r=">=3"),
    _pattern(p=">=5", q="<=1"),
    _pattern(p=">=3", r=">=3", s="<=2"),
    _pattern(p=">=4", r=">=2", q="<=2"),
    _pattern(p=">=2", q=">=2", r=">=2"),
    _pattern(p=">=5", q=">=4", r="<=1"),
)


def problems_of_supporters(supporters: Sequence[Supporter]) -> Iterator[str]:
    """SC-CNT-37, SC-CNT-39, SC-CNT-40, SC-CNT-41, SC-CNT-42, SC-CNT-43."""
    yield from counted(FILE, "supporters", len(supporters), 36, "SC-CNT-37")
    told = (" ".join(_told(place, each) for place, each in enumerate(one.conditions) if each is not None) for one in supporters)
    yield from (f"{FILE}: the condition '{words}' is there more than once (SC-CNT-37)." for words in repeated(told))
    yield from _of_patterns(supporters)
    given = [condition for supporter in supporters for condition in supporter.conditions]
    yield from counted(
        FILE, "conditions at least", sum(each is not None and each.least is not None for each in given), 64, "SC-CNT-41"
    )
    yield from counted(
        FILE, "conditions at most", sum(each is not None and each.most is not None for each in given), 20, "SC-CNT-41"
    )
    yield from counted(FILE, "fields without a condition", sum(each is None for each in given), 60, "SC-CNT-41")
    for supporter in supporters:
        where = f"{FILE}, '{supporter.id}'"
        if not any(each is not None and each.least for each in supporter.conditions):
            yield f"{where}: four trackers at 0 satisfy it (SC-CNT-42)."
        times = prod(map(_values, supporter.conditions))
        if not FEWEST <= times <= MOST:
            yield f"{where}: {times} of the 4096 combinations satisfy it, and it must be {FEWEST} to {MOST} (SC-CNT-43)."


def _of_patterns(supporters: Sequence[Supporter]) -> Iterator[str]:
    """Each is one of the patterns, and each pattern stands once at each place of the circle (SC-CNT-39, SC-CNT-40)."""
    found: Counter[tuple[int, int]] = Counter()
    for supporter in supporters:
        around = [_limits(supporter.conditions[place]) for place in CIRCLE]
        places = [(PATTERNS.index(turned), at) for at in range(4) if (turned := (*around[at:], *around[:at])) in PATTERNS]
        if not places:
            yield f"{FILE}, '{supporter.id}': its conditions are none of the 9 patterns (SC-CNT-40)."
        found.update(places)
    for number, at in product(range(len(PATTERNS)), range(4)):
        if (times := found[number, at]) != 1:
            ideology = IDEOLOGIES[CIRCLE[at]]
            yield f"{FILE}: pattern {number + 1} must be there once from {ideology} on, and it is there {times} times (SC-CNT-39)."


def _limits(condition: Condition | None) -> tuple[int | None, int | None]:
    return (None, None) if condition is None else (condition.least, condition.most)


def _told(place: int, condition: Condition) -> str:
    return f"{IDEOLOGIES[place]} {condition.least or 0} to {7 if condition.most is None else condition.most}"


def _values(condition: Condition | None) -> int:
    """How many of the 8 values of a tracker meet a condition."""
    if condition is None:
        return 8
    return max(0, (7 if condition.most is None else condition.most) - (condition.least or 0) + 1)
