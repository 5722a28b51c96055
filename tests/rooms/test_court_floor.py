"""The floor of the Court through the one door: each vote counts once, with many phones at once, and everything can be undone."""

from __future__ import annotations

import threading
import uuid
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections

from control.day.clock.phases import BeginDay, EndPhase
from control.day.clock.steps import EndStep
from control.day.people.presence import CheckIn
from control.day.people.room_choice import SeatInRoom
from control.day.state import Presence
from control.engine import codec
from control.engine.context import Actor
from control.engine.ids import SeatId, StepId
from control.engine.refusal import Refused
from control.journal import ballots, desk, journal
from control.journal.desk import GivenCommand
from control.models import Event, Stream
from control.people.events import create_event
from rooms.court.game.floor.cycles import ChooseProposal
from rooms.court.game.floor.payment import PayLaw
from rooms.court.game.floor.vote import CastVote
from rooms.court.game.floor.vote_result import CloseVote
from rooms.court.game.proposals.proposal import EnterProposal
from rooms.court.game.state import Stand, proposal_in_cycle
from rooms.realm.frame import NAME
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import Phase, Room
from tests.events import OLGA, do, state_of, wait_long_for_ballots
from tests.scenarios import default
from tests.services import PATIENCE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

THERE = tuple(SeatId(seat) for seat in ("cat-1", "cat-2", "wolf-1", "wolf-2", "bear-1"))
FINES = Paper(type="fines", values=(("wolf",), ("2",), ("1",)))


def stored(event: Event) -> bytes:
    return bytes(Stream.objects.get(pk=event.stream_id).state)


def vote(seat: SeatId, *, favor: bool = True) -> CastVote:
    return CastVote(month=1, cycle=1, seat=seat, favor=favor)


@pytest.fixture
def voting() -> Event:
    """Five players are in the Court of month 1, and the vote on Fines is open."""
    event = create_event(realm=NAME, name="Test day", scenario=default(), casting=default().casting)
    for seat in THERE:
        do(event, CheckIn(seat=seat, before=Presence.EXPECTED, presence=Presence.PRESENT))
    do(event, BeginDay())
    do(event, EndPhase(month=1, phase=Phase.CEREMONY))
    for seat in THERE:
        do(event, SeatInRoom(player=seat, month=1, room=Room.COURT, table=""))
    do(event, EndPhase(month=1, phase=Phase.PLANNING))
    do(event, EndPhase(month=1, phase=Phase.MOVEMENT))
    do(event, EndStep(room=Room.COURT, month=1, step=StepId("updates")))
    do(event, EnterProposal(player=THERE[0], month=1, paper=FINES, reason="on paper"))
    do(event, ChooseProposal(month=1, author=THERE[0]))
    for step in ("explain-1", "debate-1"):
        do(event, EndStep(room=Room.COURT, month=1, step=StepId(step)))
    return event


@pytest.mark.rule("R-80")
def test_the_same_vote_again_gets_the_same_receipt(voting):
    key = uuid.uuid4()
    first = do(voting, vote(THERE[0]), Actor(seat=THERE[0]), key)
    before = stored(voting)

    repeated = do(voting, vote(THERE[0]), Actor(seat=THERE[0]), key)
    again = do(voting, vote(THERE[0]), Actor(seat=THERE[0]))

    assert repeated.repeated
    assert [each.pk for each in repeated.entries] == [each.pk for each in first.entries]
    assert again.entries == ()
    assert stored(voting) == before


@pytest.mark.rule("GE-CRT-26", "R-80")
def test_phones_that_vote_at_one_moment_all_count_once(voting):
    barrier = threading.Barrier(len(THERE))

    def press(seat: SeatId) -> None:
        try:
            barrier.wait(timeout=PATIENCE)
            do(voting, vote(seat, favor=seat != THERE[4]), Actor(seat=seat))
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(THERE)) as pool:
        list(pool.map(press, THERE))
    do(voting, CloseVote(month=1, cycle=1))

    standing = proposal_in_cycle(state_of(voting), 1)
    assert standing is not None
    assert standing.count is not None
    assert (standing.count.favor, standing.count.against) == (4, 1)
    with pytest.raises(Refused, match="is closed"):
        do(voting, vote(THERE[4]), Actor(seat=THERE[4]))


@pytest.mark.rule("GE-CRT-26")
def test_the_close_of_a_vote_waits_for_votes_that_have_come(voting, monkeypatch):
    waits = wait_long_for_ballots(monkeypatch)

    def close() -> None:
        try:
            do(voting, CloseVote(month=1, cycle=1))
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as pool, ballots.on_the_way(voting.pk):
        closing = pool.submit(close)
        assert waits.wait(PATIENCE)
        ballots.cast(voting.stream, GivenCommand(command=vote(THERE[0]), by=Actor(seat=THERE[0]), command_id=uuid.uuid4()))
        closing.result(timeout=PATIENCE)

    standing = proposal_in_cycle(state_of(voting), 1)
    assert standing is not None
    assert standing.count is not None
    assert standing.count.favor == 1


def test_what_was_passed_is_taken_back_as_one_to_the_same_bytes(voting):
    for seat in THERE:
        do(voting, vote(seat), Actor(seat=seat))
    do(voting, CloseVote(month=1, cycle=1))
    before, laws = stored(voting), state_of(voting).laws

    foreseen = desk.preview(stream_id=voting.stream_id, command=PayLaw(month=1, cycle=1), by=OLGA)
    paid = do(voting, PayLaw(month=1, cycle=1))
    assert foreseen.after == state_of(voting)
    assert len(state_of(voting).laws) == len(laws) + 1

    desk.withdraw(
        stream_id=voting.stream_id,
        entries=[each.seq for each in paid.entries],
        by=OLGA,
        command_id=uuid.uuid4(),
        reason="the wrong House",
    )

    assert stored(voting) == before
    standing = proposal_in_cycle(state_of(voting), 1)
    assert standing is not None
    assert standing.stand is Stand.WON
    stream = Stream.objects.get(pk=voting.stream_id)
    assert codec.encode_state(journal.state_at(stream, stream.head, from_zero=True)) == before
