"""The end of the game: all interiors are revealed, and the points are counted (PE-CAL, PE-SCO)."""

from __future__ import annotations

from control.engine.language import later, listed, say
from control.engine.records import replace
from rooms.tables.game.facts import GameFact
from rooms.tables.potemkin.game.scene import Scene
from rooms.tables.potemkin.game.state import Course, Phase, PotemkinState, Score
from rooms.tables.potemkin.rules.scoring import points_of, winners_of


class InteriorsRevealed(GameFact, frozen=True):
    """Every interior was turned face up (PE-SCO-01)."""

    binding = later("all interiors were revealed")

    def after(self, state: PotemkinState) -> PotemkinState:
        sides = [replace(side, village=tuple([replace(each, shown=True) for each in side.village])) for side in state.sides]
        return replace(state, sides=tuple(sides))

    def words(self, scene: Scene) -> str:
        return say("The Empress steps ashore. Every front is opened.")


class VillagesCounted(GameFact, frozen=True):
    """The villages were counted, and the game is over (PE-SCO-14)."""

    scores: tuple[Score, ...]
    winners: tuple[int, ...]

    def after(self, state: PotemkinState) -> PotemkinState:
        return replace(state, phase=Phase.OVER)

    def words(self, scene: Scene) -> str:
        points = [f"{scene.names[player]} {score.total}" for player, score in enumerate(self.scores)]
        winners = [scene.names[player] for player in self.winners]
        if len(winners) == 1:
            return say("Points: {points}. {winner} wins.", points=listed(points), winner=winners[0])
        return say("Points: {points}. {winners} share the victory.", points=listed(points), winners=listed(winners))


def finish(course: Course) -> None:
    """End the game after the last month: reveal all interiors and count the points (PE-CAL-05, PE-SCO-01, PE-R-34)."""
    course.happens(InteriorsRevealed())
    book, state = course.book, course.state
    course.happens(VillagesCounted(points_of(book, state), winners_of(book, state)))
