"""Ongoing bonuses of recruits: who gains them, and in which order (SY-ENL)."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from control.engine.dice import Dice
from control.engine.language import later, say
from rooms.tables.game.facts import GameFact
from rooms.tables.scythe.game.actions import TakeBonus
from rooms.tables.scythe.game.content import BOTTOMS, Book, Part
from rooms.tables.scythe.game.payment import DECLINING, Amounts
from rooms.tables.scythe.game.scene import Scene
from rooms.tables.scythe.game.state import Bonuses, Course, Phase, ScytheState, Star, left_of, right_of
from rooms.tables.scythe.rules.phases import LegalAction, LegalActions, always
from rooms.tables.scythe.rules.stars import settle
from rooms.tables.scythe.rules.supply import gains_without, receive_all


class BonusOffer(msgspec.Struct, frozen=True):
    """Gain or decline the ongoing bonus of a section (SY-R-24)."""

    section: int
    gains: Amounts

    def some(self, dice: Dice) -> TakeBonus:
        return TakeBonus(dice.random() >= DECLINING)

    def allows(self, action: Any) -> bool:
        return type(action) is TakeBonus


class BonusAnswered(GameFact, frozen=True):
    """A player gained or declined a recruit's ongoing bonus (SY-ENL-05, SY-R-24)."""

    player: int
    section: int
    accepted: bool

    def words(self, scene: Scene) -> str:
        name, what = scene.names[self.player], scene.word(BOTTOMS[self.section])
        if self.accepted:
            return say("{name} has the ongoing bonus of {what}.", name=name, what=what)
        return say("{name} declines the ongoing bonus of {what}.", name=name, what=what)


def neighbours(state: ScytheState, player: int) -> tuple[int, ...]:
    """The players to the left and to the right. With two players both are the one opponent (SY-ENL-10, SY-ENL-11)."""
    return tuple(dict.fromkeys([left_of(state, player), right_of(state, player)]))


def asks(book: Book, state: ScytheState, player: int, section: int) -> bool:
    """Return whether this player is asked before gaining the bonus (SY-R-24).

    That is only where the bonus would reach the end of a track and its star is still open. With the option, always.
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
    """Give the next bonus, or ask about it: active player first, then left, then right (SY-ENL-08).

    Only a bottom row of a player mat leads here (SY-ENL-07), and only the type of that row counts (SY-ENL-06).
    """
    if asks(course.book, course.state, step.players[0], step.section):
        return step
    _answer(course, step, accept=True)
    return None


def _answer(course: Course, step: Bonuses, *, accept: bool) -> None:
    """Gain or decline the bonus, then place stars. After a 6th star the others gain nothing (SY-ENL-09, SY-STR-07, SY-R-27)."""
    player, *others = step.players
    course.happens(BonusAnswered(player, step.section, accept))
    if accept:
        receive_all(course, player, gains_without((course.book.content.numbers.ongoing[step.section],), ()))
    settle(course)
    if others and course.state.phase is not Phase.OVER:
        course.first(Bonuses(step.section, tuple(others)))


def _bonus_offers(book: Book, state: ScytheState, player: int) -> list[BonusOffer]:
    step = state.agenda[0]
    if not isinstance(step, Bonuses) or step.players[0] != player:
        return []
    return [BonusOffer(step.section, (book.content.numbers.ongoing[step.section],))]


def _take_bonus(course: Course, _player: int, action: TakeBonus) -> None:
    step = course.todo.pop()
    assert isinstance(step, Bonuses)
    _answer(course, step, accept=action.accept)


BONUS: Final[LegalActions] = {
    TakeBonus: LegalAction(_bonus_offers, _take_bonus, always(later("No bonus is offered to you now."), "SY-ENL-08"))
}
