"""The phone: what it lets a player do, what it says, and what it keeps to itself, in every state that random games reach."""

from __future__ import annotations

import pytest

from tests.rooms.tables.scythe.phone import legal, moments, proposed


@pytest.mark.rule("SY-GEN-11", "R-49")
@pytest.mark.parametrize("players", [2, 3, 5])
def test_every_form_of_the_phone_is_legal_as_it_stands(players):
    sent = set()
    for state, player in moments(players, players, every=17, delay="on", achievements="on"):
        actions = proposed(state, player)
        sent |= {type(each) for each in actions}

        assert actions
        assert [action for action in actions if not legal(state, player, action)] == []
    assert len(sent) > 15
