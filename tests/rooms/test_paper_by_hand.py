"""Proposals and schemes entered by the desk: from paper, misread, or accepted late (R-16)."""

from __future__ import annotations

import re
import uuid

import pytest

from control.models import Entry, Sheet
from control.sheets.paper import mark
from rooms.realm.desks import Desk
from rooms.realm.scenario.ids import Phase, Room
from tests.rooms.hall import Hall

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.rule("R-16")]

ROOMS = (("cat-1", Room.COURT), ("cat-2", Room.COURT), ("cat-3", Room.UNDERGROUND), ("bear-1", Room.UNDERGROUND))
FINES = {"type": "fines", "field0": "wolf", "field1": "2", "field2": "1"}
AMBUSH = {"type": "ambush"}
KINDS = pytest.mark.parametrize(
    ("room", "kind", "seat", "fields", "fact"),
    [
        pytest.param(Room.COURT, "proposal", "cat-1", FINES, "ProposalEntered", id="court"),
        pytest.param(Room.UNDERGROUND, "scheme", "cat-3", AMBUSH, "SchemeEntered", id="underground"),
    ],
)


@pytest.fixture
def hall() -> Hall:
    return Hall(ROOMS)


def enter(hall, room, kind, seat, fields, **more):
    data = {"seat": seat, "month": "1", "act": "enter", "command_id": str(uuid.uuid4()), "note": "", **fields, **more}
    return hall.staff(Desk(room.value)).post(f"/control/{hall.event.pk}/sheets/{kind}/paper/", data)


def page(hall, room, kind) -> str:
    told = hall.staff(Desk(room.value)).get(f"/control/{hall.event.pk}/sheets/{kind}/").content.decode()
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", told))


def papers_of(hall, room):
    own = hall.state.rooms[room]
    return {each.seat: each.paper.type for each in (own.proposals if room == Room.COURT else own.schemes)}


@KINDS
def test_a_paper_of_the_month_lies_sealed_with_the_others(hall, room, kind, seat, fields, fact):
    assert enter(hall, room, kind, seat, fields).status_code == 302

    hall.until(Phase.PLANNING, Phase.MOVEMENT)
    hall.updates(room)

    assert papers_of(hall, room) == {seat: fields["type"]}
    assert Sheet.objects.get().source == "paper"


@KINDS
def test_after_they_were_taken_in_one_counts_with_a_reason_and_can_be_taken_back(hall, room, kind, seat, fields, fact):
    hall.until(Phase.PLANNING, Phase.MOVEMENT)
    hall.updates(room)

    without = enter(hall, room, kind, seat, fields)
    assert without.status_code == 422
    assert "Say why" in without.content.decode()
    assert enter(hall, room, kind, seat, fields, reason="handed in on paper").status_code == 302

    assert papers_of(hall, room) == {seat: fields["type"]}
    assert Entry.objects.get(kind=fact).label.endswith("by hand, month 1")
    assert "counts" in page(hall, room, kind).replace("A late one counts", "")

    undo = f"/control/{hall.event.pk}/journal/{Entry.objects.get(kind=fact).seq}/undo/"
    hall.staff(Desk(room.value)).post(undo, {"command_id": str(uuid.uuid4()), "reason": "another player's"})
    assert papers_of(hall, room) == {}
    assert "counts" not in page(hall, room, kind).replace("A late one counts", "")


@KINDS
def test_who_sits_elsewhere_is_seated_first(hall, room, kind, seat, fields, fact):
    hall.until(Phase.PLANNING, Phase.MOVEMENT)
    hall.updates(room)
    other = "cat-3" if room == Room.COURT else "cat-1"

    response = enter(hall, room, kind, other, fields, reason="handed in on paper")

    assert response.status_code == 422
    assert "nothing was entered. Seat the player with it." in response.content.decode()
    assert not Sheet.objects.exists()
    assert papers_of(hall, room) == {}


@KINDS
def test_before_they_are_taken_in_no_command_opens_one(hall, room, kind, seat, fields, fact):
    enter(hall, room, kind, seat, fields)
    other = Desk.UNDERGROUND if room == Room.COURT else Desk.COURT

    assert not Entry.objects.filter(kind=fact).exists()
    assert hall.staff(other).get(f"/control/{hall.event.pk}/sheets/{kind}/").status_code == 404


@KINDS
def test_the_type_is_chosen_first_and_its_fields_follow(hall, room, kind, seat, fields, fact):
    text = mark(hall.event.pk, 1, seat, kind)
    tablet = hall.staff(Desk(room.value))

    first = tablet.get(f"/control/{hall.event.pk}/sheets/{kind}/paper/?mark={text}").content.decode()
    data = {"seat": seat, "month": "1", "act": "draw", "command_id": str(uuid.uuid4()), "type": fields["type"]}
    drawn = tablet.post(f"/control/{hall.event.pk}/sheets/{kind}/paper/", data).content.decode()

    assert 'name="type"' in first
    assert 'name="note"' not in first
    assert 'name="note"' in drawn
    assert ('name="field0"' in drawn) is ("field0" in fields)
    assert not Sheet.objects.exists()


def drawn(hall, room, kind, seat, **fields) -> str:
    data = {"seat": seat, "month": "1", "act": "draw", "command_id": str(uuid.uuid4()), **fields}
    return hall.staff(Desk(room.value)).post(f"/control/{hall.event.pk}/sheets/{kind}/paper/", data).content.decode()


def test_the_players_of_a_list_stand_under_their_house_and_follow_the_house_that_is_named(hall):
    page = drawn(hall, Room.UNDERGROUND, "scheme", "cat-3", type="assassinate")
    (players,) = re.findall(r'<select id="field1-0" name="field1" data-houses="field0">(.*?)</select>', page, re.DOTALL)
    groups = dict(re.findall(r'<optgroup label="(\w+)">(.*?)</optgroup>', players, re.DOTALL))

    assert set(groups) == {"Cat", "Snake", "Swords"}  # those of the same table
    assert set(re.findall(r'value="([\w-]+)"', groups["Snake"])) == {
        seat.id for seat in hall.state.seats.values() if seat.house == "snake"
    }


@pytest.mark.rule("GE-UND-12", "R-111")
def test_the_regions_of_a_list_say_next_to_which_they_lie_and_follow_the_one_that_is_named(hall):
    page = drawn(hall, Room.UNDERGROUND, "scheme", "cat-3", type="secret-roads")
    (regions,) = re.findall(r'<select id="field2-0" name="field2" data-next-to="field1">(.*?)</select>', page, re.DOTALL)

    assert dict(re.findall(r'value="(\w+)" data-near="([\w ]+)"', regions)) == {
        each.id: " ".join(each.neighbours) for each in hall.state.scenario.map.regions
    }
    assert page.count("data-next-to") == 1


def test_a_paper_without_a_house_lets_any_player_be_named(hall):
    assert "data-houses" not in drawn(hall, Room.COURT, "proposal", "cat-1", type="execution")


@pytest.mark.rule("R-81")
@pytest.mark.parametrize(("power", "cost"), [("2", "cost 3"), ("4", "cost 5")])
def test_what_a_paper_costs_is_said_while_it_is_written(hall, power, cost):
    page = drawn(hall, Room.COURT, "proposal", "cat-1", **{**FINES, "field1": power})
    (line,) = re.findall(r'<p class="paper-cost" id="paper-cost".*?</p>', page, re.DOTALL)

    assert f"As written: <b>{cost}</b>" in line
    assert f'hx-post="/control/{hall.event.pk}/sheets/proposal/paper/"' in line
    assert not Sheet.objects.exists()
