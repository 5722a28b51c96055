"""Sealed sheets: stored once, in time or late, many at once, and no notification before the commit."""

from __future__ import annotations

import asyncio
import dataclasses
import itertools
import threading
import time
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import msgspec
import pytest
from django.db import OperationalError, connection, connections, transaction
from django.utils import timezone

from control import registry
from control.day.clock.phases import EndPhase, SetClock
from control.day.notices import Announce
from control.day.people.room_choice import SeatInRoom
from control.day.sheets import Window
from control.engine.ids import SeatId
from control.engine.refusal import Refused
from control.journal.projections import SheetRows
from control.journal.rows import AlreadyThereError
from control.live import broadcast, hub, page_priority
from control.models import Sheet, SheetLock, Stream
from control.registry import SheetKind
from control.sheets import sheets
from control.sheets import sheets as sheet_writer
from control.sheets.sheets import Arrival, Receipt, Status
from control.sheets.store import MOST_SENT, WITHIN, store
from rooms.realm.scenario.ids import Phase, Room
from tests.control.hall import an_event, in_planning
from tests.events import do
from tests.records import field_names
from tests.services import PATIENCE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

NOTHING = b'{"orders":[],"extra":null,"allies":[],"betray":false,"immortals":[]}'
BETRAYAL = NOTHING.replace(b"false", b"true")
_bodies = itertools.cycle([NOTHING, BETRAYAL, *(each.replace(b'"allies":[]', b'"allies":["ram"]') for each in (NOTHING, BETRAYAL))])
CAT_1 = SeatId("cat-1")
WOLF_1 = SeatId("wolf-1")


@pytest.fixture(autouse=True)
def writer_ends():
    yield
    sheets.stop()


@pytest.fixture
def event():
    return in_planning(CAT_1, WOLF_1)


@dataclass
class Box:
    """A kind of sheet that accepts any bytes; the test controls its window."""

    window: Window = field(default_factory=lambda: Window(open=True, month=1))
    check: Callable[[bytes], None] = lambda sheet: None

    def kind(self) -> SheetKind:
        ours = {
            "kind": "box",
            "room": Room.WAR,
            "decode": msgspec.Raw,
            "check": lambda state, seat, sheet: self.check(bytes(sheet)),
            "window": lambda state, seat: self.window,
        }
        more: dict[str, Any] = {name: None for name in field_names(SheetKind) if name not in ours}
        return SheetKind(**ours, **more)


@pytest.fixture
def box(monkeypatch):
    found = Box()
    monkeypatch.setattr(registry, "sheet_kinds", lambda _realm: {"box": found.kind()})
    return found


@pytest.fixture
def told(monkeypatch):
    """Notifications of screens, as (event, topic, audience)."""
    found: list[tuple[int, str, str]] = []
    monkeypatch.setattr(
        broadcast,
        "tell_outside_journal",
        lambda event, invalidations, **_more: found.extend((event, each.topic, each.to) for each in invalidations),
    )
    return found


def another() -> bytes:
    """A war sheet that differs from the one before it."""
    return next(_bodies)


def arrival(event, **changed) -> Arrival:
    plain = Arrival(
        event_id=event.pk,
        seat=CAT_1,
        kind="war",
        month=1,
        client_key=uuid.uuid4(),
        body=another(),
        received_at=timezone.now(),
    )
    return dataclasses.replace(plain, **changed)


def boxed(event, **changed) -> Arrival:
    return arrival(event, **{"kind": "box", "body": b"{}", **changed})


def hand_in(event, **changed) -> Receipt:
    return sheets.hand_in(arrival(event, **changed))


