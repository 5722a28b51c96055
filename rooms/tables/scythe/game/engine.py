"""The rules of Scythe as a side table asks for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from control.engine.context import Chance
from control.engine.modules import Game
from rooms.tables.game.rules import Played, Result, Setup
from rooms.tables.scythe.game.actions import ScytheAction
from rooms.tables.scythe.game.book import Book, book_of
from rooms.tables.scythe.game.content import Content
from rooms.tables.scythe.game.course import Course
from rooms.tables.scythe.game.facts import FACTS
from rooms.tables.scythe.game.offers import ScytheOffer
from rooms.tables.scythe.game.scene import Scene
from rooms.tables.scythe.game.sound import broken
from rooms.tables.scythe.game.state import Phase, ScytheState
from rooms.tables.scythe.game.view import ScytheView
from rooms.tables.scythe.game.viewing import view_of
from rooms.tables.scythe.rules import moments
from rooms.tables.scythe.rules.agenda import go_on
from rooms.tables.scythe.rules.scoring import scores_of, winners_of
from rooms.tables.scythe.rules.setup import lay_out
from rooms.tables.scythe.rules.waiting import waits_for


@dataclass(frozen=True, slots=True)
class ScytheRules:
    """The rules, bound to a content."""

    book: Book

    @property
    def facts(self) -> Game[Any]:
        """Everything that happens in the game."""
        return FACTS

    def scene(self, state: ScytheState, names: tuple[str, ...]) -> Scene:
        """What the words of a fact are made from; `state` is the state before it."""
        return Scene(self.book, state, names)

    def blank(self) -> ScytheState:
        """An empty table."""
        return ScytheState()

    def setup(self, setup: Setup, chance: Chance) -> Played:
        """Lay the table out and begin the first turn (A-00).

        Raises:
            Refused: a number of players or an option that the game does not know.
        """
        course = Course(self.book, self.blank(), chance)
        lay_out(course, setup)
        go_on(course)
        return course.played()

    def act(self, state: ScytheState, player: int, action: ScytheAction, chance: Chance) -> Played:
        """Carry out one player's action, with everything that follows until somebody has to decide.

        Raises:
            Refused: with the rule; nothing has changed.
        """
        course = Course(self.book, state, chance)
        moments.act(course, player, action)
        return course.played()

    def waits_for(self, state: ScytheState) -> tuple[int, ...]:
        """The players without whom nothing goes on."""
        return waits_for(state)

    def offers(self, state: ScytheState, player: int) -> tuple[ScytheOffer, ...]:
        """Everything this player may do now, and nobody else's business."""
        return moments.offers(self.book, state, player)

    def default(self, state: ScytheState, player: int, _chance: Chance) -> ScytheAction:
        """What is played for whose time has run out (R-47)."""
        return moments.default(self.book, state, player)

    def view(self, state: ScytheState, player: int | None) -> ScytheView:
        """Exactly what this player may see; None is whoever looks on."""
        return view_of(self.book, state, player)

    def result(self, state: ScytheState) -> Result | None:
        """Who has won, with everybody's score; None while it is played (SY-END-12)."""
        if state.phase is not Phase.OVER:
            return None
        return Result(winners=winners_of(self.book, state), scores=scores_of(self.book, state))

    def standing(self, state: ScytheState) -> tuple[int, ...]:
        """What each player would score if it ended here."""
        return scores_of(self.book, state)

    def broken(self, state: ScytheState) -> tuple[str, ...]:
        """The invariants that do not hold, one sentence each."""
        return broken(self.book, state)


def rules_of(content: Content) -> ScytheRules:
    """The rules, bound to a content."""
    return ScytheRules(book_of(content))
