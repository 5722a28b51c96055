"""The rules of Statecraft behind the interface of a side table."""

from __future__ import annotations

from typing import Final

from control.engine.context import Chance
from rooms.tables.game.book_game import RulesByBook
from rooms.tables.game.facts import AgendaCourse, game_of
from rooms.tables.game.rules import Offer, OwnTurn, Result, Setup
from rooms.tables.statecraft.game.actions import StatecraftAction
from rooms.tables.statecraft.game.content import Book, Content, book_of
from rooms.tables.statecraft.game.invariants import broken_invariants
from rooms.tables.statecraft.game.scene import Scene
from rooms.tables.statecraft.game.state import Course, Phase, StatecraftState
from rooms.tables.statecraft.game.view import StatecraftView, view_of
from rooms.tables.statecraft.rules import legal_actions
from rooms.tables.statecraft.rules.phases import waits_for
from rooms.tables.statecraft.rules.setup import lay_out
from rooms.tables.statecraft.rules.turns import work_agenda
from rooms.tables.statecraft.rules.win_conditions import scores_of, winners_of

FACTS: Final = game_of("statecraft", StatecraftState, legal_actions.PAGES)


class StatecraftRules(RulesByBook[Book, StatecraftState, StatecraftAction], frozen=True):
    """The rules for one content."""

    facts, scenes, courses = FACTS, Scene, AgendaCourse
    no_action = "SC-TRN-15"

    def lays_out(self, course: Course, setup: Setup) -> None:
        """Lay the table out, then begin the first turn or ask for the start effects."""
        lay_out(course, setup)
        work_agenda(course)

    def does(self, course: Course, player: int, action: StatecraftAction) -> None:
        legal_actions.act(course, player, action)

    def waits_for(self, state: StatecraftState) -> tuple[int, ...]:
        """The players whose answer the table waits for."""
        return waits_for(state)

    def own_turn(self, state: StatecraftState) -> OwnTurn | None:
        """The current turn, also while other players are asked (SC-TRN-01). Each player has one turn in a round."""
        return OwnTurn(state.active, state.round) if state.round and state.phase is not Phase.OVER else None

    def offers(self, state: StatecraftState, player: int) -> tuple[Offer[StatecraftAction], ...]:
        """Everything that this player may do now (SC-HID-07)."""
        return legal_actions.offered_to(self.book, state, player)

    def default(self, state: StatecraftState, player: int, chance: Chance) -> StatecraftAction:
        """The action for a player whose time has run out (SC-R-51)."""
        return legal_actions.default(self.book, state, player, chance)

    def view(self, state: StatecraftState, player: int | None) -> StatecraftView:
        """Exactly what this player may see. None is a spectator."""
        return view_of(self.book, state, player)

    def result(self, state: StatecraftState) -> Result | None:
        """Winners and final values of the win condition. None until the game is over. Higher scores are better in every scenario
        (SC-WIN-10).
        """
        if state.phase is not Phase.OVER:
            return None
        return Result(winners=winners_of(self.book, state), scores=scores_of(self.book, state))

    def standing(self, state: StatecraftState) -> tuple[int, ...]:
        """The current value of the win condition for each player."""
        return scores_of(self.book, state)

    def broken(self, state: StatecraftState) -> tuple[str, ...]:
        """The broken invariants, one sentence each."""
        return broken_invariants(self.book, state)


def rules_of(content: Content) -> StatecraftRules:
    """The rules for this content."""
    return StatecraftRules(book_of(content))