class TestReceipt:
    def test_a_sheet_in_time_is_received_and_stored(self, event):
        at = timezone.now() - timedelta(seconds=2)

        receipt = hand_in(event, received_at=at, client_key=uuid.UUID(int=7), body=NOTHING)

        assert receipt == Receipt(status=Status.RECEIVED, month=1, received_at=at, revision=1)
        row = Sheet.objects.get()
        assert (row.event, row.seat, row.kind, row.month, row.revision, row.client_key, row.received_at, row.late) == (
            event, "cat-1", "war", 1, 1, uuid.UUID(int=7), at, False,
        )  # fmt: skip
        assert row.body == NOTHING.decode()

    def test_a_sheet_sent_twice_is_one_sheet_with_one_receipt(self, event):
        first = arrival(event)
        receipt = sheets.hand_in(first)

        again = sheets.hand_in(dataclasses.replace(first, received_at=timezone.now(), body=b'{"orders":[],"betray":true}'))

        assert again == receipt
        assert Sheet.objects.count() == 1

    def test_a_sheet_sent_twice_in_one_moment_is_one_sheet(self, event):
        twice = arrival(event)

        first, second = sheet_writer.store_with_retries((twice, twice))

        assert first == second
        assert Sheet.objects.count() == 1

    def test_a_repeat_gets_its_receipt_even_when_the_month_has_passed(self, event):
        first = arrival(event)
        receipt = sheets.hand_in(first)
        do(event, SetClock(month=2, phase=Phase.PLANNING, seconds=600))

        assert sheets.hand_in(first) == receipt

    def test_the_same_key_of_another_player_is_another_sheet(self, event):
        key = uuid.uuid4()

        receipts = [hand_in(event, seat=seat, client_key=key) for seat in (CAT_1, WOLF_1)]

        assert [receipt.revision for receipt in receipts] == [1, 1]
        assert Sheet.objects.count() == 2

    def test_revisions_count_up_for_each_seat_and_month(self, event):
        changes = [hand_in(event).revision for _each in range(3)]
        other = hand_in(event, seat=WOLF_1).revision
        do(event, SetClock(month=2, phase=Phase.PLANNING, seconds=600))

        assert (changes, other, hand_in(event, month=2).revision) == ([1, 2, 3], 1, 1)

    def test_one_key_for_two_months_is_refused_not_lost(self, event):
        key = uuid.uuid4()
        hand_in(event, client_key=key)
        do(event, SetClock(month=2, phase=Phase.PLANNING, seconds=600))

        receipt = hand_in(event, month=2, client_key=key)

        assert (receipt.status, receipt.code) == (Status.REFUSED, "stale")


class TestTheSameAgain:
    """A sheet that repeats the newest revision under a new key: a double tap."""

    def test_it_gets_the_same_receipt_and_is_no_revision(self, event):
        receipt = hand_in(event, body=NOTHING)

        assert hand_in(event, body=NOTHING) == receipt
        assert hand_in(event, body=NOTHING.replace(b":", b": ")) == receipt
        assert Sheet.objects.count() == 1

    def test_in_one_commit_too(self, event):
        receipts = sheet_writer.store_with_retries([arrival(event, body=NOTHING) for _tap in range(3)])

        assert [each.revision for each in receipts] == [1, 1, 1]
        assert receipts[1:] == receipts[:1] * 2
        assert Sheet.objects.count() == 1

    def test_what_was_sent_before_the_newest_is_sent_anew(self, event):
        bodies = (NOTHING, BETRAYAL, NOTHING)

        assert [hand_in(event, body=body).revision for body in bodies] == [1, 2, 3]

    def test_an_earlier_one_whose_receipt_was_lost_gets_its_own_not_that_of_the_newest(self, event):
        first = arrival(event, body=NOTHING)
        receipt = sheets.hand_in(first)
        for body in (BETRAYAL, NOTHING):
            hand_in(event, body=body)

        assert sheets.hand_in(first) == receipt
        assert Sheet.objects.count() == 3

    def test_in_the_commit_of_the_newest_too(self, event):
        first = arrival(event, body=NOTHING)
        receipt = sheets.hand_in(first)

        receipts = store([arrival(event, body=BETRAYAL), arrival(event, body=NOTHING), first])

        assert [each.revision for each in receipts] == [2, 3, 1]
        assert receipts[2] == receipt

    def test_what_came_in_time_is_not_late_because_the_same_came_late(self, event, box):
        first = boxed(event)
        receipt = sheets.hand_in(first)
        sheets.hand_in(boxed(event, body=b"another"))
        box.window = Window(open=True, month=1, closes_at=timezone.now() - timedelta(seconds=1))
        late = sheets.hand_in(boxed(event))

        assert (late.status, late.revision) == (Status.LATE, 3)
        assert sheets.hand_in(first) == receipt

    def test_another_players_is_another(self, event):
        assert [hand_in(event, seat=seat, body=NOTHING).revision for seat in (CAT_1, WOLF_1)] == [1, 1]
        assert Sheet.objects.count() == 2

    def test_behind_the_end_the_one_in_time_still_counts(self, event, box):
        receipt = sheets.hand_in(boxed(event))
        box.window = Window(open=True, month=1, closes_at=timezone.now() - timedelta(seconds=1))

        assert sheets.hand_in(boxed(event)) == receipt
        assert sheets.seats_late(event, "box", 1) == frozenset()

    def test_what_was_late_counts_once_it_comes_in_time(self, event, box):
        box.window = Window(open=True, month=1, closes_at=timezone.now() - timedelta(seconds=1))
        late = [sheets.hand_in(boxed(event)) for _tap in range(2)]
        box.window = Window(open=True, month=1, closes_at=timezone.now() + timedelta(minutes=1))

        assert [(each.status, each.revision) for each in late] == [(Status.LATE, 1)] * 2
        in_time = sheets.hand_in(boxed(event))
        assert (in_time.status, in_time.revision) == (Status.RECEIVED, 2)

    def test_a_paper_that_a_second_person_enters_is_a_revision_and_what_its_author_sends_then_too(self, event):
        entered = [hand_in(event, body=NOTHING, entered_by=name).revision for name in ("wanda", "wim")]

        assert (entered, hand_in(event, body=NOTHING).revision) == ([1, 2], 3)


