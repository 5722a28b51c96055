"""Facts of the setup (PE-SET)."""

from __future__ import annotations

from control.engine.language import later, say_count
from control.engine.records import replace
from rooms.tables.game.facts import GameFact
from rooms.tables.potemkin.game.scene import Scene
from rooms.tables.potemkin.game.state import MONTHS, PotemkinState, Side


class Opened(GameFact, frozen=True):
    """The table was laid out. `deck`: from its top (PE-SET)."""

    binding = later("the deck was shuffled")
    players: int
    first: int
    deck: tuple[str, ...]

    def after(self, state: PotemkinState) -> PotemkinState:
        return replace(
            state, sides=(Side(),) * self.players, deck=self.deck, months=tuple(range(1, MONTHS + 1)), capitol=self.first
        )

    def words(self, scene: Scene) -> str:
        return say_count(
            "Ink is mixed, canvas is stretched: {count} player sit down. {first} is first and holds the capitol.",
            "Ink is mixed, canvas is stretched: {count} players sit down. {first} is first and holds the capitol.",
            self.players,
            first=scene.names[self.first],
        )
