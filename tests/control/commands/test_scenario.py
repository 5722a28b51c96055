"""`manage.py scenario check`, `manage.py scenario schema` and `manage.py rules`, as authors and developers call them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from rooms.realm.scenario.json_schema import json_schema
from tests.scenarios import FIXTURES


@pytest.fixture
def broken(tmp_path):
    folder = tmp_path / "broken"
    shutil.copytree(FIXTURES / "god_emperor_small", folder)
    shutil.copytree(FIXTURES / "god_emperor", tmp_path / "god_emperor")
    houses = folder / "houses.yaml"
    houses.write_text(houses.read_text(encoding="utf-8").replace("home: amn", "home: anm"), encoding="utf-8")
    return folder


def test_a_sound_scenario_is_called_sound(capsys):
    call_command("scenario", "check", str(FIXTURES / "god_emperor"), str(FIXTURES / "god_emperor_small"))

    assert capsys.readouterr().out.count("sound.") == 2


def test_a_broken_scenario_is_named_with_file_line_and_mend_and_fails(capsys, broken):
    with pytest.raises(CommandError, match="1 error in 2 scenarios"):
        call_command("scenario", "check", str(broken), str(FIXTURES / "god_emperor"))

    out = capsys.readouterr().out
    assert f"{broken}/houses.yaml:12: houses[cat].home: there is no region 'anm'. Mend: Write 'amn'." in out
    assert f"{broken}: 1 error." in out


def test_a_folder_that_is_not_there_is_said_to_be_missing(capsys, tmp_path):
    with pytest.raises(CommandError, match="1 error in 1 scenario"):
        call_command("scenario", "check", str(tmp_path / "nowhere"))

    first = capsys.readouterr().out.splitlines()[0]
    assert first == f"{tmp_path}/nowhere:1: there is no folder of this name. Mend: Name the folder that holds the scenario's files."


def test_what_is_no_scenario_hides_nothing_of_the_others(capsys, broken, tmp_path):
    (tmp_path / "notes.txt").write_text("buy tape\n", encoding="utf-8")

    with pytest.raises(CommandError, match="3 errors in 3 scenarios"):
        call_command("scenario", "check", str(tmp_path / "nowhere"), str(broken), str(tmp_path / "notes.txt"))

    out = capsys.readouterr().out
    assert "Mend: Write 'amn'." in out
    assert f"{tmp_path}/notes.txt:1: this is no YAML file." in out


def test_a_file_stands_for_its_folder(capsys, broken):
    with pytest.raises(CommandError, match="1 error in 1 scenario"):
        call_command("scenario", "check", str(broken / "houses.yaml"), str(broken / "map.yaml"))

    assert capsys.readouterr().out.count("Mend: Write 'amn'.") == 1


def test_files_are_read_whatever_letters_their_names_end_with_but_not_hidden_ones(capsys, broken):
    (broken / "houses.yaml").rename(broken / "houses.YML")
    (broken / "._houses.YML").write_bytes(b"\0\5\x16\7")

    with pytest.raises(CommandError, match="1 error in 1 scenario"):
        call_command("scenario", "check", str(broken))

    assert f"{broken}/houses.YML:12: houses[cat].home" in capsys.readouterr().out


def test_what_looks_like_a_file_of_the_scenario_and_is_not_read_is_named(capsys, tmp_path):
    folder = tmp_path / "mine"
    shutil.copytree(FIXTURES / "god_emperor", folder)
    (folder / "laws.yaml.txt").write_text("laws: []\n", encoding="utf-8")
    (folder / "extra.yaml").mkdir()
    (folder / "lost.yaml").symlink_to(tmp_path / "nowhere")

    call_command("scenario", "check", str(folder))

    assert capsys.readouterr().out.splitlines()[:-1] == [
        f"{folder}/extra.yaml:1: warning: this is a folder, and not read. Mend: Move what is in it to the folder above.",
        f"{folder}/laws.yaml.txt:1: warning: this file is not read: its name ends with '.txt'. Mend: Call it 'laws.yaml'.",
        f"{folder}/lost.yaml:1: warning: this link leads nowhere. Mend: Put the file in its place, or take the link out.",
    ]


def test_a_problem_in_the_scenario_that_this_one_is_like_is_named_where_it_is_and_whose_it_is(capsys, broken, tmp_path):
    texts = tmp_path / "god_emperor" / "texts.yaml"
    texts.write_text(texts.read_text(encoding="utf-8").replace("id: leviathan", "id: sovereign"), encoding="utf-8")

    with pytest.raises(CommandError, match="errors in 1 scenario"):
        call_command("scenario", "check", str(broken))

    (said,) = {line.partition(": texts.endings")[0] for line in capsys.readouterr().out.splitlines() if "texts.endings" in line}
    path, _, line = said.rpartition(":")
    assert (Path(path).resolve(), int(line) > 1) == (texts, True)


def test_a_file_that_may_not_be_read_is_said_so(capsys, tmp_path, monkeypatch):
    def refuse(*_):
        raise PermissionError(13, "Permission denied", "houses.yaml")

    monkeypatch.setattr("rooms.realm.scenario_files.text_of", refuse)
    (tmp_path / "houses.yaml").write_text("houses: []\n", encoding="utf-8")

    with pytest.raises(CommandError, match="1 error in 1 scenario"):
        call_command("scenario", "check", str(tmp_path))

    assert f"{tmp_path}/houses.yaml:1: this cannot be read: Permission denied. Mend: Make it readable" in capsys.readouterr().out


def test_a_warning_is_told_and_does_not_fail(capsys, broken):
    houses, castles = broken / "houses.yaml", broken / "scenario.yaml"
    houses.write_text(houses.read_text(encoding="utf-8").replace("home: anm", "home: amn"), encoding="utf-8")
    castles.write_text(castles.read_text(encoding="utf-8").replace("region: zen", "region: mok"), encoding="utf-8")

    call_command("scenario", "check", str(broken))

    first, last = capsys.readouterr().out.splitlines()
    assert first.startswith(f"{broken}/scenario.yaml:20: warning: rumors[rumor-1].region: there is a castle in 'mok'")
    assert last == f"{broken}: sound. God-Emperor, small: 3 Houses, 14 regions. 1 warning."


def test_problems_are_printed_as_json_for_editors(capsys, broken):
    with pytest.raises(CommandError, match="1 error in 1 scenario"):
        call_command("scenario", "check", "--json", str(broken))

    assert json.loads(capsys.readouterr().out) == [
        {
            "file": f"{broken}/houses.yaml",
            "line": 12,
            "field": "houses[cat].home",
            "what": "there is no region 'anm'.",
            "mend": "Write 'amn'.",
            "warning": False,
        }
    ]


def test_a_sound_scenario_is_an_empty_list(capsys):
    call_command("scenario", "check", "--json", str(FIXTURES / "god_emperor"))

    assert json.loads(capsys.readouterr().out) == []


def test_the_schema_is_printed(capsys):
    call_command("scenario", "schema")

    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(json_schema()))


def test_rules_are_printed_by_area(capsys, settings, tmp_path):
    shutil.copytree(settings.BASE_DIR / "docs" / "rules", tmp_path / "docs" / "rules")  # the real books, and no tests to read
    settings.BASE_DIR = tmp_path
    call_command("rules", "GE-EVT")

    assert capsys.readouterr().out.startswith("GE-EVT: 49 rules")


def test_a_gap_fails_only_when_asked_to(capsys, settings, tmp_path):
    settings.BASE_DIR = tmp_path
    (tmp_path / "docs" / "rules").mkdir(parents=True)
    (tmp_path / "docs" / "rules" / "book.md").write_text("- GE-WAR-01 · A rule that nothing tests.\n", encoding="utf-8")

    call_command("rules")
    with pytest.raises(CommandError):
        call_command("rules", "--strict")

    assert "GE-WAR: 1 rules, 1 without a test\n  GE-WAR-01\n" in capsys.readouterr().out
