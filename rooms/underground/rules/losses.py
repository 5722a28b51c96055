"""Which Advancement Exactly as Planned takes: the attacker's choice among schemes, of each its oldest first (GE-UND-24, R-120)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, TypeVar

Card = TypeVar("Card")

PLANNED_LOSS: Final = 2


def due(advancement: Mapping[int, Sequence[Card]]) -> int:
    """How many are taken: 2, as far as there are any."""
    return min(PLANNED_LOSS, sum(len(cards) for cards in advancement.values()))


def has_choice(advancement: Mapping[int, Sequence[Card]]) -> bool:
    """Is there anything to choose: more than is taken, on more than one scheme?"""
    bearing = [len(cards) for cards in advancement.values() if cards]
    return sum(bearing) > PLANNED_LOSS and len(bearing) > 1


def oldest(advancement: Mapping[int, Sequence[Card]]) -> tuple[int, ...]:
    """The default: of schemes in the order in which they were placed, each named for every Advancement it loses (R-120)."""
    named = tuple(scheme for scheme, cards in advancement.items() for _card in cards)
    return named[: due(advancement)]


def is_whole(advancement: Mapping[int, Sequence[Card]], named: Sequence[int]) -> bool:
    """Do these schemes bear what is due, each as often as it is named?"""
    wanted = Counter(named)
    return len(named) == due(advancement) and all(len(advancement.get(scheme, ())) >= count for scheme, count in wanted.items())


def taken(advancement: Mapping[int, Sequence[Card]], named: Sequence[int]) -> tuple[tuple[int, tuple[Card, ...]], ...]:
    """The cards that go, by scheme; of each the oldest, for who chooses sees no face."""
    wanted = Counter(named)
    return tuple((scheme, tuple(cards[: wanted[scheme]])) for scheme, cards in advancement.items() if wanted[scheme])
