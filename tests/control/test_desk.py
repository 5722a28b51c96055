"""The door: idempotent, all or nothing, notifies after the commit only, many commands at once."""

from __future__ import annotations

import io
import threading
import uuid
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, connections, transaction
from django.utils import timezone

from control import registry
from control.clock import clockwork
from control.day.clock.pauses import AddTime, Pause, Resume
from control.day.clock.phases import BeginDay, EndPhase, SetClock
from control.day.notices import Announce
from control.day.people.presence import AddPlayer, CheckIn
from control.day.state import Presence
from control.engine import codec
from control.engine.context import THE_CLOCK, Actor
from control.engine.ids import SeatId
from control.engine.refusal import Refused, Stale
from control.journal import desk, journal, story, withdrawals
from control.live import broadcast
from control.models import Due, Entry, Event, Snapshot, Stream
from control.people.events import create_event
from control.release import RELEASE
from rooms.realm.desks import Desk
from rooms.realm.frame import NAME
from rooms.realm.game.treasury.power import AdjustPower
from rooms.realm.scenario.ids import HouseId, Phase
from rooms.tables.registry import content_of, engine_of
from tests.events import OLGA, do, state_of
from tests.scenarios import default
from tests.services import PATIENCE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

WALT = Actor(name="walt", desks=frozenset({Desk.WAR}))
CAT_1 = SeatId("cat-1")


@pytest.fixture
def event() -> Event:
    return create_event(realm=NAME, name="Test day", scenario=default(), casting=default().casting)


def present(seat: SeatId) -> CheckIn:
    return CheckIn(seat=seat, before=Presence.EXPECTED, presence=Presence.PRESENT)


def replays_the_same(event: Event) -> bool:
    stream = Stream.objects.get(pk=event.stream_id)
    return codec.encode_state(journal.state_at(stream, stream.head, from_zero=True)) == bytes(stream.state)


def together(*calls):
    """Run all calls at the same moment, each in its own thread; returns results and refusals in order."""
    barrier = threading.Barrier(len(calls))

    def run(call):
        try:
            barrier.wait(timeout=PATIENCE)
            return call()
        except Refused as refusal:
            return refusal
        finally:
            connections.close_all()

    with ThreadPoolExecutor(max_workers=len(calls)) as pool:
        return [future.result(timeout=PATIENCE) for future in [pool.submit(run, call) for call in calls]]


def test_a_command_is_an_entry_with_who_when_and_what(event):
    done = do(event, present(CAT_1))

    (entry,) = done.entries
    assert (entry.actor, entry.kind, entry.part, entry.label) == (
        "staff:olga",
        "CheckedIn",
        0,
        f"{default().casting[0].name} (Cat) present",
    )
    assert state_of(event).seats[CAT_1].here


def test_a_double_tap_is_one_command_and_gets_the_first_answer(event):
    command_id = uuid.uuid4()
    first = do(event, present(CAT_1), command_id=command_id)

    second = do(event, present(CAT_1), command_id=command_id)

    assert (first.repeated, second.repeated) == (False, True)
    assert [entry.pk for entry in second.entries] == [entry.pk for entry in first.entries]


def test_two_people_may_use_the_same_command_id(event):
    command_id = uuid.uuid4()
    do(event, Announce(text="one"), command_id=command_id)

    done = do(event, Announce(text="two"), by=WALT, command_id=command_id)

    assert not done.repeated


def test_the_first_entry_of_a_command_keeps_it_with_the_release_that_decided_it(event):
    done = do(event, BeginDay())

    first, *others = done.entries
    kept = codec.decode_command(journal.play_of(event.stream).engine, first.command_kind, first.command_body.encode())
    assert (kept, first.release) == (BeginDay(), RELEASE)
    assert others
    assert {(each.command_kind, each.command_body, each.release) for each in others} == {("", "", "")}


def test_every_command_that_a_day_gave_can_be_read_again(event):
    do(event, BeginDay())
    do(event, SetClock(month=2, phase=Phase.ACTION, seconds=60))
    do(event, AdjustPower(seat=CAT_1, before=0, power=3, reason="chips"))
    engine = journal.play_of(event.stream).engine

    kept = Entry.objects.filter(part=0).order_by("seq").values_list("command_kind", "command_body")

    read = [codec.decode_command(engine, kind, body.encode()) for kind, body in kept]
    assert [codec.encode_command(each) for each in read] == [(kind, body.encode()) for kind, body in kept]
    assert [kind for kind, _body in kept] == ["SetUp", "BeginDay", "SetClock", "AdjustPower"]


