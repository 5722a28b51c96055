"""A death on the phone of whose character died, and on no other."""

from __future__ import annotations

import pytest
from django.urls import reverse

from rooms.realm.game.strips.wounds import AdjustWounds
from rooms.realm.scenario.ids import Phase
from tests.control.phones import CAT_1, WOLF_1, Day, words
from tests.control.test_play import text_of

pytestmark = pytest.mark.django_db

PLAY = reverse("control:play")


@pytest.mark.rule("R-139", "GE-CER-06", "R-17")
def test_the_phone_says_it_gently_to_whose_character_died_and_to_nobody_else():
    day = Day().here(CAT_1, WOLF_1).until(Phase.PLANNING)
    day.do(AdjustWounds(player=CAT_1, before=0, wounds=3, reason="fell from the wall"))

    told = text_of(words(day.phone(CAT_1).get(PLAY)), "death")

    assert told.startswith("Your character has died The third wound, entered by Control. Watch any room meanwhile.")
    assert "When the Ceremony of month 2 ends you come back as" in told
    assert text_of(words(day.phone(WOLF_1).get(PLAY)), "death") == ""
    assert all("fell from" not in words(day.phone(each).get(PLAY)) for each in (CAT_1, WOLF_1))
