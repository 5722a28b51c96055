"""Buildings: allowed places, trade-ins, guests, and invariants."""

from __future__ import annotations

import pytest

from control.engine.records import replace
from control.engine.refusal import Refused
from control.engine.viewer import Viewer
from rooms.realm.game.buildings.kinds import ARENA, CHAPEL, KINDS, SPY_TOWER, TRADE_ROUTE, TUNNELS, ordered_places, usable_buildings
from rooms.realm.game.buildings.loans import AllowBuilding, RevokeBuilding
from rooms.realm.game.buildings.ownership import ChangeOwner, PlaceBuilding, RemoveBuilding, TradeIn
from rooms.realm.game.state import Building, Guest
from rooms.realm.game.view_in_force import view_standing
from rooms.realm.scenario.ids import CardId, HouseId, Phase, RegionId
from tests.rooms.realm.game.play import (
    CAT_1,
    CAT_2,
    CEREMONY,
    CHECK_IN,
    COURT_CONTROL,
    SHARED,
    WAR_CONTROL,
    WOLF_1,
    player,
    running,
)
from tests.rooms.realm.game.standing import OF_THE_RAT_KING, holding

CAT, WOLF, BEAR = HouseId("cat"), HouseId("wolf"), HouseId("bear")


def place(*names):
    return tuple(RegionId(name) for name in names)


def built(day, kind=ARENA, house=CAT, places=()):
    day.do(PlaceBuilding(house=house, kind=kind, places=places, reason="built by law"), by=WAR_CONTROL)
    return day


def answer(day, command):
    """Rule and code of the refusal of a player's command, or None if it is carried out."""
    try:
        day.do(command, by=player(command.seat))
    except Refused as no:
        return no.rule, no.code
    return None


# --- places -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R-62", "GE-WAR-75")
def test_every_road_of_the_map_is_three_regions_of_which_each_lies_against_the_next():
    scenario = running().state.scenario
    near = {each.id: set(each.neighbours) for each in scenario.map.regions}
    for one in near:
        for middle in near:
            for other in near:
                fits = one in near[middle] and other in near[middle] and one != other
                try:
                    found = ordered_places(scenario, CAT, TRADE_ROUTE, (one, middle, other)) == (one, middle, other)
                except Refused:
                    found = False
                assert found is fits, (one, middle, other)


@pytest.mark.rule("GE-WAR-78", "R-64")
def test_tunnels_join_any_two_regions_against_the_mountain_and_no_others():
    scenario = running().state.scenario
    by_mountain = set(scenario.map.mountain.neighbours)
    for one in (each.id for each in scenario.map.regions):
        for other in (each.id for each in scenario.map.regions):
            try:
                found = ordered_places(scenario, CAT, TUNNELS, (one, other)) == (one, other)
            except Refused:
                found = False
            assert found is (one != other and {one, other} <= by_mountain), (one, other)


@pytest.mark.rule("R-90")
@pytest.mark.parametrize("kind", [SPY_TOWER, CHAPEL, ARENA])
def test_the_others_lie_at_the_home_castle_of_their_house(kind):
    scenario = running().state.scenario

    assert [ordered_places(scenario, house.id, kind, place("zen")) for house in scenario.houses] == [
        (house.home,) for house in scenario.houses
    ]


WRONG = {
    "no kind": {"kind": "casino"},
    "no House": {"house": HouseId("fox")},
    "no region": {"places": place("zen", "atlantis", "aka")},
    "too few": {"places": place("zen", "aka")},
    "too many": {"places": place("inn", "zen", "aka", "fog")},
    "none": {"places": ()},
    "no reason": {"reason": ""},
}


@pytest.mark.rule("R-62")
@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_what_does_not_fit_is_not_placed(wrong):
    day = running()
    right = {"house": CAT, "kind": TRADE_ROUTE, "places": place("inn", "zen", "aka"), "reason": "built by law"}

    with pytest.raises(Refused) as no:
        day.do(PlaceBuilding(**{**right, **wrong}), by=WAR_CONTROL)

    assert no.value.sentence.endswith(".")
    assert day.state.buildings == ()


def test_the_number_of_a_building_is_never_used_again():
    day = built(built(running()))
    for number in (1, 2):
        day.do(RemoveBuilding(building=number, reason="destroyed"), by=COURT_CONTROL)

    built(day)

    assert [each.id for each in day.state.buildings] == [3]
    with pytest.raises(Refused, match="not stand any more"):
        day.do(RemoveBuilding(building=2, reason="destroyed"), by=COURT_CONTROL)


