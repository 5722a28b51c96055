"""Stars: what is earned is placed at the end of each step, and the 6th ends the game (SY-STR, SY-END-01, SY-R-25)."""

from __future__ import annotations

from collections.abc import Iterator

from rooms.tables.scythe.facts.cards import EncounterOver
from rooms.tables.scythe.facts.stars import Ended, StarPlaced
from rooms.tables.scythe.game.book import Book
from rooms.tables.scythe.game.content import Ability
from rooms.tables.scythe.game.course import Course
from rooms.tables.scythe.game.state import MECHS, NONE, WORKERS, Meeting, Phase, Side, Star
from rooms.tables.scythe.rules.control import contested
from rooms.tables.scythe.rules.measures import clockwise, has, stars_for
from rooms.tables.scythe.rules.recording import ask_winners
from rooms.tables.scythe.rules.returning import go_back
from rooms.tables.scythe.rules.scoring import tell_scores

LIMITED = {Star.COMBAT: 2, Star.OBJECTIVE: 1}  # SY-CMB-16, SY-OBJ-04, SY-STR-04


def may_place(book: Book, side: Side, star: Star) -> bool:
    """Is there a star left, and one for this goal? Dominate knows no limit of combat and objectives (SY-FAC-10, SY-STR-06)."""
    if len(side.stars) >= book.content.numbers.stars:
        return False
    if star in LIMITED and has(book, side, Ability.DOMINATE):
        return True
    return stars_for(side, star) < LIMITED.get(star, 1)


def met_goals(book: Book, side: Side) -> Iterator[Star]:
    """The goals of the triumph track that hold for a side now (SY-STR-01), combat and objectives left out."""
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
    """The end of a step: stars are placed, the active player's first, then clockwise; the 6th ends the game.

    `earned` are stars of this step that no state shows: combat and objectives. Nobody has a choice (SY-STR-02), and what was
    starred stays so (SY-STR-03). Of more stars than are left only those are placed (SY-R-26); another's stars
    block nothing (SY-STR-05).

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


def end(course: Course, player: int) -> None:
    """The game is over: pending combats are not fought, and everybody's score is told (SY-END-01, SY-END-03).

    An encounter card that lies open goes under its deck, with no further option (SY-ENC-09).
    """
    if contested(course.state):
        go_back(course)
    for step in course.todo:
        if isinstance(step, Meeting):
            course.happens(EncounterOver(step.card))
    course.todo.clear()
    course.happens(Ended(player))
    tell_scores(course)
    if course.state.options.achievements:
        ask_winners(course)
