"""Taxes of the laws 8, 9 and 10 and of the Court: due in Return, a Favor by default, else a recompense (R-08, R-82, R-101)."""

from __future__ import annotations

import pytest

from control.day.decisions.answers import MakeDecision
from control.day.decisions.questions import open_decisions
from control.engine.ids import SeatId
from control.engine.records import replace
from rooms.realm.desks import Desk
from rooms.realm.game.hostages.custody import hostages_held_by
from rooms.realm.game.law_actions.money import TaxFell, taxes_due
from rooms.realm.game.laws import StrikeLaw
from rooms.realm.game.ranks_and_wounds import AdjustWounds
from rooms.realm.game.records import TaxPaid
from rooms.realm.game.view_in_force import law_row
from rooms.realm.scenario.ids import HouseId, LawId, Phase
from tests.rooms.realm.game.passing import in_court, law
from tests.rooms.realm.game.play import CAT_1, COURT_CONTROL, EVERY_DESK, WOLF_1, Day, player
from tests.rooms.realm.game.test_deeds import owed, purse, turned, with_purses

SNAKE_1, RAM_1, UNICORN_1, SWORDS_1, BEAR_1 = (SeatId(f"{house}-1") for house in ("snake", "ram", "unicorn", "swords", "bear"))


def fell(day: Day) -> list[tuple[int, str, str]]:
    return [(each.month, each.debtor, each.paid) for each in day.happened if isinstance(each, TaxFell)]


def answered(day: Day, option: str, seat: SeatId, reason: str = "") -> None:
    (asked,) = [each for each in open_decisions(day.state) if each.team == day.state.seats[seat].house]
    day.do(MakeDecision(decision=asked.id, option=option, seat=seat, reason=reason), by=player(seat))


@pytest.mark.rule("GE-CRT-74", "GE-CRT-75", "GE-CRT-76", "R-08", "R-20")
def test_the_tributes_of_the_start_are_collected_from_month_1_a_favor_first():
    day = with_purses(in_court(), snake_1=(2, 1), cat_1=(1, 0), swords_1=(0, 1))

    turned(day)

    assert fell(day) == [(1, "snake", "favor"), (1, "cat", "power"), (1, "swords", "favor")]
    assert [purse(day, each) for each in (SNAKE_1, RAM_1)] == [(2, 0), (0, 1)]
    assert [purse(day, each) for each in (CAT_1, UNICORN_1)] == [(0, 0), (1, 0)]
    assert [purse(day, each) for each in (SWORDS_1, BEAR_1)] == [(0, 0), (0, 1)]
    assert day.state.taxes[0] == TaxPaid(month=1, law=LawId("law-8"), debtor=HouseId("snake"), paid="favor")
    rows = {each.number: law_row(day.state, each).does[-1] for each in day.state.laws if each.number in (8, 9)}
    assert rows == {8: "Snake paid 1 Favor in month 1.", 9: "Cat paid 1 Power in month 1."}
    turned(day)
    assert law_row(day.state, next(each for each in day.state.laws if each.number == 9)).does[-1] == (
        "Cat had nothing to pay in month 2."
    )
    assert fell(day)[3] == (2, "snake", "power")
    assert {each.month for each in day.state.taxes} == {2}


@pytest.mark.rule("R-08")
def test_a_debtor_that_holds_both_chooses_what_it_pays():
    day = with_purses(in_court(), snake_1=(1, 1), cat_1=(1, 0)).until(1, Phase.RETURN)
    assert [each.team for each in open_decisions(day.state)] == ["snake"]

    answered(day, "power", SNAKE_1)
    turned(day)

    assert purse(day, SNAKE_1) == (0, 1)


@pytest.mark.rule("GE-CRT-40", "R-82", "R-19")
def test_a_tax_that_passed_is_paid_to_the_proposing_house_from_the_month_after_until_it_is_lifted():
    day = with_purses(in_court(), wolf_1=(9, 0))
    passed = law(day, "tax", "levy", ("wolf", "bear", "ram"), by=CAT_1)
    assert {each.creditor for each in passed.law.effects.tributes} == {"cat"}
    own = law(in_court(), "tax", "levy", ("wolf", "cat", "ram"), ordered=True)  # an ordered law works alike
    assert [each.debtor for each in own.law.effects.tributes] == ["wolf", "ram"]

    turned(day)
    assert purse(day, WOLF_1)[0] == 9
    turned(day)
    assert purse(day, WOLF_1)[0] == 8
    law(day.until(3, Phase.ACTION), "tax", "lift", (), "law-14")
    turned(day)
    assert purse(day, WOLF_1)[0] == 8


