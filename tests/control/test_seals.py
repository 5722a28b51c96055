"""Seals of sheets: fixed at the lock, announced, checked after the day, and nothing revealed before."""

from __future__ import annotations

import dataclasses
import html
import json
import re
import subprocess
import uuid
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone

from control import registry
from control.day.clock.dues import dues
from control.day.clock.phases import BeginDay, EndPhase, GoBack, SetClock
from control.day.clock.steps import EndStep, StepEnded, all_steps_left
from control.day.lateness import GRACE
from control.day.people.presence import CheckIn
from control.day.people.room_choice import SeatInRoom
from control.day.plan import LateRule
from control.day.seals import SheetsSealed, evolve_sealed, leaf_of, root_of, seal
from control.day.state import Presence
from control.engine.context import DecisionContext, Sealed, SheetList
from control.engine.ids import SeatId, StepId
from control.engine.records import replace
from control.journal import desk
from control.journal.projections import leaf_of_row
from control.journal.story import lines_of
from control.models import Entry, Sheet, SheetLock, Stream
from control.people.events import create_event
from control.sheets import sheets
from control.sheets.sheets import Arrival, Status
from rooms.realm.frame import NAME
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import Phase, Room
from tests.control.hall import an_event, phone_of, tablet_of
from tests.events import OLGA, do, state_of
from tests.scenarios import small

CAT_1, WOLF_1 = SeatId("cat-1"), SeatId("wolf-1")
NOON = datetime(2026, 5, 9, 12, tzinfo=UTC)
DOCS = Path(__file__).resolve().parents[2] / "docs/parts/sheets.md"
ONE = b'{"orders":[],"extra":null,"allies":["wolf"],"betray":true,"immortals":[]}'
OTHER = b'{"orders":[],"extra":null,"allies":[],"betray":false,"immortals":[]}'


class TestPure:
    def test_a_leaf_is_the_hash_of_six_lines(self):
        told = leaf_of(salt="ab", kind="war", month=3, seat="cat-1", revision=2, body="{}")

        assert told == sha256(b"ab\nwar\n3\ncat-1\n2\n{}").hexdigest()

    def test_the_root_does_not_depend_on_the_order(self):
        assert root_of(["b", "a"]) == root_of(["a", "b"]) == sha256(b"a\nb").hexdigest()

    def taken_in(self, *leaves: str, room=Room.WAR, step="orders", month=1, state=None):
        found = SheetList(
            tuple(
                Sealed(seat=SeatId(f"cat-{at}"), kind="war", month=month, revision=1, received_at=NOON, body=b"", leaf=leaf)
                for at, leaf in enumerate(leaves, start=1)
            )
        )
        ended = StepEnded(room=room, month=month, step=StepId(step), at=NOON)
        return seal(
            state or GameState(scenario=small()), ended, DecisionContext(by=OLGA, at=NOON, sheets=found), registry.takings(NAME)
        )

    def test_the_step_that_takes_sheets_in_pins_them(self):
        assert self.taken_in("b", "a") == (
            SheetsSealed(month=1, kind="war", root=root_of(["a", "b"]), count=2, at=NOON, leaves=("a", "b")),
        )

    @pytest.mark.parametrize("more", [{"step": "move"}, {"room": Room.COURT, "step": "orders"}])
    def test_other_steps_pin_nothing(self, more):
        assert self.taken_in("a", **more) == ()

    def test_no_sheet_is_no_seal_and_nothing_is_sealed_twice(self):
        (first,) = self.taken_in("a")

        assert self.taken_in() == ()
        assert self.taken_in("b", state=evolve_sealed(GameState(scenario=small()), first)) == ()

    def test_each_month_has_a_seal_of_its_own(self):
        (first,) = self.taken_in("a")

        second = self.taken_in("b", month=2, state=evolve_sealed(GameState(scenario=small()), first))

        assert [(each.month, each.root) for each in second] == [(2, root_of(["b"]))]


