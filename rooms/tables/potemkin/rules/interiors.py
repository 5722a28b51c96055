"""Interior cards, real or fake (PE-INT), and the result of a look behind a facade."""

from __future__ import annotations

import msgspec

from rooms.tables.potemkin.game.content import Book, Facade
from rooms.tables.potemkin.game.state import Course, Side


class Found(msgspec.Struct, frozen=True):
    """The result of one check."""

    building: int
    owner: int
    facade: Facade
    card: str
    real: bool


def is_real(book: Book, card: str, facade: Facade) -> bool:
    """Return whether the card is real behind this facade (PE-INT-01, PE-INT-02, PE-INT-03, PE-INT-04).

    A flat fake has no real types. An ability says nothing about it.

    Rules: PE-INT-07.
    """
    return facade in book.real_types[card]


def fakes_of(book: Book, side: Side) -> int:
    """The number of standing fake buildings."""
    return sum([not is_real(book, building.card, building.facade) for building in side.village])


def found_behind(course: Course, target: int | None) -> Found:
    """What an agent finds behind this building."""
    owner, building = next(
        (owner, building) for owner, side in enumerate(course.state.sides) for building in side.village if building.id == target
    )
    return Found(building.id, owner, building.facade, building.card, is_real(course.book, building.card, building.facade))