@pytest.mark.rule("R-107")
def test_a_building_is_given_to_another_house_once():
    day = built(running())
    day.do(ChangeOwner(building=1, house=WOLF, reason="captured"), by=COURT_CONTROL)

    with pytest.raises(Refused) as no:
        day.do(ChangeOwner(building=1, house=WOLF, reason="captured"), by=WAR_CONTROL)

    assert no.value.code == "stale"
    assert [(each.house, each.places) for each in day.state.buildings] == [(WOLF, place("amn"))]


# --- trade-ins ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-FAV-09", "GE-FAV-10", "GE-FAV-12", "GE-FAV-13", "GE-FAV-14", "GE-FAV-15")
def test_three_cards_of_each_faction_buy_its_building():
    places = {TRADE_ROUTE: place("inn", "zen", "aka"), TUNNELS: place("mok", "dom")}
    bought = {}
    for faction in running().state.scenario.factions:
        favors = [each.id for each in running().state.scenario.favors if each.faction == faction.id]
        cards = (CardId(f"{favors[0]}#1"), CardId(f"{favors[0]}#2"), CardId(f"{favors[1]}#1"))
        day = holding(running(), cards)
        day.do(TradeIn(seat=CAT_1, cards=cards, places=places.get(faction.kind, ())), by=player(CAT_1))
        bought[faction.kind] = day.state.buildings[0].kind
        assert day.state.seats[CAT_1].purse.favors == ()
        assert day.state.favor_discards[-3:] == cards

    assert bought == {kind: kind for kind in KINDS}


@pytest.mark.rule("R-134")
@pytest.mark.parametrize("phase", Phase)
def test_favors_are_traded_in_during_ceremony_and_planning(phase):
    day = holding(running().until(1, phase), OF_THE_RAT_KING)

    said = answer(day, TradeIn(seat=CAT_1, cards=OF_THE_RAT_KING, places=place("mok", "dom")))

    is_open = phase in (Phase.CEREMONY, Phase.PLANNING)
    assert said == (None if is_open else ("R-134", "closed"))
    assert bool(day.state.buildings) is is_open


@pytest.mark.rule("R-134")
def test_a_refused_trade_takes_no_card():
    day = holding(running(), OF_THE_RAT_KING)
    three = {"cards": OF_THE_RAT_KING, "places": place("mok", "dom")}

    for wrong in (
        {"places": place("mok", "zen")},
        {"places": ()},
        {"cards": OF_THE_RAT_KING[:2]},
        {"cards": (*OF_THE_RAT_KING[:2], OF_THE_RAT_KING[1])},
        {"cards": (*OF_THE_RAT_KING[:2], CardId("rat-king-05#1"))},
    ):
        with pytest.raises(Refused):
            day.do(TradeIn(seat=CAT_1, **{**three, **wrong}), by=player(CAT_1))

    assert day.state.seats[CAT_1].purse.favors == OF_THE_RAT_KING
    assert day.state.buildings == ()


@pytest.mark.rule("R-134")
def test_nobody_trades_for_another_but_the_ceremony_desk():
    day = holding(running(), OF_THE_RAT_KING)
    trade = TradeIn(seat=CAT_1, cards=OF_THE_RAT_KING, places=place("mok", "dom"))

    for other in (player(CAT_2), player(WOLF_1), WAR_CONTROL, CHECK_IN):
        with pytest.raises(Refused, match="not yours"):
            day.do(trade, by=other)
    day.do(trade, by=CEREMONY)

    assert [each.kind for each in day.state.buildings] == [TUNNELS]


# --- guests -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-FAV-16", "GE-WAR-74", "R-65")
def test_a_house_uses_its_own_and_what_it_is_let_use_this_month():
    day = built(built(running()), house=WOLF, kind=ARENA)
    day.do(AllowBuilding(seat=CAT_2, building=1, house=BEAR, until=1), by=player(CAT_2))

    assert [each.id for each in usable_buildings(day.state, CAT, ARENA)] == [1]
    assert [each.id for each in usable_buildings(day.state, WOLF, ARENA)] == [2]
    assert [each.id for each in usable_buildings(day.state, BEAR, ARENA)] == [1]
    assert usable_buildings(day.state, BEAR, CHAPEL) == ()
    assert usable_buildings(day.until(2, Phase.CEREMONY).state, BEAR, ARENA) == ()