class TestLate:
    @pytest.mark.parametrize(
        ("after", "status"),
        [
            pytest.param(timedelta(seconds=-1), Status.RECEIVED, id="before"),
            pytest.param(timedelta(0), Status.RECEIVED, id="at the very end"),
            pytest.param(timedelta(microseconds=1), Status.LATE, id="behind"),
        ],
    )
    def test_the_moment_of_arrival_decides(self, event, box, after, status):
        closes_at = timezone.now()
        box.window = Window(open=True, month=1, closes_at=closes_at)

        receipt = sheets.hand_in(boxed(event, received_at=closes_at + after))

        assert receipt.status is status
        assert Sheet.objects.get().late is (status is Status.LATE)

    def test_a_sheet_that_came_in_time_but_is_stored_behind_the_end_is_in_time(self, event, box):
        closes_at = timezone.now()
        box.window = Window(open=False, month=1, closes_at=closes_at)

        receipt = sheets.hand_in(boxed(event, received_at=closes_at - timedelta(milliseconds=1)))

        assert receipt.status is Status.RECEIVED

    def test_what_comes_after_the_sheets_were_taken_in_is_kept_and_late(self, event, box):
        SheetLock.objects.create(event=event, kind="box", month=1, at=timezone.now())

        receipt = sheets.hand_in(boxed(event))

        assert (receipt.status, receipt.revision, receipt.rule) == (Status.LATE, 1, "R-16")
        assert receipt.sentence.endswith("Control decides whether it is played.")
        assert (sheets.seats_sent(event, "box", 1), sheets.seats_late(event, "box", 1)) == (frozenset(), {CAT_1})

    def test_taking_in_is_noticed_at_once(self, event):
        hand_in(event)

        do(event, EndPhase(month=1, phase=Phase.PLANNING))
        do(event, EndPhase(month=1, phase=Phase.MOVEMENT))
        do(event, EndPhase(month=1, phase=Phase.ACTION))

        assert hand_in(event).status is Status.LATE

    def test_what_was_taken_in_meanwhile_is_looked_up_again(self, event, box):
        assert sheets.hand_in(boxed(event)).status is Status.RECEIVED
        SheetLock.objects.create(event=event, kind="box", month=1, at=timezone.now())
        do(event, Announce(text="The sheets are in."))  # in a real event, taking sheets in moves the journal too

        assert sheets.hand_in(boxed(event, body=b"another")).status is Status.LATE

    def test_a_late_sheet_need_not_make_sense_any_more(self, event, box):
        box.window = Window(open=False, month=1, closes_at=timezone.now() - timedelta(seconds=1))
        box.check = refuse

        assert sheets.hand_in(boxed(event)).status is Status.LATE


def refuse(_sheet: bytes) -> None:
    raise Refused("Zen holds 2 of your units and the order moves 5.", rule="GE-WAR-10", code="too-many-units")


def stumble(sheet: bytes) -> None:
    if sheet == b"5":
        raise ZeroDivisionError


