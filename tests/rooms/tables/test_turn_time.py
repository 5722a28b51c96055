"""The time of a turn covers all actions in it. A question to another player has time of its own."""

from __future__ import annotations

from datetime import timedelta

import pytest

from control.engine.context import THE_CLOCK
from rooms.tables.game.chairs import SitDown, StandUp
from rooms.tables.game.play import BotsPlay
from rooms.tables.game.rules import OwnTurn, Played
from rooms.tables.game.turn_time import AT_LEAST, GRACE
from tests.rooms.tables.test_engine import NOON, Table, play
from tests.rooms.tables.test_own_time import taken_back
from tests.rooms.tables.test_reserve import SECOND, begun, out
from tests.rooms.tables.toy import ToyRules

ANNA, BORIS = 0, 1


class Course:
    """A table with rules that a test sets: for whom the game waits, and whose turn it is."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, reserve: int = 0) -> None:
        self.table, self.patch = begun(reserve=reserve), monkeypatch
        self.waits, self.own = (0, 1, 2), None
        monkeypatch.setattr(ToyRules, "waits_for", lambda rules, state: self.waits)
        monkeypatch.setattr(ToyRules, "own_turn", lambda rules, state: self.own)
        monkeypatch.setattr(ToyRules, "act", lambda rules, state, player, action, chance: Played((), state))
        self.goes(ANNA, waits=(BORIS,), own=OwnTurn(BORIS, 1))

    def goes(self, player: int, *, waits: tuple[int, ...], own: OwnTurn | None, after: int = 0) -> int:
        """Let a player act after so many seconds, and return the next player's seconds."""
        self.table.now += after * SECOND
        self.waits, self.own = waits, own
        self.table.do(play(player, swap=False), ("anna", "boris", "clara")[player])
        return self.left()

    def steps(self, after: int) -> int:
        """Let Boris act in his turn, which goes on."""
        return self.goes(BORIS, waits=(BORIS,), own=OwnTurn(BORIS, 1), after=after)

    def left(self) -> int:
        assert self.table.state.deadline is not None
        return round((self.table.state.deadline - self.table.now) / SECOND)


@pytest.fixture
def course(monkeypatch):
    return Course(monkeypatch)


def test_the_time_of_a_turn_is_one_for_all_its_actions(course):
    assert course.left() == 60
    assert [course.steps(after=10) for _each in range(4)] == [50, 40, 30, 20]


def test_an_action_leaves_a_moment_for_the_next_and_no_more_than_that(course):
    course.steps(after=55)

    assert course.left() * SECOND == GRACE
    assert [course.steps(after=2), course.steps(after=11)] == [12, 12]


def test_the_next_turn_has_the_whole_time_even_of_the_same_player(course):
    course.steps(after=40)

    assert course.goes(BORIS, waits=(BORIS,), own=OwnTurn(BORIS, 2), after=5) == 60
    assert course.goes(BORIS, waits=(ANNA,), own=OwnTurn(ANNA, 3), after=5) == 60


def test_who_is_asked_in_the_turn_of_another_has_an_own_time_and_the_turn_stands_still(course):
    course.steps(after=20)

    assert course.goes(BORIS, waits=(ANNA,), own=OwnTurn(BORIS, 1), after=5) == 60
    assert course.goes(ANNA, waits=(BORIS,), own=OwnTurn(BORIS, 1), after=50) == 35
    assert course.goes(BORIS, waits=(ANNA,), own=OwnTurn(BORIS, 1), after=5) == 60


def test_a_choice_that_all_make_at_once_has_a_time_too(course):
    course.steps(after=20)

    assert course.goes(BORIS, waits=(ANNA, BORIS), own=OwnTurn(BORIS, 1)) == 60
    assert course.goes(ANNA, waits=(BORIS,), own=OwnTurn(BORIS, 1), after=10) == 50  # part of the same choice
    assert course.steps(after=10) == 40
    assert course.goes(BORIS, waits=(0, 1, 2), own=None, after=10) == 60


def test_a_turn_behind_a_choice_that_was_played_for_all_has_the_whole_time(course):
    course.goes(BORIS, waits=(0, 1, 2), own=None)
    state = course.table.state
    course.waits, course.own = (0, 1, 2), None
    acts = iter([(1, 2), (2,), (BORIS,)])

    def act(_rules, play, _player, _action, _chance):
        course.waits = next(acts)
        course.own = OwnTurn(BORIS, 2) if course.waits == (BORIS,) else None
        return Played((), play)

    course.patch.setattr(ToyRules, "act", act)
    out(course.table, state.deadline)

    assert (course.table.state.waits_for, course.left()) == ((BORIS,), 60)


