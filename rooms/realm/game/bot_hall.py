"""Players between the rooms, on a day of bots: they trade Favors for buildings, anoint, marry, meet (GE-FAV-09, GE-CER-10, R-15).

The dice are handed in, so the same dice do the same, and whoever has done it does nothing more.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from control.day.state import Presence
from control.engine.dice import Dice
from control.engine.ids import SeatId
from control.engine.modules import Command
from control.engine.refused import Refused
from rooms.realm.game.buildings.kinds import PLACES_OF, TRADE_ROUTE, placed
from rooms.realm.game.buildings.trading import PRICE, TradeIn, faction_of, trading_open
from rooms.realm.game.ceremonies import MeetSpouse, ceremonies_in, ceremonies_open
from rooms.realm.game.state import GameState, Seat
from rooms.realm.game.treasury.purses import held_in_common
from rooms.realm.game.weddings.betrothals import AgreeToMarry, AskToMarry, betrothed, may_marry
from rooms.realm.game.weddings.priests import Anoint, has_chapel, may_wed, priest_of
from rooms.realm.game.weddings.wedding import Wed
from rooms.realm.scenario.ids import CardId, Phase, RegionId

ASKS: Final = 0.06  # of those who are free ask somebody to marry, in a phase in which rooms are chosen
TRADES: Final = 0.5  # of those who hold three Favors of one faction turn them in
TRIES: Final = 20  # places that are thought of for a building


def act(state: GameState, seat: SeatId, dice: Dice) -> Command | None:
    """What a player does while rooms are chosen; None when there is nothing (more) to do.

    The dice are thrown alike whatever there is to do, so that what one does changes nothing of what it does next.
    """
    asks, trades = dice.random() < ASKS, dice.random() < TRADES
    player = state.seats[seat]
    if player.presence is not Presence.PRESENT or player.died is not None:
        return None
    traded = _trade(state, player, dice) if trades else None
    return traded or _chapel(state, player) or _married(state, player) or _answer(state, player) or _ask(state, player, dice, asks)


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


# --- marriages ----------------------------------------------------------------------------------------------------------


def _chapel(state: GameState, player: Seat) -> Command | None:
    """A House with a Chapel has a Priest, who weds whom it may (GE-CER-10, R-138)."""
    priest = priest_of(state, player.house)
    if priest is None and player.rank == 1 and has_chapel(state, player.house):
        return Anoint(seat=player.id, priest=player.id)
    if priest is None or priest.id != player.id or not ceremonies_open(state):
        return None
    most = state.scenario.settings.ceremonies_per_house
    for pair in betrothed(state):
        both = state.seats[pair.one], state.seats[pair.other]
        houses = tuple(dict.fromkeys(each.house for each in both))
        free = all(len(ceremonies_in(state, house)) < most for house in houses)
        if free and all(each.acts for each in both) and may_wed(state, player, houses):
            return Wed(seat=player.id, month=state.clock.month, one=pair.one, other=pair.other, hostages=pair.hostages)
    return None


def _married(state: GameState, player: Seat) -> MeetSpouse | None:
    if player.spouse is None or player.id in state.met or state.clock.phase != Phase.PLANNING:
        return None
    return MeetSpouse(seat=player.id, month=state.clock.month)


def _answer(state: GameState, player: Seat) -> AgreeToMarry | None:
    if not may_marry(player) or any(player.id in (each.one, each.other) for each in betrothed(state)):
        return None
    asked = next((each for each in state.betrothals if each.other == player.id and may_marry(state.seats[each.one])), None)
    return AgreeToMarry(seat=player.id, other=asked.one, hostages=asked.hostages) if asked is not None else None


def _ask(state: GameState, player: Seat, dice: Dice, asks: bool) -> AskToMarry | None:
    taken = set(_spoken_for(state))
    if not asks or not may_marry(player) or player.id in taken:
        return None
    free = [each.id for each in state.seats.values() if each.acts and may_marry(each) and each.id not in taken | {player.id}]
    return AskToMarry(seat=player.id, other=dice.choice(free)) if free else None


def _spoken_for(state: GameState) -> Iterator[SeatId]:
    for each in state.betrothals:
        yield from (each.one, each.other)
