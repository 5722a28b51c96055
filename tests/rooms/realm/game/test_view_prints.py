"""Prints of God Emperor: strips and laws are public, purses and effects of schemes are for the control team."""

from __future__ import annotations

import pytest

from control.day.people.lookup import with_seat
from control.engine.records import replace
from control.engine.viewer import HALL, Viewer
from rooms.realm.desks import Desk
from rooms.realm.game import view_prints as prints
from rooms.realm.game.state import Effect, EffectFrom, EffectKind, GameState, Purse
from rooms.realm.scenario.ids import HouseId
from tests.rooms.realm.game.play import CAT_1, running

WAR = Viewer(desks=frozenset({Desk.WAR}))
OUTSIDE = [pytest.param(Viewer(seat=CAT_1), id="a player"), pytest.param(HALL, id="the hall")]


def schemed() -> GameState:
    """One effect of a scheme (Forbid) and one of a law (Famine)."""
    wolf = (HouseId("wolf"),)
    made = (
        Effect(id=1, kind=EffectKind.FORBID, since=1, until=None, houses=wolf, origin=EffectFrom.SCHEME, source="Poison"),
        Effect(id=2, kind=EffectKind.FAMINE, since=1, until=None, houses=wolf, origin=EffectFrom.LAW, source="Law 14"),
    )
    return replace(running().state, effects=made)


def test_the_control_team_prints_everything_in_force():
    assert [each.id for each in prints.in_force_to_print(schemed(), WAR).effects] == [1, 2]


@pytest.mark.parametrize("viewer", OUTSIDE)
def test_nobody_else_prints_what_a_scheme_left(viewer):
    assert [each.id for each in prints.in_force_to_print(schemed(), viewer).effects] == [2]


def test_the_control_team_prints_purses_and_the_deck():
    day = running()
    state = with_seat(day.state, replace(day.state.seats[CAT_1], purse=Purse(power=7)))

    houses = {part.part.team: part for part in prints.houses(state, WAR)}

    assert len(houses) == len(state.teams)
    assert houses[HouseId("cat")].power == 7
    assert prints.favors_left(state, WAR).deck == len(state.favor_deck) > 0


@pytest.mark.parametrize("viewer", OUTSIDE)
def test_nobody_else_prints_purses_or_the_deck(viewer):
    state = running().state

    assert prints.houses(state, viewer) == ()
    assert prints.favors_left(state, viewer) == prints.FavorsLeft()


@pytest.mark.parametrize("viewer", [*OUTSIDE, pytest.param(WAR, id="a desk")])
def test_what_is_worn_and_what_hangs_is_everybodys(viewer):
    state = schemed()

    assert len(prints.strips(state, viewer)) == len(state.seats)
    assert [each.number for each in prints.tablets(state, viewer)] == sorted(law.number for law in state.laws)
