"""Recruits' ongoing bonuses: of whoever takes a bottom row, and of the neighbours left and right (SY-ENL-04, SY-ENL-05)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from control.engine.language import say
from rooms.tables.scythe.facts.mat import BonusAnswered
from rooms.tables.scythe.game.actions import TakeBonus
from rooms.tables.scythe.game.book import Book
from rooms.tables.scythe.game.content import Part
from rooms.tables.scythe.game.course import Course
from rooms.tables.scythe.game.offers_mat import BonusOffer
from rooms.tables.scythe.game.state import Bonuses, Phase, ScytheState, Star
from rooms.tables.scythe.rules.goods import less, receive_all
from rooms.tables.scythe.rules.measures import left_of, right_of
from rooms.tables.scythe.rules.stars import settle


def neighbours(state: ScytheState, player: int) -> tuple[int, ...]:
    """The players to the left and to the right; with two players one opponent is both (SY-ENL-10, SY-ENL-11)."""
    return tuple(dict.fromkeys([left_of(state, player), right_of(state, player)]))


def asks(book: Book, state: ScytheState, player: int, section: int) -> bool:
    """Is this player asked before gaining the bonus (SY-R-24)?

    Only where it would bring the end of a track and the star for it can still be placed; with the option always.
    """
    side, numbers, bonus = state.sides[player], book.content.numbers, book.content.numbers.ongoing[section]
    if state.options.ask_every_bonus:
        return True
    if len(side.stars) >= numbers.stars:
        return False
    if bonus.part is Part.POWER:
        return Star.POWER not in side.stars and side.power + bonus.count >= numbers.power
    return (
        bonus.part is Part.POPULARITY and Star.POPULARITY not in side.stars and side.popularity + bonus.count >= numbers.popularity
    )


def next_bonus(course: Course, step: Bonuses) -> Bonuses | None:
    """The active player first, then left, then right (SY-ENL-08): what nobody is asked about is gained at once.

    Only a bottom row of a player mat leads here (SY-ENL-07), and the type of that row alone counts (SY-ENL-06).
    """
    if asks(course.book, course.state, step.players[0], step.section):
        return step
    _answer(course, step, accept=True)
    return None


def _answer(course: Course, step: Bonuses, *, accept: bool) -> None:
    """Gained or not, then stars; with a 6th one the others gain nothing (SY-ENL-09, SY-STR-07, SY-R-27)."""
    player, *others = step.players
    course.happens(BonusAnswered(player, step.section, accept))
    if accept:
        receive_all(course, player, less((course.book.content.numbers.ongoing[step.section],), ()))
    settle(course)
    if others and course.state.phase is not Phase.OVER:
        course.first(Bonuses(step.section, tuple(others)))


def _offers(book: Book, state: ScytheState, player: int) -> list[BonusOffer]:
    step = state.agenda[0]
    if not isinstance(step, Bonuses) or step.players[0] != player:
        return []
    return [BonusOffer(step.section, (book.content.numbers.ongoing[step.section],))]


def _take(course: Course, _player: int, action: TakeBonus) -> None:
    step = course.todo.pop()
    assert isinstance(step, Bonuses)
    _answer(course, step, accept=action.accept)


def why(_book: Book, _state: ScytheState, _player: int, _action: TakeBonus) -> tuple[str, str]:
    """Why there is no bonus to be taken, and the rule."""
    return say("No bonus is offered to you now."), "SY-ENL-08"


BONUS: Final[Mapping[type, tuple[Callable[..., Any], Callable[..., Any]]]] = {TakeBonus: (_offers, _take)}
