"""The unit that is open first in a Move: the one most likely to move next."""

from __future__ import annotations

import pytest

from rooms.tables.scythe.game import actions
from rooms.tables.scythe.game.state import CHARACTER, WORKERS
from tests.rooms.tables.scythe.dealt import on_the_move
from tests.rooms.tables.scythe.phone import moments, panel_for
from tests.rooms.tables.scythe.play import play
from tests.rooms.tables.scythe.tables import A, mech, side, tokens

SPEED = mech("nordic", "speed")
FIRST = WORKERS[0]


def opened(state):
    """The one open unit."""
    [unit] = [each for each in panel_for(state, A).moving.units if each.open]
    return unit.unit


def nordic(**more):
    """Nordic in a Move, with a Rusviet at home."""
    table = {name: more.pop(name) for name in ("marks", "tokens", "units") if name in more}
    return on_the_move(side("nordic", **more), side("rusviet"), **table)


@pytest.mark.parametrize(
    ("state", "unit"),
    [
        (nordic(character="A5", workers="A4 A4 A4", marks=("B4",)), CHARACTER),  # an encounter is two steps away
        (nordic(character="A4", workers="A5 A5", marks=("B4",)), CHARACTER),  # here one step away
        (nordic(character="D3", workers="A4 A4", card="FC-01"), FIRST),  # with a card, nothing attracts the character
        (nordic(character="C3", workers="A4 A4"), CHARACTER),  # the Factory is beside it
        (nordic(character="D3", card="FC-01", speed="A5", workers="A4"), CHARACTER),  # nothing attracts any unit: the first one
        (nordic(character="D3", card="FC-01", speed="A5", workers="A5"), SPEED),  # a mech carries
        (nordic(character="D3", card="FC-01", speed="B4", workers="A4", tokens={"B4": tokens(oil=1)}), CHARACTER),  # its own tokens
        (nordic(character="D3", card="FC-01", speed="B4", workers="A5", tokens={"A4": tokens(oil=1)}), SPEED),  # free tokens
    ],
)
def test_stands_open(state, unit):
    assert opened(state) == unit


def test_a_goal_that_an_opponents_fighter_holds_calls_nobody():
    def state(**theirs):
        return on_the_move(side("nordic", character="A4", workers="A5 A5"), side("rusviet", card="FC-02", **theirs), marks=("B4",))

    assert opened(state()) == CHARACTER
    held = state(speed="B4", character="D3")
    assert opened(held) == FIRST


def test_who_has_just_moved_and_their_place_wait_for_the_others():
    state = nordic(character="D3", card="FC-01", workers="A4 A4 A4 A5 B4", units=3)
    assert opened(state) == FIRST

    moved = play(state, A, actions.StepTo(FIRST, "A5")).state
    assert opened(moved) == WORKERS[1]  # two are left on A4; those on A5, where the last one went, wait
    again = play(moved, A, actions.StepTo(WORKERS[1], "A5")).state
    assert opened(again) != WORKERS[3]


def test_a_unit_under_way_stands_open_only_while_something_calls_it_on():
    def under_way(**more):
        state = nordic(character="A5", speed="A5", workers="B4 B4", **more)
        return play(state, A, actions.StepTo(CHARACTER, "A4")).state

    assert opened(under_way(marks=("B4",))) == CHARACTER
    assert opened(under_way(card="FC-01")) != CHARACTER


def test_there_is_always_one_open_where_something_can_step():
    asked = [panel_for(state, player).moving for state, player in moments(7)]

    moves = [each for each in asked if each is not None and each.units]
    assert moves
    assert [sum([unit.open for unit in each.units]) for each in moves] == [1] * len(moves)
