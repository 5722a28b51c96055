"""Doubled or simultaneous requests cause no database error, and PostgreSQL's log contains nothing that was sent."""

from __future__ import annotations

import dataclasses
import threading
import time
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.db import DatabaseError, IntegrityError, connection, connections, transaction
from django.utils import timezone

from control import registry
from control.day.clock.phases import EndPhase
from control.day.clock.steps import EndStep
from control.day.plan import LateRule
from control.engine.ids import SeatId, StepId
from control.engine.records import replace
from control.engine.refusal import Refused
from control.hall import screens
from control.journal import rows
from control.journal.rows import insert_if_new, upsert
from control.models import Draft, Due, Membership, Pulse, Screen, Seat, Sheet, Watched
from control.people import events, staff
from control.sheets import sheets, store
from control.sheets.receipts import Arrival, Status
from control.watch import outage, preflight_lines
from rooms.realm.desks import Desk
from rooms.realm.scenario.ids import Phase, Room
from rooms.tables import lobby
from rooms.tables.game.opening import OpenTable
from rooms.tables.models import Table
from tests.control import test_sheets
from tests.control.hall import in_planning
from tests.control.test_drafts import planning
from tests.events import OLGA, do
from tests.services import PATIENCE, postgres_log

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

CAT_1, WOLF_1 = SeatId("cat-1"), SeatId("wolf-1")
WORD = "canary-"


@pytest.fixture(autouse=True)
def writer_ends():
    yield
    sheets.stop()


@pytest.fixture
def event():
    return in_planning(CAT_1, WOLF_1)


@pytest.fixture
def papers(monkeypatch):
    """Sheet kinds "orders" and "scheme" that accept any text."""
    box = test_sheets.Box()
    kinds = {name: replace(box.kind(), kind=name) for name in ("orders", "scheme")}
    monkeypatch.setattr(registry, "sheet_kinds", lambda _realm: kinds)
    return kinds


@pytest.fixture
def log():
    """A function that returns PostgreSQL's log since the test began; "" on SQLite."""
    if connection.vendor != "postgresql":
        return lambda: ""
    address = f"host={settings.DATABASES['default']['HOST']}"
    begun = len(postgres_log(address))
    return lambda: postgres_log(address)[begun:]


def at_once(*acts: Callable[[], Any]) -> list[Any]:
    """Start all acts at the same moment; returns what each returns or raises."""
    begin = threading.Barrier(len(acts))

    def run(act: Callable[[], Any]) -> Any:
        try:
            begin.wait(PATIENCE)
            return act()
        except Exception as failed:
            return failed
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(acts)) as threads:
        return list(threads.map(run, acts))


def slowly(act: Callable[..., Any]) -> Callable[..., Any]:
    """The act followed by a pause in which others can come in between."""

    def both(*given: Any, **named: Any) -> Any:
        found = act(*given, **named)
        time.sleep(0.2)
        return found

    return both


def sent(event, seat: str = CAT_1, kind: str = "orders", **changed: Any) -> Arrival:
    plain = Arrival(
        event_id=event.pk,
        seat=SeatId(seat),
        kind=kind,
        month=1,
        client_key=uuid.uuid4(),
        body=f'{{"words":"{WORD}{kind}"}}'.encode(),
        received_at=timezone.now(),
    )
    return dataclasses.replace(plain, **changed)


def typed(event, **changed: Any) -> Arrival:
    return sent(event, body=f'[["words","{WORD}draft"]]'.encode(), is_draft=True, **changed)


