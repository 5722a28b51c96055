"""A scenario in another language: its texts over the structure of the original, and the checker's words on missing texts."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import pytest

from rooms.realm.scenario import loader
from rooms.realm.scenario.binder import hints_of
from rooms.realm.scenario.json_schema import _classes
from rooms.realm.scenario.loader import check_scenario
from rooms.realm.scenario.schema import Scenario
from rooms.realm.scenario.translation import NAMES, TEXTS
from rooms.realm.scenario_files import read_folder
from tests.rooms.realm.scenario.broken import ORIGINAL, TRANSLATION, errors_of, line_with, translation_files
from tests.scenarios import FIXTURES, default, german

TEXT_KEYS = {*(name for names in TEXTS.values() for name in names), "name"}
# Longest texts for cards and narrow columns, in letters, for any language: the longest English one and half as much again.
MOST_LETTERS = {
    "houses.name": 10,
    "houses.motto": 32,
    "houses.characters.name": 26,
    "houses.characters.line": 105,
    "houses.reserves.name": 26,
    "houses.reserves.line": 105,
    "neutral_castles.name": 20,
    "laws.title": 26,
    "proposals.name": 18,
    "schemes.name": 22,
    "factions.name": 34,
    "factions.building": 14,
    "favors.name": 30,
    "favors.ability": 140,
    "masters.name": 16,
    "timetable.steps.war.name": 12,
    "timetable.steps.court.name": 12,
    "timetable.steps.underground.name": 12,
    "timetable.steps.war.hint": 90,
    "timetable.steps.court.hint": 90,
    "timetable.steps.underground.hint": 90,
}
NAMES_STAY = {"map.regions.name", "houses.characters.name", "houses.reserves.name", "casting.name"}
SAME = {"Arena", "Palimpsest", "Wolf", "WOL", "Propaganda", "Sabotage"}


def changed(name: str, old: str, new: str) -> dict[str, str]:
    files = translation_files()
    assert old in files[name], f"{name} has no {old!r}"
    return {**files, name: files[name].replace(old, new, 1)}


def placed(said: str, files: Mapping[str, str]) -> str:
    """Fill in the lines of the original in which the words in angle brackets stand."""
    name = "../god_emperor/" + (re.search(r"(\w+\.yaml):<", said) or re.search("()", ""))[1]
    return re.sub("<(.+?)>", lambda found: str(line_with(files, name, found[1])), said)


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, str, Any]]:
    """Every single value with its path, and with the same path without list places."""
    if isinstance(value, Mapping):
        for key, each in value.items():
            yield from ((f".{key}{path_}", f"{key}.{bare}".removesuffix("."), leaf) for path_, bare, leaf in leaves(each))
    elif isinstance(value, list | tuple):
        for index, each in enumerate(value):
            yield from ((f"[{index}]{path_}", bare, leaf) for path_, bare, leaf in leaves(each))
    else:
        yield "", "", value


def pairs() -> list[tuple[str, str, Any, Any]]:
    ours, theirs = (list(leaves(msgspec.to_builtins(each))) for each in (default(), german()))
    assert [path for path, _, _ in ours] == [path for path, _, _ in theirs]
    return [(path, bare, one, other) for (path, bare, one), (_, _, other) in zip(ours, theirs, strict=True)]


def test_the_german_scenario_lacks_nothing():
    assert [str(problem) for problem in check_scenario(translation_files()).problems] == []


def test_it_differs_in_texts_alone():
    for path, bare, english, translated in pairs():
        if english != translated:
            assert isinstance(english, str), path
            assert TEXT_KEYS & set(bare.split(".")), path


def test_nothing_was_left_in_english():
    for path, bare, english, translated in pairs():
        if english == translated and bare.split(".")[-1] in TEXT_KEYS and bare not in NAMES_STAY:
            assert english in SAME, path


def test_names_fit_on_cards():
    met = {bare for _, bare, _, _ in pairs()}
    assert set(MOST_LETTERS) <= met
    for path, bare, _, translated in pairs():
        assert len(str(translated)) <= MOST_LETTERS.get(bare, 4_000), f"{path}: {translated}"


def test_houses_are_told_apart_by_three_letters_of_any_alphabet():
    shorts = [house.short for house in german().houses]

    assert shorts[5] == "BÄR"
    assert len(set(shorts)) == len(shorts)


def test_every_field_that_is_named_as_a_text_is_one():
    kinds = {kind.__name__: kind for kind in _classes(Scenario).values()}

    for name, fields in (*TEXTS.items(), *NAMES.items()):
        assert set(fields) <= set(hints_of(kinds[name])), name


LACKS = [
    pytest.param(
        "laws.yaml",
        "    title: Kein Handel\n",
        "",
        "- id: law-3",
        "laws[law-3].title: this has no translation (god_emperor/laws.yaml:<title: No trade>). "
        "Mend: Add 'title' here, for 'No trade'.",
        id="a text of an entry",
    ),
    pytest.param(
        "laws.yaml",
        "  - id: law-1\n    title: Keine anderen Götter\n    text: Kein Gott stehe über dem Gottkaiser und keiner neben ihm.\n",
        "",
        "laws:",
        "laws[law-1]: this has no translation (god_emperor/laws.yaml:<- id: law-1>). Mend: Add '- id: law-1' here.",
        id="an entry",
    ),
    pytest.param(
        "underground.yaml",
        "  - name: Der Schneider\n",
        "",
        "masters:",
        "masters[6]: this has no translation (god_emperor/underground.yaml:<The Tailor>). Mend: Add 'entry 6' here.",
        id="the last of a list without ids",
    ),
    pytest.param(
        "texts.yaml",
        "    return: Kehrt heim an euren Haustisch und hört, was euch der Monat gekostet hat.\n",
        "",
        "phases:",
        "texts.phases.return: this has no translation (god_emperor/texts.yaml:<    return:>). "
        "Mend: Add 'return' here, for 'Go home to your House Table and hear wha…'.",
        id="a key",
    ),
    pytest.param(
        "scenario.yaml",
        "map:\n  mountain:\n    name: Berg Leviathan\n",
        "",
        "translates:",
        "map: this has no translation (god_emperor/map.yaml:<map:>). Mend: Add 'map' here.",
        id="a whole section",
    ),
    pytest.param(
        "court.yaml",
        "[freilassen, ausliefern, stellen]",
        "[freilassen, ausliefern]",
        "[freilassen, ausliefern]",
        "proposals[hostages].forms[3]: this has no translation (god_emperor/court.yaml:<forms: [release>). "
        "Mend: Add 'entry 3' here, for 'give'.",
        id="one of several words",
    ),
]


@pytest.mark.parametrize(("name", "old", "new", "at", "said"), LACKS)
def test_what_lacks_is_named_and_the_rest_can_be_played(name, old, new, at, said):
    files = changed(name, old, new)

    found = check_scenario(files)

    assert [str(each) for each in found.problems] == [f"{name}:{line_with(files, name, at)}: warning: {placed(said, files)}"]
    assert found.scenario is not None


def test_a_text_that_lacks_stays_as_it_is_in_the_original():
    found = check_scenario(changed("laws.yaml", "    title: Kein Handel\n", ""))

    assert [law.title for law in found.scenario.laws][1:4] == ["Gefällige Rede", "No trade", "Die Geiseln des Throns"]


ERRORS = [
    pytest.param(
        "laws.yaml",
        "- id: law-3\n",
        "- id: law-33\n",
        "law-33",
        "laws[law-33]: the original has no id 'law-33' here. Mend: Write 'law-3'.",
        id="an id that the original has not",
    ),
    pytest.param(
        "laws.yaml", "- id: law-3\n", "- id: law-2\n", "title: Kein Handel", "laws[law-2]: 'law-2' is translated twice.", id="twice"
    ),
    pytest.param(
        "laws.yaml", "- id: law-3\n    title", "- title", "Kein Handel", "laws[?]: only 'id' says what this translates", id="no id"
    ),
    pytest.param(
        "laws.yaml",
        "    title: Kein Handel\n",
        "    number: 3\n    title: Kein Handel\n",
        "number: 3",
        "laws[law-3].number: 'number' is no text: it is what the original says. Mend: Leave it out, or change it in the original.",
        id="what is no text",
    ),
    pytest.param(
        "laws.yaml",
        "    title: Kein Handel\n",
        "    titel: Kein Handel\n",
        "titel:",
        "laws[law-3].titel: the original has no key 'titel' here. Mend: Write 'title'.",
        id="an unknown key",
    ),
    pytest.param(
        "scenario.yaml",
        "title: Gottkaiser",
        "title: Gottkaiser\nsettings: {}",
        "settings:",
        "settings: 'settings' is no text: it is what the original says.",
        id="a section without texts",
    ),
    pytest.param(
        "texts.yaml",
        '"Der Hof hat verworfen: {law}. Das hat es nie gegeben."',
        '"Der Hof hat verworfen: {gesetz}. Das hat es nie gegeben."',
        "{gesetz}",
        "texts.news[law-struck].texts[1]: the values in braces are not those of the original ({law}). Mend: Keep them: {law}.",
        id="a value that nobody fills in",
    ),
    pytest.param(
        "houses.yaml",
        "short: KAT",
        "short: KATZE",
        "short: KATZE",
        "houses[cat].short: 'KATZE' has the wrong form. Mend: Write three capital letters.",
        id="a form that texts must have",
    ),
    pytest.param(
        "houses.yaml", "short: KAT", "short: WOL", "short: WOL", "houses[wolf].short", id="two Houses by the same letters"
    ),
    pytest.param(
        "texts.yaml",
        "[Selbsterhaltung, ",
        "[Selbsterhaltung, Neid, ",
        "Neid",
        "texts.god_emperor_motives: 6 entries stand here, and 5 in the original.",
        id="more than the original has",
    ),
    pytest.param("laws.yaml", "laws:\n", "laws: all\nold:\n", "laws: all", "laws: this must be a list, not 'all'.", id="no list"),
    pytest.param(
        "scenario.yaml",
        "translates: god_emperor",
        "translates: god_emporer",
        "translates:",
        "translates: there is no folder 'god_emporer' with a scenario beside this one.",
        id="a folder that is not there",
    ),
    pytest.param(
        "scenario.yaml",
        "translates: god_emperor",
        "translates: god_emperor\nlike: god_emperor",
        "like:",
        "like: a translation takes all but its texts from the scenario that it translates. Mend: Take 'like' out.",
        id="a translation like another scenario",
    ),
    pytest.param(
        "scenario.yaml",
        "translates: god_emperor\n",
        "translates: god_emperor\ntranslates: god_emperor\n",
        "translates:",
        "translates: the key 'translates' is written twice. Mend: Keep one of them.",
        id="translates twice",
    ),
    pytest.param(
        "../god_emperor/houses.yaml",
        "home: amn",
        "home: anm",
        "translates:",
        "translates: the scenario in 'god_emperor' has errors, the first in houses.yaml:<home: anm>: there is no region 'anm'. "
        "Mend: Check 'god_emperor' and mend it first.",
        id="an original with errors",
    ),
    pytest.param(
        "../god_emperor/scenario.yaml",
        "format: 1",
        "format: 1\ntranslates: other",
        "translates:",
        "translates: 'god_emperor' is a translation itself. Mend: Name the scenario that it translates.",
        id="a translation of a translation",
    ),
]


@pytest.mark.parametrize(("name", "old", "new", "at", "said"), ERRORS)
def test_what_is_wrong_is_named_with_its_mend(name, old, new, at, said):
    files = changed(name, old, new)

    problems = errors_of(files)

    said = placed(said, files)
    place = name if not name.startswith("../") else "scenario.yaml"
    assert any(str(each).startswith(f"{place}:") and said in str(each) for each in problems), [*map(str, problems)]
    if "twice" not in said and "short" not in said:
        assert line_with(files, place, at) in {each.line for each in problems}


def test_an_original_with_more_mistakes_than_can_be_named_is_said_in_one_line():
    files = translation_files()
    for key in ("name", "ability", "timing", "location", "effect", "copies"):
        files["../god_emperor/favors.yaml"] = files["../god_emperor/favors.yaml"].replace(f"    {key}: ", f"    no_{key}: ")

    (said,) = errors_of(files)

    assert said.field == "translates"
    assert "'god_emperor' has errors, the first in " in said.what


def test_what_is_too_large_to_be_read_is_not_read(monkeypatch):
    files = translation_files()
    monkeypatch.setattr(loader, "MOST_LETTERS_IN_ALL", sum(map(len, files.values())) - 1)

    (said,) = errors_of(files)

    assert "letters together" in said.what


def test_a_file_that_is_no_yaml_hides_nothing_of_the_others():
    files = changed("laws.yaml", "title: Kein Handel", "title: Kein: Handel")
    files["court.yaml"] = files["court.yaml"].replace("    name: Buße\n", "", 1)

    said = [str(each) for each in check_scenario(files).problems]

    assert any(each.startswith("laws.yaml:") for each in said)
    assert any("proposals[fines].name: this has no translation" in each for each in said)
    assert not any("laws:" in each and "no translation" in each for each in said)


def test_the_small_scenario_is_translated_with_what_it_takes_from_the_large_one(tmp_path):
    for name in (ORIGINAL, "god_emperor_small"):
        shutil.copytree(FIXTURES / name, tmp_path / name, ignore=shutil.ignore_patterns("examples"))
    folder = tmp_path / "kleiner"
    folder.mkdir()
    (folder / "scenario.yaml").write_text("translates: god_emperor_small\ntitle: Klein\nsummary: Klein.\n", encoding="utf-8")
    shutil.copy(FIXTURES / TRANSLATION / "underground.yaml", folder)

    found = check_scenario(read_folder(folder))

    assert found.errors == []
    assert found.scenario.title == "Klein"
    assert len(found.scenario.houses) == 3
    assert found.scenario.schemes[0].name == "Attentat"
    assert not any("schemes" in each.field for each in found.problems)
    assert any("laws" in each.field for each in found.problems)


def test_nothing_is_like_a_translation(tmp_path):
    for name in (ORIGINAL, TRANSLATION):
        shutil.copytree(FIXTURES / name, tmp_path / name, ignore=shutil.ignore_patterns("examples"))
    folder = tmp_path / "other"
    folder.mkdir()
    (folder / "scenario.yaml").write_text("id: other\ntitle: Other\nlike: god_emperor_de\n", encoding="utf-8")

    found = check_scenario(read_folder(folder))

    assert [each.what for each in found.errors] == ["'god_emperor_de' is a translation."]
