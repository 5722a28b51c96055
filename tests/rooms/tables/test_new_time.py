"""The host changes the time of a turn during the game: more time counts at once, less from the next turn on."""

from __future__ import annotations

from datetime import timedelta

import pytest
from msgspec import structs

from control.engine.context import THE_CLOCK
from rooms.tables.game.chairs import SitDown
from rooms.tables.game.play import Begin, Resume, TimeOut, time_run
from rooms.tables.game.rematch import next_opening
from rooms.tables.game.rules import OwnTurn
from rooms.tables.game.state import AgreedTime, TableStake
from rooms.tables.game.table_closure import Close
from rooms.tables.game.turn_time import ChangeTime, TurnTimeBegins, TurnTimeChanged, left_of, with_reserve
from tests.rooms.tables.test_engine import CONTROL, ENGINE, NOON, Table, play
from tests.rooms.tables.test_reserve import SECOND, begun, out
from tests.rooms.tables.test_turn_time import ANNA, BORIS, Course

CLARA = 2
LONG, SHORT, NONE = ChangeTime(seconds=180), ChangeTime(seconds=30), ChangeTime(seconds=0)


@pytest.fixture
def course(monkeypatch):
    return Course(monkeypatch)


def told(table: Table, facts: tuple) -> list[str]:
    return [ENGINE.explain(fact, table.state) for fact in facts]


def test_more_time_counts_at_once_and_everybody_reads_who_gave_it(course):
    course.table.now += 50 * SECOND

    happened = course.table.do(LONG, "anna")

    assert course.left() == 130
    assert told(course.table, happened) == ["Anna changed the time, from now on: 3 minutes for a turn."]
    assert course.goes(BORIS, waits=(ANNA,), own=OwnTurn(ANNA, 2)) == 180


def test_less_counts_from_the_next_turn_on_and_takes_nothing_from_this_one(course):
    course.table.now += 40 * SECOND
    before = course.table.state

    happened = course.table.do(SHORT, "anna")

    assert (course.left(), course.table.state.turn, course.table.state.seconds) == (20, before.turn, 60)
    assert told(course.table, happened) == ["Anna changed the time, from the next turn on: 30 seconds for a turn."]
    assert [course.steps(after=5), course.steps(after=0)] == [15, 15]
    assert course.goes(BORIS, waits=(ANNA,), own=OwnTurn(BORIS, 1)) == 60  # full time for a question to another player in that turn
    assert course.goes(ANNA, waits=(BORIS,), own=OwnTurn(BORIS, 2)) == 30
    assert course.table.state.changing is None


def test_the_moment_that_the_last_time_out_was_for_is_no_more(course):
    turn = course.table.state.turn
    course.table.do(LONG, "anna")

    assert course.table.refused(TimeOut(turn=turn), THE_CLOCK).code == "stale"


def test_no_limit_counts_at_once_and_a_limit_only_from_the_next_turn_on(course):
    course.table.do(NONE, "anna")
    assert course.table.state.deadline is None

    course.table.do(SHORT, "anna")
    course.table.now += timedelta(hours=1)
    course.table.do(play(BORIS, swap=False), "boris")
    assert course.table.state.deadline is None

    assert course.goes(BORIS, waits=(ANNA,), own=OwnTurn(ANNA, 2)) == 30


def test_while_others_are_asked_both_times_grow(course):
    course.goes(BORIS, waits=(ANNA,), own=OwnTurn(BORIS, 1), after=20)
    course.table.now += 10 * SECOND

    course.table.do(LONG, "anna")

    assert course.left() == 170
    assert course.goes(ANNA, waits=(BORIS,), own=OwnTurn(BORIS, 1)) == 160


def test_to_and_fro_gains_nothing(course):
    course.table.now += 30 * SECOND
    for change in (LONG, SHORT, LONG, SHORT, ChangeTime(seconds=60), LONG):
        course.table.do(change, "anna")

    assert course.left() == 150


def test_what_is_agreed_for_the_next_turn_is_taken_back_by_the_old_time(course):
    course.table.do(SHORT, "anna")
    course.table.do(ChangeTime(seconds=60), "anna")

    assert course.table.state.changing is None
    assert course.goes(BORIS, waits=(ANNA,), own=OwnTurn(ANNA, 2)) == 60


