"""Gaes, Border Watch and Trade Embargo: who may sit where, tolls, and trade (GE-CRT-42, GE-CRT-43, GE-CRT-45)."""

from __future__ import annotations

import pytest

from control.day.clock.phases import SetClock
from control.day.people.room_choice import ChooseRoom
from control.engine.ids import SeatId
from control.engine.records import replace
from control.engine.refusal import Refused
from control.engine.viewer import Viewer
from rooms.realm.desks import Desk
from rooms.realm.game.laws import StrikeLaw
from rooms.realm.game.state import Bar
from rooms.realm.game.treasury.transfers import PassOn
from rooms.realm.game.view_holdings import purse as view_purse
from rooms.realm.scenario.ids import LawId, Phase, Room
from rooms.underground.game.module import SCHEMES
from tests.rooms.realm.game.passing import in_court, law
from tests.rooms.realm.game.play import CAT_1, CAT_2, COURT_CONTROL, ORGANIZER, WOLF_1, Day, player
from tests.rooms.realm.game.test_deeds import owed, purse, untaxed, with_purses

CAT_3, SWORDS_1 = SeatId("cat-3"), SeatId("swords-1")


def underground(day: Day, seat: SeatId) -> None:
    day.do(ChooseRoom(seat=seat, month=day.state.clock.month, room=Room.UNDERGROUND), by=player(seat))


# --- Gaes ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-CRT-43", "R-84", "R-83")
def test_gaes_keeps_its_players_from_the_table_until_the_law_falls_and_says_which():
    day = in_court()
    law(day, "gaes", "cat", (CAT_1, CAT_2, CAT_3), "west")

    day.until(2, Phase.PLANNING)

    with pytest.raises(Refused, match="Law 14, Gaes: not at the table"):
        underground(day, CAT_1)
    underground(day, SeatId("cat-4"))
    underground(day, SWORDS_1)
    day.until(3, Phase.PLANNING)
    day.do(StrikeLaw(law=LawId("law-14"), reason="annulled"), by=COURT_CONTROL)
    underground(day, CAT_1)
    assert day.state.seats[CAT_1].bars == ()


@pytest.mark.rule("R-85")
def test_a_gaes_that_would_leave_nowhere_to_go_fails_for_that_player_alone():
    day = in_court()
    elsewhere = tuple(Bar(room=room, why="delayed") for room in (Room.WAR, Room.COURT))
    seats = {**day.state.seats, CAT_1: replace(day.state.seats[CAT_1], bars=elsewhere)}
    day.state = replace(day.state, seats=seats)
    law(day, "gaes", "cat", (CAT_1, CAT_2, CAT_3), "west")

    day.until(2, Phase.PLANNING)

    underground(day, CAT_1)
    with pytest.raises(Refused):
        underground(day, CAT_2)


# --- Border Watch -------------------------------------------------------------------------------------------------------


def watched(**purses: tuple[int, int]) -> Day:
    day = untaxed()
    law(day, "border-watch", "west")
    law(day, "border-watch", "west")
    day.until(2, Phase.PLANNING)
    return with_purses(day, **purses)


@pytest.mark.rule("GE-CRT-42", "R-84", "R-08", "R-21")
def test_each_house_at_the_table_pays_once_a_month_a_favor_first():
    day = watched(cat_1=(2, 1), swords_1=(1, 0), wolf_1=(1, 1))
    for seat in (CAT_1, CAT_2, SWORDS_1, WOLF_1):
        underground(day, seat)

    day.until(2, Phase.ACTION)

    assert purse(day, CAT_1) == (2, 0)
    assert purse(day, SWORDS_1) == (0, 0)
    assert purse(day, WOLF_1) == (1, 1)  # it sits in the East


@pytest.mark.rule("R-84", "R-07")
def test_a_house_that_cannot_pay_is_for_underground_control_to_seat_elsewhere():
    day = watched(swords_1=(1, 0))
    for seat in (CAT_1, SWORDS_1):
        underground(day, seat)

    day.until(2, Phase.ACTION)

    ((desk, what),) = owed(day)
    assert desk == Desk.UNDERGROUND
    assert what.startswith("Law 14, Border Watch: Cat cannot pay the toll of the table")


