"""Weddings on phones and at the Ceremony desk: a Chapel, a Priest, two who agree, and the wedding."""

from __future__ import annotations

import uuid

import pytest
from django.urls import reverse

from control.engine.ids import SeatId
from control.engine.records import replace
from rooms.realm.desks import ALL_DESKS, Desk
from rooms.realm.game.buildings.kinds import CHAPEL
from rooms.realm.game.buildings.ownership import PlaceBuilding
from rooms.realm.game.ceremonies import HoldCeremony, SetSpouses
from rooms.realm.game.ranks_and_wounds import AdjustWounds
from rooms.realm.game.state import CeremonyKind
from rooms.realm.game.weddings.priests import Anoint, priest_of
from rooms.realm.scenario.ids import HouseId, Phase
from tests.control.phones import CAT_1, CAT_2, HX, Day, staff, words
from tests.control.test_play import text_of
from tests.scenarios import default

pytestmark = [pytest.mark.django_db(transaction=True)]

PLAY = "/play/"
CAT, WOLF_1 = HouseId("cat"), SeatId("wolf-1")


@pytest.fixture
def day() -> Day:
    """The Ceremony of month 2; Cat has a Chapel and no Priest yet."""
    day = Day().here(CAT_1, CAT_2, WOLF_1).until(Phase.CEREMONY, 2)
    day.do(PlaceBuilding(house=CAT, kind=CHAPEL, reason="built"))
    return day


def send(phone, name, **fields):
    return phone.post(reverse(name), {"command_id": str(uuid.uuid4()), **fields}, headers=HX)


def agree(day: Day, hostages: int = 2) -> None:
    assert send(day.phone(CAT_2), "realm:ask-to-marry", other=WOLF_1, hostages=hostages).status_code == 200
    assert send(day.phone(WOLF_1), "realm:agree", other=CAT_2, hostages=hostages).status_code == 200


@pytest.mark.rule("GE-CER-10", "GE-FAV-14")
def test_a_house_anoints_its_priest_on_a_phone(day):
    assert "Your House has a Chapel" in text_of(words(day.phone(CAT_2).get(PLAY)), "weddings")
    assert "Chapel" not in text_of(words(day.phone(WOLF_1).get(PLAY)), "weddings")

    assert send(day.phone(CAT_2), "realm:anoint", priest=CAT_1).status_code == 200

    assert priest_of(day.state, CAT).id == CAT_1
    assert "Priest" in text_of(words(day.phone(CAT_1).get(PLAY)), "strip")


@pytest.mark.rule("GE-CER-11")
def test_who_has_asked_reads_so_where_the_form_was(day):
    name = day.state.seats[WOLF_1].name
    assert "Ask somebody to marry" in text_of(words(day.phone(CAT_2).get(PLAY)), "marry")

    answer = words(send(day.phone(CAT_2), "realm:ask-to-marry", other=WOLF_1, hostages=1))

    assert f"Asked; waiting for {name} of Wolf." in answer
    page = text_of(words(day.phone(CAT_2).get(PLAY)), "marry")
    assert f"Asked; waiting for {name} of Wolf." in page
    assert "Ask somebody to marry" not in page


def test_a_ceremony_by_hand_begins_with_no_kind_and_buildings_with_their_house(day):
    desk = staff(Desk.CEREMONY)

    assert " checked" not in desk.get(reverse("realm_desk:hold", args=[day.event.pk])).content.decode()
    member = desk.get(reverse("realm_desk:member", args=[day.event.pk, CAT_1])).content.decode()
    assert f'{reverse("realm_desk:in-force", args=[day.event.pk])}#buildings-of-cat"' in member
    assert 'id="buildings-of-cat"' in desk.get(reverse("realm_desk:in-force", args=[day.event.pk])).content.decode()


@pytest.mark.rule("R-12", "R-14", "GE-CER-11")
def test_whoever_ends_ceremony_is_told_of_weddings_and_couples(day):
    agree(day)
    organizer = staff(*ALL_DESKS)
    asked = reverse("desk:clock-end", args=[day.event.pk])
    names = [day.state.seats[each].name for each in (CAT_2, WOLF_1)]
    assert f"{names[0]} and {names[1]} have agreed to marry and are not wed yet." in words(organizer.get(asked))
    day.do(HoldCeremony(month=2, kind=CeremonyKind.FUNERAL, houses=(HouseId("wolf"),), what="A stone for Brun"))

    told = words(organizer.get(asked))

    assert "Funeral of Wolf is being held: A stone for Brun." in told
    assert f"1 relative is not ticked as there: {names[1]}." in told


