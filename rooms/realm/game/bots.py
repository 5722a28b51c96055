"""Bots of a rehearsal: they marry, and trade Favors between the rooms (GE-FAV-09, R-134)."""

from __future__ import annotations

from copy import copy
from typing import Final

from control.engine.dice import Dice
from control.engine.ids import SeatId
from control.engine.modules import Command
from control.engine.refusal import Refused
from rooms.realm.game.buildings.kinds import PLACES_OF, TRADE_ROUTE, placed
from rooms.realm.game.buildings.ownership import PRICE, TradeIn, faction_of, trading_open
from rooms.realm.game.ceremonies import MeetSpouse
from rooms.realm.game.state import GameState, Seat
from rooms.realm.game.treasury.purses import held_in_common
from rooms.realm.game.view_weddings import hindrance
from rooms.realm.game.weddings.priests import Anoint, has_chapel, may_wed, priest_of, priests
from rooms.realm.game.weddings.wedding import AgreeToMarry, AskToMarry, BreakBetrothal, Wed, betrothed, may_marry
from rooms.realm.scenario.ids import CardId, Phase, RegionId

# === weddings ===========================================================================================================

# Bots of a rehearsal marry now and then, by the presses that people have: anoint, ask, answer, wed, meet.
# What one decides in a phase it decides by one throw, so that it is the same however often it is asked.


ASKS: Final = 0.1  # of those who could marry ask somebody in a phase
YES: Final = 0.7  # of those who are asked agree
MEETS: Final = 0.8  # of the married meet in Planning


def marry(state: GameState, seat: SeatId, dice: Dice) -> Command | None:
    """What the bot of this seat does about weddings now, in Ceremony and Planning; nothing most of the time."""
    player, whim = state.seats[seat], dice.random()
    if not player.acts or state.clock.phase not in (Phase.CEREMONY, Phase.PLANNING):
        return None
    if has_chapel(state, player.house) and priest_of(state, player.house) is None:
        return Anoint(seat=seat, priest=seat)
    return _wed(state, player) or _meet(state, player, whim) or _answer(state, player, whim) or _ask(state, player, whim, dice)


def _wed(state: GameState, player: Seat) -> Wed | None:
    """A Priest weds the first couple that nothing hinders."""
    if priest_of(state, player.house) is not player:
        return None
    for each in betrothed(state):
        if may_wed(state, player, state.seats[each.one], state.seats[each.other]) and not hindrance(state, each, (player,)):
            return Wed(seat=player.id, month=state.clock.month, one=each.one, other=each.other, hostages=each.hostages)
    return None


def _meet(state: GameState, player: Seat, whim: float) -> MeetSpouse | None:
    due = player.spouse is not None and state.clock.phase == Phase.PLANNING and player.id not in state.met
    return MeetSpouse(seat=player.id, month=state.clock.month) if due and whim < MEETS else None


def _answer(state: GameState, player: Seat, whim: float) -> AgreeToMarry | BreakBetrothal | None:
    """Yes or no to the first who asks; a no to whoever asks one who is promised already."""
    asked = next((each for each in state.betrothals if each.other == player.id and not each.agreed), None)
    if asked is None:
        return None
    promised = any(each.agreed and player.id in (each.one, each.other) for each in state.betrothals)
    if promised or whim >= YES:
        return BreakBetrothal(seat=player.id, other=asked.one)
    return AgreeToMarry(seat=player.id, other=asked.one, hostages=asked.hostages)


def _ask(state: GameState, player: Seat, whim: float, dice: Dice) -> AskToMarry | None:
    """Somebody whom a Priest may wed with this player, and who is free."""
    taken = {seat for each in state.betrothals for seat in (each.one, each.other)}
    if whim >= ASKS or player.id in taken or not may_marry(player):
        return None
    found = [
        each.id
        for each in state.seats.values()
        if each.id not in (player.id, *taken) and each.acts and may_marry(each) and _has_priest(state, player, each)
    ]
    return AskToMarry(seat=player.id, other=dice.choice(sorted(found))) if found else None


def _has_priest(state: GameState, one: Seat, other: Seat) -> bool:
    return any(may_wed(state, priest, one, other) for priest in priests(state))


# === trades between the rooms ===========================================================================================

# Players between the rooms, as bots: they marry and trade Favors for buildings (GE-FAV-09, R-134).
# The dice are handed in, so the same dice do the same, and whoever has done it does nothing more.


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
