"""War Control's map: coming changes, each month's end, and one region now and then."""

from __future__ import annotations

import re

import pytest

from control.day.clock.phases import EndPhase
from control.day.clock.steps import EndStep
from control.engine.ids import StepId
from rooms.realm.desks import Desk
from rooms.realm.scenario.ids import HouseId, RegionId, Room
from rooms.war.game.orders import CorrectOrders
from rooms.war.game.records.orders import Order, OrderKind
from rooms.war.game.state import war_of
from rooms.war.game.units import AdjustUnits
from tests.control.desks.conftest import WAR_SEATS, words

CAT, WOLF, AMN, ZEN = HouseId("cat"), HouseId("wolf"), RegionId("amn"), RegionId("zen")


def units(day, region: RegionId, house: HouseId, count: int) -> None:
    before = war_of(day.state).count(region, house)
    day.do(AdjustUnits(region=region, house=house, before=before, units=count, reason="counted again"))


def end_month(day) -> None:
    month = day.state.clock.month
    while day.state.clock.month == month:
        day.do(EndPhase(month=month, phase=day.state.clock.phase))


def steps(day, *names: str) -> None:
    for name in names:
        day.do(EndStep(room=Room.WAR, month=1, step=StepId(name)))


def army(page: str, region: str, house: str) -> str:
    """Label of a House's army in a region."""
    cluster = re.search(rf'data-key="{region}">.*?(?=<g class="map-cluster|<g data-key="tops")', page, re.S)
    found = re.search(rf'data-key="army-{house}".*?<text[^>]*>([^<]*)', cluster[0], re.S) if cluster else None
    return found[1] if found else ""


def map_of(person, query: str = "") -> str:
    return person.fragment(f"part/war-map/{query}").content.decode()


@pytest.fixture
def two_months(action):
    """Month 2 after a month in which Cat had 5 units in Amn; now it has 7 there."""
    units(action, AMN, CAT, 5)
    end_month(action)
    units(action, AMN, CAT, 7)
    return action


def test_the_months_that_are_over_may_be_chosen(war, two_months):
    page = map_of(war)

    assert re.findall(r'name="when" value="(\d*)"', page) == ["0", "1", ""]
    assert re.findall(r'name="when" value="(\d*)" checked', page) == [""]


@pytest.mark.parametrize(("query", "count", "banner"), [("?when=0", "3", "Before the day."), ("?when=1", "5", "End of month 1.")])
def test_a_month_is_shown_as_it_ended(war, two_months, query, count, banner):
    page = map_of(war, query)

    assert army(page, "amn", "cat") == count
    assert banner in page
    assert "back to now" in page


@pytest.mark.parametrize("query", ["", "?when=", "?when=2", "?when=99", "?when=-1", "?when=x", "?when=1e3", "?when=٣"])
def test_what_is_no_month_that_is_over_shows_now(war, two_months, query):
    page = map_of(war, query)

    assert army(page, "amn", "cat") == "7"
    assert "back to now" not in page


def test_the_whole_desk_looks_back_without_a_script(war, two_months):
    page = war.get("war/?when=1")

    assert page.status_code == 200
    assert army(page.content.decode(), "amn", "cat") == "5"


def test_a_region_of_the_past_shows_what_stood_there_and_sets_nothing(war, two_months):
    then, now = words(war.fragment("war/region/amn/?when=1")), words(war.fragment("war/region/amn/"))

    assert "end of month 1" in then
    assert "5 units" in then
    assert "By hand" not in then
    assert "7 units" in now
    assert "By hand" in now


@pytest.mark.parametrize("desk", [Desk.COURT, Desk.CHECK_IN])
def test_other_desks_do_not_look_back_at_the_war(sits, two_months, desk):
    assert sits(desk).fragment("part/war-map/?when=1").status_code == 404
    assert sits(desk).fragment("war/region/amn/?when=1").status_code == 404


def test_players_do_not_look_back_at_the_war(player, nobody, two_months):
    assert player.fragment("part/war-map/?when=1").status_code in (302, 404)
    assert nobody.fragment("part/war-map/?when=1").status_code in (302, 404)


# --- before a step ------------------------------------------------------------------------------------------------------


def ordered(day) -> None:
    move = Order(kind=OrderKind.MOVE, units=2, origin=AMN, target=ZEN)
    steps(day, "updates", "orders")
    day.do(CorrectOrders(player=WAR_SEATS[0], month=1, reason="paper", orders=(move,), allies=(WOLF,)))
    steps(day, "favors")


def test_the_next_step_is_drawn_before_it_is_applied(war, action):
    ordered(action)
    before = map_of(war)
    steps(action, "move")
    after = map_of(war)

    assert before.count("map-arrow h-cat") == 1
    assert army(before, "amn", "cat") == "3→1"
    assert "Preview of Move: not applied yet." in before
    assert "map-arrow" not in after
    assert army(after, "amn", "cat") == "1"


def test_the_month_looked_back_at_shows_its_moves(war, action):
    ordered(action)
    steps(action, "move", "battle", "rewards", "recruit")
    end_month(action)

    assert map_of(war, "?when=1").count("map-arrow h-cat") == 1
    assert "map-arrow" not in map_of(war)


def test_a_region_says_who_helps_whom_and_what_is_to_come(war, action):
    units(action, ZEN, WOLF, 1)
    ordered(action)

    region = words(war.fragment("war/region/zen/"))
    steps(action, "move")
    later = words(war.fragment("war/region/zen/"))

    assert "Move would bring" in region
    assert "Cat: 0 units now, 2 after." in region
    assert "Who helps whom here" in later
    assert re.search(r"CAT helps WOL", later)


def test_who_helps_whom_is_sealed_with_the_orders(war, action):
    units(action, AMN, WOLF, 1)

    assert "Who helps whom" not in words(war.fragment("war/region/amn/"))
