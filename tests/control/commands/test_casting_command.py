"""A casting list on the command line: previewed, or applied with --apply."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command

from control.day.people.lookup import members
from control.day.state import PersonMarks, Presence
from control.journal import journal
from control.models import Event, Stream
from control.people.events import create_event
from rooms.realm.frame import NAME
from tests.control.casting.books import book
from tests.scenarios import small

pytestmark = pytest.mark.django_db
ROWS = [["Name", "House"], ["Nia Obi", "Cat"], ["Amara Okafor", "Cat"]]


@pytest.fixture
def event():
    return create_event(realm=NAME, name="Test day", scenario=small(), casting=small().casting)


def cat(event):
    return [seat.name for seat in members(journal.head(Stream.objects.get(pk=event.stream_id)).state, "cat")]


def said(capsys, *options):
    call_command("casting", *map(str, options))
    return capsys.readouterr().out


def test_a_list_is_shown_and_changes_nothing(capsys, event, tmp_path):
    file = tmp_path / "list.xlsx"
    file.write_bytes(book(ROWS))
    was = cat(event)

    told = said(capsys, event.pk, file)

    assert "+ CAT  1  Nia Obi" in told
    assert "~ CAT  Amara Okafor: would have rank 2, has 1" in told
    assert "1 would be new, 1 would move, 0 would change, 0 would stay as they are, 8 are not on the list." in told
    assert "Nothing was changed. Do it with --apply." in told
    assert cat(event) == was


def test_a_list_is_applied(capsys, event, tmp_path):
    file = tmp_path / "list.csv"
    file.write_text("\n".join(",".join(row) for row in ROWS), encoding="utf-8")

    said(capsys, event.slug, file, "--apply", "--let-go")

    assert cat(event) == ["Nia Obi", "Amara Okafor"]
    assert event.seats.filter(key="cat-4").exists()
    assert said(capsys, event.slug, file, "--apply").splitlines() == [
        "The event is as this list says already. Nothing was changed."
    ]


def test_sample_people_of_the_scenario_are_counted_and_taken_off_on_demand(capsys, event, tmp_path):
    file = tmp_path / "list.csv"
    file.write_text("\n".join(",".join(row) for row in ROWS), encoding="utf-8")

    asked = "8 of those who stay are sample people of the scenario; --no-sample-people takes them off."
    assert asked in said(capsys, event.slug, file)
    assert asked not in said(capsys, event.slug, file, "--apply", "--no-sample-people")

    assert cat(event) == ["Nia Obi", "Amara Okafor"]


def test_who_stays_is_counted_and_named_on_demand(capsys, event, tmp_path):
    file = tmp_path / "list.csv"
    file.write_text("\n".join(",".join(row) for row in ROWS), encoding="utf-8")

    assert "8 players stay; -v 2 names them." in said(capsys, event.slug, file)
    assert "= CAT  Jonas Lindqvist stays" in said(capsys, event.slug, file, "-v", "2")


def test_a_name_that_several_houses_have_is_asked_about(capsys, event, tmp_path):
    for house in ("wolf", "ram"):
        file = tmp_path / f"{house}.csv"
        file.write_text(f"Name,House\nZoë Late,{house}\n", encoding="utf-8")
        said(capsys, event.slug, file, "--apply", *(["--somebody-else"] if house == "ram" else []))
    file = tmp_path / "list.csv"
    file.write_text("Name,House\nZoë Late,Cat\n", encoding="utf-8")

    with pytest.raises(CommandError, match="the name is in Wolf and Ram too"):
        call_command("casting", event.slug, str(file), "--apply")
    assert "Zoë Late" not in cat(event)
    said(capsys, event.slug, file, "--apply", "--somebody-else")
    seats = journal.head(Stream.objects.get(pk=event.stream_id)).state.seats.values()
    zoes = [seat for seat in seats if seat.name == "Zoë Late" and seat.presence is not Presence.GONE]
    assert {seat.team for seat in zoes} == {"wolf", "ram", "cat"}


@pytest.mark.parametrize(
    ("content", "sentence"),
    [(b"Name,House\nBob,Dog\n", "Row 2, column “House”: There is no House “Dog”"), (b"\x00", "no list that can be read")],
)
def test_a_bad_list_is_refused_as_a_whole(event, tmp_path, content, sentence):
    file = tmp_path / "list.csv"
    file.write_bytes(content)
    was = cat(event)

    with pytest.raises(CommandError, match=sentence):
        call_command("casting", str(event.pk), str(file), "--apply")
    assert cat(event) == was


def test_how_the_letters_are_written_may_be_said(capsys, event, tmp_path):
    file = tmp_path / "list.csv"
    file.write_bytes("Name,House\nMałgorzata Żak,Cat\n".encode("cp1250"))

    call_command("casting", str(event.pk), str(file), "--encoding", "cp1250")

    assert "Małgorzata Żak" in capsys.readouterr().out


def test_an_event_is_made_with_the_players_of_a_list(capsys, tmp_path):
    file = tmp_path / "list.csv"
    file.write_text("Name,House,First timer,Phone\nNia Obi,Cat,yes,no\nAmara Okafor,Cat,,\nOlu,Wolf,,\n", encoding="utf-8")

    call_command("event", "create", "fixtures/god_emperor_small", "--casting", str(file))

    event = Event.objects.latest("pk")
    state = journal.head(event.stream).state
    assert [(seat.id, seat.name) for seat in state.seats.values()] == [
        ("cat-1", "Nia Obi"),
        ("cat-2", "Amara Okafor"),
        ("wolf-1", "Olu"),
    ]
    assert state.seats["cat-1"].marks == PersonMarks(first_timer=True, phoneless=True)
    assert event.seats.count() == 3

    call_command("codes", str(event.pk), "--address", "http://192.0.2.7:8000/")
    told = capsys.readouterr().out
    assert "1 without a phone get no code" in told
    assert "Nia Obi" not in told
    assert "Olu" in told
    call_command("codes", str(event.pk), "--seat", "cat-1", "--address", "http://192.0.2.7:8000/")
    assert "Nia Obi" in capsys.readouterr().out


def test_a_bad_list_makes_no_event(tmp_path):
    file = tmp_path / "list.csv"
    file.write_text("Name,House\nNia,Dog\n", encoding="utf-8")

    with pytest.raises(CommandError, match="There is no House “Dog”"):
        call_command("event", "create", "fixtures/god_emperor_small", "--casting", str(file))
    assert not Event.objects.exists()


def test_a_file_that_is_not_there_is_named(event, tmp_path):
    with pytest.raises(CommandError, match=r"cannot be read \(No such file"):
        call_command("casting", str(event.pk), str(tmp_path / "list.csv"))
