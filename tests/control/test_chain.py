"""The journal's hash chain, and processes that find another past in the database than in their memory."""

from __future__ import annotations

import io
import json
import uuid
from collections.abc import Callable

import pytest
from django.core.cache import cache
from django.core.management import CommandError, call_command

from control.backup import file, restore
from control.backup.file import BackupError
from control.day.clock.phases import BeginDay
from control.day.notices import Announce
from control.engine.ids import SeatId
from control.engine.refusal import Refused, Stale
from control.journal import chain, corrections, desk, history, journal, links, story
from control.models import Entry, Event, Snapshot, Stream
from control.people.events import create_event
from control.sheets import receipts
from control.watch import database, ladder, machine_checks, preflight_lines
from rooms.realm.frame import NAME
from rooms.realm.game.treasury.power import AdjustPower
from tests.control.dumps import Dump, another_process
from tests.events import OLGA, do, stream_of
from tests.scenarios import default

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

CAT_1 = SeatId("cat-1")


@pytest.fixture
def event() -> Event:
    cache.clear()
    journal.forget()
    story.forget()
    return create_event(realm=NAME, name="Test day", scenario=default(), casting=default().casting)


def power(event: Event) -> int:
    return journal.head(stream_of(event)).state.seats[CAT_1].purse.power


def gains(event: Event, *amounts: int) -> None:
    """Adjust cat-1's Power by each amount, with one command each."""
    for amount in amounts:
        before = power(event)
        do(event, AdjustPower(seat=CAT_1, before=before, power=before + amount, reason=f"chips {amount}"))


def replayed(event: Event) -> str:
    said = io.StringIO()
    call_command("replay", str(event.pk), "--check", stdout=said)
    return said.getvalue()


def is_right(event: Event, wanted: int) -> bool:
    """Whether this process shows the journal's state, with this Power, and the chain is whole."""
    again = journal.state_at(stream_of(event), stream_of(event).head, from_zero=True)
    assert "chain: whole" in replayed(event)
    return power(event) == wanted == again.seats[CAT_1].purse.power


# --- the chain


def test_every_entry_is_bound_to_all_before_it(event):
    gains(event, 1, 2)

    stream = stream_of(event)
    before = links.first_hash(stream.key, stream.frozen)
    for entry in stream.entries.order_by("seq"):
        assert entry.hash == links.hash_of(before, entry)
        before = entry.hash
    assert chain.end_of(stream) == chain.ChainEnd(seq=stream.head, hash=before, chained_after=0, frozen=stream.frozen)
    assert chain.check(stream) == chain.Checked(end=chain.end_of(stream))
    assert f"chain: whole, {stream.head} links. The last is {before}." in replayed(event)


def test_a_chain_begins_with_the_scenario_that_the_day_is_played_by(event):
    """Regression: a change of the frozen scenario went unnoticed."""
    gains(event, 1)
    document = bytes(Event.objects.get(pk=event.pk).scenario)
    Event.objects.filter(pk=event.pk).update(scenario=document.replace(b'"units":3', b'"units":4', 1))
    said = io.StringIO()

    assert bytes(Event.objects.get(pk=event.pk).scenario) != document
    with pytest.raises(CommandError, match="The chain of the journal is broken"):
        call_command("replay", str(event.pk), "--check", stdout=said)
    assert "the frozen scenario or content was changed: its digest is another one" in said.getvalue()


def test_how_a_scenario_is_written_does_not_count(event):
    gains(event, 1)
    document = json.loads(bytes(Event.objects.get(pk=event.pk).scenario))
    Event.objects.filter(pk=event.pk).update(scenario=json.dumps(document, indent=2, sort_keys=True).encode())

    assert chain.check(stream_of(event)).frozen_wrong == ""


def test_each_entry_has_a_salt_of_its_own(event):
    gains(event, 1, 2)

    salts = list(Entry.objects.values_list("salt", flat=True))
    assert len(set(salts)) == len(salts) == stream_of(event).head


def another_body(event: Event, seq: int) -> None:
    body = Entry.objects.get(stream=event.stream_id, seq=seq).body
    other = body.replace('"amount":3', '"amount":4')
    assert body != other
    Entry.objects.filter(stream=event.stream_id, seq=seq).update(body=other)