class TestAReserve:
    @pytest.fixture
    def course(self, monkeypatch):
        return Course(monkeypatch, reserve=120)

    def test_that_is_larger_is_so_for_everybody_at_once(self, course):
        course.table.do(ChangeTime(seconds=60, reserve=300), "anna")

        assert course.table.state.reserves == (300_000,) * 3

    def test_that_was_none_is_there_at_once(self):
        table = begun(reserve=0)
        happened = table.do(ChangeTime(seconds=60, reserve=300), "anna")

        assert table.state.reserves == (300_000,) * 3
        assert told(table, happened)[0].endswith("1 minute for a turn, a reserve of 5 minutes for each player.")

    def test_that_runs_has_more(self, course):
        out(course.table, NOON + 60 * SECOND)
        course.table.now += 20 * SECOND

        course.table.do(ChangeTime(seconds=60, reserve=300), "anna")

        assert course.left() == 280
        assert left_of(course.table.state, BORIS, course.table.now) == 280 * SECOND

    def test_that_runs_stands_still_while_the_turn_has_more(self, course):
        out(course.table, NOON + 60 * SECOND)
        course.table.now += 20 * SECOND

        course.table.do(ChangeTime(seconds=180, reserve=120), "anna")

        assert (course.left(), course.table.state.late) == (120, None)
        course.table.now += 120 * SECOND
        out(course.table, course.table.now)
        assert course.left() == 100

    def test_that_runs_stops_where_no_limit_is_agreed(self, course):
        out(course.table, NOON + 60 * SECOND)
        course.table.now += 20 * SECOND

        course.table.do(NONE, "anna")

        assert (course.table.state.deadline, course.table.state.late) == (None, None)

    def test_that_is_smaller_counts_from_the_next_turn_on_and_what_was_used_stays_used(self, course):
        course.table.do(ChangeTime(seconds=60, reserve=300), "anna")
        out(course.table, NOON + 60 * SECOND)
        course.table.now += 200 * SECOND
        course.table.do(ChangeTime(seconds=60, reserve=120), "anna")
        assert course.left() == 100

        course.goes(BORIS, waits=(ANNA,), own=OwnTurn(ANNA, 2))
        assert course.table.state.reserves == (120_000, -80_000, 120_000)
        assert with_reserve(course.table.state, (ANNA, BORIS), course.table.now) == (ANNA,)
        assert left_of(course.table.state, BORIS, course.table.now) == timedelta()

        out(course.table, course.table.now + 60 * SECOND)
        course.goes(ANNA, waits=(BORIS,), own=OwnTurn(BORIS, 3), after=10)
        course.table.do(ChangeTime(seconds=60, reserve=300), "anna")
        assert course.table.state.reserves == (290_000, 100_000, 300_000)

    def test_is_as_it_was_where_the_turn_that_began_with_another_is_taken_back(self, course):
        course.table.do(ChangeTime(seconds=60), "anna")
        before = course.table.state
        course.goes(BORIS, waits=(ANNA,), own=OwnTurn(ANNA, 2), after=10)
        assert course.table.state.reserves == (0, 0, 0)
        ran = time_run(course.table.state, course.table.now)

        course.table.state, course.waits, course.own = before, (BORIS,), OwnTurn(BORIS, 1)
        course.table.do(Resume(again=1, ran=ran), "boris")
        assert course.table.state.reserves == (120_000,) * 3

        course.goes(BORIS, waits=(ANNA,), own=OwnTurn(ANNA, 2))
        assert course.table.state.reserves == (0, 0, 0)


def test_after_taking_back_what_was_done_before_the_turn_has_the_time_that_was_added(course):
    before = course.table.state
    course.steps(after=10)
    (changed,) = course.table.do(LONG, "anna")
    ran = time_run(course.table.state, course.table.now)

    course.table.state = ENGINE.evolve(before, changed)  # Boris’s action is withdrawn
    course.table.do(Resume(again=1, ran=ran), "boris")

    assert course.left() == 170


def staked() -> Table:
    """Anna hosts a table with a stake; she, Boris and Clara must choose."""
    table = Table(stake=("power", 1))
    for each in ("boris", "clara"):
        table.do(SitDown(person=each, name=each.capitalize()), each)
    table.do(Begin(), "anna")
    return table


def test_at_a_table_with_a_stake_the_host_gains_nothing_in_an_own_turn():
    table = staked()

    table.do(LONG, "anna")
    assert (table.state.deadline, table.state.changing) == (NOON + 60 * SECOND, AgreedTime(seconds=180, reserve=0))

    table.do(play(ANNA, swap=False), "anna")
    table.do(ChangeTime(seconds=300), "anna")  # only the others are waited for
    assert table.state.deadline == NOON + 300 * SECOND


@pytest.mark.parametrize("waits", [(ANNA,), (BORIS,)])
def test_nor_in_an_own_turn_in_which_another_is_asked(course, waits):
    course.goes(BORIS, waits=waits, own=OwnTurn(ANNA, 2))
    course.table.state = structs.replace(course.table.state, stake=TableStake(kind="power", amount=1))

    course.table.do(LONG, "anna")
    assert course.left() == 60

    assert course.goes(waits[0], waits=(CLARA,), own=OwnTurn(CLARA, 3)) == 180


def test_control_may_give_more_at_once_at_a_table_with_a_stake():
    table = staked()

    happened = table.do(LONG, CONTROL)

    assert table.state.deadline == NOON + 180 * SECOND
    assert told(table, happened) == ["Control changed the time, from now on: 3 minutes for a turn."]


def test_the_next_game_has_the_time_that_was_agreed_last(course):
    course.table.do(ChangeTime(seconds=30, reserve=300), "anna")
    course.table.do(Close(why="late"), CONTROL)

    opening = next_opening(course.table.state, "anna")

    assert (opening.seconds, opening.reserve) == (30, 300)


@pytest.mark.parametrize(
    ("change", "by", "says"),
    [
        pytest.param(LONG, "boris", "Only the host", id="not the host"),
        pytest.param(ChangeTime(seconds=60), "anna", "the time already", id="nothing else"),
        pytest.param(ChangeTime(seconds=5), "anna", "10 to 900 seconds", id="too short"),
        pytest.param(ChangeTime(seconds=60, reserve=100), "anna", "2, 5 or 10 minutes", id="no such reserve"),
        pytest.param(ChangeTime(seconds=0, reserve=120), "anna", "choose a time for a turn too", id="a reserve of nothing"),
    ],
)
def test_what_cannot_be_is_one_sentence(course, change, by, says):
    assert says in course.table.refused(change, by).sentence


def test_before_the_game_it_is_agreed_on_as_ever():
    assert Table().refused(LONG, "anna").code == "stale"


def test_a_time_that_begins_is_told_no_second_time(course):
    course.table.do(SHORT, "anna")
    course.goes(BORIS, waits=(ANNA,), own=OwnTurn(ANNA, 2))

    begins = [fact for fact in course.table.happened if isinstance(fact, TurnTimeBegins)]
    assert told(course.table, tuple(begins)) == [""]
    assert ENGINE.binding(begins[0]) == ""
    changed = next(fact for fact in course.table.happened if isinstance(fact, TurnTimeChanged))
    assert not ENGINE.moves(changed)
