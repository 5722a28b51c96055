"""Facts of card abilities (PE-ABL)."""

from __future__ import annotations

from typing import Final

import msgspec

from control.engine.language import later, listed, say
from control.engine.modules import EventHandler, Module, Undo
from control.engine.records import replace
from control.engine.reports import one_sentence
from rooms.tables.game.rule_parts import unchanged, without_card
from rooms.tables.game.tellings import tell_nothing, to_each
from rooms.tables.potemkin.game.scene import Scene
from rooms.tables.potemkin.game.state import Building, Phase, PotemkinState, building_of, side_of, with_more, with_side


class CardPlayed(msgspec.Struct, frozen=True):
    """A card was shown and is played for its ability (PE-ABL-06)."""

    player: int
    card: str


class CardSpent(msgspec.Struct, frozen=True):
    """The ability card went to the discard pile (PE-ABL-07)."""


class CrewWaits(msgspec.Struct, frozen=True):
    """The Second Crew may build a second building."""

    player: int


class CrewDismissed(msgspec.Struct, frozen=True):
    """The player declined the second building of the Second Crew."""

    player: int


class TimberWaits(msgspec.Struct, frozen=True):
    """Fresh Timber waits for the discard of a hand card."""

    player: int


class CardDiscarded(msgspec.Struct, frozen=True):
    """A hand card was discarded face down."""

    player: int
    card: str


class Inspected(msgspec.Struct, frozen=True):
    """A player looked at interiors of opponents (PE-ABI-04)."""

    player: int
    buildings: tuple[int, ...]


class CubeMoved(msgspec.Struct, frozen=True):
    """A cube moved from an opponent's building to one of the player's (PE-ABI-05)."""

    player: int
    source: int
    building: int


class CubePlaced(msgspec.Struct, frozen=True):
    """A cube was placed from the supply (PE-ABI-09)."""

    player: int
    building: int


class AgentReadied(msgspec.Struct, frozen=True):
    """A spent agent is ready again (PE-ABI-07)."""

    player: int
    building: int


def evolve_card_played(state: PotemkinState, happened: CardPlayed) -> PotemkinState:
    side = side_of(state, happened.player)
    side = replace(side, hand=without_card(side.hand, happened.card))
    return replace(state, sides=with_side(state, happened.player, side), playing=happened.card)


def evolve_card_spent(state: PotemkinState, _happened: CardSpent) -> PotemkinState:
    spent = () if state.playing is None else (state.playing,)
    return replace(state, phase=Phase.TURN, discard=state.discard + spent, playing=None)


def evolve_crew_waits(state: PotemkinState, _happened: CrewWaits) -> PotemkinState:
    return replace(state, phase=Phase.BUILD_AGAIN)


def evolve_timber_waits(state: PotemkinState, _happened: TimberWaits) -> PotemkinState:
    return replace(state, phase=Phase.DISCARD)


def evolve_card_discarded(state: PotemkinState, happened: CardDiscarded) -> PotemkinState:
    side = side_of(state, happened.player)
    side = replace(side, hand=without_card(side.hand, happened.card))
    return replace(state, sides=with_side(state, happened.player, side), discard=(*state.discard, happened.card))


def evolve_inspected(state: PotemkinState, happened: Inspected) -> PotemkinState:
    def looked_at(building: Building) -> Building:
        if building.id not in happened.buildings or happened.player in building.inspected_by:
            return building
        return replace(building, inspected_by=tuple(sorted((*building.inspected_by, happened.player))))

    sides = [replace(side, village=tuple([looked_at(building) for building in side.village])) for side in state.sides]
    return replace(state, sides=tuple(sides))


def evolve_cube_moved(state: PotemkinState, happened: CubeMoved) -> PotemkinState:
    for owner, side in enumerate(state.sides):
        if any(building.id == happened.source for building in side.village):
            state = replace(state, sides=with_more(state, owner, happened.source, cubes=-1))
            break
    return replace(state, sides=with_more(state, happened.player, happened.building, cubes=1))


def evolve_cube_placed(state: PotemkinState, happened: CubePlaced) -> PotemkinState:
    return replace(state, sides=with_more(state, happened.player, happened.building, cubes=1))


def evolve_agent_readied(state: PotemkinState, happened: AgentReadied) -> PotemkinState:
    state = replace(state, sides=with_more(state, happened.player, happened.building, agents=1))
    side = side_of(state, happened.player)
    return replace(state, sides=with_side(state, happened.player, replace(side, spent=side.spent - 1)))


def _card_played_words(happened: CardPlayed, scene: Scene) -> str:
    ability = scene.book.ability_of[happened.card]
    title = "" if ability is None else scene.book.abilities[ability].title
    name = scene.names[happened.player]
    return say("{name} plays {card} for its ability: {ability}.", name=name, card=scene.card(happened.card), ability=title)


def _card_discarded_words(happened: CardDiscarded, scene: Scene, player: int | None) -> str:
    if player != happened.player:
        return say("{name} discards a card face down.", name=scene.names[happened.player])
    return say("{name} discards {card} face down.", name=scene.names[player], card=scene.card(happened.card))


def _inspected_words(happened: Inspected, scene: Scene, player: int | None) -> str:
    name, buildings = scene.names[happened.player], scene.buildings(happened.buildings)
    sentence = say("{name} looks behind {buildings}, and says nothing.", name=name, buildings=buildings)
    if player != happened.player:
        return sentence
    seen = [
        say("{building} holds {card}, real", building=scene.building(id_), card=scene.card(found[1].card))
        if scene.book.is_real(found[1])
        else say("{building} holds {card}, a fake", building=scene.building(id_), card=scene.card(found[1].card))
        for id_ in happened.buildings
        if (found := building_of(scene.state, id_)) is not None
    ]
    return sentence + " " + say("For your eyes only: {seen}.", seen=listed(seen))


def _cube_moved_words(happened: CubeMoved, scene: Scene) -> str:
    source, building = scene.building(happened.source), scene.building(happened.building)
    return say("A cube for {source} is delivered to {building}.", source=source, building=building)


def _agent_readied_words(happened: AgentReadied, scene: Scene) -> str:
    return say("A spent agent stands ready again behind {building}.", building=scene.building(happened.building))


ABILITIES: Final = Module(
    name="abilities",
    events={
        CardPlayed: EventHandler(evolve=evolve_card_played, tell=one_sentence(_card_played_words)),
        CardSpent: EventHandler(evolve=evolve_card_spent, tell=tell_nothing),
        CrewWaits: EventHandler(evolve=evolve_crew_waits, tell=tell_nothing),
        CrewDismissed: EventHandler(
            evolve=unchanged,
            tell=one_sentence(lambda happened, scene: say("{name} sends the Second Crew home.", name=scene.names[happened.player])),
        ),
        TimberWaits: EventHandler(evolve=evolve_timber_waits, tell=tell_nothing),
        CardDiscarded: EventHandler(evolve=evolve_card_discarded, tell=to_each(_card_discarded_words)),
        Inspected: EventHandler(
            evolve=evolve_inspected, tell=to_each(_inspected_words), undo=Undo(never_by_players=later("an interior was looked at"))
        ),
        CubeMoved: EventHandler(evolve=evolve_cube_moved, tell=one_sentence(_cube_moved_words)),
        CubePlaced: EventHandler(
            evolve=evolve_cube_placed,
            tell=one_sentence(
                lambda happened, scene: say("One more cube behind {building}.", building=scene.building(happened.building))
            ),
        ),
        AgentReadied: EventHandler(evolve=evolve_agent_readied, tell=one_sentence(_agent_readied_words)),
    },
)
