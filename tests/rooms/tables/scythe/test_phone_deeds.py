"""Moving, combat, encounters and the Factory on the phone, in every state that random games reach."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rooms.tables.scythe.game import actions
from rooms.tables.scythe.game.state import FACTORY, Phase, ScytheState
from tests.amounts import amount
from tests.rooms.tables.scythe.phone import PHONES, RULES, hand_for, played_on

HERE = {
    Phase.MOVING: 6,
    Phase.COMBAT_ORDER: 9,
    Phase.COMBAT_ABILITY: 3,
    Phase.COMBAT_SELECT: 3,
    Phase.COMBAT_RETREAT: 9,
    Phase.ENCOUNTER: 5,
    Phase.FACTORY_CHOICE: 9,
    Phase.TOP: 3,
}


def moments(games: int) -> Iterator[tuple[ScytheState, int]]:
    """So many moments of each kind out of each game, with who is asked."""
    for seed in range(games):
        left = Counter(HERE)
        for state, player, _action in played_on(seed, 2 + seed % 4):
            if left[state.phase] > 0 and (state.phase is not Phase.TOP or state.turn.section == FACTORY):
                left[state.phase] -= 1
                yield state, player


def test_every_form_is_legal_as_it_stands():
    sent = set()
    for state, player in moments(amount(6, 60)):
        offers = RULES.offers(state, player)
        found = PHONES.as_they_stand(hand_for(state, player))
        sent |= {type(each) for each in found}

        assert [each for each in found if not any(offer.allows(each) for offer in offers)] == []
    assert sent >= {
        actions.StepTo,
        actions.EndMove,
        actions.UseArtillery,
        actions.Commit,
        actions.TakeOption,
        actions.ChooseCard,
        actions.UseCard,
    }
