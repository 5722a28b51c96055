"""The budget tracker within its limits (SC-TRK-05, SC-TRK-06)."""

from __future__ import annotations

from control.engine.language import say
from control.engine.records import replace
from rooms.tables.game.facts import GameFact
from rooms.tables.statecraft.game.scene import Scene, signed
from rooms.tables.statecraft.game.state import BUDGET, NO_POINTS, Course, StatecraftState, side_of, with_side
from rooms.tables.statecraft.rules.leaders import budget_least


class BudgetMoved(GameFact, frozen=True):
    """A budget moved by another cause than a policy (SC-TRK-06). `by`: the real steps. `wanted`: the steps before the limits."""

    player: int
    by: int
    wanted: int

    def after(self, state: StatecraftState) -> StatecraftState:
        budget = side_of(state, self.player).budget + self.by
        return replace(state, sides=with_side(state, self.player, budget=budget))

    def words(self, scene: Scene) -> str:
        movements = scene.movements(self.player, NO_POINTS, self.by, NO_POINTS, self.wanted)
        return say("{name}: {movements}.", name=scene.names[self.player], movements=movements)


class BudgetsBegan(GameFact, frozen=True):
    """Every budget starts at `budget` instead of 0 (scenario 8)."""

    budget: int

    def after(self, state: StatecraftState) -> StatecraftState:
        return replace(state, sides=tuple([replace(side, budget=self.budget) for side in state.sides]))

    def words(self, scene: Scene) -> str:
        return say("Every treasury starts at {budget}.", budget=signed(self.budget))


def budget_step(course: Course, player: int, by: int) -> int:
    """The real movement of a budget by another cause than playing a policy (SC-TRK-05, SC-TRK-06)."""
    budget = course.side(player).budget
    return max(budget_least(course.book, course.state, player), min(BUDGET, budget + by)) - budget


def move_budget(course: Course, player: int, by: int) -> None:
    """Move a budget within its limits."""
    course.happens(BudgetMoved(player, budget_step(course, player, by), by))