class TestWhatIsSealed:
    def test_stands_in_no_log_when_one_phone_among_many_sends_again(self, event, papers, log):
        for kind in papers:
            first = sent(event, kind=kind)
            (receipt,) = store.store([first])

            bodies = [f'{{"words":"{WORD}{number}"}}'.encode() for number in range(15)]

            again = store.store([first, *(sent(event, WOLF_1, kind, body=body) for body in bodies)])

            assert again[0] == replace(receipt, status=again[0].status)
            assert [each.status for each in again[1:]] == [Status.RECEIVED] * 15
            assert Sheet.objects.filter(kind=kind).count() == 16

        assert "ERROR" not in log()
        assert WORD not in log()

    def test_stands_in_no_log_when_two_processes_get_it_at_one_moment(self, event, papers, log, monkeypatch):
        monkeypatch.setattr(store, "_stored_already", slowly(store._stored_already))
        first, draft = sent(event), typed(event, kind="scheme")

        told = at_once(*[lambda: store.store([first, draft])] * 4)

        assert {(sheet.status, sheet.revision, kept.status) for sheet, kept in told} == {(Status.RECEIVED, 1, told[0][1].status)}
        assert (Sheet.objects.count(), Draft.objects.count()) == (1, 1)
        assert "ERROR" not in log()
        assert WORD not in log()

    def test_stands_in_no_log_when_a_draft_is_said_again_and_typed_over(self, event, papers, log):
        first, second = typed(event), typed(event)
        for each in (first, first, second, first, second):
            store.store([each])

        assert Draft.objects.get().client_key == second.client_key
        assert "ERROR" not in log()
        assert WORD not in log()

    def test_stands_in_no_log_when_a_statement_fails_for_another_reason(self, event, papers, log):
        store.store([sent(event)])
        there = Sheet.objects.get()
        there.pk = None

        with pytest.raises(IntegrityError), transaction.atomic():
            there.save(force_insert=True)  # our own code never does that
        with pytest.raises(IntegrityError), transaction.atomic():
            Sheet.objects.bulk_create([there])
        with suppress(DatabaseError), transaction.atomic():
            rows.execute("INSERT INTO control_sheet (body) VALUES (%s)", WORD + "missing fields")

        assert connection.vendor == "sqlite" or "STATEMENT:  INSERT" in log()
        assert WORD + "orders" not in log()

    def test_would_be_found_in_the_log_by_these_tests(self, log):
        with suppress(DatabaseError), transaction.atomic():
            rows.execute(f"SELECT no_column, '{WORD}'")

        assert connection.vendor == "sqlite" or WORD in log()


def test_a_draft_with_the_key_of_another_sheet_of_its_player_does_not_stop_the_clock(log):
    event = planning(LateRule(sheet="war", policy="draft"))
    key = uuid.uuid4()
    fields = b'[["order1_kind",""],["order2_kind",""],["allies","wolf"]]'
    store.store([sent(event, kind="war", client_key=key, body=fields, is_draft=True)])
    Sheet.objects.create(
        event=event, seat=CAT_1, kind="scheme", month=1, revision=1, client_key=key, received_at=timezone.now(), body="{}"
    )

    do(event, EndPhase(month=1, phase=Phase.PLANNING))
    do(event, EndPhase(month=1, phase=Phase.MOVEMENT))
    do(event, EndStep(room=Room.WAR, month=1, step=StepId("updates")))
    do(event, EndStep(room=Room.WAR, month=1, step=StepId("orders")))

    (made,) = Sheet.objects.filter(kind="war")
    assert (made.source, made.client_key != key) == ("draft", True)
    assert "ERROR" not in log()


