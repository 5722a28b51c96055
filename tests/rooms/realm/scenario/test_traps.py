"""Traps for people who have never written YAML: each is named in plain words, with its line, as the only problem."""

from __future__ import annotations

import re

import pytest

from rooms.realm.scenario.loader import check_scenario
from tests.rooms.realm.scenario.broken import line_with, small_files, with_changes

HOUSES, DAY, LAND = "houses.yaml", "scenario.yaml", "map.yaml"
MOTTO = 'motto: "We land as we please."'

TRAPS = [
    pytest.param(HOUSES, "    name: Cat\n", "\tname: Cat\n", "a tab stands before the first letter.", "spaces", id="a tab"),
    pytest.param(
        HOUSES,
        "    name: Cat\n",
        "   \u00a0name: Cat\n",
        "a blank that is no plain space (U+00A0) stands here.",
        "plain",
        id="a hard blank",
    ),
    pytest.param(
        HOUSES, MOTTO, 'motto: "We \u0007land"', "a sign that no editor shows (U+0007) stands here.", "Take it out", id="a bell"
    ),
    pytest.param(
        HOUSES, MOTTO, 'motto: "We land', "a quotation mark is opened here, and not closed.", "Close it", id="open quotes"
    ),
    pytest.param(HOUSES, MOTTO, "motto: @home", "this is not YAML: ", "quotation marks, since it begins with @", id="an at sign"),
    pytest.param(HOUSES, MOTTO, "motto: *We* land", "this is not YAML: ", "quotation marks, since it begins with *", id="a star"),
    pytest.param(HOUSES, MOTTO, "motto: We: land", "this is not YAML: ", "a text that has a colon in it", id="a colon"),
    pytest.param(
        DAY, "name: The West}", "name: West: wild}", "this is not YAML: ", "a text that has a colon in it", id="a colon in braces"
    ),
    pytest.param(LAND, "at: [293, 244]", "at: [293, 244", "this is not YAML: ", "Close the brackets", id="an open bracket"),
    pytest.param(DAY, "court:\n", "---\ncourt:\n", "this is not YAML: ", "'---' out", id="two documents"),
    pytest.param(
        HOUSES, 'color: "#b3122b"', "color: #b3122b", "this must be text, not nothing.", '"#a33b20", in quotation', id="a bare hash"
    ),
    pytest.param(HOUSES, "    name: Cat\n", "    name:\n", "this must be text, not nothing.", "Write something", id="no name"),
    pytest.param(
        DAY,
        'first_month_at: "10:30"',
        "first_month_at: 10.30",
        "this must be text, not '10.30'.",
        'like "10:30"',
        id="a time with a point",
    ),
    pytest.param(
        DAY, "reserve_minutes: 2", "reserve_minutes: 1:30", "this must be a number, not '1:30'.", "Write 1.5.", id="minutes:seconds"
    ),
    pytest.param(
        DAY, "reserve_minutes: 2", "reserve_minutes: 2,5", "this must be a number, not '2,5'.", "Write 2.5.", id="a comma"
    ),
    pytest.param(DAY, "reserve_minutes: 2", "reserve_minutes: 2 min", "not '2 min'.", "Write 2.", id="a unit"),
    pytest.param(DAY, "reserve_minutes: 2", 'reserve_minutes: "2"', "not '2'.", "Write 2, without quotation marks.", id="quotes"),
    pytest.param(LAND, "width: 1600", "width: 16oo", "not '16oo'.", "Write a whole number.", id="letters for digits"),
    pytest.param(
        DAY, "planning: 1,", "planning: 1,5,", "the comma before '5' begins another entry.", "with a point", id="a comma in braces"
    ),
    pytest.param(
        DAY,
        "tight_minutes: 0.08",
        "tight_minutes: 1,25",
        "the comma before '25' begins another entry.",
        "with a point",
        id="in a step",
    ),
    pytest.param(LAND, "  regions:\n", "  regions: []\n  lands:\n", "the list is empty.", "at least one", id="no regions"),
]


@pytest.mark.parametrize(("file", "old", "new", "what", "mend"), TRAPS)
def test_a_trap_is_named_with_its_line_and_a_mend_that_helps(file, old, new, what, mend):
    files = with_changes((file, old, new))
    line = line_with(files, file, next(part for part in reversed(new.split("\n")) if part) if "lands" not in new else "regions: []")
    if "---" in new:
        line -= 1

    said = [problem for problem in check_scenario(files).problems if what in problem.what]

    assert [(problem.file, problem.line) for problem in said] == [(file, line)]
    assert mend in said[0].mend


ALONE = ("a tab", "open quotes", "a star", "two documents", "a time with a point", "minutes:seconds", "a comma in braces")


@pytest.mark.parametrize(("file", "old", "new", "_what", "_mend"), [each for each in TRAPS if each.id in ALONE])
def test_a_trap_is_one_problem(file, old, new, _what, _mend):
    assert len(check_scenario(with_changes((file, old, new))).problems) == 1


def test_quotation_marks_that_close_at_the_next_ones_do_not_swallow_what_stands_between():
    """A missing quotation mark turns the marks of the next text around. YAML then reads all between them as text."""
    files = with_changes((HOUSES, "short: CAT", 'short: "CAT'), (HOUSES, "name: Wolf", "nmae: Wolf"))

    said = {(problem.line, problem.what) for problem in check_scenario(files).problems}

    assert (line_with(files, HOUSES, 'short: "CAT'), "a quotation mark is opened here, and not closed.") in said
    assert (line_with(files, HOUSES, "nmae: Wolf"), "the key 'nmae' is unknown.") in said


