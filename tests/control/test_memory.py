"""Caches of streams in a process: bounded, in order of use, with a lock for each stream."""

from __future__ import annotations

import threading
import uuid

import pytest

from control.journal import journal, story
from control.journal.memory import Memory
from control.models import Entry, Event, Stream
from control.people.events import create_event
from control.sheets import receipts
from rooms.realm.frame import NAME
from tests.scenarios import small
from tests.services import PATIENCE

HUNDREDS = 200


def test_what_was_not_used_for_longest_goes_first():
    kept: Memory[str, int] = Memory(2)
    kept.put("a", 1)
    kept.put("b", 2)
    kept.get("a")
    kept.put("c", 3)

    assert [kept.get(key) for key in "abc"] == [1, None, 3]


def test_a_heavy_one_makes_room_for_itself():
    kept: Memory[int, int] = Memory(16)
    for key in range(16):
        kept.put(key, key)
    kept.put(16, 16, weight=10)

    assert (len(kept), kept.weight, kept.get(16)) == (7, 16, 16)


def test_a_newer_value_is_not_replaced_by_an_older_one():
    kept: Memory[str, int] = Memory(2)
    for value in (3, 2, 4):
        kept.put_unless("a", value, lambda known, value=value: known > value)
        assert kept.get("a") == max(3, value)


def test_one_key_is_made_once_however_many_ask():
    kept: Memory[str, int] = Memory(4)
    made: list[int] = []
    entered, go_on = threading.Event(), threading.Event()

    def make() -> int:
        made.append(1)
        entered.set()
        assert go_on.wait(PATIENCE)
        return 7

    found: list[int] = []
    threads = [threading.Thread(target=lambda: found.append(kept.found("a", make))) for _each in range(4)]
    for thread in threads:
        thread.start()
    assert entered.wait(PATIENCE)
    go_on.set()
    for thread in threads:
        thread.join(PATIENCE)

    assert (found, made) == ([7] * 4, [1])
    assert kept._doors == {}, "the locks go with whoever wanted them"


def test_while_one_stream_is_read_another_is_not_waited_for():
    kept: Memory[str, int] = Memory(4)
    entered, go_on = threading.Event(), threading.Event()

    def slow() -> int:
        entered.set()
        assert go_on.wait(PATIENCE)
        return 1

    thread = threading.Thread(target=kept.found, args=("a", slow))
    thread.start()
    assert entered.wait(PATIENCE)
    quick = threading.Thread(target=kept.found, args=("b", lambda: 2))
    quick.start()
    quick.join(PATIENCE)
    stuck = quick.is_alive()
    go_on.set()
    thread.join(PATIENCE)

    assert not stuck
    assert (kept.get("a"), kept.get("b")) == (1, 2)


def test_who_fails_leaves_no_lock_behind():
    kept: Memory[str, int] = Memory(4)
    with pytest.raises(ZeroDivisionError):
        kept.found("a", lambda: 1 // 0)

    assert (len(kept), kept._doors) == (0, {})
    assert kept.found("a", lambda: 5) == 5


def again(event: Event, number: int) -> Event:
    """A new event with a copy of this one's rows."""
    entries = list(event.stream.entries.all())
    stream = Stream.objects.get(pk=event.stream_id)
    stream.pk, stream.key = None, uuid.uuid4()
    stream.save(force_insert=True)
    for entry in entries:
        entry.pk, entry.stream = None, stream
    Entry.objects.bulk_create(entries)
    return Event.objects.create(name=f"Day {number}", slug=f"again-{number}", stream=stream, scenario=event.scenario)


@pytest.mark.django_db
def test_of_hundreds_of_events_opened_one_after_the_other_a_bounded_number_is_remembered():
    first = create_event(realm=NAME, name="Day", scenario=small(), casting=small().casting)
    memories = {
        "heads": journal._heads,
        "plays": journal._plays,
        "scenarios": journal._scenarios,
        "stories": story._told,
        "sheets taken in": receipts._taken_in,
    }
    before = len(receipts._taken_in)  # of events that earlier tests have opened in this process
    most: dict[str, int] = dict.fromkeys(memories, 0)
    for number in range(HUNDREDS):
        event = again(first, number)
        stream = Stream.objects.get(pk=event.stream_id)
        journal.remember(stream, journal.head(stream))  # done here, since no commit comes in this test's transaction
        assert len(story.lines_of(stream)) == stream.head
        receipts.sheets_taken_in(stream)
        most = {name: max(most[name], len(memory)) for name, memory in memories.items()}

    assert most == {
        "heads": 32,
        "plays": 32,
        "scenarios": 32,
        "stories": 32,
        "sheets taken in": min(before + HUNDREDS, receipts.MOST_EVENTS),  # a few bytes each
    }
    assert all(memory.weight <= memory.most for memory in memories.values())


@pytest.mark.django_db
def test_what_fell_out_of_memory_is_read_again_as_it_was():
    scenario = small()
    first = create_event(realm=NAME, name="First", scenario=scenario, casting=scenario.casting)
    stream = Stream.objects.get(pk=first.stream_id)
    before = (journal.head(stream), tuple(story.lines_of(stream)))
    journal.forget(stream)
    story.forget()

    assert (journal.head(stream), tuple(story.lines_of(stream))) == before
