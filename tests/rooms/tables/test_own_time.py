"""Nobody gains time for a turn: neither by leaving the chair and returning, nor by undoing an action."""

from __future__ import annotations

from datetime import timedelta

import pytest

from control.engine.context import THE_CLOCK
from rooms.tables.game.chair_requests import AnswerAsking, AskChair
from rooms.tables.game.chairs import PutBot, SitDown, StandUp
from rooms.tables.game.play import Begin, BotsPlay, Resume, time_run
from rooms.tables.game.rules import Played
from rooms.tables.game.state import TableState
from tests.rooms.tables.test_engine import NOON, Table, play
from tests.rooms.tables.test_reserve import SECOND, begun, out
from tests.rooms.tables.toy import ToyRules

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


def taken_back(table: Table, before: TableState, *, again: int = 1) -> None:
    """Undo all since `before`: its facts are gone, and the turn starts again."""
    ran = time_run(table.state, table.now)
    table.state = before
    table.do(Resume(again=again, ran=ran), "boris")


def test_who_takes_back_has_the_time_that_was_left():
    table = begun(reserve=0)
    table.now += 20 * SECOND
    before, deadline = table.state, table.state.deadline
    table.do(play(1, swap=False), "boris")
    table.now += 10 * SECOND

    taken_back(table, before)

    assert table.state.deadline == deadline


def test_who_takes_back_at_the_last_moment_has_a_moment_to_act():
    table = begun(reserve=0)
    table.now += 59 * SECOND
    before = table.state
    table.do(play(1, swap=False), "boris")

    taken_back(table, before)

    assert table.state.deadline == table.now + 5 * SECOND


def test_who_takes_back_while_the_reserve_runs_has_spent_it():
    table = begun()
    out(table, NOON + 60 * SECOND)
    before = table.state
    table.now = NOON + 100 * SECOND
    table.do(play(1, swap=False), "boris")
    table.now = NOON + 110 * SECOND

    taken_back(table, before)

    assert table.state.reserves == (70_000, 80_000, 70_000)
    assert (table.state.late, table.state.deadline) == (table.now, NOON + 180 * SECOND)


def long_turn(monkeypatch) -> Table:
    """Only Boris is waited for, however often he acts."""
    table = begun(reserve=0)
    monkeypatch.setattr(ToyRules, "waits_for", lambda rules, state: () if state.shown else (1,))
    monkeypatch.setattr(ToyRules, "act", lambda rules, state, player, action, chance: Played((), state))
    table.do(play(1, swap=False), "boris")
    return table


def test_what_is_done_once_more_gives_no_new_time(monkeypatch):
    table = long_turn(monkeypatch)
    for _each in range(20):
        before = table.state
        table.now += 20 * SECOND
        table.do(play(1, swap=False), "boris")
        deadline = table.state.deadline
        assert deadline == table.now + 60 * SECOND
        taken_back(table, before)
        assert table.state.deadline == deadline

        table.now += 20 * SECOND
        table.do(play(1, swap=True), "boris")

        assert (table.state.deadline, table.state.again) == (deadline, 0)


def test_two_that_were_taken_back_are_both_done_once_more_in_that_time(monkeypatch):
    table = long_turn(monkeypatch)
    before = table.state
    for _each in range(2):
        table.now += 20 * SECOND
        table.do(play(1, swap=False), "boris")
    deadline = table.state.deadline
    taken_back(table, before, again=2)

    for left in (1, 0):
        table.do(play(1, swap=True), "boris")
        assert (table.state.deadline, table.state.again) == (deadline, left)
    table.do(play(1, swap=True), "boris")
    assert table.state.deadline == table.now + 60 * SECOND
