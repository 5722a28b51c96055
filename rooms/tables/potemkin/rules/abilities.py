"""The play of a card for its ability (PE-ABL)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from control.engine.language import say
from control.engine.records import replace
from control.engine.refusal import Refused
from rooms.tables.game.facts import GameFact
from rooms.tables.game.rule_parts import without_card
from rooms.tables.potemkin.game.actions import AbilityOffer, PlayAbility
from rooms.tables.potemkin.game.content import ABILITY_KINDS, Book
from rooms.tables.potemkin.game.scene import Scene
from rooms.tables.potemkin.game.state import Course, PotemkinState, side_of, with_side
from rooms.tables.potemkin.rules.ability_effects import Effect, finished
from rooms.tables.potemkin.rules.action_abilities import ACTION_ABILITIES
from rooms.tables.potemkin.rules.free_abilities import FREE_ABILITIES
from rooms.tables.potemkin.rules.turns import NO_CARDS, must_construct

EFFECTS: Final[Mapping[str, Effect]] = {**ACTION_ABILITIES, **FREE_ABILITIES}
TARGETS: Final = ("interior", "facade", "building", "source", "looks")


class CardPlayed(GameFact, frozen=True):
    """A card was shown and is played for its ability (PE-ABL-06)."""

    player: int
    card: str

    def after(self, state: PotemkinState) -> PotemkinState:
        side = side_of(state, self.player)
        side = replace(side, hand=without_card(side.hand, self.card))
        return replace(state, sides=with_side(state, self.player, side), playing=self.card)

    def words(self, scene: Scene) -> str:
        ability = scene.book.ability_of[self.card]
        title = "" if ability is None else scene.book.abilities[ability].title
        name = scene.names[self.player]
        return say("{name} plays {card} for its ability: {ability}.", name=name, card=scene.card(self.card), ability=title)


def play_ability(course: Course, player: int, action: PlayAbility) -> None:
    """Play a hand card for its ability.

    Raises:
        Refused: the card is not in the hand or has no ability, or the ability has no legal target.

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
    """The offer of each hand card with a playable ability."""
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