def test_no_command_has_a_field_for_a_secret_that_the_journal_does_not_hold():
    engines = (registry.game(NAME), engine_of("potemkin", content_of("potemkin")))
    named = {name for engine in engines for kind in engine.command_types.values() for name in kind.__annotations__}

    assert "reason" in named
    assert {
        name for name in named if any(word in name for word in ("password", "code", "token", "secret", "hash", "cookie"))
    } == set()


@pytest.mark.parametrize("other", [Announce(text="two"), Announce(text="one", to="hall"), Pause(reason="one")])
def test_another_command_under_a_used_id_is_refused_and_not_told_to_be_done(event, other):
    command_id = uuid.uuid4()
    do(event, Announce(text="one"), command_id=command_id)
    before = Entry.objects.count()

    with pytest.raises(Refused, match="used already, for “Announce”") as refused:
        do(event, other, command_id=command_id)

    assert refused.value.code == "used"
    assert Entry.objects.count() == before


def test_a_command_of_before_commands_were_kept_is_still_a_repeat(event):
    command_id = uuid.uuid4()
    do(event, Announce(text="one"), command_id=command_id)
    Entry.objects.update(command_kind="", command_body="", release="")

    assert do(event, Announce(text="one"), command_id=command_id).repeated


def test_a_refusal_writes_nothing(event):
    before = (Entry.objects.count(), Stream.objects.get(pk=event.stream_id).head)

    with pytest.raises(Refused):
        do(event, AdjustPower(seat=CAT_1, before=0, power=-1, reason="slip"))

    assert (Entry.objects.count(), Stream.objects.get(pk=event.stream_id).head) == before


def test_screens_are_told_only_after_the_commit(event, monkeypatch):
    told = []
    monkeypatch.setattr(broadcast, "publish", lambda *args, **kwargs: told.append(connection.in_atomic_block))

    do(event, present(CAT_1))

    assert told == [False]


def test_nobody_is_told_of_what_was_rolled_back(event, monkeypatch):
    told = []
    monkeypatch.setattr(broadcast, "publish", lambda *args, **kwargs: told.append(args))

    def fails_in_the_end():
        with transaction.atomic():
            do(event, present(CAT_1))
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fails_in_the_end()

    assert told == []
    assert not state_of(event).seats[CAT_1].here


def test_a_dead_channel_layer_does_not_undo_a_saved_command(event, monkeypatch):
    def dead(*args, **kwargs):
        raise ConnectionError("no broker")

    monkeypatch.setattr(broadcast, "publish", dead)
    do(event, present(CAT_1))

    assert state_of(event).seats[CAT_1].here


def test_forty_commands_at_once_on_different_things_are_forty_accepted_commands(event):
    seats = sorted(state_of(event).seats)[:40]

    results = together(*[lambda seat=seat: do(event, present(seat)) for seat in seats])

    stream = Stream.objects.get(pk=event.stream_id)
    assert [type(result).__name__ for result in results] == ["CommandResult"] * 40
    assert list(stream.entries.values_list("seq", flat=True)) == list(range(1, stream.head + 1))
    assert sum(seat.here for seat in state_of(event).seats.values()) == 40
    assert replays_the_same(event)


def test_two_tablets_pressing_one_button_are_one_commit_and_one_stale(event):
    results = together(lambda: do(event, present(CAT_1)), lambda: do(event, present(CAT_1), by=OLGA))

    assert sorted(type(result).__name__ for result in results) == ["CommandResult", "Stale"]
    assert Entry.objects.filter(kind="CheckedIn").count() == 1


def test_one_command_sent_twice_at_the_same_instant_is_one_entry(event):
    command_id = uuid.uuid4()

    results = together(*[lambda: do(event, present(CAT_1), command_id=command_id)] * 6)

    assert sorted(result.repeated for result in results) == [False] + [True] * 5
    assert Entry.objects.filter(kind="CheckedIn").count() == 1


def test_a_preview_changes_nothing_and_says_what_would_happen(event):
    foreseen = desk.preview(stream_id=event.stream_id, command=BeginDay(), by=OLGA)

    assert foreseen.sentences == ("The day began.", "Ceremony, month 1, began.")
    assert state_of(event).clock.month == 0
    assert foreseen.after.clock.month == 1


def test_another_process_folds_in_what_it_missed(event):
    do(event, present(CAT_1))
    known = journal.head(Stream.objects.get(pk=event.stream_id))
    do(event, present(SeatId("cat-2")))
    journal.forget()
    journal.remember(event.stream, known)

    assert state_of(event).seats[SeatId("cat-2")].here


# --- withdraw


