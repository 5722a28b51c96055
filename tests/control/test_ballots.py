"""Ballots: commands of many people at one moment are carried out in few commits, and each gets its own result after its commit."""

from __future__ import annotations

import threading
import time
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import pytest
from django.db import InterfaceError, OperationalError, connection, connections, transaction
from django.urls import resolve

from control import registry
from control.day.clock.phases import BeginDay, EndPhase
from control.day.notices import Announce
from control.day.people.presence import CheckIn
from control.day.state import Presence
from control.engine import codec
from control.engine.ids import SeatId
from control.engine.refusal import Refused, Stale
from control.journal import ballots, desk, journal
from control.journal.ballots import CastBallot
from control.journal.desk import CommandResult, GivenCommand
from control.models import Entry, Event
from control.people.events import create_event
from rooms.realm.frame import NAME
from rooms.realm.scenario.ids import Phase
from tests.events import OLGA, do, last_seq, state_of, stream_of, wait_long_for_ballots
from tests.scenarios import default
from tests.services import PATIENCE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

SEATS = tuple(SeatId(seat) for seat in ("cat-1", "cat-2", "wolf-1", "wolf-2", "bear-1"))


@pytest.fixture
def event() -> Event:
    return create_event(realm=NAME, name="Test day", scenario=default(), casting=default().casting)


class Held:
    """Ballots in threads of their own. The first is held at the door, so that the others gather behind it."""

    def __init__(self, event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
        self.event = event
        self.batches: list[int] = []
        self.go, self._begun = threading.Event(), threading.Event()
        self._pool = ThreadPoolExecutor(16)
        perform, together = desk.perform, desk.perform_together

        def one(**named):
            self._begun.set()
            self.go.wait(PATIENCE)
            self.batches.append(1)
            return perform(**named)

        def many(**named):
            self.batches.append(len(named["given"]))
            return together(**named)

        monkeypatch.setattr(desk, "perform", one)
        monkeypatch.setattr(desk, "perform_together", many)

    def cast(self, *each: GivenCommand) -> list[Future[CommandResult]]:
        """Cast these ballots in their order; return when all wait."""
        found = []
        for one in each:
            before = len(ballots._undone)
            found.append(self._pool.submit(self._cast, one))
            until(lambda before=before: len(ballots._undone) == before + 1)
        assert self._begun.wait(PATIENCE)
        return found

    def _cast(self, given: GivenCommand) -> CommandResult:
        try:
            return ballots.cast(self.event.stream, given)
        finally:
            connections.close_all()

    def end(self) -> None:
        self.go.set()
        self._pool.shutdown()


@pytest.fixture
def held(event, monkeypatch) -> Iterator[Held]:
    found = Held(event, monkeypatch)
    yield found
    found.end()
    assert (ballots._queues, ballots._undone) == ({}, {})


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.001)


def given(seat: SeatId, command_id: uuid.UUID | None = None) -> GivenCommand:
    present = CheckIn(seat=seat, before=Presence.EXPECTED, presence=Presence.PRESENT)
    return GivenCommand(command=present, by=OLGA, command_id=command_id or uuid.uuid4())


def test_all_that_have_come_are_one_commit(event, held):
    waiting = held.cast(*map(given, SEATS))

    held.go.set()
    found = [each.result(PATIENCE) for each in waiting]

    assert held.batches == [1, len(SEATS) - 1]
    assert [each.entries[0].seq for each in found] == list(range(found[0].head.seq, found[-1].head.seq + 1))
    assert all(state_of(event).seats[seat].here for seat in SEATS)
    stream = stream_of(event)
    assert codec.encode_state(journal.state_at(stream, stream.head, from_zero=True)) == bytes(stream.state)


def test_a_rush_of_threads_loses_and_doubles_nothing(event):
    def casts(seat: SeatId) -> CommandResult:
        try:
            line.wait(PATIENCE)
            return ballots.cast(event.stream, given(seat))
        finally:
            connections.close_all()

    seats = tuple(state_of(event).seats)[:24]
    line, before = threading.Barrier(len(seats)), last_seq(event)
    with ThreadPoolExecutor(len(seats)) as pool:
        found = list(pool.map(casts, seats))

    assert sorted(each.entries[0].seq for each in found) == list(range(before + 1, before + len(seats) + 1))
    assert all(state_of(event).seats[seat].here for seat in seats)


