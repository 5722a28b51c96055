"""Sheets from phones: over the socket, or over HTTP while it is closed."""

from __future__ import annotations

import json
import socket
import time
import uuid
from http.client import HTTPConnection

import pytest
from websockets.exceptions import ConnectionClosed

from control.live import asgi as live_asgi
from control.live import budgets, http, hub
from control.live.budgets import Budgets
from control.models import Sheet
from control.people import access
from tests.control.hall import in_planning, phone_of, serving, tablet_of
from tests.services import PATIENCE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

NOTHING = {"orders": [], "extra": None, "allies": [], "betray": False, "immortals": []}
BETRAYAL = {**NOTHING, "betray": True}


@pytest.fixture
def hall():
    with serving() as found:
        yield found


@pytest.fixture
def event():
    return in_planning("cat-1", "wolf-1")


def eventually(asked) -> bool:
    end = time.monotonic() + PATIENCE
    while not asked() and time.monotonic() < end:
        time.sleep(0.02)
    return asked()


class TestSocket:
    def test_the_receipt_says_when_and_which_revision(self, hall, event):
        key = uuid.uuid4()
        with hall.screen(event.pk, phone_of(event, "cat-1")) as phone:
            receipt = phone.send_sheet(NOTHING, key=key)

        row = Sheet.objects.get()
        assert (receipt["key"], receipt["kind"], receipt["status"], receipt["revision"]) == (str(key), "war", "received", 1)
        assert (receipt["month"], receipt["at"]) == (1, row.received_at.strftime("%H:%M:%S"))
        assert (row.seat, row.client_key, json.loads(row.body)) == ("cat-1", key, NOTHING)

    def test_a_phone_sends_what_stands_in_its_form(self, hall, event):
        fields = [["order1_kind", ""], ["order1_units", "1"], ["allies", "wolf"], ["allies", "ram"], ["betray", "1"]]
        with hall.screen(event.pk, phone_of(event, "cat-1")) as phone:
            phone.say(t="sheet", kind="war", month=1, key=str(uuid.uuid4()), fields=fields)
            receipt = phone.hear("receipt")

        assert (receipt["status"], receipt["revision"]) == ("received", 1)
        assert json.loads(Sheet.objects.get().body) == {**BETRAYAL, "allies": ["ram", "wolf"]}

    def test_a_sheet_with_nothing_in_it_is_refused(self, hall, event):
        with hall.screen(event.pk, phone_of(event, "cat-1")) as phone:
            phone.say(t="sheet", kind="war", month=1, key=str(uuid.uuid4()))

            assert phone.hear("refused")["sentence"] == "This message could not be read."

    def test_a_phone_that_sends_again_gets_the_same_receipt(self, hall, event):
        key = uuid.uuid4()
        with hall.screen(event.pk, phone_of(event, "cat-1")) as phone:
            first = phone.send_sheet(NOTHING, key=key)
        with hall.screen(event.pk, phone_of(event, "cat-1")) as phone:
            again = phone.send_sheet(NOTHING, key=key)

        assert again == first
        assert Sheet.objects.count() == 1

    def test_a_finger_that_comes_down_twice_sends_one_sheet(self, hall, event):
        first, second = uuid.uuid4(), uuid.uuid4()  # the phone has forgotten the first with its receipt
        with hall.screen(event.pk, phone_of(event, "cat-1")) as phone:
            receipts = [phone.send_sheet(NOTHING, key=key) for key in (first, second)]

        assert receipts[1] == {**receipts[0], "key": str(second)}
        assert Sheet.objects.count() == 1

    def test_a_refusal_is_a_receipt_that_says_why(self, hall, event):
        with hall.screen(event.pk, phone_of(event, "cat-1")) as phone:
            receipt = phone.send_sheet({**NOTHING, "allies": ["cat"]})

        assert (receipt["status"], receipt["rule"], receipt["revision"]) == ("refused", "GE-WAR-22", 0)
        assert receipt["sentence"] == "A House does not tick itself; the sheet lists the other Houses."

    def test_the_seat_is_the_phones_own_whatever_the_sheet_says(self, hall, event):
        with hall.screen(event.pk, phone_of(event, "cat-1")) as phone:
            phone.say(t="sheet", kind="war", month=1, key=str(uuid.uuid4()), body=NOTHING, seat="wolf-1")

            assert phone.hear("refused")["sentence"].startswith("This device belongs to another player by now")
        assert not Sheet.objects.exists()

    @pytest.mark.parametrize("who", ["hall", "tablet"])
    def test_only_players_send_sheets(self, hall, event, who):
        with hall.screen(event.pk, tablet_of("war") if who == "tablet" else "") as screen:
            screen.say(t="sheet", kind="war", month=1, key=str(uuid.uuid4()), body=NOTHING)

            assert screen.hear("refused")["sentence"] == "This device has not joined as a player; join with your code."
        assert not Sheet.objects.exists()

    def test_what_is_said_in_one_breath_is_heard_in_order(self, hall, event):
        keys = [str(uuid.uuid4()) for _each in range(12)]
        with hall.screen(event.pk, phone_of(event, "cat-1")) as phone:
            with phone.line.protocol_mutex:
                for number, key in enumerate(keys):
                    sheet = {"t": "sheet", "kind": "war", "month": 1, "key": key, "body": (NOTHING, BETRAYAL)[number % 2]}
                    phone.line.protocol.send_text(json.dumps(sheet).encode())
                phone.line.send_data()
            receipts = [phone.hear("receipt") for _each in keys]

        assert [(each["key"], each["revision"]) for each in receipts] == list(zip(keys, range(1, 13), strict=True))

    def test_a_sheet_is_heard_though_its_phone_goes_away_at_once(self, hall, event):
        with hall.screen(event.pk, phone_of(event, "cat-1")) as phone:
            phone.hear("hello")
            phone.say(t="sheet", kind="war", month=1, key=str(uuid.uuid4()), body=NOTHING)
            phone.line.socket.shutdown(socket.SHUT_RDWR)

        assert eventually(Sheet.objects.exists)

    def test_what_is_no_text_ends_the_socket(self, hall, event):
        with hall.screen(event.pk, phone_of(event, "cat-1")) as phone:
            phone.hear("hello")
            with phone.line.protocol_mutex:
                phone.line.protocol.send_text(b"\xff\xfe")
                phone.line.send_data()

            with pytest.raises(ConnectionClosed) as closed:
                phone.hear("nothing")
        assert closed.value.rcvd.code == 1007

    def test_what_cannot_be_heard_at_all_ends_the_socket_and_nothing_else(self, hall, event, monkeypatch, caplog):
        with hall.screen(event.pk, phone_of(event, "cat-1")) as phone, hall.screen(event.pk, phone_of(event, "wolf-1")) as other:
            phone.hear("hello")
            other.hear("hello")
            with monkeypatch.context() as broken:
                broken.setattr(live_asgi, "decode_message", lambda text: 1 / 0)
                phone.say(t="ping", c=0)
                with pytest.raises(ConnectionClosed) as closed:
                    phone.hear("pong")

            assert other.send_sheet(NOTHING)["status"] == "received"
        assert closed.value.rcvd.code == 1011
        assert "a message could not be heard" in caplog.text

    def test_the_players_other_device_looks_again_and_the_sender_need_not(self, hall, event):
        with (
            hall.screen(event.pk, phone_of(event, "cat-1")) as phone,
            hall.screen(event.pk, phone_of(event, "cat-1")) as other,
            hall.screen(event.pk, phone_of(event, "wolf-1")) as stranger,
        ):
            for each in (phone, other, stranger):
                each.hear("hello")

            phone.send_sheet(NOTHING)

            assert other.hear("poke")["topics"] == ["sheet"]
            assert (phone.topics(), stranger.topics()) == ([], [])

    def test_the_desks_hear_that_sheets_came_and_not_whose(self, hall, event):
        with hall.screen(event.pk, phone_of(event, "cat-1")) as phone, hall.screen(event.pk, tablet_of("court")) as tablet:
            tablet.hear("hello")

            phone.send_sheet(BETRAYAL)

            assert tablet.hear("poke") == {"t": "poke", "topics": ["sheets"], "spread": hub.ASK}

    def test_a_hundred_sheets_at_once_are_a_hundred_receipts(self, hall, event):
        with hall.screen(event.pk, phone_of(event, "cat-1")) as phone:
            for number in range(100):
                phone.say(t="sheet", kind="war", month=1, key=str(uuid.uuid4()), body=(NOTHING, BETRAYAL)[number % 2])

            revisions = [phone.hear("receipt")["revision"] for _each in range(100)]

        assert sorted(revisions) == list(range(1, 101))


