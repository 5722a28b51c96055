"""The Factory: who comes there first chooses a card, and uses it as a fifth section (SY-FCT)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from control.engine.language import say
from rooms.tables.scythe.facts.cards import FactoryCardChosen, FactoryCardUsed, FactorySeen
from rooms.tables.scythe.game.actions import ChooseCard, UseCard
from rooms.tables.scythe.game.book import Book
from rooms.tables.scythe.game.course import Course
from rooms.tables.scythe.game.offers_cards import ChooseCardOffer, UseCardOffer
from rooms.tables.scythe.game.scene import Scene
from rooms.tables.scythe.game.state import CHARACTER, FACTORY, Phase, ScytheState, Step, Visiting
from rooms.tables.scythe.rules.gains import gains_of, not_taken, payment_of, take
from rooms.tables.scythe.rules.stars import settle

Moment = Mapping[type, tuple[Callable[[Book, ScytheState, int], "list[Any]"], Callable[[Course, int, Any], None]]]


def visit(course: Course, step: Visiting) -> Step | None:
    """A character on the Factory chooses while its player has no card (SY-FCT-01, SY-R-33, SY-R-34).

    Who has looked takes back nothing that led there.

    Rules: SY-FCT-03, SY-FCT-04, SY-FCT-05.
    """
    side = course.side(course.state.active)
    if side.units[CHARACTER] != course.book.factory or side.card or not course.state.cards:
        return None
    if course.state.phase is not Phase.FACTORY_CHOICE:
        course.happens(FactorySeen(course.state.active))
    return step


def _choices(_book: Book, state: ScytheState, player: int) -> list[ChooseCardOffer]:
    """All cards that are left (SY-FCT-02, SY-HID-06)."""
    return [ChooseCardOffer(state.cards)] if player == state.active else []


def _choose(course: Course, player: int, action: ChooseCard) -> None:
    """A-15; it can be used from the next turn on (SY-R-35)."""
    course.todo.pop()
    course.happens(FactoryCardChosen(player, action.card))


def _uses(book: Book, state: ScytheState, player: int) -> list[UseCardOffer]:
    """The top row of the own card, where its section was chosen and its cost can be paid (SY-FCT-06, SY-TRN-08)."""
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


def why(book: Book, state: ScytheState, player: int, action: ChooseCard | UseCard) -> tuple[str, str]:
    """Why none of these is offered, and the rule."""
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


TOP: Final[Moment] = {UseCard: (_uses, _use)}
VISITING: Final[Moment] = {ChooseCard: (_choices, _choose)}
