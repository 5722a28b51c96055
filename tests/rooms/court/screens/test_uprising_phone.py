"""The Uprising and the Sovereign's order on phones: each press, its refusal, and secrecy."""

from __future__ import annotations

import re
import uuid

import pytest
from django.test import Client
from django.urls import reverse

from control.engine.ids import SeatId
from rooms.court.game.state import Rising, floor_of
from rooms.court.game.uprising.events import open_uprising
from rooms.court.game.uprising.rules import EndUprising, RiseUp
from rooms.realm.desks import Desk
from rooms.realm.game.ranks_and_wounds import AdjustWounds
from rooms.realm.game.treasury.power import AdjustPower
from tests.control.phones import HX, hidden, staff, words
from tests.rooms.court.court import BEAR, CAT, WOLF, with_settings
from tests.rooms.court.screens.test_phone_floor import PLAY, RAM, CourtDay, floor, press

pytestmark = pytest.mark.django_db

POSTS = ("stand", "pass-on", "punish", "punished", "order")


def phone_of(day: CourtDay, seat: SeatId) -> Client:
    """Return the one phone of a seat. A second one would sign the first one out."""
    known: dict[SeatId, Client] = day.__dict__.setdefault("phones", {})
    return known[seat] if seat in known else known.setdefault(seat, day.phone(seat))


def rise(day: CourtDay, *seats: SeatId, number: int = 1) -> None:
    for seat in seats:
        assert press(phone_of(day, seat), "stand", number=number, act="rise").status_code == 200


def rich(day: CourtDay, seat: SeatId = BEAR[0]) -> CourtDay:
    day.do(AdjustPower(seat=seat, before=day.state.seats[seat].purse.power, power=30, reason="found"))
    return day


@pytest.mark.parametrize("name", POSTS)
def test_nobody_and_the_control_team_press_nothing_and_a_press_is_never_a_get(name):
    address = reverse(f"court:{name}")
    assert Client().post(address).status_code == 404
    assert staff(Desk.COURT).post(address).status_code == 404
    assert CourtDay().phone(CAT[0]).get(address).status_code == 405


@pytest.mark.parametrize("name", POSTS)
def test_an_empty_press_is_one_sentence_and_changes_nothing(name):
    day = CourtDay(sovereign=WOLF[0])
    before = day.state
    response = phone_of(day, WOLF[0]).post(reverse(f"court:{name}"), {"command_id": str(uuid.uuid4())}, headers=HX)
    assert response.status_code == 422
    assert day.state == before


@pytest.mark.rule("GE-CRT-96", "GE-CRT-97", "R-105")
def test_a_quiet_button_with_a_question_then_a_meter_for_everybody_in_the_room():
    day = rich(CourtDay())
    mine, other = phone_of(day, CAT[0]), phone_of(day, WOLF[0])
    assert "Do you declare an Uprising?" in floor(mine, "uprising")
    assert "needed" not in floor(mine, "uprising")

    rise(day, CAT[0])

    assert "1 of 4 needed stand with it" in floor(mine, "uprising")
    assert "You stand with it." in floor(mine, "uprising")
    assert "1 of 4 needed stand with it" in floor(other, "uprising")
    assert "Do you stand with the Uprising?" in floor(other, "uprising")
    assert floor(phone_of(day, RAM), "uprising") == ""

    assert press(mine, "stand", number=1, act="sit").status_code == 200
    assert "0 of 4 needed" in floor(other, "uprising")
    rise(day, CAT[0], CAT[1], WOLF[0], WOLF[1])
    assert day.state.throne.holder == BEAR[0]
    assert "An Uprising has cast the Sovereign out: 4 of 6 stood." in floor(other, "uprising")
    assert day.state.seats[WOLF[1]].name in floor(other, "uprising")


@pytest.mark.rule("R-105")
def test_a_press_that_cannot_be_is_refused_in_one_sentence():
    day = CourtDay()
    assert "Only who is assembled" in words(press(phone_of(day, RAM), "stand", number=1, act="rise"))
    late = press(phone_of(day, CAT[0]), "stand", number=2, act="rise")
    assert (late.status_code, "look again" in words(late)) == (409, True)
    rise(day, CAT[0])
    day.do(EndUprising(month=1, number=1))
    assert press(phone_of(day, WOLF[0]), "stand", number=1, act="rise").status_code == 409
    assert "Each player declares one" in words(press(phone_of(day, CAT[0]), "stand", number=2, act="rise"))
    assert "An Uprising has failed: 1 of 6 stood." in floor(phone_of(day, BEAR[0]), "uprising")


