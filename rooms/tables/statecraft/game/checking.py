"""How the checker says what is wrong: one sentence, the file in front and the broken line of the rules in brackets (SC-CNT-61)."""

from __future__ import annotations

from collections.abc import Iterator


def counted(name: str, what: str, found: int, wanted: int, rule: str) -> Iterator[str]:
    """A problem when there are more or fewer than there must be."""
    if found != wanted:
        yield f"{name}: there must be {wanted} {what}, and there are {found} ({rule})."


def at_least(name: str, what: str, found: int, wanted: int, rule: str) -> Iterator[str]:
    """A problem when there are fewer than there must be."""
    if found < wanted:
        yield f"{name}: there must be at least {wanted} {what}, and there are {found} ({rule})."