def withdraw(event: Event, *entries: Entry, reason="slip of the finger", command_id=None):
    return desk.withdraw(
        stream_id=event.stream_id,
        entries=[entry.seq for entry in entries],
        reason=reason,
        by=OLGA,
        command_id=command_id or uuid.uuid4(),
    )


def test_a_withdrawn_command_has_never_acted_and_stays_readable(event):
    (entry,) = do(event, present(CAT_1)).entries
    before = Stream.objects.get(pk=event.stream_id).head

    withdraw(event, entry)

    assert not state_of(event).seats[CAT_1].here
    assert Entry.objects.get(pk=entry.pk).kind == "CheckedIn"
    assert Stream.objects.get(pk=event.stream_id).head == before + 1
    assert replays_the_same(event)


def test_undo_returns_the_same_bytes(event):
    before = bytes(Stream.objects.get(pk=event.stream_id).state)
    (entry,) = do(event, AdjustPower(seat=CAT_1, before=0, power=3, reason="chips")).entries

    withdraw(event, entry)

    assert bytes(Stream.objects.get(pk=event.stream_id).state) == before


def test_withdrawing_a_withdrawal_is_redo(event):
    (entry,) = do(event, present(CAT_1)).entries
    (gone,) = withdraw(event, entry).entries

    withdraw(event, gone)

    assert state_of(event).seats[CAT_1].here
    assert replays_the_same(event)


def test_a_withdrawal_of_a_withdrawal_says_in_the_journal_which_way_it_goes(event):
    (entry,) = do(event, present(CAT_1)).entries
    (gone,) = withdraw(event, entry).entries
    (back,) = withdraw(event, gone).entries
    (gone_again,) = withdraw(event, back).entries

    told = [(line.label, line.sentence) for line in story.lines_of(Stream.objects.get(pk=event.stream_id))[-3:]]

    assert [label for label, _sentence in told] == [
        f"Withdrawn: {entry.label}",
        f"Brought back: {entry.label}",
        f"Withdrawn: {entry.label}",
    ]
    assert [sentence.partition(" “")[0] for _label, sentence in told] == ["Withdrawn", "Brought back", "Withdrawn"]
    assert [each.label for each in (gone, back, gone_again)] == [label for label, _sentence in told]
    assert not state_of(event).seats[CAT_1].here


def test_a_label_that_an_earlier_release_wrote_twice_is_read_once():
    assert withdrawals.plain_label("Withdrawn: Withdrawn: Withdrawn: Adam is here") == "Adam is here"
    assert withdrawals.withdrawal_label("Withdrawn: Withdrawn: Adam is here", of_withdrawal=True) == "Withdrawn: Adam is here"


def test_what_is_withdrawn_cannot_be_withdrawn_again(event):
    (entry,) = do(event, present(CAT_1)).entries
    withdraw(event, entry)

    with pytest.raises(Refused, match="withdrawn already"):
        withdraw(event, entry)


def test_a_withdrawal_sent_twice_is_one(event):
    (entry,) = do(event, present(CAT_1)).entries
    command_id = uuid.uuid4()
    withdraw(event, entry, command_id=command_id)

    assert withdraw(event, entry, command_id=command_id).repeated


@pytest.mark.parametrize(
    "other",
    [
        lambda event, first, second, id_: withdraw(event, first, reason="another", command_id=id_),
        lambda event, first, second, id_: withdraw(event, second, command_id=id_),
        lambda event, first, second, id_: do(event, Announce(text="one"), command_id=id_),
    ],
    ids=["another reason", "another entry", "another command"],
)
def test_a_used_id_takes_nothing_else_back(event, other):
    (first,) = do(event, present(CAT_1)).entries
    (second,) = do(event, present(SeatId("cat-2"))).entries
    command_id = uuid.uuid4()
    withdraw(event, first, command_id=command_id)

    with pytest.raises(Refused, match="used already, for “Withdrawn: "):
        other(event, first, second, command_id)

    assert state_of(event).seats[SeatId("cat-2")].here


def test_what_later_entries_lean_on_is_not_withdrawn_and_they_are_named(event):
    (paid,) = do(event, AdjustPower(seat=CAT_1, before=0, power=3, reason="chips")).entries
    do(event, AdjustPower(seat=CAT_1, before=3, power=1, reason="a fine"))
    before = Entry.objects.count()

    with pytest.raises(Refused, match=r"“Power of .* built on it"):
        withdraw(event, paid)

    assert Entry.objects.count() == before


