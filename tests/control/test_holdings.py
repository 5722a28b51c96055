"""Passing on, trading in and lending on the phone; and rules in force, as far as a player may know them."""

from __future__ import annotations

import re
import uuid

import pytest
from django.test import Client
from django.urls import reverse

from control.engine.context import Actor
from control.engine.ids import SeatId
from control.engine.modules import Invalidation
from control.registry import game
from rooms.realm.desks import Desk
from rooms.realm.game.buildings.loans import AllowBuilding, BuildingAllowed
from rooms.realm.game.buildings.ownership import BuildingPlaced, PlaceBuilding
from rooms.realm.game.effects.lifetime import EnterEffect
from rooms.realm.game.favors.hand_corrections import FetchFavor
from rooms.realm.game.state import EffectFrom, EffectKind, Guest
from rooms.realm.game.treasury.power import AdjustPower
from rooms.realm.scenario.ids import FavorId, Phase
from tests.control.phones import CAT_1, CAT_2, HX, WOLF_1, Day, staff, words

pytestmark = [pytest.mark.django_db(transaction=True)]

PLAY = "/play/"
POSTS = ("realm:pass-on", "realm:trade-in", "realm:allow", "realm:revoke")


@pytest.fixture
def day() -> Day:
    return Day().here(CAT_1, CAT_2, WOLF_1).until(Phase.PLANNING)


def press(phone: Client, name: str, fields: dict, **headers):
    return phone.post(reverse(name), {"command_id": str(uuid.uuid4()), **fields}, headers=headers)


def dealt(day: Day, faction: str, count: int = 3, seat: SeatId = CAT_1) -> list[str]:
    """Give a player this many Favors of a faction; returns the cards."""
    favors = [each.id for each in day.state.scenario.favors if each.faction == faction][:count]
    for favor in favors:
        day.do(FetchFavor(player=seat, favor=FavorId(favor), reason="dealt"))
    return [card for card in day.state.seats[seat].purse.favors if card.rsplit("#", 1)[0] in favors]


