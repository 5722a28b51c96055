"""Facts of the End phase of a month (PE-END)."""

from __future__ import annotations

from control.engine.language import later, listed, say, say_count
from control.engine.records import replace
from rooms.tables.game.facts import GameFact
from rooms.tables.potemkin.game.scene import Scene
from rooms.tables.potemkin.game.state import Phase, Placing, PotemkinState, side_of, with_side


class HandsDiscarded(GameFact, frozen=True):
    """All hands were discarded unseen (PE-END-02, PE-END-03, PE-R-31)."""

    def after(self, state: PotemkinState) -> PotemkinState:
        cards = tuple([card for side in state.sides for card in side.hand])
        return replace(state, sides=tuple([replace(side, hand=()) for side in state.sides]), discard=state.discard + cards)

    def words_for(self, scene: Scene, player: int | None) -> str:
        left = sum([len(side.hand) for side in scene.state.sides])
        if not left:
            return ""
        sentence = say_count(
            "{count} card left in hands is discarded unseen.", "{count} cards left in hands are discarded unseen.", left
        )
        own = () if player is None else scene.state.sides[player].hand
        return sentence + " " + say("Yours: {cards}.", cards=scene.cards(own)) if own else sentence


class TokensReset(GameFact, frozen=True):
    """All mode tokens were turned to construction (PE-END-04)."""

    def after(self, state: PotemkinState) -> PotemkinState:
        return replace(state, sides=tuple([replace(side, producing=False) for side in state.sides]))

    def words(self, scene: Scene) -> str:
        return say("Everybody goes back to construction.")


class AgentsAwaited(GameFact, frozen=True):
    """Players with a choice must place their spent agents."""

    def after(self, state: PotemkinState) -> PotemkinState:
        return replace(state, phase=Phase.READY_AGENTS)


class AgentsChosen(GameFact, frozen=True):
    """A player has chosen the places of the spent agents."""

    player: int
    counts: tuple[tuple[int, int], ...]

    def after(self, state: PotemkinState) -> PotemkinState:
        side = replace(side_of(state, self.player), placing=self.counts)
        return replace(state, sides=with_side(state, self.player, side))

    def words(self, scene: Scene) -> str:
        return say("{name} has said where the agents go.", name=scene.names[self.player])


class AgentsReadied(GameFact, frozen=True):
    """All spent agents were placed and are ready, at the same time (PE-END-05)."""

    binding = later("agents were placed by all at once")
    placings: tuple[Placing, ...]

    def after(self, state: PotemkinState) -> PotemkinState:
        for placing in self.placings:
            side = side_of(state, placing.player)
            coming = dict(placing.counts)
            village = tuple(
                [
                    replace(building, agents=building.agents + coming[building.id]) if building.id in coming else building
                    for building in side.village
                ]
            )
            side = replace(side, village=village, spent=side.spent - sum(coming.values()), placing=None)
            state = replace(state, sides=with_side(state, placing.player, side))
        return state

    def words(self, scene: Scene) -> str:
        placed = [
            say("{agents} behind {building}", agents=agents, building=scene.building(id_))
            for placing in self.placings
            for id_, agents in placing.counts
        ]
        return say("Agents stand ready again: {places}.", places=listed(placed))


class MonthEnded(GameFact, frozen=True):
    """The month's token was removed from the game (PE-END-15)."""

    month: int

    def after(self, state: PotemkinState) -> PotemkinState:
        # everything else carries over (PE-CAL-06)
        return replace(state, months=tuple([month for month in state.months if month != self.month]))

    def words(self, scene: Scene) -> str:
        return say("Month {month} is over.", month=self.month)
