"""The rules of Potemkin Empire behind the interface of a side table."""

from __future__ import annotations

from typing import Final

from control.engine.context import Chance
from rooms.tables.game.book_game import RulesByBook
from rooms.tables.game.facts import ActionCourse, game_of
from rooms.tables.game.rules import Offer, OwnTurn, Result, Setup
from rooms.tables.potemkin.game.actions import PotemkinAction
from rooms.tables.potemkin.game.content import Book, Content, book_of
from rooms.tables.potemkin.game.invariants import broken_invariants
from rooms.tables.potemkin.game.scene import Scene
from rooms.tables.potemkin.game.state import IN_TURN, Course, Phase, PotemkinState
from rooms.tables.potemkin.game.view import PotemkinView, view_of
from rooms.tables.potemkin.rules import legal_actions
from rooms.tables.potemkin.rules.scoring import scores_of, winners_of
from rooms.tables.potemkin.rules.setup import lay_out

FACTS: Final = game_of("potemkin", PotemkinState, legal_actions.PAGES)


class PotemkinRules(RulesByBook[Book, PotemkinState, PotemkinAction], frozen=True):
    """The rules for one content."""

    facts, scenes, courses = FACTS, Scene, ActionCourse
    no_action = "PE-ACT-05"

    def lays_out(self, course: Course, setup: Setup) -> None:
        """Lay the table out and deal the first packs. If nobody gets a card, idle turns play themselves (PE-R-12)."""
        lay_out(course, setup)
        legal_actions.play_idle(course)

    def does(self, course: Course, player: int, action: PotemkinAction) -> None:
        legal_actions.act(course, player, action)

    def waits_for(self, state: PotemkinState) -> tuple[int, ...]:
        """The players whose answer the table waits for."""
        return legal_actions.waits_for(state)

    def own_turn(self, state: PotemkinState) -> OwnTurn | None:
        """The current turn (PE-ACT-02). None in drafts and End phases, in which all players act."""
        return OwnTurn(state.turn, state.turns) if state.phase in IN_TURN else None

    def offers(self, state: PotemkinState, player: int) -> tuple[Offer[PotemkinAction], ...]:
        """Everything that this player may do now (PE-HID-09)."""
        return legal_actions.offered_to(self.book, state, player)

    def default(self, state: PotemkinState, player: int, chance: Chance) -> PotemkinAction:
        """The action for a player whose time has run out (PE-R-36)."""
        return legal_actions.default(state, player, chance)

    def view(self, state: PotemkinState, player: int | None) -> PotemkinView:
        """Exactly what this player may see. None is a spectator."""
        return view_of(self.book, state, player)

    def result(self, state: PotemkinState) -> Result | None:
        """Winners and points. None until the game is over."""
        if state.phase is not Phase.OVER:
            return None
        return Result(winners=winners_of(self.book, state), scores=scores_of(self.book, state))

    def standing(self, state: PotemkinState) -> tuple[int, ...]:
        """Each player's points if final scoring took place now."""
        return scores_of(self.book, state)

    def broken(self, state: PotemkinState) -> tuple[str, ...]:
        """The broken invariants, one sentence each."""
        return broken_invariants(self.book, state)


def rules_of(content: Content) -> PotemkinRules:
    """The rules for this content."""
    return PotemkinRules(book_of(content))
