"""Card abilities: five free actions, five action abilities, and the play of an ability card (PE-ABL)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from msgspec import Struct

from control.engine.language import say
from control.engine.refusal import Refused
from rooms.tables.potemkin.facts.abilities import (
    AgentReadied,
    CardDiscarded,
    CardPlayed,
    CardSpent,
    CrewDismissed,
    CrewWaits,
    CubeMoved,
    CubePlaced,
    Inspected,
    TimberWaits,
)
from rooms.tables.potemkin.facts.building import AgentPlaced, Took
from rooms.tables.potemkin.facts.production import Produced
from rooms.tables.potemkin.game.actions import BuildAgain, Discard, PlayAbility
from rooms.tables.potemkin.game.content import (
    ABILITY_KINDS,
    EXTRA_CRATE,
    FALSE_PAPERS,
    FRESH_TIMBER,
    FRIENDLY_INSPECTOR,
    MISDIRECTED_FREIGHT,
    NIGHT_SHIFT,
    PALACE_GUARD,
    PLACE_IN_THE_CARRIAGE,
    RECRUITING_OFFICER,
    SECOND_CREW,
    Book,
    Facade,
    Kind,
)
from rooms.tables.potemkin.game.offers import (
    AbilityOffer,
    FreightOffer,
    HomeAbilityOffer,
    InspectOffer,
    PlainAbilityOffer,
    SecondCrewOffer,
)
from rooms.tables.potemkin.game.state import (
    Course,
    Meeple,
    PotemkinState,
    Side,
    building_of,
    count_of,
    face_down,
    ids_of,
    own_building,
)
from rooms.tables.potemkin.rules.building import check_material, put_up
from rooms.tables.potemkin.rules.deck import draw
from rooms.tables.potemkin.rules.turns import NO_CARDS, end_turn, must_construct


class Effect(Struct, frozen=True, kw_only=True):
    """One ability with three functions: its offer, its check, and its effect.

    `takes`: the targets that it needs. `waits`: it asks a second question before it is resolved, and calls `finished` itself.
    """

    takes: frozenset[str]
    offer: Callable[[PotemkinState, int, str], AbilityOffer | None]
    check: Callable[[PotemkinState, int, PlayAbility], None]
    does: Callable[[Course, int, PlayAbility], None]
    waits: bool = False


def finished(course: Course, kind: Kind) -> None:
    """Discard the ability card. An action ends the turn, a free action does not (PE-ABL-03, PE-ABL-04, PE-ABL-07).

    Rules: PE-ACT-14.
    """
    course.happens(CardSpent())
    if kind is Kind.ACTION:
        end_turn(course)


def check_home(side: Side, id_: int | None, rule: str) -> None:
    """Check an agent's new home: any own building, whatever PE-END-08 says (PE-ABL-12, PE-ABL-13).

    Raises:
        Refused: the player has no building, or named none.
    """
    if not side.village:
        raise Refused(say("You have no building for an agent to stand behind."), rule=rule)
    if own_building(side, id_) is None:
        raise Refused(say("Name a building of your own for the agent to stand behind."), rule=rule)


def check_industry(side: Side, id_: int | None, rule: str) -> None:
    """Check a cube's new place: one of the player's Industry buildings.

    Raises:
        Refused: the player has no Industry building, or named none.
    """
    industries = ids_of(side, Facade.INDUSTRY)
    if not industries:
        raise Refused(say("You have no Industry building for a cube."), rule=rule)
    if id_ not in industries:
        raise Refused(say("Name an Industry building of your own for the cube."), rule=rule)


def _crew_offer(state: PotemkinState, player: int, card: str) -> AbilityOffer | None:
    others = tuple([other for other in state.sides[player].hand if other != card])
    return SecondCrewOffer(card, SECOND_CREW, others) if others else None


def _crew_check(state: PotemkinState, player: int, action: PlayAbility) -> None:
    side = state.sides[player]
    if len(side.hand) < 2:
        raise Refused(say("The Second Crew needs another card of your hand to build with."), rule="PE-ABI-01")
    if action.interior == action.card:
        raise Refused(say("The card that is played cannot be built with."), rule="PE-ABI-01")
    check_material(side, action.interior, action.facade)


def _crew_does(course: Course, player: int, action: PlayAbility) -> None:
    if action.interior is not None and action.facade is not None:  # as checked
        put_up(course, player, action.interior, action.facade)
    if course.side(player).hand:
        course.happens(CrewWaits(player))
    else:
        finished(course, Kind.ACTION)


def build_again(course: Course, player: int, action: BuildAgain) -> None:
    """Build the second building, chosen after the first is resolved, or decline it (PE-ABI-01).

    Raises:
        Refused: card or facade is not legal.
    """
    if action.decline:
        if action.card is not None or action.facade is not None:
            raise Refused(say("Name a card and a facade, or decline: not both."), rule="PE-ABI-01")
        course.happens(CrewDismissed(player))
    else:
        check_material(course.side(player), action.card, action.facade)
        if action.card is not None and action.facade is not None:  # as checked
            put_up(course, player, action.card, action.facade)
    finished(course, Kind.ACTION)


def _night_offer(state: PotemkinState, player: int, card: str) -> AbilityOffer | None:
    return PlainAbilityOffer(card, NIGHT_SHIFT) if count_of(state.sides[player], Facade.INDUSTRY) else None


def _night_check(state: PotemkinState, player: int, action: PlayAbility) -> None:
    if not count_of(state.sides[player], Facade.INDUSTRY):
        raise Refused(say("The Night Shift needs an Industry building of yours."), rule="PE-ABI-02")


def _night_does(course: Course, player: int, action: PlayAbility) -> None:
    course.happens(Produced(player, count_of(course.side(player), Facade.INDUSTRY), flips=False))


def _officer_offer(state: PotemkinState, player: int, card: str) -> AbilityOffer | None:
    homes = tuple([building.id for building in state.sides[player].village])
    return HomeAbilityOffer(card, RECRUITING_OFFICER, homes) if homes else None


def _officer_check(state: PotemkinState, player: int, action: PlayAbility) -> None:
    check_home(state.sides[player], action.building, "PE-ABI-03")


def _officer_does(course: Course, player: int, action: PlayAbility) -> None:
    if action.building is not None:  # as checked
        course.happens(AgentPlaced(player, action.building))


def _inspector_offer(state: PotemkinState, player: int, card: str) -> AbilityOffer | None:
    bare, shielded = face_down(state, player)
    return InspectOffer(card, FRIENDLY_INSPECTOR, bare + shielded) if bare or shielded else None


def _inspector_check(state: PotemkinState, player: int, action: PlayAbility) -> None:
    rule = "PE-ABI-04"
    if not any(face_down(state, player)):
        raise Refused(say("No opponent has a building whose interior is face down."), rule=rule)
    if not 1 <= len(action.looks) <= 2 or len(set(action.looks)) < len(action.looks):
        raise Refused(say("Name one or two different buildings for the inspector."), rule=rule)
    for look in action.looks:
        found = building_of(state, look)
        if found is None or found[0] == player:
            raise Refused(say("The inspector looks behind buildings of opponents."), rule=rule)
        if found[1].shown:
            raise Refused(say("The interior of that building is face up already. Name one that is face down."), rule=rule)


def _inspector_does(course: Course, player: int, action: PlayAbility) -> None:
    course.happens(Inspected(player, action.looks))


def _freight_sources(state: PotemkinState, player: int) -> tuple[int, ...]:
    return tuple(
        [building.id for owner, side in enumerate(state.sides) if owner != player for building in side.village if building.cubes]
    )


def _freight_offer(state: PotemkinState, player: int, card: str) -> AbilityOffer | None:
    homes = ids_of(state.sides[player], Facade.INDUSTRY)
    sources = _freight_sources(state, player) if homes else ()
    return FreightOffer(card, MISDIRECTED_FREIGHT, sources, homes) if sources else None


def _freight_check(state: PotemkinState, player: int, action: PlayAbility) -> None:
    sources = _freight_sources(state, player)
    if not sources:
        raise Refused(say("No opponent has a cube that could go astray."), rule="PE-ABI-05")
    check_industry(state.sides[player], action.building, "PE-ABI-05")
    if action.source not in sources:
        raise Refused(say("Name an opponent's building with a cube behind it."), rule="PE-ABI-05")


def _freight_does(course: Course, player: int, action: PlayAbility) -> None:
    if action.source is not None and action.building is not None:  # as checked
        course.happens(CubeMoved(player, action.source, action.building))


ACTION_ABILITIES: Final[Mapping[str, Effect]] = {
    SECOND_CREW: Effect(takes=frozenset({"interior", "facade"}), offer=_crew_offer, check=_crew_check, does=_crew_does, waits=True),
    NIGHT_SHIFT: Effect(takes=frozenset(), offer=_night_offer, check=_night_check, does=_night_does),
    RECRUITING_OFFICER: Effect(takes=frozenset({"building"}), offer=_officer_offer, check=_officer_check, does=_officer_does),
    FRIENDLY_INSPECTOR: Effect(takes=frozenset({"looks"}), offer=_inspector_offer, check=_inspector_check, does=_inspector_does),
    MISDIRECTED_FREIGHT: Effect(
        takes=frozenset({"building", "source"}), offer=_freight_offer, check=_freight_check, does=_freight_does
    ),
}


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


EFFECTS: Final[Mapping[str, Effect]] = {**ACTION_ABILITIES, **FREE_ABILITIES}
TARGETS: Final = ("interior", "facade", "building", "source", "looks")


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