def test_a_refused_one_is_refused_alone_and_a_double_tap_has_one_answer(event, held):
    tap = given(SEATS[1])
    waiting = held.cast(given(SEATS[0]), tap, given(SEATS[0]), tap, given(SEATS[2]))

    held.go.set()

    with pytest.raises(Stale):
        waiting[2].result(PATIENCE)
    first, again = waiting[1].result(PATIENCE), waiting[3].result(PATIENCE)
    assert (first.repeated, again.repeated) == (False, True)
    assert [each.pk for each in first.entries] == [each.pk for each in again.entries]
    assert waiting[4].result(PATIENCE).entries
    assert held.batches == [1, 4]


def test_what_comes_meanwhile_waits_for_the_next_commit(event, held, monkeypatch):
    first = held.cast(given(SEATS[0]), given(SEATS[1]), given(SEATS[2]))
    more: list[Future[CommandResult]] = []
    together = desk.perform_together

    def comes(**named):
        if not more:
            more.extend(held.cast(given(SEATS[3]), given(SEATS[4])))
        return together(**named)

    monkeypatch.setattr(desk, "perform_together", comes)
    held.go.set()

    assert all(each.result(PATIENCE).entries for each in (*first, *(wait_for(more, 2))))
    assert held.batches == [1, 2, 2]


def wait_for(found: list[Future[CommandResult]], number: int) -> list[Future[CommandResult]]:
    until(lambda: len(found) == number)
    return found


def test_nobody_is_answered_before_the_commit(event, held, monkeypatch):
    waiting = held.cast(*map(given, SEATS[:3]))
    announce, seen = desk.journal.store_head, []

    def stores(*named):
        seen.append([each.done() for each in waiting])
        return announce(*named)

    monkeypatch.setattr(desk.journal, "store_head", stores)
    held.go.set()
    for each in waiting[1:]:
        assert Entry.objects.filter(pk=each.result(PATIENCE).entries[0].pk).exists()

    assert seen[-1][1:] == [False, False]


class TornConnection:
    """A connection that fails even when it is closed."""

    def __getattr__(self, name: str) -> object:
        return getattr(connection, name)

    def close(self) -> None:
        raise InterfaceError("the connection is lost")


@pytest.mark.parametrize("torn", [False, True])
def test_a_failing_transaction_leaves_each_ballot_its_own_try(event, held, monkeypatch, torn):
    def locked(**_named):
        raise OperationalError("database is locked")

    if torn:
        monkeypatch.setattr(ballots, "connection", TornConnection())
    monkeypatch.setattr(desk, "perform_together", locked)
    waiting = held.cast(given(SEATS[0]), given(SEATS[1]), given(SEATS[0]), given(SEATS[2]))

    held.go.set()

    assert waiting[1].result(PATIENCE).entries
    with pytest.raises(Refused):
        waiting[2].result(PATIENCE)
    assert waiting[3].result(PATIENCE).entries
    assert held.batches == [1, 1, 1, 1]


def test_a_database_that_is_gone_is_asked_by_two_and_the_others_are_told_to_come_again(event, held, monkeypatch):
    tried = []

    def gone(**named):
        tried.append(named)
        raise OperationalError("disk I/O error")

    waiting = held.cast(*map(given, SEATS))
    monkeypatch.setattr(desk, "perform_together", gone)
    monkeypatch.setattr(desk, "perform", gone)
    held.go.set()

    assert waiting[0].result(PATIENCE).entries
    for each in waiting[1:]:
        with pytest.raises(ballots.UnansweredError):
            each.result(PATIENCE)
    assert len(tried) == 3
    assert not state_of(event).seats[SEATS[1]].here