@pytest.mark.rule("R-85")
def test_a_toll_is_waived_for_who_could_go_nowhere_else():
    day = watched()
    underground(day, CAT_1)
    elsewhere = tuple(Bar(room=room, why="delayed") for room in (Room.WAR, Room.COURT))
    day.state = replace(day.state, seats={**day.state.seats, CAT_1: replace(day.state.seats[CAT_1], bars=elsewhere)})

    day.until(2, Phase.ACTION)

    assert owed(day) == []


# --- trade --------------------------------------------------------------------------------------------------------------


def offered(day: Day) -> set[SeatId]:
    """Players to whom Cat's rank 1 may pass Power on from the phone."""
    shown = view_purse(day.state, Viewer(seat=CAT_1)).passing
    assert shown is not None
    return {each.seat for each in shown.relatives}


def trade(day: Day) -> None:
    day.do(PassOn(seat=CAT_1, to=WOLF_1, power=1), by=player(CAT_1))


@pytest.mark.rule("GE-CRT-69", "R-87")
def test_law_3_bars_every_gift_between_houses_and_none_inside_one():
    day = with_purses(untaxed(), cat_1=(3, 0))

    with pytest.raises(Refused, match=r"Law 3, No trade, bars trade\.") as no:
        trade(day)
    assert no.value.rule == "R-87"
    day.do(PassOn(seat=CAT_1, to=CAT_2, power=1), by=player(CAT_1))
    assert {day.state.seats[each].house for each in offered(day)} == {"cat"}
    day.do(StrikeLaw(law=LawId("law-3"), reason="annulled"), by=COURT_CONTROL)
    trade(day)
    assert WOLF_1 in offered(day)

    assert (purse(day, CAT_1), purse(day, CAT_2), purse(day, WOLF_1)) == ((1, 0), (1, 0), (1, 0))


@pytest.mark.rule("GE-CRT-45", "R-86", "R-19", "R-83")
@pytest.mark.parametrize("barred", ["cat", "wolf"])
def test_an_embargo_bars_its_houses_from_trade_with_all_others_after_law_3_is_gone(barred):
    day = with_purses(untaxed(), cat_1=(5, 0))
    day.do(StrikeLaw(law=LawId("law-3"), reason="annulled"), by=COURT_CONTROL)
    law(day, "trade-embargo", (barred,))
    trade(day)  # the embargo is in force from the next month on

    day.until(2, Phase.PLANNING)

    with pytest.raises(Refused, match=r"Law 14, Trade Embargo, bars trade\.") as no:
        trade(day)
    assert no.value.rule == "R-86"
    day.do(StrikeLaw(law=LawId("law-14"), reason="annulled"), by=COURT_CONTROL)
    trade(day)


@pytest.mark.rule("R-19", "R-86")
def test_a_law_that_has_acted_is_not_in_force_when_the_clock_is_set_back_to_its_own_month():
    day = with_purses(untaxed(), cat_1=(5, 0))
    day.do(StrikeLaw(law=LawId("law-3"), reason="annulled"), by=COURT_CONTROL)
    law(day, "trade-embargo", ("cat",))
    day.until(2, Phase.PLANNING)
    day.do(SetClock(month=1, phase=Phase.ACTION, seconds=60), by=ORGANIZER)

    trade(day)


# --- schemes ------------------------------------------------------------------------------------------------------------


def price(day: Day, scheme: str) -> tuple[int | None, bool]:
    found = next(each for each in SCHEMES.types(day.state) if each.id == scheme)
    return found.cost, "By law 14, Crackdown, it costs twice as much." in found.text


@pytest.mark.rule("GE-CRT-51", "R-91", "R-21")
def test_a_crackdown_doubles_what_its_scheme_costs_from_the_next_month_until_it_falls_and_is_named():
    day = in_court()
    cost, _named = price(day, "assassinate")
    assert cost is not None
    law(day, "crackdown", "assassinate")
    law(day, "crackdown", "assassinate")
    assert price(day, "assassinate") == (cost, False)

    day.until(2, Phase.PLANNING)

    assert price(day, "assassinate") == (2 * cost, True)
    assert price(day, "bribes")[1] is False
    for number in (14, 15):
        day.do(StrikeLaw(law=LawId(f"law-{number}"), reason="annulled"), by=COURT_CONTROL)
    assert price(day, "assassinate") == (cost, False)