@pytest.mark.rule("R-82", "R-93")
def test_forms_are_known_by_their_place_whatever_language_a_scenario_speaks():
    day = in_court()
    words = {"tax": ("erheben", "aufheben"), "hostages": ("freilassen", "ausliefern", "stellen")}
    kinds = tuple(replace(each, forms=words.get(each.id, each.forms)) for each in day.state.scenario.proposals)
    day.state = replace(day.state, scenario=replace(day.state.scenario, proposals=kinds))

    assert len(law(day, "tax", "erheben", ("wolf", "bear", "ram")).law.effects.tributes) == 3
    law(day, "tax", "aufheben", (), "law-8")
    law(day, "hostages", "stellen", "snake", "cat", "1")
    turned(day)

    assert {8, 15} & {each.number for each in day.state.laws} == set()
    assert [(each.of, each.law) for each in hostages_held_by(day.state, HouseId("cat"))] == [("octopus", "law-6"), ("snake", None)]


@pytest.mark.rule("R-21")
def test_the_same_tax_twice_is_due_once_and_taxes_to_different_houses_each_count():
    day = in_court()
    law(day, "tax", "levy", ("wolf", "bear", "ram"), by=CAT_1)
    law(day, "tax", "levy", ("wolf", "bear", "ram"), by=CAT_1)
    law(day, "tax", "levy", ("wolf", "bear", "cat"), by=SeatId("swords-1"))

    found = [(one.number, each.debtor, each.creditor) for one, each in taxes_due(day.state, 2) if each.debtor == "wolf"]

    assert found == [(14, "wolf", "cat"), (16, "wolf", "swords")]


@pytest.mark.rule("R-20", "R-06")
def test_what_one_tax_brings_pays_the_next_one():
    day = with_purses(in_court(), snake_1=(1, 0))
    law(day, "tax", "levy", ("ram", "bear", "wolf"), by=CAT_1)
    day.until(2, Phase.ACTION)
    with_purses(day, snake_1=(1, 0))

    turned(day)

    assert (2, "ram", "power") in fell(day)  # law 8 brought Ram its first Power


# --- recompense ---------------------------------------------------------------------------------------------------------


def poor(setting: bool = True) -> Day:
    """Snake owes Ram and has nothing. No other House owes anything."""
    day = with_purses(in_court())
    changed = replace(day.state.scenario.settings, recompense_needs_control=setting)
    day.state = replace(day.state, scenario=replace(day.state.scenario, settings=changed))
    for number in (9, 10):
        day.do(StrikeLaw(law=LawId(f"law-{number}"), reason="apart"), by=COURT_CONTROL)
    return turned(day)


@pytest.mark.rule("GE-CRT-82", "R-101")
@pytest.mark.parametrize(
    ("needs", "desk", "word"), [(True, Desk.COURT, "refuse the absurd"), (False, Desk.CEREMONY, "as it is named")]
)
def test_a_debtor_with_nothing_leaves_a_recompense_for_its_creditor_to_name(needs, desk, word):
    day = poor(needs)
    (asked,) = open_decisions(day.state)
    assert (asked.team, asked.rule) == ("ram", "R-101")
    assert str(asked.question) == "Law 8: Snake has nothing to pay. Does Ram take a recompense?"

    answered(day, "takes", RAM_1, "1 unit in Ode")

    ((to, what),) = owed(day)
    assert to == desk
    assert word in what
    assert what.endswith("1 unit in Ode")


@pytest.mark.rule("R-101")
def test_a_recompense_that_nobody_names_lapses_when_the_next_planning_ends():
    day = poor().until(2, Phase.PLANNING)
    assert len(open_decisions(day.state)) == 1

    day.until(2, Phase.MOVEMENT)

    assert open_decisions(day.state) == ()
    assert owed(day) == []


@pytest.mark.rule("R-06", "R-139")
def test_a_house_of_which_nobody_lives_receives_its_tax_and_finds_it_when_it_comes_back():
    day = with_purses(in_court(), swords_1=(0, 1))
    bears = [seat.id for seat in day.state.seats.values() if seat.house == "bear"]
    for seat in bears:
        day.do(AdjustWounds(player=seat, before=day.state.seats[seat].wounds, wounds=3, reason="hit"), by=EVERY_DESK)

    turned(day)

    assert (1, "swords", "favor") in fell(day)
    (first,) = [seat for seat in bears if day.state.seats[seat].rank == 1]
    assert purse(day, first) == (0, 1)
    day.until(2, Phase.PLANNING)
    assert [day.state.seats[seat].died for seat in bears] == [None] * len(bears)
    assert sum(len(day.state.seats[seat].purse.favors) for seat in bears) == 1
