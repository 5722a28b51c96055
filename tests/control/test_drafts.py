"""Drafts on the server: stored as typed, ordered by stamp, offered to other devices, and used as sheets only where allowed."""

from __future__ import annotations

import dataclasses
import json
import uuid
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from control import registry
from control.day.clock.dues import dues
from control.day.clock.pauses import AddTime
from control.day.clock.phases import BeginDay, EndPhase, SetClock
from control.day.clock.steps import EndStep
from control.day.people.presence import CheckIn
from control.day.people.room_choice import SeatInRoom
from control.day.plan import LateRule
from control.day.state import Presence
from control.engine.ids import SeatId, StepId
from control.engine.records import replace
from control.journal.projections import SheetRows
from control.models import Draft, Event, Sheet
from control.people.events import create_event
from control.sheets import drafts as draft_rows
from control.sheets import sheets
from control.sheets.drafts import arriving_document
from control.sheets.sheets import Arrival, Status
from rooms.realm.frame import NAME
from rooms.realm.scenario.ids import Phase, Room
from tests.control.hall import phone_of, serving
from tests.control.phones import Day
from tests.events import do
from tests.scenarios import small
from tests.services import PATIENCE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

CAT_1, WOLF_1 = SeatId("cat-1"), SeatId("wolf-1")
ORDERS = StepId("orders")
WOLVES = [["order1_kind", ""], ["order2_kind", ""], ["allies", "wolf"]]
HALF = [["order1_kind", "move"], ["order1_units", ""], ["order1_from", "amn"], ["order1_to", ""]]


@pytest.fixture(autouse=True)
def writer_ends():
    yield
    sheets.stop()


def planning(*rules: LateRule) -> Event:
    """A day in Planning of month 1 with these rules for late sheets; Cat and Wolf are bound for the War Room."""
    scenario = small()
    scenario = replace(scenario, settings=replace(scenario.settings, late=rules))
    event = create_event(realm=NAME, name="Drafts", scenario=scenario, casting=scenario.casting)
    do(event, BeginDay())
    do(event, SetClock(month=1, phase=Phase.PLANNING, seconds=3600))
    for seat in (CAT_1, WOLF_1):
        do(event, CheckIn(seat=seat, before=Presence.EXPECTED, presence=Presence.PRESENT))
        do(event, SeatInRoom(player=seat, month=1, room=Room.WAR))
    return event


def typed(event, fields=WOLVES, **changed) -> Arrival:
    plain = Arrival(
        event_id=event.pk,
        seat=CAT_1,
        kind="war",
        month=1,
        client_key=uuid.uuid4(),
        body=json.dumps(fields).encode(),
        received_at=timezone.now(),
        is_draft=True,
    )
    return dataclasses.replace(plain, **changed)


def rows_of(arrival: Arrival) -> Draft:
    """A draft row before it is written."""
    return Draft(
        event_id=arrival.event_id,
        seat=arrival.seat,
        kind=arrival.kind,
        month=arrival.month,
        client_key=arrival.client_key,
        received_at=arrival.received_at,
        body=draft_rows.fields_in(arrival.body).decode(),
    )


def in_orders(event) -> None:
    """Go to the Orders step, whose end takes the war sheets in."""
    do(event, EndPhase(month=1, phase=Phase.PLANNING))
    do(event, EndPhase(month=1, phase=Phase.MOVEMENT))
    do(event, EndStep(room=Room.WAR, month=1, step=StepId("updates")))


def take_in(event) -> None:
    do(event, EndStep(room=Room.WAR, month=1, step=ORDERS))


def state_of(event):
    return do(event, AddTime(month=1, phase=Phase.ACTION, seconds=1)).head.state


def opened(event):
    """Opened sheets on War Control's desk, by seat."""
    return {sheet.seat: sheet for sheet in state_of(event).rooms[Room.WAR].record.sheets}


DRAFT_COUNTS = LateRule(sheet="war", policy="draft")


