"""How the checker says what is wrong: one sentence, the file in front and the broken line of the rules in brackets (SC-CNT-61)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence


def counted(name: str, what: str, found: int, wanted: int, rule: str) -> Iterator[str]:
    """A problem when there are more or fewer than there must be."""
    if found != wanted:
        yield f"{name}: there must be {wanted} {what}, and there are {found} ({rule})."


def at_least(name: str, what: str, found: int, wanted: int, rule: str) -> Iterator[str]:
    """A problem when there are fewer than there must be."""
    if found < wanted:
        yield f"{name}: there must be at least {wanted} {what}, and there are {found} ({rule})."


def blank(where: str, item: object, fields: Sequence[str], rule: str) -> Iterator[str]:
    """A problem for each text that is not there."""
    for field in fields:
        if not getattr(item, field).strip():
            yield f"{where}: the {field} is empty ({rule})."


def alike(name: str, what: str, words: Iterable[str], rule: str) -> Iterator[str]:
    """A problem for each text that is there more than once."""
    for text, times in sorted(Counter(words).items()):
        if times > 1:
            yield f"{name}: {what} '{text}' is there {times} times ({rule})."
