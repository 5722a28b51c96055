"""The scenarios of this project, read once for all tests."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from rooms.realm.scenario.schema import Scenario
from rooms.realm.scenario_files import scenario_in

FIXTURES = Path(__file__).resolve().parent.parent / "fixtures"


@cache
def default() -> Scenario:
    """The default scenario: nine Houses, forty-five seats, ten months."""
    return scenario_in(FIXTURES / "god_emperor")


@cache
def small() -> Scenario:
    """The small scenario: three Houses, nine seats, months of three minutes."""
    return scenario_in(FIXTURES / "god_emperor_small")
