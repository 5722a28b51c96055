"""Objectives: their progress, and revealing one (SY-OBJ)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from control.engine.language import say
from rooms.tables.game.rule_parts import without_card
from rooms.tables.scythe.facts.cards import ObjectiveRevealed
from rooms.tables.scythe.game.actions import RevealObjective
from rooms.tables.scythe.game.content import Ability, Book
from rooms.tables.scythe.game.course import Course
from rooms.tables.scythe.game.goals import Condition
from rooms.tables.scythe.game.offers import RevealOffer
from rooms.tables.scythe.game.state import NONE, Bonuses, ScytheState, Star
from rooms.tables.scythe.rules.abilities_and_costs import has
from rooms.tables.scythe.rules.conditions import counted, is_condition_met, is_met
from rooms.tables.scythe.rules.ending import may_place, settle

Moment = Mapping[type, tuple[Callable[[Book, ScytheState, int], "list[Any]"], Callable[[Course, int, Any], None]]]


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
    others = () if has(course.book, side, Ability.DOMINATE) else without_card(side.objectives, action.card)
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


REVEALING: Final[Moment] = {RevealObjective: (_reveals, _reveal)}
