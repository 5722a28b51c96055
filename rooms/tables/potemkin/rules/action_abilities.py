"""The five abilities that are an action (PE-ABI)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from control.engine.language import later, listed, say
from control.engine.records import replace
from control.engine.refusal import Refused
from rooms.tables.game.facts import GameFact
from rooms.tables.potemkin.game.actions import (
    AbilityOffer,
    BuildAgain,
    FreightOffer,
    HomeAbilityOffer,
    InspectOffer,
    PlainAbilityOffer,
    PlayAbility,
    SecondCrewOffer,
)
from rooms.tables.potemkin.game.content import (
    FRIENDLY_INSPECTOR,
    MISDIRECTED_FREIGHT,
    NIGHT_SHIFT,
    RECRUITING_OFFICER,
    SECOND_CREW,
    Facade,
    Kind,
)
from rooms.tables.potemkin.game.scene import Scene
from rooms.tables.potemkin.game.state import (
    Building,
    Course,
    Phase,
    PotemkinState,
    building_of,
    count_of,
    face_down,
    ids_of,
    with_more,
)
from rooms.tables.potemkin.rules.ability_effects import Effect, check_home, check_industry, finished
from rooms.tables.potemkin.rules.building import AgentPlaced, check_material, put_up
from rooms.tables.potemkin.rules.interiors import is_real
from rooms.tables.potemkin.rules.production import Produced


class CrewWaits(GameFact, frozen=True):
    """The Second Crew may build a second building."""

    player: int

    def after(self, state: PotemkinState) -> PotemkinState:
        return replace(state, phase=Phase.BUILD_AGAIN)


class CrewDismissed(GameFact, frozen=True):
    """The player declined the second building of the Second Crew."""

    player: int

    def words(self, scene: Scene) -> str:
        return say("{name} sends the Second Crew home.", name=scene.names[self.player])


class Inspected(GameFact, frozen=True):
    """A player looked at interiors of opponents (PE-ABI-04)."""

    binding = later("an interior was looked at")
    player: int
    buildings: tuple[int, ...]

    def after(self, state: PotemkinState) -> PotemkinState:
        def looked_at(building: Building) -> Building:
            if building.id not in self.buildings or self.player in building.inspected_by:
                return building
            return replace(building, inspected_by=tuple(sorted((*building.inspected_by, self.player))))

        sides = [replace(side, village=tuple([looked_at(building) for building in side.village])) for side in state.sides]
        return replace(state, sides=tuple(sides))

    def words_for(self, scene: Scene, player: int | None) -> str:
        name, buildings = scene.names[self.player], scene.buildings(self.buildings)
        sentence = say("{name} looks behind {buildings}, and says nothing.", name=name, buildings=buildings)
        if player != self.player:
            return sentence
        seen = [
            say("{building} holds {card}, real", building=scene.building(id_), card=scene.card(found[1].card))
            if is_real(scene.book, found[1].card, found[1].facade)
            else say("{building} holds {card}, a fake", building=scene.building(id_), card=scene.card(found[1].card))
            for id_ in self.buildings
            if (found := building_of(scene.state, id_)) is not None
        ]
        return sentence + " " + say("For your eyes only: {seen}.", seen=listed(seen))


class CubeMoved(GameFact, frozen=True):
    """A cube moved from an opponent's building to one of the player's (PE-ABI-05)."""

    player: int
    source: int
    building: int

    def after(self, state: PotemkinState) -> PotemkinState:
        for owner, side in enumerate(state.sides):
            if any(building.id == self.source for building in side.village):
                state = replace(state, sides=with_more(state, owner, self.source, cubes=-1))
                break
        return replace(state, sides=with_more(state, self.player, self.building, cubes=1))

    def words(self, scene: Scene) -> str:
        source, building = scene.building(self.source), scene.building(self.building)
        return say("A cube for {source} is delivered to {building}.", source=source, building=building)


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