@pytest.mark.rule("R-65")
@pytest.mark.parametrize("phase", Phase)
def test_players_let_others_in_before_movement_ends_and_control_at_any_time(phase):
    day = built(running().until(1, phase))
    allow = AllowBuilding(seat=CAT_1, building=1, house=WOLF, until=None)

    before_orders = phase in (Phase.CEREMONY, Phase.PLANNING, Phase.MOVEMENT)
    assert answer(day, allow) == (None if before_orders else ("R-65", "closed"))
    assert bool(usable_buildings(day.state, WOLF, ARENA)) is before_orders

    if not before_orders:
        with pytest.raises(Refused, match="Say why"):
            day.do(allow, by=WAR_CONTROL)
        day.do(replace(allow, reason="Livia said so in time"), by=WAR_CONTROL)
        assert usable_buildings(day.state, WOLF, ARENA)


@pytest.mark.rule("R-65")
def test_a_permission_is_changed_by_giving_it_again_and_ends_when_revoked():
    day = built(running())
    day.do(AllowBuilding(seat=CAT_1, building=1, house=WOLF, until=1), by=player(CAT_1))
    day.do(AllowBuilding(seat=CAT_1, building=1, house=WOLF, until=None), by=player(CAT_1))
    assert day.state.buildings[0].guests == (Guest(house=WOLF),)
    with pytest.raises(Refused) as again:
        day.do(AllowBuilding(seat=CAT_2, building=1, house=WOLF, until=None), by=player(CAT_2))

    day.do(RevokeBuilding(seat=CAT_2, building=1, house=WOLF), by=player(CAT_2))
    with pytest.raises(Refused) as gone:
        day.do(RevokeBuilding(seat=CAT_1, building=1, house=WOLF), by=player(CAT_1))

    assert (again.value.code, gone.value.code) == ("stale", "stale")
    assert usable_buildings(day.state, WOLF, ARENA) == ()


@pytest.mark.rule("R-65", "GE-WAR-74")
def test_only_members_of_the_owner_lend_and_only_to_others():
    day = built(running())

    for wrong in (
        AllowBuilding(seat=WOLF_1, building=1, house=BEAR, until=None),
        AllowBuilding(seat=CAT_1, building=1, house=CAT, until=None),
        AllowBuilding(seat=CAT_1, building=1, house=HouseId("fox"), until=None),
        AllowBuilding(seat=CAT_1, building=7, house=WOLF, until=None),
        AllowBuilding(seat=CAT_1, building=1, house=WOLF, until=0),
    ):
        with pytest.raises(Refused):
            day.do(wrong, by=player(wrong.seat))
    with pytest.raises(Refused, match="not yours"):
        day.do(AllowBuilding(seat=CAT_1, building=1, house=WOLF, until=None), by=player(CAT_2))

    assert day.state.buildings[0].guests == ()


@pytest.mark.rule("R-65")
def test_a_house_trades_in_and_stops_being_a_host():
    cards = tuple(CardId(f"outcasts-0{number}#1") for number in (1, 2, 3))
    day = holding(built(running()), cards)
    day.do(AllowBuilding(seat=CAT_1, building=1, house=WOLF, until=None), by=player(CAT_1))

    for command in (TradeIn(seat=CAT_1, cards=cards), RevokeBuilding(seat=CAT_1, building=1, house=WOLF)):
        day.do(command, by=player(CAT_1))

    assert (day.state.buildings[0].guests, day.state.seats[CAT_1].purse.favors) == ((), ())


def test_guests_are_known_to_the_owner_and_to_themselves():
    day = built(running())
    for house in (WOLF, BEAR):
        day.do(AllowBuilding(seat=CAT_1, building=1, house=house, until=None), by=player(CAT_1))

    seen = {
        seat: [guest.house for guest in view_standing(day.state, Viewer(seat=seat)).buildings[0].guests]
        for seat in (CAT_2, WOLF_1, "bear-1", "ram-1")
    }

    assert seen == {CAT_2: [WOLF, BEAR], WOLF_1: [WOLF], "bear-1": [BEAR], "ram-1": []}


# --- invariants ---------------------------------------------------------------------------------------------------------

BROKEN = {
    "of no kind": Building(id=1, kind="casino", house=CAT),
    "do not lie against": Building(id=1, kind=TRADE_ROUTE, house=CAT, places=place("zen", "fog", "aka")),
    "two different regions": Building(id=1, kind=TUNNELS, house=CAT, places=place("mok")),
    "its owner as a guest": Building(id=1, kind=ARENA, house=CAT, places=place("amn"), guests=(Guest(house=CAT),)),
}


@pytest.mark.parametrize("says", BROKEN)
def test_a_building_that_cannot_be_is_said(says):
    (sentence,) = SHARED.broken(replace(running().state, buildings=(BROKEN[says],)))

    assert says in sentence


def test_two_buildings_of_one_number_are_said():
    one = Building(id=1, kind=ARENA, house=CAT, places=place("amn"))

    assert SHARED.broken(replace(running().state, buildings=(one, one))) == ("Two buildings bear one number.",)
