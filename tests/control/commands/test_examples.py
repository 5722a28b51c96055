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


def test_a_path_that_does_not_exist_is_said(tmp_path):
    with pytest.raises(CommandError, match="does not exist"):
        call_command("examples", str(tmp_path / "nowhere"))


def test_all_examples_that_come_with_the_scenarios_pass(capsys):
    last = lines(capsys)[-1]

    assert last.endswith("passed, 0 failed")
    assert int(last.split()[0]) >= 90
