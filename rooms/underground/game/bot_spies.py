"""Players of rehearsals in Planning: a House with a Spy Tower exchanges a minion for a Master (R-137)."""

from __future__ import annotations

from control.day.state import Presence
from control.engine.dice import Dice
from control.engine.ids import SeatId
from rooms.realm.game.state import GameState
from rooms.underground.game.tables.masters import ExchangeMinion, kinds_left, may_exchange


def exchange(state: GameState, seat: SeatId, dice: Dice) -> ExchangeMinion | None:
    """The first of the House gives up a minion of some kind; None where there is nothing to exchange."""
    player = state.seats[seat]
    kinds, masters = kinds_left(state, player.house), tuple(f"{each.symbol} {each.color}" for each in state.scenario.masters)
    if player.rank != 1 or player.presence is not Presence.PRESENT or not may_exchange(state, player.house):
        return None
    if not kinds or not masters:
        return None
    return ExchangeMinion(month=state.clock.month, seat=seat, given=dice.choice(kinds), master=dice.choice(masters))
