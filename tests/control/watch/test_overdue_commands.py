"""Due commands of one event delay no other: a damaged row, a failing command, an unreadable state."""

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from control.clock import clockwork
from control.day.clock.phases import BeginDay, EndPhase
from control.engine.context import THE_CLOCK
from control.journal import desk
from control.models import Due, Event, Watched
from control.people.events import create_event
from control.watch import event_checks, overdue_commands, periodic_checks, preflight_lines, vitals
from control.watch.preflight_lines import LightColour
from megagame import metrics_page as page_of_figures
from rooms.realm.frame import NAME
from tests.control.desks.conftest import OLGA
from tests.events import state_of
from tests.scenarios import small

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_known():
    clockwork.forget_failures()
    cache.clear()
    yield
    clockwork.forget_failures()


def late_event(seconds: float = 1) -> Event:
    """An event whose phase should have ended this many seconds ago."""
    event = create_event(realm=NAME, name="Day", scenario=small(), casting=small().casting)
    begun = timezone.now() - timedelta(hours=3)
    desk.perform(stream_id=event.stream_id, command=BeginDay(), by=OLGA, command_id=uuid.uuid4(), at=begun)
    Due.objects.filter(stream=event.stream_id).update(at=timezone.now() - timedelta(seconds=seconds))
    return event


def phase_of(event: Event) -> str:
    return str(state_of(event).clock.phase)


@pytest.fixture
def raising(monkeypatch):
    """A list with the stream whose due commands raise; None for a healthy console."""
    found: list[int | None] = [None]
    perform = desk.perform

    def performed(*, stream_id, command, by, command_id, at=None):
        if stream_id == found[0] and by is THE_CLOCK:
            raise ZeroDivisionError("a fault in a room")
        return perform(stream_id=stream_id, command=command, by=by, command_id=command_id, at=at)

    monkeypatch.setattr(desk, "perform", performed)
    return found


DAMAGES = [
    {"body": "{"},
    {"body": "nothing like JSON"},
    {"body": '{"month": "one", "phase": 7}'},
    {"kind": "NoSuchCommand"},
    {"kind": "NoSuchCommand", "body": ""},
]


@pytest.mark.parametrize("damage", DAMAGES, ids=str)
def test_a_damaged_row_is_made_anew_and_stops_nobody(damage):
    broken, well = late_event(2), late_event()
    Due.objects.filter(stream=broken.stream_id).update(**damage)

    clockwork.carry_out_all_due()

    assert phase_of(well) == "planning"
    assert phase_of(broken) == "planning"
    assert clockwork.carry_out_all_due() == 0


def test_a_row_of_something_that_is_not_due_goes_away_by_itself():
    event = late_event()
    Due.objects.create(stream=event.stream, what="step:nowhere", at=timezone.now() - timedelta(hours=1), kind="EndStep", body="{}")

    clockwork.carry_out_all_due()

    assert phase_of(event) == "planning"
    assert not Due.objects.filter(what="step:nowhere").exists()


def test_a_command_that_raises_stops_no_other_event_and_no_round(raising, monkeypatch, caplog):
    broken, well = late_event(2), late_event()
    raising[0] = broken.stream_id
    went: list[str] = []

    def falls(_now) -> int:
        raise OSError("a round that falls")

    monkeypatch.setattr(clockwork, "_rounds", [falls, lambda _now: went.append("round") or 0])

    for _sweep in range(5):
        clockwork.carry_out_all_due()

    assert phase_of(well) == "planning"
    assert phase_of(broken) == "ceremony"
    assert went == ["round"] * 5
    said = [each for each in caplog.records if f"in stream {broken.stream_id}" in each.getMessage() and each.exc_info]
    assert len(said) == 1, "it is said once, not with every look"

    raising[0] = None
    clockwork.forget_failures()
    clockwork.carry_out_all_due()
    assert phase_of(broken) == "planning"


def test_the_rest_of_its_own_stream_goes_on(raising, monkeypatch):
    event = late_event()
    give = clockwork._carry_out_row
    Due.objects.create(stream=event.stream, what="bad", at=timezone.now() - timedelta(hours=1), kind="EndStep", body="{}")

    def given(stream, due):
        if due.what == "bad":
            raise ZeroDivisionError
        return give(stream, due)

    monkeypatch.setattr(clockwork, "_carry_out_row", given)
    assert clockwork.carry_out_due(event.stream_id) == 1
    assert phase_of(event) == "planning"


