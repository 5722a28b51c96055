"""The floor of the Court behind the one door: votes come once, from many phones at once, and everything can be taken back."""

from __future__ import annotations

import random
import threading
import time
import uuid
from concurrent.futures import Future, ThreadPoolExecutor

import pytest
from django.db import OperationalError, connections

from control.day.clock.phases import BeginDay, EndPhase
from control.day.clock.steps import EndStep
from control.day.people.choosing import SeatInRoom
from control.day.people.present import CheckIn
from control.day.state import Presence
from control.engine import codec
from control.engine.context import Actor
from control.engine.ids import SeatId, StepId
from control.engine.modules import Game
from control.engine.refused import Refused
from control.journal import carrying, chain, desk, journal
from control.journal.carrying import lines
from control.live import live
from control.models import Event, SheetLock, Stream
from control.people.events import create_event
from rooms.court.game.ballots import CastVote
from rooms.court.game.cycles import ChooseProposal
from rooms.court.game.floor import CloseVote
from rooms.court.game.paying import PayLaw
from rooms.court.game.proposals import EnterProposal
from rooms.court.game.state import Stand, in_cycle
from rooms.realm.desks import ALL_DESKS
from rooms.realm.frame import NAME
from rooms.realm.game.state import GameState
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import Phase, Room
from tests.scenarios import default

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

OLGA = Actor(name="olga", desks=ALL_DESKS)
PATIENCE = 120.0
THERE = tuple(SeatId(seat) for seat in ("cat-1", "cat-2", "wolf-1", "wolf-2", "bear-1"))
FINES = Paper(type="fines", values=(("wolf",), ("2",), ("1",)))


def do(event: Event, command: object, by: Actor = OLGA, command_id: uuid.UUID | None = None) -> desk.Done:
    return desk.perform(stream_id=event.stream_id, command=command, by=by, command_id=command_id or uuid.uuid4())


def state_of(event: Event) -> GameState:
    state: GameState = journal.head(Stream.objects.get(pk=event.stream_id)).state
    return state


def stored(event: Event) -> bytes:
    return bytes(Stream.objects.get(pk=event.stream_id).state)


def vote(seat: SeatId, *, favor: bool = True) -> CastVote:
    return CastVote(month=1, cycle=1, seat=seat, favor=favor)


@pytest.fixture
def voting() -> Event:
    """Five players in the Court of month 1, and Fines are voted on."""
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
            barrier.wait(timeout=20)
            do(voting, vote(seat, favor=seat != THERE[4]), Actor(seat=seat))
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(THERE)) as pool:
        list(pool.map(press, THERE))
    do(voting, CloseVote(month=1, cycle=1))

    standing = in_cycle(state_of(voting), 1)
    assert standing is not None
    assert standing.count is not None
    assert (standing.count.favor, standing.count.against) == (4, 1)
    with pytest.raises(Refused, match="is closed"):
        do(voting, vote(THERE[4]), Actor(seat=THERE[4]))


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
    standing = in_cycle(state_of(voting), 1)
    assert standing is not None
    assert standing.stand is Stand.WON
    stream = Stream.objects.get(pk=voting.stream_id)
    assert codec.encode_state(journal.state_at(stream, stream.head, from_zero=True)) == before


# --- a crowd: what waits for the same lock is decided together and committed at once ------------------------------------


class Crowd:
    """Presses that all stand in line, in the order in which they were given, before the first of them is carried out."""

    def __init__(self, event: Event) -> None:
        self.event, self.pressed, self.holds, self.opens = event, 0, threading.Event(), threading.Event()
        self.pool = ThreadPoolExecutor(40)

    def __enter__(self) -> Crowd:
        self.pool.submit(lines.alone, self.event.stream_id, self._hold)
        assert self.holds.wait(PATIENCE)
        return self

    def __exit__(self, *_failed: object) -> None:
        self.opens.set()
        self.pool.shutdown()

    def press(self, command: object, by: Actor, command_id: uuid.UUID | None = None) -> Future[desk.Done]:
        self.pressed += 1
        pressed = self.pool.submit(self._do, command, by, command_id)
        end = time.monotonic() + PATIENCE
        while len(lines._lines[self.event.stream_id]) <= self.pressed:
            assert time.monotonic() < end
            time.sleep(0.001)
        return pressed

    def _hold(self) -> None:
        self.holds.set()
        assert self.opens.wait(PATIENCE)

    def _do(self, command: object, by: Actor, command_id: uuid.UUID | None) -> desk.Done:
        try:
            return do(self.event, command, by, command_id)
        finally:
            connections.close_all()


def came_to(pressed: Future[desk.Done]) -> object:
    """A refusal's words, or the kinds of the entries and whether they had been there before."""
    try:
        done = pressed.result(PATIENCE)
    except Refused as no:
        return str(no)
    return done.repeated, [(entry.kind, entry.actor, entry.body) for entry in done.entries]


