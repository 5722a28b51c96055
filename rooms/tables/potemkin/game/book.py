"""Lookup tables for the content."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from rooms.tables.potemkin.game.content import Ability, Card, Content, Direction, Facade, FacadeContent
from rooms.tables.potemkin.game.state import Building


class Book(Struct, frozen=True, kw_only=True):
    """Cards, abilities, facades and months by id."""

    content: Content
    cards: Mapping[str, Card]
    real_types: Mapping[str, tuple[Facade, ...]]
    ability_of: Mapping[str, str | None]
    abilities: Mapping[str, Ability]
    facades: Mapping[Facade, FacadeContent]
    directions: Mapping[int, Direction]

    def is_real(self, building: Building) -> bool:
        """Return whether the interior is real for the facade's type (PE-INT-01, PE-INT-02, PE-INT-03, PE-INT-04).

        Rules: PE-INT-07.
        """
        return building.facade in self.real_types[building.card]


def book_of(content: Content) -> Book:
    """Lookup tables for this content."""
    return Book(
        content=content,
        cards={card.id: card for card in content.cards},
        real_types={card.id: card.real_types for card in content.cards},
        ability_of={card.id: card.ability for card in content.cards},
        abilities={ability.id: ability for ability in content.abilities},
        facades={facade.id: facade for facade in content.facades},
        directions={month.number: month.direction for month in content.months},
    )