class TestRefused:
    @pytest.mark.parametrize(
        ("changed", "code", "words"),
        [
            pytest.param({"month": 2}, "stale", "This sheet is for month 2; it is now month 1.", id="another month"),
            pytest.param({"seat": SeatId("cat-9")}, "unknown", "There is no such sheet", id="nobody"),
            pytest.param({"kind": "poem"}, "unknown", "There is no such sheet", id="no such kind"),
            pytest.param({"event_id": 999_999}, "unknown", "There is no such sheet", id="no such event"),
            pytest.param({"body": b"\xff{"}, "malformed", "This is not a war sheet", id="not a document"),
            pytest.param({"body": b"[" * 9_000}, "malformed", "This sheet could not be read", id="too deep"),
            pytest.param({"body": b" " * 17_000}, "malformed", "This sheet is far too long", id="too long"),
            pytest.param({"seat": SeatId("ram-1")}, "closed", "Check in first", id="not here"),
        ],
    )
    def test_a_refusal_is_one_sentence_and_stores_nothing(self, event, changed, code, words):
        receipt = hand_in(event, **changed)

        assert (receipt.status, receipt.revision, receipt.code) == (Status.REFUSED, 0, code)
        assert receipt.sentence.startswith(words)
        assert not Sheet.objects.exists()

    def test_before_the_day_there_are_no_sheets(self):
        receipt = hand_in(an_event(), month=0)

        assert (receipt.status, receipt.code) == (Status.REFUSED, "closed")

    def test_a_rule_that_says_no_is_named(self, event, box):
        box.check = refuse

        receipt = sheets.hand_in(boxed(event))

        assert (receipt.rule, receipt.code) == ("GE-WAR-10", "too-many-units")

    def test_one_bad_sheet_does_not_hold_up_the_others(self, event, box):
        box.check = stumble

        receipts = sheet_writer.store_with_retries([boxed(event, body=str(number).encode()) for number in range(9)])

        assert [receipt.status for receipt in receipts] == [Status.RECEIVED] * 5 + [Status.REFUSED] + [Status.RECEIVED] * 3
        assert [receipt.revision for receipt in receipts] == [1, 2, 3, 4, 5, 0, 6, 7, 8]
        assert (receipts[5].code, "tell Control" in receipts[5].sentence) == ("failed", True)


