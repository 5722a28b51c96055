"""`manage.py scenario check`, `manage.py scenario schema` and `manage.py rules`, as an author and a developer call them."""

from __future__ import annotations

import json
import shutil

import pytest
from django.core.management import CommandError, call_command

from control.scenario.editors import json_schema
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


def test_a_folder_that_is_not_there_is_said_to_be_missing(tmp_path):
    with pytest.raises(CommandError, match="no folder"):
        call_command("scenario", "check", str(tmp_path / "nowhere"))


def test_a_file_that_may_not_be_read_is_said_so(tmp_path, monkeypatch):
    def refuse(*_):
        raise PermissionError(13, "Permission denied", "houses.yaml")

    monkeypatch.setattr("control.scenario_files.text_of", refuse)
    (tmp_path / "houses.yaml").write_text("houses: []\n", encoding="utf-8")

    with pytest.raises(CommandError, match=r"houses\.yaml cannot be read: Permission denied"):
        call_command("scenario", "check", str(tmp_path))


def test_a_warning_is_told_and_does_not_fail(capsys, broken):
    houses, castles = broken / "houses.yaml", broken / "scenario.yaml"
    houses.write_text(houses.read_text(encoding="utf-8").replace("home: anm", "home: amn"), encoding="utf-8")
    castles.write_text(castles.read_text(encoding="utf-8").replace("region: zen", "region: mok"), encoding="utf-8")

    call_command("scenario", "check", str(broken))

    first, last = capsys.readouterr().out.splitlines()
    assert first.startswith(f"{broken}/scenario.yaml:19: warning: rumors[rumor-1].region: there is a castle in 'mok'")
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
