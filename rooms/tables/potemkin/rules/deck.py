"""Draws from the interior deck, and its reshuffle (PE-DEK)."""

from __future__ import annotations

from control.engine.language import later, say, say_count
from control.engine.records import replace
from rooms.tables.game.facts import GameFact
from rooms.tables.potemkin.game.scene import Scene
from rooms.tables.potemkin.game.state import Course, PotemkinState, side_of, with_side


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


def make_ready(course: Course, cards: int) -> int:
    """Shuffle the discard pile in when the deck has too few cards. Return how many can be drawn (PE-DEK-02, PE-R-09).

    The pile goes under the rest of the deck, which is drawn first, as if the reshuffle came when the deck runs out.
    """
    state = course.state
    if len(state.deck) < cards and state.discard:
        course.happens(Reshuffled(course.chance.shuffled(state.discard)))
    return min(cards, len(course.state.deck))


def draw(course: Course, player: int, cards: int) -> None:
    """Draw from the top of the deck, as many cards as there are (PE-DEK-01, PE-DEK-03)."""
    if (there := make_ready(course, cards)) > 0:
        course.happens(Drew(player, there))