class TestWriter:
    def test_a_rush_is_answered_one_by_one_and_stored_together(self, event, monkeypatch):
        sizes, all_sent = [], threading.Event()
        store = sheet_writer.store
        monkeypatch.setattr(sheet_writer, "store", lambda batch: (sizes.append(len(batch)), all_sent.wait(), store(batch))[2])

        futures = [sheets.submit(arrival(event, seat=seat)) for _each in range(20) for seat in (CAT_1, WOLF_1)]
        all_sent.set()

        assert sorted(future.result(PATIENCE).revision for future in futures) == sorted([*range(1, 21)] * 2)
        assert sum(sizes) == 40
        assert len(sizes) <= 4

    def test_settle_waits_for_what_has_arrived(self, event, monkeypatch):
        store = sheet_writer.store
        monkeypatch.setattr(sheet_writer, "store", lambda batch: (time.sleep(0.1), store(batch))[1])
        future = sheets.submit(arrival(event))

        sheets.await_writer(PATIENCE)

        assert Sheet.objects.count() == 1
        assert future.result(PATIENCE).status is Status.RECEIVED

    def test_settle_waits_for_what_a_socket_has_read_too(self, event):
        loop = asyncio.new_event_loop()
        thread = threading.Thread(target=loop.run_forever)
        thread.start()

        class Phone:
            def listen(self):
                time.sleep(0.1)
                sheets.submit_with_answer(arrival(event), receipts.append)

        async def said():
            hub.own_hub().listeners.put(Phone())

        receipts = []
        try:
            asyncio.run_coroutine_threadsafe(said(), loop).result(PATIENCE)

            sheets.await_writer(PATIENCE)

            assert Sheet.objects.count() == 1
        finally:
            loop.call_soon_threadsafe(loop.stop)
            thread.join()
            loop.close()
        assert [receipt.status for receipt in receipts] == [Status.RECEIVED]

    def test_an_answer_that_fails_keeps_nobody_from_theirs(self, event, caplog):
        receipts = []

        def fails(receipt):
            raise ValueError("this phone")

        sheets.submit_with_answer(arrival(event), fails)
        sheets.submit_with_answer(arrival(event), receipts.append)
        sheets.await_writer(PATIENCE)

        assert sheets.submit(arrival(event)).result(PATIENCE).revision == 3
        assert [receipt.revision for receipt in receipts] == [2]
        assert "a receipt could not be handed over" in caplog.text

    def test_a_rush_gives_way_to_a_page_and_is_stored_then(self, event, monkeypatch):
        order = []
        store = sheet_writer.store
        monkeypatch.setattr(sheet_writer, "store", lambda batch: (order.append(len(batch)), store(batch))[1])
        monkeypatch.setattr(page_priority, "LONGEST", 60.0)
        with page_priority.way.before_crowds():
            futures = [sheets.submit(arrival(event)) for _each in range(40)]
            time.sleep(0.3)
            order.append("page")

        assert [future.result(PATIENCE).status for future in futures] == [Status.RECEIVED] * 40
        assert order[-2:] == ["page", sum(each for each in order[order.index("page") + 1 :])]
        assert order[-1] > page_priority.CROWD

    def test_settle_gives_up_in_time(self, event, monkeypatch):
        may_go = threading.Event()
        store = sheet_writer.store
        monkeypatch.setattr(sheet_writer, "store", lambda batch: (may_go.wait(), store(batch))[1])
        future = sheets.submit(arrival(event))

        sheets.await_writer(0.1)

        assert not future.done()
        may_go.set()

    def test_settle_without_a_sheet_is_nothing(self):
        sheets.await_writer(PATIENCE)

    def test_two_sheets_that_clash_are_stored_one_by_one(self, event, monkeypatch):
        store = sheet_writer.store

        def clash(batch):
            if len(batch) > 1:
                raise AlreadyThereError("two of one key")
            return store(batch)

        monkeypatch.setattr(sheet_writer, "store", clash)

        receipts = sheet_writer.store_with_retries((arrival(event), arrival(event, seat=WOLF_1)))

        assert [receipt.status for receipt in receipts] == [Status.RECEIVED] * 2

    def test_a_busy_database_is_asked_again(self, event, monkeypatch):
        failures = [OperationalError("database is locked")] * 2
        store = sheet_writer.store

        def busy(batch):
            if failures:
                raise failures.pop()
            return store(batch)

        monkeypatch.setattr(sheet_writer, "store", busy)

        assert hand_in(event).status is Status.RECEIVED

    def test_a_dead_database_refuses_with_what_to_do_and_the_next_sheet_is_served(self, event, monkeypatch):
        def dead(batch):
            raise OperationalError("gone")

        with monkeypatch.context() as broken:
            broken.setattr(sheet_writer, "store", dead)
            broken.setattr(sheet_writer, "FIRST_PAUSE", 0.001)
            receipt = hand_in(event)

        assert (receipt.status, receipt.code) == (Status.REFUSED, "unsaved")
        assert "Nothing is lost" in receipt.sentence
        assert hand_in(event).status is Status.RECEIVED

    def test_a_writer_that_takes_too_long_is_an_honest_refusal(self, event, monkeypatch):
        may_go = threading.Event()
        store = sheet_writer.store
        monkeypatch.setattr(sheet_writer, "store", lambda batch: (may_go.wait(), store(batch))[1])
        late = arrival(event)

        assert sheets.hand_in(late, timeout=0.05).code == "unsaved"
        may_go.set()
        sheets.await_writer(PATIENCE)
        assert sheets.hand_in(late).revision == 1

    def test_inside_a_transaction_the_sheet_shares_its_fate(self, event):
        with transaction.atomic():
            receipt = hand_in(event)
            transaction.set_rollback(True)

        assert receipt.status is Status.RECEIVED
        assert not Sheet.objects.exists()

    def test_stopping_stores_what_is_in_line(self, event):
        futures = [sheets.submit(arrival(event)) for _each in range(5)]

        sheets.stop()

        assert [future.result(0).revision for future in futures] == [1, 2, 3, 4, 5]

    def test_two_writers_never_give_one_revision_twice(self, event, box):
        def write(number):
            try:
                return sheet_writer.store_with_retries((boxed(event, body=str(number).encode()),))[0].revision
            finally:
                connections.close_all()

        with ThreadPoolExecutor(6) as pool:
            revisions = list(pool.map(write, range(24)))

        assert sorted(revisions) == list(range(1, 25))

    def test_sheets_and_commands_together_lose_nothing(self, event):
        for seat in (CAT_1, WOLF_1):
            do(event, SeatInRoom(player=seat, month=1, room=Room.WAR))
        begin = threading.Barrier(3)

        def sending(seat):
            begin.wait()
            return [sheets.submit(arrival(event, seat=seat, body=(NOTHING, BETRAYAL)[number % 2])) for number in range(30)]

        def ending():
            begin.wait()
            try:
                for phase in (Phase.PLANNING, Phase.MOVEMENT, Phase.ACTION):
                    do(event, EndPhase(month=1, phase=phase))
            finally:
                connections.close_all()

        with ThreadPoolExecutor(3) as pool:
            sent = [pool.submit(sending, seat) for seat in (CAT_1, WOLF_1)]
            pool.submit(ending).result(PATIENCE)
            receipts = [future.result(PATIENCE) for each in sent for future in each.result()]

        assert {receipt.status for receipt in receipts} <= {Status.RECEIVED, Status.LATE}
        assert Sheet.objects.count() == 60
        read = SheetLock.objects.get(kind="war", month=1)
        assert read.month == 1


