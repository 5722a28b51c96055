"""How a card of the tables is drawn: a minion with its face, and a scheme as everybody sees it lie (R-119, R-144).

A color never stands alone: each has a letter too, and a pattern of its own in the stylesheet.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from control.engine.language import say_as
from rooms.realm.game.names import house_names
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.scenario.ids import HouseId
from rooms.underground.game.tables.state import Lying
from rooms.underground.game.tables.words import card_words
from rooms.underground.rules.minions import MinionId, face_of

RED: Final = "red"


@dataclass(frozen=True, slots=True, kw_only=True)
class CardShown:
    """A minion whose face this viewer may see."""

    card: MinionId
    symbol: str
    color: str
    master: bool
    words: str
    letter: str  # of the color, for who cannot tell the two apart


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemeCard:
    """A scheme as it lies there. `guards` are outermost first, None while face down; `name` is for who knows the face."""

    id: int
    house: HouseId
    house_name: str
    short: str
    advancement: int
    guards: tuple[CardShown | None, ...]
    name: str = ""

    @property
    def protection(self) -> int:
        """How many minions stand in front of it."""
        return len(self.guards)

    @property
    def bars(self) -> range:
        """One for each minion on it, to be counted at a glance."""
        return range(self.advancement)


def card_shown(state: GameState, card: MinionId) -> CardShown:
    """A card with its face up."""
    face = face_of(card)
    letter = say_as("color of a card", "R") if face.color == RED else say_as("color of a card", "B")
    return CardShown(
        card=card, symbol=face.symbol, color=face.color, master=face.master, words=card_words(state, card), letter=letter
    )


def scheme_card(state: GameState, scheme: Lying, name: str = "") -> SchemeCard:
    """A scheme as everybody at its table sees it; its name only where a view has asked who looks."""
    shorts = {house.id: house.short for house in house_names(state)}
    return SchemeCard(
        id=scheme.id,
        house=scheme.house,
        house_name=house_name(state, scheme.house),
        short=shorts[scheme.house],
        advancement=len(scheme.advancement),
        guards=tuple(card_shown(state, guard.card) if guard.up else None for guard in reversed(scheme.protection)),
        name=name,
    )