def post(hall, event, cookie, *, body=None, origin=None, kind="application/json", path=None, method="POST"):
    line = HTTPConnection("127.0.0.1", hall.port, timeout=PATIENCE)
    headers = {"Cookie": cookie, "Content-Type": kind}
    if origin is not None:
        headers["Origin"] = origin
    line.request(method, path or f"/live/{event.pk}/sheet/", body=body, headers=headers)
    answer = line.getresponse()
    found = answer.status, json.loads(answer.read()), answer.headers
    line.close()
    return found


def sheet(body=NOTHING, **changed) -> bytes:
    return json.dumps({"t": "sheet", "kind": "war", "month": 1, "key": str(uuid.uuid4()), "body": body, **changed}).encode()


class TestHttp:
    def test_it_is_the_same_door(self, hall, event):
        key = str(uuid.uuid4())
        status, receipt, headers = post(hall, event, phone_of(event, "cat-1"), body=sheet(key=key))
        with hall.screen(event.pk, phone_of(event, "cat-1")) as phone:
            again = phone.send_sheet(NOTHING, key=uuid.UUID(key))

        assert (status, receipt["status"], receipt["revision"]) == (200, "received", 1)
        assert again == {"t": "receipt", **receipt}
        assert headers["Cache-Control"] == "no-store"

    def test_a_finger_that_comes_down_twice_posts_one_sheet(self, hall, event):
        receipts = [post(hall, event, phone_of(event, "cat-1"), body=sheet())[1] for _tap in range(2)]

        assert receipts[1] == {**receipts[0], "key": receipts[1]["key"]}
        assert Sheet.objects.count() == 1

    def test_fields_come_here_too(self, hall, event):
        fields = {"body": None, "fields": [["allies", "wolf"]]}
        word = {name: value for name, value in {**json.loads(sheet()), **fields}.items() if value is not None}
        status, receipt, _headers = post(hall, event, phone_of(event, "cat-1"), body=json.dumps(word).encode())

        assert (status, receipt["status"]) == (200, "received")
        assert json.loads(Sheet.objects.get().body)["allies"] == ["wolf"]

    def test_a_rule_that_says_no_is_422(self, hall, event):
        status, receipt, _headers = post(hall, event, phone_of(event, "cat-1"), body=sheet(month=4))

        assert (status, receipt["status"], receipt["code"]) == (422, "refused", "stale")

    @pytest.mark.parametrize(
        ("body", "status"),
        [(b"", 422), (b"[]", 422), (b'{"t":"ping","c":1}', 422), (sheet(seat="wolf-1"), 422), (sheet("x" * 20_000), 413)],
        ids=["empty", "no object", "no sheet", "another player's", "too long"],
    )
    def test_nonsense_is_refused_in_words(self, hall, event, body, status):
        answer, refused, _headers = post(hall, event, phone_of(event, "cat-1"), body=body)

        assert (answer, bool(refused["sentence"])) == (status, True)
        assert not Sheet.objects.exists()

    @pytest.mark.parametrize("who", ["hall", "tablet", "old phone", "forged"])
    def test_who_is_no_player_finds_nothing(self, hall, event, who):
        cookies = {"hall": "", "tablet": tablet_of("war"), "old phone": phone_of(event, "cat-1"), "forged": "seat=forged"}
        access.issue_code(event.seats.get(key="cat-1"))

        assert post(hall, event, cookies[who], body=sheet())[0] == 404
        assert not Sheet.objects.exists()

    def test_another_site_is_refused(self, hall, event):
        assert post(hall, event, phone_of(event, "cat-1"), body=sheet(), origin="https://elsewhere.example")[0] == 403

    def test_a_badge_posts_no_more_than_its_socket_may_say(self, hall, event, monkeypatch):
        monkeypatch.setattr(budgets, "FRAMES", 3)
        monkeypatch.setattr(budgets, "WINDOW", 1e9)
        monkeypatch.setattr(http, "_posted", Budgets(times=1))

        bodies = [sheet((NOTHING, BETRAYAL)[number % 2]) for number in range(5)]
        found = [post(hall, event, phone_of(event, "cat-1"), body=body)[:2] for body in bodies]

        assert [status for status, _receipt in found] == [200, 200, 200, 429, 429]
        assert "can be sent again" in found[-1][1]["sentence"]
        assert Sheet.objects.count() == 3
        assert post(hall, event, phone_of(event, "wolf-1"), body=sheet())[0] == 200

    def test_a_form_of_another_site_cannot_pretend(self, hall, event):
        assert post(hall, event, phone_of(event, "cat-1"), body=sheet(), kind="text/plain")[0] == 403

    @pytest.mark.parametrize(("method", "path"), [("GET", None), ("POST", "/live/1/other/"), ("GET", "/live/")])
    def test_there_is_nothing_else_there(self, hall, event, method, path):
        assert post(hall, event, phone_of(event, "cat-1"), path=path, method=method)[0] == 404

    def test_there_is_no_door_to_an_unknown_event(self, hall, event):
        assert post(hall, event, phone_of(event, "cat-1"), body=sheet(), path="/live/999/sheet/")[0] == 404