class TestNews:
    def test_the_desks_are_told_a_few_times_a_second_and_once_more_at_the_end(self, event, told):
        began, news = time.monotonic(), (event.pk, "sheets", "staff")
        earlier = timezone.now() - 100_000 * WITHIN
        while told.count(news) < 3:
            earlier += WITHIN  # otherwise they would be too many in ten minutes
            hand_in(event, received_at=earlier)
        assert time.monotonic() - began >= 2 * 0.2  # five times a second at most

        hand_in(event)
        told.clear()
        hand_in(event)
        sheets.stop()
        assert told[-1] == news

    def test_the_players_other_devices_are_told_each_time(self, event, told):
        hand_in(event)
        hand_in(event)
        sheets.await_writer()
        sheets.stop()

        assert told.count((event.pk, "sheet", "seat:cat-1")) == 2

    def test_nobody_is_told_of_a_refusal(self, event, told):
        hand_in(event, month=5)
        sheets.stop()

        assert told == []

    def test_nobody_is_told_before_the_commit(self, event, told):
        with transaction.atomic():
            hand_in(event)
            before = list(told)

        assert before == []
        assert set(told) == {(event.pk, "sheet", "seat:cat-1"), (event.pk, "sheets", "staff")}


class TestQuestions:
    def test_the_newest_revision_is_the_authors(self, event):
        hand_in(event)
        hand_in(event, body=b'{"orders":[],"extra":null,"allies":["wolf"],"betray":false}')

        newest = sheets.newest_revision(event, CAT_1, "war", 1)

        assert (newest.revision, '"wolf"' in newest.body) == (2, True)

    def test_nothing_sent_is_none(self, event):
        assert sheets.newest_revision(event, CAT_1, "war", 1) is None

    def test_who_has_sent_is_a_set_of_seats(self, event):
        hand_in(event)
        hand_in(event)

        assert sheets.seats_sent(event, "war", 1) == {CAT_1}
        assert sheets.seats_sent(event.pk, "war", 2) == frozenset()


def test_the_moment_is_stored_to_the_microsecond(event):
    at = datetime.fromisoformat("2026-05-09T12:00:00.123456+00:00")

    hand_in(event, received_at=at)

    assert Sheet.objects.get().received_at == at
    assert connection.in_atomic_block is False


class TestOvertaken:
    """A sheet that waited on a phone without signal replaces a newer one from elsewhere only after a question."""

    def test_a_sheet_that_knew_nothing_of_a_newer_one_from_elsewhere_is_not_stored(self, event):
        newer = arrival(event, after=0)
        sheets.hand_in(newer)

        receipt = hand_in(event, after=0)

        assert (receipt.status, receipt.code) == (Status.REFUSED, "overtaken")
        at = timezone.localtime(newer.received_at).strftime("%H:%M:%S")
        assert f"A newer one came from another device at {at} and stays." in receipt.sentence
        assert [row.client_key for row in Sheet.objects.all()] == [newer.client_key]

    def test_it_replaces_what_it_knew_and_what_the_same_phone_has_sent_since(self, event):
        first, second = arrival(event, after=0), arrival(event, after=0)
        sheets.hand_in(first)

        assert sheets.hand_in(dataclasses.replace(second, own=(first.client_key,))).revision == 2
        assert hand_in(event, after=2).revision == 3
        assert hand_in(event).revision == 4  # it does not say what it knew, like a phone without JavaScript

    def test_a_paper_that_control_entered_stays_too_unless_a_second_person_is_still_to_enter_it(self, event):
        hand_in(event, entered_by="wanda", pending=True)
        assert hand_in(event, after=0).status is Status.RECEIVED
        hand_in(event, entered_by="wim")

        receipt = hand_in(event, after=2)

        assert receipt.code == "overtaken"
        assert "Control entered a newer one from paper" in receipt.sentence

    def test_the_same_sheet_again_gets_its_receipt_again(self, event):
        first = arrival(event, after=0)
        receipt = sheets.hand_in(first)
        hand_in(event, after=1)

        assert sheets.hand_in(first) == receipt

    def test_of_two_in_one_moment_the_second_is_told(self, event):
        futures = [sheets.submit(arrival(event, after=0)) for _each in range(2)]

        assert sorted(future.result(PATIENCE).status for future in futures) == [Status.RECEIVED, Status.REFUSED]
        assert Sheet.objects.count() == 1


