"""The God Emperor's wounds on a tablet (R-30)."""

from __future__ import annotations

import pytest

from rooms.realm.desks import Desk
from tests.control.desks.conftest import words

AT = "houses/throne/"


@pytest.mark.rule("R-30", "R-28")
def test_a_desk_sets_his_wounds_and_the_last_one_ends_his_reign(running, sits):
    desk = sits(Desk.CEREMONY)
    assert "Wounds: 0 of 3" in words(desk.get("houses/"))
    assert "he dies" in words(desk.fragment(AT))

    without = desk.tap(AT, {"before": "0", "wounds": "2", "reason": ""})
    assert without.status_code == 422
    assert desk.tap(AT, {"before": "0", "wounds": "2", "reason": "an assassin"}).status_code == 200
    assert running.state.throne.wounds == 2
    assert "Wounds: 2 of 3" in words(desk.get("houses/"))
    assert desk.tap(AT, {"before": "0", "wounds": "1", "reason": "late"}).status_code in (409, 422)

    assert desk.tap(AT, {"before": "2", "wounds": "3", "reason": "an assassin"}).status_code == 200

    assert not running.state.throne.god_emperor
    assert "Wounds: " not in words(desk.get("houses/")).split("Hostages")[0].split("The God Emperor")[-1]
    assert desk.fragment(AT).status_code == 404
