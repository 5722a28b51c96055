"""`manage.py examples`: what organizers see of their example files."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command

GOOD = """
name: Cat beats Wolf
rules: [GE-WAR-40]
given: {units: {zen: {cat: 3, wolf: 2}}, sheets: {cat: {}, wolf: {}}}
when: [{end: {war: battle}}]
then: {units: {zen: {cat: 3}}}
"""
BAD = GOOD.replace("Cat beats Wolf", "Cat loses a unit").replace("{zen: {cat: 3}}}", "{zen: {cat: 2}}}")


def lines(capsys: pytest.CaptureFixture[str], *paths: object) -> list[str]:
    call_command("examples", *map(str, paths))
    return capsys.readouterr().out.splitlines()


def test_the_last_line_counts_what_passed(tmp_path, capsys):
    (tmp_path / "one.yaml").write_text(f"{GOOD}---{GOOD}", encoding="utf-8")

    assert lines(capsys, tmp_path) == ["2 passed, 0 failed"]


def test_a_failure_is_told_with_file_name_and_difference_and_ends_with_status_1(tmp_path, capsys):
    file = tmp_path / "one.yaml"
    file.write_text(f"{GOOD}---{BAD}", encoding="utf-8")

    with pytest.raises(SystemExit) as ended:
        call_command("examples", str(file))

    assert ended.value.code == 1
    assert capsys.readouterr().out.splitlines() == [
        f"{file}: Cat loses a unit",
        "  units in zen: expected cat 2, found cat 3",
        "1 passed, 1 failed",
    ]


def test_a_file_that_cannot_be_read_is_a_failure(tmp_path, capsys):
    (tmp_path / "one.yaml").write_text("name: [", encoding="utf-8")
    (tmp_path / "two.yaml").write_text(GOOD, encoding="utf-8")

    with pytest.raises(SystemExit):
        call_command("examples", str(tmp_path))

    assert capsys.readouterr().out.splitlines()[-1] == "1 passed, 1 failed"


def test_what_is_wrong_is_told_with_its_line(tmp_path, capsys):
    file = tmp_path / "one.yaml"
    file.write_text(f"{GOOD}---{GOOD}".replace("units: {zen: {cat: 3, wolf: 2}}", "units: {zen: {dog: 3}}"))

    with pytest.raises(SystemExit):
        call_command("examples", str(file))

    assert capsys.readouterr().out.splitlines() == [
        f"{file}: Cat beats Wolf",
        "  line 4: given.units: there is no House 'dog'",
        f"{file}: Cat beats Wolf",
        "  line 10: given.units: there is no House 'dog'",
        "0 passed, 2 failed",
    ]


def test_a_file_that_is_no_text_is_a_failure(tmp_path, capsys):
    (tmp_path / "one.yaml").write_bytes(b"name: \xff")

    with pytest.raises(SystemExit):
        call_command("examples", str(tmp_path))

    assert capsys.readouterr().out.splitlines()[1] == "  this is not text in UTF-8"


TABLE = """
name: Who builds a theatre takes the shield
rules: [PE-CUL-01]
given: {A: {hand: [fake]}}
when: [{A: {builds: {culture: fake}}}]
then: {shield: A}
"""


def test_a_game_at_side_tables_plays_the_files_that_name_it(tmp_path, capsys):
    (tmp_path / "one.yaml").write_text(f"{TABLE}---{TABLE.replace('shield: A', 'shield: B')}", encoding="utf-8")

    with pytest.raises(SystemExit):
        call_command("examples", str(tmp_path), "--game", "potemkin")

    assert capsys.readouterr().out.splitlines() == [
        f"{tmp_path / 'one.yaml'}: Who builds a theatre takes the shield",
        "  shield: expected 'B', found 'A'",
        "1 passed, 1 failed",
    ]


CABINET = """
name: A leader announces nothing
rules: [SC-POL-14]
given: {A: {hand: [curfew]}}
when: [{A: {announces: {curfew A: leader}}}]
then: {refused: SC-POL-14}
"""


def test_every_game_at_side_tables_is_played_by_the_same_command(tmp_path, capsys):
    (tmp_path / "one.yaml").write_text(f"{CABINET}---{CABINET.replace('refused: SC-POL-14', 'A: {budget: 3}')}", encoding="utf-8")

    with pytest.raises(SystemExit):
        call_command("examples", str(tmp_path), "--game", "statecraft")

    assert capsys.readouterr().out.splitlines() == [
        f"{tmp_path / 'one.yaml'}: A leader announces nothing",
        "  refused: Your leader announces nothing. Choose a politician. (SC-POL-14)",
        "1 passed, 1 failed",
    ]


def test_a_game_that_is_not_there_is_said_with_those_that_are(tmp_path):
    with pytest.raises(CommandError, match="There is no game 'chess'; there are potemkin, scythe, statecraft"):
        call_command("examples", str(tmp_path), "--game", "chess")


def test_a_folder_of_examples_that_nothing_plays_is_said(tmp_path):
    (tmp_path / "chess" / "examples").mkdir(parents=True)
    (tmp_path / "chess" / "examples" / "one.yaml").write_text(TABLE, encoding="utf-8")

    with pytest.raises(CommandError, match="holds no scenario, and no game is called 'chess'"):
        call_command("examples", str(tmp_path))


def test_a_scenario_or_a_game_that_is_wrong_is_said(tmp_path):
    (tmp_path / "one.yaml").write_text(TABLE, encoding="utf-8")
    (tmp_path / "bad" / "examples").mkdir(parents=True)
    (tmp_path / "bad" / "scenario.yaml").write_text("name: 3", encoding="utf-8")
    (tmp_path / "potemkin" / "examples").mkdir(parents=True)
    (tmp_path / "potemkin" / "examples" / "one.yaml").write_text(TABLE, encoding="utf-8")

    with pytest.raises(CommandError, match="problems"):
        call_command("examples", str(tmp_path / "one.yaml"), "--scenario", str(tmp_path / "bad"))
    with pytest.raises(CommandError, match=r"cards\.yaml"):
        call_command("examples", str(tmp_path / "potemkin"))


def test_a_path_that_does_not_exist_is_said(tmp_path):
    with pytest.raises(CommandError, match="does not exist"):
        call_command("examples", str(tmp_path / "nowhere"))


def test_all_examples_that_come_with_the_scenarios_pass(capsys):
    last = lines(capsys)[-1]

    assert last.endswith("passed, 0 failed")
    assert int(last.split()[0]) >= 200