class TestTooOften:
    """Revisions of a seat are limited, so that nobody fills the database; the typed text stays on the phone."""

    def fill(self, event, at, count=MOST_SENT, **changed):
        row = {"event": event, "seat": CAT_1, "kind": "war", "month": 1, "received_at": at, "body": "{}"} | changed
        Sheet.objects.bulk_create(Sheet(revision=number, client_key=uuid.uuid4(), **row) for number in range(1, count + 1))

    def test_beyond_the_bound_a_sheet_is_refused_with_what_to_do(self, event):
        at = timezone.now()
        self.fill(event, at)

        receipt = hand_in(event, received_at=at + timedelta(minutes=9))

        assert (receipt.status, receipt.code, receipt.revision) == (Status.REFUSED, "often", 0)
        assert receipt.sentence.endswith("What you typed stays here. Send it again later.")
        assert Sheet.objects.count() == MOST_SENT

    def test_ten_minutes_later_it_is_taken_again(self, event):
        at = timezone.now()
        self.fill(event, at)

        assert hand_in(event, received_at=at + WITHIN).revision == MOST_SENT + 1

    def test_many_in_one_commit_are_bounded_too(self, event, box):
        at = timezone.now()
        moments = [at + timedelta(milliseconds=number) for number in range(MOST_SENT + 20)]
        rush = [boxed(event, received_at=moment, body=str(moment).encode()) for moment in moments]

        receipts = store(rush)

        assert [each.code for each in receipts] == [""] * MOST_SENT + ["often"] * 20

    def test_the_same_sheet_again_gets_its_receipt_and_others_are_not_bounded(self, event):
        at = timezone.now()
        self.fill(event, at, MOST_SENT - 1)
        last = arrival(event, received_at=at)
        receipt = sheets.hand_in(last)

        assert sheets.hand_in(last) == receipt
        assert hand_in(event, seat=WOLF_1, received_at=at).revision == 1
        assert hand_in(event, received_at=at).code == "often"

    def test_one_that_the_bound_has_left_behind_gets_its_receipt_again(self, event):
        at = timezone.now()
        self.fill(event, at, MOST_SENT + 1)
        row = Sheet.objects.get(revision=1)

        receipt = hand_in(event, received_at=at, client_key=row.client_key)

        assert (receipt.status, receipt.revision) == (Status.RECEIVED, 1)

    def test_what_control_enters_from_paper_is_not_bounded(self, event):
        at = timezone.now()
        self.fill(event, at)

        assert hand_in(event, received_at=at, entered_by="wanda").revision == MOST_SENT + 1


class TestNewest:
    def test_at_the_lock_only_the_newest_revision_in_time_is_read_and_salted(self, event, monkeypatch):
        at, read = timezone.now(), []
        TestTooOften().fill(event, at, 30)
        TestTooOften().fill(event, at, 3, seat=WOLF_1)
        Sheet.objects.create(
            event=event, seat=WOLF_1, kind="war", month=1, revision=4, client_key=uuid.uuid4(), received_at=at, late=True
        )
        made = Sheet.from_db

        def from_db(db, names, values):
            read.append(made(db, names, values))
            return read[-1]

        monkeypatch.setattr(Sheet, "from_db", from_db)
        stream = Stream.objects.get(pk=event.stream_id)
        with transaction.atomic():
            found = SheetRows(event=event, stream=stream).read("war", 1)

        assert [(each.seat, each.revision) for each in found] == [(CAT_1, 30), (WOLF_1, 3)]
        assert len(read) == 4  # two to be salted, two to be read
        assert sorted(Sheet.objects.exclude(salt="").values_list("seat", "revision")) == [(CAT_1, 30), (WOLF_1, 3)]