def test_all_slips_of_one_list_are_named_in_one_run_and_hide_nothing_beside_them():
    files = with_changes(
        (HOUSES, MOTTO, "motto: We: land"),
        (HOUSES, 'motto: "Nobody eats alone."', "motto: 'Nobody's alone.'"),
        (HOUSES, "    short: RAM\n", "\tshort: RAM\n"),
        (HOUSES, "home: hag", "hmoe: hag"),
        (DAY, 'hint: "Sheets are finished', "hint: Sheets: are finished"),
        (DAY, "ends: desk", "ends: dsek"),
        (DAY, "  reserve_minutes: 2", "\treserve_minutes: 2"),
    )

    said = [(problem.file, problem.line, problem.field) for problem in check_scenario(files).problems]

    assert said == [
        (HOUSES, line_with(files, HOUSES, "We: land"), "houses"),
        (HOUSES, line_with(files, HOUSES, "Nobody's"), "houses"),
        (HOUSES, line_with(files, HOUSES, "\tshort: RAM"), "houses"),
        (HOUSES, line_with(files, HOUSES, "hmoe"), "houses[ram].hmoe"),
        (DAY, line_with(files, DAY, "\treserve"), "timetable"),
        (DAY, line_with(files, DAY, "Sheets: are"), "timetable"),
        (DAY, line_with(files, DAY, "dsek"), "timetable.steps.war[move].ends"),
    ]


def lists_of(text: str) -> list[str]:
    """Each block list of a file, with its key."""
    return [found[0] for found in re.finditer(r"^( *)\w+:\n(?:\1 +.*\n)+", text, re.MULTILINE)]


@pytest.mark.usefixtures("in_blocks")
def test_no_list_that_is_empty_ends_the_reading_and_none_that_the_game_needs_goes_unnoticed():
    needed = {"provinces", "houses", "map.regions", "court", "timetable.months"}
    found = set()
    for file in ("scenario.yaml", "map.yaml", "houses.yaml"):
        for block in lists_of(small_files()[file]):
            key = block.partition(":")[0]
            problems = check_scenario({**small_files(), file: small_files()[file].replace(block, f"{key}: []\n", 1)}).problems
            found |= {problem.field for problem in problems if problem.what == "the list is empty."}

    whole = "houses: []\ncourt: []\n"
    found |= {p.field for p in check_scenario({**small_files(), "houses.yaml": whole}).problems if p.what == "the list is empty."}
    inner = small_files()["map.yaml"]
    emptied = inner[: inner.index("  regions:")] + "  regions: []\n" + inner[inner.index("  mountain:") :]
    found |= {p.field for p in check_scenario({**small_files(), "map.yaml": emptied}).problems}
    months = re.sub(r"  months:\n(    - .*\n)+", "  months: []\n", small_files()["scenario.yaml"])
    found |= {p.field for p in check_scenario({**small_files(), "scenario.yaml": months}).problems}

    assert found >= needed


def test_a_file_without_a_word_is_named():
    (found,) = check_scenario({**small_files(), "laws.yaml": "# to do\n\n---\n"}).problems

    assert (found.file, found.line, found.what, found.warning) == ("laws.yaml", 1, "the file holds nothing.", True)


def test_who_takes_even_the_name_from_another_scenario_is_told():
    own = with_changes((DAY, "id: god-emperor-small\n", ""), (DAY, "title: God-Emperor, small\n", ""))

    found = check_scenario(own)

    assert [(problem.field, problem.warning) for problem in found.problems] == [("id", True), ("title", True)]
    assert found.scenario is not None


# Lists from another scenario that do not fit


def test_a_cast_of_other_houses_is_one_problem_at_the_line_that_brought_it():
    casting = small_files()[DAY][small_files()[DAY].index("\ncasting:") :]
    files = with_changes((DAY, casting, "\n"))

    (found,) = check_scenario(files).problems

    assert (found.file, found.line, found.field) == (DAY, line_with(files, DAY, "like:"), "casting")
    assert found.what == (
        "'casting', which comes from 'god_emperor', names each house of its own, and here is no 'swords', 'snake', 'eagle', "
        "'bear', 'unicorn', 'octopus'."
    )
    assert "Write 'casting' in a file of yours" in found.mend


def test_a_step_that_cards_from_elsewhere_need_is_missed_in_the_own_timetable():
    files = with_changes(*((DAY, f"id: explain-{number}", f"id: tell-{number}") for number in (1, 2, 3)))

    said = [str(problem) for problem in check_scenario(files).problems]

    assert said == [
        f"scenario.yaml:{line_with(files, DAY, '    court:')}: timetable.steps.court: there is no moment 'court:explain'. "
        "Mend: Add it here, or write 'favors' in a file of yours: 'favors' of 'god_emperor' needs it."
    ]


def test_a_misnamed_step_of_the_war_room_is_not_blamed_on_the_cards_that_wait_for_it():
    (found,) = check_scenario(with_changes((DAY, "id: favors, name", "id: favours, name"))).problems

    assert found.field == "timetable.steps.war"


def test_keys_are_written_out():
    change = (DAY, "- {region: lum, name: Lum Abbey,", "- {<<: *mok, name: Lum Abbey,")
    files = with_changes((DAY, "- {region: mok,", "- &mok {region: mok,"), change)

    (found,) = check_scenario(files).problems

    assert "without '<<'" in found.mend
