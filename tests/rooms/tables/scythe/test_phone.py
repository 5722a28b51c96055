"""The phone: what it lets a player do, in every state that random games reach."""

from __future__ import annotations

from itertools import islice

from tests.rooms.tables.scythe.phone import PHONES, RULES, hand_for, played_on


def test_every_form_of_the_phone_is_legal_as_it_stands():
    sent = set()
    for state, player, _action in islice(played_on(3), 0, None, 13):
        offers = RULES.offers(state, player)
        actions = PHONES.actions_in(hand_for(state, player), most=40)
        sent |= {type(each) for each in actions}

        assert actions
        assert [action for action in actions if not any(offer.allows(action) for offer in offers)] == []
    assert len(sent) > 8
