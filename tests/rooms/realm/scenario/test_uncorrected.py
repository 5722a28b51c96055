"""The printed rulebook's own lists, uncorrected. The checker finds every contradiction that a ruling settles, and no other.

The lists are in the folder `uncorrected` beside this file. The default scenario supplies the rest.
"""

from __future__ import annotations

import re
from itertools import chain
from pathlib import Path

import pytest

from rooms.realm.scenario.loader import check_scenario
from rooms.realm.scenario.schema import Scenario
from tests.rooms.realm.scenario.broken import texts

FOLDER = Path(__file__).with_name("uncorrected")
FACTIONS = "our-lady 48, rat-king 48, spice-lords 48, cult 48, outcasts 48, silk-hand 0"

CONTRADICTIONS = {
    # The lists of the West call Swords "Sword".
    "R-01": [f"court[{month}].may_propose[2]: there is no house 'sword'. Mend: Write 'swords'." for month in (1, 4, 7)],
    # Ten rounds of half an hour from 10:30 end over an hour before the crowning.
    "R-10": [
        "timetable.play_ends_at: 60 minutes between 15:30 and 16:30 stand outside every month and the reserve. "
        "Mend: Lengthen months, or add them to 'reserve_minutes'."
    ],
    # The Court's steps do not fit into Action.
    "R-11": ["timetable.steps.court: the steps take 15 minutes, Action 14. Mend: Shorten steps, or lengthen Action."],
    # The schedule has eleven months, the game ten. The eleventh is in a castle that no list has.
    "R-27": [
        "court[11].month: the timetable has no month 11; its last is 10. "
        "Mend: Take the sitting out, or add the month to the timetable.",
        "court[11].region: there is no region 'home-of-the-divine-sovereign'. "
        "Mend: Write the id of another region, or add this one.",
    ],
    # The Silk Hand is not one of the five factions, and its Roads are no building.
    "R-62": [
        "factions[silk-hand].kind: no building is called 'roads'. "
        "Mend: Write one of: spy-tower, tunnels, trade-route, chapel, arena.",
        "favors: 'silk-hand' has 0 abilities. Mend: Give each faction at least 5.",
        f"favors: the factions are unequal: {FACTIONS}. Mend: Give each as many cards.",
    ],
    # Four castles lie in another province than the schedule says of their Houses.
    "R-71": [
        *(
            f"court[{month}].province: the Court sits in '{region}', which does not lie in '{says}' but in '{lies}'. "
            f"Mend: Write {lies}, or move the region."
            for month, region, says, lies in (
                (2, "chi", "east", "north"),
                (3, "hag", "north", "east"),
                (5, "end", "east", "north"),
                (6, "orr", "north", "east"),
            )
        ),
        *(
            f"houses[{house}].home: the castle '{home}' lies in '{lies}', its House in '{says}'. "
            "Mend: Move the castle, the region or the House."
            for house, home, lies, says in (
                ("wolf", "chi", "north", "east"),
                ("eagle", "end", "north", "east"),
                ("ram", "hag", "east", "north"),
                ("unicorn", "orr", "east", "north"),
            )
        ),
    ],
    # Zen is in the West twice. Inn, the target of the example's move from Zen, is in no list.
    "R-72": [
        "map.regions[zen].neighbours[4]: there is no region 'inn'. Mend: Write 'non' if that is meant, or add the region 'inn'.",
        "map.regions[zen].neighbours[4]: there is no region 'inn'. Mend: Write 'non' if that is meant, or add the region 'inn'.",
        "map.regions[zen]: 'zen' stands twice in 'west', first in line 15. Mend: Take one out, or give it the id that was meant.",
    ],
    # Bat is in the North and in the East.
    "R-73": [
        "map.regions[bat]: 'bat' lies in two provinces: in 'north' by line 30, and in 'east' here. "
        "Mend: Keep it where it belongs, and take the other out."
    ],
    # The Court meets in God in Month 10, and no list has God.
    "R-74": ["court[10].region: there is no region 'god'. Mend: Write 'old' if that is meant, or add the region 'god'."],
    # Two schemes are called Capture.
    "R-107": ["schemes[capture]: the id 'capture' is used twice, first in line 8. Mend: Rename one."],
}


def lists() -> dict[str, str]:
    own = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.yaml")}
    return {**own, **{f"../god_emperor/{name}": text for name, text in texts("god_emperor").items()}}


def said_of(files: dict[str, str]) -> list[str]:
    """Problems without file, line and the word for a warning."""
    return [str(problem).split(": ", 1)[1].removeprefix("warning: ") for problem in check_scenario(files).problems]


@pytest.mark.parametrize(
    "ruling",
    [
        pytest.param("R-01", marks=pytest.mark.rule("R-01")),
        pytest.param("R-10", marks=pytest.mark.rule("R-10", "GE-EVT-20", "GE-EVT-22")),
        pytest.param("R-11", marks=pytest.mark.rule("R-11")),
        pytest.param("R-27", marks=pytest.mark.rule("R-27", "GE-SOV-13")),
        pytest.param("R-62", marks=pytest.mark.rule("R-62")),
        pytest.param("R-71", marks=pytest.mark.rule("R-71", "GE-CRT-02", "GE-CRT-03")),
        pytest.param("R-72", marks=pytest.mark.rule("R-72", "GE-CRT-01")),
        pytest.param("R-73", marks=pytest.mark.rule("R-73")),
        pytest.param("R-74", marks=pytest.mark.rule("R-74")),
        pytest.param("R-107", marks=pytest.mark.rule("R-107")),
    ],
)
def test_a_contradiction_that_a_ruling_settles_is_found(ruling):
    said = said_of(lists())

    assert [sentence for sentence in CONTRADICTIONS[ruling] if sentence not in said] == []


def test_nothing_else_is_found_in_the_lists():
    assert sorted(said_of(lists())) == sorted(chain.from_iterable(CONTRADICTIONS.values()))


@pytest.mark.rule("R-79")
def test_a_fourth_proposal_fits_even_less():
    files = lists()
    third = "".join(line for line in files["timetable.yaml"].splitlines(keepends=True) if "-3, name" in line)
    files["timetable.yaml"] = files["timetable.yaml"].replace(third, third + third.replace("-3, name", "-4, name"))

    said = said_of(files)

    assert "timetable.steps.court: the steps take 19 minutes, Action 14. Mend: Shorten steps, or lengthen Action." in said
    assert any("the Court votes 4 times, but hears 3 proposals a month." in sentence for sentence in said)


@pytest.mark.rule("R-12")
def test_fifteen_minutes_between_months_are_no_contradiction():
    """Return, Ceremony and Planning are as long as the ceremony chapter says, so the checker finds nothing."""
    files = lists()

    months = re.findall(r"ceremony: (\d+), planning: (\d+), movement: \d+, action: \d+, return: (\d+)", files["timetable.yaml"])

    assert [sum(map(int, minutes)) for minutes in months] == [15] * 10
    assert not any(sentence.startswith("timetable.months") for sentence in said_of(files))


@pytest.mark.rule("R-01", "R-10", "R-11", "R-27", "R-62", "R-71", "R-72", "R-73", "R-74", "R-107")
def test_the_default_scenario_is_what_the_rulings_make_of_the_lists():
    found = check_scenario(texts("god_emperor"))

    assert isinstance(found.scenario, Scenario)
    assert found.problems == ()
