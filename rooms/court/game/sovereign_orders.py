"""Orders of the Sovereign without a vote: one Court Military Action a month, and its form.

Rules: GE-SOV-28, R-39.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from control.day.missing_players import requires_players
from control.day.state import DayStage
from control.engine.context import Actor, DecisionContext
from control.engine.ids import SeatId
from control.engine.language import capital, say
from control.engine.modules import CommandHandler, EventHandler, GameEvent
from control.engine.reasons import as_reason
from control.engine.records import replace
from control.engine.refusal import Refused
from control.engine.reports import Line, ReportKind, to_desks
from control.engine.viewer import Viewer
from rooms.court.game.floor.cycles import proposal_title
from rooms.court.game.proposals.proposal import PROPOSALS, check_named
from rooms.court.game.reports.words import to_seat
from rooms.court.game.roll import COURT_DESK, court_invalidations
from rooms.court.game.state import at_month, floor_in, floor_of, with_floor
from rooms.court.rules.pool_shares import THRONE, Pool, Share, pools_after
from rooms.realm.desks import Desk
from rooms.realm.game.favors.deck import FavorDiscarded
from rooms.realm.game.laws import law_of, law_words
from rooms.realm.game.military_actions import immortals_for_order
from rooms.realm.game.passed_laws import law_passed, share_words
from rooms.realm.game.state import GameState, Purse
from rooms.realm.game.throne.throne_events import reigns
from rooms.realm.game.treasury.payment import favors_by_loss
from rooms.realm.game.treasury.power import PowerLost
from rooms.realm.game.treasury.purses import purse_holder
from rooms.realm.papers.game import checks
from rooms.realm.papers.game.types import Paper, cost_of, price_of, type_of
from rooms.realm.papers.game.view_form import NOTHING, PaperForm, form_panel
from rooms.realm.scenario.ids import LawId, Phase

# === command and event ==================================================================================================

# The Sovereign may order one Court Military Action a month without a vote, from anywhere (GE-SOV-28, R-39).


RULE: Final = "R-39"


class OrderMilitary(Struct, frozen=True, kw_only=True):
    """Order a Court Military Action. Court Control enters orders that are announced to it, and the God Emperor's.

    What the pool does not cover comes from the Sovereign's purse: Power first, or Favors with `favors_first`.
    """

    month: int
    paper: Paper
    seat: SeatId | None = None
    favors_first: bool = False


class MilitaryOrdered(Struct, frozen=True, kw_only=True):
    """The Sovereign ordered an action. `share`: paid by the throne's pool. What the purse paid, and the law, follow in events."""

    month: int
    by: SeatId | None
    law: LawId
    share: Share


class Payment(Struct, frozen=True, kw_only=True):
    """Payment of a cost: `share` by the throne's pool, `power` and `favors` by the purse. `missing`: what nobody can pay."""

    share: Share
    power: int
    favors: int
    missing: int


@as_reason("court.order")
def order_reason(title: str) -> str:
    return say("{title}, ordered without a vote", title=title)


# --- questions ----------------------------------------------------------------------------------------------------------


def orders_left(state: GameState) -> int:
    """Orders left this month, whoever reigns (R-39, setting `bypass_per_month`)."""
    return max(0, state.scenario.settings.bypass_per_month - len(floor_of(state).ordered))


def may_not_order(state: GameState) -> str:
    """Why nothing can be ordered now. Empty if it can."""
    clock = state.clock
    if clock.stage is not DayStage.PLAYING or clock.is_in(None, Phase.RETURN) or clock.month <= clock.turned:
        return say("An order without a vote is announced before Action ends.")
    if not reigns(state):
        return say("The throne is empty, so nobody orders anything without a vote.")
    if not orders_left(state):
        return say("Nothing more may be ordered without a vote this month.")
    return ""


def cost_for(state: GameState, paper: Paper) -> int:
    """The cost of an order. Nothing for the God Emperor, or by the scenario (R-39, setting `bypass_free`)."""
    if state.throne.god_emperor or state.scenario.settings.bypass_free:
        return 0
    return cost_of(type_of(state.scenario.proposals, paper), paper) or 0


