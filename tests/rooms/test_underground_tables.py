"""The tables of the Underground through the one door: undo restores the same bytes, and cards that were drawn stay drawn."""

from __future__ import annotations

import uuid

import pytest

from control.day.clock.phases import BeginDay, EndPhase
from control.day.clock.steps import EndStep
from control.day.people.presence import CheckIn
from control.day.people.room_choice import SeatInRoom
from control.day.state import Presence
from control.engine import codec
from control.engine.context import Actor
from control.engine.ids import SeatId, StepId
from control.engine.refusal import Refused
from control.journal import desk, journal
from control.models import Event, Stream
from control.people.events import create_event
from rooms.realm.frame import NAME
from rooms.realm.game.favors.use import UseFavor
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import Phase, Room
from rooms.underground.game.module import EnterScheme
from rooms.underground.game.state import TableId, TableStep
from rooms.underground.game.tables.lookup import hand_of, table_of, tables, turn_at
from rooms.underground.game.tables.turns import EndTurn
from rooms.underground.game.tables.undo import TakeBackAct
from tests.events import OLGA, do, state_of
from tests.rooms.realm.game.using import card_of, every_favor, kind_with
from tests.scenarios import default

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

THERE = tuple(SeatId(seat) for seat in ("cat-1", "cat-2", "snake-1"))


def stored(event: Event) -> bytes:
    return bytes(Stream.objects.get(pk=event.stream_id).state)


def end_step(step: TableStep) -> EndStep:
    return EndStep(room=Room.UNDERGROUND, month=1, step=StepId(step.value), table="west")  # the table at which they sit


@pytest.fixture
def schemes() -> Event:
    """Three players in the Underground of month 1; Schemes runs."""
    event = create_event(realm=NAME, name="Test day", scenario=default(), casting=default().casting)
    for seat in THERE:
        do(event, CheckIn(seat=seat, before=Presence.EXPECTED, presence=Presence.PRESENT))
    do(event, BeginDay())
    do(event, EndPhase(month=1, phase=Phase.CEREMONY))
    for seat in THERE:
        do(event, SeatInRoom(player=seat, month=1, room=Room.UNDERGROUND, table=""))
    do(event, EndPhase(month=1, phase=Phase.PLANNING))
    do(event, EndPhase(month=1, phase=Phase.MOVEMENT))
    do(event, end_step(TableStep.UPDATES))
    return event


def withdraw(event: Event, done: desk.CommandResult) -> None:
    entries = [each.seq for each in done.entries]
    desk.withdraw(stream_id=event.stream_id, entries=entries, by=OLGA, command_id=uuid.uuid4(), reason="by mistake")


@pytest.mark.rule("GE-UND-33", "R-110", "R-144")
def test_what_was_drawn_is_shuffled_and_is_not_withdrawn(schemes):
    drawn = do(schemes, end_step(TableStep.SCHEMES))
    state = state_of(schemes)
    (table,) = {seat.table for seat in state.seats.values() if seat.id in THERE}
    hand = hand_of(state, next(each for each in tables(state) if each == table), THERE[0])

    assert len(hand) == 4
    with pytest.raises(Refused, match="has been seen"):
        withdraw(schemes, drawn)


@pytest.mark.rule("GE-UND-39", "R-116")
def test_a_turn_is_foreseen_as_it_ends_and_withdrawn_or_taken_back_to_the_same_bytes(schemes):
    for step in (TableStep.SCHEMES, TableStep.MINIONS):
        do(schemes, end_step(step))
    (table,) = {seat.table for seat in state_of(schemes).seats.values() if seat.id in THERE}
    here = next(each for each in tables(state_of(schemes)) if each == table)
    first, second, third = (EndTurn(month=1, table=here, step=TableStep.ADVANCEMENT, seat=seat) for seat in THERE)
    do(schemes, first, Actor(seat=THERE[0]))
    before = stored(schemes)

    foreseen = desk.preview(stream_id=schemes.stream_id, command=second, by=OLGA)
    done = do(schemes, second)
    assert turn_at(foreseen.after, here) == turn_at(state_of(schemes), here) == third.seat
    withdraw(schemes, done)
    assert stored(schemes) == before

    do(schemes, second, Actor(seat=second.seat))
    back = TakeBackAct(month=1, table=here, step=TableStep.ADVANCEMENT, seat=second.seat, acts=2)
    do(schemes, back, Actor(seat=second.seat))
    assert stored(schemes) == before
    stream = Stream.objects.get(pk=schemes.stream_id)
    assert codec.encode_state(journal.state_at(stream, stream.head, from_zero=True)) == before


@pytest.mark.rule("GE-FAV-03", "GE-FAV-06", "R-144")
@pytest.mark.parametrize(
    ("effect", "step", "seen"),
    [
        ("look-scheme", TableStep.SCHEMES, "cannot be unseen"),
        ("minions-1", TableStep.MINIONS, "has been seen"),
        ("advance-2", TableStep.ADVANCEMENT, ""),
    ],
)
def test_a_favor_is_withdrawn_to_the_same_bytes_unless_somebody_has_seen_a_card_by_it(schemes, effect, step, seen):
    cat, snake = THERE[0], THERE[2]
    for gift in every_favor(state_of(schemes), cat):
        do(schemes, gift)
    do(schemes, EnterScheme(player=snake, month=1, paper=Paper(type="ambush"), reason="on paper"))
    for each in (TableStep.SCHEMES, TableStep.MINIONS)[: (TableStep.SCHEMES, TableStep.MINIONS, step).index(step)]:
        do(schemes, end_step(each))
    state, before = state_of(schemes), stored(schemes)
    (scheme,) = (each.id for each in table_of(state, TableId("west")).schemes if each.author == snake)
    card = card_of(state, cat, kind_with(state, effect, f"underground:{step.value}"))

    done = do(schemes, UseFavor(seat=cat, card=card, month=1, number=scheme), Actor(seat=cat))

    after = stored(schemes)
    assert after != before
    if seen:
        with pytest.raises(Refused, match=seen):
            withdraw(schemes, done)
        assert stored(schemes) == after
    else:
        withdraw(schemes, done)
        assert stored(schemes) == before