class TestKeeping:
    def test_a_draft_is_kept_with_the_moment_it_arrived(self):
        event, at = planning(), timezone.now() - timedelta(seconds=3)

        receipt = sheets.hand_in(typed(event, received_at=at))

        row = Draft.objects.get()
        assert (receipt.status, receipt.received_at, receipt.revision) == (Status.KEPT, at, 0)
        assert (row.seat, row.kind, row.month, row.late, row.received_at) == ("cat-1", "war", 1, False, at)
        assert json.loads(row.body) == WOLVES
        assert not Sheet.objects.exists()

    def test_the_newest_draft_takes_the_place_of_the_one_before(self):
        event = planning()
        sheets.hand_in(typed(event, [["allies", "ram"]]))
        sheets.hand_in(typed(event))

        assert [json.loads(row.body) for row in Draft.objects.all()] == [WOLVES]

    def test_a_frame_that_a_slow_line_brings_later_does_not(self):
        event, now = planning(), timezone.now()
        sheets.hand_in(typed(event, received_at=now))
        sheets.hand_in(typed(event, [["allies", "ram"]], received_at=now - timedelta(seconds=1)))

        assert [json.loads(row.body) for row in Draft.objects.all()] == [WOLVES]

    def test_a_phone_that_comes_back_and_says_it_again_does_not_make_it_younger(self):
        event, now = planning(), timezone.now()
        draft = typed(event, received_at=now)
        sheets.hand_in(draft)
        closes_at = now + timedelta(days=1)

        for later in (now + timedelta(seconds=40), closes_at):
            sheets.hand_in(dataclasses.replace(draft, received_at=later))

        assert [(row.late, row.received_at) for row in Draft.objects.all()] == [(False, now)]

    def test_what_was_sent_is_no_draft_although_its_last_frame_comes_behind_it(self):
        event = planning()
        draft = typed(event)
        sheets.hand_in(dataclasses.replace(draft, is_draft=False, body=b'{"orders":[]}'))

        assert sheets.hand_in(dataclasses.replace(draft, received_at=timezone.now())).status is Status.KEPT
        assert not Draft.objects.exists()

    def waiting(self, event, fields, *, seconds, own=(), **changed):
        body = arriving_document(json.dumps(fields).encode(), seconds=seconds, own=own)
        return dataclasses.replace(typed(event, **changed), body=body)

    def test_what_waited_on_its_phone_does_not_replace_what_was_typed_on_another_one_since(self):
        event, now = planning(), timezone.now()
        newer = typed(event, received_at=now)
        sheets.hand_in(newer)

        sheets.hand_in(self.waiting(event, HALF, seconds=60, received_at=now + timedelta(seconds=20)))

        assert [(row.client_key, json.loads(row.body)) for row in Draft.objects.all()] == [(newer.client_key, WOLVES)]

    def test_nor_where_both_come_in_one_moment(self):
        event, now = planning(), timezone.now()
        older = self.waiting(event, HALF, seconds=60, received_at=now)

        draft_rows.store_drafts([rows_of(typed(event, received_at=now - timedelta(seconds=1))), rows_of(older)])

        assert [json.loads(row.body) for row in Draft.objects.all()] == [WOLVES]

    def test_it_replaces_what_was_typed_before_it_and_what_its_own_phone_had_said(self):
        event, now = planning(), timezone.now()
        first, second = typed(event, received_at=now), self.waiting(event, HALF, seconds=5, received_at=now + timedelta(seconds=20))
        sheets.hand_in(first)
        sheets.hand_in(second)
        replaced = json.loads(Draft.objects.get().body)
        own = (second.client_key,)
        sheets.hand_in(self.waiting(event, WOLVES, seconds=40, own=own, received_at=now + timedelta(seconds=50)))

        assert replaced == HALF
        assert json.loads(Draft.objects.get().body) == WOLVES

    def test_half_a_sheet_is_a_draft(self):
        event = planning()

        assert sheets.hand_in(typed(event, HALF)).status is Status.KEPT

    @pytest.mark.parametrize(
        "body",
        [
            pytest.param(b"{", id="no document"),
            pytest.param(b'[["allies"]]', id="no pairs"),
            pytest.param(json.dumps([["a", "b"]] * 121).encode(), id="too many fields"),
            pytest.param(json.dumps([["note", "x" * 601]]).encode(), id="too long a field"),
            pytest.param(b" " * 5000, id="too long"),
        ],
    )
    def test_nonsense_is_refused_and_nothing_is_stored(self, body):
        event = planning()

        receipt = sheets.hand_in(typed(event, body=body))

        assert (receipt.status, receipt.code) == (Status.REFUSED, "malformed")
        assert not Draft.objects.exists()

    def test_a_draft_of_another_month_is_refused(self):
        event = planning()

        assert sheets.hand_in(typed(event, month=2)).code == "stale"

    def test_many_drafts_and_sheets_in_one_moment(self):
        event = planning()
        futures = [
            sheets.submit(typed(event, [["allies", f"h{number}"]], seat=seat)) for number in range(20) for seat in (CAT_1, WOLF_1)
        ]
        futures.append(sheets.submit(typed(event, is_draft=False, body=b'{"orders":[]}')))

        statuses = [future.result(PATIENCE).status for future in futures]

        assert statuses == [Status.KEPT] * 40 + [Status.RECEIVED]
        assert {row.seat: json.loads(row.body) for row in Draft.objects.all()} == {
            "cat-1": [["allies", "h19"]],
            "wolf-1": [["allies", "h19"]],
        }


