"""Facts of card abilities (PE-ABL)."""

from __future__ import annotations

from control.engine.language import later, listed, say
from control.engine.records import replace
from rooms.tables.game.facts import GameFact
from rooms.tables.game.rule_parts import without_card
from rooms.tables.potemkin.game.scene import Scene
from rooms.tables.potemkin.game.state import Building, Phase, PotemkinState, building_of, side_of, with_more, with_side


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


class CardSpent(GameFact, frozen=True):
    """The ability card went to the discard pile (PE-ABL-07)."""

    def after(self, state: PotemkinState) -> PotemkinState:
        spent = () if state.playing is None else (state.playing,)
        return replace(state, phase=Phase.TURN, discard=state.discard + spent, playing=None)


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
            if scene.book.is_real(found[1].card, found[1].facade)
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
