"""Stars: their goals and limits, and how they are placed (SY-STR)."""

from __future__ import annotations

from collections.abc import Iterator

from control.engine.language import say_count
from control.engine.records import replace
from rooms.tables.game.facts import GameFact
from rooms.tables.scythe.game.content import Book
from rooms.tables.scythe.game.scene import Scene
from rooms.tables.scythe.game.state import (
    MECHS,
    NONE,
    WORKERS,
    Course,
    Phase,
    ScytheState,
    Side,
    Star,
    clockwise,
    side_of,
    with_side,
)
from rooms.tables.scythe.rules.end_of_game import end
from rooms.tables.scythe.rules.faction_abilities import dominates


class StarPlaced(GameFact, frozen=True):
    """A player placed a star for a goal (SY-STR-02)."""

    player: int
    star: Star

    def after(self, state: ScytheState) -> ScytheState:
        stars = (*side_of(state, self.player).stars, self.star)
        return replace(state, sides=with_side(state, self.player, stars=stars))

    def words(self, scene: Scene) -> str:
        count = len(scene.state.sides[self.player].stars) + 1
        return say_count(
            "{name} places a star: {goal}. That is {count} star.",
            "{name} places a star: {goal}. That is {count} stars.",
            count,
            name=scene.names[self.player],
            goal=scene.word(f"star-{self.star}"),
        )


def stars_for(side: Side, star: Star) -> int:
    """The number of stars that were placed for a goal."""
    return side.stars.count(star)


LIMITED = {Star.COMBAT: 2, Star.OBJECTIVE: 1}  # SY-CMB-16, SY-OBJ-04, SY-STR-04


def may_place(book: Book, side: Side, star: Star) -> bool:
    """Return whether the side has a star left and may place one for this goal.

    Dominate has no limit for combats and objectives (SY-FAC-10, SY-STR-06).
    """
    if len(side.stars) >= book.content.numbers.stars:
        return False
    if star in LIMITED and dominates(book, side):
        return True
    return stars_for(side, star) < LIMITED.get(star, 1)


def met_goals(book: Book, side: Side) -> Iterator[Star]:
    """The goals of the triumph track that a side meets now (SY-STR-01), without combat and objectives."""
    numbers = book.content.numbers
    if all(side.cubes):
        yield Star.UPGRADES
    if all(side.units[unit] for unit in MECHS):
        yield Star.MECHS
    if all(side.structures):
        yield Star.STRUCTURES
    if NONE not in side.recruits:
        yield Star.RECRUITS
    if all(side.units[unit] for unit in WORKERS):
        yield Star.WORKERS
    if side.popularity >= numbers.popularity:
        yield Star.POPULARITY
    if side.power >= numbers.power:
        yield Star.POWER


def settle(course: Course, *earned: tuple[int, Star]) -> None:
    """End a step: place stars, the active player's first, then clockwise. The 6th star of a player ends the game.

    `earned`: combat and objective stars of this step, which no state shows. Players have no choice (SY-STR-02), and placed stars
    stay (SY-STR-03). Stars beyond the last one are not placed (SY-R-26). Stars of others block nothing (SY-STR-05).

    Rules: SY-STR-07, SY-STR-08, SY-END-02, SY-R-25.
    """
    for player in clockwise(course.state, course.state.active):
        goals = [star for who, star in earned if who == player]
        for star in (*goals, *met_goals(course.book, course.side(player))):
            if course.state.phase is not Phase.OVER and may_place(course.book, course.side(player), star):
                course.happens(StarPlaced(player, star))
        if len(course.side(player).stars) >= course.book.content.numbers.stars:
            end(course, player)
            return
