"""The Uprising and the order without a vote on Court Control's tablet."""

from __future__ import annotations

import re
import uuid

import pytest

from control.engine.context import Actor
from control.engine.ids import SeatId
from control.journal import desk
from rooms.court.game.state import Rising, floor_of
from rooms.court.game.uprising.rules import RiseUp, SitDown
from rooms.realm.game.treasury.power import AdjustPower
from tests.control.desks.conftest import words
from tests.rooms.court.screens.desk import THERE

NOW = {"month": "1", "number": "1"}


def risen(day, number=1):
    return next(each for each in floor_of(day.state).uprisings if each.number == number)


@pytest.mark.rule("GE-CRT-96", "GE-CRT-97", "R-105")
def test_control_taps_who_stands_and_the_meter_counts(court, sitting):
    assert "0 / 4" in words(court.fragment("part/court-uprising/"))
    court.tap("court/uprising/", {**NOW, "act": "rise", "who": THERE[0]})
    by_phone = RiseUp(month=1, number=1, seat=THERE[1])
    desk.perform(stream_id=sitting.event.stream_id, command=by_phone, by=Actor(seat=THERE[1]), command_id=uuid.uuid4())

    shown = court.fragment("part/court-uprising/")
    assert "2 / 4" in words(shown)
    assert f'id="sit-{THERE[0]}"' in shown.content.decode()
    assert f'id="rise-{THERE[1]}"' in shown.content.decode()  # joined by phone: the desk's tablet does not show it

    court.tap("court/uprising/", {**NOW, "act": "sit", "who": THERE[0]})
    assert risen(sitting).standing == (THERE[1],)
    bear = sitting.state.seats[SeatId("ram-1")]
    sitting.do(AdjustPower(seat=bear.id, before=bear.purse.power, power=40, reason="found"))
    for seat in (THERE[0], THERE[2], THERE[3]):
        assert court.tap("court/uprising/", {**NOW, "act": "rise", "who": seat}).status_code == 200
    assert sitting.state.throne.holder == bear.id
    shown = words(court.fragment("part/court-uprising/"))
    assert "An Uprising has cast the Sovereign out: 4 of 5 stood." in shown
    assert "may pass the throne on" in shown
    assert "an Execution may name this player too" in shown
    court.tap("court/uprising/throne/", {"month": "1", "giver": bear.id, "to": "ram-2"})
    assert sitting.state.throne.holder == "ram-2"


@pytest.mark.rule("GE-CRT-98", "R-17")
def test_the_journal_names_no_player_who_stands_and_everybody_of_the_team(court, sitting):
    name, before = sitting.state.seats[THERE[1]].name, words(court.fragment("part/journal/"))
    for number, kind in enumerate((RiseUp, SitDown, RiseUp), start=1):
        by_phone = kind(month=1, number=1, seat=THERE[1])
        desk.perform(stream_id=sitting.event.stream_id, command=by_phone, by=Actor(seat=THERE[1]), command_id=uuid.uuid4())
        told = words(court.fragment("part/journal/"))
        assert told.count("Somebody Uprising in the Court, month 1") == number
        assert told.count(name) == before.count(name)
    court.tap("court/uprising/", {**NOW, "act": "rise", "who": THERE[0]})
    by_desk = f"court Uprising: {sitting.state.seats[THERE[0]].name} (Cat) stands up, month 1"
    assert by_desk in words(court.fragment("part/journal/"))


@pytest.mark.rule("R-127", "GE-UND-23")
def test_extra_votes_are_counted_at_the_desk(court, sitting):
    court.tap("court/uprising/", {**NOW, "act": "rise", "who": THERE[0]})
    no = court.tap("court/uprising/dissent/", {**NOW, "house": "wolf", "votes": "1"})
    assert "Nobody of Wolf stands" in words(no)
    court.tap("court/uprising/dissent/", {**NOW, "house": "cat", "votes": "2"})
    shown = words(court.fragment("part/court-uprising/"))
    assert "3 / 4" in shown
    assert "Cat has 2 extra votes." in shown


@pytest.mark.rule("GE-CRT-98", "R-106")
def test_a_failed_one_is_ended_and_punished_with_a_reason(court, sitting):
    assert "No Uprising has failed" in words(court.fragment("court/uprising/punish/"))
    court.tap("court/uprising/", {**NOW, "act": "rise", "who": THERE[0]})
    court.tap("court/uprising/end/", NOW)
    assert risen(sitting).how is Rising.FAILED
    assert sitting.state.seats[THERE[0]].name in words(court.fragment("court/uprising/punish/"))
    fields = {"month": "1", "culprit": f"1 {THERE[0]}", "penalty": "wounds", "amount": "1"}

    no = court.tap("court/uprising/punish/", fields)
    assert (no.status_code, "Say why" in words(no)) == (422, True)
    assert f'value="1 {THERE[0]}" selected' in no.content.decode()
    assert court.tap("court/uprising/punish/", {**fields, "reason": "treason"}).status_code == 200

    assert sitting.state.seats[THERE[0]].wounds == 1


