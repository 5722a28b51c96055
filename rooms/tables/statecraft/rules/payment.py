"""Payment with cards of the hand (SC-PAY), and other discards of single cards."""

from __future__ import annotations

from enum import StrEnum

from control.engine.language import say
from rooms.tables.game.facts import GameFact
from rooms.tables.statecraft.game.scene import Scene
from rooms.tables.statecraft.game.state import Course, StatecraftState, discarded
from rooms.tables.statecraft.rules.phases import Asked, Reason


class Why(StrEnum):
    """Reasons why cards go from a hand to the main discard."""

    PAID = "paid"  # SC-PAY-01
    TOO_MANY = "too-many"  # SC-TRN-07
    LOST = "lost"  # to an event or emergency
    TAKEN = "taken"  # SC-AFX-03
    BID = "bid"  # SC-INC-09


class Discarded(GameFact, frozen=True):
    """Cards of a hand were discarded face up to the main discard (SC-PAY-01, SC-DEK-07, SC-R-46)."""

    player: int
    cards: tuple[str, ...]
    why: Why

    def after(self, state: StatecraftState) -> StatecraftState:
        return discarded(state, self.player, self.cards)

    def words(self, scene: Scene) -> str:
        name, cards = scene.names[self.player], scene.cards(self.cards)
        if self.why is Why.PAID:
            return say("{name} pays with {cards}.", name=name, cards=cards)
        if self.why is Why.TAKEN:
            return say("{cards} is taken out of the hand of {name} and discarded.", name=name, cards=cards)
        if self.why is Why.BID:
            return say("{name} makes good on the bid: {cards} go.", name=name, cards=cards)
        return say("{name} discards {cards}.", name=name, cards=cards)


def not_in_hand(now: Asked, card: str, rule: str) -> Reason | None:
    """The reason why this card cannot be used."""
    if card in now.hand:
        return None
    return say("That card is not in your hand. Choose one that is."), rule


def not_all_in_hand(now: Asked, cards: tuple[str, ...], rule: str) -> Reason | None:
    """The reason why these cards cannot pay. Each card pays once."""
    missing = (not_in_hand(now, card, rule) for card in cards)
    if found := next((each for each in missing if each is not None), None):
        return found
    return (say("Name each card once."), rule) if len(set(cards)) < len(cards) else None


def pay(course: Course, player: int, cards: tuple[str, ...]) -> None:
    """Pay for a manoeuvre with cards of the hand, before its effect (SC-PAY-01, SC-PAY-03)."""
    course.happens(Discarded(player, cards, Why.PAID))