class TestTwoAtOneMoment:
    """Each case once violated a unique index: the second request failed, and PostgreSQL logged it with its values."""

    def test_open_one_table_with_one_press(self, event, log, monkeypatch):
        monkeypatch.setattr(lobby, "content_of", slowly(lobby.content_of))
        press, command = uuid.uuid4(), OpenTable(title="Potemkin", chairs=3, seconds=60)

        def open_it() -> Table:
            return lobby.open_table(kind="potemkin", event=event, command=command, by=OLGA, command_id=press)

        first, second = at_once(open_it, open_it)

        assert first == second == Table.objects.get()
        assert "ERROR" not in log()

    def test_open_tables_with_one_code(self, event, log, monkeypatch):
        codes = iter(["AAAAA", "AAAAA", "BBBBB"])
        monkeypatch.setattr(lobby, "new_code", lambda: next(codes))
        command = OpenTable(title="Potemkin", chairs=3, seconds=60)

        for _each in range(2):
            lobby.open_table(kind="potemkin", event=event, command=command, by=OLGA, command_id=uuid.uuid4())

        assert {table.code for table in Table.objects.all()} == {"AAAAA", "BBBBB"}
        assert "ERROR" not in log()

    def test_become_screens_of_two_names(self, event, log, monkeypatch):
        monkeypatch.setattr(screens.uuid, "uuid4", slowly(uuid.uuid4))

        found = at_once(*[lambda: screens.screen_of(event, "", timezone.now())] * 3)

        assert {screen.name for screen in found} == {"Screen 1", "Screen 2", "Screen 3"}
        assert "ERROR" not in log()

    def test_give_screens_one_name_and_one_of_them_is_told(self, event, log, monkeypatch):
        monkeypatch.setattr(screens, "_screen", slowly(screens._screen))
        two = [screens.screen_of(event, "", timezone.now()).pk for _each in range(2)]

        found = at_once(*[lambda number=number: screens.rename(event, number, "Door") for number in two])

        assert sorted(map(str, found))[1:] == ["Door"] or "Door" in found
        assert [type(each) for each in found if each != "Door"] == [Refused]
        assert "ERROR" not in log()

    def test_invite_one_name_and_one_of_them_is_told(self, event, log, monkeypatch):
        other = in_planning(CAT_1)
        for each in (event, other):
            staff.give_account("olga", event=each, desks=[Desk.ORGANIZER])
        monkeypatch.setattr(staff, "_check", lambda *_all: time.sleep(0))
        seen = User.objects.filter

        def late(**named: Any) -> Any:
            found = seen(**named)
            return type("Found", (), {"exists": slowly(found.exists)}) if "username__iexact" in named else found

        monkeypatch.setattr(User.objects, "filter", late)
        found = at_once(*[lambda each=each: staff.invite_new(each, "olga", "walt", [Desk.WAR]) for each in (event, other)])

        assert sorted(isinstance(each, Refused) for each in found) == [False, True]
        assert User.objects.get(username="walt").check_password(next(each for each in found if isinstance(each, str)))
        assert Membership.objects.filter(user__username="walt").count() == 1
        assert "ERROR" not in log()

    def test_give_one_account_its_desks(self, event, log, monkeypatch):
        monkeypatch.setattr(staff, "new_password", slowly(staff.new_password))

        at_once(*[lambda: staff.give_account("walt", event=event, desks=[Desk.WAR])] * 2)

        assert Membership.objects.get(user__username="walt").desks == "war"
        assert "ERROR" not in log()

    def test_make_the_seats_of_new_players(self, event, log, monkeypatch):
        Seat.objects.all().delete()
        monkeypatch.setattr(events.journal, "head", slowly(events.journal.head))

        told = at_once(*[lambda: events.add_missing_seats(events.Event.objects.get(pk=event.pk))] * 3)

        assert told == [None] * 3
        assert Seat.objects.filter(event=event, key=CAT_1).count() == 1
        assert "ERROR" not in log()

    def test_give_signs_of_life_and_looks(self, log):
        well = preflight_lines.CheckResult(colour=preflight_lines.LightColour.GREEN, words="Well.")

        def signs() -> None:
            outage.note_beat()
            outage.note_ping(timezone.now())
            preflight_lines.store_results(preflight_lines.EVERYWHERE, {"disk": well, "log": well})

        assert at_once(*[signs] * 4) == [None] * 4
        assert sorted(Pulse.objects.values_list("name", flat=True)) == ["beat", "worker"]
        assert Watched.objects.count() == 2
        assert "ERROR" not in log()

    def test_project_what_is_due(self, event, log):
        def put_it() -> None:
            rows.put_due(Due(stream_id=event.stream_id, what="step:war", at=timezone.now(), kind="EndStep", body="{}"))

        assert at_once(*[put_it] * 4) == [None] * 4
        assert Due.objects.filter(what="step:war").count() == 1
        assert "ERROR" not in log()


def test_one_row_is_added_once_and_learns_its_number_and_its_moment(event):
    first = Table(stream=event.stream, code="AAAAA", kind="potemkin", content=b"{}")

    assert insert_if_new(first)
    assert not insert_if_new(Table(stream=event.stream, code="BBBBB", kind="potemkin", content=b"{}"))

    kept = Table.objects.get()
    assert (kept, kept.opened_at, kept.code) == (first, first.opened_at, "AAAAA")


def test_what_there_is_one_of_is_written_over_as_far_as_it_is_said(event):
    user = User.objects.create(username="walt")
    for desks, made_here in (("war", True), ("court", False)):
        row = Membership(event=event, user=user, desks=desks, made_here=made_here, given_at=timezone.now())
        upsert(row, per=("event", "user"), over=("desks",))

    kept = Membership.objects.get()
    assert (kept.desks, kept.made_here) == ("court", True)


def test_a_screen_that_is_named_is_told_so_after_the_commit(event, monkeypatch):
    told = []
    monkeypatch.setattr(screens.broadcast, "tell_outside_journal", lambda *_all: told.append(connection.in_atomic_block))
    number = screens.screen_of(event, "", timezone.now()).pk

    screens.rename(event, number, "Door")

    assert told == [False]
    assert Screen.objects.get().name == "Door"
