"""Rules of a scenario for late sheets (R-16)."""

from __future__ import annotations

import msgspec
import pytest

from control.day.plan import LateRule
from control.engine.records import replace
from rooms.realm.scenario.checks.people import check_late
from rooms.realm.scenario.loader import load_scenario, scenario_from_json
from rooms.realm.scenario.schema import Scenario, Settings
from tests.scenarios import FIXTURES, small


@pytest.mark.rule("R-16")
@pytest.mark.parametrize(
    ("rules", "what"),
    [
        ((LateRule(sheet="war", policy="draft"), LateRule(sheet="scheme", policy="grace", seconds=15)), ""),
        ((LateRule(sheet="war", policy="draft"), LateRule(sheet="war", policy="ask")), "late war sheets are ruled twice."),
        ((LateRule(sheet="war", policy="grace"),), "a grace of 0 seconds gives no time."),
    ],
)
def test_each_kind_has_one_rule_and_a_grace_is_one(rules, what):
    found = [each.what for each in check_late(replace(small().settings, late=rules))]

    assert found == ([what] if what else [])


def load(settings: str) -> Scenario | list:
    folder = FIXTURES / "god_emperor"
    files = {file.name: file.read_text(encoding="utf-8") for file in folder.glob("*.yaml")}
    return load_scenario({**files, "late.yaml": settings})


@pytest.mark.rule("R-16")
def test_an_author_writes_it_and_an_event_keeps_it():
    found = load("settings:\n  late:\n    - {sheet: war, policy: grace, seconds: 15}\n")

    assert isinstance(found, Scenario), found
    assert found.settings.late == (LateRule(sheet="war", policy="grace", seconds=15),)
    assert scenario_from_json(msgspec.json.encode(found)).settings.late == found.settings.late


@pytest.mark.rule("R-16")
@pytest.mark.parametrize(
    "line", ["{sheet: poem, policy: ask}", "{sheet: war, policy: maybe}", "{sheet: war, policy: grace, seconds: 900}"]
)
def test_what_no_policy_is_gets_named_with_its_line(line):
    found = load(f"settings:\n  late:\n    - {line}\n")

    assert [(each.file, each.line) for each in found] == [("late.yaml", 3)]


@pytest.mark.rule("R-16")
def test_where_nothing_is_said_what_is_late_is_put_before_control():
    assert Settings().late_policy == "ask"
