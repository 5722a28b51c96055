"""Interior cards, real or fake (PE-INT), and their reveal at the end of the game."""

from __future__ import annotations

from control.engine.language import later, say
from control.engine.records import replace
from rooms.tables.game.facts import GameFact
from rooms.tables.potemkin.game.content import Book, Facade
from rooms.tables.potemkin.game.scene import Scene
from rooms.tables.potemkin.game.state import PotemkinState, Side


class InteriorsRevealed(GameFact, frozen=True):
    """Every interior was turned face up (PE-SCO-01)."""

    binding = later("all interiors were revealed")

    def after(self, state: PotemkinState) -> PotemkinState:
        sides = [replace(side, village=tuple([replace(each, shown=True) for each in side.village])) for side in state.sides]
        return replace(state, sides=tuple(sides))

    def words(self, scene: Scene) -> str:
        return say("The Empress steps ashore. Every front is opened.")


def is_real(book: Book, card: str, facade: Facade) -> bool:
    """Return whether the card is real behind this facade (PE-INT-01, PE-INT-02, PE-INT-03, PE-INT-04).

    Rules: PE-INT-07.
    """
    return facade in book.real_types[card]


def fakes_of(book: Book, side: Side) -> int:
    """The number of standing fake buildings."""
    return sum([not is_real(book, building.card, building.facade) for building in side.village])