@pytest.mark.rule("R-16")
class TestCounting:
    def test_the_last_draft_in_time_is_the_sheet_of_who_sent_nothing(self):
        event = planning(DRAFT_COUNTS)
        in_orders(event)
        draft = typed(event)
        sheets.hand_in(draft)

        take_in(event)

        row = Sheet.objects.get()
        assert (row.source, row.revision, row.late, row.received_at, row.client_key) == (
            "draft", 1, False, draft.received_at, draft.client_key,
        )  # fmt: skip
        assert opened(event)[CAT_1].allies == ("wolf",)

    def test_what_was_sent_is_not_replaced_by_what_was_typed_after_it(self):
        event = planning(DRAFT_COUNTS)
        in_orders(event)
        sheets.hand_in(typed(event, is_draft=False, body=b'{"orders":[],"allies":["ram"]}'))
        sheets.hand_in(typed(event))

        take_in(event)

        assert opened(event)[CAT_1].allies == ("ram",)
        assert [row.source for row in Sheet.objects.all()] == ["sent"]

    @pytest.mark.rule("R-16")
    def test_a_paper_that_was_entered_only_once_does_not_replace_the_draft(self):
        event = planning(DRAFT_COUNTS)
        in_orders(event)
        sheets.hand_in(typed(event))
        paper = typed(event, is_draft=False, body=b'{"orders":[],"allies":["ram"]}', entered_by="walt", pending=True)
        assert sheets.hand_in(paper).status is Status.PENDING

        take_in(event)

        assert {seat: sheet.allies for seat, sheet in opened(event).items()} == {CAT_1: ("wolf",)}
        assert [(row.source, row.pending) for row in Sheet.objects.order_by("revision")] == [("paper", True), ("draft", False)]

    @pytest.mark.rule("R-16")
    def test_a_paper_that_was_entered_only_once_is_opened_by_nobody(self):
        event = planning(DRAFT_COUNTS)
        in_orders(event)
        sheets.hand_in(typed(event, is_draft=False, entered_by="walt", pending=True))

        take_in(event)

        assert opened(event) == {}

    def test_half_a_sheet_never_counts(self):
        event = planning(DRAFT_COUNTS)
        in_orders(event)
        sheets.hand_in(typed(event, HALF))

        take_in(event)

        assert opened(event) == {}
        assert not Sheet.objects.exists()

    def test_a_draft_behind_the_deadline_is_kept_beside_the_one_before_it(self):
        event = planning(DRAFT_COUNTS)
        in_orders(event)
        sheets.hand_in(typed(event))
        closes_at = state_of(event).clock.rooms[Room.WAR].deadline

        receipt = sheets.hand_in(typed(event, [["allies", "ram"]], received_at=closes_at + timedelta(seconds=7)))

        assert (receipt.status, receipt.rule) == (Status.LATE, "R-16")
        assert receipt.sentence == "It came 7.0 s after the deadline."
        take_in(event)
        assert opened(event)[CAT_1].allies == ("wolf",)
        assert [row.late for row in Draft.objects.order_by("late")] == [False, True]

    def test_the_phone_that_sends_the_draft_too_late_hears_that_it_counts(self):
        event = planning(DRAFT_COUNTS)
        in_orders(event)
        draft = typed(event)
        sheets.hand_in(draft)
        take_in(event)

        receipt = sheets.hand_in(
            dataclasses.replace(draft, is_draft=False, body=b'{"orders":[],"allies":["wolf"]}', received_at=timezone.now())
        )

        assert (receipt.status, receipt.revision) == (Status.RECEIVED, 1)
        assert Sheet.objects.count() == 1

    def test_a_draft_that_was_sent_too_late_before_the_lock_counts_all_the_same(self):
        event = planning(DRAFT_COUNTS)
        in_orders(event)
        draft = typed(event)
        sheets.hand_in(draft)
        closes_at = state_of(event).clock.rooms[Room.WAR].deadline
        sent = dataclasses.replace(
            draft, is_draft=False, body=b'{"orders":[],"allies":["wolf"]}', received_at=closes_at + timedelta(seconds=1)
        )
        assert sheets.hand_in(sent).status is Status.LATE

        take_in(event)

        assert opened(event)[CAT_1].allies == ("wolf",)
        assert sorted((row.source, row.late) for row in Sheet.objects.all()) == [("draft", False), ("sent", True)]

    @pytest.mark.parametrize("policy", ["refuse", "ask"])
    def test_elsewhere_a_draft_is_never_a_sheet(self, policy):
        event = planning(LateRule(sheet="war", policy=policy))
        in_orders(event)
        sheets.hand_in(typed(event))

        take_in(event)

        assert opened(event) == {}

    def test_a_look_after_the_lock_makes_no_sheet_of_anything(self):
        event = planning(DRAFT_COUNTS)
        in_orders(event)
        take_in(event)
        Draft.objects.create(
            event=event,
            seat=CAT_1,
            kind="war",
            month=1,
            client_key=uuid.uuid4(),
            received_at=timezone.now(),
            body=json.dumps(WOLVES),
        )

        SheetRows(event=event, stream=event.stream).read("war", 1)

        assert not Sheet.objects.exists()

    def test_a_draft_that_the_rules_stumble_over_holds_up_nobody(self, monkeypatch):
        event = planning(DRAFT_COUNTS)
        in_orders(event)
        for seat in (CAT_1, WOLF_1):
            sheets.hand_in(typed(event, [["allies", "ram"]], seat=seat))
        kind = registry.sheet_kinds(NAME)["war"]

        def stumble(state, seat, sheet):
            if seat == CAT_1:
                raise ZeroDivisionError
            kind.check(state, seat, sheet)

        monkeypatch.setattr(registry, "sheet_kinds", lambda _realm: {"war": replace(kind, check=stumble)})
        take_in(event)

        assert set(opened(event)) == {WOLF_1}


