"""The Sovereign's order: one Court Military Action without a vote."""

from __future__ import annotations

import pytest

from control.day.clock.phases import SetClock
from control.engine.ids import SeatId
from control.engine.records import replace
from rooms.court.game.sovereign_orders import MilitaryOrdered, OrderMilitary
from rooms.court.game.state import floor_of
from rooms.realm.game.favors.deck import FavorDiscarded, FavorDrawn
from rooms.realm.game.laws import PostLaw, StrikeLaw, by_number, law_words, next_number
from rooms.realm.game.military_actions import immortals_to_go
from rooms.realm.game.passed_laws import LawPassed
from rooms.realm.game.passed_laws import waiting_laws as waiting_laws
from rooms.realm.game.state import ThroneWaits
from rooms.realm.game.throne.succession import seat_house
from rooms.realm.game.throne.throne_events import SovereignDeposed
from rooms.realm.game.treasury.power import PowerGained, PowerLost
from rooms.realm.game.treasury.purses import purse_holder
from rooms.realm.papers.game.choices import options_for
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import HouseId, Phase
from rooms.realm.scenario.schema import Target
from tests.rooms.court.court import CAT, FINES, GAME, WOLF, Session, fold, three_houses, with_settings
from tests.rooms.court.test_floor import refused, seat_a_player
from tests.rooms.court.test_uprising import rise
from tests.rooms.realm.game.play import ORGANIZER, player
from tests.scenarios import default

REMOVAL = next(each for each in default().proposals if each.id == "remove")
RAM = SeatId("ram-1")


def treaty(court: Session) -> Paper:
    """Costs 3 for each region."""
    return Paper(type="treaty", values=((court.state.scenario.map.regions[0].id,),))


def reigning(**changes: object) -> Session:
    """Cat's first player reigns and is in the Court, with 2 Power and 2 Favors of their own."""
    court = Session((*CAT, *WOLF), {}, with_settings(**changes) if changes else None)
    court.day.state = replace(court.state, hostages=())  # no hostage brings Power
    seat_a_player(court, "cat")
    own = court.state.seats[CAT[0]].purse
    fold(court, PowerGained(seat=CAT[0], amount=2 - own.power, why="test"))
    fold(court, *(FavorDrawn(seat=CAT[0], card=card, why="test") for card in court.state.favor_deck[: 2 - len(own.favors)]))
    return court


def own(court: Session, seat: SeatId = CAT[0]) -> tuple[int, int]:
    purse = court.state.seats[seat].purse
    return purse.power, len(purse.favors)


@pytest.mark.rule("R-39", "GE-SOV-28", "GE-CRT-65")
def test_the_own_pool_pays_first_then_the_own_purse():
    court = reigning()
    assert court.pools["throne"] == (2, 2)
    more = Paper(type="treaty", values=(tuple(each.id for each in court.state.scenario.map.regions[:2]),))

    happened = court.do(OrderMilitary(month=1, paper=more, seat=CAT[0]), player(CAT[0]))

    assert [type(each) for each in happened] == [MilitaryOrdered, PowerLost, LawPassed]
    assert (court.pools["throne"], own(court)) == ((0, 0), (0, 2))
    law = happened[-1]
    assert isinstance(law, LawPassed)
    assert (law.ordered, law.cost, law.by) == (True, 6, CAT[0])
    assert court.state.laws[-1].id == law.law.id


@pytest.mark.rule("R-39")
def test_the_favors_of_the_purse_first_if_the_sovereign_wishes():
    court = reigning()
    more = Paper(type="treaty", values=(tuple(each.id for each in court.state.scenario.map.regions[:2]),))
    happened = court.do(OrderMilitary(month=1, paper=more, seat=CAT[0], favors_first=True), player(CAT[0]))
    assert [type(each) for each in happened] == [MilitaryOrdered, FavorDiscarded, FavorDiscarded, LawPassed]
    assert own(court) == (2, 0)


@pytest.mark.rule("R-39", "R-05")
def test_where_the_house_holds_in_common_its_one_purse_pays_the_order():
    court = Session((*CAT, *WOLF), {}, with_settings(holdings="house"))
    keeper = purse_holder(court.state, court.state.seats[CAT[0]]).id
    fold(court, *seat_house(court.state, HouseId("cat"), why="coup", rule="R-33", named=CAT[1]))
    assert keeper != CAT[1]
    fold(court, PowerGained(seat=keeper, amount=9, why="test"))
    in_pool = sum(court.pools.get("throne", (0, 0)))
    had = court.state.seats[keeper].purse.power
    more = Paper(type="treaty", values=(tuple(each.id for each in court.state.scenario.map.regions[:2]),))

    court.do(OrderMilitary(month=1, paper=more, seat=CAT[1]), player(CAT[1]))

    assert court.state.seats[keeper].purse.power == had - (6 - in_pool)


