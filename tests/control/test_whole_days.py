"""Whole days of seeded bots through the desk: no refusal, no deadlock, no broken invariant, and a byte-identical replay."""

from __future__ import annotations

import random
import uuid
from collections import Counter
from collections.abc import Iterator

import pytest
from django.utils import timezone

from control import registry
from control.bots.players import play_planning
from control.day.clock.phase_events import MonthTurned
from control.day.clock.phases import BeginDay, EndPhase
from control.day.clock.steps import EndStep, steps_left
from control.day.handoffs import TakeHandOff, open_hand_offs
from control.day.people.presence import CheckIn
from control.day.state import DayStage, Presence
from control.engine import codec
from control.engine.modules import GameEvent
from control.journal import desk, journal
from control.models import Event, Stream
from control.people.events import create_event
from rooms.court.game.favors import PoolRaised
from rooms.court.game.floor.payment import LawPaid
from rooms.court.game.floor.pools import CourtAssembled, PoolSet, PoolsGoneHome
from rooms.court.game.state import Stand, court_of, floor_of, proposal_in_cycle
from rooms.realm.frame import NAME, Moment
from rooms.realm.game.records import LawFate
from rooms.realm.game.state import GameState
from rooms.realm.game.throne.throne_events import SovereignDeposed, ThroneStaysEmpty
from rooms.realm.scenario.ids import Phase, Room
from rooms.realm.scenario.schema import Scenario
from tests.amounts import amount
from tests.control.courting import Do, hold_court
from tests.control.plotting import sit_at_tables
from tests.events import OLGA, state_of
from tests.rooms.conserved import unexplained
from tests.scenarios import default, small

pytestmark = pytest.mark.django_db(transaction=True)


def do(event: Event, command) -> None:
    desk.perform(stream_id=event.stream_id, command=command, by=OLGA, command_id=uuid.uuid4())
    state = state_of(event)
    assert registry.game(NAME).broken(state) == ()


def play(scenario: Scenario, seed: int, months: int, *, court: Do | None = None, tables: Do | None = None) -> tuple[Event, int]:
    """Play a day of these months, with or without Court and tables; returns the event and the number of sheets from bots."""
    dice = random.Random(seed)
    event = create_event(realm=NAME, name="Rehearsal", scenario=scenario, casting=scenario.casting)
    for seat in sorted(state_of(event).seats):
        if dice.random() < 0.9:
            do(event, CheckIn(seat=seat, before=Presence.EXPECTED, presence=Presence.PRESENT))
    do(event, BeginDay())
    sent = 0
    while (clock := state_of(event).clock).stage is DayStage.PLAYING and clock.month <= months:
        if clock.phase == Phase.PLANNING:
            sent += play_planning(event, seed)
        if clock.phase == Phase.ACTION:
            if court is not None:
                hold_court(event, seed, dice, court, state_of)
            if tables is not None:
                sit_at_tables(event, seed, tables, state_of)
            while (left := steps_left(state_of(event), Room.WAR)) and dice.random() < 0.9:
                do(event, EndStep(room=Room.WAR, month=clock.month, step=left[0]))
        do(event, EndPhase(month=clock.month, phase=clock.phase))
        for lying in open_hand_offs(state_of(event)):
            do(event, TakeHandOff(hand_off=lying.id))
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
    assert state_of(event).clock.stage is DayStage.OVER
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


# --- the Court ----------------------------------------------------------------------------------------------------------


def told(event: Event) -> Iterator[tuple[GameState, GameEvent, GameState]]:
    """Every event of the journal with the state before and after it."""
    game, state = registry.game(NAME), GameState(scenario=default())
    for entry in Stream.objects.get(pk=event.stream_id).entries.order_by("seq"):
        happened = journal.event_of(game, entry)
        after = game.evolve(state, happened)
        yield state, happened, after
        state = after


def in_pools(state: GameState) -> tuple[int, int]:
    pools = court_of(state).floor.pools
    return sum(pool.power for pool in pools), sum(pool.favors for pool in pools)


