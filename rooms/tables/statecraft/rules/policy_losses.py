"""Policies that leave a manifesto, and the reversal of their effects (SC-LOS)."""

from __future__ import annotations

from collections.abc import Iterable

from control.engine.language import say
from control.engine.records import replace
from rooms.tables.game.facts import GameFact
from rooms.tables.statecraft.game.scene import Scene
from rooms.tables.statecraft.game.state import NO_POINTS, Course, StatecraftState, Trackers, moved_by, reverse, side_of, with_side
from rooms.tables.statecraft.rules.budget_tracker import budget_step
from rooms.tables.statecraft.rules.ideology_trackers import limited


class PolicyLeft(GameFact, frozen=True):
    """A policy left a manifesto, and its movement was reversed within the limits of the trackers (SC-LOS-03)."""

    player: int
    card: str
    to_hand: bool
    moved: Trackers
    budget: int

    def after(self, state: StatecraftState) -> StatecraftState:
        side = side_of(state, self.player)
        changes = {
            "policies": tuple([each for each in side.policies if each.card != self.card]),
            "trackers": moved_by(side.trackers, self.moved),
            "budget": side.budget + self.budget,
        }
        if self.to_hand:
            return replace(state, sides=with_side(state, self.player, hand=(*side.hand, self.card), **changes))
        return replace(state, sides=with_side(state, self.player, **changes), discard=(*state.discard, self.card))

    def words(self, scene: Scene) -> str:
        policy = scene.policy(self.player, self.card)
        points = reverse(policy.moved) if policy else NO_POINTS
        cost = -policy.budget if policy else 0
        values = {
            "name": scene.names[self.player],
            "card": scene.card(self.card),
            "movements": scene.movements(self.player, self.moved, self.budget, points, cost),
        }
        if not values["movements"]:
            values["movements"] = say("nothing moves")
        if self.to_hand:
            return say("{card} goes back to the hand of {name}: {movements}.", **values)
        return say("{name} drops {card}: {movements}.", **values)


def policies_leave(course: Course, player: int, cards: Iterable[str], *, to_hand: bool) -> None:
    """Remove policies from a manifesto, the last one played first, and reverse their real movement (SC-R-06).

    Limits apply again, also that of the budget (SC-R-08).

    Rules: SC-LOS-01, SC-LOS-02, SC-LOS-03, SC-LOS-04, SC-LOS-05, SC-LOS-07, SC-REP-09, SC-FIR-06, SC-FIR-08.
    """
    gone = [policy for policy in course.side(player).policies if policy.card in cards]
    for policy in sorted(gone, key=lambda each: -each.order):
        side = course.side(player)
        moved = limited(side.trackers, policy.moved, -1)
        budget = budget_step(course, player, -policy.budget)
        course.happens(PolicyLeft(player, policy.card, to_hand, moved, budget))