@pytest.mark.rule("R-77", "R-05", "GE-CRT-35")
def test_where_the_house_holds_in_common_the_thrones_pool_goes_home_into_its_one_purse():
    court = Session((*CAT, *WOLF), {}, with_settings(holdings="house"))
    keeper = purse_holder(court.state, court.state.seats[CAT[0]]).id
    fold(court, *seat_house(court.state, HouseId("cat"), why="coup", rule="R-33", named=CAT[1]))
    assert court.pools["throne"] == (2, 2)
    others = {seat: own(court, seat) for seat in CAT if seat != keeper}

    court.day.until(2, Phase.CEREMONY)

    assert {seat: own(court, seat) for seat in others} == others


@pytest.mark.rule("R-95", "R-39")
def test_the_sovereign_does_not_order_the_own_death():
    court = reigning()
    paper = Paper(type="execution", values=((WOLF[0], CAT[0]),))
    assert "The Sovereign cannot be one of them." in refused(
        court, OrderMilitary(month=1, paper=paper, seat=CAT[0]), player(CAT[0])
    )


@pytest.mark.rule("R-95", "R-39", "R-139")
def test_nobody_orders_the_death_of_the_dead():
    court = reigning()
    court.day.state = replace(court.state, seats={**court.state.seats, WOLF[0]: replace(court.state.seats[WOLF[0]], died=1)})
    paper = Paper(type="execution", values=((WOLF[0], WOLF[1]),))
    assert "is dead already." in refused(court, OrderMilitary(month=1, paper=paper, seat=CAT[0]), player(CAT[0]))


@pytest.mark.rule("R-39")
def test_what_pool_and_purse_do_not_cover_is_not_ordered():
    court = reigning()
    many = Paper(type="treaty", values=(tuple(each.id for each in court.state.scenario.map.regions[:3]),))
    said = refused(court, OrderMilitary(month=1, paper=many, seat=CAT[0]), player(CAT[0]))
    assert said == "The Sovereign’s pool and purse are 1 short of the cost of 9."


@pytest.mark.rule("R-39")
def test_the_god_emperor_pays_nothing_and_orders_through_control():
    court = three_houses()
    before = court.pools
    assert "Only the Sovereign" in refused(court, OrderMilitary(month=1, paper=treaty(court), seat=CAT[0]), player(CAT[0]))

    court.do(OrderMilitary(month=1, paper=treaty(court)))

    assert court.pools == before
    assert (court.state.passed[-1].ordered, court.state.passed[-1].cost, court.state.passed[-1].by) == (True, 0, None)


@pytest.mark.rule("R-39")
def test_a_scenario_may_let_it_be_free():
    court = reigning(bypass_free=True)
    court.do(OrderMilitary(month=1, paper=treaty(court), seat=CAT[0]), player(CAT[0]))
    assert (court.pools["throne"], own(court)) == ((2, 2), (2, 2))


@pytest.mark.rule("R-39")
def test_one_a_month_whoever_reigns():
    court = reigning()
    court.do(OrderMilitary(month=1, paper=treaty(court), seat=CAT[0]), player(CAT[0]))
    seat_a_player(court, "wolf")
    said = refused(court, OrderMilitary(month=1, paper=treaty(court), seat=WOLF[0]), player(WOLF[0]))
    assert said == "Nothing more may be ordered without a vote this month."
    court.day.until(2, Phase.PLANNING)
    assert floor_of(court.state).ordered == ()


@pytest.mark.rule("R-39")
@pytest.mark.parametrize("many", [0, 2])
def test_a_scenario_may_allow_more_or_none(many):
    court = reigning(bypass_per_month=many, bypass_free=True)
    for _each in range(many):
        court.do(OrderMilitary(month=1, paper=treaty(court), seat=CAT[0]), player(CAT[0]))
    assert "Nothing more" in refused(court, OrderMilitary(month=1, paper=treaty(court), seat=CAT[0]), player(CAT[0]))


