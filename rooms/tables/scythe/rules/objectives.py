"""Objectives: their progress, and revealing one (SY-OBJ)."""

from __future__ import annotations

from typing import Final

import msgspec

from control.engine.language import later, say
from control.engine.records import replace
from rooms.tables.game.facts import GameFact
from rooms.tables.game.rule_parts import OneOf, without_card
from rooms.tables.scythe.game.actions import RevealObjective
from rooms.tables.scythe.game.content import Book
from rooms.tables.scythe.game.goals import Condition
from rooms.tables.scythe.game.scene import Scene
from rooms.tables.scythe.game.state import NONE, Bonuses, Course, ScytheState, Star, side_of, with_side
from rooms.tables.scythe.rules.conditions import counted, is_condition_met, is_met
from rooms.tables.scythe.rules.faction_abilities import dominates
from rooms.tables.scythe.rules.phases import LegalAction, LegalActions
from rooms.tables.scythe.rules.stars import may_place, settle


class RevealOffer(OneOf[str], frozen=True):
    """Reveal one of these objectives, which are met now."""

    does = RevealObjective


class ObjectiveRevealed(GameFact, frozen=True):
    """A player revealed a met objective. It and the `others`, these unseen, went under the deck (SY-OBJ-02, SY-OBJ-03)."""

    binding = later("an objective was shown")
    player: int
    card: str
    others: tuple[str, ...] = ()

    def after(self, state: ScytheState) -> ScytheState:
        gone = (self.card, *self.others)
        held = side_of(state, self.player).objectives
        for card in gone:
            held = without_card(held, card)
        return replace(state, sides=with_side(state, self.player, objectives=held), objectives=state.objectives + gone)

    def words(self, scene: Scene) -> str:
        """The revealed card. The other objective stays hidden (A-27)."""
        card = scene.book.objectives[self.card]
        return say(
            "{name} reveals the objective “{title}”: {text}", name=scene.names[self.player], title=card.title, text=card.text
        )


class Progress(msgspec.Struct, frozen=True):
    """A condition of an objective with its current number."""

    condition: Condition
    counted: int
    met: bool


def progress(book: Book, state: ScytheState, player: int, card: str) -> tuple[Progress, ...]:
    """The progress of an objective, condition by condition, for its holder alone."""
    return tuple(
        [
            Progress(each, counted(book, state, player, each), is_condition_met(book, state, player, each))
            for each in book.objectives[card].needs
        ]
    )


def between_steps(state: ScytheState) -> bool:
    """Return whether the table is between two steps (SY-R-01): no unit is moving, and no own bonus of a bottom row is open."""
    step = state.agenda[0]
    if isinstance(step, Bonuses) and step.players[0] == state.active:
        return False
    return state.move is None or state.move.unit == NONE


def _reveals(book: Book, state: ScytheState, player: int) -> list[RevealOffer]:
    """The active player's objectives that are met, while a star is left for one (SY-TRN-09, SY-OBJ-01, SY-OBJ-04, SY-OBJ-05)."""
    if player != state.active or not between_steps(state):
        return []
    side = state.sides[player]
    if not side.objectives or not may_place(book, side, Star.OBJECTIVE):
        return []
    met = tuple([card for card in side.objectives if card and is_met(book, state, player, book.objectives[card])])
    return [RevealOffer(met)] if met else []


def _reveal(course: Course, player: int, action: RevealObjective) -> None:
    """A-27: place the star and put the other objective away. Dominate keeps it.

    Rules: SY-OBJ-02, SY-OBJ-03, SY-OBJ-06, SY-FAC-11.
    """
    side = course.side(player)
    others = () if dominates(course.book, side) else without_card(side.objectives, action.card)
    course.happens(ObjectiveRevealed(player, action.card, others))
    settle(course, (player, Star.OBJECTIVE))


def why_not_revealed(book: Book, state: ScytheState, player: int, action: RevealObjective) -> tuple[str, str]:
    """The reason why an objective is not offered, and the rule."""
    if player != state.active:
        return say("Objectives are revealed on the own turn."), "SY-TRN-09"
    if not between_steps(state):
        return say("A row or a movement is under way. Finish it first."), "SY-R-01"
    if action.card not in state.sides[player].objectives:
        return say("You do not hold this objective."), "SY-OBJ-01"
    if not may_place(book, state.sides[player], Star.OBJECTIVE):
        return say("You have your star for an objective."), "SY-OBJ-04"
    return say("This objective is not met now: {text}", text=book.objectives[action.card].text), "SY-OBJ-05"


REVEALING: Final[LegalActions] = {RevealObjective: LegalAction(_reveals, _reveal, why_not_revealed)}
