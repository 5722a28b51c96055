"""The secrecy receipt: pinned at the lock, said aloud, checked when the day is over, and nothing told before."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import uuid
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone

from control import desk, sheets
from control.game.asked import Asked, Sealed, SheetList
from control.game.clock import BeginDay, EndPhase, EndStep, SetClock, StepEnded
from control.game.people import CheckIn, SeatInRoom
from control.game.seals import SheetsSealed, evolve_sealed, leaf_of, root_of, seal
from control.game.state import GameState, Presence
from control.models import Entry, Sheet
from control.scenario.ids import Phase, Room, SeatId, StepId
from control.sheets import Arrival
from tests.control.hall import OLGA, an_event, do, phone_of
from tests.scenarios import small

CAT_1, WOLF_1 = SeatId("cat-1"), SeatId("wolf-1")
NOON = datetime(2026, 5, 9, 12, tzinfo=UTC)
DOCS = Path(__file__).resolve().parents[2] / "docs/sheets.md"
ONE = b'{"orders":[],"extra":null,"allies":["wolf"],"betray":true,"immortals":[]}'
OTHER = b'{"orders":[],"extra":null,"allies":[],"betray":false,"immortals":[]}'


class TestPure:
    def test_a_leaf_is_the_hash_of_six_lines(self):
        told = leaf_of(salt="ab", kind="war", month=3, seat="cat-1", revision=2, body="{}")

        assert told == sha256(b"ab\nwar\n3\ncat-1\n2\n{}").hexdigest()

    def test_the_root_does_not_depend_on_the_order(self):
        assert root_of(["b", "a"]) == root_of(["a", "b"]) == sha256(b"a\nb").hexdigest()

    def taken_in(self, *leaves: str, room=Room.WAR, step="orders", state=None):
        found = SheetList(
            tuple(
                Sealed(seat=SeatId(f"cat-{at}"), kind="war", month=1, revision=1, received_at=NOON, body=b"", leaf=leaf)
                for at, leaf in enumerate(leaves, start=1)
            )
        )
        ended = StepEnded(room=room, month=1, step=StepId(step), at=NOON)
        return seal(state or GameState(scenario=small()), ended, Asked(by=OLGA, at=NOON, sheets=found))

    def test_the_step_that_takes_sheets_in_pins_them(self):
        assert self.taken_in("b", "a") == (SheetsSealed(month=1, kind="war", root=root_of(["a", "b"]), count=2, at=NOON),)

    @pytest.mark.parametrize("more", [{"step": "move"}, {"room": Room.COURT, "step": "orders"}])
    def test_other_steps_pin_nothing(self, more):
        assert self.taken_in("a", **more) == ()

    def test_no_sheet_is_no_seal_and_nothing_is_sealed_twice(self):
        (first,) = self.taken_in("a")

        assert self.taken_in() == ()
        assert self.taken_in("b", state=evolve_sealed(GameState(scenario=small()), first)) == ()


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

    def test_every_sheet_has_a_salt_of_its_own(self, sealed):
        salts = list(Sheet.objects.values_list("salt", flat=True))

        assert len(set(salts)) == 3
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
        for row in Sheet.objects.all():
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
        assert "CHANGED" not in page
        assert Client().get(f"/seals/{sealed.pk}/mine/").status_code == 404

    def test_a_sheet_that_was_changed_is_found_by_the_page_and_by_the_ten_lines(self, sealed, tmp_path):
        end_the_day(sealed)
        file = tmp_path / "my-sheets.json"

        def checked() -> str:
            file.write_bytes(player(sealed, CAT_1).get(f"/seals/{sealed.pk}/mine/").content)
            lines = re.search(r"<<'CHECK'\n(.*?)^CHECK$", DOCS.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)[1]
            assert len(lines.splitlines()) <= 10
            done = subprocess.run([sys.executable, "-", file], input=lines, capture_output=True, text=True, check=True)
            return done.stdout

        before = checked()
        Sheet.objects.filter(seat=CAT_1, revision=2).update(body=OTHER.decode())

        assert "CHANGED" not in before
        assert "war 1 unchanged" in before
        assert "CHANGED" in checked()
        assert "CHANGED" in player(sealed, CAT_1).get(f"/seals/{sealed.pk}/").content.decode()

    def test_of_an_unknown_event_there_is_nothing(self, db):
        assert Client().get("/seals/999999/").status_code == 404