def another_name(event: Event, seq: int) -> None:
    Entry.objects.filter(stream=event.stream_id, seq=seq).update(name="walt")


def another_salt(event: Event, seq: int) -> None:
    Entry.objects.filter(stream=event.stream_id, seq=seq).update(salt="")


def gone(event: Event, seq: int) -> None:
    Entry.objects.filter(stream=event.stream_id, seq=seq).delete()


def swapped(event: Event, seq: int) -> None:
    Entry.objects.filter(stream=event.stream_id, seq=seq).update(seq=99)
    Entry.objects.filter(stream=event.stream_id, seq=seq + 1).update(seq=seq)
    Entry.objects.filter(stream=event.stream_id, seq=99).update(seq=seq + 1)


@pytest.mark.parametrize("tamper", [another_body, another_name, another_salt, gone, swapped])
def test_whatever_was_changed_is_named_by_the_first_entry_that_does_not_fit(event, tamper):
    gains(event, 3, 1, 1)
    seq = Entry.objects.get(kind="PowerGained", body__contains="chips 3").seq
    said = io.StringIO()

    tamper(event, seq)

    assert chain.check(stream_of(event)).broken_at == seq
    with pytest.raises((CommandError, KeyError)):
        call_command("replay", str(event.pk), "--check", stdout=said)
    assert f"chain: BROKEN at entry {seq}:" in said.getvalue()


def test_entries_cut_off_at_the_end_are_missed(event):
    gains(event, 1, 2)
    Entry.objects.filter(stream=event.stream_id, seq=stream_of(event).head).delete()

    assert chain.check(stream_of(event)).broken_at == stream_of(event).head


def test_the_row_vouches_for_the_last_entry(event):
    Stream.objects.filter(pk=event.stream_id).update(hash="0" * 64)

    found = chain.check(stream_of(event))
    assert (found.broken_at, found.why) == (stream_of(event).head, "the journal's row names another hash for it")


def test_a_name_can_be_taken_out_of_a_journal(event):
    name = stream_of(event).entries.get(kind="EventSetUp").body.split('"name":"')[1].split('"')[0]
    do(event, Announce(text=f"Welcome, {name}."))
    gains(event, 2)  # its label names the player
    hashes = list(Entry.objects.order_by("seq").values_list("hash", flat=True))

    for entry in stream_of(event).entries.all():
        Entry.objects.filter(pk=entry.pk).update(**links.columns_without(entry, lambda text: text.replace(name, "a player")))
    do(event, Announce(text="One of us is gone."))

    found = chain.check(stream_of(event))
    assert (found.broken_at, found.taken_out) == (0, 3)
    assert name not in "".join(body for row in Entry.objects.values_list("body", "command_body", "label") for body in row)
    assert list(Entry.objects.order_by("seq").values_list("hash", flat=True))[: len(hashes)] == hashes


# --- journals of releases without hashes


def forget_hashes(event: Event) -> None:
    Entry.objects.filter(stream=event.stream_id).update(hash="", salt="")
    Snapshot.objects.filter(stream=event.stream_id).update(hash="")
    Stream.objects.filter(pk=event.stream_id).update(hash="")
    journal.forget()


def test_an_old_journal_is_a_chain_from_its_next_entry_on(event, monkeypatch):
    monkeypatch.setattr(journal, "SNAPSHOT_EVERY", 2)
    gains(event, 1, 2, 3)
    forget_hashes(event)
    old = stream_of(event).head
    assert "chain: none yet" in replayed(event)
    assert power(event) == 6
    with another_process():
        gains(event, 4)

    assert is_right(event, 10)
    assert database.newest_other_past() is None
    assert chain.end_of(stream_of(event)).chained_after == old
    assert f"entries 1 to {old} were there before it began" in replayed(event)
    assert chain.own_snapshots(stream_of(event)).count() == Snapshot.objects.count() > 1


# --- another past