@pytest.mark.rule("GE-CER-11", "GE-CER-12", "GE-CER-10")
def test_two_agree_on_their_phones_and_the_priest_weds_them(day):
    day.do(Anoint(seat=CAT_1, priest=CAT_1))
    send(day.phone(CAT_2), "realm:ask-to-marry", other=WOLF_1, hostages="2")
    asked = text_of(words(day.phone(WOLF_1).get(PLAY)), "weddings")
    assert "asks you to marry" in asked
    assert "each give 2 hostages" in asked
    assert text_of(words(day.phone(CAT_1).get(PLAY)), "weddings") == ""  # only the two may know of the question

    send(day.phone(WOLF_1), "realm:agree", other=CAT_2, hostages="2")
    assert "Go to the House Table of Cat now: " in text_of(words(day.phone(CAT_2).get(PLAY)), "weddings")
    assert "Wed them" in text_of(words(day.phone(CAT_1).get(PLAY)), "weddings")

    answer = send(day.phone(CAT_1), "realm:wed", month="2", one=CAT_2, other=WOLF_1, hostages="2")

    assert answer.status_code == 200
    assert day.state.seats[CAT_2].spouse == WOLF_1
    assert "2 hostages of Cat" in text_of(words(day.phone(WOLF_1).get(PLAY)), "hostage-news")


@pytest.mark.rule("GE-CER-11")
def test_a_question_is_refused_or_taken_back(day):
    send(day.phone(CAT_2), "realm:ask-to-marry", other=WOLF_1, hostages="1")
    assert "Take the question back" in text_of(words(day.phone(CAT_2).get(PLAY)), "weddings")

    assert send(day.phone(WOLF_1), "realm:break", other=CAT_2).status_code == 200

    assert day.state.betrothals == ()
    again = send(day.phone(CAT_2), "realm:break", other=WOLF_1)
    assert (again.status_code, "nothing between the two" in words(again)) == (409, True)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"other": "", "hostages": "1"}, "Choose whom you ask."),
        ({"other": WOLF_1, "hostages": "0"}, "Each House gives 1 to 10 hostages."),
        ({"other": WOLF_1, "hostages": "many"}, "Each House gives 1 to 10 hostages."),
        ({"other": CAT_2, "hostages": "1"}, "Name two different players."),
        ({"other": "dog-1", "hostages": "1"}, "No such seat"),
    ],
)
def test_a_bad_question_is_answered_with_one_sentence(day, fields, sentence):
    answer = send(day.phone(CAT_2), "realm:ask-to-marry", **fields)
    assert (answer.status_code, sentence in words(answer)) == (422, True)


@pytest.mark.rule("GE-CER-09")
def test_nobody_is_offered_a_wedding_where_there_is_no_chapel():
    day = Day().here(CAT_1).until(Phase.PLANNING)
    assert "Ask somebody to marry" not in words(day.phone(CAT_1).get(PLAY))


@pytest.mark.rule("GE-CER-09", "GE-CER-10", "GE-CER-12")
def test_the_desk_anoints_and_weds_for_those_without_phones(day):
    desk, address = staff(Desk.CEREMONY), reverse("realm_desk:wed", args=[day.event.pk])
    assert "There is no Priest yet" in words(desk.get(address))
    desk.post(address, {"command_id": str(uuid.uuid4()), "anoint": "1", "priest": CAT_1}, headers=HX)
    assert priest_of(day.state, CAT).id == CAT_1

    couple = {"month": "2", "one": CAT_2, "other": WOLF_1, "priest": CAT_1, "hostages": "1"}
    missing = desk.post(address, {"command_id": str(uuid.uuid4()), **couple, "one": ""}, headers=HX)
    assert (missing.status_code, "Choose the two who marry." in words(missing)) == (422, True)
    done = desk.post(address, {"command_id": str(uuid.uuid4()), **couple}, headers=HX)

    assert done.status_code == 200
    assert day.state.seats[CAT_2].spouse == WOLF_1
    twice = desk.post(address, {"command_id": str(uuid.uuid4()), **couple}, headers=HX)
    assert (twice.status_code, "married already" in words(twice)) == (422, True)


def test_the_desk_sees_couples_that_agree(day):
    day.do(Anoint(seat=CAT_1, priest=CAT_1))
    agree(day)
    page = words(staff(Desk.CEREMONY).get(reverse("realm_desk:houses", args=[day.event.pk])))
    assert "may be wed now" in page
    form = words(staff(Desk.CEREMONY).get(reverse("realm_desk:wed", args=[day.event.pk])))
    assert "They have agreed on their phones" in form


# --- ceremonies at the desk, divorce ------------------------------------------------------------------------------------


