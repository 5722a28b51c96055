"""Desk views of a day: each is tested with a viewer who may see it and one who may not."""

from __future__ import annotations

from datetime import timedelta

import pytest

from control.day.calls import AnswerCall, CallControl
from control.day.clock.view import attendance, day_view, hands_view, plan_view, room_view, waiting_words_for
from control.day.decisions.answers import MakeDecision
from control.day.decisions.questions import DecisionOpened
from control.day.desk_tasks import blocking_hand_offs_view, decision_view, matters_view, waiting_times_at, waiting_times_of_viewer
from control.day.handoffs import HandOver, TakeHandOff
from control.day.notices import ALL, HALL, SEAT, Announce, announce_choices, announcement_reach, notice_lines
from control.day.people.presence import CheckIn, LeaveForGood
from control.day.people.room_choice import ChooseRoom
from control.day.records import Decision, Option
from control.day.rulings import RecordRuling, RetractRuling, book_view, own_ruling, rulings_on
from control.day.state import Presence
from control.day.timetable import projected_end
from control.day.view import call_views, calls_waiting, clock_view
from control.engine.context import Actor
from control.engine.records import replace
from control.engine.refusal import Refused
from control.engine.viewer import HALL as SCREEN
from control.engine.viewer import Viewer
from rooms.realm.desks import Desk
from rooms.realm.scenario.ids import Phase, Room
from tests.rooms.realm.game.play import CAT_1, CAT_2, CHECK_IN, COURT_CONTROL, SHARED, WAR_CONTROL, WOLF_1, Day, player, running

ORGANIZER = Viewer(desks=frozenset({Desk.ORGANIZER}))
WAR = Viewer(desks=frozenset({Desk.WAR}))
COURT = Viewer(desks=frozenset({Desk.COURT}))
TABLES = Viewer(desks=frozenset({Desk.CEREMONY}))
CAT = Viewer(seat=CAT_1)

may_not = pytest.mark.parametrize("stranger", [CAT, SCREEN, Viewer()], ids=["player", "hall", "nobody"])


def handed_over() -> Day:
    """The Return of month 1 with an open hand-off from War Control to the Court."""
    day = running().until(1, Phase.RETURN)
    day.do(HandOver(origin=Desk.WAR, to=Desk.COURT, what="The Court is trapped in Amn", rule="GE-SOV-17"), by=WAR_CONTROL)
    return day


def asked(day: Day) -> Day:
    """The day with a decision for War Control."""
    decision = Decision(
        id="war-1-guard-1",
        desk=Desk.WAR,
        month=1,
        question="Which unit falls?",
        options=(Option(id="cat", words="One of Cat"), Option(id="wolf", words="One of Wolf")),
        default="cat",
        since=day.now,
        blocks="Battle",
    )
    day.state = SHARED.evolve(day.state, DecisionOpened(decision=decision))
    return day


def questions(day: Day, viewer: Viewer) -> list[str]:
    """Questions that a viewer reads in open and decided decisions."""
    shown = matters_view(day.state, viewer, "walt", day.now)
    return [row.question for group in shown.decisions for row in group.rows] + [row.question for row in shown.decided]


# --- decisions and hand-offs --------------------------------------------------------------------------------------------


@pytest.mark.rule("R-17")
def test_a_decision_is_seen_by_its_desk_and_the_organizer_alone_while_it_waits_and_afterwards():
    day = asked(running())
    for made in (False, True):
        if made:
            day.do(MakeDecision(decision="war-1-guard-1", option="wolf"), by=WAR_CONTROL)
        for viewer in (WAR, ORGANIZER):
            assert questions(day, viewer) == ["Which unit falls?"]
            assert decision_view(day.state, viewer, "war-1-guard-1", "walt", day.now) is not None
        for stranger in (COURT, CAT, SCREEN):
            assert questions(day, stranger) == []
            assert decision_view(day.state, stranger, "war-1-guard-1", "walt", day.now) is None
            assert waiting_times_of_viewer(day.state, stranger) == ()
        assert matters_view(day.state, COURT, "cora", day.now).done_words == ""

    assert decision_view(day.state, WAR, "war-1-guard-1", "walt", day.now).outcome == "One of Wolf, by walt"
    assert decision_view(day.state, WAR, "war-1-guard-9", "walt", day.now) is None


def test_how_long_a_decision_has_waited_is_marked():
    day = asked(running())

    ages = [decision_view(day.state, WAR, "war-1-guard-1", "walt", day.now + timedelta(minutes=each)).age for each in (1, 2, 5)]

    assert ages == ["", "warn", "bad"]


