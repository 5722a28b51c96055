"""A sheet kind and a room that only tests register pass through every stage of a sheet."""

from __future__ import annotations

import json
import uuid
from datetime import timedelta
from pathlib import Path

import pytest
from django.template import engines
from django.urls import reverse
from django.utils import timezone

from control import registry
from control.bots import players
from control.day.clock.dues import dues
from control.day.clock.phases import EndPhase, SetClock
from control.day.plan import LateRule
from control.engine.ids import SeatId
from control.engine.records import replace
from control.live.messages import arrival_of, decode_message
from control.models import Draft, Entry, Sheet
from control.regions import kinds
from control.sheets import sheets
from control.sheets.paper import mark
from rooms.realm.desks import Desk
from rooms.realm.frame import NAME
from rooms.realm.scenario.ids import Phase, Room
from rooms.realm.scenario.schema import Scenario
from tests.rooms import hall as halls
from tests.rooms.hall import Hall
from tests.rooms.toy import room
from tests.scenarios import default

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.rule("R-16", "R-17")]

CAT_1 = SeatId("cat-1")
TEMPLATES = Path(room.__file__).parent / "templates"


@pytest.fixture
def played(monkeypatch):
    """Play only the toy room. A test may add others."""
    rooms = {"toy": room.TOY}
    monkeypatch.setattr(registry, "_rooms", rooms)
    monkeypatch.setattr(engines["django"].engine, "dirs", [TEMPLATES])
    registry.forget()
    yield rooms
    monkeypatch.undo()
    registry.forget()


@pytest.fixture
def hall(played) -> Hall:
    return Hall(((CAT_1, Room.COURT), ("wolf-1", Room.COURT)))


def late(scenario: Scenario, **rule) -> Scenario:
    return replace(scenario, settings=replace(scenario.settings, late=(LateRule(sheet="wish", **rule),)))


def hall_with(monkeypatch, **rule) -> Hall:
    """Return the same day in an event with this rule for late wishes."""
    monkeypatch.setattr(halls, "default", lambda: late(default(), **rule))
    return Hall(((CAT_1, Room.COURT), ("wolf-1", Room.COURT)))


def say(hall, seat="cat-1", *, at=None, **word) -> sheets.Receipt:
    """Send a message of the phone over its socket or over HTTP."""
    text = json.dumps({"kind": "wish", "month": 1, "key": str(uuid.uuid4()), **word})
    at = (at or timezone.now()).timestamp()
    return sheets.hand_in(arrival_of(decode_message(text), event=hall.event.pk, seat=SeatId(seat), at=at))


def send(hall, song="rain", seat="cat-1", **more) -> sheets.Receipt:
    return say(hall, seat, t="sheet", fields=[["song", song]], **more)


def take_in(hall) -> None:
    if hall.state.clock.phase == Phase.PLANNING:
        hall.until(Phase.PLANNING, Phase.MOVEMENT)
    hall.updates(Room.COURT)