@pytest.mark.rule("GE-EVT-33", "R-14", "R-12")
def test_the_desk_notes_one_guest_all_guests_and_the_end(day):
    desk, held = staff(Desk.CEREMONY), reverse("realm_desk:attend", args=[day.event.pk])
    day.do(HoldCeremony(month=2, kind=CeremonyKind.FUNERAL, houses=(CAT,), what="of the old duke"))
    assert "Go to the House Table of Cat now." in text_of(words(day.phone(CAT_2).get(PLAY)), "attendance")
    assert text_of(words(day.phone(WOLF_1).get(PLAY)), "attendance") == ""

    assert desk.post(held, {"command_id": str(uuid.uuid4()), "there": f"1 {CAT_1}"}, headers=HX).status_code == 200
    assert "Go to the House Table of Cat now." in text_of(words(day.phone(CAT_2).get(PLAY)), "attendance")
    assert desk.post(held, {"command_id": str(uuid.uuid4()), "there": "1 *"}, headers=HX).status_code == 200
    assert "You are noted as there." in text_of(words(day.phone(CAT_2).get(PLAY)), "attendance")
    again = desk.post(held, {"command_id": str(uuid.uuid4()), "there": "1 *"}, headers=HX)
    assert (again.status_code, "noted already" in words(again)) == (409, True)

    over = desk.post(
        reverse("realm_desk:ceremony-over", args=[day.event.pk]), {"command_id": str(uuid.uuid4()), "over": "1"}, headers=HX
    )
    assert over.status_code == 200
    assert text_of(words(day.phone(CAT_2).get(PLAY)), "attendance") == ""


@pytest.mark.rule("R-139")
def test_the_desk_holds_the_funeral_of_a_character_with_one_tap(day):
    desk, address = staff(Desk.CEREMONY), reverse("realm_desk:funeral", args=[day.event.pk])
    day.do(AdjustWounds(player=CAT_2, before=0, wounds=3, reason="hit"))
    assert "Funeral of" in words(desk.get(reverse("realm_desk:houses", args=[day.event.pk])))

    bad = desk.post(address, {"command_id": str(uuid.uuid4()), "dead": "cat"}, headers=HX)
    assert (bad.status_code, "Tap whose funeral it is." in words(bad)) == (422, True)
    assert desk.post(address, {"command_id": str(uuid.uuid4()), "dead": f"2 cat {CAT_2}"}, headers=HX).status_code == 200

    assert day.state.deaths[-1].buried == 2
    assert "is laid to rest" in text_of(words(day.phone(CAT_1).get(PLAY)), "attendance")


@pytest.mark.rule("R-140")
def test_without_the_setting_no_phone_offers_a_divorce_and_none_is_taken(day):
    day.do(SetSpouses(player=CAT_2, other=WOLF_1, reason="wed"))
    assert "ivorce" not in text_of(words(day.phone(CAT_2).get(PLAY)), "divorce")
    answer = send(day.phone(CAT_2), "realm:ask-for-divorce")
    assert (answer.status_code, "There is no divorce." in words(answer)) == (422, True)


@pytest.mark.rule("R-140", "R-141")
def test_with_the_setting_a_couple_parts_on_its_phones():
    scenario = default()
    scenario = replace(scenario, settings=replace(scenario.settings, divorce=True))
    day = Day(scenario=scenario).here(CAT_1, CAT_2, WOLF_1).until(Phase.CEREMONY, 2)
    day.do(SetSpouses(player=CAT_2, other=WOLF_1, reason="wed"))
    assert text_of(words(day.phone(CAT_1).get(PLAY)), "divorce") == ""
    assert send(day.phone(CAT_2), "realm:ask-for-divorce").status_code == 200
    assert "asks you for a divorce" in text_of(words(day.phone(WOLF_1).get(PLAY)), "divorce")
    assert send(day.phone(WOLF_1), "realm:stay-married").status_code == 200
    assert send(day.phone(WOLF_1), "realm:ask-for-divorce").status_code == 200
    assert "You have asked" in text_of(words(day.phone(WOLF_1).get(PLAY)), "divorce")

    assert send(day.phone(CAT_2), "realm:divorce").status_code == 200

    assert day.state.seats[CAT_2].spouse is None
    assert text_of(words(day.phone(CAT_2).get(PLAY)), "divorce") == ""


@pytest.mark.rule("R-141", "GE-CER-12")
def test_another_number_than_they_agreed_on_is_asked_about_first(day):
    day.do(Anoint(seat=CAT_1, priest=CAT_1))
    agree(day, 2)
    desk, address = staff(Desk.CEREMONY), reverse("realm_desk:wed", args=[day.event.pk])
    couple = {"month": "2", "one": CAT_2, "other": WOLF_1, "priest": CAT_1, "hostages": "9"}

    asked = desk.post(address, {"command_id": str(uuid.uuid4()), **couple}, headers=HX)
    assert (asked.status_code, "They agreed on 2; enter 9?" in words(asked)) == (200, True)
    assert day.state.seats[CAT_2].spouse is None
    other = desk.post(
        address, {"command_id": str(uuid.uuid4()), **couple, "hostages": "8", "sure": f"{CAT_2} {WOLF_1} 9"}, headers=HX
    )
    assert "They agreed on 2; enter 8?" in words(other)

    done = desk.post(address, {"command_id": str(uuid.uuid4()), **couple, "sure": f"{CAT_2} {WOLF_1} 9"}, headers=HX)
    assert "Cat and Wolf have each given 9 hostages." in words(done)
    assert sum(each.of == "cat" and each.holder == "wolf" and bool(each.marriage) for each in day.state.hostages) == 9
