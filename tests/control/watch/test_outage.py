"""Downtime of the console: found, measured, given back once as extra time, undoable."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from control.clock import clockwork
from control.day import timetable
from control.day.clock.pauses import ClockPaused, ClockResumed, Pause, Resume
from control.day.clock.phase_events import PhaseBegan, PhaseEnded
from control.day.clock.phases import EndPhase, GoBack
from control.day.outages import GiveBack
from control.day.state import DayStage
from control.engine.viewer import NOBODY
from control.journal import desk, journal
from control.models import Away, Due, Entry, Pulse
from control.regions.sight import Sight
from control.watch import outage
from rooms.realm.scenario.ids import PHASES, Phase
from tests.control.desks.conftest import OLGA, words

pytestmark = pytest.mark.django_db


def away(seconds_ago, seconds):
    now = timezone.now()
    began = (now - timedelta(seconds=seconds_ago)).replace(microsecond=0)
    return Away.objects.create(began_at=began, ended_at=began + timedelta(seconds=seconds))


def age(day_, by, longer=timedelta(hours=2)):
    """Move the running phase back in time by `by` and make it longer by `longer`."""
    stream = day_.event.stream
    entry = stream.entries.filter(kind="PhaseBegan").order_by("seq").last()
    happened = journal.event_of(journal.game_of(stream), entry)
    body = json.loads(entry.body)
    body |= {"at": iso(happened.at - by), "deadline": iso(happened.deadline - by + longer)}
    Entry.objects.filter(pk=entry.pk).update(body=json.dumps(body))
    Due.objects.filter(stream=stream, what="phase").update(at=happened.deadline - by + longer)
    stream.refresh_from_db()
    state = journal.state_at(stream, stream.head, from_zero=True)
    type(stream).objects.filter(pk=stream.pk).update(state=journal.play_of(stream).encode(state))
    journal.forget()


def iso(at):
    return at.isoformat().replace("+00:00", "Z")


def offers(day_, now=None):
    return outage.outages_to_give_back(day_.event.stream, Sight(day_.state, NOBODY), now or timezone.now())


@pytest.fixture
def lately(running):
    """A phase that has run for an hour."""
    age(running, timedelta(hours=1))
    return running


def press(offer, clock, **more):
    return {
        "since": iso(offer.since),
        "told": offer.told,
        "seconds": str(offer.seconds),
        "month": str(clock.month),
        "phase": clock.phase,
        **more,
    }


def test_signs_of_life_that_stop_and_come_back_are_an_absence():
    first = datetime(2026, 5, 9, 14, 3, 10, 123456, tzinfo=UTC)
    assert outage.note_beat(first) is None
    assert outage.note_beat(first + timedelta(seconds=2)) is None
    assert outage.note_beat(first + timedelta(seconds=16)) is None, "a stumble is no absence"
    found = outage.note_beat(first + timedelta(seconds=149))
    assert found.ended_at - found.began_at == timedelta(seconds=133)
    assert found.began_at.microsecond == 123000, "a form carries milliseconds"
    assert outage.note_beat(first + timedelta(seconds=100)) is None, "a beat that was late turns nothing back"
    assert Pulse.objects.get(name="beat").at == first.replace(microsecond=123000) + timedelta(seconds=149)
    assert Away.objects.count() == 1


def test_it_is_offered_exactly_and_given_back_in_one_tap(lately, organizer):
    away(600, 133)
    (offer,) = offers(lately)
    assert (offer.length, offer.seconds) == ("02:13", 133)
    page = words(organizer.get("preflight/"))
    assert f"The console was away 02:13 from {offer.told}." in page
    assert "Give 02:13 back to Ceremony" in page
    before = lately.state.clock

    done = organizer.tap("preflight/give-back/", press(offer, before))

    assert done.status_code == 200
    assert lately.state.clock.deadline == before.deadline + timedelta(seconds=133)
    assert lately.state.clock.given_back == (offer.since,)
    assert offers(lately) == ()
    assert "02:13" not in words(organizer.get("preflight/")).replace(words(done), "")
    again = organizer.tap("preflight/give-back/", press(offer, before))
    assert again.status_code == 409
    assert lately.state.clock.deadline == before.deadline + timedelta(seconds=133)


def test_it_can_be_taken_back_and_is_offered_again(lately, organizer):
    away(600, 60)
    (offer,) = offers(lately)
    before = lately.state.clock
    organizer.tap("preflight/give-back/", press(offer, before))
    seq = lately.seqs

    desk.withdraw(stream_id=lately.event.stream_id, entries=(seq,), reason="", by=OLGA, command_id=lately.event.stream.key)

    assert lately.state.clock == before
    assert [each.since for each in offers(lately)] == [offer.since]


def test_only_the_organizer_may_and_only_what_is_owed(lately, organizer, war):
    away(600, 60)
    (offer,) = offers(lately)
    clock = lately.state.clock
    assert "Give 01:00" not in words(war.get("preflight/"))
    assert war.tap("preflight/give-back/", press(offer, clock)).status_code == 404
    assert organizer.tap("preflight/give-back/", press(offer, clock, seconds="6000")).status_code == 409
    assert organizer.tap("preflight/give-back/", press(offer, clock, since="yesterday")).status_code == 422
    assert organizer.tap("preflight/give-back/", press(offer, clock, since="2026-05-09T14:00:00")).status_code == 422
    assert lately.state.clock == clock


def test_a_clock_that_stood_has_lost_nothing(lately):
    lately.do(Pause(reason="lunch"))
    now = timezone.now()
    Away.objects.create(began_at=now + timedelta(seconds=1), ended_at=now + timedelta(seconds=100))
    assert offers(lately, now + timedelta(seconds=100)) == ()
    lately.do(Resume())
    assert [each.seconds for each in offers(lately, now + timedelta(seconds=101))] == [99]


def test_what_ended_in_the_absence_is_paid_to_the_phase_that_runs(running):
    age(running, timetable.phase_length(running.state, 1, Phase.CEREMONY) + timedelta(seconds=100), timedelta(0))
    deadline = running.state.clock.deadline
    found = Away.objects.create(began_at=deadline - timedelta(seconds=12), ended_at=deadline + timedelta(seconds=95))

    assert clockwork.carry_out_due(running.event.stream_id) == 1

    assert running.state.clock.phase == Phase.PLANNING
    assert offers(running) == (outage.OutageOffer(since=found.began_at, until=found.ended_at, seconds=12),)


def test_rooms_get_it_too(action):
    now = timezone.now().replace(microsecond=0) + timedelta(seconds=1)
    Away.objects.create(began_at=now, ended_at=now + timedelta(seconds=60))
    (offer,) = offers(action, now + timedelta(seconds=61))
    clock = action.state.clock
    action.do(GiveBack(since=offer.since, told=offer.told, seconds=offer.seconds, month=1, phase=Phase.ACTION))
    after = action.state.clock
    assert after.deadline - clock.deadline == timedelta(seconds=60)
    steps = [room for room, at in clock.rooms.items() if at.deadline is not None]
    assert steps
    for room in steps:
        assert after.rooms[room].deadline - clock.rooms[room].deadline == timedelta(seconds=60)


def test_an_old_absence_is_forgotten(lately):
    away(600, 60)
    assert offers(lately)
    Away.objects.update(ended_at=timezone.now() - timedelta(hours=2))
    assert offers(lately) == ()


def test_going_on_afterwards_does_not_matter_to_who_takes_it_back_late(lately):
    away(600, 60)
    (offer,) = offers(lately)
    lately.do(GiveBack(since=offer.since, told=offer.told, seconds=60, month=1, phase=Phase.CEREMONY))
    seq = lately.seqs
    lately.do(EndPhase(month=1, phase=Phase.CEREMONY))
    planning = lately.state.clock
    desk.withdraw(stream_id=lately.event.stream_id, entries=(seq,), reason="", by=OLGA, command_id=lately.event.stream.key)
    assert lately.state.clock.deadline == planning.deadline
    assert lately.state.clock.given_back == ()
    assert PHASES.index(lately.state.clock.phase) == 1
    assert lately.state.clock.stage is DayStage.PLAYING
    lately.do(GoBack(month=1, phase=Phase.PLANNING))


def test_a_clock_that_is_resumed_between_two_phases_does_not_run():
    def at(minute):
        return datetime(2026, 5, 9, 14, minute, tzinfo=UTC)

    told = (
        PhaseBegan(month=1, phase=Phase.CEREMONY, at=at(0), deadline=at(30)),
        PhaseEnded(month=1, phase=Phase.CEREMONY, at=at(10), on_time=False),
        ClockPaused(at=at(11), reason="lunch", room=None),
        ClockResumed(at=at(20), room=None),
    )

    assert list(outage.running_spans(told, at(25))) == [(at(0), at(10))]
