"""Nobody gets new time for a turn by leaving the chair and coming back to it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from control.engine.context import THE_CLOCK
from rooms.tables.game.asking import AnswerAsking, AskChair
from rooms.tables.game.chairs import PutBot, SitDown, StandUp
from rooms.tables.game.playing import Begin, BotsPlay
from tests.rooms.tables.test_engine import NOON, Table
from tests.rooms.tables.test_reserve import SECOND, begun, out

OFF_AND_ON = (StandUp(chair=1), SitDown(person="boris", name="Boris"))


def time_of(table: Table) -> tuple:
    state = table.state
    return state.turn, state.asked, state.deadline, state.late, state.reserves, state.bots_at, state.waits_for


@pytest.mark.parametrize("reserve_runs", [False, True])
def test_who_stands_up_and_sits_down_again_has_the_time_that_was_left(reserve_runs):
    table = begun()
    if reserve_runs:
        out(table, NOON + 60 * SECOND)
    before = time_of(table)
    table.now += 2 * SECOND

    for each in OFF_AND_ON:
        table.do(each, "boris")

    assert time_of(table) == before


def test_bots_that_are_called_and_find_no_bot_move_no_time():
    table = begun()
    out(table, NOON + 60 * SECOND)
    before = time_of(table)
    table.now += 10 * SECOND

    table.do(BotsPlay(turn=table.state.turn), THE_CLOCK)

    assert time_of(table) == before


def test_other_bots_of_the_same_turn_still_act():
    table = Table()
    table.do(SitDown(person="boris", name="Boris"), "boris")
    table.do(PutBot(chair=2, bot="high"), "anna")
    table.do(Begin(), "anna")

    for each in OFF_AND_ON:
        table.do(each, "boris")
    assert table.state.bots_at is not None

    table.now += timedelta(seconds=10)
    table.do(BotsPlay(turn=table.state.turn), THE_CLOCK)
    assert table.state.waits_for == (0, 1)


def test_who_is_let_in_to_the_chair_of_a_bot_takes_its_turn_as_it_stood():
    table = Table()
    table.do(PutBot(chair=1, bot="high"), "anna")
    table.do(Begin(), "anna")
    turn, deadline = table.state.turn, table.state.deadline
    table.do(AskChair(person="clara", name="Clara", chair=1), "clara")

    table.do(AnswerAsking(person="clara", let_in=True), "anna")

    assert (table.state.turn, table.state.deadline, table.state.bots_at) == (turn, deadline, None)
