"""Every check of the checker: a scenario with one mistake gets exactly the expected sentences."""

from __future__ import annotations

import re
from functools import cache
from inspect import signature
from pathlib import Path
from unittest.mock import patch

import pytest
from ruamel.yaml import YAML

from control.engine.records import replace
from rooms.realm.scenario import loader
from rooms.realm.scenario.checks import CHECKS, Check
from rooms.realm.scenario.checks.decks import check_factions
from rooms.realm.scenario.checks.people import check_god_emperor, check_texts
from rooms.realm.scenario.loader import Findings
from rooms.realm.scenario.sections import is_borrowed
from tests.rooms.realm.scenario.broken import line_with, with_changes
from tests.scenarios import small

pytestmark = pytest.mark.usefixtures("in_blocks")

BROKEN = {case["broken"]: case for case in YAML(typ="safe", pure=True).load(Path(__file__).with_name("broken.yaml"))}


@cache
def checked(name: str) -> tuple[dict[str, str], Findings, frozenset[str]]:
    """Files of a broken scenario, the findings, and the names of the checks that found something."""
    files = with_changes(*((change["file"], change["old"], change["new"]) for change in BROKEN[name]["changes"]))
    heard: set[str] = set()

    def listening(check: Check) -> Check:
        def listen(**arguments):
            for complaint in check(**arguments):
                heard.add(check.__name__)
                yield complaint

        listen.__signature__ = signature(check)
        return listen

    with patch.object(loader, "CHECKS", tuple(listening(check) for check in CHECKS)):
        return files, loader.check_scenario(files), frozenset(heard)


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_broken_is_said_with_its_line_and_mend(name):
    files, found, _ = checked(name)

    said = []
    for each in BROKEN[name]["says"]:
        words, _, further = each["at"].partition(" +")
        said.append(f"{each['file']}:{line_with(files, each['file'], words) + int(further or 0)}: {each['said']}")
    said.sort(key=lambda line: ": warning: " in line)
    assert [str(problem) for problem in found.problems] == said
    assert (found.scenario is None) == any(not problem.warning for problem in found.problems)


def test_every_check_has_a_broken_scenario():
    heard = frozenset().union(*(checked(name)[2] for name in BROKEN))

    assert {check.__name__ for check in CHECKS} == heard


@pytest.mark.rule("GE-FAV-09")
def test_a_faction_that_cannot_be_read_hides_no_mistake_of_the_next():
    one, other, *_more = small().factions
    factions = (one, replace(other, kind="tower of nothing"))

    said = [complaint.path for complaint in check_factions(factions, clean=lambda path: path != f"factions[{one.id}].kind")]

    assert said == [f"factions[{other.id}].kind"]


@pytest.mark.rule("C-15", "R-10")
@pytest.mark.parametrize(("ends_at", "warned"), [("10:48", False), ("10:49", True)])
def test_less_than_five_minutes_before_the_end_of_play_are_no_gap(ends_at, warned):
    files = with_changes(("scenario.yaml", "reserve_minutes: 2", f'reserve_minutes: 2\n  play_ends_at: "{ends_at}"'))

    said = [problem.what for problem in loader.check_scenario(files).problems if problem.field == "timetable.play_ends_at"]

    assert said == ["5 minutes between 10:44 and 10:49 stand outside every month and the reserve."] * warned


@pytest.mark.rule("C-16", "C-17")
@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("god_emperor_motives", (), "there are 0 of them."),
        ("god_emperor_samples", (), "there are 0 of them."),
        ("god_emperor_decrees", ("Stand.",), "there is 1 of them."),
        ("god_emperor_punishments", (), "there are 0 of them."),
        ("god_emperor_immortals", (), "there are 0 of them."),
        ("news", (), "there is no template."),
    ],
)
def test_each_part_of_the_god_emperor_and_the_news_is_missed(field, value, said):
    texts = replace(small().texts, **{field: value})
    found = [each for check in (check_god_emperor, check_texts) for each in check(texts, clean=lambda _path: True)]

    assert [(each.path, each.what, each.warning) for each in found] == [(f"texts.{field}", said, field != "god_emperor_motives")]


NEGATION = re.compile(r"\b(?:no|not|nothing|nobody|none|never|neither|nor|without|cannot|missing)\b")


def test_no_sentence_of_the_checker_denies_twice():
    """A reader who mends a file at night needs what is so, not a double negation."""
    said = [each["said"] for case in BROKEN.values() for each in case["says"]]
    what = [part for words in said for part in re.split(r"[.;:,] ", words.partition(" Mend:")[0])]

    assert [part for part in what if len(NEGATION.findall(part)) > 1] == []


def test_what_keeps_a_scenario_from_being_played_is_named_before_advice():
    _files, found, _ = checked("too few minions for a large House")

    assert [problem.warning for problem in found.problems] == [False, True]
    assert min(found.problems, key=lambda each: (is_borrowed(each.file), each)).warning  # by place, advice would come first
