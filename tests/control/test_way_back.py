"""Undo and redo in any order: no invariant breaks, and a replay agrees."""

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest
from django.utils import timezone

from control.clock import clockwork
from control.day.clock.phases import BeginDay, EndPhase, SetClock
from control.day.clock.steps import EndStep, steps_left
from control.engine import codec
from control.engine.ids import StepId
from control.engine.refusal import Refused
from control.journal import desk, journal
from control.models import Event, Stream
from control.people.events import create_event
from rooms.realm.frame import NAME
from rooms.realm.scenario.ids import HouseId, Phase, RegionId, Room
from rooms.war.game.state import war_of
from rooms.war.game.units import AdjustUnits
from tests.events import OLGA, do, state_of
from tests.scenarios import default

pytestmark = pytest.mark.django_db(transaction=True)

CAT, AMN = HouseId("cat"), RegionId("amn")
WHY = "a fallen piece"


@pytest.fixture
def event() -> Event:
    event = create_event(realm=NAME, name="Test day", scenario=default(), casting=default().casting)
    do(event, BeginDay())
    return event


@pytest.fixture
def later(monkeypatch):
    """Move the system clock forward."""
    real, ahead = timezone.now, [timedelta(0)]
    monkeypatch.setattr(timezone, "now", lambda: real() + ahead[0])

    def go(seconds: float) -> None:
        ahead[0] += timedelta(seconds=seconds)

    return go


def withdraw(event: Event, done):
    seqs = [entry.seq for entry in done.entries]
    return desk.withdraw(stream_id=event.stream_id, entries=seqs, reason="a slip", by=OLGA, command_id=uuid.uuid4())


def broken(event: Event) -> tuple[str, ...]:
    return journal.game_of(event.stream).broken(state_of(event))


def cats(event: Event) -> int:
    return war_of(state_of(event)).count(AMN, CAT)


def units(event: Event, number: int):
    return do(event, AdjustUnits(region=AMN, house=CAT, before=cats(event), units=number, reason=WHY))


def replays_the_same(event: Event) -> bool:
    stream = Stream.objects.get(pk=event.stream_id)
    return codec.encode_state(journal.state_at(stream, stream.head, from_zero=True)) == bytes(stream.state)


# --- nested withdrawals -------------------------------------------------------------------------------------------------


def test_an_earlier_withdrawal_counts_when_a_later_one_is_judged(event):
    more = units(event, 5)
    units(event, 1)
    again = units(event, 4)
    withdraw(event, more)

    with pytest.raises(Refused, match="Amn holds -1 units of Cat"):
        withdraw(event, again)

    assert cats(event) == 2
    assert broken(event) == ()


def test_a_redo_taken_back_is_judged_like_the_first_withdrawal(event):
    more = units(event, 5)
    redo = withdraw(event, withdraw(event, more))
    units(event, 1)

    with pytest.raises(Refused, match="built on it"):
        withdraw(event, redo)

    assert cats(event) == 1
    assert broken(event) == ()


def test_a_redo_taken_back_is_told_to_those_it_concerns(event, monkeypatch):
    more = units(event, 5)
    redo = withdraw(event, withdraw(event, more))
    told = []
    monkeypatch.setattr(
        "control.live.broadcast.publish",
        lambda event_id, invalidations, **_more: told.extend(invalidation.topic for invalidation in invalidations),
    )

    withdraw(event, redo)

    assert "map" in told


# --- the clock after a withdrawal ---------------------------------------------------------------------------------------


def in_action(event: Event, seconds: int = 1800) -> None:
    do(event, SetClock(month=1, phase=Phase.ACTION, seconds=seconds))


def war_step(event: Event, step: str):
    return do(event, EndStep(room=Room.WAR, month=1, step=StepId(step)))


def test_a_step_of_the_clock_taken_back_does_not_hold_up_the_phase(event, later):
    in_action(event)
    later(120)
    clockwork.carry_out_due(event.stream_id)
    ended = event.stream.entries.get(kind="StepEnded", label="Updates, month 1", body__contains='"war"')
    desk.withdraw(stream_id=event.stream_id, entries=(ended.seq,), reason="too soon", by=OLGA, command_id=uuid.uuid4())
    taken_back = state_of(event).clock.rooms[Room.WAR].step

    later(3600)
    clockwork.carry_out_due(event.stream_id)

    assert taken_back == "updates"
    assert state_of(event).clock.phase == Phase.RETURN


def test_updates_cannot_be_taken_back_from_under_opened_orders(event):
    in_action(event)
    first = war_step(event, "updates")
    war_step(event, "orders")

    with pytest.raises(Refused, match="built on it"):
        withdraw(event, first)

    assert steps_left(state_of(event), Room.WAR)[0] == "favors"


def test_steps_of_a_month_are_not_played_twice_when_the_clock_was_set_too_far(event):
    in_action(event)
    for step in ("updates", "orders", "favors", "move"):
        war_step(event, step)
    do(event, SetClock(month=2, phase=Phase.ACTION, seconds=600))

    do(event, SetClock(month=1, phase=Phase.ACTION, seconds=600))

    assert steps_left(state_of(event), Room.WAR)[0] == "battle"
    for step in ("battle", "rewards", "recruit"):
        war_step(event, step)
    assert broken(event) == ()


def test_a_day_that_ended_by_a_slip_can_be_set_back(event):
    do(event, SetClock(month=10, phase=Phase.RETURN, seconds=60))
    do(event, EndPhase(month=10, phase=Phase.RETURN))

    do(event, SetClock(month=10, phase=Phase.RETURN, seconds=60))

    assert state_of(event).clock.phase == Phase.RETURN
