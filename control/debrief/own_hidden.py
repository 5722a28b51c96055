"""What a player did not know: said once where several things looked the same, or came out likewise. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True, kw_only=True)
class Hidden:
    """What this player did not know at once: when it was done, what it looked like, and when they could have known.

    `address` is the moment as this player knew it, beside what was so.
    """

    when: str
    address: str
    words: str
    seemed: str
    learned: str
    never: bool
    rule: str


def seemed_once(found: Iterable[Hidden]) -> Iterator[Hidden]:
    """What it looked like, said with the first of several that looked the same: "nothing was known to threaten" once in a list."""
    said = set[str]()
    for each in found:
        yield replace(each, seemed="") if each.seemed in said else each
        said.add(each.seemed)


def gathered(found: Iterable[Hidden]) -> Iterator[tuple[Hidden, ...]]:
    """Those of one round beside each other that came out at the same time are told together, by the same rule."""
    group: list[Hidden] = []
    for each in seemed_once(found):
        if group and (each.seemed or _known(each) != _known(group[0])):
            yield tuple(group)
            group = []
        group.append(each)
    if group:
        yield tuple(group)


def _known(each: Hidden) -> tuple[str, str, str]:
    return each.when, each.learned, each.rule
