"""The end of a step or a vote at Court Control's desk: one press when all is done, else a question with names."""

from __future__ import annotations

import re
import uuid

import pytest

from control.engine.context import Actor
from control.journal import desk
from rooms.court.game.floor.cycles import ChooseProposal, StrikeProposal
from rooms.court.game.floor.vote import CastVote, CountFists
from rooms.court.game.floor.vote_result import CloseVote
from rooms.court.game.state import Stand
from rooms.realm.desks import Desk
from rooms.realm.scenario.ids import Phase
from tests.control.desks.conftest import words
from tests.rooms.court.screens.desk import AUTHOR, OTHER, SURE, THERE, standing, until


def step(day) -> str:
    return day.state.clock.rooms["court"].step


def names(day, *seats) -> list[str]:
    return [day.state.seats[seat].name for seat in seats]


@pytest.mark.rule("R-78")
def test_payment_that_nobody_has_named_asks_with_who_would_pay_before_it_ends(court, won):
    assert court.tap("court/step/", {"month": "1", "step": "vote-1"}).status_code == 200
    before, ending = won.seqs, {"month": "1", "step": "payment-1"}
    assert step(won) == "payment-1"

    asked = court.tap("court/step/", ending)

    assert (asked.status_code, asked["HX-Retarget"]) == (200, "#ask")
    assert "Nobody has said who pays for Fines" in words(asked)
    assert "paid in turn: " in words(asked)
    assert (won.seqs, standing(won).stand) == (before, Stand.WON)
    done = court.tap("court/step/", ending | SURE)
    assert (done.status_code, done["HX-Retarget"]) == (200, "#said")
    assert standing(won).stand is Stand.PASSED


@pytest.mark.rule("R-80")
def test_a_vote_with_open_slots_asks_with_their_names_before_it_is_closed(court, voting):
    for seat in THERE[:3]:
        voting.do(CastVote(month=1, cycle=1, seat=seat, favor=True))
    asked = court.tap("court/close/", {"month": "1", "cycle": "1"})

    for name in names(voting, *THERE[3:]):
        assert name in words(asked)
    for name in names(voting, *THERE[:3]):
        assert name not in words(asked)
    assert standing(voting).stand is Stand.OPEN
    court.tap("court/close/", {"month": "1", "cycle": "1"} | SURE)
    assert standing(voting).stand is not Stand.OPEN


@pytest.mark.rule("R-80")
def test_a_vote_that_is_complete_by_name_or_by_fists_is_closed_by_one_press(court, voting):
    for seat in THERE[:3]:
        voting.do(CastVote(month=1, cycle=1, seat=seat, favor=True))
    voting.do(CountFists(month=1, cycle=1, fists=1))

    court.tap("court/close/", {"month": "1", "cycle": "1"})

    assert standing(voting).stand is not Stand.OPEN


@pytest.mark.rule("R-80")
def test_an_open_vote_is_named_before_its_step_and_its_cycle_end(court, voting):
    for name in ("vote-1", "payment-1"):
        asked = court.tap("court/step/", {"month": "1", "step": name})
        assert "rejected" in words(asked)
        assert step(voting) == name
        court.tap("court/step/", {"month": "1", "step": name} | SURE)
    assert standing(voting).stand is Stand.REJECTED


@pytest.mark.rule("R-78", "R-80")
def test_the_end_of_action_names_what_the_floor_loses_and_settles(sits, court, voting):
    organizer, paid = sits(Desk.ORGANIZER), "It becomes law; paid in turn: "
    asked = words(organizer.fragment("clock/end/"))
    assert "The vote on Fines" in asked
    assert "Not heard any more: Famine Aid (cost 6)." in asked
    assert "Uprising" not in asked
    court.tap("court/uprising/", {"month": "1", "number": "1", "act": "rise", "who": THERE[0]})
    assert "An Uprising runs." in words(organizer.fragment("clock/end/"))
    for seat in THERE[:4]:
        voting.do(CastVote(month=1, cycle=1, seat=seat, favor=True))
    voting.do(CloseVote(month=1, cycle=1))
    assert paid in words(organizer.fragment("clock/end/"))
    court.tap("court/uprising/end/", {"month": "1", "number": "1"})

    voting.go_to(Phase.RETURN)

    asked = words(organizer.fragment("clock/end/"))
    assert "The Sovereign may punish 1 who stood." in asked
    assert paid not in asked
    assert "Not heard any more" not in asked


def test_what_the_desk_did_last_may_be_taken_back_after_players_acted_too(court, sitting):
    sitting.do(ChooseProposal(month=1, author=AUTHOR))
    until(sitting, "debate-1")
    court.tap("court/step/", {"month": "1", "step": "debate-1"} | SURE)
    assert "Undo “Debate 1, month 1”" in words(court.fragment("part/last-court/"))
    by_phone = CastVote(month=1, cycle=1, seat=THERE[0], favor=True)
    desk.perform(stream_id=sitting.event.stream_id, command=by_phone, by=Actor(seat=THERE[0]), command_id=uuid.uuid4())

    last = court.fragment("part/last-court/")

    assert "Undo “Debate 1, month 1”" in words(last)
    address = re.search(r'href="/control/\d+/(journal/\d+/undo/)"', last.content.decode())[1]
    assert court.tap(address, {"reason": "too early"}).status_code == 200
    assert step(sitting) == "debate-1"


@pytest.mark.rule("GE-SOV-23")
def test_a_debate_on_nothing_asks_with_the_proposals_that_wait(court, sitting):
    ending = {"month": "1", "step": "explain-1"}

    asked = words(court.tap("court/step/", ending))

    assert "Nothing is on the floor. 2 proposals wait: " in asked
    for name in (*names(sitting, AUTHOR, OTHER), "Fines", "Famine Aid"):
        assert name in asked
    assert step(sitting) == "explain-1"
    court.tap("court/step/", ending | SURE)
    assert step(sitting) == "debate-1"


@pytest.mark.rule("GE-SOV-23")
def test_a_debate_begins_by_one_press_once_a_proposal_is_chosen_or_none_waits(court, sitting):
    sitting.do(ChooseProposal(month=1, author=AUTHOR))
    court.tap("court/step/", {"month": "1", "step": "explain-1"})
    assert step(sitting) == "debate-1"

    until(sitting, "explain-2")
    sitting.do(StrikeProposal(month=1, author=OTHER, reason="destroyed"))
    court.tap("court/step/", {"month": "1", "step": "explain-2"})
    assert step(sitting) == "debate-2"


def test_an_answer_to_a_question_about_a_step_that_is_over_closes_it_and_says_so(court, won):
    court.tap("court/step/", {"month": "1", "step": "vote-1"})
    ending = {"month": "1", "step": "payment-1"}
    court.tap("court/step/", ending | SURE)

    late = court.tap("court/step/", ending | SURE)

    assert (late.status_code, late["HX-Retarget"]) == (409, "#said")
    assert "answered" in late["HX-Trigger"]
