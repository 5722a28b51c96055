"""Pools of the Court: set out when it assembles, returned in Return (GE-CRT-18, GE-CRT-35, R-77)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from control.day.clock.phase_events import MonthTurned
from control.day.clock.steps import StepBegan
from control.day.people.lookup import choice_of
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.modules import EventHandler, GameEvent
from control.engine.reasons import as_reason
from control.engine.records import replace
from control.engine.reports import Line, ReportKind, one_sentence, to_desks
from rooms.court.game.reports.words import to_house
from rooms.court.game.roll import RollCorrected, assembled, court_invalidations, is_assembled
from rooms.court.game.state import court_of, floor_in, floor_of, is_late, with_floor
from rooms.court.rules.pool_shares import THRONE, Pool
from rooms.realm.frame import Moment
from rooms.realm.game.favors.deck import FavorDrawn, draw_favors
from rooms.realm.game.favors.requirements import favors_with_effect as used_for
from rooms.realm.game.passed_laws import payer_words, share_words
from rooms.realm.game.state import GameState, Purse, ThroneWaits
from rooms.realm.game.throne.throne_events import SovereignDeposed, ThroneStaysEmpty
from rooms.realm.game.treasury.power import PowerGained
from rooms.realm.game.treasury.purses import purse_holder, receiver_of_gain
from rooms.realm.scenario.ids import CardId, HouseId, Room

# === pools ==============================================================================================================


class CourtAssembled(Struct, frozen=True, kw_only=True):
    """The Court of a month assembled, and its pools are set out. Favors in them are blank."""

    month: int
    pools: tuple[Pool, ...]


class PoolSet(Struct, frozen=True, kw_only=True):
    """A pool was added for a House whose first player the roll had overlooked, or for the throne."""

    month: int
    pool: Pool


class PoolsGoneHome(Struct, frozen=True, kw_only=True):
    """The rest of the pools left the table. The purses that get it follow in events of their own."""

    month: int
    left: tuple[Pool, ...]


class GodEmperorKept(Struct, frozen=True, kw_only=True):
    """What the God Emperor keeps from the throne's pool."""

    month: int
    power: int
    favors: tuple[CardId, ...]


RAISES: Final[Mapping[str, int]] = {"pool-1": 1, "pool-2": 2}  # Favors that raise the pool of their player's House


@as_reason("court.pool")
def pool_reason() -> str:
    return say("what is left of the pool in the Court")


# --- questions ----------------------------------------------------------------------------------------------------------


def due_pools(state: GameState) -> tuple[Pool, ...]:
    """Pools of this month: one for each House with a player in the Court and for a Sovereign there (R-77).

    With the setting `pool_for` "all": one for every House, and for a reigning Sovereign in any room.
    """
    settings = state.scenario.settings
    there, everybody = {seat.house for seat in assembled(state)}, settings.pool_for == "all"
    payers = [str(house.id) for house in state.scenario.houses if everybody or house.id in there]
    if _is_sovereign_there(state) or (everybody and state.throne.holder is not None):
        payers.append(THRONE)
    return tuple(Pool(payer=payer, power=settings.pool_power, favors=settings.pool_favors) for payer in payers)


def _is_sovereign_there(state: GameState) -> bool:
    """The God Emperor is always at the Court (R-38, R-77), a reigning player if on the roll."""
    holder = state.throne.holder
    return state.throne.god_emperor or (holder is not None and is_assembled(state, holder))


def raised_by(state: GameState, house: HouseId) -> int:
    """How much Favors have raised a House's pool, and its limit, this month (GE-FAV-03, R-77)."""
    return sum(amount for effect, amount in RAISES.items() for used in used_for(state, effect) if used.house == house)


# --- reactions ----------------------------------------------------------------------------------------------------------


