"""A Favor of the Court on a phone: used in the Vote, open to all, and counted with the player's own vote."""

from __future__ import annotations

import uuid

import pytest
from django.urls import reverse

from control.engine.records import replace
from rooms.court.game.state import Stand
from rooms.court.rules.majority import Count
from rooms.realm.game.favors.deck import GiveFavors
from rooms.realm.game.favors.use import FavorUsed
from tests.control.phones import HX, words
from tests.rooms.court.court import BEAR, CAT, WOLF
from tests.rooms.court.screens.test_phone_floor import CourtDay, floor, press
from tests.scenarios import default

pytestmark = pytest.mark.django_db


@pytest.mark.rule("GE-FAV-03", "GE-FAV-05", "GE-FAV-06", "R-80")
def test_a_phone_presses_a_card_in_the_vote_and_the_votes_more_decide_it():
    kinds = tuple(each for each in default().favors if each.effect == "votes-2")
    day = CourtDay(scenario=replace(default(), favors=kinds))
    day.do(GiveFavors(seat=WOLF[0], count=1, reason="found"))
    day.voting()
    phone, other = day.phone(WOLF[0]), day.phone(BEAR[0])
    (card,) = day.state.seats[WOLF[0]].purse.favors
    assert "Use The Choir Stands" in floor(phone, "favors")

    used = phone.post(reverse("realm:use-favor"), {"command_id": str(uuid.uuid4()), "month": 1, "card": card}, headers=HX)
    assert used.status_code == 200
    assert day.state.seats[WOLF[0]].purse.favors == ()
    press(phone, "vote", cycle=1, vote="favor")

    for each in (phone, other):
        assert f"More votes by Favors: {day.state.seats[WOLF[0]].name} +2 ." in floor(each)
    assert "The Choir Stands" in floor(other, "favors")
    again = phone.post(reverse("realm:use-favor"), {"command_id": str(uuid.uuid4()), "month": 1, "card": card}, headers=HX)
    assert FavorUsed.__name__ not in words(again)
    standing = day.close(CAT[0], CAT[1])
    assert (standing.count, standing.stand) == (Count(assembled=6, favor=5, against=3), Stand.WON)
