"""Players between the rooms, as bots: they marry (`bot_weddings`) and trade Favors for buildings (GE-FAV-09, R-134).

The dice are handed in, so the same dice do the same, and whoever has done it does nothing more.
"""

from __future__ import annotations

from copy import copy
from typing import Final

from control.engine.dice import Dice
from control.engine.ids import SeatId
from control.engine.modules import Command
from control.engine.refused import Refused
from rooms.realm.game.bot_weddings import marry
from rooms.realm.game.buildings.kinds import PLACES_OF, TRADE_ROUTE, placed
from rooms.realm.game.buildings.trading import PRICE, TradeIn, faction_of, trading_open
from rooms.realm.game.state import GameState, Seat
from rooms.realm.game.treasury.purses import held_in_common
from rooms.realm.scenario.ids import CardId, RegionId

TRADES: Final = 0.5  # of those who hold three Favors of one faction turn them in
TRIES: Final = 20  # places that are thought of for a building


def act(state: GameState, seat: SeatId, dice: Dice) -> Command | None:
    """What a player does while rooms are chosen; None when there is nothing (more) to do.

    The dice are thrown alike whatever there is to do, so that what one does changes nothing of what it does next.
    """
    trades = dice.random() < TRADES
    married = marry(state, seat, copy(dice))
    if married is not None or not trades or not state.seats[seat].acts:
        return married
    return _trade(state, state.seats[seat], dice)


# --- buildings ----------------------------------------------------------------------------------------------------------


def _trade(state: GameState, player: Seat, dice: Dice) -> TradeIn | None:
    if not trading_open(state) or held_in_common(state):
        return None
    kinds: dict[str, list[CardId]] = {}
    for card in player.purse.favors:
        faction = faction_of(state.scenario, card)
        if faction is not None:
            kinds.setdefault(faction.kind, []).append(card)
    for kind, cards in sorted(kinds.items()):
        places = _places(state, player, kind, dice) if len(cards) >= PRICE else None
        if places is not None:
            return TradeIn(seat=player.id, cards=tuple(cards[:PRICE]), places=places)
    return None


def _places(state: GameState, player: Seat, kind: str, dice: Dice) -> tuple[RegionId, ...] | None:
    """Where it may stand, as the dice find it; None where they find nothing."""
    regions = {each.id: each for each in state.scenario.map.regions}
    for _try in range(TRIES):
        named: tuple[RegionId, ...] = ()
        if kind == TRADE_ROUTE:
            middle = regions[dice.choice(sorted(regions))]
            roads = [each for each in middle.neighbours if each in regions]
            named = (dice.choice(roads), middle.id, dice.choice(roads))
        elif kind in PLACES_OF:
            named = tuple(dice.choice(sorted(regions)) for _end in range(PLACES_OF[kind]))
        try:
            placed(state.scenario, player.house, kind, named)
        except Refused:
            continue
        return named
    return None
