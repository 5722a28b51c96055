"""Prepared days, copied as rows, equal days made by commands: the chain is valid, all times have moved, nothing is shared."""

from __future__ import annotations

from datetime import timedelta

import msgspec
import pytest
from django.utils import timezone

from control.day.clock.phases import EndPhase
from control.engine import upcasting
from control.engine.ids import SeatId
from control.journal import chain, journal
from control.models import Due
from rooms.realm.scenario.ids import Phase
from tests import prepared
from tests.control.phones import Day
from tests.events import stream_of

LATER = timedelta(minutes=40)


class Planning(Day):
    """Planning of month 1 with one player present."""

    def arrange(self) -> None:
        self.here(SeatId("cat-1")).until(Phase.PLANNING)


@pytest.fixture
def days(db, monkeypatch) -> tuple[Planning, Planning]:
    """A day made by its commands, and a copy made later."""
    monkeypatch.setattr(prepared, "_kept", {})
    made = Planning()
    now = timezone.now() + LATER
    monkeypatch.setattr(prepared.timezone, "now", lambda: now)
    return made, Planning()


@pytest.mark.both_databases
def test_the_journal_of_a_copy_holds_and_gives_its_state(days):
    stream = stream_of(days[1].event)
    replayed = journal.state_at(stream, stream.head, from_zero=True)

    assert chain.check(stream).broken_at == 0
    assert journal.play_of(stream).encode(replayed) == bytes(stream.state)
    assert stream.key != stream_of(days[0].event).key


@pytest.mark.both_databases
def test_a_copy_is_as_far_from_its_deadline_as_the_day_was(days):
    first, copy = (day.state.clock.deadline for day in days)
    due, its = (Due.objects.get(stream=day.event.stream_id, what="phase").at for day in days)
    entered, again = (stream_of(day.event).entries.order_by("seq").values_list("at", flat=True)[0] for day in days)

    (moved,) = {copy - first, its - due, again - entered}
    assert moved >= LATER


def test_what_happens_in_a_copy_happens_in_no_other(days):
    made, copy = days

    copy.do(EndPhase(month=1, phase=Phase.PLANNING))

    assert (made.state.clock.phase, copy.state.clock.phase) == (Phase.PLANNING, Phase.MOVEMENT)
    assert Planning().state.clock.phase == Phase.PLANNING


def test_a_second_event_of_a_scenario_works_out_nothing_that_the_first_has(days, monkeypatch):
    shared = [journal.scenario_of(stream_of(day.event)) for day in days]
    assert shared[0] is shared[1]

    def again(*_types: object) -> None:
        raise AssertionError("the encoding of the same types is worked out again")

    monkeypatch.setattr(upcasting.msgspec.json, "schema_components", again)
    journal.forget()

    assert journal.play_of(stream_of(days[1].event)).encoding == stream_of(days[1].event).encoding
    with pytest.raises(AssertionError):
        upcasting.encoding_of({"new": msgspec.defstruct("New", ["field"])})


def test_a_scenario_is_not_kept_when_the_process_is_told_to_forget(days):
    """A name may have been removed from its document."""
    stream = stream_of(days[1].event)
    before = journal.scenario_of(stream)

    journal.forget()

    assert journal.scenario_of(stream) is not before
