"""Views of the desks that look after the Houses: purses, secret effects, guests of a building. Others see none of it."""

from __future__ import annotations

import pytest

from control.engine.ids import SeatId
from control.engine.records import replace
from control.engine.viewer import HALL, NOBODY, Viewer
from rooms.realm.desks import ALL_DESKS, HOUSE_DESKS, Desk, looks_after_houses
from rooms.realm.game.buildings.kinds import CHAPEL
from rooms.realm.game.buildings.loans import AllowBuilding
from rooms.realm.game.buildings.ownership import PlaceBuilding
from rooms.realm.game.choice_lists import house_names
from rooms.realm.game.effects.lifetime import EnterEffect
from rooms.realm.game.state import EffectFrom, EffectKind, GameState
from rooms.realm.game.view_houses import ceremonies_view, hold_ask, houses_view, member_view, seat_named
from rooms.realm.game.view_in_force import buildings_view, effects_view, laws_view
from rooms.realm.game.view_in_force_forms import building_ask, building_choices, effect_ask, end_ask, place_ask
from rooms.realm.scenario.ids import HouseId
from tests.rooms.realm.game.play import CAT_1, CEREMONY, WAR_CONTROL, WOLF_1, Day, player, running
from tests.rooms.realm.game.standing import OF_THE_RAT_KING, holding
from tests.scenarios import default

CAT, WOLF, BEAR = HouseId("cat"), HouseId("wolf"), HouseId("bear")
WAR, CHECK_IN = Viewer(desks=WAR_CONTROL.desks), Viewer(desks=frozenset({Desk.CHECK_IN}))
CAT_PLAYER, WOLF_PLAYER = Viewer(seat=CAT_1), Viewer(seat=WOLF_1)
PLAIN = (CAT_PLAYER, WOLF_PLAYER, HALL, NOBODY)
NO_HOUSES_DESK = (*PLAIN, CHECK_IN)
ALL_OF_THEM = 1000


@pytest.mark.parametrize("desk", ALL_DESKS)
def test_the_desks_that_look_after_the_houses_are_those_of_the_rooms_and_the_organizers(desk):
    assert looks_after_houses(Viewer(desks=frozenset({desk}))) is (desk in HOUSE_DESKS or desk is Desk.ORGANIZER)


# --- purses -------------------------------------------------------------------------------------------------------------


def rich() -> GameState:
    """Cat 1 holds Power and Favors."""
    day = holding(running(), OF_THE_RAT_KING)
    cat = day.state.seats[CAT_1]
    return replace(day.state, seats={**day.state.seats, CAT_1: replace(cat, purse=replace(cat.purse, power=7))})


def test_purses_are_shown_to_the_desks_of_the_houses_alone():
    state = rich()

    shown = houses_view(state, WAR, frozenset(), ALL_OF_THEM)

    held = {one.strip.seat: (one.power, one.favors) for house in shown for one in house.members}
    assert held == {seat: (7, 3) if seat == CAT_1 else (0, 0) for seat in state.seats}
    assert [houses_view(state, viewer, frozenset(), ALL_OF_THEM) for viewer in NO_HOUSES_DESK] == [()] * len(NO_HOUSES_DESK)


def test_a_house_is_shown_as_far_as_it_is_unfolded():
    state = running().state

    cat, *others = houses_view(state, WAR, frozenset({"cat"}), 1)

    assert (cat.unfolded, cat.more, len(cat.members)) == (True, 0, sum(seat.house == CAT for seat in state.seats.values()))
    assert all(len(house.members) == 1 and not house.unfolded for house in others)
    assert all(house.more == sum(seat.house == house.house for seat in state.seats.values()) - 1 for house in others)


def test_a_member_is_shown_to_the_desks_of_the_houses_alone():
    state = rich()

    found = member_view(state, WAR, CAT_1)

    assert found is not None
    assert (found.person.strip.seat, found.person.power, found.person.favors) == (CAT_1, 7, 3)
    assert [member_view(state, viewer, CAT_1) for viewer in NO_HOUSES_DESK] == [None] * len(NO_HOUSES_DESK)


def test_which_cards_a_player_holds_is_in_no_view_of_a_desk():
    state = rich()

    views = (*houses_view(state, WAR, frozenset(), ALL_OF_THEM), *(member_view(state, WAR, seat) for seat in state.seats))

    assert [card for card in OF_THE_RAT_KING if card in repr(views)] == []


def test_nobody_else_is_a_member():
    state = running().state

    assert member_view(state, WAR, "cat-99") is None
    assert (seat_named(state, "cat-1"), seat_named(state, "cat-99")) == (SeatId("cat-1"), None)


def test_the_ceremony_desk_alone_marries_and_holds():
    state = running().state
    cleo = Viewer(desks=CEREMONY.desks)
    may = {
        name: (member.may_marry, ceremonies_view(state, viewer).may_hold)
        for name, viewer in (("ceremony", cleo), ("war", WAR), ("organizer", Viewer(desks=frozenset({Desk.ORGANIZER}))))
        if (member := member_view(state, viewer, CAT_1)) is not None
    }

    assert may == {"ceremony": (True, True), "war": (False, False), "organizer": (True, True)}


# --- effects ------------------------------------------------------------------------------------------------------------


