"""Forms for the order of payment: a House's payers, and a player's Favors (R-06, R-08, R-136)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from control.day.decisions.questions import speaker
from control.day.people.lookup import members
from control.engine.ids import SeatId
from control.engine.language import listed, say
from control.engine.viewer import Viewer
from rooms.realm.desks import looks_after_houses
from rooms.realm.game.state import GameState, HouseSeat
from rooms.realm.game.treasury.payment import MOST_NAMED, favors_by_loss, kind_of, plan_of
from rooms.realm.game.treasury.purses import is_purse_common, purse_holder
from rooms.realm.scenario.ids import CardId


class PaymentChoice(Struct, frozen=True, kw_only=True):
    value: str
    words: str
    chosen: bool


class PaymentPlace(Struct, frozen=True, kw_only=True):
    """A place in the order, "First" or "Then", with its choices."""

    words: str
    choices: tuple[PaymentChoice, ...]


class TypedPayment(Struct, frozen=True, kw_only=True):
    """Input in a refused form. `form`: "payers" or "favors"."""

    form: str
    named: tuple[str, ...]
    power_first: bool = False


class PayersView(Struct, frozen=True, kw_only=True):
    """A House's payers. `now`: the present order; `speaker`: who may change it on the phone."""

    now: str
    speaker: str
    places: tuple[PaymentPlace, ...]
    power_first: bool
    unfolded: bool


class FavorsView(Struct, frozen=True, kw_only=True):
    """A player's Favors to lose first. `now`: the present order, without naming a card."""

    now: str
    places: tuple[PaymentPlace, ...]
    unfolded: bool


class PaymentPanel(Struct, frozen=True, kw_only=True):
    """Both forms on a phone: the House's for its speaker, the hand's for a player with more than one Favor."""

    payers: PayersView
    may_name: bool
    favors: FavorsView | None


def payment(state: GameState, viewer: Viewer, typed: TypedPayment | None = None) -> PaymentPanel:
    """Order of payment of the viewer's House and Favors, with the input of a refused form."""
    own = state.seats[viewer.player]
    holder = purse_holder(state, own)
    mine = holder.id == own.id and own.acts and len(own.purse.favors) > 1
    return PaymentPanel(
        payers=_payers(state, own, typed),
        may_name=own.acts and speaker(state, own.house) == own.id,
        favors=_favors(state, own, typed) if mine else None,
    )


def payers_at_desk(state: GameState, viewer: Viewer, player: str, typed: TypedPayment | None = None) -> PayersView | None:
    """The House's form for desks that look after Houses; None for others."""
    seat = state.seats.get(SeatId(player))
    return _payers(state, seat, typed) if seat is not None and looks_after_houses(viewer) else None


def favors_at_desk(state: GameState, viewer: Viewer, player: str, typed: TypedPayment | None = None) -> FavorsView | None:
    """The hand's form for a desk. It lists every Favor of the deck, because the hand is the owner's secret (R-135)."""
    seat = state.seats.get(SeatId(player))
    if seat is None or not looks_after_houses(viewer):
        return None
    factions = {each.id: each.name for each in state.scenario.factions}
    kinds = [(str(each.id), f"{each.name} ({factions.get(each.faction, '')})") for each in state.scenario.favors]
    named = typed.named if typed and typed.form == "favors" else ()
    return FavorsView(now=_favors_now(seat), places=_places(kinds, named, MOST_NAMED), unfolded=bool(named))


def _payers(state: GameState, own: HouseSeat, typed: TypedPayment | None) -> PayersView:
    plan, house, meant = plan_of(state, own.house), members(state, own.house), typed if typed and typed.form == "payers" else None
    named = meant.named if meant else tuple(each for each in plan.payers if any(seat.id == each for seat in house))
    by = speaker(state, own.house)
    listed_names = [(str(seat.id), seat.name) for seat in house]
    return PayersView(
        now=_payers_now(state, own),
        speaker=state.seats[by].name if by else say("Control"),
        places=() if is_purse_common(state) else _places(listed_names, named, len(house) - 1),
        power_first=meant.power_first if meant else plan.power_first,
        unfolded=meant is not None,
    )


def _payers_now(state: GameState, own: HouseSeat) -> str:
    plan = plan_of(state, own.house)
    still = {seat.id: seat.name for seat in members(state, own.house)}
    names = [still[each] for each in plan.payers if each in still]
    kind = say("a Power before a Favor") if plan.power_first else say("a Favor before a Power")
    if not names or is_purse_common(state):
        return say("By rank, {kind}.", kind=kind)
    return say("First {names}, then by rank; {kind}.", names=listed(names), kind=kind)


def _favors(state: GameState, own: HouseSeat, typed: TypedPayment | None) -> FavorsView:
    meant = typed if typed and typed.form == "favors" else None
    named = meant.named if meant else tuple(kind_of(card) for card in own.gives if card in own.purse.favors)
    kinds = dict.fromkeys(kind_of(card) for card in favors_by_loss(own))
    names = {each.id: each.name for each in state.scenario.favors}
    return FavorsView(
        now=_favors_now(own),
        places=_places([(str(kind), names.get(kind, str(kind))) for kind in kinds], named, len(own.purse.favors) - 1),
        unfolded=meant is not None,
    )


def _favors_now(seat: HouseSeat) -> str:
    named: tuple[CardId, ...] = tuple(card for card in seat.gives if card in seat.purse.favors)
    return say("Those named first, then the oldest.") if named else say("The oldest first.")


def _places(choices: Sequence[tuple[str, str]], named: Sequence[str], most: int) -> tuple[PaymentPlace, ...]:
    """Places in the order; those not named follow."""
    return tuple(
        PaymentPlace(
            words=say("First") if at == 0 else say("Then"),
            choices=tuple(
                PaymentChoice(value=value, words=words, chosen=at < len(named) and named[at] == value) for value, words in choices
            ),
        )
        for at in range(max(0, min(most, MOST_NAMED)))
    )
