"""How the day ends: a Divine Sovereign, the God Emperor, Leviathan, or what Control decides (GE-SOV-11, GE-SOV-12, R-26)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from control.day.timetable import last_month
from control.engine.viewer import HALL
from rooms.realm.game.state import GameState, Throne, ThroneWaits
from rooms.realm.game.view_end import crowned, over
from tests.rooms.realm.game.play import CAT_1, running

EMPTY = Throne(god_emperor=False, waits=ThroneWaits.TIE)
REIGNS = Throne(god_emperor=False, holder=CAT_1)


def at_the_end(throne: Throne, month10_tie: str = "leviathan") -> GameState:
    state = running().state
    scenario = replace(state.scenario, settings=replace(state.scenario.settings, month10_tie=month10_tie))
    return replace(state, scenario=scenario, throne=throne, clock=replace(state.clock, turned=last_month(state)))


@pytest.mark.rule("GE-SOV-11", "GE-SOV-12", "R-26")
@pytest.mark.parametrize(
    ("throne", "title", "who", "words"),
    [
        (Throne(), "Divine Sovereign", "The God Emperor", "Every House has lost."),
        (EMPTY, "Nobody reigns", "Leviathan rises", "Nobody has won."),
    ],
)
def test_the_last_return_decides_the_game(throne, title, who, words):
    found = crowned(at_the_end(throne), HALL)
    assert (found.title, found.who, found.words) == (title, who, words)
    assert over(at_the_end(throne)) == f"{title}: {who}. {words} Stay for the crowning and the debrief."


@pytest.mark.rule("GE-SOV-11", "R-26")
def test_whoever_reigns_then_is_divine_sovereign():
    found = crowned(at_the_end(REIGNS), HALL)
    assert (found.title, found.words) == ("Divine Sovereign", "The game is decided.")
    assert found.who.endswith("(Cat)")


@pytest.mark.rule("R-26")
def test_an_empty_throne_is_controls_to_decide_where_the_scenario_says_so():
    found = crowned(at_the_end(EMPTY, "control"), HALL)
    assert (found.title, found.who, found.words) == ("Nobody reigns", "The throne is empty", "Control decides how it ends.")


@pytest.mark.rule("R-26")
def test_a_day_that_ends_before_the_last_return_decides_nothing():
    state = replace(at_the_end(EMPTY), clock=replace(running().state.clock, turned=1))
    assert (crowned(state, HALL).title, crowned(state, HALL).words) == ("Sovereign", "")
    assert over(state) == "The throne is empty. Stay for the crowning and the debrief."
