"""Cost of undo and time machine does not grow with the journal. Decoded events and statements are counted, not seconds."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection

from control.engine.context import Actor
from control.engine.ids import SeatId
from control.journal import desk, history, journal
from control.models import Entry, Event, Stream
from rooms.realm.desks import ALL_DESKS
from rooms.realm.game.treasury.power import AdjustPower
from tests.control.long import a_long_day, grow

pytestmark = pytest.mark.django_db(transaction=True)
OLGA = Actor(name="olga", desks=ALL_DESKS)
SHORT, LONG = 400, 2_000


class Read(Counter[str]):
    """Number of decoded events and of sent statements."""


@contextmanager
def reading() -> Iterator[Read]:
    """Count reads within the block."""
    read = Read()

    def count(execute, statement, parameters, many, context):
        found = execute(statement, parameters, many, context)
        read["statements"] += 1
        return found

    seen = journal.event_of

    def told(engine, entry):
        read["events"] += 1
        return seen(engine, entry)

    with connection.execute_wrapper(count), pytest.MonkeyPatch.context() as patch:
        patch.setattr(journal, "event_of", told)
        yield read


@pytest.fixture
def event() -> Event:
    return a_long_day(SHORT)


def adjust(event: Event) -> Entry:
    before = journal.head(Stream.objects.get(pk=event.stream_id)).state.seats[SeatId("cat-1")].purse.power
    command = AdjustPower(seat=SeatId("cat-1"), before=before, power=before + 1, reason="chips")
    return desk.perform(stream_id=event.stream_id, command=command, by=OLGA, command_id=uuid.uuid4()).entries[0]


def undo(event: Event) -> Read:
    """Undo and redo the last step, both the page's question and the command."""
    entry = adjust(event)
    with reading() as read:
        for seq in (entry.seq, entry.seq + 1):
            stream = Stream.objects.get(pk=event.stream_id)
            desk.withdrawal_reach(stream=stream, entries=list(stream.entries.filter(seq=seq)))
            desk.withdraw(stream_id=event.stream_id, entries=(seq,), reason="slip", by=OLGA, command_id=uuid.uuid4())
    return read


def look_back(event: Event) -> Read:
    """Open every month that is over."""
    history._states.clear()
    with reading() as read:
        for month in range(4):
            assert history.state_at_end_of(Stream.objects.get(pk=event.stream_id), month) is not None
    return read


@pytest.mark.parametrize("look", [undo, look_back])
def test_a_journal_five_times_as_long_costs_no_more(event, look):
    short = look(event)
    grow(event, LONG)

    long = look(event)

    assert Stream.objects.get(pk=event.stream_id).head >= LONG
    assert long["statements"] <= short["statements"] + 2
    assert 0 < long["events"] <= 8 * journal.SNAPSHOT_EVERY


@pytest.mark.skipif(connection.vendor != "sqlite", reason="the plan is read as SQLite tells it")
@pytest.mark.parametrize("look", [undo, look_back])
def test_no_statement_walks_through_a_whole_journal(event, look):
    sent = []

    def keep(execute, statement, parameters, many, context):
        sent.append((statement, parameters))
        return execute(statement, parameters, many, context)

    with connection.execute_wrapper(keep):
        look(event)

    asked = [each for each in sent if each[0].startswith("SELECT") and "control_entry" in each[0]]
    assert asked
    for statement, parameters in asked:
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN QUERY PLAN {statement}", parameters)
            plan = [row[3] for row in cursor.fetchall() if "control_entry" in row[3]]
        assert [step for step in plan if step.startswith("SCAN") or step.endswith("(stream_id=?)")] == [], statement


def test_what_was_taken_back_long_ago_does_not_make_it_dearer(event):
    first = adjust(event)
    grow(event, LONG)
    desk.withdraw(stream_id=event.stream_id, entries=(first.seq,), reason="slip", by=OLGA, command_id=uuid.uuid4())

    assert undo(event)["events"] <= 8 * journal.SNAPSHOT_EVERY
    assert look_back(event)["events"] <= 8 * journal.SNAPSHOT_EVERY
    stream = Stream.objects.get(pk=event.stream_id)
    for seq, as_of in stream.snapshots.values_list("seq", "as_of"):
        assert as_of > seq or seq < first.seq or seq > stream.head - 10
