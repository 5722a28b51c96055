"""The guide for authors is true: its quotes are in the small scenario, and its mistakes get the sentences that it shows."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from rooms.realm.scenario.loader import check_scenario
from rooms.realm.scenario.parser import MOST_FILES, MOST_LETTERS
from tests.records import field_names
from tests.rooms.realm.scenario.broken import small_files, texts, translation_files, with_changes
from tests.scenarios import FIXTURES

GUIDE = (FIXTURES.parent / "docs" / "scenario.md").read_text(encoding="utf-8")
PLACE = "fixtures/my_scenario/"
AS_IN = re.findall(r"<!-- as in: (\S+) -->\n```yaml\n(.*?)```", GUIDE, re.DOTALL)
BREAKS = re.findall(r"<!-- breaks:\n(.*?)-->\n```\n(.*?)```", GUIDE, re.DOTALL)
OF_TRANSLATION = re.findall(r"<!-- as in a translation: (\S+) -->\n```yaml\n(.*?)```", GUIDE, re.DOTALL)
BREAKS_TRANSLATION = re.findall(r"<!-- breaks a translation:\n(.*?)-->\n```\n(.*?)```", GUIDE, re.DOTALL)
CHANGE = re.compile(r'^(\S+): ("(?:[^"\\]|\\.)*") -> ("(?:[^"\\]|\\.)*")$')


def test_the_guide_has_examples_and_mistakes():
    assert len(AS_IN) >= 8
    assert len(BREAKS) >= 8
    assert len(OF_TRANSLATION) >= 2
    assert len(BREAKS_TRANSLATION) >= 1


@pytest.mark.parametrize(("file", "snippet"), AS_IN)
def test_what_the_guide_quotes_stands_in_the_small_scenario(file, snippet):
    rest = texts("god_emperor_small")[file]

    for piece in snippet.split("...\n"):
        _, found, rest = rest.partition(piece)
        assert found, f"{file} does not hold, or not after the piece before:\n{piece}"


@pytest.mark.parametrize(("changes", "said"), BREAKS)
def test_what_the_guide_breaks_is_said_as_it_says(changes, said):
    read = [CHANGE.match(line) for line in changes.splitlines()]
    assert all(read)
    broken = with_changes(*((each[1], json.loads(each[2]), json.loads(each[3])) for each in read))

    assert [f"{PLACE}{problem}" for problem in check_scenario(broken).problems] == said.splitlines()


@pytest.mark.parametrize(("file", "snippet"), OF_TRANSLATION)
def test_what_the_guide_quotes_stands_in_the_translation(file, snippet):
    assert snippet in translation_files()[file]


@pytest.mark.parametrize(("changes", "said"), BREAKS_TRANSLATION)
def test_what_the_guide_breaks_in_a_translation_is_said_as_it_says(changes, said):
    files = translation_files()
    for line in changes.splitlines():
        file, old, new = CHANGE.match(line).groups()
        assert json.loads(old) in files[file]
        files[file] = files[file].replace(json.loads(old), json.loads(new), 1)

    assert [f"fixtures/my_translation/{problem}" for problem in check_scenario(files).problems] == said.splitlines()


def test_the_first_scenario_of_the_guide_is_sound():
    (text,) = re.findall(r"<!-- a whole scenario -->\n```yaml\n(.*?)```", GUIDE, re.DOTALL)
    base = {f"../god_emperor/{name}": each for name, each in texts("god_emperor").items()}

    found = check_scenario({"scenario.yaml": text, **base})

    assert found.scenario is not None
    assert found.problems == ()
    assert [law.title for law in found.scenario.laws] == ["No trade"]


def test_the_line_for_editors_is_a_comment_to_the_checker():
    (line,) = re.findall(r"<!-- modeline -->\n```yaml\n(.*?)```", GUIDE, re.DOTALL)
    files = small_files()

    assert line.startswith("# yaml-language-server: $schema=")
    assert check_scenario({**files, "map.yaml": line + files["map.yaml"]}).problems == ()


def test_every_key_of_a_scenario_is_in_the_table():
    named = set(re.findall(r"`(\w+)`", "".join(line.split("|")[1] for line in GUIDE.splitlines() if line.startswith("| `"))))

    assert named >= set(field_names(check_scenario(small_files()).scenario)) | {"like", "shapes", "translates"}


def test_the_bounds_are_those_that_the_guide_names():
    assert f"{MOST_LETTERS:,} letters in a\n  file, {MOST_FILES} files" in GUIDE


def test_the_links_of_the_guide_lead_somewhere():
    folder = Path(FIXTURES.parent / "docs")

    for target in re.findall(r"\]\(([\w./-]+)", GUIDE):
        assert (folder / target).exists(), target