def test_a_thread_that_ends_lets_nobody_wait_for_ever(event, held, monkeypatch):
    def ends(**_named):
        raise SystemExit

    waiting = held.cast(*map(given, SEATS[:3]))
    monkeypatch.setattr(desk, "perform_together", ends)
    held.go.set()

    with pytest.raises(SystemExit):
        waiting[1].result(PATIENCE)
    with pytest.raises(RuntimeError, match="has ended"):
        waiting[2].result(PATIENCE)
    monkeypatch.undo()
    assert ballots.cast(event.stream, given(SEATS[3])).entries


def test_ballots_of_one_thread_have_their_outcomes_in_their_order_however_many_commits_they_take(event, held, monkeypatch):
    monkeypatch.setattr(ballots, "MOST_AT_ONCE", 2)
    held.go.set()
    cast = [given(SEATS[0]), given(SEATS[1]), given(SEATS[0]), given(SEATS[2]), given(SEATS[3])]

    outcomes = ballots.cast_together(event.stream, [CastBallot(each, ballots.mark(event.pk)) for each in cast])

    assert [isinstance(each, CommandResult) for each in outcomes] == [True, True, False, True, True]
    assert isinstance(outcomes[2], Refused)
    seqs = [each.entries[0].seq for each in outcomes if isinstance(each, CommandResult)]
    assert seqs == sorted(seqs)
    assert held.batches == [2, 2, 1]


def test_within_a_transaction_it_is_carried_out_there(event):
    with transaction.atomic():
        assert ballots.cast(event.stream, given(SEATS[0])).entries
        transaction.set_rollback(True)

    assert not state_of(event).seats[SEATS[0]].here


# --- who counts them ----------------------------------------------------------------------------------------------------


def ends_phase(event: Event) -> CommandResult:
    try:
        return do(event, EndPhase(month=1, phase=Phase.CEREMONY))
    finally:
        connections.close_all()


def test_the_end_of_a_phase_waits_for_what_has_come_and_not_for_more(event, monkeypatch):
    do(event, BeginDay())
    waits = wait_long_for_ballots(monkeypatch)
    with ThreadPoolExecutor(1) as pool, ballots.on_the_way(event.pk):
        ending = pool.submit(ends_phase, event)
        assert waits.wait(PATIENCE)
        assert not ending.done()
        cast = ballots.cast(event.stream, given(SEATS[0]))
        with ballots.on_the_way(event.pk):  # comes later
            ended = ending.result(PATIENCE)  # the former has its outcome, although its answer is not sent yet

    assert cast.entries[0].seq < ended.entries[0].seq


def test_what_never_gets_an_outcome_holds_up_the_end_only_for_a_while(event, monkeypatch):
    monkeypatch.setattr(ballots.await_cast, "__defaults__", (0.05,))
    do(event, BeginDay())

    with ballots.on_the_way(event.pk):
        assert do(event, EndPhase(month=1, phase=Phase.CEREMONY)).entries
        begun = time.monotonic()
        do(event, Announce(text="Soup is ready."))  # counts nothing, and so waits for nothing

    assert time.monotonic() - begun < PATIENCE
    assert ballots._undone == {}


def test_another_events_ballots_and_those_waited_for_in_vain_hold_up_no_end(event, monkeypatch):
    waits = list[int | None]()
    monkeypatch.setattr(ballots.await_cast, "__defaults__", (0.05,))
    do(event, BeginDay())
    other = create_event(realm=NAME, name="Other", scenario=default(), casting=default().casting)
    for each in (event, other):
        ballots.cast(each.stream, given(SEATS[0]))

    with ballots.on_the_way(other.pk), ballots.on_the_way(event.pk):
        marks = dict(ballots._undone)
        for mark in marks:
            monkeypatch.setattr(mark, "wait", lambda seconds, mark=mark: waits.append(marks[mark].stream_id))
        ballots.await_cast(event.stream_id)
        ballots.await_cast(event.stream_id)

    assert waits == [event.stream_id]


@pytest.mark.parametrize("address", sorted(registry.ballots()))
def test_every_address_of_ballots_is_a_press(address):
    assert resolve(address).func