@pytest.mark.rule("R-106")
@pytest.mark.parametrize(
    ("penalty", "said"), [("death", "is punished with death: treason"), ("wounds", "is punished with 1 wound:")]
)
def test_the_answer_to_a_punishment_says_who_got_what(court, sitting, penalty, said):
    court.tap("court/uprising/", {**NOW, "act": "rise", "who": THERE[0]})
    court.tap("court/uprising/end/", NOW)
    fields = {"month": "1", "culprit": f"1 {THERE[0]}", "penalty": penalty, "amount": "1", "reason": "treason"}

    done = words(court.tap("court/uprising/punish/", fields))

    assert f"{sitting.state.seats[THERE[0]].name} (" in done
    assert said in done


@pytest.mark.rule("R-105", "R-106")
def test_who_stood_is_punished_right_where_it_is_asked_and_not_among_the_names_that_declare(court, sitting):
    court.tap("court/uprising/", {**NOW, "act": "rise", "who": THERE[0]})
    open_now = court.fragment("part/court-uprising/").content.decode()
    court.tap("court/uprising/end/", NOW)
    shown = court.fragment("part/court-uprising/").content.decode()
    at = [shown.index(f'id="{name}"') for name in ("punish", "uprising-noted-1", "uprising-hands")]
    assert at == sorted(at)
    assert shown.count('id="punish"') == 1
    assert unfolded_for(shown) != unfolded_for(open_now)  # so the list of names folds: now it declares another Uprising
    court.tap("court/uprising/noted/", NOW)
    assert court.fragment("part/court-uprising/").content.decode().count('id="punish"') == 1  # punishing stays possible


def unfolded_for(shown):
    """Key of the Uprising for which the list of names stays unfolded."""
    return re.search(r'id="uprising-hands" data-folds="([^"]+)"', shown)[1]


@pytest.mark.rule("R-105", "R-106")
def test_an_uprising_waits_for_the_desk_until_what_it_left_is_done(court, sitting):
    def waits():
        return words(court.fragment("part/matters/"))

    def presses():
        return "is-pressing" in court.fragment("part/court-uprising/").content.decode()

    assert (presses(), "Waits for you 1" in waits()) == (False, False)
    court.tap("court/uprising/", {**NOW, "act": "rise", "who": THERE[0]})
    assert presses()
    assert "Waits for you 1" in waits()
    assert "An Uprising runs" in waits()
    court.tap("court/uprising/end/", NOW)
    assert presses()
    assert "The Sovereign may punish 1 who stood" in waits()
    assert 'href="/control/' in court.fragment("part/matters/").content.decode()
    assert "#part-court-uprising" in court.fragment("part/matters/").content.decode()
    assert court.tap("court/uprising/noted/", NOW).status_code == 200
    assert not presses()
    assert "Waits for you 1" not in waits()
    assert court.tap("court/uprising/noted/", NOW).status_code == 409
    assert sitting.state.seats[THERE[0]].name in words(court.fragment("court/uprising/punish/"))  # punishing stays possible

    second, ram = {"month": "1", "number": "2"}, sitting.state.seats[SeatId("ram-1")]
    sitting.do(AdjustPower(seat=ram.id, before=ram.purse.power, power=40, reason="found"))
    for seat in THERE[1:]:
        court.tap("court/uprising/", {**second, "act": "rise", "who": seat})
    assert f"{ram.name} reigns now" in waits()
    court.tap("court/uprising/noted/", second)
    assert not presses()


@pytest.mark.parametrize(
    ("address", "fields", "sentence"),
    [
        ("court/uprising/", {**NOW, "act": "rise"}, "Choose a player."),
        ("court/uprising/", {"number": "1", "act": "rise", "who": THERE[0]}, "This form is broken; load the page again."),
        ("court/uprising/end/", NOW, "This Uprising is over; look again."),
        ("court/uprising/dissent/", NOW, "Choose a House."),
        ("court/uprising/throne/", {"month": "1", "to": THERE[0]}, "Only whom an Uprising has just seated"),
        ("court/uprising/punish/", {"month": "1", "reason": "treason"}, "Choose a player."),
        ("court/order/", {"month": "1", "type": "fines"}, "Only a Court Military Action"),
    ],
)
def test_a_broken_press_says_what_is_wrong_and_changes_nothing(court, sitting, address, fields, sentence):
    before = sitting.seqs
    answer = court.tap(address, fields)
    assert answer.status_code in (409, 422)
    assert sentence in words(answer)
    assert sitting.seqs == before


@pytest.mark.rule("R-39")
def test_control_orders_for_the_god_emperor(court, sitting):
    region = sitting.state.scenario.map.regions[0].id
    assert "The God Emperor pays nothing." in words(court.fragment("court/order/"))
    drawn = court.tap("court/order/", {"month": "1", "type": "treaty", "act": "draw"})
    assert 'name="field0"' in drawn.content.decode()
    assert court.tap("court/order/", {"month": "1", "type": "treaty", "field0": region, "act": "order"}).status_code == 200
    assert sitting.state.passed[-1].ordered
    assert "Ordered this month: Treaty." in words(court.fragment("court/order/"))