@pytest.mark.rule("R-16")
class TestGrace:
    GRACE = LateRule(sheet="war", policy="grace", seconds=8)

    @pytest.mark.parametrize(("seconds", "status"), [(0, Status.RECEIVED), (8, Status.RECEIVED), (8.001, Status.LATE)])
    def test_so_many_seconds_after_the_deadline_a_sheet_still_counts(self, seconds, status):
        event = planning(self.GRACE)
        in_orders(event)
        closes_at = state_of(event).clock.rooms[Room.WAR].deadline

        receipt = sheets.hand_in(
            typed(event, is_draft=False, body=b'{"orders":[]}', received_at=closes_at + timedelta(seconds=seconds))
        )

        assert receipt.status is status
        assert ("this event waits 8 s" in receipt.sentence) is (seconds > 0)

    def test_the_clock_takes_the_sheets_in_when_the_grace_is_over_and_the_step_has_ended_at_its_deadline(self):
        event = planning(self.GRACE)
        in_orders(event)
        state = state_of(event)
        deadline = state.clock.rooms[Room.WAR].deadline

        (due,) = [due for due in dues(state, registry.takings(NAME)) if due.command == EndStep(room=Room.WAR, month=1, step=ORDERS)]

        assert due.at == deadline + timedelta(seconds=8)

    def test_steps_that_take_nothing_in_wait_for_nothing(self):
        event = planning(self.GRACE)
        do(event, EndPhase(month=1, phase=Phase.PLANNING))
        do(event, EndPhase(month=1, phase=Phase.MOVEMENT))
        state = state_of(event)

        found = {due.command.room: due.at for due in dues(state, registry.takings(NAME)) if isinstance(due.command, EndStep)}

        assert found[Room.WAR] == state.clock.rooms[Room.WAR].deadline