def test_who_is_asked_first_in_a_turn_takes_nothing_of_its_time(course):
    course.goes(BORIS, waits=(BORIS,), own=OwnTurn(ANNA, 2))
    assert course.goes(BORIS, waits=(ANNA,), own=OwnTurn(ANNA, 2), after=50) == 60


def test_in_the_reserve_an_action_leaves_the_same_moment_and_then_the_reserve_runs_on(monkeypatch):
    course = Course(monkeypatch, reserve=120)
    out(course.table, course.table.now + 60 * SECOND)
    course.steps(after=20)
    assert (course.left() * SECOND, course.table.state.reserves[BORIS], course.table.state.late) == (GRACE, 100_000, None)

    out(course.table, course.table.now + GRACE)

    assert (course.left(), course.table.state.late) == (100, course.table.now)


def test_taking_back_in_a_turn_gives_no_time(course):
    for _each in range(20):
        before = course.table.state
        deadline = course.table.state.deadline
        course.steps(after=1)
        taken_back(course.table, before)
        course.steps(after=1)
        assert course.table.state.deadline == deadline


def test_the_moment_that_an_action_left_goes_with_it(course):
    course.table.now += 55 * SECOND
    before = course.table.state
    assert course.steps(after=0) * SECOND == GRACE

    taken_back(course.table, before)

    assert course.table.state.deadline == NOON + 60 * SECOND
    assert course.steps(after=3) * SECOND == AT_LEAST  # an undone action, played again, leaves the minimum that is given once


def test_acting_and_taking_back_without_end_comes_to_an_end(course):
    """The extra time after an undo is given once, and the extra time after an action shares it."""
    course.table.now += 59 * SECOND
    deadlines = set()
    for _each in range(20):
        before = course.table.state
        course.steps(after=0)
        course.table.now += 4 * SECOND
        taken_back(course.table, before)
        deadlines.add(course.table.state.deadline)

    assert max(deadlines) <= NOON + 63 * SECOND + AT_LEAST


def test_ending_the_turn_and_taking_that_back_without_end_comes_to_an_end(course):
    course.table.now += 59 * SECOND
    deadlines = set()
    for _each in range(20):
        before = course.table.state
        course.goes(BORIS, waits=(ANNA,), own=OwnTurn(ANNA, 2))
        course.table.now += 4 * SECOND
        course.waits, course.own = (BORIS,), OwnTurn(BORIS, 1)
        taken_back(course.table, before)
        deadlines.add(course.table.state.deadline)

    assert max(deadlines) <= NOON + 63 * SECOND + AT_LEAST


def test_what_a_turn_had_left_is_left_when_the_question_that_it_led_to_is_taken_back(course):
    course.steps(after=20)
    before = course.table.state
    course.goes(BORIS, waits=(ANNA,), own=OwnTurn(BORIS, 1), after=5)
    course.table.now += 50 * SECOND
    course.waits = (BORIS,)

    taken_back(course.table, before)

    assert course.left() == 35


def test_a_whole_time_that_is_given_again_forgives(course):
    course.table.now += 59 * SECOND
    before = course.table.state
    course.goes(BORIS, waits=(ANNA,), own=OwnTurn(ANNA, 2))
    course.waits, course.own = (BORIS,), OwnTurn(BORIS, 1)
    taken_back(course.table, before)
    assert course.table.state.eased == (BORIS,)

    course.goes(BORIS, waits=(ANNA,), own=OwnTurn(ANNA, 2))
    assert course.table.state.eased == (BORIS,)
    course.goes(ANNA, waits=(BORIS,), own=OwnTurn(BORIS, 3))

    assert course.table.state.eased == ()


def test_a_bot_is_not_cut_off_in_the_turn_of_a_person_whom_it_plays_for(course):
    course.table.now += 58 * SECOND
    course.table.do(StandUp(chair=BORIS), "boris")
    course.table.now += timedelta(seconds=10)

    course.table.do(BotsPlay(turn=course.table.state.turn), THE_CLOCK)

    state = course.table.state
    assert state.bots_at is not None
    assert state.deadline == state.bots_at + GRACE
    course.table.do(SitDown(person="boris", name="Boris"), "boris")
    assert course.table.state.deadline == state.deadline


def test_without_a_timer_nothing_runs(monkeypatch):
    monkeypatch.setattr(ToyRules, "own_turn", lambda rules, state: OwnTurn(0, 1))
    table = Table(seconds=0).begun("boris")
    table.do(play(0, swap=False), "anna")

    assert (table.state.deadline, table.state.left) == (None, None)