@pytest.mark.rule("R-17")
def test_a_hand_off_is_seen_by_the_two_desks_it_lies_between():
    day = handed_over()
    for taken in (False, True):
        shown = {viewer: matters_view(day.state, viewer, "", day.now) for viewer in (WAR, COURT, ORGANIZER, TABLES, CAT)}
        found = {viewer: [each.what for each in (*view.hand_offs, *view.taken)] for viewer, view in shown.items()}
        assert [found[viewer] for viewer in (WAR, COURT, ORGANIZER)] == [["The Court is trapped in Amn"]] * 3
        assert [found[viewer] for viewer in (TABLES, CAT)] == [[], []]
        assert [shown[viewer].count for viewer in (WAR, COURT, TABLES)] == [0, 0 if taken else 1, 0]
        held = {viewer: [each.what for each in blocking_hand_offs_view(day.state, viewer, day.now)] for viewer in shown}
        assert held == {viewer: [] if taken else what for viewer, what in found.items()}
        if not taken:
            day.do(TakeHandOff(hand_off=1), by=COURT_CONTROL)


def test_only_who_is_handed_something_may_take_it():
    day = handed_over()

    mine = [matters_view(day.state, viewer, "", day.now).hand_offs[0].mine for viewer in (WAR, COURT, ORGANIZER)]

    assert mine == [False, True, True]


def test_how_much_waits_at_a_desk_is_known_to_the_team_and_what_waits_for_oneself_to_oneself():
    day = asked(handed_over())
    day.now += timedelta(minutes=1)

    assert [len(waiting_times_of_viewer(day.state, viewer)) for viewer in (WAR, COURT, TABLES, ORGANIZER, CAT)] == [1, 1, 0, 2, 0]
    assert [len(waiting_times_at(day.state, TABLES, desk)) for desk in (Desk.WAR, Desk.COURT, Desk.CEREMONY)] == [1, 1, 0]
    assert [waiting_times_at(day.state, viewer, Desk.WAR) for viewer in (CAT, SCREEN)] == [(), ()]


# --- the clock ----------------------------------------------------------------------------------------------------------


@may_not
def test_whom_the_month_waits_for_is_told_to_the_team_alone(stranger):
    day = handed_over()

    assert waiting_words_for(day.state, TABLES).startswith("Month 1 waits for Court Control")
    assert hands_view(day.state, ORGANIZER).held == waiting_words_for(day.state, TABLES)
    assert waiting_words_for(day.state, stranger) == hands_view(day.state, stranger).held == ""
    assert matters_view(day.state, stranger, "", day.now).held == ""


def test_before_the_month_turns_only_the_clock_says_what_it_will_wait_for():
    day = running()
    day.do(HandOver(origin=Desk.WAR, to=Desk.COURT, what="A castle fell"), by=WAR_CONTROL)

    assert waiting_words_for(day.state, ORGANIZER) == ""
    assert hands_view(day.state, ORGANIZER).held != ""


@may_not
def test_who_is_in_a_room_is_told_to_the_team_alone(stranger):
    day = running().until(1, Phase.PLANNING)
    day.do(ChooseRoom(seat=CAT_1, room=Room.WAR, month=1), by=player(CAT_1))

    assert room_view(day.state, COURT, Room.WAR, day.now).there == {CAT_1}
    assert room_view(day.state, stranger, Room.WAR, day.now).there == frozenset()


def test_what_is_left_of_action_behind_a_rooms_last_step_is_foreseen():
    day = running().until(1, Phase.ACTION)
    whole = room_view(day.state, WAR, Room.WAR, day.now).spare
    late = room_view(day.state, WAR, Room.WAR, day.state.clock.rooms[Room.WAR].deadline + timedelta(seconds=30)).spare

    assert whole > timedelta(0)
    assert late == whole - timedelta(seconds=30)
    assert room_view(running().state, WAR, Room.WAR, day.now).spare is None


def test_the_timetable_says_when_each_month_will_begin():
    day = running().until(2, Phase.CEREMONY)

    months, clock = plan_view(day.state, day.now), clock_view(day.state)
    shown = day_view(day.state, day.now)

    assert [each.month for each in months if each.is_past] == [1]
    assert [each.month for each in months if each.is_now] == [2]
    assert [each.projected for each in months[:2]] == [None, None]
    assert months[2].projected == day.now + timedelta(minutes=months[1].minutes)
    assert months[-1].projected + timedelta(minutes=months[-1].minutes) == shown.projected_end == projected_end(day.state, day.now)
    assert (shown.month, shown.months) == (clock.month, clock.months) == (2, len(months))


def test_who_has_come_is_counted():
    day = running()
    day.do(CheckIn(seat=CAT_1, before=Presence.PRESENT, presence=Presence.LATE), by=CHECK_IN)

    shown = attendance(day.state)

    assert (shown.here, shown.cast) == (len(day.state.seats) - 1, len(day.state.seats))


# --- calls, announcements, rulings --------------------------------------------------------------------------------------