class TestSocket:
    def test_a_draft_over_the_socket_is_answered_and_no_one_else_hears_of_it(self):
        event, key = planning(DRAFT_COUNTS), str(uuid.uuid4())
        with serving() as hall, hall.screen(event.pk, phone_of(event, "cat-1")) as phone, hall.screen(event.pk) as stranger:
            phone.say(t="draft", kind="war", month=1, key=key, fields=WOLVES, seat="cat-1")
            told = phone.hear("drafted")

            assert (told["key"], told["kind"], told["status"], told["month"]) == (key, "war", "kept", 1)
            assert told["sentence"] == "Should nothing be sent in time, this draft counts."
            assert (phone.topics(), stranger.topics()) == ([], [])
        assert Draft.objects.get().client_key == uuid.UUID(key)

    @pytest.mark.parametrize("seat", ["wolf-1", "cat-1"])
    def test_a_draft_for_somebody_else_and_one_that_is_too_long_are_refused(self, seat):
        event = planning()
        fields = [["note", "x" * 500]] * (12 if seat == "cat-1" else 1)
        with serving() as hall, hall.screen(event.pk, phone_of(event, "cat-1")) as phone:
            phone.say(t="draft", kind="war", month=1, key=str(uuid.uuid4()), fields=fields, seat=seat)

            assert phone.hear("refused")["sentence"]
        assert not Draft.objects.exists()


class TestOffer:
    @pytest.fixture
    def day(self):
        return Day().here(CAT_1, WOLF_1).until(Phase.PLANNING)

    def look(self, phone: Client) -> list[dict]:
        return phone.get("/play/drafts/").json()["drafts"]

    def test_the_authors_other_phone_is_offered_the_draft(self, day):
        draft = typed(day.event)
        sheets.hand_in(draft)

        (offered,) = self.look(day.phone(CAT_1))

        assert (offered["kind"], offered["month"], offered["key"]) == ("war", "1", str(draft.client_key))
        assert offered["fields"] == WOLVES
        assert self.look(day.phone(WOLF_1)) == []

    def test_what_was_sent_after_it_is_no_draft_any_more(self, day):
        sheets.hand_in(typed(day.event))
        sheets.hand_in(typed(day.event, is_draft=False, body=b'{"orders":[]}'))

        assert self.look(day.phone(CAT_1)) == []

    def test_nor_is_what_was_sent_as_it_was_typed_whichever_of_the_two_came_first(self, day):
        draft = typed(day.event)
        sheets.hand_in(dataclasses.replace(draft, received_at=draft.received_at + timedelta(seconds=1)))
        sheets.hand_in(dataclasses.replace(draft, is_draft=False, body=b'{"orders":[]}'))

        assert self.look(day.phone(CAT_1)) == []

    def test_what_was_typed_after_it_was_sent_is_one(self, day):
        sheets.hand_in(typed(day.event, is_draft=False, body=b'{"orders":[]}'))
        sheets.hand_in(typed(day.event))

        assert len(self.look(day.phone(CAT_1))) == 1

    def test_a_phone_that_has_not_joined_learns_nothing(self, day):
        sheets.hand_in(typed(day.event))

        assert Client().get("/play/drafts/").status_code == 404
