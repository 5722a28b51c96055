"""Start-of-game effects of scenario and leaders (SC-ADV-04, SC-LDR-12)."""

from __future__ import annotations

from typing import Final

from control.engine.language import say
from control.engine.records import replace
from rooms.tables.game.facts import GameFact
from rooms.tables.statecraft.game.actions import SetIdeology, SetIdeologyOffer
from rooms.tables.statecraft.game.content import IDEOLOGIES, Scenario, StartEffect
from rooms.tables.statecraft.game.scene import Scene
from rooms.tables.statecraft.game.state import (
    CheckIncumbent,
    Course,
    Phase,
    StartChoice,
    StatecraftState,
    as_trackers,
    in_turn_order,
    side_of,
    with_side,
)
from rooms.tables.statecraft.rules.budget_tracker import BudgetsBegan
from rooms.tables.statecraft.rules.incumbent import IncumbentMoved
from rooms.tables.statecraft.rules.leaders import starts_ahead
from rooms.tables.statecraft.rules.phases import Row


class IdeologySet(GameFact, frozen=True):
    """A player set one of their ideologies before the first turn (SC-LDR-12, scenario 10)."""

    player: int
    ideology: int
    to: int

    def after(self, state: StatecraftState) -> StatecraftState:
        trackers = list(side_of(state, self.player).trackers)
        trackers[self.ideology] = self.to
        return replace(state, sides=with_side(state, self.player, trackers=as_trackers(trackers)))

    def words(self, scene: Scene) -> str:
        name, ideology = scene.names[self.player], scene.ideology(self.ideology)
        before = scene.state.sides[self.player].trackers[self.ideology]
        return say(
            "{name} shows the colours early: {ideology} {before} → {after}.",
            name=name,
            ideology=ideology,
            before=before,
            after=self.to,
        )


SET_TO: Final = 2  # the ideology of a start effect (SC-LDR-12, scenario 10)
BEGINNING_BUDGET: Final = 3  # scenario 8


def queue_start_effects(course: Course, scenario: Scenario) -> None:
    """Queue the start effects: those of the scenario, then those of leaders, each in turn order (SC-ADV-04, SC-R-48)."""
    order = in_turn_order(course.state, course.state.first)
    if scenario.start is StartEffect.BUDGET_THREE:
        course.happens(BudgetsBegan(BEGINNING_BUDGET))
    elif scenario.start is StartEffect.LAST_IS_INCUMBENT:
        course.happens(IncumbentMoved(order[-1]))
    choosing = list(order) if scenario.start is StartEffect.SET_IDEOLOGY else []
    choosing += [player for player in order if starts_ahead(course.book, course.state, player)]
    course.first(CheckIncumbent(), *[StartChoice(player) for player in choosing])


def set_ideology(course: Course, player: int, action: SetIdeology) -> None:
    """Set one of the player's ideologies to 2 (SC-LDR-12, scenario 10)."""
    course.happens(IdeologySet(player, IDEOLOGIES.index(action.ideology), SET_TO))
    course.first(CheckIncumbent())


ROWS: Final = (
    Row(
        SetIdeology,
        Phase.START_EFFECTS,
        lambda _now: [SetIdeologyOffer(IDEOLOGIES)],
        set_ideology,
        default=lambda _now, chance: SetIdeology(chance.shuffled(IDEOLOGIES)[0]),
    ),
)
