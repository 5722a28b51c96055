"""Payment of a favored proposal from the pools: it becomes a law, or fails (GE-CRT-27, GE-CRT-32, R-78)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.modules import CommandHandler, EventHandler, GameEvent, Undo
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import Line, ReportKind, to_desks
from rooms.court.game.floor.cycles import named_proposal, proposal_title, who_decides
from rooms.court.game.reports.words import to_house, to_seat
from rooms.court.game.roll import COURT_DESK, court_invalidations
from rooms.court.game.state import OnFloor, Stand, floor_in, floor_of, proposal_in_cycle, standing_in, with_cycle, with_floor
from rooms.court.rules.pool_shares import THRONE, Mistake, Pool, Share, Wrong, first_mistake, in_turn, missing, pools_after
from rooms.realm.game.passed_laws import law_passed, payer_words, share_words
from rooms.realm.game.records import PaidShare, Won
from rooms.realm.game.state import GameState
from rooms.realm.game.throne.throne_events import reigns
from rooms.realm.scenario.ids import HouseId, LawId

# === payment ============================================================================================================


class PayLaw(Struct, frozen=True, kw_only=True):
    """Pay for a favored proposal with these shares, named by the Sovereign or the agent (GE-SOV-26, R-38).

    Without shares the pools pay in turn, as when nobody is named in time (R-78).
    """

    month: int
    cycle: int
    shares: tuple[Share, ...] = ()
    seat: SeatId | None = None


class LawPaid(Struct, frozen=True, kw_only=True):
    """The payers gave their shares, and the proposal is law `law`."""

    month: int
    cycle: int
    shares: tuple[Share, ...]
    law: LawId


class LawUnpaid(Struct, frozen=True, kw_only=True):
    """All pools together do not cover the cost, so the proposal failed (R-78)."""

    month: int
    cycle: int
    cost: int
    missing: int


# --- questions ----------------------------------------------------------------------------------------------------------


def payable_pools(state: GameState) -> tuple[Pool, ...]:
    """Pools that may pay now: the throne's only while somebody reigns (GE-CRT-33, R-77)."""
    return tuple(pool for pool in floor_of(state).pools if pool.payer != THRONE or reigns(state))


def pools_in_turn(state: GameState) -> tuple[Pool, ...]:
    """Pools in the order of payment in turn: the host's, other Houses', the throne's (R-78)."""
    host = state.court.host if state.court is not None else None
    return tuple(sorted(payable_pools(state), key=lambda pool: (pool.payer != host, pool.payer == THRONE)))


def mistake_words(state: GameState, found: Mistake) -> str:
    """What is wrong with a payment, in one sentence."""
    payer = payer_words(state, found.payer) if found.payer else ""
    match found.wrong:
        case Wrong.UNKNOWN:
            return say("Choose payers that have a pool this month.")
        case Wrong.TWICE:
            return say("Name each payer once: {payer} stands there twice.", payer=payer)
        case Wrong.NEGATIVE:
            return say("A share is 0 or more: look at {payer}.", payer=payer)
        case Wrong.TOO_MUCH:
            held = next(pool for pool in payable_pools(state) if pool.payer == found.payer)
            return say(
                "Too much for {payer}: {power} Power and {favors} Favors are left in that pool.",
                payer=payer,
                power=held.power,
                favors=held.favors,
            )
        case Wrong.SHORT:
            return say("Name {points} more of the cost.", points=found.points)
        case Wrong.OVER:
            return say("That is {points} too much; the shares make exactly the cost.", points=found.points)


def unpaid(state: GameState, standing: OnFloor) -> LawUnpaid | None:
    """The failure if all pools together cannot cover the cost, else None (R-78)."""
    short = missing(payable_pools(state), standing.cost)
    if not short:
        return None
    return LawUnpaid(month=state.clock.month, cycle=standing.cycle, cost=standing.cost, missing=short)


def paid_events(state: GameState, standing: OnFloor, shares: tuple[Share, ...]) -> tuple[GameEvent, ...]:
    """The shares are paid and the proposal is law (GE-CRT-28, GE-CRT-31)."""
    law = law_passed(state, standing.paper, by=standing.author, cost=standing.cost, won=_record_of_win(standing, shares))
    return (LawPaid(month=state.clock.month, cycle=standing.cycle, shares=shares, law=law.law.id), law)


def _record_of_win(standing: OnFloor, shares: tuple[Share, ...]) -> Won | None:
    """The count and the payers, for the law's history."""
    if standing.count is None:
        return None
    paid = tuple(PaidShare(payer=each.payer, power=each.power, favors=each.favors) for each in shares)
    return Won(favor=standing.count.favor, against=standing.count.against, paid=paid)


def pay_by_turns(state: GameState, standing: OnFloor) -> tuple[GameEvent, ...]:
    """Nobody was named in time: 1 point from each pool in turn (R-78)."""
    shares = in_turn(pools_in_turn(state), standing.cost)
    if shares is not None:
        return paid_events(state, standing, shares)
    short = unpaid(state, standing)
    return (short,) if short else ()


# --- decision -----------------------------------------------------------------------------------------------------------


