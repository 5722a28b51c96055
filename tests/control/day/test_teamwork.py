"""Workload of the control team, read from a day's events: waiting times, rulings, work of each desk."""

from __future__ import annotations

from datetime import timedelta
from functools import cache

import pytest

from control.day.calls import CallAnswered, CallEnded, CallKind, CallReleased, ControlCalled
from control.day.decisions.answers import DecisionMade
from control.day.decisions.questions import DecisionClosed, DecisionOpened
from control.day.handoffs import HandedOver, HandOffTaken
from control.day.records import Decision, HandOff, Option, Ruling
from control.day.rulings import Ruled, RulingRetracted
from control.day.teamwork import DatedEvent, Spread, TeamCommand, by_desk, desk_of, reaction, settling, spread, teamwork
from control.engine.ids import DeskId, SeatId
from tests.rooms.realm.game.play import MORNING
from tests.rooms.whole import whole_day
from tests.scenarios import small

NORTH, SOUTH, HALL = DeskId("north"), DeskId("south"), DeskId("hall")
DESKS = {"nora": frozenset({NORTH}), "sam": frozenset({SOUTH}), "both": frozenset({NORTH, SOUTH})}
MINUTE = timedelta(minutes=1)


def at(minutes):
    return MORNING + timedelta(minutes=minutes)


def journal(*events):
    """Dated events from pairs of minute and event. A third value of True marks a player's command."""
    return [
        DatedEvent(seq=seq, at=at(minutes), month=1, event=event, player=bool(player))
        for seq, (minutes, event, *player) in enumerate(events, 1)
    ]


def called(number, minutes, kind=CallKind.RULE):
    return minutes, ControlCalled(id=number, seat=SeatId("gull-1"), at=at(minutes), text="", kind=kind, place="North")


def answered(number, minutes, by):
    return minutes, CallAnswered(id=number, by=by, at=at(minutes))


def asked(name, minutes, desk=NORTH):
    options = (Option(id="yes", words="Yes"), Option(id="no", words="No"))
    decision = Decision(
        id=name, desk=desk, month=1, question=f"Whose is {name}?", options=options, default="no", since=at(minutes), blocks=""
    )
    return minutes, DecisionOpened(decision=decision)


def made(name, minutes, by="", **more):
    return minutes, DecisionMade(id=name, option="no", by=by, by_default=not by), *more.values()


def told(*events, given=()):
    return teamwork(journal(*events), given, DESKS)


class TestCalls:
    def test_a_call_waits_from_the_call_to_whoever_went_and_is_settled_after_that(self):
        work = told(called(1, 0), answered(1, 2, "nora"), (5, CallEnded(id=1, by="nora")))

        (call,) = work.of("call")

        assert (call.waited, call.settled, call.desk, call.by, call.how) == (2 * MINUTE, 5 * MINUTE, NORTH, "nora", "answered")
        assert (call.seq, call.answer) == (1, 2)

    def test_a_call_that_was_given_back_waits_as_long_as_it_has(self):
        work = told(called(1, 0), answered(1, 1, "nora"), (2, CallReleased(id=1, by="nora")), answered(1, 9, "sam"))

        (call,) = work.of("call")

        assert (call.waited, call.desk, call.how) == (9 * MINUTE, SOUTH, "answered")

    def test_given_back_and_never_taken_again_it_was_answered_by_nobody(self):
        (call,) = told(called(1, 0), answered(1, 1, "nora"), (2, CallReleased(id=1, by="nora"))).of("call")

        assert (call.waited, call.desk, call.by, call.how) == (None, None, "", "open")

    def test_a_player_who_needs_nobody_any_more_was_not_answered(self):
        work = told(called(1, 0), (3, CallEnded(id=1, by="")))

        (call,) = work.of("call")

        assert (call.how, call.waited, call.settled) == ("gone", None, 3 * MINUTE)
        assert reaction(work.of("call")).usual is None
        assert settling(work.of("call")).usual == 3 * MINUTE

    def test_the_usual_is_the_median_and_the_worst_leads_to_its_call(self):
        calls = [called(number, 0) for number in (1, 2, 3)]
        work = told(*calls, answered(1, 1, "nora"), answered(2, 20, "nora"), answered(3, 2, "sam"))

        took = reaction(work.of("call"))

        assert (took.count, took.usual, took.worst, took.seq) == (3, 2 * MINUTE, 20 * MINUTE, 2)
        desks = by_desk(work.of("call"))
        assert {desk: reaction(own).worst for desk, own in desks.items()} == {NORTH: 20 * MINUTE, SOUTH: 2 * MINUTE}