@pytest.mark.parametrize("others", [(), (10,), (10, 20), (10, 20, 30), (10, 20, 30, 40, 50)], ids=len)
@pytest.mark.parametrize("snapshots", [True, False], ids=["restored", "left behind"])
def test_a_dump_restored_under_a_process_is_found_out(event, others, snapshots, monkeypatch):
    """The process remembers three entries that are gone. Others have written no, fewer, as many or more entries instead."""
    monkeypatch.setattr(journal, "SNAPSHOT_EVERY", 2)
    gains(event, 1)
    dump = Dump(event.stream_id)
    gains(event, 2, 3, 4)
    story.lines_of(stream_of(event))

    dump.restore(snapshots=snapshots)
    with another_process():
        gains(event, *others)

    assert power(event) == 1 + sum(others)
    told = [line.sentence for line in story.lines_of(stream_of(event))]
    with another_process():
        assert told == [line.sentence for line in story.lines_of(stream_of(event))]
    found = database.newest_other_past()
    assert (found.knew, found.found) == (dump.row["head"] + 3, dump.row["head"] + len(others))
    gains(event, 100)
    assert is_right(event, 101 + sum(others))


def test_a_process_tells_old_lines_of_a_journal_that_was_set_back(event, monkeypatch):
    """It has told the newest line of each page so far. The old lines come after the newest ones are gone."""
    monkeypatch.setattr(story, "AT_ONCE", 1)
    gains(event, 1, 2)
    dump = Dump(event.stream_id)
    story.lines_of(stream_of(event))
    gains(event, 3, 4)
    story.lines_of(stream_of(event))
    dump.restore()

    told = [line.sentence for line in story.lines_of(stream_of(event))]

    with another_process():
        assert told == [line.sentence for line in story.lines_of(stream_of(event))]


@pytest.mark.parametrize("others", [(10,), (10, 20), (10, 20, 30)], ids=len)
def test_a_command_behind_another_past_is_decided_on_what_the_database_holds(event, others):
    """No page comes between: the desk itself notices it under the lock."""
    gains(event, 1)
    dump = Dump(event.stream_id)
    gains(event, 2, 3)
    dump.restore()
    with another_process():
        gains(event, *others)
    now = 1 + sum(others)

    with pytest.raises(Refused, match="look again"):
        do(event, AdjustPower(seat=CAT_1, before=6, power=7, reason="as the page had it"))
    do(event, AdjustPower(seat=CAT_1, before=now, power=now + 1, reason="chips"))

    assert is_right(event, now + 1)


def test_a_withdrawal_behind_another_past_takes_back_what_is_there(event):
    gains(event, 1)
    dump = Dump(event.stream_id)
    gains(event, 2, 3)
    dump.restore()
    with another_process():
        gains(event, 10, 20)

    entry = Entry.objects.get(stream=event.stream_id, seq=stream_of(event).head)
    desk.withdraw(stream_id=event.stream_id, entries=[entry.seq], reason="slip", by=OLGA, command_id=uuid.uuid4())

    assert is_right(event, 11)


def test_what_answers_late_for_the_database_is_seen_and_left_again(event):
    gains(event, 1)
    late = Dump(event.stream_id)
    gains(event, 2, 3)
    newest = Dump(event.stream_id)

    late.restore()
    assert power(event) == 1
    newest.restore()

    assert power(event) == 6
    gains(event, 4)
    assert is_right(event, 10)


def test_a_decision_on_what_is_not_the_locked_row_is_never_stored(event, monkeypatch):
    """The locked row is in the right database, but the state is read from a lagging one."""
    gains(event, 1)
    late = journal.head(stream_of(event))
    gains(event, 2)
    before = stream_of(event).head, stream_of(event).hash
    journal.forget()
    with monkeypatch.context() as patch:
        patch.setattr(journal, "stored_head", lambda stream: late)
        with pytest.raises(Stale, match="not what it was a moment ago"):
            do(event, AdjustPower(seat=CAT_1, before=1, power=5, reason="chips"))
        with pytest.raises(Stale, match="not what it was a moment ago"):
            desk.withdraw(stream_id=event.stream_id, entries=[before[0]], reason="slip", by=OLGA, command_id=uuid.uuid4())

    assert (stream_of(event).head, stream_of(event).hash) == before
    gains(event, 4)
    assert is_right(event, 7)


def test_a_row_that_was_read_before_the_newest_commit_is_no_other_past(event):
    gains(event, 1)
    late = stream_of(event)
    gains(event, 2)
    known = journal.head(stream_of(event))

    assert journal.head(late) is known
    assert database.newest_other_past() is None


