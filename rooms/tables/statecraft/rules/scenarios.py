"""The scenario in force: how it is drawn, its last turn, its deck and its text (SC-SET-09, SC-ADV-01, SC-QIK-01)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rooms.tables.statecraft.game.content import Book, Scenario, ScenarioEffect, StartEffect
from rooms.tables.statecraft.game.state import Course, StatecraftState

DEMOCRATIC_ELECTION: Final = 1  # number of the scenario of Quickplay
TURNS: Final[Mapping[int, int]] = {2: 12, 3: 10, 4: 10, 5: 8, 6: 8}  # SC-FIN-11, SC-R-42
DECK_EACH: Final = 30  # cards for each player in a short deck (SC-CNT-49)


def scenario_of(book: Book, state: StatecraftState) -> Scenario:
    """The scenario in force (SC-SET-09)."""
    return book.scenarios[state.scenario]


def may_campaign(book: Book, state: StatecraftState) -> bool:
    """Return whether the active player may campaign. Repeats are legal (SC-CAM-08), except in scenario 14."""
    return not state.turn.campaigned or scenario_of(book, state).effect is not ScenarioEffect.ONE_CAMPAIGN


def draw_scenario(course: Course, players: int, *, advanced: bool) -> Scenario:
    """Democratic Election in Quickplay, else a random scenario for this number of players.

    Rules: SC-QIK-01, SC-QIK-02, SC-QIK-06, SC-ADV-01, SC-CNT-58.
    """
    scenarios = course.book.content.scenarios
    if not advanced:
        return next(scenario for scenario in scenarios if scenario.number == DEMOCRATIC_ELECTION)
    return course.chance.shuffled([scenario for scenario in scenarios if players in scenario.players])[0]


def last_turn(scenario: Scenario, players: int, chosen: str) -> int:
    """The turn that ends the game for all: the scenario's, else the host's, else by the number of players.

    Rules: SC-FIN-03, SC-FIN-11, SC-R-42.
    """
    return scenario.turns or int(chosen or TURNS[players])


def deck_size(scenario: Scenario, players: int, cards: int) -> int:
    """The number of cards that stay in the main deck: all, or 30 for each player in a short deck (SC-CNT-49)."""
    return DECK_EACH * players if scenario.start is StartEffect.SHORT_DECK else cards
