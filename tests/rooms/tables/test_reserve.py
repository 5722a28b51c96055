"""Reserve beside the turns: it runs after a turn's time for those who have not acted, and then the default is played."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from msgspec import structs

from control.engine.context import THE_CLOCK
from rooms.tables.game.chairs import SitDown
from rooms.tables.game.end_warning import MoveTurn
from rooms.tables.game.opening import Agree
from rooms.tables.game.play import Begin, TimeOut, TimeRanOut
from rooms.tables.game.state import TableStage
from rooms.tables.game.turn_time import ReserveRuns, left_of
from tests.rooms.tables.test_engine import NOON, Table, play
from tests.rooms.tables.toy import Chosen

SECOND = timedelta(seconds=1)


def begun(reserve: int = 120) -> Table:
    """Anna, Boris and Clara play with a minute for a turn and a reserve."""
    table = Table()
    for each in ("boris", "clara"):
        table.do(SitDown(person=each, name=each.capitalize()), each)
    table.do(Agree(chairs=3, seconds=60, reserve=reserve), "anna")
    table.do(Begin(), "anna")
    return table


def out(table: Table, now: datetime) -> tuple:
    """Let the time of the turn run out."""
    table.now = now
    return table.do(TimeOut(turn=table.state.turn), THE_CLOCK)


def test_without_a_reserve_nothing_has_changed():
    table = begun(reserve=0)

    happened = out(table, NOON + 60 * SECOND)

    assert (table.state.reserves, table.state.stage) == ((), TableStage.OVER)
    assert [each.players for each in happened if isinstance(each, TimeRanOut)] == [(0,), (1,), (2,)]


def test_the_reserve_runs_down_and_then_the_default_is_played():
    table = begun()
    turn = table.state.turn

    (runs,) = out(table, NOON + 60 * SECOND)
    assert runs == ReserveRuns(turn=turn + 1, players=(0, 1, 2), since=table.now, deadline=NOON + 180 * SECOND)
    assert (table.state.deadline, table.state.asked) == (NOON + 180 * SECOND, turn)

    happened = out(table, NOON + 180 * SECOND)
    assert [each.player for each in happened if isinstance(each, Chosen)] == [0, 1, 2]
    assert table.state.reserves == (0, 0, 0)


def test_who_acts_in_the_reserve_keeps_what_is_left_and_the_others_run_on():
    table = begun()
    out(table, NOON + 60 * SECOND)
    turn = table.state.turn
    table.now = NOON + 90 * SECOND

    table.do(play(1, swap=False, turn=turn), "boris")

    assert table.state.reserves == (90_000, 90_000, 90_000)
    assert (table.state.waits_for, table.state.late, table.state.deadline) == ((0, 2), table.now, NOON + 180 * SECOND)
    assert left_of(table.state, 1, NOON + 100 * SECOND) == 90 * SECOND
    assert left_of(table.state, 0, NOON + 100 * SECOND) == 80 * SECOND


def test_a_screen_from_before_the_reserve_still_plays():
    table = begun()
    turn = table.state.turn
    out(table, NOON + 60 * SECOND)

    table.do(play(0, swap=True, turn=turn), "anna")

    assert table.state.waits_for == (1, 2)


def test_whose_reserve_is_out_first_is_played_for_first():
    table = begun()
    out(table, NOON + 60 * SECOND)
    table.state = structs.replace(table.state, reserves=(0, 120_000, 5_000), deadline=NOON + 65 * SECOND)

    happened = out(table, NOON + 66 * SECOND)

    assert [each.players for each in happened if isinstance(each, TimeRanOut)] == [(0,), (2,)]
    assert (table.state.waits_for, table.state.reserves[1]) == ((1,), 114_000)
    assert table.state.deadline == NOON + 180 * SECOND


def test_a_time_out_that_comes_too_early_by_this_clock_is_one_all_the_same():
    table = begun()
    out(table, NOON)

    out(table, NOON)

    assert table.state.stage is TableStage.OVER


def test_what_runs_moves_with_a_clock_that_was_put_right():
    table = begun()
    out(table, NOON + 60 * SECOND)

    table.do(MoveTurn(turn=table.state.turn, by=timedelta(hours=1)), THE_CLOCK)

    assert (table.state.late, table.state.deadline) == (
        NOON + timedelta(hours=1, seconds=60),
        NOON + timedelta(hours=1, seconds=180),
    )


@pytest.mark.parametrize(
    ("seconds", "reserve", "says"), [(60, 100, "2, 5 or 10 minutes"), (0, 120, "choose a time for a turn too")]
)
def test_a_reserve_that_cannot_be_is_one_sentence(seconds, reserve, says):
    assert says in Table().refused(Agree(chairs=3, seconds=seconds, reserve=reserve), "anna").sentence