@pytest.fixture
def sealed():
    """A day whose war sheets of month 1 have been taken in."""
    event = an_event()
    do(event, BeginDay())
    do(event, SetClock(month=1, phase=Phase.PLANNING, seconds=3600))
    for seat in (CAT_1, WOLF_1):
        do(event, CheckIn(seat=seat, before=Presence.EXPECTED, presence=Presence.PRESENT))
        do(event, SeatInRoom(player=seat, month=1, room=Room.WAR))
    do(event, EndPhase(month=1, phase=Phase.PLANNING))
    do(event, EndPhase(month=1, phase=Phase.MOVEMENT))
    do(event, EndStep(room=Room.WAR, month=1, step=StepId("updates")))
    for seat, body in ((CAT_1, OTHER), (CAT_1, ONE), (WOLF_1, OTHER)):
        arrival = Arrival(
            event_id=event.pk, seat=seat, kind="war", month=1, client_key=uuid.uuid4(), body=body, received_at=timezone.now()
        )
        assert sheets.hand_in(arrival).revision
    do(event, EndStep(room=Room.WAR, month=1, step=StepId("orders")))
    return event


def end_the_day(event):
    last = small().timetable.months[-1].month
    do(event, SetClock(month=last, phase=Phase.RETURN, seconds=60))
    do(event, EndPhase(month=last, phase=Phase.RETURN, anyway="over"))


def player(event, seat) -> Client:
    client = Client()
    name, _is, value = phone_of(event, seat).partition("=")
    client.cookies[name] = value
    return client


def documented() -> str:
    """The command in the documentation, as typed."""
    return re.search(r"^```sh\n(python3 .*?^CHECK)\n```", DOCS.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)[1]