class TestDecisions:
    def test_a_decision_waits_for_its_desk_for_a_team_or_runs_into_its_default(self):
        work = told(
            asked("a", 0), asked("b", 0), asked("c", 0), asked("d", 0), asked("e", 1, SOUTH),
            made("a", 4, "nora"), made("b", 6, "Anna", player=True), made("c", 10), (11, DecisionClosed(id="d", why="changed")),
        )  # fmt: skip

        found = {each.what: (each.how, each.waited) for each in work.of("decision")}

        assert found == {
            "Whose is a?": ("answered", 4 * MINUTE),
            "Whose is b?": ("team", 6 * MINUTE),
            "Whose is c?": ("default", 10 * MINUTE),
            "Whose is d?": ("gone", 11 * MINUTE),
            "Whose is e?": ("open", None),
        }
        took = reaction(work.of("decision"))
        assert (took.count, took.usual, took.worst) == (5, 5 * MINUTE, 6 * MINUTE)
        assert list(by_desk(work.of("decision"))) == [NORTH, SOUTH]


class TestHandOffs:
    def test_a_hand_off_waits_until_the_other_desk_has_taken_it_over(self):
        owed = HandOff(id=7, origin=NORTH, to=SOUTH, what="Three rumors", month=2, at=at(1), by="nora")
        (found,) = told((1, HandedOver(hand_off=owed)), (8, HandOffTaken(id=7, by="sam", at=at(8)))).of("hand-off")

        assert (found.desk, found.what, found.month, found.waited, found.by) == (SOUTH, "Three rumors", 2, 7 * MINUTE, "sam")


class TestRulings:
    def test_a_ruling_says_why_it_stands_no_more(self):
        ruling = Ruling(id=1, rule="R-57", text="Yes", because="so", desk=NORTH, by="nora", month=1, at=at(0))
        work = told((0, Ruled(ruling=ruling)), (5, RulingRetracted(id=1, reason="misread")))

        assert [(each.seq, each.ruling.text, each.retracted) for each in work.rulings] == [(1, "Yes", "misread")]


class TestLoad:
    @pytest.mark.parametrize(
        ("person", "keepers", "desk"),
        [
            ("nora", frozenset(), NORTH),
            ("nora", frozenset({SOUTH}), NORTH),
            ("both", frozenset({SOUTH, HALL}), SOUTH),
            ("both", frozenset(), None),
            ("nobody-knows", frozenset({HALL}), HALL),
            ("nobody-knows", frozenset({HALL, SOUTH}), None),
        ],
    )
    def test_a_command_is_a_desks_where_only_one_fits(self, person, keepers, desk):
        assert desk_of(person, DESKS, keepers) == desk

    def test_commands_count_by_desk_and_round_and_lead_to_the_first(self):
        given = [
            TeamCommand(seq=seq, at=at(seq), month=month, by=by, keepers=frozenset({SOUTH}))
            for seq, month, by in [(1, 1, "nora"), (4, 1, "nora"), (6, 2, "nora"), (9, 2, "both")]
        ]
        load = told(given=given).load

        assert {key: (each.count, each.seq) for key, each in load.items()} == {
            (NORTH, 1): (2, 1),
            (NORTH, 2): (1, 6),
            (SOUTH, 2): (1, 9),
        }

    def test_what_set_something_right_is_kept_with_its_words(self):
        given = [
            TeamCommand(seq=1, at=at(0), month=1, by="nora"),
            TeamCommand(seq=2, at=at(0), month=1, by="nora", amends="withdrawn", words="Withdrawn “Move”: miskeyed."),
        ]

        assert [each.seq for each in told(given=given).amends] == [2]


def test_of_nothing_there_is_no_usual_and_no_worst():
    assert spread([(1, None)]) == Spread(count=1)
    assert told().waits == ()


@cache
def day():
    return whole_day(small(), 3)


def test_of_a_whole_day_everything_asked_and_owed_is_told_once():
    events = day().events
    work = teamwork([DatedEvent(seq=seq, at=at(0), month=1, event=event) for seq, event in enumerate(events, 1)], (), {})

    opened = [seq for seq, each in enumerate(events, 1) if isinstance(each, DecisionOpened)]
    assert opened
    assert [each.seq for each in work.of("decision")] == opened
    assert sum(each.how == "default" for each in work.of("decision")) == sum(
        isinstance(each, DecisionMade) and each.by_default for each in events
    )
    assert len(work.of("hand-off")) == sum(isinstance(each, HandedOver) for each in events)
    assert all(each.how == "answered" for each in work.of("hand-off"))
