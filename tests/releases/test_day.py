"""A backup of every earlier release goes on here: it is restored, folded from nothing, and gives the states stored with it."""

from __future__ import annotations

import io
import json
import uuid
from pathlib import Path

import pytest
from django.core.management import call_command

from control import registry
from control.backup import restore
from control.day.notices import Announce
from control.engine.context import Actor
from control.journal import desk, journal
from control.journal.story import lines_of
from control.models import Entry, Event, Stream
from rooms.realm.desks import ALL_DESKS
from rooms.realm.frame import NAME
from rooms.tables.models import Table

pytestmark = pytest.mark.django_db(transaction=True)
OLGA = Actor(name="olga", desks=ALL_DESKS)
RELEASES = sorted(path.parent for path in Path(__file__).parent.glob("*/day.backup"))


@pytest.fixture(params=RELEASES, ids=lambda path: path.name)
def day(request: pytest.FixtureRequest) -> Event:
    journal.forget()
    return restore.restore(request.param / "day.backup").event


def check(name: str) -> str:
    said = io.StringIO()
    call_command("replay", name, "--check", stdout=said)
    return said.getvalue()


def test_there_are_samples():
    assert RELEASES


def test_the_event_gives_its_stored_states_again(day):
    said = check(str(day.pk))

    assert "broken" not in said
    assert said.count(", of an earlier release: the same") == 1 + day.stream.snapshots.count()


def test_the_table_gives_its_stored_states_again(day):
    table = Table.objects.get()

    said = check(table.code)

    assert "broken" not in said
    assert said.count(", of an earlier release: the same") == 1 + Stream.objects.get(pk=table.stream_id).snapshots.count()


def test_the_state_that_was_stored_then_means_what_its_journal_gives(request, day):
    folder = request.node.callspec.params["day"]
    streams = {"event": Stream.objects.get(pk=day.stream_id), "table": Table.objects.get().stream}

    for name, document in json.loads((folder / "states.json").read_text(encoding="utf-8")).items():
        stream, stored = streams[name], json.dumps(document).encode()
        again = journal.state_at(stream, stream.head, from_zero=True)
        assert journal.reencode_state(stream, stored, "") == journal.play_of(stream).encode(again)


def test_the_day_goes_on_as_if_today_had_stored_it(day):
    stream = Stream.objects.get(pk=day.stream_id)
    assert journal.play_of(stream).encode(journal.head(stream).state) == journal.reencode_state(stream, bytes(stream.state), "")

    done = desk.perform(stream_id=stream.pk, command=Announce(text="We are back."), by=OLGA, command_id=uuid.uuid4())

    stream.refresh_from_db()
    assert (stream.head, stream.encoding) == (done.head.seq, journal.play_of(stream).encoding)
    assert f"head after entry {stream.head}: the same" in check(str(day.pk))


def test_the_day_was_lively(day):
    kinds = set(Entry.objects.filter(stream=day.stream).values_list("kind", flat=True))

    assert kinds >= {"Withdrawn", "Announced", "ClockPaused", "SheetsSealed", "BattleFought", "PowerGained", "SchemesShown"}
    assert Entry.objects.filter(stream=day.stream).count() > 400


def test_every_entry_is_told(day):
    lines = lines_of(Stream.objects.get(pk=day.stream_id))

    assert [line.seq for line in lines if not line.sentence.endswith((".", "”", "!", "?"))] == []
    assert registry.game(NAME).broken(journal.head(Stream.objects.get(pk=day.stream_id)).state) == ()
