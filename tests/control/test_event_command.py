"""Making an event from the command line."""

from __future__ import annotations

import io

import pytest
from django.core.management import CommandError, call_command

from control.management.commands import demo as demo_command
from control.management.commands import event as event_command
from control.models import Event
from tests.scenarios import FIXTURES

pytestmark = pytest.mark.django_db


def test_an_event_is_made_with_a_seat_row_for_every_player():
    call_command("event", "create", str(FIXTURES / "god_emperor_small"), "--name", "Practice", stdout=io.StringIO())

    event = Event.objects.get()
    assert (event.name, event.seats.count()) == ("Practice", 9)


def test_its_start_is_planned_for_the_day_named():
    said = io.StringIO()
    call_command("event", "create", str(FIXTURES / "god_emperor_small"), "--date", "2026-05-09", stdout=said)

    assert Event.objects.get().stream.entries.filter(kind="StartPlanned").exists()
    assert "manage.py codes" in said.getvalue()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        pytest.param(["create", "no/such/folder"], "There is no folder", id="no folder"),
        pytest.param(["create", str(FIXTURES / "god_emperor_small"), "--date", "tomorrow"], "is no date", id="no date"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(arguments, sentence):
    with pytest.raises(CommandError, match=sentence):
        call_command("event", *arguments)
    assert not Event.objects.exists()


def test_a_scenario_with_mistakes_makes_no_event(tmp_path):
    (tmp_path / "scenario.yaml").write_text("id: broken\n", encoding="utf-8")

    with pytest.raises(CommandError, match="problems"):
        call_command("event", "create", str(tmp_path))
    assert not Event.objects.exists()


def test_where_there_is_no_database_yet_it_is_made_first(settings, monkeypatch):
    """On a fresh computer the first command that somebody types may be this one."""
    asked = []
    for command in (event_command, demo_command):
        monkeypatch.setattr(command, "call_command", lambda name, **_options: asked.append(name))
    settings.EMBEDDED = True

    call_command("event", "list", stdout=io.StringIO())
    call_command("demo", stdout=io.StringIO())

    assert asked == ["migrate", "migrate"]
    settings.EMBEDDED = False
    call_command("event", "list", stdout=io.StringIO())
    assert len(asked) == 2
