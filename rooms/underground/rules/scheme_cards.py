"""The cards of the scheme deck: which kind stands on one, and all of a copy of the deck (C-07, R-110)."""

from __future__ import annotations

from collections.abc import Iterable


def kind_on(card: str) -> str:
    """The kind of scheme on a card, "ambush" on "ambush#3"."""
    return card.rsplit("#", 1)[0]


def deck_cards(deck: Iterable[tuple[str, int]], nth: int) -> tuple[str, ...]:
    """The cards of the n-th copy of a deck of kinds and how often each is in it; no card bears the number of another."""
    return tuple(f"{kind}#{(nth - 1) * copies + each}" for kind, copies in deck for each in range(1, copies + 1))
