"""Whole days by seeded bots through the desk: never refused, never stuck, nothing broken, replayed to the same bytes."""

from __future__ import annotations

import random
import uuid

import pytest
from django.utils import timezone

from control import registry
from control.bots.rehearsal import play_planning
from control.day.clock.phases import BeginDay, EndPhase
from control.day.clock.steps import EndStep, steps_left
from control.day.people.present import CheckIn
from control.day.state import Presence, Stage
from control.engine import codec
from control.engine.context import Actor
from control.journal import desk, journal
from control.models import Event, Stream
from control.people.events import create_event
from rooms.realm.desks import ALL_DESKS
from rooms.realm.frame import NAME
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import Phase, Room
from rooms.realm.scenario.schema import Scenario
from tests.scenarios import default, small

pytestmark = pytest.mark.django_db(transaction=True)

OLGA = Actor(name="olga", desks=ALL_DESKS)


def do(event: Event, command) -> None:
    desk.perform(stream_id=event.stream_id, command=command, by=OLGA, command_id=uuid.uuid4())
    state = state_of(event)
    assert registry.game(NAME).broken(state) == ()


def state_of(event: Event) -> GameState:
    return journal.head(Stream.objects.get(pk=event.stream_id)).state


def play(scenario: Scenario, seed: int, months: int) -> tuple[Event, int]:
    """A day of so many months; returns the event and how many sheets the bots sent."""
    dice = random.Random(seed)
    event = create_event(realm=NAME, name="Rehearsal", scenario=scenario, casting=scenario.casting)
    for seat in sorted(state_of(event).seats):
        if dice.random() < 0.9:
            do(event, CheckIn(seat=seat, before=Presence.EXPECTED, presence=Presence.PRESENT))
    do(event, BeginDay())
    sent = 0
    while (clock := state_of(event).clock).stage is Stage.PLAYING and clock.month <= months:
        if clock.phase == Phase.PLANNING:
            sent += play_planning(event, seed)
        if clock.phase == Phase.ACTION:
            while (left := steps_left(state_of(event), Room.WAR)) and dice.random() < 0.9:
                do(event, EndStep(room=Room.WAR, month=clock.month, step=left[0]))
        do(event, EndPhase(month=clock.month, phase=clock.phase))
    return event, sent


def assert_replays(event: Event) -> None:
    stream = Stream.objects.get(pk=event.stream_id)
    assert codec.encode_state(journal.state_at(stream, stream.head, from_zero=True)) == bytes(stream.state)


@pytest.mark.parametrize("seed", [1, 2])
def test_two_months_of_forty_five_bots(seed):
    event, sent = play(default(), seed, 2)

    assert sent > 40
    assert state_of(event).clock.month == 3
    assert_replays(event)


def test_a_whole_day_of_the_small_scenario():
    event, sent = play(small(), 7, 99)

    assert sent > 15
    assert state_of(event).clock.stage is Stage.OVER
    assert_replays(event)


def test_the_journal_tells_every_entry_of_a_day_as_a_sentence():
    event, _sent = play(small(), 3, 2)
    game = registry.game(NAME)
    state, sentences = GameState(scenario=small()), []

    for entry in Stream.objects.get(pk=event.stream_id).entries.order_by("seq"):
        happened = journal.event_of(game, entry)
        sentences.append(game.explain(happened, state))
        state = game.evolve(state, happened)

    assert [sentence for sentence in sentences if sentence[:1].islower() or not sentence.endswith(".")] == []
    assert timezone.now() >= event.created_at
