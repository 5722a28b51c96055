"""A player's round on the phone: shown from the end of its last acting phase, whole on its own page, to nobody else."""

from __future__ import annotations

import pytest
from django.urls import reverse

from control.day.clock.steps import EndStep
from control.day.people.room_choice import ChooseRoom
from control.engine.context import Actor
from control.engine.ids import StepId
from rooms.realm.game.treasury.power import AdjustPower
from rooms.realm.scenario.ids import HouseId, Phase, RegionId, Room
from rooms.war.game.orders import CorrectOrders
from rooms.war.game.records.orders import Order, OrderKind
from tests.control.phones import CAT_1, CAT_2, WOLF_1, Day, words

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def day() -> Day:
    """Month 1 up to the end of its War Room. Cat's first player moves 1 unit and tries to recruit where Cat has none."""
    day = Day().here(CAT_1, CAT_2, WOLF_1).until(Phase.PLANNING)
    for seat in (CAT_1, CAT_2):
        day.do(ChooseRoom(seat=seat, month=1, room=Room.WAR), Actor(seat=seat))
    day.end().end()
    for step in ("updates", "orders"):
        day.do(EndStep(room=Room.WAR, month=1, step=StepId(step)))
    home = next(house.home for house in day.state.scenario.houses if house.id == HouseId("cat"))
    there = next(each for each in day.state.scenario.map.regions if each.id == home).neighbours[0]
    orders = (
        Order(kind=OrderKind.MOVE, origin=home, target=RegionId(there), units=1),
        Order(kind=OrderKind.RECRUIT, target=RegionId("hag")),
    )
    day.do(CorrectOrders(player=CAT_1, month=1, reason="told aloud", orders=orders))
    for step in ("favors", "move", "battle", "rewards", "recruit"):
        day.do(EndStep(room=Room.WAR, month=1, step=StepId(step)))
    power = day.state.seats[CAT_1].purse.power
    day.do(AdjustPower(seat=CAT_1, before=power, power=power + 2, reason="a chest in the cellar"))
    return day


def page(day: Day, seat: str = CAT_1, number: int = 1) -> str:
    return words(day.phone(seat).get(reverse("control:round", args=[number])))


def first_page(day: Day, seat: str = CAT_1) -> str:
    return words(day.phone(seat).get(reverse("control:play")))


def test_a_round_is_told_when_its_last_acting_phase_is_over_until_the_rooms_act_again(day):
    assert "Your month 1" not in first_page(day)
    assert day.phone(CAT_1).get(reverse("control:round", args=[1])).status_code == 404

    for phase in (Phase.RETURN, Phase.CEREMONY, Phase.PLANNING):
        day.end()
        assert day.state.clock.phase == phase
        assert 'id="round-title"' in first_page(day)
        assert "Read your whole month" in first_page(day)
    day.end().end()

    assert day.state.clock.phase == Phase.ACTION
    assert 'id="round-title"' not in first_page(day)
    assert "Your month 1" in first_page(day)  # the link stays among the news
    assert "Your month 1" in page(day)
    assert day.phone(CAT_1).get(reverse("control:round", args=[2])).status_code == 404


@pytest.mark.rule("GE-WAR-07", "R-05")
def test_a_round_says_in_short_what_was_won_and_what_became_of_the_orders(day):
    day.end()

    shown = first_page(day)
    assert '<b class="number">+2</b> Power' in shown
    assert "Carried out: 1 of 2. Not: Recruit in" in shown

    whole = page(day)
    assert "Set by Control." in whole
    assert "Recruit in" in whole
    assert "data-rule>GE-WAR-18</a>" in whole
    assert "Why not?" in whole
    assert "a chest in the cellar" not in whole
    assert "The God Emperor reigns." in whole


@pytest.mark.rule("R-17")
def test_nobody_else_reads_it(day):
    day.end()

    for seat in (CAT_2, WOLF_1):
        assert "Recruit in" not in page(day, seat)
        assert "+2</b> Power" not in page(day, seat)
    assert "You were in the War Room and sent no sheet." in page(day, CAT_2)
    assert "You ordered nothing and had no turn this month." in page(day, WOLF_1)
    stranger = day.phone(CAT_1)
    stranger.post(reverse("control:leave"))
    assert stranger.get(reverse("control:round", args=[1]))["Location"] == reverse("control:join")


def test_earlier_and_later_rounds_are_reached_from_each_other(day):
    day.end().end()
    for _phase in range(4):
        day.end()
    assert (day.state.clock.month, day.state.clock.phase) == (2, Phase.RETURN)

    assert f'rel="next" href="{reverse("control:round", args=[2])}"' in page(day)
    assert f'rel="prev" href="{reverse("control:round", args=[1])}"' in page(day, number=2)
    assert 'rel="next"' not in page(day, number=2)
    assert "+2</b> Power" not in page(day, number=2)