@pytest.mark.rule("GE-CRT-26", "R-80")
@pytest.mark.parametrize("seed", range(6))
def test_a_crowd_of_votes_comes_to_the_same_as_one_after_the_other(voting, seed, monkeypatch):
    """None is lost and none stands twice, whoever taps twice, may not vote, or uses the number of another press."""
    dice, told, commits = random.Random(seed), [], []
    monkeypatch.setattr(live, "publish", lambda *args, **named: told.append(named["seq"]))
    monkeypatch.setattr(carrying.journal, "store", lambda *given, _store=journal.store: commits.append(1) or _store(*given))
    presses = []
    for number in range(24):
        seat = dice.choice((*THERE, SeatId("ram-1")))  # who is not assembled
        by = OLGA if dice.random() < 0.1 else Actor(seat=dice.choice((seat, seat, seat, THERE[0])))
        key = uuid.uuid5(uuid.NAMESPACE_OID, f"{seed} {number if dice.random() < 0.7 else dice.randrange(number + 1)}")
        if presses and dice.random() < 0.3:
            _vote, by, key = dice.choice(presses)
        presses.append((vote(seat, favor=dice.random() < 0.5), by, key))

    with Crowd(voting) as crowd:
        pressed = [crowd.press(*each) for each in presses]
    found = [came_to(each) for each in pressed]

    stream = Stream.objects.get(pk=voting.stream_id)
    entries = list(stream.entries.filter(kind="VoteCast").order_by("seq"))
    assert [each.command_id for each in entries] == [key for _vote, _by, key in _counting(presses)]
    standing = in_cycle(state_of(voting), 1)
    assert standing is not None
    assert len({each.seat for each in standing.votes}) == len(standing.votes)
    assert codec.encode_state(journal.state_at(stream, stream.head, from_zero=True)) == bytes(stream.state)
    assert chain.check(stream).broken_at == 0
    assert len(told) == len(commits) < len(presses) / 2
    assert told[-1] == stream.head

    for (_vote, by, key), was in zip(presses, found, strict=True):  # whoever asks again gets the first answer
        if not isinstance(was, str) and was[1]:
            (entry,) = desk.perform(stream_id=stream.pk, command=_first(presses, by, key), by=by, command_id=key).entries
            assert (entry.kind, entry.actor, entry.body) in was[1]
    assert Stream.objects.get(pk=stream.pk).hash == stream.hash


def _counting(presses: list[tuple[CastVote, Actor, uuid.UUID]]) -> list[tuple[CastVote, Actor, uuid.UUID]]:
    """The presses that bring a vote about, reckoned without the desk."""
    stands: dict[SeatId, bool] = {}
    given: dict[tuple[str, uuid.UUID], CastVote] = {}
    counting = []
    for command, by, key in presses:
        own = (desk.actor_key(by), key)
        if own in given or (by.seat is not None and by.seat != command.seat) or command.seat not in THERE:
            continue
        if stands.get(command.seat) is not command.favor:
            stands[command.seat] = command.favor
            given[own] = command
            counting.append((command, by, key))
    return counting


def _first(presses: list[tuple[CastVote, Actor, uuid.UUID]], by: Actor, key: uuid.UUID) -> CastVote:
    return next(each for each, _by, _key in _counting(presses) if (desk.actor_key(_by), _key) == (desk.actor_key(by), key))


def test_a_double_tap_in_one_crowd_gets_the_first_answer_and_another_press_under_its_number_none(voting, monkeypatch):
    key, by, commits = uuid.uuid4(), Actor(seat=THERE[0]), []
    monkeypatch.setattr(carrying.journal, "store", lambda *given, _store=journal.store: commits.append(1) or _store(*given))

    with Crowd(voting) as crowd:
        first, second, other = (crowd.press(vote(THERE[0], favor=favor), by, key) for favor in (True, True, False))
        others = crowd.press(vote(THERE[1]), Actor(seat=THERE[1]), key)

    assert [each.result(PATIENCE).repeated for each in (first, second, others)] == [False, True, False]
    assert [each.pk for each in second.result().entries] == [each.pk for each in first.result().entries]
    assert first.result().entries[0].pk is not None
    with pytest.raises(Refused, match="has been used already"):
        other.result(PATIENCE)
    assert len(commits) == 1


def test_what_fails_in_a_crowd_fails_alone(voting, monkeypatch):
    carried = carrying.Course.carry

    def fails(course, asked):
        carried(course, asked)
        if asked.by.seat == THERE[1]:
            raise ZeroDivisionError

    monkeypatch.setattr(carrying.Course, "carry", fails)
    with Crowd(voting) as crowd:
        pressed = [crowd.press(vote(seat), Actor(seat=seat)) for seat in THERE]

    failed = [each.exception(PATIENCE) for each in pressed]
    assert [type(each) for each in failed] == [type(None), ZeroDivisionError, *[type(None)] * 3]
    standing = in_cycle(state_of(voting), 1)
    assert standing is not None
    assert [each.seat for each in standing.votes] == sorted(set(THERE) - {THERE[1]})


def test_a_commit_that_fails_is_told_to_all_who_went_together_and_nothing_stands(voting, monkeypatch):
    before = stored(voting)

    def away(*given):
        raise OperationalError

    with Crowd(voting) as crowd:
        pressed = [crowd.press(vote(seat), Actor(seat=seat)) for seat in THERE]
        monkeypatch.setattr(carrying.journal, "store", away)

    assert [type(each.exception(PATIENCE)) for each in pressed] == [OperationalError] * len(THERE)
    assert stored(voting) == before
    assert not Stream.objects.get(pk=voting.stream_id).entries.filter(kind="VoteCast").exists()


def test_whoever_opens_sealed_sheets_leaves_the_crowd(voting, monkeypatch):
    decided = Game.decided

    def opens(game, state, command, asked):
        if asked.by.seat == THERE[2]:
            asked.sheets.read("war", 1)
        return decided(game, state, command, asked)

    monkeypatch.setattr(Game, "decided", opens)
    with Crowd(voting) as crowd:
        pressed = [crowd.press(vote(seat), Actor(seat=seat)) for seat in THERE]

    assert [each.result(PATIENCE).entries[0].actor for each in pressed] == [f"seat:{seat}" for seat in THERE]
    assert SheetLock.objects.filter(event=voting, kind="war").exists()
