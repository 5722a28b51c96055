"""Dead characters in lists: marked as dead, and offered nothing that only the living can do."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from rooms.realm.desks import Desk
from rooms.realm.game.ranks_and_wounds import AdjustWounds
from rooms.realm.game.treasury.power import AdjustPower
from rooms.realm.scenario.ids import Phase
from tests.control.phones import CAT_1, CAT_2, Day, staff, words
from tests.control.test_play import text_of

pytestmark = pytest.mark.django_db

PLAY = reverse("control:play")


@pytest.fixture
def day() -> Day:
    """A day on which Cat 1 is dead and Cat 2 has something to pass on."""
    day = Day().here(CAT_1, CAT_2).until(Phase.PLANNING)
    day.do(AdjustWounds(player=CAT_1, before=0, wounds=3, reason="fell from the wall"))
    day.do(AdjustPower(seat=CAT_2, before=day.state.seats[CAT_2].purse.power, power=5, reason="found"))
    return day


@pytest.mark.rule("R-139", "GE-CER-20", "GE-CER-21")
def test_the_dead_are_not_asked_about_hostages_and_their_relatives_are(day: Day):
    for seat, asked in ((CAT_1, False), (CAT_2, True)):
        shown = text_of(words(day.phone(seat).get(PLAY)), "hostages")
        assert "We hold 1" in shown
        assert ("Release one" in shown, "Kill one" in shown) == (asked, asked)


@pytest.mark.rule("R-139", "R-05")
def test_the_house_names_its_dead_and_passes_nothing_on_to_them(day: Day):
    page = day.phone(CAT_2).get(PLAY)
    name = day.state.seats[CAT_1].name
    house = text_of(words(page), "team")
    assert " dead " in house[house.index(name) :]
    to = set(re.findall(r'name="to" value="([\w-]+)"', words(page)))
    assert "cat-3" in to
    assert CAT_1 not in to


@pytest.mark.rule("R-139")
def test_the_page_of_a_dead_character_says_so_at_the_desk(day: Day):
    desk, event = staff(Desk.CEREMONY), day.event.pk
    page = words(desk.get(f"/control/{event}/houses/{CAT_1}/"))
    assert "dead, returns at the end of the Ceremony of month 2" in page
    assert "dead, returns" not in words(desk.get(f"/control/{event}/houses/{CAT_2}/")).split("Marriage")[0]