@pytest.mark.rule("R-105")
def test_the_same_press_twice_is_one_and_needs_no_script():
    day = CourtDay()
    key = uuid.uuid4()
    for _time in range(2):
        assert press(phone_of(day, CAT[0]), "stand", key, number=1, act="rise").status_code == 200
    response = press(phone_of(day, CAT[1]), "stand", hx=False, number=1, act="rise")
    assert (response.status_code, response.headers["Location"]) == (302, f"{PLAY}#now")
    found = open_uprising(floor_of(day.state))
    assert found is not None
    assert found.standing == (CAT[0], CAT[1])


@pytest.mark.rule("GE-CRT-98", "R-17")
def test_no_page_tells_who_stands_before_it_is_over():
    one, other = CourtDay(), CourtDay()
    for day, seats in ((one, (WOLF[0], BEAR[0])), (other, (BEAR[0], CAT[2]))):
        for seat in seats:
            day.do(RiseUp(month=1, number=1, seat=seat))
    pages = [floor(phone_of(day, CAT[0]), "uprising") for day in (one, other)]
    assert pages[0] == pages[1] != ""

    name = one.state.seats[BEAR[0]].name
    for day in (one, other):
        assert name not in floor(phone_of(day, CAT[0]), "uprising")
    one.do(EndUprising(month=1, number=1))
    assert floor_of(one.state).uprisings[0].how is Rising.FAILED
    assert name in floor(phone_of(one, CAT[0]), "uprising")


@pytest.mark.rule("R-22", "GE-SOV-07")
def test_the_new_sovereign_passes_the_throne_on_by_a_press():
    day = rich(CourtDay(), CAT[0])
    rise(day, CAT[1], WOLF[0], WOLF[1], BEAR[0])
    assert day.state.throne.holder == CAT[0]
    assert "The throne is yours" in floor(phone_of(day, CAT[0]), "uprising")
    assert "The throne is yours" not in floor(phone_of(day, CAT[1]), "uprising")
    asked = floor(phone_of(day, CAT[0]), "uprising")
    lost = asked.index("Then you are Sovereign no more: an Execution may name you")
    assert asked.index("shall reign …") < lost < asked.index("Yes, ")
    assert "just seated" in words(press(phone_of(day, CAT[1]), "pass-on", to=CAT[2]))

    assert press(phone_of(day, CAT[0]), "pass-on", to=CAT[2]).status_code == 200

    assert day.state.throne.holder == CAT[2]
    assert "You decide as Sovereign" in floor(phone_of(day, CAT[2]), "choosing")
    assert floor(phone_of(day, CAT[0]), "choosing") == ""


@pytest.mark.rule("R-39", "GE-SOV-28")
def test_the_sovereign_orders_on_the_phone_from_a_list_then_its_fields():
    day = CourtDay(sovereign=WOLF[0])
    phone, region = phone_of(day, WOLF[0]), day.state.scenario.map.regions[0].id
    assert floor(phone_of(day, CAT[0]), "order") == ""
    assert "The throne’s pool pays first" in floor(phone, "order")

    drawn = press(phone, "order", act="draw", type="treaty")
    assert drawn.status_code == 200
    assert 'name="field0"' in words(drawn)
    assert 'name="field0"' in words(press(phone, "order", hx=False, act="draw", type="treaty"))
    missing = press(phone, "order", act="order", type="treaty")
    assert missing.status_code == 422
    assert "say which" in words(missing)
    assert 'name="field0"' in words(missing)
    other = press(phone_of(day, CAT[0]), "order", act="order", type="treaty", field0=region)
    assert "Only the Sovereign decides this." in words(other)
    assert not day.state.passed

    rich(day, WOLF[0])
    assert press(phone, "order", act="order", type="treaty", field0=region).status_code == 200

    assert day.state.passed[-1].ordered
    assert "You have ordered: Treaty." in floor(phone, "order")
    assert "Nothing more may be ordered" in words(press(phone, "order", act="order", type="treaty", field0=region))


