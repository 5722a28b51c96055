"""A spectator asks for a bot's chair, and somebody at the table lets them in."""

from __future__ import annotations

from datetime import timedelta

import pytest

from rooms.tables.game.absence import SILENT
from rooms.tables.game.chair_requests import REST, AnswerAsking, AskChair, ChairDenied, StopAsking, open_requests
from rooms.tables.game.chairs import PutBot, SatDown, SitDown, StandUp
from rooms.tables.game.play import Begin
from tests.rooms.tables.test_engine import CONTROL, ENGINE, Table, play


def asked(*, boris: bool = True, asks: bool = True) -> Table:
    """Anna hosts, Boris plays, Grisha is a bot, and Clara asks for its chair."""
    table = Table()
    if boris:
        table.do(SitDown(person="boris", name="Boris"), "boris")
    table.do(PutBot(chair=2, bot="high"), "anna")
    table.do(Begin(), "anna")
    if asks:
        table.do(AskChair(person="clara", name="Clara", chair=table.state.chairs.index(bot_of(table))), "clara")
    return table


def bot_of(table: Table):
    return next(chair for chair in table.state.chairs if chair.bot and not chair.person)


LET_IN, NO = AnswerAsking(person="clara", let_in=True), AnswerAsking(person="clara", let_in=False)


def test_nobody_takes_the_chair_of_a_bot_without_asking():
    table = asked(asks=False)

    no = table.refused(SitDown(person="clara", name="Clara", chair=2), "clara")

    assert (no.code, "ask for this chair" in no.sentence) == ("ask", True)


def test_the_host_lets_somebody_in():
    table = asked()
    assert [each.name for each in open_requests(table.state)] == ["Clara"]
    assert table.refused(LET_IN, "boris").code == "not-yours"
    assert table.refused(LET_IN, "clara").code == "not-yours"

    assert table.do(LET_IN, "anna")[:1] == (SatDown(chair=2, person="clara", name="Clara"),)

    assert table.state.asking == ()
    table.do(play(2, swap=False), "clara")


def test_control_may_decide_too():
    assert asked().do(LET_IN, CONTROL)[:1] == (SatDown(chair=2, person="clara", name="Clara"),)


def test_who_is_not_let_in_hears_from_whom_and_may_ask_again():
    table = asked()

    assert table.do(NO, "anna") == (ChairDenied(person="clara", by="Anna", at=table.now),)

    assert (open_requests(table.state), table.state.asking[0].no_by) == ((), "Anna")
    again = AskChair(person="clara", name="Clara", chair=2)
    assert "Wait half a minute" in table.refused(again, "clara").sentence
    table.now += REST
    table.do(again, "clara")
    assert len(open_requests(table.state)) == 1


def test_who_stops_asking_waits_before_asking_again_and_nothing_of_it_stands_in_the_log():
    table = asked()
    told = [ENGINE.explain(fact, table.state) for fact in table.do(StopAsking(), "clara")]

    assert told == [""]
    assert "Wait half a minute" in table.refused(AskChair(person="clara", name="Clara", chair=2), "clara").sentence


def test_three_at_most_ask_for_one_chair():
    table = asked()
    for each in ("dora", "emil"):
        table.do(AskChair(person=each, name=each, chair=2), each)

    assert "Three people" in table.refused(AskChair(person="fritz", name="Fritz", chair=2), "fritz").sentence


def test_while_a_bot_plays_for_the_host_anybody_seated_answers():
    table = asked()
    table.do(StandUp(chair=0), "anna")

    table.do(LET_IN, "boris")

    assert table.state.chairs[2].person == "clara"


def test_where_no_person_plays_one_sits_down_at_once():
    table = Table()
    table.do(StandUp(chair=0), "anna")
    for number in (0, 1):
        table.do(PutBot(chair=number, bot="high"), "anna")
    table.do(Begin(), "anna")
    assert table.refused(AskChair(person="clara", name="Clara", chair=1), "clara").code == "stale"

    table.do(SitDown(person="clara", name="Clara", chair=1), "clara")

    assert table.state.chairs[1].person == "clara"


@pytest.mark.parametrize("waits", [timedelta(), SILENT, timedelta(days=1)])
def test_those_who_are_all_away_give_no_hand_to_whoever_comes_by_however_long_it_takes(waits):
    table = asked(asks=False)
    table.do(StandUp(chair=1), "boris")
    table.do(StandUp(chair=0), "anna")
    ask, sits = AskChair(person="clara", name="Clara", chair=2), SitDown(person="clara", name="Clara", chair=2)

    assert table.refused(sits, "clara").code == "ask"
    table.do(ask, "clara")
    table.now += waits
    assert table.refused(sits, "clara").code == "ask"
    assert table.refused(LET_IN, "clara").code == "not-yours"
    assert [(chair.person, chair.bot) for chair in table.state.chairs][2] == ("", "high")

    table.do(SitDown(person="boris", name="Boris"), "boris")  # now a person can answer
    table.do(LET_IN, "boris")
    assert table.state.chairs[2].person == "clara"


def test_who_left_a_stand_in_comes_back_without_asking():
    table = asked()
    table.do(StandUp(chair=1), "boris")

    table.do(SitDown(person="boris", name="Boris"), "boris")

    assert not table.state.chairs[1].bot


def test_of_two_who_ask_for_a_chair_the_other_asks_no_more():
    table = asked()
    table.do(AskChair(person="dora", name="Dora", chair=2), "dora")

    table.do(LET_IN, "anna")

    assert table.state.asking == ()
    assert table.refused(AnswerAsking(person="dora", let_in=True), "anna").code == "stale"


def test_who_asks_may_stop():
    table = asked()
    assert table.refused(StopAsking(), "boris").code == "stale"

    table.do(StopAsking(), "clara")

    assert table.state.asking == ()
    assert table.refused(LET_IN, "anna").code == "stale"


@pytest.mark.parametrize(
    ("command", "by", "code"),
    [
        pytest.param(AskChair(person="clara", name="Clara", chair=2), "clara", "stale", id="twice"),
        pytest.param(AskChair(person="dora", name="Dora", chair=1), "dora", "full", id="the chair of a person"),
        pytest.param(AskChair(person="dora", name="Dora", chair=9), "dora", "malformed", id="no chair"),
        pytest.param(AskChair(person="dora", name=" ", chair=2), "dora", "malformed", id="no name"),
        pytest.param(AskChair(person="dora", name="Dora", chair=2), "clara", "not-yours", id="for another"),
        pytest.param(AskChair(person="boris", name="Boris", chair=2), "boris", "stale", id="who sits here"),
        pytest.param(AnswerAsking(person="", let_in=True), "anna", "stale", id="an answer to nobody"),
    ],
)
def test_what_makes_no_sense_is_one_sentence(command, by, code):
    no = asked().refused(command, by)

    assert no.code == code
    assert no.sentence.endswith(".")


def test_to_a_table_with_a_stake_nobody_comes_in():
    table = Table(stake=("power", 1))
    table.do(PutBot(chair=1, bot="high"), "anna")
    table.do(Begin(), "anna")

    assert table.refused(AskChair(person="clara", name="Clara", chair=1), "clara").code == "full"


def test_a_chair_that_was_taken_meanwhile_is_asked_for_no_more():
    table = asked()
    table.do(SitDown(person="dora", name="Dora", chair=2), CONTROL)

    assert table.refused(LET_IN, "anna").code == "stale"