def payment(state: GameState, cost: int, *, favors_first: bool) -> Payment:
    """The throne's pool pays first, Favors before Power as in R-78, then the Sovereign's purse (R-05, R-39)."""
    pool = next((each for each in floor_of(state).pools if each.payer == THRONE), Pool(payer=THRONE, power=0, favors=0))
    holder = state.seats.get(state.throne.holder) if state.throne.holder is not None else None
    purse = purse_holder(state, holder).purse if holder is not None else Purse()
    pool_favors = min(pool.favors, cost)
    pool_power = min(pool.power, cost - pool_favors)
    left = cost - pool_favors - pool_power
    favors = min(left, len(purse.favors)) if favors_first else max(0, min(left - purse.power, len(purse.favors)))
    power = min(left - favors, purse.power)
    share = Share(payer=THRONE, power=pool_power, favors=pool_favors)
    return Payment(share=share, power=power, favors=favors, missing=left - favors - power)


# --- decision -----------------------------------------------------------------------------------------------------------


def decide_order(state: GameState, command: OrderMilitary, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Order a Court Military Action. It is posted at once and acts after this month's passed laws (GE-CRT-65, GE-SOV-28, R-39).

    Raises:
        Refused: the sender does not reign, Action is over, one was ordered already, it names no such action, or cannot be paid.
    """
    at_month(state, command.month)
    _require_throne(state, asked.by, command.seat)
    no = may_not_order(state)
    if no:
        raise Refused(no, rule=RULE if reigns(state) else "R-37")
    kind = type_of(state.scenario.proposals, command.paper)
    if not getattr(kind, "military", False):
        raise Refused(say("Only a Court Military Action is ordered without a vote."), rule=RULE)
    checks.check(state, command.paper, state.scenario.proposals, RULE)
    check_named(state, command.paper)
    cost = cost_for(state, command.paper)
    due = payment(state, cost, favors_first=command.favors_first)
    if due.missing:
        said = say("The Sovereign’s pool and purse are {missing} short of the cost of {cost}.", missing=due.missing, cost=cost)
        raise Refused(said, rule=RULE, code="short")
    law = law_passed(state, command.paper, by=state.throne.holder, ordered=True, cost=cost)
    ordered = MilitaryOrdered(month=command.month, by=state.throne.holder, law=law.law.id, share=due.share)
    return (ordered, *_pay_from_purse(state, due, kind.name), law)


def _require_throne(state: GameState, by: Actor, seat: SeatId | None) -> None:
    """Require the Sovereign, in any room (R-39)."""
    if by.seat is not None and (seat is None or state.throne.holder != seat):
        raise Refused(say("Only the Sovereign decides this."), rule="GE-SOV-28", code="not-yours")


def _pay_from_purse(state: GameState, due: Payment, title: str) -> tuple[GameEvent, ...]:
    holder = state.seats.get(state.throne.holder) if state.throne.holder is not None else None
    if holder is None:
        return ()
    why, payer = order_reason(title=title), purse_holder(state, holder)
    power = (PowerLost(seat=payer.id, amount=due.power, why=why),) if due.power else ()
    return (*power, *(FavorDiscarded(seat=payer.id, card=card, why=why) for card in favors_by_loss(payer)[: due.favors]))


# --- fold, words --------------------------------------------------------------------------------------------------------


@requires_players("by")
def evolve_ordered(state: GameState, happened: MilitaryOrdered) -> GameState:
    """Take the share from the throne's pool. If it holds too little, take nothing and mark the floor as doubtful."""
    floor, share = floor_in(state, happened.month), happened.share
    pool = next((each for each in floor.pools if each.payer == THRONE), Pool(payer=THRONE, power=0, favors=0))
    short = share.power > pool.power or share.favors > pool.favors
    pools = floor.pools if short else pools_after(floor.pools, (share,))
    ordered = (*floor.ordered, happened.law)
    return with_floor(state, replace(floor, pools=pools, ordered=ordered, doubtful=floor.doubtful or short))


def tell_ordered(happened: MilitaryOrdered, before: GameState, after: GameState) -> Iterator[Line]:
    """To the Sovereign: what the throne's pool paid. The purse's part has its own report."""
    share = happened.share
    yield to_desks(
        say(
            "The Sovereign orders without a vote; the throne’s pool gives {power} Power and {favors} Favors (R-39).",
            power=share.power,
            favors=share.favors,
        )
    )
    if happened.by is not None and (share.power or share.favors):
        words = say("Paid from the pool in the Court: {shares}.", shares=share_words(before, (share,)))
        yield to_seat(happened.by, ReportKind.HOLDING, words, act=say("An order without a vote"), rule=RULE)


COMMANDS: Mapping[type, CommandHandler] = {
    OrderMilitary: CommandHandler(
        decide=decide_order,
        desks=COURT_DESK,
        player=True,
        label=lambda c, s: say("{order}, without a vote, month {month}", order=proposal_title(s, c.paper), month=c.month),
    )
}
EVENTS: Mapping[type, EventHandler] = {
    MilitaryOrdered: EventHandler(evolve=evolve_ordered, tell=tell_ordered, invalidations=court_invalidations)
}


# === view ===============================================================================================================

# The form for an order, on the Sovereign's phone and at Court Control (GE-SOV-28, R-39).


class OrderKind(Struct, frozen=True, kw_only=True):
    """A Court Military Action that can be ordered, with its price in words."""

    id: str
    name: str
    price: str
    text: str


class OrderView(Struct, frozen=True, kw_only=True):
    """The form for an order. `why_not`: why nothing can be ordered now. `form`: the fields of the chosen action.

    `pays`: who pays. `warning`: no Immortal would be free for it (R-98). `ordered`: orders of this month.
    """

    month: int
    left: int
    why_not: str
    kinds: tuple[OrderKind, ...]
    chosen: str
    form: PaperForm | None
    pays: str
    warning: str
    ordered: tuple[str, ...]
    unfolded: bool
    favors_first: bool


def order_view(
    state: GameState, viewer: Viewer, typed: Paper = NOTHING, *, unfolded: bool = False, favors_first: bool = False
) -> OrderView | None:
    """The form for the Sovereign, in any room, and for Court Control; None for anybody else."""
    reigns = viewer.seat is not None and viewer.seat == state.throne.holder
    if not (reigns or viewer.sees_desk(Desk.COURT)):
        return None
    kinds = tuple(each for each in state.scenario.proposals if each.military)
    chosen = typed.type if typed.type in {each.id for each in kinds} else ""
    tablets = (law_of(state, law) for law in floor_of(state).ordered)
    return OrderView(
        month=state.clock.month,
        left=orders_left(state),
        why_not=may_not_order(state),
        kinds=tuple(OrderKind(id=each.id, name=each.name, price=price_of(each), text=each.text) for each in kinds),
        chosen=chosen,
        form=form_panel(PROPOSALS, state, viewer.seat or SeatId(""), typed) if chosen else None,
        pays=_pays(state),
        warning=_warning(state),
        ordered=tuple(capital(law_words(state, law.id)) if law.number else law.title for law in tablets if law is not None),
        unfolded=unfolded,
        favors_first=favors_first,
    )


def _warning(state: GameState) -> str:
    """Why an order would lapse now. Empty if an Immortal is free for it (R-98)."""
    if immortals_for_order(state) > 0:
        return ""
    return say("No Immortal will be free, so the order would lapse and its cost stay spent.")


def _pays(state: GameState) -> str:
    """Who pays for an order, and what they hold."""
    holder = state.seats.get(state.throne.holder) if state.throne.holder is not None else None
    if holder is None:
        return say("The God Emperor pays nothing.") if state.throne.god_emperor else ""
    if state.scenario.settings.bypass_free:
        return say("It costs nothing.")
    pool = next((each for each in floor_of(state).pools if each.payer == THRONE), None)
    purse = purse_holder(state, holder).purse
    return say(
        "The throne’s pool pays first: {pool_power} Power, {pool_favors} Favors; then the purse: {power} Power, {favors} Favors.",
        pool_power=pool.power if pool else 0,
        pool_favors=pool.favors if pool else 0,
        power=purse.power,
        favors=len(purse.favors),
    )
