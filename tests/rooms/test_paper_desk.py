"""The desks of Court Control and Underground Control: access, steps, and when papers can be read."""

from __future__ import annotations

import uuid
from itertools import pairwise

import pytest
from django.test import Client
from django.urls import reverse

from control.day.clock.clocks import clock_at
from control.day.clock.steps import steps_left
from control.live import broadcast
from rooms.realm.desks import Desk
from rooms.realm.frame import NAME
from rooms.realm.scenario.ids import Phase, Room
from tests.rooms.hall import Hall

pytestmark = [pytest.mark.django_db(transaction=True)]

ROOMS = (
    ("cat-1", Room.COURT),
    ("cat-2", Room.COURT),
    ("wolf-1", Room.COURT),
    ("cat-3", Room.UNDERGROUND),
    ("bear-1", Room.UNDERGROUND),
)
FINES = b'{"type":"fines","values":[["wolf"],["2"],["1"]],"note":"CANARYONE"}'
AMBUSH = b'{"type":"ambush","values":[],"note":"CANARYTWO"}'
AT = {Room.COURT: "", Room.UNDERGROUND: "west"}  # each table of the Underground has its own clock; cat-3 sits at this one
BOTH = pytest.mark.parametrize("room", [Room.COURT, Room.UNDERGROUND])


@pytest.fixture
def hall() -> Hall:
    """Both papers are sent and Action has begun."""
    found = Hall(ROOMS)
    found.send("cat-1", "proposal", FINES)
    found.send("cat-3", "scheme", AMBUSH)
    found.until(Phase.PLANNING, Phase.MOVEMENT)
    return found


def address(hall: Hall, room: Room, name: str = "desk") -> str:
    return reverse(f"{room.value}_desk:{name}", args=[hall.event.pk])


def written(hall: Hall, desk: Desk) -> str:
    table = hall.state.tables_of(Room.UNDERGROUND)[0]
    return hall.staff(desk).get(reverse("underground_desk:written", args=[hall.event.pk, table])).content.decode()


def look(hall: Hall, room: Room, *desks: Desk) -> str:
    response = hall.staff(*desks).get(address(hall, room))
    assert response.status_code == 200
    return response.content.decode()


def press(hall: Hall, room: Room, name: str, *, htmx: bool = True, **fields):
    """Press a button of the desk, and confirm any question about unfinished steps with yes."""
    known = {"command_id": str(uuid.uuid4()), "month": "1", "table": AT[room], "sure": "1", **fields}
    headers = {"HX-Request": "true"} if htmx else {}
    return hall.staff(Desk(room.value)).post(address(hall, room, name), known, headers=headers)


@BOTH
def test_a_desk_is_for_its_own_team_and_the_organizer(hall, room):
    own = {Desk(room.value), Desk.ORGANIZER}
    statuses = {desk: hall.staff(desk).get(address(hall, room)).status_code for desk in Desk}
    others = [Client(), hall.phone("cat-1"), hall.staff()]

    assert {desk for desk, status in statuses.items() if status == 200} == own
    assert {statuses[desk] for desk in Desk if desk not in own} == {404}
    assert [each.get(address(hall, room)).status_code for each in others] == [
        302,
        302,
        404,
    ]  # without a sign-in, the request goes to the sign-in page


@BOTH
@pytest.mark.parametrize("name", ["end", "take-in", "time", "pause"])
def test_a_desk_of_another_room_presses_nothing(hall, room, name):
    fields = {"command_id": str(uuid.uuid4()), "month": "1", "step": "updates", "phase": "action", "seconds": "60", "act": "pause"}

    for client in (hall.staff(Desk.WAR), hall.staff(), hall.phone("cat-1"), Client()):
        assert client.post(address(hall, room, name), fields).status_code == 404
    assert steps_left(hall.state, room, AT[room])[0] == "updates"


@BOTH
@pytest.mark.parametrize("part", ["steps", "writers", "last", "papers"])
def test_a_region_is_for_its_own_desk(hall, room, part):
    name = f"{room.value}-papers" if part == "papers" else f"{part}-{room.value}"
    region = reverse("desk:part", args=[hall.event.pk, name])

    assert hall.staff(Desk(room.value)).get(region).status_code == 200
    assert hall.staff(Desk.WAR).get(region).status_code == 404
    assert hall.phone("cat-1").get(region).status_code == 302  # to the staff's sign-in page, as for an event that does not exist


@pytest.mark.rule("GE-CRT-05", "GE-CRT-16")
def test_court_control_sees_who_may_propose_and_whose_proposal_is_in(hall):
    body = look(hall, Room.COURT, Desk.COURT)

    assert "1 of 2 players’ proposals in" in body
    assert "3 there" in body
    assert "The God Emperor" in body
    assert "Law board: 13 in force" in body
    assert "CANARY" not in body
    assert "Fines" not in body


@pytest.mark.rule("GE-UND-01", "GE-UND-61")
def test_underground_control_sees_who_has_written_by_table(hall):
    body = look(hall, Room.UNDERGROUND, Desk.UNDERGROUND)

    assert "The West: 1 of 1 players’ schemes in" in body
    assert "The East: 0 of 1 players’ schemes in" in body
    assert "The North: 0 of 0 players’ schemes in" in body
    assert "CANARY" not in body
    assert "Ambush" not in body


@BOTH
def test_taking_in_is_asked_first_and_names_who_is_awaited(hall, room):
    body = hall.staff(Desk(room.value)).get(address(hall, room, "take-in")).content.decode()
    awaited = {Room.COURT: "cat-2", Room.UNDERGROUND: "bear-1"}[room]

    assert hall.state.seats[awaited].name in body
    assert "This cannot be taken back" in body
    assert steps_left(hall.state, room, AT[room])[0] == "updates"


