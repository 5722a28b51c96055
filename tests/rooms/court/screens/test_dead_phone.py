"""The phone of a player whose character has died: it offers nothing that the dead may not do."""

from __future__ import annotations

import pytest

from rooms.realm.game.ranks_and_wounds import AdjustWounds
from rooms.realm.scenario.ids import Phase
from tests.control.phones import words
from tests.rooms.court.court import CAT, WOLF
from tests.rooms.court.screens.test_phone_floor import PLAY, CourtDay, floor

pytestmark = pytest.mark.django_db


@pytest.mark.rule("R-139")
def test_the_phone_of_the_dead_shows_no_steps_no_sheet_and_what_they_may_do():
    day = CourtDay().voting()
    phone, other = day.phone(WOLF[0]), day.phone(CAT[0])
    assert "Vote here, or with your fist" in floor(phone, "now")

    day.do(AdjustWounds(player=WOLF[0], before=0, wounds=3, reason="a duel on paper"))

    told = "You give no orders, vote, proposal or scheme for now. What you sent before still counts."
    assert floor(phone, "now") == f"Watch any room {told}"
    assert 'class="steps"' not in words(phone.get(PLAY))
    assert 'class="steps"' in words(other.get(PLAY))
    assert floor(phone, "sheet") == ""
    assert "Vote 1" not in floor(phone, "clock")
    assert floor(phone, "death").startswith("Your character has died")

    day.end()
    assert "Back to your House Table" in floor(phone, "now")
    day.end()
    assert day.state.clock.phase == Phase.CEREMONY
    assert floor(phone, "now").endswith("all of the House attend. When they end you are back.")
    assert "Then choose your room" in floor(other, "now")
    day.end()
    assert "Choose your room" in floor(phone, "now")
