"""Card abilities (PE-ABL): a card of the hand is played for what it can do, whenever there is something to choose (PE-ABL-11)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from control.engine.language import say
from control.engine.refused import Refused
from rooms.tables.potemkin.facts.abilities import CardPlayed
from rooms.tables.potemkin.game.actions import PlayAbility
from rooms.tables.potemkin.game.book import Book
from rooms.tables.potemkin.game.content import ABILITY_KINDS
from rooms.tables.potemkin.game.course import Course
from rooms.tables.potemkin.game.offers import AbilityOffer
from rooms.tables.potemkin.game.state import PotemkinState
from rooms.tables.potemkin.rules.action_abilities import ACTION_ABILITIES
from rooms.tables.potemkin.rules.effect import Effect, finished
from rooms.tables.potemkin.rules.free_abilities import FREE_ABILITIES
from rooms.tables.potemkin.rules.turns import NO_CARDS, must_construct

EFFECTS: Final[Mapping[str, Effect]] = {**ACTION_ABILITIES, **FREE_ABILITIES}
TARGETS: Final = ("interior", "facade", "building", "source", "looks")


def play_ability(course: Course, player: int, action: PlayAbility) -> None:
    """Play a card of the hand for its ability.

    Raises:
        Refused: the card is not in the hand or has no ability, or the ability has nothing there to work on.
    Rules: PE-ABL-01, PE-ABL-02, PE-ABL-03, PE-ABL-04, PE-ABL-05, PE-ABL-06, PE-ABL-07, PE-ABL-08, PE-ABL-09, PE-ABL-10, PE-ABL-11,
    PE-R-32, PE-R-37.
    """
    side = course.side(player)
    if action.card not in side.hand:
        raise Refused(say("That card is not in your hand. Only a card of your hand can be played."), rule="PE-ABL-01")
    ability = course.book.ability_of[action.card]
    if ability is None:
        raise Refused(say("That card has no ability. It can only be built with."), rule="PE-ABL-01")
    effect = EFFECTS[ability]
    if ABILITY_KINDS[ability][1]:
        must_construct(side, NO_CARDS, "PE-ABL-10")
    effect.check(course.state, player, action)
    _check_nothing_more(effect, action)
    course.happens(CardPlayed(player, action.card))
    effect.does(course, player, action)
    if not effect.waits:
        finished(course, ABILITY_KINDS[ability][0])


def ability_offers(book: Book, state: PotemkinState, player: int) -> list[AbilityOffer]:
    """What each card of the hand may be played for."""
    side = state.sides[player]
    found = []
    for card in side.hand:
        ability = book.ability_of[card]
        if ability is not None and not (side.producing and ABILITY_KINDS[ability][1]):
            offer = EFFECTS[ability].offer(state, player, card)
            if offer is not None:
                found.append(offer)
    return found


def _check_nothing_more(effect: Effect, action: PlayAbility) -> None:
    bare = PlayAbility(action.card)
    for name in TARGETS:
        if name not in effect.takes and getattr(action, name) != getattr(bare, name):
            raise Refused(say("That card does not ask for such a target. Name only what it asks for."), rule="PE-ABL-11")
