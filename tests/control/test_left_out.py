"""A fold goes on to its end although an entry or command is left out: nothing raises, and `broken` can be asked."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from control.backup import restore
from control.engine.modules import Engine, GameEvent
from control.journal import journal
from control.journal.withdrawals import WITHDRAWN
from control.models import Entry, Stream
from rooms.tables.models import Table
from tests.control.test_whole_days import play
from tests.scenarios import small

pytestmark = pytest.mark.django_db(transaction=True)
DAY = Path(__file__).resolve().parent.parent / "releases" / "2026-11" / "day.backup"


def without_each(stream: Stream, key: Any) -> Iterator[tuple[Engine[Any], Any, Sequence[tuple[Entry, GameEvent]], Any]]:
    """For each entry or command: the engine, the state before it, the entries after it, and the event left out."""
    engine, state = journal.play_of(stream).engine, journal.play_of(stream).blank
    entries = [entry for entry in stream.entries.order_by("seq") if entry.kind != WITHDRAWN]
    told = [(entry, journal.event_of(engine, entry)) for entry in entries]
    seen: set[Hashable] = set()
    for at, (entry, happened) in enumerate(told):
        if key(entry) not in seen:
            seen.add(key(entry))
            yield engine, state, [each for each in told[at:] if key(each[0]) != key(entry)], happened
        state = engine.evolve(state, happened)


def folds_on(stream: Stream, key: Any) -> int:
    """Leave out each in turn; fold the rest, ask for invalidations and for broken invariants. Returns the number of cases."""
    count = 0
    for engine, before, behind, gone in without_each(stream, key):
        state = before
        for _entry, happened in behind:
            state = engine.evolve(state, happened)
            engine.invalidations(happened, state)
        engine.invalidations(gone, state)
        engine.broken(state)
        count += 1
    return count


def by_entry(entry: Entry) -> Hashable:
    return entry.seq


def by_command(entry: Entry) -> Hashable:
    return entry.actor, entry.command_id


@pytest.mark.parametrize("key", [by_entry, by_command])
@pytest.mark.parametrize("seed", [5, 6])
def test_a_small_day_folds_whatever_is_left_out(seed, key):
    event, _sent = play(small(), seed, 2)

    assert folds_on(Stream.objects.get(pk=event.stream_id), key) > 30


def test_the_sample_day_folds_whatever_command_is_left_out():
    event = restore.restore(DAY).event

    assert folds_on(Stream.objects.get(pk=event.stream_id), by_command) > 200


@pytest.mark.parametrize("key", [by_entry, by_command])
def test_a_table_folds_whatever_is_left_out(key):
    restore.restore(DAY)

    assert folds_on(Table.objects.get().stream, key) > 50


def test_who_was_never_there_is_named():
    event = restore.restore(DAY).event
    stream = Stream.objects.get(pk=event.stream_id)

    engine, state, behind, _gone = next(each for each in without_each(stream, by_entry) if type(each[3]).__name__ == "PlayerAdded")
    for _entry, happened in behind:
        state = engine.evolve(state, happened)

    assert "Something happened to player cat-6, who does not take part." in engine.broken(state)