def assemble(state: GameState, happened: StepBegan, asked: DecisionContext) -> tuple[CourtAssembled, ...]:
    """Assemble the Court at its first step, once a month, and never after the month's Return has acted (R-20)."""
    if happened.room != Room.COURT or happened.month <= state.clock.turned or floor_of(state).assembled:
        return ()
    return (CourtAssembled(month=happened.month, pools=due_pools(state)),)


def set_overlooked_pools(state: GameState, happened: RollCorrected, asked: DecisionContext) -> tuple[PoolSet, ...]:
    """Pools for a player whom the roll had overlooked: the House's, and the throne's (R-77).

    A player seated late brings none (R-16). A throne that changed hands this month has had its own.
    """
    floor, player = floor_of(state), happened.player
    past = not floor.assembled or state.clock.month <= state.clock.turned
    if past or not happened.there or is_late(state, player):
        return ()
    have, payers = {pool.payer for pool in floor.pools}, {str(state.seats[player].house)}
    if state.throne.holder == player and state.throne_changed != floor.month:
        payers.add(THRONE)
    due = [pool for pool in due_pools(state) if pool.payer in payers - have]
    return tuple(PoolSet(month=floor.month, pool=pool) for pool in due)


def return_pools(state: GameState, happened: MonthTurned, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Return the rest of the pools to the purses, first of all in Return. Favors are drawn then (GE-CRT-35, R-20, R-77)."""
    floor = court_of(state).floor
    if happened.moment != Moment.POOLS or floor.month != happened.month or not floor.pools:
        return ()
    return (PoolsGoneHome(month=happened.month, left=floor.pools), *_return_each(state, happened.month, floor.pools, asked))


def _return_each(state: GameState, month: int, pools: tuple[Pool, ...], asked: DecisionContext) -> Iterator[GameEvent]:
    keepers = {pool.payer: _keeper(state, pool.payer) for pool in pools}
    for pool in pools:
        seat = keepers[pool.payer]
        if seat is not None and pool.power:
            yield PowerGained(seat=seat, amount=pool.power, why=pool_reason())
    emperor = state.throne.god_emperor
    due = [(pool.payer, keepers[pool.payer]) for pool in pools for _each in range(pool.favors)]
    due = [(payer, seat) for payer, seat in due if seat is not None or (payer == THRONE and emperor)]
    kept: list[CardId] = []
    owed = iter(due)
    for drawn in draw_favors(state, SeatId(""), len(due), pool_reason(), asked):
        if not isinstance(drawn, FavorDrawn):
            yield drawn
            continue
        _payer, seat = next(owed)
        if seat is None:
            kept.append(drawn.card)
        else:
            yield replace(drawn, seat=seat)
    power = next((pool.power for pool in pools if pool.payer == THRONE), 0) if emperor else 0
    if power or kept:
        yield GodEmperorKept(month=month, power=power, favors=tuple(kept))


def _keeper(state: GameState, payer: str) -> SeatId | None:
    """The purse that gets a pool's rest: the House's by R-06, the throne's goes to the Sovereign (R-05, R-77)."""
    if payer != THRONE:
        return receiver_of_gain(state, HouseId(payer), Room.COURT)
    holder = state.seats.get(state.throne.holder) if state.throne.holder is not None else None
    return purse_holder(state, holder).id if holder is not None else None


# --- fold ---------------------------------------------------------------------------------------------------------------


def evolve_assembled(state: GameState, happened: CourtAssembled) -> GameState:
    """Set out the pools. Players who have chosen the Court by now came in time (R-16)."""
    floor = floor_in(state, happened.month)
    chose = (seat.id for seat in state.seats.values() if choice_of(state, seat) == Room.COURT)
    came = tuple(sorted({*floor.came, *chose}))
    return with_floor(state, replace(floor, assembled=True, came=came, pools=happened.pools))


def evolve_pool_set(state: GameState, happened: PoolSet) -> GameState:
    """Keep the Houses' pools in the scenario's order, the throne's last."""
    floor = floor_in(state, happened.month)
    order = {str(house.id): number for number, house in enumerate(state.scenario.houses)}
    pools = (*(pool for pool in floor.pools if pool.payer != happened.pool.payer), happened.pool)
    ordered = tuple(sorted(pools, key=lambda pool: order.get(pool.payer, len(order))))
    return with_floor(state, replace(floor, pools=ordered))


def evolve_gone_home(state: GameState, happened: PoolsGoneHome) -> GameState:
    floor = floor_in(state, happened.month)
    return with_floor(state, replace(floor, pools=(), doubtful=floor.doubtful or floor.pools != happened.left))


def evolve_god_emperor_kept(state: GameState, happened: GodEmperorKept) -> GameState:
    purse = state.throne.purse
    purse = Purse(power=purse.power + happened.power, favors=(*purse.favors, *happened.favors))
    deck = tuple(card for card in state.favor_deck if card not in happened.favors)
    return replace(state, throne=replace(state.throne, purse=purse), favor_deck=deck)


def bank_throne_pool(before: GameState, state: GameState, happened: SovereignDeposed | ThroneStaysEmpty) -> GameState:
    """Return an empty throne's pool to the bank, but not while a successor is being named (R-77)."""
    floor = court_of(state).floor
    if happened.waits is ThroneWaits.CHOICE or all(pool.payer != THRONE for pool in floor.pools):
        return state
    return with_floor(state, replace(floor, pools=tuple(pool for pool in floor.pools if pool.payer != THRONE)))


# --- words --------------------------------------------------------------------------------------------------------------


@one_sentence
def tell_assembled(happened: CourtAssembled, state: GameState) -> str:
    settings = state.scenario.settings
    return say(
        "The Court of month {month} assembles: {power} Power and {favors} Favors lie in each of {count} pools.",
        month=happened.month,
        power=settings.pool_power,
        favors=settings.pool_favors,
        count=len(happened.pools),
    )


@one_sentence
def tell_pool_set(happened: PoolSet, state: GameState) -> str:
    return say(
        "{payer} comes to the Court and gets a pool of {power} Power and {favors} Favors.",
        payer=payer_words(state, happened.pool.payer),
        power=happened.pool.power,
        favors=happened.pool.favors,
    )


def tell_gone_home(happened: PoolsGoneHome, before: GameState, after: GameState) -> Iterator[Line]:
    """What was left in each House's pool. The purses that get it have reports of their own, so no holdings change here."""
    yield to_desks(
        say(
            "The pools of the Court go home: {power} Power and {favors} Favors are left in all.",
            power=sum(pool.power for pool in happened.left),
            favors=sum(pool.favors for pool in happened.left),
        )
    )
    for pool in happened.left:
        if pool.payer != THRONE and (pool.power or pool.favors):
            shares = share_words(before, (pool,))
            words = say("What was left of your House’s pool in the Court came back: {shares}.", shares=shares)
            yield to_house(HouseId(pool.payer), ReportKind.HOLDING, words, rule="GE-CRT-35")


@one_sentence
def tell_god_emperor_kept(happened: GodEmperorKept, state: GameState) -> str:
    return say(
        "The God Emperor keeps {power} Power and {favors} Favors of the throne’s pool.",
        power=happened.power,
        favors=len(happened.favors),
    )


EVENTS: Mapping[type, EventHandler] = {
    CourtAssembled: EventHandler(evolve=evolve_assembled, tell=tell_assembled, invalidations=court_invalidations),
    PoolSet: EventHandler(evolve=evolve_pool_set, tell=tell_pool_set, invalidations=court_invalidations),
    PoolsGoneHome: EventHandler(evolve=evolve_gone_home, tell=tell_gone_home, invalidations=court_invalidations),
    GodEmperorKept: EventHandler(evolve=evolve_god_emperor_kept, tell=tell_god_emperor_kept, invalidations=court_invalidations),
}