def decide_pay(state: GameState, command: PayLaw, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Pay for a favored proposal, which makes it law (GE-CRT-27, GE-CRT-34, GE-SOV-26).

    Raises:
        Refused: the sender may not name payers, or the shares are not exactly the cost from what is left.
        Stale: nothing is to be paid there.
    """
    standing = standing_in(state, command.month, command.cycle)
    who_decides(state, asked.by, command.seat)
    if standing.stand is not Stand.WON:
        raise Stale(say("There is nothing to pay in cycle {cycle}.", cycle=command.cycle), rule="GE-CRT-27")
    if not command.shares:
        return pay_by_turns(state, standing)
    short = unpaid(state, standing)
    if short is not None:  # the throne has become empty, and its pool is gone
        return (short,)
    shares = tuple(share for share in command.shares if share.power or share.favors)
    found = first_mistake(payable_pools(state), shares, standing.cost)
    if found is not None:
        raise Refused(mistake_words(state, found), rule="R-78", code=found.wrong)
    return paid_events(state, standing, shares)


# --- fold ---------------------------------------------------------------------------------------------------------------


def evolve_paid(state: GameState, happened: LawPaid) -> GameState:
    """Take the shares from the pools. If they hold too little, take nothing and mark the floor as doubtful."""
    floor = floor_in(state, happened.month)
    held = {pool.payer: pool for pool in floor.pools}
    short = any(
        share.payer not in held or share.power > held[share.payer].power or share.favors > held[share.payer].favors
        for share in happened.shares
    )
    floor = replace(floor, doubtful=True) if short else replace(floor, pools=pools_after(floor.pools, happened.shares))
    state = with_floor(state, floor)
    return with_cycle(state, happened.month, happened.cycle, stand=Stand.PASSED, paid=happened.shares, law=happened.law)


def evolve_unpaid(state: GameState, happened: LawUnpaid) -> GameState:
    return with_cycle(state, happened.month, happened.cycle, stand=Stand.UNPAID, cost=happened.cost)


# --- words --------------------------------------------------------------------------------------------------------------


def tell_paid(happened: LawPaid, before: GameState, after: GameState) -> Iterator[Line]:
    """To the author: who paid, as on the tablet. To each payer: what came out of their pool (GE-CRT-32).

    A pool belongs to the Court and is no purse, so no holdings change. Its rest is returned in Return (R-77).
    """
    proposal, standing = named_proposal(before, happened.cycle), proposal_in_cycle(before, happened.cycle)
    if happened.shares:
        shares = share_words(before, happened.shares)
        yield to_desks(say("{proposal} is paid: {shares}.", proposal=proposal, shares=shares))
        words = say("It is law. Paid by {shares}.", shares=shares)
    else:
        yield to_desks(say("{proposal} is law and costs nothing.", proposal=proposal))
        words = say("It is law and costs nothing.")
    if standing is None:
        return
    yield to_seat(standing.author, ReportKind.OUTCOME, words, act=proposal, rule="GE-CRT-28")
    for share in happened.shares:
        words = say("Paid from the pool in the Court: {shares}.", shares=share_words(before, (share,)))
        if share.payer != THRONE:
            yield to_house(HouseId(share.payer), ReportKind.HOLDING, words, act=proposal, rule="GE-CRT-32")
        elif before.throne.holder is not None:
            yield to_seat(before.throne.holder, ReportKind.HOLDING, words, act=proposal, rule="GE-CRT-32")


def tell_unpaid(happened: LawUnpaid, before: GameState, after: GameState) -> Iterator[Line]:
    proposal, standing = named_proposal(before, happened.cycle), proposal_in_cycle(before, happened.cycle)
    values = {"missing": happened.missing, "cost": happened.cost}
    yield to_desks(
        say("{proposal} fails: the pools are {missing} short of its cost of {cost} (R-78).", proposal=proposal, **values)
    )
    if standing is not None:
        why = say("The pools were {missing} short of its cost of {cost}.", **values)
        yield to_seat(standing.author, ReportKind.OUTCOME, say("It failed, unpaid."), act=proposal, why=why, rule="R-78")


def withdrawn_payment_words(happened: LawPaid | LawUnpaid, state: GameState) -> str:
    return say("what was paid for {proposal}; see the Court’s floor", proposal=named_proposal(state, happened.cycle))


def _label(command: PayLaw, state: GameState) -> str:
    standing, named = proposal_in_cycle(state, command.cycle), {"cycle": command.cycle, "month": command.month}
    if standing is None:
        return say("Payment in cycle {cycle}, month {month}", **named)
    return say("Payment for {law} in cycle {cycle}, month {month}", law=proposal_title(state, standing.paper), **named)


COMMANDS: Mapping[type, CommandHandler] = {PayLaw: CommandHandler(decide=decide_pay, desks=COURT_DESK, player=True, label=_label)}
EVENTS: Mapping[type, EventHandler] = {
    LawPaid: EventHandler(
        evolve=evolve_paid, tell=tell_paid, invalidations=court_invalidations, undo=Undo(words=withdrawn_payment_words)
    ),
    LawUnpaid: EventHandler(
        evolve=evolve_unpaid, tell=tell_unpaid, invalidations=court_invalidations, undo=Undo(words=withdrawn_payment_words)
    ),
}
