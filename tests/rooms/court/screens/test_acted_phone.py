"""Effects of the laws on phones, in the Court and elsewhere."""

from __future__ import annotations

import pytest

from rooms.court.game.floor.payment import PayLaw
from rooms.court.game.floor.vote import CastVote
from rooms.realm.scenario.ids import Phase
from tests.rooms.court.court import BEAR, CAT, WOLF
from tests.rooms.court.screens.test_phone_floor import RAM, CourtDay, floor

pytestmark = pytest.mark.django_db


@pytest.mark.rule("R-19", "R-20")
def test_every_phone_says_after_return_what_the_laws_did():
    day = CourtDay().voting()
    phone, away = day.phone(WOLF[0]), day.phone(RAM)
    assert floor(phone, "laws-did") == ""
    for seat in (*CAT, *WOLF, *BEAR):
        day.do(CastVote(month=1, cycle=1, seat=seat, favor=True))
    day.close()
    day.do(PayLaw(month=1, cycle=1, shares=()))
    for phase, is_told in ((Phase.RETURN, False), (Phase.CEREMONY, True), (Phase.PLANNING, True)):
        day.end()
        assert day.state.clock.phase == phase
        assert ("Law 14, Fines" in floor(away, "laws-did")) is is_told

    assert floor(phone, "laws-did").startswith("What the laws did in month 1 For your House Law 14, Fines: Wolf loses")
    said = floor(away, "laws-did")
    assert "For your House" not in said
    assert "Law 14, Fines: Wolf loses" in said
