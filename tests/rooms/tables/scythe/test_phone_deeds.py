"""Moving, combat, encounters and the Factory on the phone, in every state that random games reach."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rooms.tables.scythe.game import actions
from rooms.tables.scythe.game.state import FACTORY, Phase, ScytheState
from tests.amounts import amount
from tests.rooms.tables.scythe.phone import game, legal, proposed

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


def asked(games: int) -> Iterator[tuple[ScytheState, int]]:
    """So many moments of each kind out of each game, with who is asked."""
    for seed in range(games):
        left = Counter(HERE)
        for state, player, _action in game(seed, 2 + seed % 4)[:-1]:
            if left[state.phase] > 0 and (state.phase is not Phase.TOP or state.turn.section == FACTORY):
                left[state.phase] -= 1
                yield state, player


def test_every_form_is_legal_as_it_stands():
    sent = set()
    for state, player in asked(amount(6, 60)):
        found = proposed(state, player)
        sent |= {type(each) for each in found}

        assert [each for each in found if not legal(state, player, each)] == []
    assert sent >= {
        actions.StepTo,
        actions.EndMove,
        actions.Commit,
        actions.TakeOption,
        actions.ChooseCard,
        actions.UseCard,
    }
