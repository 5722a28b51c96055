"""What is the viewer's own: the strip of what they have."""

from __future__ import annotations

from dataclasses import dataclass

from rooms.tables.scythe.game.state import Star, on_board
from rooms.tables.scythe.rules.scoring import tier_of
from rooms.tables.scythe.screens.looking import Looker


@dataclass(frozen=True, slots=True, kw_only=True)
class Strip:
    """What a player has, in numbers. `tier` are the coins for a star, a territory and a pair of tokens at this popularity."""

    faction: str
    letter: str
    called: str
    power: int
    popularity: int
    tier: tuple[int, int, int]
    coins: int
    cards: int
    stars: tuple[Star, ...]
    most: int
    workers: int


def strip_of(looker: Looker) -> Strip:
    """The viewer's own."""
    side, faction = looker.side, looker.book.factions[looker.side.faction]
    tier = tier_of(looker.book, side.popularity)
    return Strip(
        faction=faction.id,
        letter=faction.letter,
        called=faction.name,
        power=side.power,
        popularity=side.popularity,
        tier=(tier.star, tier.territory, tier.pair),
        coins=side.coins,
        cards=len(side.cards),
        stars=side.stars,
        most=looker.book.content.numbers.stars,
        workers=on_board(side),
    )
