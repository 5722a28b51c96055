"""Minions: faces, comparison, draws and decks.

Rules: GE-UND-33, GE-UND-46, GE-UND-48, R-110, R-115, R-137.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NewType

from msgspec import Struct

from rooms.realm.scenario.schema import MinionCard

# === cards ==============================================================================================================

# Faces of minions, and which of two wins (GE-UND-46, GE-UND-47, GE-UND-48, R-137)


MinionId = NewType("MinionId", str)
"""One card: whose deck it is of, what stands on it and which copy it is, "cat:rock-red#3"; a Master is "cat:rock-red!1"."""

DEFEATS: Final[Mapping[str, str]] = {"rock": "scissors", "scissors": "paper", "paper": "rock"}


class Face(Struct, frozen=True, kw_only=True):
    """Face of a card: symbol, color, and whether it is a Master Minion."""

    symbol: str
    color: str
    master: bool = False

    @property
    def kind(self) -> str:
        """Symbol and color as named in a scenario: "rock red"."""
        return f"{self.symbol} {self.color}"


Beaten = Mapping[str, tuple[str, ...]]  # by kind of Master, the normal kinds it also beats


def minion(house: str, face: Face, copy: int) -> MinionId:
    """The card of a House's deck with this face. Copies count from 1."""
    return MinionId(f"{house}:{face.symbol}-{face.color}{'!' if face.master else '#'}{copy}")


def house_of(card: MinionId) -> str:
    """House whose deck contains the card."""
    return card.rsplit(":", 1)[0]


def face_of(card: MinionId) -> Face:
    """Face of a card."""
    words = card.rsplit(":", 1)[1]
    master = "!" in words
    symbol, color = words.split("!" if master else "#")[0].split("-")
    return Face(symbol=symbol, color=color, master=master)


def attacker_wins(attacker: Face, defender: Face, also_beats: Beaten) -> bool:
    """Whether the attacker's minion wins (GE-UND-47, GE-UND-48, R-137).

    A Master also beats the normal minions that its scenario names. Two Masters compare like other minions.
    """
    if attacker.master and not defender.master and defender.kind in also_beats.get(attacker.kind, ()):
        return True
    if defender.master and not attacker.master and attacker.kind in also_beats.get(defender.kind, ()):
        return False
    if attacker.symbol == defender.symbol:
        return attacker.color == defender.color
    return DEFEATS[attacker.symbol] == defender.symbol


# === draws and decks ====================================================================================================

# Number of minions a player draws, and contents of a House's deck (GE-UND-33, R-110, R-115)


def draws_of(place: int, draws: Sequence[int]) -> int:
    """Number of minions drawn by the House's player at this place by rank, counted from 1 (R-115).

    The highest-ranked draws the first number (GE-UND-34). The next three draw the following ones (GE-UND-35, GE-UND-36, GE-UND-37).
    Everybody beyond the end of the list draws the last number (GE-UND-38).
    """
    return draws[min(place, len(draws)) - 1] if draws else 0


def copy_of_deck(house: str, cards: Sequence[MinionCard], number: int) -> tuple[MinionId, ...]:
    """Cards of the n-th copy of a House's deck, counted from 1, in the scenario's order (R-110)."""
    return tuple(
        minion(house, Face(symbol=card.symbol, color=card.color), (number - 1) * card.copies + each)
        for card in cards
        for each in range(1, card.copies + 1)
    )
