"""The price of the next Protection counts minions in front of the scheme, without discarded and beaten ones (R-118)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from control.engine.refusal import Refused
from control.engine.viewer import Viewer
from rooms.underground.game.state import Guard, TableStep
from rooms.underground.game.tables.attack import BeginAttack, Reveal
from rooms.underground.game.tables.lookup import room_of
from rooms.underground.game.tables.protection import price_at
from rooms.underground.game.view_phone import phone_play
from rooms.underground.rules.minion_cards import Face, minion
from tests.rooms.underground.minions import protect
from tests.rooms.underground.table import CAT_1, SNAKE_1, AtTable
from tests.rooms.underground.test_advancing import lying
from tests.rooms.underground.test_schemes_in_play import KILL

PAPER, SCISSORS = Face(symbol="paper", color="red"), Face(symbol="scissors", color="red")


def said(table: AtTable) -> int | None:
    """Return the price on the phone of the player on turn."""
    shown = phone_play(table.state, Viewer(seat=CAT_1))
    assert shown is not None
    return next(each.due for each in shown.schemes if each.id == 1)


@pytest.mark.rule("GE-UND-42", "GE-UND-49", "GE-UND-50", "R-118", "R-119", "R-121")
@given(standing=st.integers(1, 4), beaten=st.booleans(), discarded=st.integers(0, 5))
def test_the_price_counts_what_stands_and_the_phone_says_what_is_taken(standing, beaten, discarded):
    table = AtTable((CAT_1, SNAKE_1))
    guards = tuple(Guard(card=minion("cat", PAPER, 20 + at)) for at in range(standing))
    scheme = table.lay(CAT_1, KILL, protection=guards)
    table.until(TableStep.ATTACK)
    table.deal(SNAKE_1, minion("snake", SCISSORS if beaten else PAPER, 30), minion("snake", SCISSORS, 31))
    if beaten:
        table.deal(CAT_1)
        table.press(BeginAttack(month=1, table=table.id, seat=SNAKE_1, scheme=scheme, card=minion("snake", SCISSORS, 30)))
        table.do(Reveal(month=1, table=table.id, scheme=scheme))
        assert minion("cat", PAPER, 20 + standing - 1) in room_of(table.state).decks.minions["cat"].discards
    stands = standing - int(beaten)
    found = lying(table, scheme)
    assert [guard.card for guard in found.protection] == [guard.card for guard in guards[:stands]]
    assert price_at(table.state, found, CAT_1) == stands

    again = AtTable((CAT_1, SNAKE_1))
    again.lay(CAT_1, KILL, protection=found.protection)
    again.until(TableStep.PROTECTION)
    hand = tuple(minion("cat", PAPER, 40 + at) for at in range(7))
    again.deal(CAT_1, *hand)
    assert said(again) == stands
    command = protect(again, CAT_1, 1, hand[0], *hand[1 : 1 + discarded])
    if discarded != stands:
        with pytest.raises(Refused, match="next minion in front of this scheme costs"):
            again.press(command)
        return
    again.press(command)

    assert [guard.card for guard in lying(again, 1).protection] == [*(guard.card for guard in found.protection), hand[0]]
    assert set(hand[1 : 1 + discarded]) <= set(room_of(again.state).decks.minions["cat"].discards)
    assert said(again) == stands + 1
