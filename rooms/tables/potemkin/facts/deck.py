"""Facts of the interior deck and its discard pile (PE-DEK)."""

from __future__ import annotations

from control.engine.language import later, say, say_count
from control.engine.records import replace
from rooms.tables.game.facts import GameFact
from rooms.tables.potemkin.game.scene import Scene
from rooms.tables.potemkin.game.state import PotemkinState, side_of, with_side


class Reshuffled(GameFact, frozen=True):
    """The shuffled discard pile went under the rest of the deck (PE-DEK-02)."""

    binding = later("the discard pile was shuffled")
    cards: tuple[str, ...]

    def after(self, state: PotemkinState) -> PotemkinState:
        return replace(state, deck=state.deck + self.cards, discard=())

    def words(self, scene: Scene) -> str:
        return say_count(
            "The deck runs out: {count} card of the discard pile is shuffled and drawn from.",
            "The deck runs out: {count} cards of the discard pile are shuffled and drawn from.",
            len(self.cards),
        )


class Drew(GameFact, frozen=True):
    """A player drew cards from the top of the deck (PE-SCI-10)."""

    binding = later("a card was drawn")
    player: int
    cards: int

    def after(self, state: PotemkinState) -> PotemkinState:
        side = side_of(state, self.player)
        side = replace(side, hand=side.hand + state.deck[: self.cards])
        return replace(state, sides=with_side(state, self.player, side), deck=state.deck[self.cards :])

    def words_for(self, scene: Scene, player: int | None) -> str:
        name = scene.names[self.player]
        if player != self.player:
            return say_count("{name} draws {count} card.", "{name} draws {count} cards.", self.cards, name=name)
        return say("{name} draws {cards}.", name=name, cards=scene.cards(scene.state.deck[: self.cards]))
