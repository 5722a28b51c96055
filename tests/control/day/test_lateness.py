"""Late sheets in words: how late they came."""

from __future__ import annotations

from datetime import timedelta
from typing import Literal

import pytest

from control.day.lateness import GRACE, Taking, gap_words, phase_grace, step_grace
from control.day.plan import LateRule
from control.engine.ids import StepId
from control.engine.records import replace
from rooms.realm.game.state import GameState
from tests.scenarios import default


@pytest.mark.rule("R-16")
@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "0.001 s"),
        (0.04, "0.040 s"),
        (0.1, "0.1 s"),
        (9.9, "9.9 s"),
        (10, "10 s"),
        (119, "119 s"),
        (120, "2 min 0 s"),
        (187, "3 min 7 s"),
    ],
)
def test_how_late_a_sheet_is_stands_in_seconds_until_two_minutes(seconds, words):
    assert gap_words(timedelta(seconds=seconds)) == words


def _granting(**seconds: int) -> GameState:
    """State of an event with these grace seconds for late sheets, by kind."""
    late = tuple(LateRule(sheet=kind, policy=GRACE, seconds=count) for kind, count in seconds.items())
    scenario = default()
    return GameState(scenario=replace(scenario, settings=replace(scenario.settings, late=late)))


def _taking(kind: str, closes_with: Literal["planning", ""] = "") -> Taking:
    return Taking(kind=kind, room="war", step=StepId("orders"), sealed=lambda *_told: "sealed", closes_with=closes_with)


def test_the_clock_waits_for_whichever_sheets_it_waits_for_longest():
    state = _granting(war=5, court=20)

    assert step_grace(state, (_taking("war"), _taking("court")), "war", StepId("orders")) == timedelta(seconds=20)
    both = (_taking("war", "planning"), _taking("court", "planning"))
    assert phase_grace(state, both, "planning") == timedelta(seconds=20)


def test_a_step_waits_for_no_sheets_that_a_phase_has_closed():
    state = _granting(war=5, court=20)

    assert step_grace(state, (_taking("war"), _taking("court", "planning")), "war", StepId("orders")) == timedelta(seconds=5)
    assert phase_grace(state, (_taking("war"),), "planning") == timedelta(0)
