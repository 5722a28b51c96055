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


@pytest.mark.parametrize("date", ["5.12.2026", "05.12.2026", "5. 12. 2026", "2026-12-05"])
def test_a_date_may_be_written_with_dots(date):
    assert event_command.planned_start(date, "10:30").isoformat().startswith("2026-12-05T10:30:00")


@pytest.mark.parametrize("date", ["05/12/2026", "5.12.26", "31.2.2026", "12.31.2026"])
def test_a_date_that_may_be_read_two_ways_is_refused(date):
    with pytest.raises(CommandError, match="is no date; write it as 2026-05-09"):
        event_command.planned_start(date, "10:30")


def made(*options: object) -> str:
    """Output of the command that creates an event."""
    said = io.StringIO()
    call_command("event", "create", str(FIXTURES / "god_emperor_small"), *map(str, options), stdout=said)
    return said.getvalue()


def test_what_a_list_leaves_out_is_said_when_an_event_is_made_from_it(tmp_path):
    file = tmp_path / "list.csv"
    file.write_text("Name,House,Status\nAda,Cats,ok\nBen,Cat,cancelled\nEve,Wolf,ok\nDov,Ram,ok\n", encoding="utf-8")

    said = made("--casting", file)

    assert "Row 3 says “cancelled” and is left out." in said
    assert "“Cats” was read as Cat (row 2)." in said
    assert "own casting" not in said


def test_whose_casting_it_has_and_that_another_event_is_called_so_is_said():
    assert "another event" not in made("--name", "Practice")
    said = made("--name", "Practice")

    assert "There is another event of this name: practice-" in said
    assert "It is cast with the 9 people of the scenario’s own casting" in said
    assert "FILE --apply --no-sample-people" in said


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
    """On a new computer this may be the first command that anybody types."""
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
