"""How many minions a player draws, and what a House's deck holds (GE-UND-33, R-110, R-115)."""

from __future__ import annotations

from collections.abc import Sequence

from rooms.realm.scenario.decks import MinionCard
from rooms.underground.rules.minions import Face, MinionId, minion


def draws_of(place: int, draws: Sequence[int]) -> int:
    """What the House's player at this place by rank draws, from 1 (R-115).

    The highest draws the first number (GE-UND-34), the second, third and fourth the next (GE-UND-35, GE-UND-36, GE-UND-37), and
    everybody beyond the end of the list as many as its last one (GE-UND-38).
    """
    return draws[min(place, len(draws)) - 1] if draws else 0


def copy_of_deck(house: str, cards: Sequence[MinionCard], number: int) -> tuple[MinionId, ...]:
    """The cards of the n-th copy of a House's whole deck, counted from 1, in the scenario's order (R-110)."""
    return tuple(
        minion(house, Face(symbol=card.symbol, color=card.color), (number - 1) * card.copies + each)
        for card in cards
        for each in range(1, card.copies + 1)
    )