def page(client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200
    return response.content.decode()


def test_its_form_stands_on_the_phone_with_what_to_do_and_what_changes_it(hall):
    shown = page(hall.phone(CAT_1), "/play/")

    assert 'data-kind="wish"' in shown
    assert "Wish for a song." in shown
    assert " songs" in shown.split('data-topics="')[1].split('"')[0]


def test_two_kinds_of_one_room_stand_below_each_other(played, hall):
    played["toy"] = replace(room.TOY, rules=replace(room.TOY.rules, sheets=(room.KIND, room.OTHER)))
    registry.forget()

    shown = page(hall.phone(CAT_1), "/play/")

    assert shown.index('data-kind="wish"') < shown.index('value="encore"')


def test_a_form_without_the_script_is_read_as_the_phones_fields_are(hall):
    form = {"month": "1", "client_key": str(uuid.uuid4()), "song": " moon "}
    address = reverse("control:sheet", args=["wish"])

    assert [hall.phone(CAT_1).post(address, form).status_code for _twice in range(2)] == [302, 302]
    assert send(hall, " moon ", "wolf-1").revision == 1

    assert [row.body for row in Sheet.objects.all()] == ['{"song":"moon"}'] * 2


def test_a_refused_form_comes_back_as_it_was_typed(hall):
    answer = hall.phone(CAT_1).post(reverse("control:sheet", args=["wish"]), {"month": "1", "song": "thunder"})

    assert answer.status_code == 422
    assert 'value="thunder"' in answer.content.decode()
    assert "The band does not know this song." in answer.content.decode()
    assert hall.phone(CAT_1).post(reverse("control:sheet", args=["poem"]), {"month": "1"}).status_code == 404


def test_a_page_of_an_earlier_release_still_sends_its_document(hall):
    assert say(hall, t="sheet", body={"song": "river"}).revision == 1
    assert Sheet.objects.get().body == '{"song":"river"}'


def test_it_is_sealed_said_and_read_when_its_step_ends(hall):
    send(hall)

    take_in(hall)

    (seal,) = hall.state.seals
    assert (seal.kind, seal.count) == ("wish", 1)
    assert hall.state.rooms[Room.COURT].songs == ((CAT_1, "rain"),)
    told = page(hall.staff(Desk.COURT), f"/control/{hall.event.pk}/journal/")
    assert "1 wishes of month 1 lie under" in told
    shown = page(hall.phone(CAT_1), reverse("control:seals", args=[hall.event.pk]))
    assert f"{seal.root[:4]} {seal.root[4:8]} {seal.root[8:12]}" in shown


def test_one_that_comes_afterwards_is_late(hall):
    take_in(hall)

    assert send(hall).status is sheets.Status.LATE
    assert hall.state.rooms[Room.COURT].songs == ()


def test_the_clock_waits_for_late_ones_as_the_event_says(played, monkeypatch):
    hall = hall_with(monkeypatch, policy="grace", seconds=9)
    hall.until(Phase.PLANNING, Phase.MOVEMENT)
    state = replace(hall.state, clock=replace(hall.state.clock, auto_steps=True))
    deadline = state.clock.deadline
    at = replace(state.clock.rooms[Room.COURT], deadline=deadline - timedelta(minutes=1))
    state = replace(state, clock=replace(state.clock, rooms={Room.COURT: at}))

    plain, waiting = dues(state), dues(state, registry.takings(NAME))

    assert waiting[0].at - plain[0].at == timedelta(seconds=9)


def test_the_last_draft_counts_where_the_event_says_so(played, monkeypatch):
    hall = hall_with(monkeypatch, policy="draft")
    assert say(hall, t="draft", fields=[["song", "moon"]]).status is sheets.Status.KEPT
    assert Draft.objects.get().body == '[["song","moon"]]'

    take_in(hall)

    assert hall.state.rooms[Room.COURT].songs == ((CAT_1, "moon"),)
    assert Sheet.objects.get().source == "draft"


def test_it_is_entered_from_paper_by_its_mark_before_and_after_the_lock(hall):
    tablet, address = hall.staff(Desk.COURT), f"/control/{hall.event.pk}/sheets/wish/paper/"
    text = mark(hall.event.pk, 1, CAT_1, "wish")

    assert 'name="song"' in page(tablet, f"{address}?mark={text}")
    paper = {"mark": text, "month": "1", "act": "enter", "song": "river"}
    assert tablet.post(address, {**paper, "command_id": str(uuid.uuid4())}).status_code == 302
    take_in(hall)
    again = {**paper, "song": "moon", "command_id": str(uuid.uuid4())}
    assert tablet.post(address, again).status_code == 422
    assert tablet.post(address, {**again, "reason": "misread"}).status_code == 302

    assert hall.state.rooms[Room.COURT].songs == ((CAT_1, "moon"),)
    assert Entry.objects.filter(kind="WishesRead").count() == 2
    assert "wishes for moon" in page(tablet, f"/control/{hall.event.pk}/sheets/wish/")


def test_it_is_printed_blank_and_filled(hall):
    tablet = hall.staff(Desk.COURT)
    blank = page(tablet, f"{reverse('print:sheets', args=[hall.event.pk])}?kind=wish&month=1&who=cat&spare=1")
    assert 'value="____"' in blank
    assert mark(hall.event.pk, 1, CAT_1, "wish") in blank
    send(hall)
    filled = reverse("print:filled", args=[hall.event.pk, "wish"])
    assert tablet.get(filled).status_code == 409

    take_in(hall)

    assert "rain" in page(tablet, filled)


def test_those_awaited_are_reminded_in_its_words(hall):
    tablet = hall.staff(Desk.COURT)
    send(hall, seat="wolf-1")

    answer = tablet.post(f"/control/{hall.event.pk}/sheets/wish/remind/", headers={"HX-Request": "true"}).content.decode()

    name, other = (hall.state.seats[SeatId(seat)].name for seat in ("cat-1", "wolf-1"))
    assert name in answer
    assert other not in answer
    assert "Court Control waits for your wish for a song." in page(hall.phone(CAT_1), "/play/")


def test_its_region_is_its_desks_alone(hall):
    address = f"/control/{hall.event.pk}/part/arrivals-wish/"

    assert "arrivals_wish" in kinds.names(NAME)  # so the crawler of the desks finds it
    assert hall.staff(Desk.COURT).get(address).status_code == 200
    assert hall.staff(Desk.WAR).get(address).status_code == 404


def test_bots_write_it(hall):
    players.play_planning(hall.event, 4, lazy=0.0)

    assert {row.kind for row in Sheet.objects.all()} == {"wish"}
    assert all(json.loads(row.body)["song"] in room.SONGS for row in Sheet.objects.all())


def test_after_the_day_everybody_checks_the_own_one(hall):
    send(hall)
    take_in(hall)
    last = hall.state.scenario.timetable.months[-1].month
    hall.do(SetClock(month=last, phase=Phase.RETURN, seconds=60))
    hall.do(EndPhase(month=last, phase=Phase.RETURN, anyway="over"))

    told = page(hall.phone(CAT_1), reverse("control:seals", args=[hall.event.pk]))

    assert "Wish" in told
    assert "song&quot;:&quot;rain" in told
