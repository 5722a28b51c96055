"""Bots beside the server: they play the free seats, spread over Planning, and raise no error."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.management import call_command

from control.bots import players
from control.bots import players as bots_run
from control.bots.players import Bots, demo_events
from control.day.clock.clocks import key_of
from control.day.clock.pauses import Pause
from control.day.clock.phases import BeginDay, EndPhase
from control.day.clock.steps import EndStep, LetStepsRun, all_steps_left
from control.day.people.presence import CheckIn
from control.day.people.room_choice import ChooseRoom
from control.day.state import Presence
from control.engine.context import Actor
from control.models import Sheet, Stream
from control.people import access
from control.people.events import create_event
from rooms.realm.frame import NAME
from rooms.realm.scenario.ids import Phase, Room
from tests.events import do, state_of
from tests.scenarios import small

pytestmark = pytest.mark.django_db(transaction=True)

SEED = 1


@pytest.fixture
def event():
    """A demo in Planning of month 1 with everybody present."""
    event = create_event(realm=NAME, name="Demo", scenario=small(), casting=small().casting, demo=True)
    for seat in sorted(state_of(event).seats):
        do(event, CheckIn(seat=seat, before=Presence.EXPECTED, presence=Presence.PRESENT))
    do(event, BeginDay())
    do(event, EndPhase(month=1, phase=Phase.CEREMONY))
    return event


def at(event, share):
    """Time at which this share of the phase is over."""
    clock = state_of(event).clock
    return clock.began_at + share * (clock.deadline - clock.began_at)


def chosen(event):
    return {seat.id for seat in state_of(event).seats.values() if seat.choice_month == state_of(event).clock.month}


def test_bots_act_one_after_the_other_and_nearly_all_have_acted_in_the_end(event):
    bots = Bots(seed=SEED)

    bots.look(at(event, 0.0))
    early = chosen(event)
    bots.look(at(event, 0.5))
    middle = chosen(event)
    bots.look(at(event, 0.9))

    assert len(early) < len(middle) < len(chosen(event))
    assert len(chosen(event)) >= 6
    assert Sheet.objects.filter(late=False).count() > 0


def test_a_bot_acts_once(event):
    bots = Bots(seed=SEED)
    bots.look(at(event, 0.9))
    sheets = Sheet.objects.count()

    assert bots.look(at(event, 0.95)) == 0
    assert Bots(seed=SEED).look(at(event, 0.95)) == 0
    assert Sheet.objects.count() == sheets


def test_a_seat_with_a_code_is_left_to_its_person(event):
    for row in event.seats.all():
        access.issue_code(row)
    do(event, ChooseRoom(seat="cat-1", month=1, room=Room.COURT), Actor(seat="cat-1"))
    bots = Bots(seed=SEED)

    bots.look(at(event, 0.8))
    assert chosen(event) == {"cat-1"}

    bots.look(at(event, 0.99))
    assert len(chosen(event)) > 5
    assert not Sheet.objects.filter(seat="cat-1").exists()


def test_steps_are_let_run_once_and_a_person_who_stops_that_is_obeyed(event):
    bots = Bots(seed=SEED)
    bots.look(at(event, 0.0))
    assert state_of(event).clock.auto_steps

    do(event, LetStepsRun(on=False))
    bots.look(at(event, 0.1))
    assert not state_of(event).clock.auto_steps


def test_bots_wait_while_the_clock_stands_and_outside_planning(event):
    now = at(event, 0.9)
    do(event, Pause())
    assert Bots(seed=SEED).look(now) == 0

    assert chosen(event) == set()


def test_a_rehearsal_without_a_seed_draws_one_and_says_it_in_the_log(event, caplog, monkeypatch):
    monkeypatch.setattr(bots_run.secrets, "randbelow", lambda below: below - 1)
    caplog.set_level("INFO", logger=bots_run.__name__)
    bots = Bots(list)
    bots.stopping.set()

    bots.run()

    assert bots.seed == 999_999
    assert "the bots play by seed 999999" in caplog.text
    assert Bots(seed="harvest").seed == "harvest"


def test_the_command_says_the_seed_and_takes_one(event, capsys, monkeypatch):
    monkeypatch.setattr(Bots, "run", lambda bots: None)
    monkeypatch.setattr(bots_run.secrets, "randbelow", lambda below: 4711)

    call_command("bots", str(event.pk))
    call_command("bots", str(event.pk), "--seed", "7")

    assert [line.partition(".")[0] for line in capsys.readouterr().out.splitlines()] == [
        "Bots play Demo by the seed 4711",
        "Bots play Demo by the seed 7",
    ]


def test_only_demo_events_are_played_by_themselves(event):
    create_event(realm=NAME, name="Real", scenario=small(), casting=small().casting)

    assert [each.pk for each in demo_events()] == [event.pk]


def test_a_stumble_is_logged_and_the_next_look_goes_on(event, monkeypatch, caplog):
    looks = []

    def stumble(*args, **more):
        looks.append(args)
        bots.stopping.set()
        raise RuntimeError("no dice")

    monkeypatch.setattr(players, "play_planning", stumble)
    monkeypatch.setattr(bots_run, "phase_progress", lambda state, now: 0.9)
    monkeypatch.setattr(bots_run, "LOOK_EVERY", 0.0)
    bots = Bots(seed=SEED)

    bots.start()
    bots.thread.join(20)

    assert looks
    assert f"the bots of event {event.pk} stumbled and try again" in caplog.text


def test_how_much_of_a_phase_is_over_is_counted_from_its_deadline(event):
    state = state_of(event)

    assert bots_run.phase_progress(state, state.clock.began_at) == 0.0
    assert bots_run.phase_progress(state, state.clock.deadline + timedelta(minutes=5)) == 1.0


@pytest.mark.rule("GE-UND-39")
def test_bots_play_at_the_tables_early_in_each_step_for_others_wait_for_their_turn(event):
    bots = Bots(seed=SEED)
    bots.look(at(event, 0.9))
    for phase in (Phase.PLANNING, Phase.MOVEMENT):
        do(event, EndPhase(month=1, phase=phase))
    while left := [each for each in all_steps_left(state_of(event)) if each[0] == Room.UNDERGROUND]:
        table = left[0][1]
        clock = state_of(event).clock.rooms[key_of(Room.UNDERGROUND, table)]
        for _look in range(15):
            bots.look(clock.began_at + 0.12 * (clock.deadline - clock.began_at))
        do(event, EndStep(room=Room.UNDERGROUND, month=1, step=left[0][2], table=table))

    kinds = set(Stream.objects.get(pk=event.stream_id).entries.values_list("kind", flat=True))
    assert {"DrawnPlaced", "MinionsAdvanced", "TurnEnded"} <= kinds
