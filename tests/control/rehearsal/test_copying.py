"""Copies of an event: everything that the team needs, no secret, no effect on other events, and no trace after deletion."""

from __future__ import annotations

from datetime import timedelta
from io import BytesIO

import pytest

from control import system_time
from control.backup import file
from control.backup.rows import own_models
from control.bots.players import demo_events
from control.day.state import DayStage
from control.debrief.export import document, spreadsheets
from control.engine.refusal import Refused
from control.models import AuditLine, Event, Membership, Rehearsal
from control.people.access import events_of, rehearsals_of
from control.rehearsal.conductor import finish_rehearsal
from control.rehearsal.event_copy import Wish, copies_of, rehearse, throw_away, throw_away_the_old
from control.rehearsal.speeds import Speed
from control.watch.periodic_checks import watched_events
from rooms.realm.scenario.ids import Phase
from tests.events import state_of

pytestmark = pytest.mark.django_db(transaction=True)


def rows_in_all() -> dict[str, list[tuple[object, ...]]]:
    """Every row of the console's own tables."""
    return {model._meta.label: sorted(map(repr, model._base_manager.values_list())) for model in own_models()}  # type: ignore[misc]


def test_a_copy_has_the_players_and_the_team_and_none_of_the_codes(event):
    copy = rehearse(event, Wish(), by="olga")
    assert copy.rehearses_id == event.pk
    assert {(seat.id, seat.name) for seat in state_of(copy).seats.values()} == {
        (seat.id, seat.name) for seat in state_of(event).seats.values()
    }
    here = Membership.objects.filter(event=copy).values_list("user__username", "desks")
    assert set(here) == set(Membership.objects.filter(event=event).values_list("user__username", "desks"))
    assert not copy.seats.filter(code_hash__isnull=False).exists()
    assert state_of(copy).clock.stage is DayStage.PLAYING


def test_a_copy_begins_in_any_month_at_once_and_its_clock_runs(event):
    copy = rehearse(event, Wish(begins_in=2, speed=Speed.MONTH, seed="7"))
    clock = state_of(copy).clock
    assert (clock.month, clock.phase) == (2, Phase.CEREMONY)
    assert clock.deadline is not None
    assert timedelta(0) < clock.deadline - system_time.now() <= timedelta(minutes=1)
    assert copy.stream.dues.filter(what="phase").exists()


def test_the_same_seed_brings_the_same_month_before_it(event):
    one = state_of(rehearse(event, Wish(begins_in=2, seed="7")))
    other = state_of(rehearse(event, Wish(begins_in=2, seed="7")))
    assert {seat.id: seat.purse for seat in one.seats.values()} == {seat.id: seat.purse for seat in other.seats.values()}


def test_a_month_takes_a_minute_and_the_day_ten(event):
    minute = state_of(rehearse(event, Wish(speed=Speed.MONTH))).timetable
    ten = state_of(rehearse(event, Wish(speed=Speed.DAY))).timetable
    assert [round(sum(plan.minutes.values()), 1) for plan in minute.months] == [1.0] * len(minute.months)
    assert round(sum(sum(plan.minutes.values()) for plan in ten.months), 1) == 10.0


def test_nothing_of_another_event_changes_and_nothing_is_left_when_it_is_thrown_away(event):
    before = rows_in_all()
    copy = rehearse(event, Wish(begins_in=2), by="olga")
    beside = rows_in_all()
    changed = {label for label, rows in before.items() if not set(rows) <= set(beside[label])}
    assert changed == set()
    throw_away(copy)
    assert rows_in_all() == before


def test_a_new_rehearsal_takes_the_place_of_the_one_before(event):
    first = rehearse(event, Wish())
    second = rehearse(event, Wish())
    assert [each.pk for each in copies_of(event)] == [second.pk]
    assert not Event.objects.filter(pk=first.pk).exists()


def test_a_copy_is_thrown_away_by_itself_after_a_day(event):
    copy = rehearse(event, Wish())
    assert throw_away_the_old() == 0
    Rehearsal.objects.filter(event=copy).update(made_at=system_time.now() - timedelta(hours=24, minutes=1))
    assert throw_away_the_old() == 1
    assert [each.pk for each in Event.objects.all()] == [event.pk]


def test_no_event_is_thrown_away(event):
    with pytest.raises(ValueError, match="stays"):
        throw_away(event)
    assert Event.objects.filter(pk=event.pk).exists()


def test_a_rehearsal_is_rehearsed_by_nobody(event):
    with pytest.raises(Refused, match="rehearsal itself"):
        rehearse(rehearse(event, Wish()), Wish())


def test_a_rehearsal_counts_among_no_events(event):
    copy = rehearse(event, Wish())
    olga = Membership.objects.get(event=copy, user__username="olga").user
    assert [each.pk for each in events_of(olga)] == [event.pk]
    assert [each.pk for each in rehearsals_of(olga)] == [copy.pk]
    assert copy.pk not in [each.pk for each in (*watched_events(), *demo_events())]
    assert not AuditLine.objects.filter(event=copy).exists()


def test_a_rehearsal_goes_into_no_file(event, tmp_path):
    copy = rehearse(event, Wish())
    finish_rehearsal(copy)
    over = Event.objects.get(pk=copy.pk)
    with pytest.raises(Refused, match="goes into no file"):
        document.write(over, BytesIO())
    with pytest.raises(Refused, match="goes into no file"):
        spreadsheets.write(over, BytesIO())
    with pytest.raises(file.BackupError, match="kept in no file"):
        file.write(over, tmp_path / "copy.backup")
    assert list(tmp_path.iterdir()) == []


def test_warnings_of_a_clock_come_in_proportion(event):
    whole = state_of(event).timetable
    fast = state_of(rehearse(event, Wish(speed=Speed.MONTH))).timetable
    share = sum(sum(plan.minutes.values()) for plan in fast.months) / sum(sum(plan.minutes.values()) for plan in whole.months)
    assert fast.warn_at_seconds == tuple(sorted({max(1, round(each * share)) for each in whole.warn_at_seconds}, reverse=True))
    assert max(fast.warn_at_seconds) < max(whole.warn_at_seconds)


def test_one_that_could_not_be_finished_leaves_nothing(event, monkeypatch):
    before = rows_in_all()

    def fails(*_args: object) -> None:
        raise RuntimeError("the disk is full")

    monkeypatch.setattr("control.rehearsal.event_copy._resume_clock", fails)
    with pytest.raises(RuntimeError, match="the disk is full"):
        rehearse(event, Wish())
    assert rows_in_all() == before