def test_the_pause_between_two_tries_grows_and_ends():
    event = late_event()
    due = Due.objects.get(stream=event.stream_id)
    at, pauses = [1000.0], []

    def clock() -> float:
        return at[0]

    for _try in range(9):
        trouble = clockwork.note_failure(due, ValueError("x"), clock)
        pauses.append(trouble.again - at[0])
        assert clockwork.is_backing_off(due, clock)
        at[0] = trouble.again
        assert not clockwork.is_backing_off(due, clock)
    assert pauses == [1, 2, 4, 8, 16, 32, 60, 60, 60]
    due.body = "another"
    at[0] -= 1
    assert not clockwork.is_backing_off(due, clock), "what a person has changed is tried at once"


def test_it_is_red_in_the_preflight_of_its_own_event_alone(raising):
    broken, well = late_event(20), late_event(20)
    raising[0] = broken.stream_id
    clockwork.carry_out_all_due()
    now = timezone.now()

    found = event_checks.OWN["dues"](broken, state_of(broken), now)
    assert found.colour is LightColour.RED
    assert "ZeroDivisionError" in found.words
    assert found.mend
    assert event_checks.OWN["dues"](well, state_of(well), now).colour is LightColour.GREEN
    told = overdue_commands.lateness(now)
    assert told[broken.pk] >= 20
    assert told[well.pk] == 0


def test_by_hand_it_is_well_again(raising):
    event = late_event(20)
    raising[0] = event.stream_id
    clockwork.carry_out_all_due()
    desk.perform(stream_id=event.stream_id, command=EndPhase(month=1, phase="ceremony"), by=OLGA, command_id=uuid.uuid4())
    assert event_checks.OWN["dues"](event, state_of(event), timezone.now()).colour is LightColour.GREEN


@pytest.mark.django_db(transaction=True)
async def test_the_figure_stands_for_each_event_by_its_number():
    from asgiref.sync import sync_to_async

    late, well = await sync_to_async(late_event)(30), await sync_to_async(late_event)(-600)
    vitals._desk._running.clear()
    page = (await page_of_figures.page()).decode()
    found = {
        sample.labels["event"]: sample.value
        for family in text_string_to_metric_families(page)
        for sample in family.samples
        if sample.name == "megagame_event_late_seconds"
    }
    assert found[str(late.pk)] >= 30
    assert found[str(well.pk)] == 0


@pytest.mark.django_db(transaction=True)
def test_an_event_whose_state_cannot_be_read_keeps_no_other_from_being_looked_at(monkeypatch):
    broken, well = late_event(), late_event()
    of = event_checks.state_of

    def state(event: Event):
        if event.pk == broken.pk:
            raise ValueError("a damaged state")
        return of(event)

    monkeypatch.setattr(event_checks, "state_of", state)
    periodic_checks.run_all_checks()

    assert Watched.objects.filter(place=well.pk, key="staff").exists()
    red = Watched.objects.get(place=broken.pk, key="dues")
    assert (red.colour, "ValueError" in red.words) == ("red", True)
    assert "dues" in {line.key for line in preflight_lines.watch_of(broken.pk).lines if line.is_red}


@pytest.mark.django_db(transaction=True)
def test_an_event_that_cannot_be_kept_keeps_no_other_from_its_backup(monkeypatch):
    broken, well = late_event(), late_event()
    kept: list[int] = []

    def due(event: Event, _now) -> bool:
        if event.pk == broken.pk:
            raise ValueError("a damaged state")
        return True

    monkeypatch.setattr(periodic_checks.schedule, "is_due", due)
    monkeypatch.setattr(periodic_checks.schedule, "back_up", lambda event: kept.append(event.pk))
    periodic_checks.back_up_due_events()

    assert kept == [well.pk]


def test_the_events_of_what_is_overdue_are_asked_for_together_and_without_their_scenarios(django_assert_num_queries):
    events = [late_event(), late_event(), late_event()]
    with django_assert_num_queries(1) as asked:
        found = [event for event, _due in overdue_commands.overdue(timezone.now())]
    assert sorted(found) == [event.pk for event in events]
    assert '"scenario"' not in asked.captured_queries[0]["sql"]
