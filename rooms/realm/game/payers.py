"""Who paid for a law, as its tablet keeps it: Houses and the throne, and how much each gave (GE-CRT-32, R-78)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from control.engine.language import listed, say
from rooms.realm.game.setup import THRONE
from rooms.realm.game.stakes import StakeKind, amount_words
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.scenario.ids import HouseId


class Gave(Protocol):
    """What one payer gave toward a law."""

    @property
    def payer(self) -> str: ...

    @property
    def power(self) -> int: ...

    @property
    def favors(self) -> int: ...


def payer_words(state: GameState, payer: str) -> str:
    """What a payer is called."""
    return say("the throne") if payer == THRONE else house_name(state, HouseId(payer))


def share_words(state: GameState, shares: Sequence[Gave]) -> str:
    """Who gave what: "Cat (2 Power and 1 Favor) and Wolf (2 Power)"."""
    return listed([say("{payer} ({amount})", payer=payer_words(state, each.payer), amount=_amount(each)) for each in shares])


def _amount(share: Gave) -> str:
    amounts = ((StakeKind.POWER, share.power), (StakeKind.FAVORS, share.favors))
    return listed([amount_words(kind, amount) for kind, amount in amounts if amount])
