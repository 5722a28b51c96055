"""Rulings book: a ruling appears wherever its rule is cited."""

from __future__ import annotations

import pytest

from control.day import rulings
from control.day.rulings import RecordRuling, RetractRuling
from control.engine.context import DecisionContext
from control.engine.refusal import Refused, Stale
from rooms.realm.desks import Desk
from tests.rooms.realm.game.play import COURT_CONTROL, ORGANIZER, SHARED, WAR_CONTROL, Day, running

WON = RecordRuling(rule=" ge-war-42 ", text="A draw is a  defeat.", because="nobody held it", desk=Desk.WAR)


def refusal(day: Day, command: object, by: object) -> Refused:
    """The refusal of a command."""
    with pytest.raises(Refused) as no:
        SHARED.decided(day.state, command, DecisionContext(by=by, at=day.now))  # type: ignore[arg-type]
    return no.value


def test_a_ruling_stands_on_its_rule_wherever_that_is_cited():
    day = running()
    day.do(WON, by=WAR_CONTROL)

    found = rulings.rulings_citing(day.state.rulings, "R-57, GE-WAR-42")

    assert [(each.rule, each.text, each.because, each.by) for each in found] == [
        ("GE-WAR-42", "A draw is a defeat.", "nobody held it", "walt")
    ]
    assert rulings.rulings_citing(day.state.rulings, "GE-WAR-4") == ()
    assert rulings.rulings_citing(day.state.rulings, "GE-WAR-421") == ()
    assert rulings.rulings_citing(day.state.rulings, "") == ()


def test_a_ruling_of_a_side_table_is_not_one_of_the_main_game():
    day = running()
    day.do(RecordRuling(rule="R-12", text="Yes.", because="so", desk=Desk.WAR), by=WAR_CONTROL)

    assert rulings.rulings_citing(day.state.rulings, "PE-R-12") == ()
    assert len(rulings.rulings_citing(day.state.rulings, "see R-12.")) == 1


def test_a_tablet_of_the_law_board_is_ruled_on_like_a_rule():
    day = running()
    day.do(RecordRuling(rule="law-1", text="Both pay", because="it says so", desk=Desk.COURT), by=COURT_CONTROL)

    assert [each.rule for each in rulings.rulings_citing(day.state.rulings, "LAW-1")] == ["LAW-1"]
    assert rulings.rulings_citing(day.state.rulings, "LAW-11") == ()


def test_the_sentence_says_who_ruled_what_and_why():
    day = running()
    before = day.state
    ruled = day.do(WON, by=WAR_CONTROL)[0]

    assert SHARED.explain(ruled, before) == "War Control ruled on GE-WAR-42: A draw is a defeat. Reason: nobody held it."


def test_a_ruling_is_retracted_by_its_desk_and_stays_in_the_book():
    day = running()
    day.do(WON, by=WAR_CONTROL)
    assert refusal(day, RetractRuling(ruling=1, reason="no"), COURT_CONTROL).sentence == "This is War Control's ruling."

    day.do(RetractRuling(ruling=1, reason="read again"), by=WAR_CONTROL)

    assert rulings.rulings_in_force(day.state) == ()
    assert rulings.rulings_citing(day.state.rulings, "GE-WAR-42") == ()
    assert day.state.rulings[0].retracted == "read again"
    assert isinstance(refusal(day, RetractRuling(ruling=1, reason="no"), WAR_CONTROL), Stale)
    day.do(WON, by=ORGANIZER)
    assert [each.id for each in rulings.rulings_in_force(day.state)] == [2]


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (RecordRuling(rule="the draw", text="x", because="y", desk=Desk.WAR), "Name the rule by its ID"),
        (RecordRuling(rule="R-57, R-58", text="x", because="y", desk=Desk.WAR), "Name the rule by its ID"),
        (RecordRuling(rule="R-57", text=" ", because="y", desk=Desk.WAR), "Say what was ruled."),
        (RecordRuling(rule="R-57", text="x" * 1001, because="y", desk=Desk.WAR), "Say it in 1000 characters."),
        (RecordRuling(rule="R-57", text="x", because="", desk=Desk.WAR), "Say why"),
        (RecordRuling(rule="R-57", text="x", because="y", desk=Desk.COURT), "You do not sit at Court Control."),
        (RetractRuling(ruling=7, reason="x"), "not in the book"),
    ],
)
def test_what_is_not_written_into_the_book(command, says):
    assert says in refusal(running(), command, WAR_CONTROL).sentence