@pytest.mark.rule("R-39", "R-37")
def test_only_a_military_action_before_action_ends_and_never_on_an_empty_throne():
    court = three_houses()
    assert "Only a Court Military Action" in refused(court, OrderMilitary(month=1, paper=FINES))
    assert "month 2 is over" in refused(court, OrderMilitary(month=2, paper=treaty(court)))
    assert refused(court, OrderMilitary(month=1, paper=Paper(type="treaty", values=(("nowhere",),))))
    court.day.until(1, Phase.RETURN)
    assert "before Action ends" in refused(court, OrderMilitary(month=1, paper=treaty(court)))

    other = three_houses()
    fold(other, SovereignDeposed(month=1, seat=None, waits=ThroneWaits.TIE, why="test", rule="R-24"))
    assert "throne is empty" in refused(other, OrderMilitary(month=1, paper=treaty(other)))


@pytest.mark.rule("R-39", "GE-SOV-28")
def test_from_anywhere_also_by_a_sovereign_who_is_in_another_room():
    court = Session((*CAT, *WOLF), {}).until("explain-1")
    fold(court, *seat_house(court.state, HouseId("ram"), why="coup", rule="R-33"))
    fold(court, PowerGained(seat=RAM, amount=9, why="test"))
    court.do(OrderMilitary(month=1, paper=treaty(court), seat=RAM), player(RAM))
    assert court.state.passed[-1].by == RAM


@pytest.mark.rule("R-39", "R-20")
def test_it_stands_when_its_giver_falls_and_acts_after_what_is_passed_later():
    court = three_houses()
    court.do(OrderMilitary(month=1, paper=treaty(court)))
    first = court.state.passed[-1].law
    rise(court, *CAT, WOLF[0])
    assert not court.state.throne.god_emperor
    court.wins(1, CAT[2])
    court.until("explain-2")
    assert [each.law for each in waiting_laws(court.state)][-1] == first
    assert len(waiting_laws(court.state)) == 2
    assert first in immortals_to_go(court.state)
    assert GAME.broken(court.state) == ()


@pytest.mark.rule("R-39", "R-83", "R-21")
def test_an_order_has_the_last_number_of_its_month_and_none_before_action_ends():
    """An order is given, then a law passes and Control posts another. The order hangs on the board from the start."""
    court = three_houses()
    first = next_number(court.state)
    court.do(OrderMilitary(month=1, paper=treaty(court)))
    order = court.state.laws[-1]
    assert (order.number, law_words(court.state, order.id)) == (0, "the ordered law, Treaty")
    assert by_number(court.state.laws)[-1] == order
    assert [option.label for option in options_for(court.state, Target.LAW, REMOVAL)][-1] == "Treaty (ordered)"

    court.wins(1, CAT[2])
    court.until("explain-2")
    court.do(PostLaw(title="The closed pass", text="No wagon passes.", reason="said so"))
    assert [law.number for law in court.state.laws[-3:]] == [0, first, first + 1]

    court.day.until(1, Phase.RETURN)
    assert law_words(court.state, order.id) == f"law {first + 2}, Treaty"
    assert [each.law for each in waiting_laws(court.state)][-1] == order.id


@pytest.mark.rule("R-83")
def test_orders_of_a_month_are_numbered_as_they_were_given_and_one_that_was_struck_never():
    court = reigning(bypass_per_month=3, bypass_free=True)
    first = next_number(court.state)
    for _each in range(3):
        court.do(OrderMilitary(month=1, paper=treaty(court), seat=CAT[0]), player(CAT[0]))
    orders = [law.id for law in court.state.laws[-3:]]
    assert len(set(orders)) == 3
    court.do(StrikeLaw(law=orders[1], reason="annulled"))

    court.day.until(1, Phase.RETURN)

    numbers = {law.id: law.number for law in (*court.state.laws, *court.state.struck_laws)}
    assert [numbers[each] for each in orders] == [first, 0, first + 1]
    court.do(PostLaw(title="The closed pass", text="No wagon passes.", reason="said so"))
    assert court.state.laws[-1].number == first + 2


@pytest.mark.rule("R-83", "R-20")
def test_an_order_is_numbered_before_it_acts_where_the_clock_was_put_on_return_by_hand():
    court = three_houses()
    first = next_number(court.state)
    court.do(OrderMilitary(month=1, paper=treaty(court)))
    court.do(SetClock(month=1, phase=Phase.RETURN, seconds=60), ORGANIZER)

    court.day.until(2, Phase.CEREMONY)

    assert [each.number for each in (*court.state.laws, *court.state.struck_laws) if each.since == 1] == [first]