def test_entries_that_do_not_reach_the_row_are_not_taken_for_its_state(event):
    """A process reads the newest row, but a lagging database gives it only half of the entries up to it."""
    gains(event, 1)
    known = journal.head(stream_of(event))
    gains(event, 2, 3)
    row = stream_of(event)
    journal.forget()
    journal.remember(row, known)
    last = Entry.objects.get(stream=row, seq=row.head)
    Entry.objects.filter(pk=last.pk).delete()

    found = journal.head(row)
    Entry.objects.bulk_create([last])

    assert found.state.seats[CAT_1].purse.power == 6
    assert is_right(event, 6)


# --- other caches


def of_months(event: Event) -> object:
    state = history.state_at_end_of(stream_of(event), 0)
    return None if state is None else state.seats[CAT_1].purse.power


def of_sheets(event: Event) -> object:
    receipts.sheets_taken_in(stream_of(event))
    return receipts._taken_in.get(stream_of(event).key)[0]


def of_ladder(event: Event) -> object:
    stream = stream_of(event)
    return ladder._past(stream, stream.head, stream.hash).seats[CAT_1].purse.power


@pytest.mark.parametrize("remembered", [of_months, of_sheets, of_ladder])
def test_nothing_that_a_process_remembers_is_of_the_other_past(event, remembered: Callable[[Event], object]):
    dump = Dump(event.stream_id)
    gains(event, 5)
    do(event, BeginDay())
    before = remembered(event)
    dump.restore()
    with another_process():
        gains(event, 7)
        do(event, BeginDay())

    assert remembered(event) != before


def test_what_was_shown_of_another_past_counts_as_never_shown(event):
    stream = stream_of(event)
    dump = Dump(event.stream_id)
    gains(event, 1, 2)
    corrections.remembered_look(stream.key, "seat:cat-1", stream_of(event).head, lambda: (), None)
    corrections.remember_topics(stream.key, "olga", stream_of(event).head, ["people"])
    dump.restore()
    power(event)

    found = corrections.remembered_looks(stream.key, ["seat:cat-1", "staff:olga:people"])
    assert set(found.values()) == {corrections.NEVER}
    assert corrections.remembered_look(stream.key, "seat:cat-1", dump.row["head"], lambda: (), None).seq == dump.row["head"]
    assert corrections.remembered_looks(stream.key, ["seat:cat-1"])["seat:cat-1"].seq == dump.row["head"]


def test_what_an_earlier_release_has_cached_of_what_was_shown_counts_as_never_shown(event):
    stream = stream_of(event)
    corrections.remembered_look(stream.key, "seat:cat-1", 1, lambda: (), None)
    key = corrections._key(stream.key, "seat:cat-1")
    cache.set(key, cache.get(key)[:2])

    assert corrections.remembered_looks(stream.key, ["seat:cat-1"]) == {"seat:cat-1": corrections.NEVER}


def test_the_preflight_page_says_so(event):
    assert machine_checks.journals().colour is preflight_lines.LightColour.GREEN
    dump = Dump(event.stream_id)
    gains(event, 1, 2)
    dump.restore()
    power(event)

    found = machine_checks.journals()
    assert found.colour is preflight_lines.LightColour.RED
    assert f"entry {dump.row['head'] + 2} was known, and it stood at entry {dump.row['head']} with another past" in found.words
    assert found.mend


def test_a_cache_that_is_away_hides_no_page(event, monkeypatch):
    dump = Dump(event.stream_id)
    gains(event, 1)
    dump.restore()
    monkeypatch.setattr(cache, "set_many", lambda *_args, **_named: 1 / 0)

    assert power(event) == 0


# --- backups


def test_a_backup_keeps_the_chain_and_one_that_was_changed_is_not_taken_over(event, tmp_path):
    gains(event, 3, 1)
    end, path = chain.end_of(stream_of(event)), tmp_path / "day.backup"
    file.write(event, path)
    another_name(event, 2)
    file.write(event, changed := tmp_path / "changed.backup")
    call_command("flush", interactive=False, verbosity=0)

    with pytest.raises(BackupError, match="changed at entry 2"):
        restore.restore(changed)
    again = restore.restore(path).event

    assert chain.end_of(stream_of(again)) == end
    assert "chain: whole" in replayed(again)