def schemed() -> GameState:
    """A Famine, a Forged Order and Black Powder on Cat by secret schemes, and a Famine on Bear entered by Control."""
    day = running()
    famine = EnterEffect(kind=EffectKind.FAMINE, since=1, until=1, houses=(CAT,), reason="read", origin=EffectFrom.SCHEME)
    day.do(famine, by=WAR_CONTROL)
    day.do(replace(famine, kind=EffectKind.FORGED_ORDER, houses=(CAT, WOLF)), by=WAR_CONTROL)
    day.do(replace(famine, kind=EffectKind.BLACK_POWDER), by=WAR_CONTROL)
    day.do(replace(famine, houses=(BEAR,), origin=EffectFrom.CONTROL), by=WAR_CONTROL)
    return day.state


KNOWN = {
    "war": [1, 2, 3, 4],
    "cat": [3, 4],
    "wolf": [4],
    "hall": [4],
    "nobody": [4],
}
VIEWERS = {"war": WAR, "cat": CAT_PLAYER, "wolf": WOLF_PLAYER, "hall": HALL, "nobody": NOBODY}


@pytest.mark.parametrize("who", VIEWERS)
def test_what_schemes_left_is_shown_to_the_control_team_and_to_whom_it_arms(who):
    state, viewer = schemed(), VIEWERS[who]

    shown = effects_view(state, viewer)

    assert [row.view.id for row in shown.groups[0].rows] == KNOWN[who]
    assert CAT in [house.id for house in shown.starving] or who != "war"
    assert viewer.staff or (shown.starving, shown.fed) == ((), ())  # it would show a secret Famine


@pytest.mark.parametrize("who", VIEWERS)
def test_the_questions_about_effects_name_no_other_ones(who):
    state, viewer = schemed(), VIEWERS[who]

    standing = [each.id for kind in EffectKind for each in effect_ask(state, viewer, kind).standing]
    ending = [number for number in range(1, 6) if end_ask(state, viewer, number) is not None]

    assert sorted(standing) == KNOWN[who]
    assert ending == KNOWN[who]


@pytest.mark.parametrize(("desk", "may"), [(Desk.WAR, True), (Desk.COURT, True), (Desk.UNDERGROUND, True), (Desk.CEREMONY, False)])
def test_who_may_enter_an_effect_may_end_one(desk, may):
    shown = effects_view(schemed(), Viewer(desks=frozenset({desk})))

    seen = 4 if desk in (Desk.WAR, Desk.UNDERGROUND) else 3  # only these two desks see a stance that a scheme forces
    assert (shown.may_enter, [row.may_end for row in shown.groups[0].rows]) == (may, [may] * seen)


def test_a_question_about_an_effect_begins_with_what_is_usual():
    day = running()

    famine, treaty = (effect_ask(day.state, WAR, kind) for kind in (EffectKind.FAMINE, EffectKind.TREATY))

    assert (famine.first_month, famine.first_length) == (2, "removed")
    assert (treaty.first_month, treaty.first_length) == (2, "1")


# --- buildings ----------------------------------------------------------------------------------------------------------


def lent() -> Day:
    """A Chapel of Cat that Wolf may use."""
    day = running()
    day.do(PlaceBuilding(house=CAT, kind=CHAPEL, places=(), reason="built"), by=WAR_CONTROL)
    day.do(AllowBuilding(seat=CAT_1, building=1, house=WOLF, until=None), by=player(CAT_1))
    return day


def test_who_may_use_a_building_is_known_to_its_owner_its_guests_and_the_control_team():
    state = lent().state
    viewers = {**VIEWERS, "bear": Viewer(seat=SeatId("bear-1"))}

    listed, asked = {}, {}
    for who, viewer in viewers.items():
        found = building_ask(state, viewer, 1)
        assert found is not None
        asked[who] = [guest.house for guest in found.guests]
        listed[who] = [guest.house for guest in buildings_view(state, viewer).houses[0].buildings[0].guests]

    assert listed == asked == {"war": [WOLF], "cat": [WOLF], "wolf": [WOLF], "hall": [], "nobody": [], "bear": []}


def test_a_building_is_lent_by_the_highest_rank_of_its_house():
    found = building_ask(lent().state, WAR, 1)

    assert found is not None
    assert (found.speaking, found.view.house) == (CAT_1, CAT)
    assert WOLF not in [house.id for house in found.strangers]
    assert CAT not in [house.id for house in found.others]
    assert building_ask(lent().state, WAR, 2) is None


# --- secrets of a scenario ----------------------------------------------------------------------------------------------


def test_houses_to_choose_from_bring_none_of_their_secrets():
    scenario = default()
    houses = tuple(replace(house, true_secrets=(f"secret of {house.id}",)) for house in scenario.houses)
    day = lent()
    state = replace(day.state, scenario=replace(scenario, houses=houses))

    shown = (
        house_names(state),
        hold_ask(state),
        ceremonies_view(state, WAR),
        effects_view(state, WAR),
        effect_ask(state, WAR, EffectKind.FAMINE),
        building_choices(state),
        building_ask(state, WAR, 1),
        place_ask(state, CHAPEL, ()),
        buildings_view(state, WAR),
        laws_view(state, WAR),
    )

    assert "secret of" in repr(state.scenario)
    assert "secret of" not in repr(shown)