def text_of(page: str, name: str) -> str:
    found = re.search(rf'<div id="region-{name}".*?(?=<div id="region-|</section>)', page, re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", found[0]).split()) if found else ""


def road(day: Day) -> list[str]:
    regions = {each.id: each for each in day.state.scenario.map.regions}
    zen = regions["zen"]
    return [zen.neighbours[0], "zen", zen.neighbours[1]]


@pytest.mark.parametrize("name", POSTS)
def test_only_a_player_presses_and_never_by_a_link(day, name):
    assert Client().post(reverse(name)).status_code == 404
    assert staff(Desk.WAR).post(reverse(name)).status_code == 404
    assert day.phone(CAT_1).get(reverse(name)).status_code == 405


@pytest.mark.parametrize("name", POSTS)
def test_an_empty_form_is_422_with_a_sentence(day, name):
    before = day.state

    response = press(day.phone(CAT_1), name, {}, **HX)

    assert response.status_code == 422
    assert 'class="refused"' in words(response)
    assert day.state == before


# --- passing on ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R-05")
def test_power_and_favors_are_passed_to_a_relative(day):
    day.do(AdjustPower(seat=CAT_1, before=day.state.seats[CAT_1].purse.power, power=5, reason="chips"))
    card = dealt(day, "cult", 1)[0]

    response = press(day.phone(CAT_1), "realm:pass-on", {"to": CAT_2, "power": "2", "favors": [card]})

    assert response.status_code == 302
    purses = [day.state.seats[seat].purse for seat in (CAT_1, CAT_2)]
    assert [purse.power for purse in purses] == [3, 2]
    assert [card in purse.favors for purse in purses] == [False, True]


@pytest.mark.rule("R-87")
def test_nobody_of_another_house_stands_on_the_list_or_gets_anything(day):
    day.do(AdjustPower(seat=CAT_1, before=day.state.seats[CAT_1].purse.power, power=5, reason="chips"))
    phone = day.phone(CAT_1)
    shown = phone.get(PLAY).context["regions"]["purse"].panel.passing

    response = press(phone, "realm:pass-on", {"to": WOLF_1, "power": "2"}, **HX)

    assert {day.state.seats[each.seat].house for each in shown.relatives} == {"cat"}
    assert response.status_code == 422
    assert "only inside a House" in words(response)
    assert day.state.seats[WOLF_1].purse.power == 0


def test_more_than_one_holds_is_refused_and_what_was_typed_stays(day):
    day.do(AdjustPower(seat=CAT_1, before=day.state.seats[CAT_1].purse.power, power=5, reason="chips"))

    response = press(day.phone(CAT_1), "realm:pass-on", {"to": CAT_2, "power": "9"}, **HX)

    assert response.status_code == 422
    page = words(response)
    assert 'value="9"' in page
    assert f'value="{CAT_2}" required checked' in page
    assert day.state.seats[CAT_1].purse.power == 5


def test_who_holds_nothing_is_offered_nothing(day):
    day.do(AdjustPower(seat=CAT_1, before=0, power=1, reason="chips"))

    assert day.phone(CAT_2).get(PLAY).context["regions"]["purse"].panel.passing is None
    assert day.phone(CAT_1).get(PLAY).context["regions"]["purse"].panel.passing is not None


# --- trading in ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R-134", "GE-FAV-09", "GE-FAV-13", "GE-WAR-73")
def test_three_favors_of_one_faction_become_its_building(day):
    cards, places = dealt(day, "spice-lords"), road(day)
    phone = day.phone(CAT_1)
    assert "Trade Route 3 of 3" in text_of(words(phone.get(PLAY)), "purse")

    response = press(phone, "realm:trade-in", {"cards": cards, "places": places})

    assert response.status_code == 302
    assert response["Location"].endswith("#team")
    built = day.state.buildings[0]
    assert (built.kind, built.house, list(built.places)) == ("trade-route", "cat", places)
    assert not set(cards) & set(day.state.seats[CAT_1].purse.favors)
    assert set(cards) <= set(day.state.favor_discards)
    assert "ours" in text_of(words(phone.get(PLAY)), "buildings")


@pytest.mark.rule("R-62")
def test_a_refused_road_keeps_cards_and_places_on_the_form(day):
    cards = dealt(day, "spice-lords")
    places = ["zen", "hag", "amn"]

    response = press(day.phone(CAT_1), "realm:trade-in", {"cards": cards, "places": places}, **HX)

    page = words(response)
    assert response.status_code == 422
    assert "do not lie against each other" in page
    assert [len(re.findall(rf'<option value="{place}"[^>]*selected>', page)) for place in places] == [1, 1, 1]
    assert page.count("checked") >= 3
    assert day.state.buildings == ()
    assert set(cards) <= set(day.state.seats[CAT_1].purse.favors)


@pytest.mark.rule("R-134")
def test_outside_ceremony_and_planning_nothing_is_traded(day):
    cards = dealt(day, "outcasts")
    day.end()
    phone = day.phone(CAT_1)
    assert "traded in during Ceremony and Planning" in text_of(words(phone.get(PLAY)), "purse")
    assert "Build Arena" not in words(phone.get(PLAY))

    response = press(phone, "realm:trade-in", {"cards": cards}, **HX)

    assert response.status_code == 422
    assert "R-134" in words(response)
    assert day.state.buildings == ()


@pytest.mark.rule("R-134")
def test_cards_of_a_relative_buy_nothing_before_they_are_passed_on(day):
    own, other = dealt(day, "outcasts", 2), dealt(day, "outcasts", 3, CAT_2)
    phone = day.phone(CAT_1)
    third = next(card for card in other if card not in own)

    response = press(phone, "realm:trade-in", {"cards": [*own, third]}, **HX)
    assert response.status_code == 409
    assert "not in this purse" in words(response)

    press(day.phone(CAT_2), "realm:pass-on", {"to": CAT_1, "favors": [third]})
    press(phone, "realm:trade-in", {"cards": [*own, third]})
    assert [each.kind for each in day.state.buildings] == ["arena"]


def test_a_trade_sent_twice_builds_once(day):
    form = {"cards": dealt(day, "outcasts"), "command_id": str(uuid.uuid4())}
    phone = day.phone(CAT_1)

    first, second = press(phone, "realm:trade-in", form), press(phone, "realm:trade-in", form)

    assert (first.status_code, second.status_code) == (302, 302)
    assert len(day.state.buildings) == 1


def test_what_a_hand_holds_is_told_to_nobody_else(day):
    dealt(day, "outcasts", 2)

    own = text_of(words(day.phone(CAT_1).get(PLAY)), "purse")
    assert "2 of 3" in own
    for seat in (CAT_2, WOLF_1):
        assert "of 3" not in text_of(words(day.phone(seat).get(PLAY)), "purse")


# --- lending ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R-65", "GE-FAV-16", "GE-WAR-74")
def test_any_member_lets_another_house_use_a_building_and_takes_it_back(day):
    day.do(PlaceBuilding(house="cat", kind="arena", reason="built"))
    mate, guest = day.phone(CAT_2), day.phone(WOLF_1)

    press(mate, "realm:allow", {"building": 1, "month": 1, "house": "wolf", "until": "revoked"})
    assert day.state.buildings[0].guests == (Guest(house="wolf"),)
    assert "we may use it" in text_of(words(guest.get(PLAY)), "buildings")

    press(day.phone(CAT_1), "realm:revoke", {"end": "1 wolf"})
    assert day.state.buildings[0].guests == ()
    assert "we may use it" not in text_of(words(guest.get(PLAY)), "buildings")


@pytest.mark.rule("R-65")
def test_nobody_lends_what_another_house_owns(day):
    day.do(PlaceBuilding(house="cat", kind="arena", reason="built"))

    response = press(day.phone(WOLF_1), "realm:allow", {"building": 1, "month": 1, "house": "ram", "until": "month"}, **HX)

    assert response.status_code == 422
    assert "belongs to another House" in words(response)
    assert day.state.buildings[0].guests == ()


@pytest.mark.rule("R-65")
def test_after_movement_permissions_stand_as_they_are(day):
    day.do(PlaceBuilding(house="cat", kind="arena", reason="built"))
    phone = day.phone(CAT_1)
    press(phone, "realm:allow", {"building": 1, "month": 1, "house": "wolf", "until": "month"})
    day.end().end()

    page = words(phone.get(PLAY))
    response = press(phone, "realm:revoke", {"end": "1 wolf"}, **HX)

    assert "No longer" not in page
    assert "before Movement ends" in text_of(page, "buildings")
    assert response.status_code == 422
    assert day.state.buildings[0].guests == (Guest(house="wolf", until=1),)


def test_who_is_let_in_is_told_to_nobody_else(day):
    day.do(PlaceBuilding(house="cat", kind="arena", reason="built"))
    day.do(AllowBuilding(seat=CAT_1, building=1, house="ram", until=None), by=Actor(seat=CAT_1))

    assert "Ram" in text_of(words(day.phone(CAT_2).get(PLAY)), "buildings")
    assert "Ram" not in text_of(words(day.phone(WOLF_1).get(PLAY)), "buildings")


# --- what is in force ---------------------------------------------------------------------------------------------------


def test_the_law_page_says_what_is_in_force(day):
    day.do(EnterEffect(kind=EffectKind.TREATY, since=1, until=1, regions=("zen",), reason="passed", source="Law 14: Treaty"))
    day.do(EnterEffect(kind=EffectKind.TRAVEL_BAN, since=2, until=2, regions=("aka",), reason="passed"))

    page = text_of(words(day.phone(WOLF_1).get(PLAY)), "standing")

    assert "No battle happens in Zen. Treaty, month 1. Law 14: Treaty" in page
    assert "From a later month on Nobody may enter Aka. Travel Ban, month 2. By Control." in page


def test_what_a_scheme_left_is_on_no_phone_but_of_whom_it_arms(day):
    secret = {"since": 1, "until": 1, "origin": EffectFrom.SCHEME, "reason": "completed"}
    day.do(EnterEffect(kind=EffectKind.BLACK_POWDER, houses=("cat",), **secret))
    day.do(EnterEffect(kind=EffectKind.FORGED_ORDER, houses=("wolf", "cat"), **secret))

    shown = {seat: text_of(words(day.phone(seat).get(PLAY)), "standing") for seat in (CAT_1, CAT_2, WOLF_1)}

    assert "Black Powder" in shown[CAT_1]
    assert "Black Powder" in shown[CAT_2]
    assert "Black Powder" not in shown[WOLF_1]
    assert all("must ally" not in each for each in shown.values())


def test_a_building_pokes_every_phone_and_a_permission_only_two_houses(day):
    done = day.do(PlaceBuilding(house="cat", kind="arena", reason="built"))
    assert done.entries[0].kind == BuildingPlaced.__name__
    state = day.state
    invalidations = game("god-emperor").invalidations(BuildingAllowed(id=1, house="wolf", until=1, by=CAT_1), state)

    assert {invalidation.to for invalidation in invalidations} == {"staff", "team:cat", "team:wolf"}
    placed = BuildingPlaced(building=state.buildings[0], reason="built")
    assert Invalidation(topic="buildings") in game("god-emperor").invalidations(placed, state)
