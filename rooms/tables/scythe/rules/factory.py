"""The Factory: a card is chosen, and its top row is used (SY-FCT)."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from control.engine.dice import Dice
from control.engine.language import later, say
from control.engine.records import replace
from rooms.tables.game.facts import GameFact
from rooms.tables.game.rule_parts import OneOf, without_card
from rooms.tables.scythe.game.actions import ChooseCard, UseCard
from rooms.tables.scythe.game.content import Book
from rooms.tables.scythe.game.payment import GainsOffer, PaymentOffer
from rooms.tables.scythe.game.scene import Scene
from rooms.tables.scythe.game.state import CHARACTER, FACTORY, Course, Phase, ScytheState, Step, Visiting, with_side
from rooms.tables.scythe.rules.card_gains import gains_of, not_taken, payment_of, take
from rooms.tables.scythe.rules.phases import LegalAction, LegalActions
from rooms.tables.scythe.rules.stars import settle


class ChooseCardOffer(OneOf[str], frozen=True):
    """Choose one of these Factory cards."""

    does = ChooseCard


class UseCardOffer(msgspec.Struct, frozen=True):
    """Take the top row of the Factory card, with any payment and any picks that these offers allow."""

    payment: PaymentOffer
    gains: GainsOffer

    def some(self, dice: Dice) -> UseCard:
        picks, declined = self.gains.some(dice)
        return UseCard(self.payment.some(dice), picks, declined)

    def allows(self, action: Any) -> bool:
        if type(action) is not UseCard:
            return False
        return self.payment.allows(action.payment) and self.gains.allows(action.picks, action.declined)


class FactorySeen(GameFact, frozen=True):
    """A player reached the Factory and looks at the remaining cards (SY-FCT-01, SY-HID-06)."""

    binding = later("the Factory cards were seen")
    player: int

    def words(self, scene: Scene) -> str:
        return say("{name} looks at the Factory cards.", name=scene.names[self.player])


class FactoryCardChosen(GameFact, frozen=True):
    """A player chose one of the remaining Factory cards (SY-FCT-01, SY-FCT-03)."""

    binding = later("the Factory cards were seen")
    player: int
    card: str

    def after(self, state: ScytheState) -> ScytheState:
        sides = with_side(state, self.player, card=self.card)
        return replace(state, sides=sides, cards=without_card(state.cards, self.card))

    def words(self, scene: Scene) -> str:
        return say(
            "{name} chooses the Factory card “{card}”.", name=scene.names[self.player], card=scene.book.cards[self.card].title
        )


class FactoryCardUsed(GameFact, frozen=True):
    """A player took the top row of their Factory card (SY-FCT-06)."""

    player: int
    card: str

    def words(self, scene: Scene) -> str:
        card = scene.book.cards[self.card]
        return say(
            "{name} uses “{card}”: {gain} for {cost}.",
            name=scene.names[self.player],
            card=card.title,
            gain=scene.amounts(card.does.gain),
            cost=scene.amounts(card.does.cost),
        )


def visit(course: Course, step: Visiting) -> Step | None:
    """Ask for a Factory card if the character is on the Factory and the player has none (SY-FCT-01, SY-R-33, SY-R-34).

    A look at the cards binds: nothing before it can be taken back.

    Rules: SY-FCT-03, SY-FCT-04, SY-FCT-05.
    """
    side = course.side(course.state.active)
    if side.units[CHARACTER] != course.book.factory or side.card or not course.state.cards:
        return None
    if course.state.phase is not Phase.FACTORY_CHOICE:
        course.happens(FactorySeen(course.state.active))
    return step


def _choices(_book: Book, state: ScytheState, player: int) -> list[ChooseCardOffer]:
    """All remaining cards (SY-FCT-02, SY-HID-06)."""
    return [ChooseCardOffer(state.cards)] if player == state.active else []


def _choose(course: Course, player: int, action: ChooseCard) -> None:
    """A-15: keep the card, which can be used from the next turn on (SY-R-35)."""
    course.todo.pop()
    course.happens(FactoryCardChosen(player, action.card))


def _uses(book: Book, state: ScytheState, player: int) -> list[UseCardOffer]:
    """The top row of the player's card, if its section was chosen and its cost can be paid (SY-FCT-06, SY-TRN-08)."""
    if player != state.active or state.turn.section != FACTORY:
        return []
    does = book.cards[state.sides[player].card].does
    payment = payment_of(book, state, player, does)
    return [] if payment is None else [UseCardOffer(payment, gains_of(book, state, player, does.gain))]


def _use(course: Course, player: int, action: UseCard) -> None:
    """A-19."""
    course.todo.pop()
    card = course.side(player).card
    course.happens(FactoryCardUsed(player, card))
    take(course, player, course.book.cards[card].does, action.payment, action.picks, action.declined)
    settle(course)


def why_no_factory_card(book: Book, state: ScytheState, player: int, action: ChooseCard | UseCard) -> tuple[str, str]:
    """The reason why none of these is offered, and the rule."""
    if isinstance(action, ChooseCard):
        return say("This Factory card is not among those that are left."), "SY-FCT-01"
    if state.turn.section != FACTORY:
        return say("You have not chosen the Factory card this turn."), "SY-FCT-06"
    does = book.cards[state.sides[player].card].does
    if payment_of(book, state, player, does) is None:
        cost = Scene(book, state, ()).amounts(does.cost)
        return say("The card costs {cost}, and you do not have that.", cost=cost), "SY-GEN-11"
    sentence = say("Pay exactly what the card costs, and pick no more than it gives, on territories with your workers.")
    return sentence, not_taken(book, state, player, does, action)


TOP: Final[LegalActions] = {UseCard: LegalAction(_uses, _use, why_no_factory_card)}
VISITING: Final[LegalActions] = {ChooseCard: LegalAction(_choices, _choose, why_no_factory_card)}
