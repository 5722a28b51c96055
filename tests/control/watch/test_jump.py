"""A jump of the system clock during a day: nothing ends early, nothing hangs, and a person accepts the new time."""

from __future__ import annotations

import json
import uuid
from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from control import system_time
from control.clock import clockwork
from control.day.clock.pauses import Pause, Resume
from control.day.clock.phases import BeginDay, EndPhase
from control.engine.refusal import Stale
from control.journal import desk, journal
from control.models import Anchor, Draft, Due, Entry, Stream, Watched
from control.people.events import create_event
from control.sheets import drafts
from control.watch import clock_jump, outage, preflight_lines
from control.watch.clock_jump import ClockGuard
from megagame import beat_schedule
from rooms.realm.frame import NAME
from tests.control.desks.conftest import OLGA, words
from tests.scenarios import small

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
BOTH = pytest.mark.parametrize("by", [HOUR, -HOUR], ids=["forward", "back"])


class Machine:
    """System clock and monotonic clock of a machine, as the console reads them."""

    def __init__(self) -> None:
        self.wall = timezone.now()
        self.even = timedelta(days=1)

    def passes(self, seconds: float) -> None:
        self.wall += timedelta(seconds=seconds)
        self.even += timedelta(seconds=seconds)

    def process(self) -> system_time.PairedClocks:
        """Paired clocks of a process that starts now."""
        return system_time.PairedClocks(lambda: self.wall, lambda: self.even)


@pytest.fixture
def machine(monkeypatch, running) -> Machine:
    """Clocks of this test's machine; the console holds its own time."""
    found = Machine()
    monkeypatch.setattr(system_time, "clock", found.process())
    monkeypatch.setattr(timezone, "now", lambda: found.wall)
    monkeypatch.setattr(system_time, "_kept", True)
    system_time.now()
    return found


@pytest.fixture
def watch(machine) -> ClockGuard:
    """The clock guard of this process after its first check."""
    found = ClockGuard(system_time.clock)
    found.look()
    return found


def left(day) -> timedelta:
    return day.state.clock.deadline - system_time.now()


@BOTH
def test_a_phase_ends_when_its_time_is_over_whatever_the_wall_says(running, machine, watch, by):
    rest = left(running)
    machine.wall += by
    watch.look()
    assert clockwork.carry_out_due(running.event.stream_id) == 0
    assert left(running) == rest
    machine.passes(rest.total_seconds() - 1)
    assert clockwork.carry_out_due(running.event.stream_id) == 0
    machine.passes(1)
    assert clockwork.carry_out_due(running.event.stream_id) == 1
    clock = running.state.clock
    assert clock.phase == "planning"
    assert clock.deadline - system_time.now() <= timedelta(hours=2), "the next phase is as long as it should be"
    length = clock.deadline - clock.began_at
    machine.passes(length.total_seconds())
    assert clockwork.carry_out_due(running.event.stream_id) == 1


@BOTH
def test_it_is_red_at_once_and_green_when_the_wall_is_put_right(machine, watch, by):
    machine.wall += by
    watch.look()
    row = Watched.objects.get(place=preflight_lines.EVERYWHERE, key="time")
    assert row.colour == "red"
    assert "1:00:00" in row.words
    assert row.mend
    machine.wall -= by
    watch.look()
    assert Watched.objects.get(place=preflight_lines.EVERYWHERE, key="time").colour == "green"


@BOTH
@pytest.mark.parametrize("page", ["preflight/", "clock/"])
def test_one_button_moves_every_deadline_and_is_one_entry_that_can_be_taken_back(running, organizer, machine, watch, by, page):
    other = create_event(realm=NAME, name="Other", scenario=small(), casting=small().casting)
    desk.perform(stream_id=other.stream_id, command=BeginDay(), by=OLGA, command_id=uuid.uuid4())
    rest, seq, before = left(running), running.seqs, running.state.clock
    machine.wall += by
    shown = organizer.get(page)
    assert "The machine’s clock has jumped 1:00:00" in words(shown)

    done = organizer.tap("preflight/take-over/", {"seconds": str(round(by.total_seconds()))})

    assert done.status_code == 200, words(done)
    system_time.clock.take_over()  # normally done after the commit, which a test never reaches
    assert system_time.now() == machine.wall
    assert running.state.clock.deadline == before.deadline + by
    assert running.state.clock.deadline - machine.wall == rest
    assert other_deadline(other) - machine.wall > timedelta(0)
    assert running.seqs == seq + 1
    entry = Entry.objects.get(stream=running.event.stream, seq=seq + 1)
    assert entry.kind == "DeadlinesMoved"
    assert "has jumped" not in words(organizer.get(page))
    desk.withdraw(stream_id=running.event.stream_id, entries=(seq + 1,), reason="", by=OLGA, command_id=uuid.uuid4())
    assert running.state.clock == before


def other_deadline(event) -> datetime:
    return journal.head(Stream.objects.get(pk=event.stream_id)).state.clock.deadline


def test_only_the_organizer_may_and_only_what_was_seen(running, organizer, war, machine, watch):
    machine.wall += HOUR
    clock = running.state.clock
    assert "move all deadlines" not in words(war.get("preflight/"))
    assert war.tap("preflight/take-over/", {"seconds": "3600"}).status_code == 404
    assert organizer.tap("preflight/take-over/", {"seconds": "60"}).status_code == 409
    assert organizer.tap("preflight/take-over/", {"seconds": "x"}).status_code == 422
    assert organizer.tap("preflight/take-over/", {"seconds": "9" * 30}).status_code == 422
    assert running.state.clock == clock
    machine.wall -= HOUR
    assert organizer.tap("preflight/take-over/", {"seconds": "3600"}).status_code == 409
    assert running.state.clock == clock


