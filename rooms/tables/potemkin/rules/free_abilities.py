"""The five abilities that are free actions (PE-ABI)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from control.engine.language import say
from control.engine.records import replace
from control.engine.refusal import Refused
from rooms.tables.game.facts import GameFact
from rooms.tables.game.rule_parts import without_card
from rooms.tables.potemkin.game.actions import AbilityOffer, Discard, HomeAbilityOffer, PlainAbilityOffer, PlayAbility
from rooms.tables.potemkin.game.content import (
    EXTRA_CRATE,
    FALSE_PAPERS,
    FRESH_TIMBER,
    PALACE_GUARD,
    PLACE_IN_THE_CARRIAGE,
    Facade,
    Kind,
)
from rooms.tables.potemkin.game.scene import Scene
from rooms.tables.potemkin.game.state import Course, Meeple, Phase, PotemkinState, ids_of, side_of, with_more, with_side
from rooms.tables.potemkin.rules.ability_effects import Effect, check_home, check_industry, finished
from rooms.tables.potemkin.rules.capitol_shield_scientist import Took
from rooms.tables.potemkin.rules.deck import draw


class TimberWaits(GameFact, frozen=True):
    """Fresh Timber waits for the discard of a hand card."""

    player: int

    def after(self, state: PotemkinState) -> PotemkinState:
        return replace(state, phase=Phase.DISCARD)


class CardDiscarded(GameFact, frozen=True):
    """A hand card was discarded face down."""

    player: int
    card: str

    def after(self, state: PotemkinState) -> PotemkinState:
        side = side_of(state, self.player)
        side = replace(side, hand=without_card(side.hand, self.card))
        return replace(state, sides=with_side(state, self.player, side), discard=(*state.discard, self.card))

    def words_for(self, scene: Scene, player: int | None) -> str:
        if player != self.player:
            return say("{name} discards a card face down.", name=scene.names[self.player])
        return say("{name} discards {card} face down.", name=scene.names[player], card=scene.card(self.card))


class CubePlaced(GameFact, frozen=True):
    """A cube was placed from the supply (PE-ABI-09)."""

    player: int
    building: int

    def after(self, state: PotemkinState) -> PotemkinState:
        return replace(state, sides=with_more(state, self.player, self.building, cubes=1))

    def words(self, scene: Scene) -> str:
        return say("One more cube behind {building}.", building=scene.building(self.building))


class AgentReadied(GameFact, frozen=True):
    """A spent agent is ready again (PE-ABI-07)."""

    player: int
    building: int

    def after(self, state: PotemkinState) -> PotemkinState:
        state = replace(state, sides=with_more(state, self.player, self.building, agents=1))
        side = side_of(state, self.player)
        return replace(state, sides=with_side(state, self.player, replace(side, spent=side.spent - 1)))

    def words(self, scene: Scene) -> str:
        return say("A spent agent stands ready again behind {building}.", building=scene.building(self.building))


def _timber_offer(state: PotemkinState, player: int, card: str) -> AbilityOffer | None:
    return PlainAbilityOffer(card, FRESH_TIMBER) if state.deck or state.discard else None


def _timber_check(state: PotemkinState, player: int, action: PlayAbility) -> None:
    if not state.deck and not state.discard:
        raise Refused(say("There is no card left to draw."), rule="PE-ABI-06")


def _timber_does(course: Course, player: int, action: PlayAbility) -> None:
    draw(course, player, 2)
    course.happens(TimberWaits(player))


def discard(course: Course, player: int, action: Discard) -> None:
    """Discard the hand card that Fresh Timber costs, and then the ability card (PE-ABI-06).

    Raises:
        Refused: the card is not in the hand.
    """
    if action.card not in course.side(player).hand:
        raise Refused(say("That card is not in your hand. Discard one that is."), rule="PE-ABI-06")
    course.happens(CardDiscarded(player, action.card))
    finished(course, Kind.FREE)


def _papers_offer(state: PotemkinState, player: int, card: str) -> AbilityOffer | None:
    side = state.sides[player]
    homes = tuple([building.id for building in side.village])
    return HomeAbilityOffer(card, FALSE_PAPERS, homes) if homes and side.spent else None


def _papers_check(state: PotemkinState, player: int, action: PlayAbility) -> None:
    if not state.sides[player].spent:
        raise Refused(say("False Papers need a spent agent of yours."), rule="PE-ABI-07")
    check_home(state.sides[player], action.building, "PE-ABI-07")


def _papers_does(course: Course, player: int, action: PlayAbility) -> None:
    if action.building is not None:  # as checked
        course.happens(AgentReadied(player, action.building))


def _guard_offer(state: PotemkinState, player: int, card: str) -> AbilityOffer | None:
    return PlainAbilityOffer(card, PALACE_GUARD) if state.shield is None else None


def _guard_check(state: PotemkinState, player: int, action: PlayAbility) -> None:
    if state.shield is not None:
        raise Refused(say("The shield is not on the board."), rule="PE-ABI-08")


def _guard_does(course: Course, player: int, action: PlayAbility) -> None:
    course.happens(Took(player, Meeple.SHIELD))


def _crate_offer(state: PotemkinState, player: int, card: str) -> AbilityOffer | None:
    homes = ids_of(state.sides[player], Facade.INDUSTRY)
    return HomeAbilityOffer(card, EXTRA_CRATE, homes) if homes else None


def _crate_check(state: PotemkinState, player: int, action: PlayAbility) -> None:
    check_industry(state.sides[player], action.building, "PE-ABI-09")


def _crate_does(course: Course, player: int, action: PlayAbility) -> None:
    if action.building is not None:  # as checked
        course.happens(CubePlaced(player, action.building))


def _carriage_offer(state: PotemkinState, player: int, card: str) -> AbilityOffer | None:
    return PlainAbilityOffer(card, PLACE_IN_THE_CARRIAGE) if state.capitol != player else None


def _carriage_check(state: PotemkinState, player: int, action: PlayAbility) -> None:
    if state.capitol == player:
        raise Refused(say("You hold the capitol already."), rule="PE-ABI-10")


def _carriage_does(course: Course, player: int, action: PlayAbility) -> None:
    course.happens(Took(player, Meeple.CAPITOL))


FREE_ABILITIES: Final[Mapping[str, Effect]] = {
    FRESH_TIMBER: Effect(takes=frozenset(), offer=_timber_offer, check=_timber_check, does=_timber_does, waits=True),
    FALSE_PAPERS: Effect(takes=frozenset({"building"}), offer=_papers_offer, check=_papers_check, does=_papers_does),
    PALACE_GUARD: Effect(takes=frozenset(), offer=_guard_offer, check=_guard_check, does=_guard_does),
    EXTRA_CRATE: Effect(takes=frozenset({"building"}), offer=_crate_offer, check=_crate_check, does=_crate_does),
    PLACE_IN_THE_CARRIAGE: Effect(takes=frozenset(), offer=_carriage_offer, check=_carriage_check, does=_carriage_does),
}
