"""The rules of Scythe behind the interface of a side table."""

from __future__ import annotations

from typing import Final

from control.engine.context import Chance
from rooms.tables.game.book_game import RulesByBook
from rooms.tables.game.facts import AgendaCourse, game_of
from rooms.tables.game.rules import OwnTurn, Result, Setup
from rooms.tables.scythe.game.actions import ScytheAction, ScytheOffer
from rooms.tables.scythe.game.content import Book, Content, book_of
from rooms.tables.scythe.game.invariants import broken_invariants
from rooms.tables.scythe.game.scene import Scene
from rooms.tables.scythe.game.state import Course, Phase, ScytheState
from rooms.tables.scythe.game.view import ScytheView, view_of
from rooms.tables.scythe.rules import legal_actions
from rooms.tables.scythe.rules.alliances_and_bribes import GiveOffer
from rooms.tables.scythe.rules.objectives import RevealOffer
from rooms.tables.scythe.rules.phases import waits_for
from rooms.tables.scythe.rules.scoring import scores_of, winners_of
from rooms.tables.scythe.rules.setup import lay_out
from rooms.tables.scythe.rules.turns import PunishOffer, work_agenda

FACTS: Final = game_of("scythe", ScytheState, legal_actions.PAGES)


class ScytheRules(RulesByBook[Book, ScytheState, ScytheAction], frozen=True):
    """The rules for one content."""

    facts, scenes, courses = FACTS, Scene, AgendaCourse
    no_action = "SY-TRN-01"
    meanwhile = frozenset({GiveOffer, PunishOffer, RevealOffer})

    def lays_out(self, course: Course, setup: Setup) -> None:
        """Lay the table out and begin the first turn (A-00)."""
        lay_out(course, setup)
        work_agenda(course)

    def does(self, course: Course, player: int, action: ScytheAction) -> None:
        legal_actions.act(course, player, action)

    def waits_for(self, state: ScytheState) -> tuple[int, ...]:
        """The players whose answer the table waits for."""
        return waits_for(state)

    def own_turn(self, state: ScytheState) -> OwnTurn | None:
        """The current turn, also while others are asked, in a combat or for a bonus (SY-TRN-01)."""
        return OwnTurn(state.active, state.turns) if state.agenda and state.phase is not Phase.RECORDING else None

    def offers(self, state: ScytheState, player: int) -> tuple[ScytheOffer, ...]:
        """Everything that this player may do now."""
        return legal_actions.offered_to(self.book, state, player)

    def default(self, state: ScytheState, player: int, _chance: Chance) -> ScytheAction:
        """The action for a player whose time has run out (SY-R-47)."""
        return legal_actions.default(self.book, state, player)

    def view(self, state: ScytheState, player: int | None) -> ScytheView:
        """Exactly what this player may see. None is a spectator."""
        return view_of(self.book, state, player)

    def result(self, state: ScytheState) -> Result | None:
        """Winners and all scores. None until the game is over (SY-END-12)."""
        if state.phase is not Phase.OVER:
            return None
        return Result(winners=winners_of(self.book, state), scores=scores_of(self.book, state))

    def standing(self, state: ScytheState) -> tuple[int, ...]:
        """Each player's score if the game ended now."""
        return scores_of(self.book, state)

    def broken(self, state: ScytheState) -> tuple[str, ...]:
        """The broken invariants, one sentence each."""
        return broken_invariants(self.book, state)


def rules_of(content: Content) -> ScytheRules:
    """The rules for this content."""
    return ScytheRules(book_of(content))