@may_not
def test_who_wants_control_is_told_to_the_team_alone(stranger):
    day = running()
    day.do(CallControl(seat=CAT_1, text="My oath was bought"), by=player(CAT_1))
    day.do(CallControl(seat=WOLF_1, text="Where do I go?"), by=player(WOLF_1))
    day.do(AnswerCall(call=1), by=WAR_CONTROL)

    assert [each.text for each in call_views(day.state, COURT)] == ["Where do I go?", "My oath was bought"]
    assert calls_waiting(day.state, COURT) == 1
    assert call_views(day.state, stranger) == ()
    assert calls_waiting(day.state, stranger) == 0


@may_not
def test_what_was_said_to_one_player_is_read_by_the_team_alone(stranger):
    day = running()
    day.do(Announce(text="Come to the desk.", to=f"{SEAT}{CAT_1}"), by=WAR_CONTROL)
    day.do(Announce(text="Lunch is late.", to=HALL), by=WAR_CONTROL)

    lines = notice_lines(day.state, COURT)

    assert [(line.text, [each.id for each in line.meant]) for line in lines] == [
        ("Lunch is late.", []),
        ("Come to the desk.", [CAT_1]),
    ]
    assert notice_lines(day.state, COURT, 1) == lines[:1]
    assert notice_lines(day.state, stranger) == ()


@may_not
def test_who_may_be_spoken_to_is_for_the_team_to_choose_from(stranger):
    day = running()
    day.do(CheckIn(seat=CAT_2, before=Presence.PRESENT, presence=Presence.ABSENT), by=CHECK_IN)

    chosen = {value for _group, choices in announce_choices(day.state, WAR) for value, _words in choices}

    assert {ALL, HALL, "room:war", "cat", f"{SEAT}{CAT_1}"} <= chosen
    assert f"{SEAT}{CAT_2}" not in chosen
    assert announce_choices(day.state, stranger) == ()


def test_whoever_is_late_may_be_spoken_to_and_whoever_left_is_not_counted():
    day = running()
    day.do(CheckIn(seat=CAT_2, before=Presence.PRESENT, presence=Presence.LATE), by=CHECK_IN)
    day.do(LeaveForGood(seat=CAT_1), by=CHECK_IN)

    chosen = {value for _group, choices in announce_choices(day.state, WAR) for value, _words in choices}
    reach = announcement_reach(day.state, WAR, Announce(text="Come."), day.now)

    assert (f"{SEAT}{CAT_2}" in chosen, f"{SEAT}{CAT_1}" in chosen) == (True, False)
    assert (reach.here, reach.absent) == (len(day.state.seats) - 2, 1)


@may_not
def test_how_many_an_announcement_would_reach_is_told_to_the_team_alone(stranger):
    day = running()
    day.do(CheckIn(seat=CAT_2, before=Presence.PRESENT, presence=Presence.LATE), by=CHECK_IN)
    team = sum(seat.team == "cat" for seat in day.state.seats.values())
    words = Announce(text=" Come home. ", to="cat")

    reach = announcement_reach(day.state, WAR, words, day.now)

    assert (reach.text, reach.here, reach.absent, reach.hall) == ("Come home.", team - 1, 1, False)
    unknown = announcement_reach(day.state, stranger, words, day.now)
    assert (unknown.here, unknown.absent) == (0, 0)
    with pytest.raises(Refused):
        announcement_reach(day.state, WAR, replace(words, text=" "), day.now)
    assert day.state.notices == ()


@may_not
def test_the_rulings_book_is_the_teams_and_each_desk_retracts_its_own(stranger):
    day = running()
    day.do(RecordRuling(rule="GE-WAR-42", text="A draw is a defeat.", because="nobody held it", desk=Desk.WAR), by=WAR_CONTROL)

    assert {viewer: [each.may_retract for each in book_view(day.state, viewer)] for viewer in (WAR, COURT, ORGANIZER)} == {
        WAR: [True],
        COURT: [False],
        ORGANIZER: [True],
    }
    assert [len(rulings_on(day.state, COURT, cited)) for cited in ("R-57, GE-WAR-42", "GE-WAR-4")] == [1, 0]
    assert [own_ruling(day.state, viewer, 1) is not None for viewer in (WAR, COURT, ORGANIZER)] == [True, False, True]
    assert book_view(day.state, stranger) == rulings_on(day.state, stranger, "GE-WAR-42") == ()
    assert own_ruling(day.state, stranger, 1) is None


def test_a_retracted_ruling_stays_in_the_book_behind_those_that_stand():
    day = running()
    for rule in ("GE-WAR-41", "GE-WAR-42"):
        day.do(RecordRuling(rule=rule, text="So.", because="it is", desk=Desk.WAR), by=WAR_CONTROL)
    day.do(RetractRuling(ruling=1, reason="We erred"), by=Actor(name="walt", desks=frozenset({Desk.WAR})))

    assert [(each.rule, each.retracted, each.may_retract) for each in book_view(day.state, WAR)] == [
        ("GE-WAR-42", "", True),
        ("GE-WAR-41", "We erred", False),
    ]
    assert rulings_on(day.state, WAR, "GE-WAR-41") == ()
    assert own_ruling(day.state, WAR, 1) is not None
