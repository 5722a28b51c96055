"""`manage.py scenario check` and `manage.py rules`, as an author and a developer call them."""

from __future__ import annotations

import shutil

import pytest
from django.core.management import CommandError, call_command

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
    with pytest.raises(CommandError, match="1 problem in 2 scenarios"):
        call_command("scenario", "check", str(broken), str(FIXTURES / "god_emperor"))

    out = capsys.readouterr().out
    assert f"{broken}/houses.yaml:12: houses[cat].home: there is no region 'anm'. Mend: Write 'amn'." in out
    assert f"{broken}: 1 problem." in out


def test_a_folder_that_is_not_there_is_said_to_be_missing(tmp_path):
    with pytest.raises(CommandError, match="no folder"):
        call_command("scenario", "check", str(tmp_path / "nowhere"))


def test_rules_are_printed_by_area(capsys):
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
