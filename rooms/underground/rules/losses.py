"""Advancement lost to Exactly as Planned: the attacker chooses the schemes, and each loses its oldest first (GE-UND-24, R-120)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, TypeVar

Card = TypeVar("Card")

PLANNED_LOSS: Final = 2


def due(advancement: Mapping[int, Sequence[Card]]) -> int:
    """Number of Advancement lost: 2, or all if there are fewer."""
    return min(PLANNED_LOSS, sum(len(cards) for cards in advancement.values()))


def has_choice(advancement: Mapping[int, Sequence[Card]]) -> bool:
    """Whether the attacker has a choice: more Advancement than is lost, on more than one scheme."""
    bearing = [len(cards) for cards in advancement.values() if cards]
    return sum(bearing) > PLANNED_LOSS and len(bearing) > 1


def oldest(advancement: Mapping[int, Sequence[Card]]) -> tuple[int, ...]:
    """The default loss: schemes in the order of placing, each named once per Advancement it loses (R-120)."""
    named = tuple(scheme for scheme, cards in advancement.items() for _card in cards)
    return named[: due(advancement)]


def is_whole(advancement: Mapping[int, Sequence[Card]], named: Sequence[int]) -> bool:
    """Whether the choice is complete and each scheme has enough Advancement for it."""
    wanted = Counter(named)
    return len(named) == due(advancement) and all(len(advancement.get(scheme, ())) >= count for scheme, count in wanted.items())


def cards_to_lose(advancement: Mapping[int, Sequence[Card]], named: Sequence[int]) -> tuple[tuple[int, tuple[Card, ...]], ...]:
    """The cards lost, by scheme. Each scheme loses its oldest, because the attacker sees no faces."""
    wanted = Counter(named)
    return tuple((scheme, tuple(cards[: wanted[scheme]])) for scheme, cards in advancement.items() if wanted[scheme])