def test_an_announcement_is_never_withdrawn(event):
    (entry,) = do(event, Announce(text="Dinner at seven")).entries

    with pytest.raises(Refused, match="cannot be unsaid"):
        withdraw(event, entry)


def test_an_entry_that_does_not_exist_cannot_be_withdrawn(event):
    with pytest.raises(Stale):
        desk.withdraw(stream_id=event.stream_id, entries=[999], reason="x", by=OLGA, command_id=uuid.uuid4())


def test_a_withdrawal_reaches_behind_a_snapshot(event):
    (first,) = do(event, present(CAT_1)).entries
    for number in range(journal.SNAPSHOT_EVERY):
        do(event, Announce(text=f"number {number}"))

    withdraw(event, first)
    journal.forget()

    assert Snapshot.objects.count() >= 1
    assert not state_of(event).seats[CAT_1].here
    assert replays_the_same(event)


# --- replay


def test_replay_checks_the_stored_head_byte_for_byte(event):
    do(event, present(CAT_1))
    said = io.StringIO()

    call_command("replay", str(event.pk), "--check", stdout=said)

    assert f"head after entry {Stream.objects.get(pk=event.stream_id).head}: the same" in said.getvalue()


def test_replay_prints_what_differs(event):
    do(event, AdjustPower(seat=CAT_1, before=0, power=3, reason="chips"))
    stream = Stream.objects.get(pk=event.stream_id)
    spoilt = bytes(stream.state).replace(b'"power":3', b'"power":4')
    Stream.objects.filter(pk=stream.pk).update(state=spoilt)
    said = io.StringIO()

    with pytest.raises(CommandError, match="1 of the stored states differ"):
        call_command("replay", event.slug, "--check", stdout=said)

    assert '"power": 4' in said.getvalue()
    assert '"power": 3' in said.getvalue()


# --- due commands


def started(event: Event) -> Event:
    do(event, BeginDay())
    event.refresh_from_db()
    return event


def test_the_deadline_is_a_due_row(event):
    started(event)

    (due,) = Due.objects.filter(stream=event.stream)
    assert due.at == state_of(event).clock.deadline


def test_a_pause_takes_the_due_rows_away_and_resume_brings_them_back(event):
    started(event)
    do(event, Pause(reason="fire"))
    paused = Due.objects.count()

    do(event, Resume())

    assert paused == 0
    assert Due.objects.get().at == state_of(event).clock.deadline


def test_the_clock_ends_a_phase_once_however_many_notice(event):
    started(event)
    due = state_of(event).clock.deadline + timedelta(seconds=1)

    results = together(*[lambda: clockwork.carry_out_due(event.stream_id, due)] * 4)

    # The clock has not reached the deadline, so the command is refused: only its own time counts.
    assert sum(results) == 0
    do(event, AddTime(month=1, phase=Phase.CEREMONY, seconds=-(8 * 60 - 1)))
    threading.Event().wait(1.1)
    results = together(*[lambda: clockwork.carry_out_due(event.stream_id)] * 4)

    assert sum(results) == 1
    assert state_of(event).clock.phase == Phase.PLANNING
    ended = Entry.objects.get(kind="PhaseEnded")
    assert ended.actor == "clock"


def test_the_sweep_ends_what_was_missed(event):
    started(event)
    do(event, AddTime(month=1, phase=Phase.CEREMONY, seconds=-(8 * 60 - 1)))
    threading.Event().wait(1.1)

    assert clockwork.carry_out_all_due() == 1
    assert clockwork.carry_out_all_due() == 0


def test_steps_left_at_the_end_of_action_are_commands_of_their_own(event):
    started(event)
    do(event, SetClock(month=2, phase=Phase.ACTION, seconds=1))
    threading.Event().wait(1.1)

    clockwork.carry_out_due(event.stream_id)

    steps = Entry.objects.filter(kind="StepEnded")
    assert state_of(event).clock.phase == Phase.RETURN
    assert len({entry.command_id for entry in steps}) == steps.count() >= 7
    assert replays_the_same(event)


def test_a_late_alarm_after_a_skip_ends_nothing(event):
    started(event)
    do(event, EndPhase(month=1, phase=Phase.CEREMONY))

    with pytest.raises(Stale):
        do(event, EndPhase(month=1, phase=Phase.CEREMONY), by=THE_CLOCK)
    assert clockwork.carry_out_due(event.stream_id) == 0


def test_a_seat_added_later_gets_its_row(event):
    from control.people.events import add_missing_seats

    do(event, AddPlayer(team=HouseId("cat"), name="Nia"))
    add_missing_seats(event)

    assert event.seats.filter(key="cat-6").exists()
    assert timezone.now() > event.created_at