def test_a_clock_that_stands_keeps_what_it_has_left(running, machine, watch):
    running.do(Pause(reason="lunch"))
    rest = running.state.clock.left
    machine.wall += HOUR
    clock_jump.take_over(running.event.stream_id, 3600, OLGA, uuid.uuid4())
    system_time.clock.take_over()
    running.do(Resume())
    assert running.state.clock.deadline - system_time.now() == rest


def test_taken_back_after_its_phase_it_changes_nothing(running, machine, watch):
    machine.wall += HOUR
    clock_jump.take_over(running.event.stream_id, 3600, OLGA, uuid.uuid4())
    system_time.clock.take_over()
    seq = running.seqs
    running.do(EndPhase(month=1, phase="ceremony"))
    clock = running.state.clock
    desk.withdraw(stream_id=running.event.stream_id, entries=(seq,), reason="", by=OLGA, command_id=uuid.uuid4())
    assert running.state.clock == clock


def test_a_second_process_hears_of_it_under_the_lock(running, machine, watch, monkeypatch):
    """A process that still holds the old time would see every deadline an hour early after the clock was set back."""
    machine.wall -= HOUR
    watch.look()
    second = machine.process()
    second.take_over(system_time.clock.anchor)
    clock_jump.take_over(running.event.stream_id, -3600, OLGA, uuid.uuid4())
    monkeypatch.setattr(system_time, "clock", second)
    assert system_time.jump() == -HOUR
    assert clockwork.carry_out_due(running.event.stream_id) == 0
    assert system_time.jump() == timedelta(0)
    assert running.state.clock.phase == "ceremony"


def test_processes_agree_by_the_anchor_of_their_machine(machine, watch):
    machine.wall += HOUR
    watch.look()
    late = ClockGuard(machine.process())
    late.look()
    assert late.clock.jump() == HOUR, "one that starts after the jump goes on as the others do"
    clock_jump.store_anchor(late.clock.origin())
    watch.look()
    assert not system_time.clock.holds()


def test_where_nothing_is_due_the_wall_is_followed_without_a_person(machine, watch):
    Due.objects.all().delete()
    machine.wall += timedelta(days=900)
    watch.look()
    assert system_time.now() == machine.wall
    assert Anchor.objects.get().at == machine.wall - machine.even


def test_no_absence_is_made_of_a_jump(machine, watch):
    outage.note_beat()
    machine.passes(2)
    machine.wall += HOUR
    assert outage.note_beat() is None
    machine.passes(2)
    assert outage.note_beat() is None
    assert preflight_lines.is_silent() is False


def test_two_who_take_over_at_once_in_two_processes_move_the_deadlines_once(running, machine, watch):
    machine.wall += HOUR
    before = running.state.clock
    clock_jump.take_over(running.event.stream_id, 3600, OLGA, uuid.uuid4())
    assert system_time.clock.holds(), "this process has not heard of it yet"
    with pytest.raises(Stale):
        clock_jump.take_over(running.event.stream_id, 3600, OLGA, uuid.uuid4())
    assert running.state.clock.deadline == before.deadline + HOUR


def test_what_is_typed_after_the_clock_was_set_back_takes_the_place_of_what_was_typed_before(running, machine, watch):
    def typed(words: str) -> None:
        place = {"event_id": running.event.pk, "kind": "war", "month": 1, "seat": "cat-1", "late": False}
        body = json.dumps([["note", words]])
        drafts.store_drafts([Draft(**place, client_key=uuid.uuid4(), received_at=system_time.now(), body=body)])

    typed("before")
    machine.passes(60)
    machine.wall -= HOUR
    clock_jump.take_over(running.event.stream_id, -3600, OLGA, uuid.uuid4())
    system_time.clock.take_over()
    machine.passes(1)
    typed("after")
    assert "after" in Draft.objects.get().body


def test_signs_of_life_are_heard_after_the_clock_was_set_back(machine, watch):
    outage.note_beat()
    machine.wall -= HOUR
    system_time.clock.take_over()
    assert outage.note_beat() is None, "no absence"
    assert not preflight_lines.is_silent()
    machine.passes(30)
    assert preflight_lines.is_silent()
    away = outage.note_beat()
    assert away is not None
    assert round((away.ended_at - away.began_at).total_seconds()) == 30


def test_the_question_before_the_day_tells_the_consoles_time(organizer, machine, watch):
    time = f"{timezone.localtime(system_time.now()):%H:%M}"
    machine.wall += HOUR
    watch.look()
    assert f"now, at {time}." in words(organizer.get("clock/begin/"))


def test_nothing_is_taken_over_twice(running, machine, watch):
    machine.wall += HOUR
    clock_jump.take_over(running.event.stream_id, 3600, OLGA, uuid.uuid4())
    system_time.clock.take_over()
    with pytest.raises(Stale):
        clock_jump.take_over(running.event.stream_id, 3600, OLGA, uuid.uuid4())


@BOTH
def test_the_beat_asks_on_while_the_wall_jumps(monkeypatch, by):
    at, wall = [100.0], [datetime.now().astimezone()]
    monkeypatch.setattr(beat_schedule.time, "monotonic", lambda: at[0])
    schedule = beat_schedule.schedule_every(1.0)
    last = schedule.now()
    wall[0] += by
    monkeypatch.setattr(schedule.app, "now", lambda: wall[0], raising=False)
    assert not schedule.is_due(last).is_due
    at[0] += 1.0
    assert schedule.is_due(last).is_due
