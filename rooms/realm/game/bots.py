"""Bots of a rehearsal: marry, and trade Favors between the rooms (GE-FAV-09, R-134)."""

from __future__ import annotations

from copy import copy
from typing import Final

from control.engine.dice import Dice
from control.engine.ids import SeatId
from control.engine.modules import Command
from control.engine.refusal import Refused
from rooms.realm.game.buildings.kinds import PLACES_OF, TRADE_ROUTE, ordered_places
from rooms.realm.game.buildings.ownership import PRICE, TradeIn, faction_of, may_trade_in_now
from rooms.realm.game.ceremonies import MeetSpouse
from rooms.realm.game.state import GameState, HouseSeat
from rooms.realm.game.treasury.purses import is_purse_common
from rooms.realm.game.view_weddings import hindrance
from rooms.realm.game.weddings.priests import Anoint, has_chapel, may_wed, priest_of, priests
from rooms.realm.game.weddings.wedding import AgreeToMarry, AskToMarry, BreakBetrothal, Wed, betrothed, may_marry
from rooms.realm.scenario.ids import CardId, Phase, RegionId

# === weddings ===========================================================================================================

# Bots marry with the commands that people have: anoint, ask, answer, wed, meet.
# One throw decides for a whole phase, so a bot that is asked again answers the same.


ASKS: Final = 0.1  # share of marriageable bots that propose to somebody in a phase
YES: Final = 0.7  # share of proposals that are accepted
MEETS: Final = 0.8  # share of married bots that meet in Planning


def marry(state: GameState, seat: SeatId, dice: Dice) -> Command | None:
    """Return this bot's next command about weddings in Ceremony and Planning; mostly None."""
    player, whim = state.seats[seat], dice.random()
    if not player.acts or not state.clock.is_in(Phase.CEREMONY, Phase.PLANNING):
        return None
    if has_chapel(state, player.house) and priest_of(state, player.house) is None:
        return Anoint(seat=seat, priest=seat)
    return _wed(state, player) or _meet(state, player, whim) or _answer(state, player, whim) or _ask(state, player, whim, dice)


def _wed(state: GameState, player: HouseSeat) -> Wed | None:
    """Wed the first couple that nothing hinders, if this bot is a Priest."""
    if priest_of(state, player.house) is not player:
        return None
    for each in betrothed(state):
        if may_wed(state, player, state.seats[each.one], state.seats[each.other]) and not hindrance(state, each, (player,)):
            return Wed(seat=player.id, month=state.clock.month, one=each.one, other=each.other, hostages=each.hostages)
    return None


def _meet(state: GameState, player: HouseSeat, whim: float) -> MeetSpouse | None:
    due = player.spouse is not None and state.clock.is_in(Phase.PLANNING) and player.id not in state.met
    return MeetSpouse(seat=player.id, month=state.clock.month) if due and whim < MEETS else None


def _answer(state: GameState, player: HouseSeat, whim: float) -> AgreeToMarry | BreakBetrothal | None:
    """Accept or refuse the first proposal. A bot that is betrothed already refuses."""
    asked = next((each for each in state.betrothals if each.other == player.id and not each.agreed), None)
    if asked is None:
        return None
    promised = any(each.agreed and player.id in (each.one, each.other) for each in state.betrothals)
    if promised or whim >= YES:
        return BreakBetrothal(seat=player.id, other=asked.one)
    return AgreeToMarry(seat=player.id, other=asked.one, hostages=asked.hostages)


def _ask(state: GameState, player: HouseSeat, whim: float, dice: Dice) -> AskToMarry | None:
    """Propose to somebody free whom a Priest may wed with this player."""
    taken = {seat for each in state.betrothals for seat in (each.one, each.other)}
    if whim >= ASKS or player.id in taken or not may_marry(player):
        return None
    found = [
        each.id
        for each in state.seats.values()
        if each.id not in (player.id, *taken) and each.acts and may_marry(each) and _has_priest(state, player, each)
    ]
    return AskToMarry(seat=player.id, other=dice.choice(sorted(found))) if found else None


def _has_priest(state: GameState, one: HouseSeat, other: HouseSeat) -> bool:
    return any(may_wed(state, priest, one, other) for priest in priests(state))


# === trades between the rooms ===========================================================================================

# Between the rooms, bots marry and trade Favors for buildings (GE-FAV-09, R-134).
# The caller hands in the dice, so equal dice give equal commands. A bot that has acted does nothing more.


TRADES: Final = 0.5  # share of bots with three Favors of one faction that trade them in
TRIES: Final = 20  # attempts to find places for a building


def act(state: GameState, seat: SeatId, dice: Dice) -> Command | None:
    """Return this bot's next command while players choose rooms; None when nothing is left to do.

    The dice are thrown the same way whatever there is to do, so one act does not change the next.
    """
    trades = dice.random() < TRADES
    married = marry(state, seat, copy(dice))
    if married is not None or not trades or not state.seats[seat].acts:
        return married
    return _trade(state, state.seats[seat], dice)


# --- buildings ----------------------------------------------------------------------------------------------------------


def _trade(state: GameState, player: HouseSeat, dice: Dice) -> TradeIn | None:
    if not may_trade_in_now(state) or is_purse_common(state):
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


def _places(state: GameState, player: HouseSeat, kind: str, dice: Dice) -> tuple[RegionId, ...] | None:
    """Return random valid places for a building; None when no attempt finds any."""
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
            ordered_places(state.scenario, player.house, kind, named)
        except Refused:
            continue
        return named
    return None