def punished_alone(*, power: int = 3, wounds: int = 0) -> CourtDay:
    """Wolf 1 reigns under a setting that lets a Sovereign punish without Control. Cat 1 joined a failed Uprising."""
    day = CourtDay(sovereign=WOLF[0], scenario=with_settings(punishment_needs_control=False))
    day.do(AdjustPower(seat=CAT[0], before=day.state.seats[CAT[0]].purse.power, power=power, reason="found"))
    if wounds:
        day.do(AdjustWounds(player=CAT[0], before=0, wounds=wounds, reason="a duel"))
    rise(day, CAT[0])
    day.do(EndUprising(month=1, number=1))
    return day


def bare(html: str) -> str:
    """A region without the keys that change at every request."""
    return re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}|[A-Za-z0-9]{64}", "", html)


@pytest.mark.rule("R-106", "GE-CRT-98")
def test_the_sovereign_punishes_on_the_phone_where_no_control_is_asked_for():
    day = punished_alone()
    phone, culprit = phone_of(day, WOLF[0]), f"1 {CAT[0]}"
    page = floor(phone, "punishing")
    assert "Do you inflict it?" in page
    assert day.state.seats[CAT[0]].name in page
    assert day.state.seats[CAT[1]].name not in page
    for other in (CAT[0], WOLF[1], RAM):
        assert floor(phone_of(day, other), "punishing") == ""
        refused = press(phone_of(day, other), "punish", culprit=culprit, penalty="power", amount=1, reason="treason")
        assert (refused.status_code, "Court Control enters" in words(refused)) == (422, True)

    none = press(phone, "punish", culprit=culprit, penalty="power", amount=2, reason="")
    assert none.status_code == 422
    assert 'id="punishing" class="card" open' in none.content.decode()
    assert day.state.seats[CAT[0]].purse.power == 3
    assert press(phone, "punish", culprit=culprit, penalty="power", amount=2, reason="treason").status_code == 200

    assert day.state.seats[CAT[0]].purse.power == 1


@pytest.mark.rule("R-106", "R-17")
def test_who_was_punished_reads_it_on_a_card_that_stays_until_it_is_read():
    day = punished_alone()
    phone, mine = phone_of(day, WOLF[0]), phone_of(day, CAT[0])
    assert floor(mine, "punished") == ""
    culprit = f"1 {CAT[0]}"
    assert press(phone, "punish", culprit=culprit, penalty="spoken", reason="treason").status_code == 422
    press(phone, "punish", culprit=culprit, penalty="spoken", said="Be silent until Return", reason="treason")
    press(phone, "punish", culprit=culprit, penalty="power", amount=5, reason="more treason")
    card = floor(mine, "punished")
    assert "The Sovereign punishes you" in card
    assert "Be silent until Return" in card
    assert "Reason: treason" in card
    assert "You lose 3 Power. 5 were named; you had no more." in card
    for other in (CAT[1], WOLF[0], RAM):
        assert floor(phone_of(day, other), "punished") == ""

    assert "1 2" in hidden(mine.get(PLAY).content.decode(), "ids")
    assert press(mine, "punished", ids="1").status_code == 200
    assert "Be silent until Return" not in floor(mine, "punished")
    assert press(mine, "punished", ids="x").status_code == 422
    assert press(mine, "punished", count=1).status_code == 200
    assert floor(mine, "punished") == ""


@pytest.mark.rule("R-106", "R-17")
def test_whoever_punishes_is_shown_a_name_and_nothing_that_its_player_has():
    shown = []
    for day in (punished_alone(), punished_alone(power=17, wounds=2)):
        phone = phone_of(day, WOLF[0])
        many = press(phone, "punish", culprit=f"1 {CAT[0]}", penalty="wounds", amount=4, reason="treason")
        before = floor(phone, "punishing")
        few = press(phone, "punish", culprit=f"1 {CAT[0]}", penalty="power", amount=9, reason="treason")
        told = (many.status_code, "Give a number from 1 to 3." in words(many), few.status_code)
        shown.append((*told, bare(before), bare(floor(phone, "punishing"))))
    assert shown[0] == shown[1]
    assert shown[0][:3] == (422, True, 200)


@pytest.mark.rule("R-106")
def test_where_control_is_asked_for_no_phone_punishes():
    day = CourtDay(sovereign=WOLF[0])
    rise(day, CAT[0])
    day.do(EndUprising(month=1, number=1))
    phone = phone_of(day, WOLF[0])
    assert floor(phone, "punishing") == ""
    no = press(phone, "punish", culprit=f"1 {CAT[0]}", penalty="spoken", reason="treason")
    assert (no.status_code, "Court Control enters" in words(no)) == (422, True)
