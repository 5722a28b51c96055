"""What the Sovereign may order without a vote, as the own phone and Court Control's form show it (GE-SOV-28, R-39)."""

from __future__ import annotations

from dataclasses import dataclass

from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.viewer import Viewer
from control.engine.words import capital
from rooms.court.game.ordering import may_not_order, orders_left
from rooms.court.game.proposals import PROPOSALS
from rooms.court.game.staking import purse_of
from rooms.court.game.state import floor_of
from rooms.court.rules.pools import THRONE
from rooms.realm.desks import Desk
from rooms.realm.game.guard import free_for_an_order
from rooms.realm.game.laws import law_of, law_words
from rooms.realm.game.state import GameState
from rooms.realm.papers.game.form import NOTHING, PaperForm, form_panel
from rooms.realm.papers.game.types import Paper, price_of


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderKind:
    """A Court Military Action that can be ordered, with its price in words."""

    id: str
    name: str
    price: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderView:
    """The order as it is written. `why_not` says why nothing can be ordered now; `form` are the fields of the chosen action.

    `pays` says who pays; `warning` that no Immortal would be free for it (R-98); `ordered` what was ordered this month.
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
    """For the Sovereign, wherever that player is, and for Court Control; None for anybody else."""
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
    """Why an order would come to nothing now; empty where an Immortal would go for it (R-98)."""
    if free_for_an_order(state) > 0:
        return ""
    return say("No Immortal will be free, so the order would lapse and its cost stay spent.")


def _pays(state: GameState) -> str:
    """Who pays for it, and what is there."""
    holder = state.seats.get(state.throne.holder) if state.throne.holder is not None else None
    if holder is None:
        return say("The God Emperor pays nothing.") if state.throne.god_emperor else ""
    if state.scenario.settings.bypass_free:
        return say("It costs nothing.")
    pool = next((each for each in floor_of(state).pools if each.payer == THRONE), None)
    purse = state.seats[purse_of(state, holder)].purse
    return say(
        "The throne’s pool pays first: {pool_power} Power, {pool_favors} Favors; then the purse: {power} Power, {favors} Favors.",
        pool_power=pool.power if pool else 0,
        pool_favors=pool.favors if pool else 0,
        power=purse.power,
        favors=len(purse.favors),
    )
