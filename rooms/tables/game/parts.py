"""Small parts that the rules of several games are made of: tuples as facts change them, choices as offers draw them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from control.engine.dice import Dice

Item = TypeVar("Item")
State = TypeVar("State")


def with_one(items: tuple[Item, ...], at: int, item: Item) -> tuple[Item, ...]:
    """The items, the one at that place changed."""
    return (*items[:at], item, *items[at + 1 :])


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The cards but that one; all of them where it is not among them: then it lies in two places, and `broken` says so."""
    if card not in cards:
        return cards
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def unchanged(state: State, _happened: Any) -> State:
    """What is only told changes nothing on the table."""
    return state


def sample(dice: Dice, items: Sequence[Item], count: int) -> list[Item]:
    """So many of the items, in any order."""
    left = list(items)
    return [left.pop(dice.randint(0, len(left) - 1)) for _ in range(count)]
