"""Draws from the interior deck, and its reshuffle (PE-DEK)."""

from __future__ import annotations

from rooms.tables.potemkin.facts.deck import Drew, Reshuffled
from rooms.tables.potemkin.game.state import Course


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