CHANGES_POOLS = (CourtAssembled, PoolSet, PoolRaised, LawPaid, PoolsGoneHome, SovereignDeposed, ThroneStaysEmpty)


@pytest.mark.rule("GE-CRT-18", "GE-CRT-27", "GE-CRT-28", "GE-CRT-35", "R-77", "R-78")
@pytest.mark.parametrize("seed", range(1, amount(2, 9) + 1))
def test_days_with_a_court_that_sits(seed):
    event, _sent = play(default(), seed, 4, court=do)
    assert_replays(event)
    seen, paid, home = Counter[str](), 0, 0

    for before, happened, after in told(event):
        seen[type(happened).__name__] += 1
        assert list(unexplained(before, happened, after)) == []
        lost = sum(in_pools(before)) - sum(in_pools(after))
        assert lost == 0 or isinstance(happened, CHANGES_POOLS), happened
        if isinstance(happened, LawPaid):
            paid += lost
            assert lost == sum(share.points for share in happened.shares) == standing_cost(after, happened)
        if isinstance(happened, PoolsGoneHome):
            home += lost
            assert in_pools(after) == (0, 0)

    assert paid > 0
    assert home > 0
    assert seen["VoteCast"] > 20
    assert seen["HandRaised"] > 5
    assert seen["LawPaid"] == seen["LawPassed"] > 1


def standing_cost(state: GameState, happened: LawPaid) -> int:
    standing = proposal_in_cycle(state, happened.cycle)
    assert standing is not None
    return standing.cost


@pytest.mark.rule("R-19", "R-20")
def test_what_the_court_passes_acts_in_return_and_what_it_does_not_pass_does_not():
    ends, acted = Counter[Stand](), 0
    for seed in range(4, 4 + amount(2, 8)):
        event, _sent = play(default(), seed, 3, court=do)
        for before, happened, _after in told(event):
            if isinstance(happened, MonthTurned) and happened.moment == Moment.POOLS:
                ends.update(each.stand for each in floor_of(before).cycles)
        final = state_of(event)
        acted += sum(each.fate is not LawFate.WAITS for each in final.passed)
        assert all(each.fate is not LawFate.WAITS for each in final.passed if each.month < final.clock.month)

    assert acted > 2
    assert ends[Stand.PASSED] > 0
    assert ends[Stand.REJECTED] > 0


@pytest.mark.rule("GE-CRT-28")
def test_laws_of_a_rehearsed_day_are_taken_back_to_the_same_bytes_and_pass_again():
    taken_back = []

    def there_and_back(event: Event, command) -> None:
        before = bytes(Stream.objects.get(pk=event.stream_id).state)
        done = desk.perform(stream_id=event.stream_id, command=command, by=OLGA, command_id=uuid.uuid4())
        if "LawPassed" not in {entry.kind for entry in done.entries}:
            return
        passed = state_of(event)
        entries = [entry.seq for entry in done.entries]
        desk.withdraw(stream_id=event.stream_id, entries=entries, by=OLGA, command_id=uuid.uuid4(), reason="miscounted")
        assert bytes(Stream.objects.get(pk=event.stream_id).state) == before
        do(event, command)
        assert state_of(event).laws == passed.laws
        taken_back.append(type(command).__name__)

    event, _sent = play(default(), 1, 2, court=there_and_back)

    assert len(taken_back) > 1
    assert_replays(event)


# --- the Underground ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-UND-39", "GE-UND-41", "GE-UND-43", "GE-UND-57")
@pytest.mark.parametrize("seed", range(1, amount(1, 4) + 1))
def test_months_at_the_tables_by_bots_at_their_phones(seed):
    event, _sent = play(default(), seed, 2, tables=do)

    seen = Counter(type(happened).__name__ for _before, happened, _after in told(event))
    assert_replays(event)
    assert seen["MinionsAdvanced"] > 10
    assert seen["ProtectionPlaced"] > 0
    assert seen["AttackEnded"] > 3
    assert seen["SchemeDone"] > 3
