"""Commands carried out together: the same journal as one by one, and each with its own result."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime, timedelta

import pytest
from django.db import OperationalError, transaction

from control.day.clock.pauses import AddTime
from control.day.clock.phases import BeginDay, EndPhase
from control.day.notices import Announce
from control.day.people.presence import CheckIn
from control.day.people.room_choice import ChooseRoom
from control.day.state import Presence
from control.engine import codec
from control.engine.context import Actor
from control.engine.ids import SeatId
from control.engine.modules import Invalidation
from control.engine.refusal import Refused, Stale
from control.journal import chain, desk, journal, rows
from control.journal.desk import CommandResult, GivenCommand
from control.live import broadcast
from control.models import Entry, Event, Snapshot, Stream
from control.people.events import create_event
from control.watch.rungs import LadderStep
from rooms.realm.desks import Desk
from rooms.realm.frame import NAME
from rooms.realm.scenario.ids import Phase, Room
from tests.events import OLGA, do, state_of, stream_of
from tests.scenarios import default

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

CAT_1, CAT_2, WOLF_1 = SeatId("cat-1"), SeatId("cat-2"), SeatId("wolf-1")
NOON = datetime(2026, 12, 5, 12, tzinfo=UTC)


@pytest.fixture
def event() -> Event:
    return create_event(realm=NAME, name="Test day", scenario=default(), casting=default().casting)


@pytest.fixture
def planning(event) -> Event:
    """Three players are here, and everybody chooses a room."""
    for seat in (CAT_1, CAT_2, WOLF_1):
        do(event, present(seat))
    do(event, BeginDay())
    do(event, EndPhase(month=1, phase=Phase.CEREMONY))
    return event


def present(seat: SeatId) -> CheckIn:
    return CheckIn(seat=seat, before=Presence.EXPECTED, presence=Presence.PRESENT)


def given(command: object, by: Actor = OLGA, command_id: uuid.UUID | None = None, second: int = 0) -> GivenCommand:
    return GivenCommand(command=command, by=by, command_id=command_id or uuid.uuid4(), at=NOON + timedelta(seconds=second))


def chooses(seat: SeatId, room: Room, second: int = 0) -> GivenCommand:
    return given(ChooseRoom(seat=seat, month=1, room=room, table=""), Actor(seat=seat), second=second)


def together(event: Event, *each: GivenCommand) -> list[CommandResult | Exception]:
    return desk.perform_together(stream_id=event.stream_id, given=each)


def one_by_one(event: Event, *each: GivenCommand) -> list[CommandResult | Exception]:
    found: list[CommandResult | Exception] = []
    for one in each:
        try:
            found.append(
                desk.perform(stream_id=event.stream_id, command=one.command, by=one.by, command_id=one.command_id, at=one.at)
            )
        except Refused as no:
            found.append(no)
    return found


def written(event: Event) -> tuple[object, ...]:
    """Everything that the database holds of the journal, without the numbers of its rows."""
    entries = [{**each, "id": 0} for each in Entry.objects.filter(stream=event.stream_id).order_by("seq").values()]
    snapshots = [{**each, "id": 0, "body": bytes(each["body"])} for each in Snapshot.objects.order_by("seq").values()]
    stream = stream_of(event)
    dues = list(stream.dues.order_by("what").values_list("what", "at", "kind", "body"))
    return entries, snapshots, stream.head, stream.hash, bytes(stream.state), dues


def told(found: list[CommandResult | Exception]) -> list[object]:
    return [
        each.sentence if isinstance(each, Refused) else ([entry.seq for entry in each.entries], each.repeated)
        for each in found
        if isinstance(each, CommandResult | Refused)
    ]


def test_the_journal_is_the_same_to_the_byte_as_one_by_one(planning, monkeypatch):
    monkeypatch.setattr(chain.secrets, "token_hex", lambda size: "5a" * size)
    monkeypatch.setattr(journal, "SNAPSHOT_EVERY", 2)
    twice = uuid.uuid4()
    each = (
        chooses(CAT_1, Room.WAR),
        given(Announce(text="Soup is ready."), command_id=twice, second=1),
        chooses(CAT_2, Room.COURT, 2),
        given(present(CAT_1), second=3),  # refused: she is here already
        given(Announce(text="Soup is ready."), command_id=twice, second=4),
        given(Announce(text="Tea is ready."), command_id=twice, second=5),  # refused: another command has this ID
        chooses(CAT_1, Room.COURT, 6),
        chooses(WOLF_1, Room.UNDERGROUND, 7),
        given(AddTime(month=1, phase=Phase.PLANNING, seconds=60), second=8),
    )
    with transaction.atomic():
        results = one_by_one(planning, *each)
        expected = written(planning)
        transaction.set_rollback(True)

    found = together(planning, *each)

    assert told(found) == told(results)
    assert [type(one) for one in found] == [type(one) for one in results]
    assert {type(one) for one in found} == {CommandResult, Refused, Stale}
    assert written(planning) == expected
    assert Snapshot.objects.count() > 1
    assert not chain.check(stream_of(planning)).broken_at
    stream = stream_of(planning)
    assert codec.encode_state(journal.state_at(stream, stream.head, from_zero=True)) == bytes(stream.state)
    assert codec.encode_state(state_of(planning)) == bytes(stream.state)


def test_a_double_tap_in_one_batch_is_one_command_with_one_answer(event):
    tap = given(present(CAT_1))

    first, second = together(event, tap, tap)

    assert isinstance(first, CommandResult)
    assert isinstance(second, CommandResult)
    assert (first.repeated, second.repeated) == (False, True)
    assert [each.pk for each in first.entries] == [each.pk for each in second.entries] == [Entry.objects.latest("seq").pk]
    (later,) = together(event, tap)
    assert isinstance(later, CommandResult)
    assert later.repeated


def test_what_is_refused_or_fails_is_alone_in_that(event, monkeypatch):
    engine = type(journal.play_of(event.stream).engine)
    decide = engine.decided

    def breaks(self, state, command, asked):
        if isinstance(command, Announce):
            raise ZeroDivisionError
        return decide(self, state, command, asked)

    monkeypatch.setattr(engine, "decided", breaks)

    found = together(event, given(present(CAT_1)), given(present(CAT_1)), given(Announce(text="x")), given(present(CAT_2)))

    assert [type(each) for each in found] == [CommandResult, Stale, ZeroDivisionError, CommandResult]
    assert state_of(event).seats[CAT_1].here
    assert state_of(event).seats[CAT_2].here


def test_a_failing_transaction_writes_nothing_at_all(event, monkeypatch):
    before = written(event)

    def full(*_given):
        raise OperationalError("disk is full")

    monkeypatch.setattr(rows, "move_head", full)
    with pytest.raises(OperationalError):
        together(event, given(present(CAT_1)), given(present(CAT_2)))
    monkeypatch.undo()

    assert written(event) == before
    assert not state_of(event).seats[CAT_1].here


def test_screens_are_told_once_after_the_commit_of_everything(event, monkeypatch):
    heard: list[tuple[bool, int, frozenset[Invalidation]]] = []

    def publish(_event, news, *, seq, state):
        heard.append((transaction.get_connection().in_atomic_block, seq, frozenset(news)))

    monkeypatch.setattr(broadcast, "publish", publish)
    for seat in (CAT_1, CAT_2):
        do(event, present(seat))
    alone = frozenset().union(*(news for _within, _seq, news in heard))
    heard.clear()

    one = given(CheckIn(seat=CAT_1, before=Presence.PRESENT, presence=Presence.EXPECTED))
    two = given(CheckIn(seat=CAT_2, before=Presence.PRESENT, presence=Presence.EXPECTED))
    together(event, one, two, one)

    assert heard == [(False, stream_of(event).head, alone)]
    heard.clear()
    together(event, one, two)  # both are repeated
    assert heard == []


def test_a_command_that_reads_sealed_sheets_is_not_carried_out_with_others(planning):
    before = written(planning)
    for phase in (Phase.PLANNING, Phase.MOVEMENT):
        with pytest.raises(desk.ReadsSheetsError):
            together(planning, given(EndPhase(month=1, phase=Phase.PLANNING)), given(EndPhase(month=1, phase=phase)))

    assert written(planning) == before


def test_nothing_is_done_while_the_console_only_shows_but_old_answers_are_given(event):
    tap = given(present(CAT_1))
    together(event, tap)
    Event.objects.filter(pk=event.pk).update(rung=LadderStep.READ_ONLY)

    old, new = together(event, tap, given(present(CAT_2)))

    assert isinstance(old, CommandResult)
    assert old.repeated
    assert isinstance(new, Refused)
    assert new.code == "read-only"


def test_a_player_may_only_do_what_one_may_alone(event):
    walt = Actor(name="walt", desks=frozenset({Desk.WAR}))

    (found,) = together(event, given(present(CAT_1), by=walt))

    assert isinstance(found, Refused)
    assert Stream.objects.get(pk=event.stream_id).head == stream_of(event).head
