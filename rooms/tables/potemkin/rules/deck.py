"""The interior deck and its discard pile (PE-DEK)."""

from __future__ import annotations

from rooms.tables.potemkin.facts.deck import Drew, Reshuffled
from rooms.tables.potemkin.game.course import Course


def make_ready(course: Course, cards: int) -> int:
    """Shuffle the discard pile in when the deck has fewer cards than are needed; how many can be drawn (PE-DEK-02, PE-R-09).

    The pile goes under what is left of the deck, so that is drawn first, as if the pile were shuffled when the deck runs out.
    """
    state = course.state
    if len(state.deck) < cards and state.discard:
        course.happens(Reshuffled(course.chance.shuffled(state.discard)))
    return min(cards, len(course.state.deck))


def draw(course: Course, player: int, cards: int) -> None:
    """Draw from the top of the deck; what is not there is not drawn (PE-DEK-01, PE-DEK-03)."""
    if (there := make_ready(course, cards)) > 0:
        course.happens(Drew(player, there))
