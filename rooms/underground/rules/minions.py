"""Minions: what stands on a card, which of two wins, how many are drawn.

Rules: GE-UND-33, GE-UND-46, GE-UND-48, R-110, R-115, R-137.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NewType

from rooms.realm.scenario.schema import MinionCard

# === cards ==============================================================================================================

# Minions: what stands on a card, and which of two wins (GE-UND-46, GE-UND-47, GE-UND-48, R-137).


MinionId = NewType("MinionId", str)
"""One card: whose deck it is of, what stands on it and which copy it is, "cat:rock-red#3"; a Master is "cat:rock-red!1"."""

DEFEATS: Final[Mapping[str, str]] = {"rock": "scissors", "scissors": "paper", "paper": "rock"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Face:
    """What stands on a card: a symbol, a color, and whether it is a Master Minion."""

    symbol: str
    color: str
    master: bool = False

    @property
    def kind(self) -> str:
        """Symbol and color, as a scenario names a kind: "rock red"."""
        return f"{self.symbol} {self.color}"


Beaten = Mapping[str, tuple[str, ...]]  # for each kind of Master, the kinds of normal minions it beats beyond the usual ones


def minion(house: str, face: Face, copy: int) -> MinionId:
    """The card of a House's deck with this face, counted from 1."""
    return MinionId(f"{house}:{face.symbol}-{face.color}{'!' if face.master else '#'}{copy}")


def house_of(card: MinionId) -> str:
    """Whose deck a card is of."""
    return card.rsplit(":", 1)[0]


def face_of(card: MinionId) -> Face:
    """What stands on a card."""
    words = card.rsplit(":", 1)[1]
    master = "!" in words
    symbol, color = words.split("!" if master else "#")[0].split("-")
    return Face(symbol=symbol, color=color, master=master)


def attacker_wins(attacker: Face, defender: Face, also_beats: Beaten) -> bool:
    """Does the attacker's minion win? (GE-UND-47, GE-UND-48, R-137)

    A Master beats the normal minions that its scenario names beyond the usual ones; two Masters compare as all others do.
    """
    if attacker.master and not defender.master and defender.kind in also_beats.get(attacker.kind, ()):
        return True
    if defender.master and not attacker.master and attacker.kind in also_beats.get(defender.kind, ()):
        return False
    if attacker.symbol == defender.symbol:
        return attacker.color == defender.color
    return DEFEATS[attacker.symbol] == defender.symbol


# === draws and decks ====================================================================================================

# How many minions a player draws, and what a House's deck holds (GE-UND-33, R-110, R-115).


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