@BOTH
def test_papers_taken_in_by_somebody_else_leave_no_button_that_must_fail(hall, room):
    press(hall, room, "take-in", step="updates")

    late = press(hall, room, "take-in", step="updates")

    assert late.status_code == 409
    assert "cannot be taken in now" in late.content.decode()
    assert "<button" not in late.content.decode()


@BOTH
@pytest.mark.parametrize("htmx", [False, True])
def test_when_they_are_taken_in_the_desk_reads_them_and_nobody_else(hall, room, htmx):
    done = press(hall, room, "take-in", htmx=htmx, step="updates")

    canary = {Room.COURT: "CANARYONE", Room.UNDERGROUND: "CANARYTWO"}[room]
    words = {Room.COURT: "Fines: Wolf, 2 Power, 1 Favor (cost 3)", Room.UNDERGROUND: "Ambush"}[room]
    body = look(hall, room, Desk(room.value))
    assert done.status_code == (200 if htmx else 302)
    if room is Room.UNDERGROUND:  # the tablet lies between players: a scheme shows only when its own button is pressed
        assert canary not in body
        body = written(hall, Desk.UNDERGROUND)
    assert canary in body
    assert words in body
    assert canary in (look(hall, room, Desk.ORGANIZER) if room is Room.COURT else written(hall, Desk.ORGANIZER))
    pages = [reverse(f"desk:{name}", args=[hall.event.pk]) for name in ("overview", "journal")]
    for desk in (Desk.WAR, Desk.CEREMONY, Desk.CHECK_IN, Desk.ORGANIZER, Desk(room.value)):
        assert all(canary not in hall.staff(desk).get(page).content.decode() for page in pages)


@BOTH
def test_screens_hear_only_that_something_was_taken_in(hall, room, monkeypatch):
    told = []

    def publish(event_id, invalidations, *, seq, state) -> None:
        told.append((broadcast.by_audience(invalidations), broadcast.facts_of(seq, state)))

    monkeypatch.setattr(broadcast, "publish", publish)

    press(hall, room, "take-in", step="updates")

    words = repr(told)
    assert room.value in told[0][0]["staff"]
    assert not [secret for secret in ("CANARY", "fines", "Fines", "ambush", "Ambush") if secret in words]


@BOTH
def test_a_step_is_ended_once_and_a_second_press_is_out_of_date(hall, room):
    hall.updates(room)
    step = steps_left(hall.state, room, AT[room])[0]

    first = press(hall, room, "end", step=step)
    second = press(hall, room, "end", step=step)
    month = press(hall, room, "end", step=steps_left(hall.state, room, AT[room])[0], month="2")

    assert (first.status_code, second.status_code, month.status_code) == (200, 409, 409)
    assert "just ended" in second.content.decode()
    assert steps_left(hall.state, room, AT[room])[0] != step


def test_the_button_never_lies_where_the_one_before_it_lay(hall):
    room, sides = Room.COURT, []
    while left := steps_left(hall.state, room, AT[room]):
        body = look(hall, room, Desk(room.value))
        sides.append("left" if "room-apply left" in body else "right")
        assert press(hall, room, "end", step=left[0]).status_code == 200
        assert len(steps_left(hall.state, room, AT[room])) < len(left)

    assert all(one != other for one, other in pairwise(sides))
    assert "All steps of month 1 are done." in look(hall, room, Desk(room.value))


@BOTH
def test_the_rooms_clock_is_changed_from_its_desk(hall, room):
    before = clock_at(hall.state, room, AT[room]).deadline

    more = press(hall, room, "time", phase="action", seconds="60")
    stopped = press(hall, room, "pause", act="pause")
    body = look(hall, room, Desk(room.value))
    going = press(hall, room, "pause", act="resume")

    assert [each.status_code for each in (more, stopped, going)] == [200, 200, 200]
    assert "Paused" in body
    assert clock_at(hall.state, room, AT[room]).deadline > before


@BOTH
def test_the_last_command_may_be_taken_back_but_not_what_was_read(hall, room):
    press(hall, room, "take-in", step="updates")
    assert "undo-last" not in look(hall, room, Desk(room.value))

    # The end of Schemes deals minions for good.
    for step in steps_left(hall.state, room, AT[room])[: 2 if room is Room.UNDERGROUND else 1]:
        press(hall, room, "end", step=step)

    assert "undo-last" in look(hall, room, Desk(room.value))

    for act in ("pause", "resume"):
        assert press(hall, room, "pause", act=act).status_code == 200
    assert press(hall, room, "time", phase="action", seconds="60").status_code == 200
    assert "undo-last" in look(hall, room, Desk(room.value))


@BOTH
def test_before_the_day_begins_the_desk_says_what_will_be_here(room):
    from control.people.events import create_event
    from tests.scenarios import default

    hall = Hall.__new__(Hall)
    hall.event, hall.clients = create_event(realm=NAME, name="Empty", scenario=default(), casting=default().casting), {}

    body = look(hall, room, Desk(room.value))

    assert "When the day has begun" in body
    assert "are sealed" in (body if room is Room.COURT else written(hall, Desk.UNDERGROUND))


def test_the_tabs_lead_to_the_desks_of_this_person(hall):
    page = reverse("desk:overview", args=[hall.event.pk])
    court = hall.staff(Desk.COURT).get(page).content.decode()

    assert address(hall, Room.COURT) in court
    assert address(hall, Room.UNDERGROUND) not in court