def checked(folder: Path, file: bytes) -> str:
    """Output of the documented command for a file, run in a shell unchanged."""
    (folder / "my-sheets.json").write_bytes(file)
    assert len(documented().splitlines()) - 2 <= 10
    done = subprocess.run(["sh", "-c", documented()], cwd=folder, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def at_desk(name: str) -> Client:
    client = Client()
    cookie, _is, value = tablet_of(name).partition("=")
    client.cookies[cookie] = value
    return client


@pytest.mark.django_db(transaction=True)
@pytest.mark.both_databases
class TestLock:
    def test_the_root_is_journaled_with_the_opening_and_counts_what_counts(self, sealed):
        rows = {row.seat: row for row in Sheet.objects.order_by("revision")}
        opening = Entry.objects.get(kind="OrdersOpened")
        entry = Entry.objects.get(kind="SheetsSealed")
        told = json.loads(entry.body)

        assert entry.command_id == opening.command_id
        assert (told["month"], told["kind"], told["count"]) == (1, "war", 2)
        assert told["root"] == root_of(
            leaf_of(salt=row.salt, kind="war", month=1, seat=row.seat, revision=row.revision, body=row.body)
            for row in rows.values()
        )

    def test_every_sheet_that_counts_has_a_salt_of_its_own(self, sealed):
        salts = list(sheets.newest_of(Sheet.objects.all()).values_list("salt", flat=True))

        assert len(set(salts)) == 2
        assert all(re.fullmatch("[0-9a-f]{32}", salt) for salt in salts)

    def test_before_the_lock_there_is_none(self):
        event = an_event()
        do(event, BeginDay())

        assert not Entry.objects.filter(kind="SheetsSealed").exists()

    def test_a_preview_salts_nothing(self, sealed):
        before = list(Sheet.objects.order_by("pk").values_list("salt", flat=True))
        do(sealed, SetClock(month=1, phase=Phase.ACTION, seconds=600))
        step = EndStep(room=Room.COURT, month=1, step=StepId("updates"))
        desk.preview(stream_id=sealed.stream_id, command=step, by=OLGA)

        assert list(Sheet.objects.order_by("pk").values_list("salt", flat=True)) == before


@pytest.mark.django_db(transaction=True)
class TestPage:
    def test_the_hall_reads_the_seal_and_no_salt(self, sealed):
        root = json.loads(Entry.objects.get(kind="SheetsSealed").body)["root"]
        page = Client().get(f"/seals/{sealed.pk}/").content.decode()
        screen = Client().get(f"/screen/{sealed.pk}/clock/").content.decode()

        assert root in page
        assert f"{root[:4]} {root[4:8]} {root[8:12]}" in screen
        for row in Sheet.objects.exclude(salt=""):
            assert row.salt not in page + screen + player(sealed, CAT_1).get(f"/seals/{sealed.pk}/").content.decode()

    def test_before_the_day_is_over_nobody_gets_a_salt(self, sealed):
        assert player(sealed, CAT_1).get(f"/seals/{sealed.pk}/mine/").status_code == 404

    def test_afterwards_a_player_finds_the_own_sheet_and_nobody_elses(self, sealed):
        end_the_day(sealed)

        told = player(sealed, CAT_1).get(f"/seals/{sealed.pk}/mine/").json()
        page = player(sealed, CAT_1).get(f"/seals/{sealed.pk}/").content.decode()

        assert [(each["kind"], each["month"], each["seat"], each["revision"]) for each in told["sheets"]] == [
            ("war", 1, "cat-1", 2)
        ]
        assert json.loads(told["sheets"][0]["body"])["betray"] is True
        assert Sheet.objects.get(seat=WOLF_1).salt not in page + json.dumps(told)
        assert "unchanged" in page
        assert "bad-word" not in page
        said = page.partition('class="seal-words"')[2].partition("</ul>")[0]
        assert "<li>Betrays the Sovereign</li>" in said
        assert "{" not in said
        assert "<details>" in page.partition('class="seal-words"')[2].partition('"betray')[0].replace("&quot;", '"')
        assert Client().get(f"/seals/{sealed.pk}/mine/").status_code == 404

    def test_a_sheet_that_can_no_longer_be_read_is_shown_as_it_stands(self, sealed):
        end_the_day(sealed)
        Sheet.objects.filter(seat=CAT_1, revision=2).update(body="{nonsense")

        page = player(sealed, CAT_1).get(f"/seals/{sealed.pk}/").content.decode()

        assert "{nonsense" in page
        assert "seal-words" not in page

    def test_a_sheet_that_was_changed_is_found_by_the_page_and_by_the_ten_lines(self, sealed, tmp_path):
        end_the_day(sealed)

        def mine() -> bytes:
            return player(sealed, CAT_1).get(f"/seals/{sealed.pk}/mine/").content

        before = checked(tmp_path, mine())
        Sheet.objects.filter(seat=CAT_1, revision=2).update(body=OTHER.decode())

        assert "CHANGED" not in before
        assert "your war sheet, month 1 unchanged" in before
        assert "your war sheet, month 1 CHANGED" in checked(tmp_path, mine())
        page = player(sealed, CAT_1).get(f"/seals/{sealed.pk}/").content.decode()
        assert '<span class="bad-word">CHANGED' in page
        assert "1 sheet CHANGED" in page

    def test_whose_own_sheet_is_as_it_was_reads_so_though_another_was_changed(self, sealed, tmp_path):
        end_the_day(sealed)
        Sheet.objects.filter(seat=WOLF_1).update(body=ONE.decode())

        page = player(sealed, CAT_1).get(f"/seals/{sealed.pk}/").content.decode()
        file = player(sealed, CAT_1).get(f"/seals/{sealed.pk}/mine/").content

        assert "1 sheet CHANGED" in page
        assert '<span class="bad-word">' not in page
        assert "your war sheet, month 1 unchanged" in checked(tmp_path, file)

    def test_who_changes_the_journal_as_well_is_found_by_the_seal_that_was_noted(self, sealed):
        end_the_day(sealed)
        Sheet.objects.filter(seat=CAT_1, revision=2).update(body=OTHER.decode())
        row, entry = Sheet.objects.get(seat=CAT_1, revision=2), Entry.objects.get(kind="SheetsSealed")
        told = json.loads(entry.body)
        Entry.objects.filter(pk=entry.pk).update(body=json.dumps({**told, "leaves": [leaf_of_row(row), *told["leaves"][1:]]}))

        assert "2 sheets CHANGED" in player(sealed, CAT_1).get(f"/seals/{sealed.pk}/").content.decode()

    def test_a_journal_from_before_that_holds_the_root_alone_still_tells_a_change(self, sealed):
        entry = Entry.objects.get(kind="SheetsSealed")
        told = {name: value for name, value in json.loads(entry.body).items() if name != "leaves"}
        Entry.objects.filter(pk=entry.pk).update(body=json.dumps(told))
        end_the_day(sealed)

        assert "bad-word" not in player(sealed, CAT_1).get(f"/seals/{sealed.pk}/").content.decode()
        Sheet.objects.filter(seat=WOLF_1).update(body=ONE.decode())
        assert "2 sheets CHANGED" in player(sealed, CAT_1).get(f"/seals/{sealed.pk}/").content.decode()

    @pytest.mark.parametrize(
        ("told", "instead", "found"),
        [
            (rb"wolf", b"golf", "your war sheet, month 1 CHANGED"),  # in the sheet
            (b'"seat": "cat-1"', b'"seat": "cat-2"', "your war sheet, month 1 CHANGED"),
            (b'"hashes": ["', b'"hashes": ["f', "seal of war sheets, month 1"),
            (b'"kind": "war", "month": 1, "seat"', b'"kind": "war", "month": 7, "seat"', "CHANGED: this is not the file"),
            (b'"salt"', b'"sbit"', "CHANGED: this is not the file"),
            (b"}]}", b"}}}", "CHANGED: this is not the file"),
        ],
    )
    def test_the_ten_lines_say_of_every_change_that_there_is_one(self, sealed, tmp_path, told, instead, found):
        end_the_day(sealed)
        file = player(sealed, CAT_1).get(f"/seals/{sealed.pk}/mine/").content
        assert told in file

        said = checked(tmp_path, file.replace(told, instead, 1))

        assert "CHANGED" in said
        assert any(line.startswith(found) for line in said.splitlines())
        assert "Traceback" not in said

    def test_the_page_shows_the_very_lines_of_the_docs(self, sealed):
        end_the_day(sealed)

        page = player(sealed, CAT_1).get(f"/seals/{sealed.pk}/").content.decode()

        assert html.unescape(page).find(documented()) > 0

    def test_the_phone_leads_there_from_the_first_seal_on_and_says_so_first_when_the_day_is_over(self, sealed):
        address = f'href="/seals/{sealed.pk}/"'
        before = player(sealed, CAT_1).get("/play/").content.decode()
        end_the_day(sealed)
        after = player(sealed, CAT_1).get("/play/").content.decode()

        assert before.count(address) == 1
        assert "Check my sheets" not in before
        assert after.count(address) == 2
        assert after.index("Check my sheets") < after.index('id="map"')

    def test_each_finds_the_way_back(self, sealed):
        page = f"/seals/{sealed.pk}/"

        assert 'href="/play/#team"' in player(sealed, CAT_1).get(page).content.decode()
        assert 'href="/play/' not in Client().get(page).content.decode()
        assert "data-print" not in Client().get(page).content.decode()
        organizer = at_desk("organizer").get(page).content.decode()
        assert f'href="/print/{sealed.pk}/"' in organizer
        assert "data-print" in organizer

    def test_the_state_now_and_the_menu_of_prints_hold_them(self, sealed):
        root = json.loads(Entry.objects.get(kind="SheetsSealed").body)["root"]
        desk_of_houses = at_desk("organizer")

        assert root in desk_of_houses.get(f"/print/{sealed.pk}/state/").content.decode()
        assert f'href="/seals/{sealed.pk}/"' in desk_of_houses.get(f"/print/{sealed.pk}/").content.decode()

    def test_of_an_unknown_event_there_is_nothing(self, db):
        assert Client().get("/seals/999999/").status_code == 404


# --- sheets that close before the step that reads them -------------------------------------------------------------------

AMBUSH = b'{"type":"ambush","values":[],"note":""}'
TRAPPED = b'{"type":"ambush","values":[],"note":"at the bridge"}'


def underground(*late: LateRule):
    """A day in Planning of month 1. Cat and Wolf are bound for the Underground, whose schemes close with Planning."""
    scenario = small()
    scenario = replace(scenario, settings=replace(scenario.settings, late=late))
    event = create_event(realm=NAME, name="Schemes", scenario=scenario, casting=scenario.casting)
    do(event, BeginDay())
    do(event, SetClock(month=1, phase=Phase.PLANNING, seconds=3600))
    for seat in (CAT_1, WOLF_1):
        do(event, CheckIn(seat=seat, before=Presence.EXPECTED, presence=Presence.PRESENT))
        do(event, SeatInRoom(player=seat, month=1, room=Room.UNDERGROUND))
    return event


def send(event, seat, body, **more):
    arrival = Arrival(
        event_id=event.pk, seat=seat, kind="scheme", month=1, client_key=uuid.uuid4(), body=body, received_at=timezone.now()
    )
    return sheets.hand_in(dataclasses.replace(arrival, **more))


def seals_told(event):
    told = event.stream.entries.filter(kind="SheetsSealed").order_by("seq")
    return [json.loads(body) for body in told.values_list("body", flat=True)]


def to_the_end_of_updates(event):
    do(event, EndPhase(month=1, phase=Phase.MOVEMENT))
    for room, table, step in all_steps_left(state_of(event)):
        if (room, step) == (Room.UNDERGROUND, "updates"):
            do(event, EndStep(room=room, month=1, step=step, table=table))


@pytest.mark.django_db(transaction=True)
@pytest.mark.both_databases
class TestClosing:
    @pytest.mark.rule("GE-UND-02")
    def test_schemes_are_sealed_by_the_command_that_closes_them_and_read_by_nobody_before_their_step(self):
        event = underground()
        send(event, CAT_1, AMBUSH)
        send(event, WOLF_1, TRAPPED)

        do(event, EndPhase(month=1, phase=Phase.PLANNING))
        closing, sealed = Entry.objects.get(kind="PhaseEnded", body__contains="planning"), Entry.objects.get(kind="SheetsSealed")
        assert (sealed.command_id, json.loads(sealed.body)["count"]) == (closing.command_id, 2)
        assert not SheetLock.objects.exists()
        assert not Entry.objects.filter(kind="SchemesShown").exists()

        to_the_end_of_updates(event)
        shown = json.loads(Entry.objects.get(kind="SchemesShown").body)
        assert [each["seat"] for each in shown["schemes"]] == [CAT_1, WOLF_1]
        assert Entry.objects.filter(kind="SheetsSealed").count() == 1

    def test_one_that_comes_in_between_is_late_whatever_its_time_and_no_part_of_the_seal(self):
        event = underground()
        send(event, CAT_1, AMBUSH)
        in_time = timezone.now()
        do(event, EndPhase(month=1, phase=Phase.PLANNING))

        assert send(event, WOLF_1, TRAPPED, received_at=in_time).status is Status.LATE

        to_the_end_of_updates(event)
        assert [each["seat"] for each in json.loads(Entry.objects.get(kind="SchemesShown").body)["schemes"]] == [CAT_1]
        end_the_day(event)
        assert '"bad-word' not in player(event, CAT_1).get(f"/seals/{event.pk}/").content.decode()

    def test_the_clock_that_goes_back_breaks_the_seal_and_a_new_one_is_made(self, tmp_path):
        event = underground()
        send(event, CAT_1, AMBUSH)
        do(event, EndPhase(month=1, phase=Phase.PLANNING))

        do(event, GoBack(month=1, phase=Phase.MOVEMENT))
        assert state_of(event).seals == ()
        assert send(event, CAT_1, TRAPPED).status is Status.RECEIVED
        do(event, EndPhase(month=1, phase=Phase.PLANNING))
        to_the_end_of_updates(event)
        end_the_day(event)

        first, second = seals_told(event)
        assert first["root"] != second["root"]
        assert [each.root for each in state_of(event).seals] == [second["root"]]
        file = player(event, CAT_1).get(f"/seals/{event.pk}/mine/").content
        assert "CHANGED" not in checked(tmp_path, file)
        assert "at the bridge" in file.decode()
        assert '"bad-word' not in player(event, CAT_1).get(f"/seals/{event.pk}/").content.decode()

    def test_what_its_room_has_taken_in_stays_sealed_however_far_the_clock_goes_back(self):
        event = underground()
        send(event, CAT_1, AMBUSH)
        do(event, EndPhase(month=1, phase=Phase.PLANNING))
        to_the_end_of_updates(event)
        before = state_of(event).seals

        do(event, SetClock(month=1, phase=Phase.PLANNING, seconds=600))

        assert state_of(event).seals == before
        assert send(event, CAT_1, TRAPPED).status is Status.LATE

    def test_a_round_that_had_begun_by_a_slip_is_written_and_sealed_anew(self):
        event = underground()
        do(event, SetClock(month=2, phase=Phase.PLANNING, seconds=600))
        for seat in (CAT_1, WOLF_1):
            do(event, SeatInRoom(player=seat, month=2, room=Room.UNDERGROUND))
        send(event, CAT_1, AMBUSH, month=2)
        do(event, EndPhase(month=2, phase=Phase.PLANNING))
        assert [each.month for each in state_of(event).seals] == [2]

        do(event, SetClock(month=1, phase=Phase.RETURN, seconds=600))
        assert state_of(event).seals == ()
        told = [line.sentence for line in lines_of(Stream.objects.get(pk=event.stream_id)) if "no longer holds" in line.sentence]
        assert told == [
            "The seal of month 2 from the end of Planning no longer holds: "
            "Planning comes again, and a new one is made when it ends."
        ]

        do(event, SetClock(month=2, phase=Phase.PLANNING, seconds=600))
        assert send(event, CAT_1, TRAPPED, month=2).status is Status.RECEIVED
        assert send(event, WOLF_1, AMBUSH, month=2).status is Status.RECEIVED
        do(event, EndPhase(month=2, phase=Phase.PLANNING))
        assert [each["count"] for each in seals_told(event)] == [1, 2]

    def test_the_clock_waits_for_late_schemes_before_it_closes_and_seals_them(self):
        event = underground(LateRule(sheet="scheme", policy=GRACE, seconds=15))
        deadline = state_of(event).clock.deadline

        (due,) = dues(state_of(event), registry.takings(NAME))
        receipt = send(event, CAT_1, AMBUSH, received_at=deadline + timedelta(seconds=9))

        assert (due.command, due.at) == (EndPhase(month=1, phase=Phase.PLANNING), deadline + timedelta(seconds=15))
        assert receipt.status is Status.RECEIVED

    def test_a_last_draft_that_counts_is_sealed_with_the_others(self):
        event = underground(LateRule(sheet="scheme", policy="draft"))
        send(event, CAT_1, json.dumps([["type", "ambush"], ["note", "half"]]).encode(), is_draft=True)

        do(event, EndPhase(month=1, phase=Phase.PLANNING))
        to_the_end_of_updates(event)

        (told,) = seals_told(event)
        row = Sheet.objects.get(seat=CAT_1)
        assert told["leaves"] == [leaf_of_row(row)]
        assert [each["seat"] for each in json.loads(Entry.objects.get(kind="SchemesShown").body)["schemes"]] == [CAT_1]
