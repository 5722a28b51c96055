"""Holdings of a player on the phone: transfers, trade-ins, loans of buildings, and effects in force for the House."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct

from control.day.people import lookup as people
from control.engine.ids import SeatId
from control.engine.viewer import Viewer
from rooms.realm.game.buildings.kinds import KINDS, PLACES_OF, can_place
from rooms.realm.game.buildings.loans import may_lend_now
from rooms.realm.game.buildings.ownership import PRICE, faction_of, may_trade_in_now
from rooms.realm.game.choice_lists import HouseName, PlaceSlot, RegionChoice, house_names, place_choices, place_hint, place_slots
from rooms.realm.game.state import GameState, HouseSeat
from rooms.realm.game.treasury.purses import is_purse_common, keeper_in
from rooms.realm.game.treasury.transfers import law_barring_trade
from rooms.realm.game.view_in_force import BuildingView, EffectView, effect_views, view_standing
from rooms.realm.scenario.ids import CardId
from rooms.realm.scenario.schema import Faction


class CardChoice(Struct, frozen=True, kw_only=True):
    """A Favor in the own hand, to choose by name."""

    card: CardId
    name: str
    faction: str
    chosen: bool


class Relative(Struct, frozen=True, kw_only=True):
    """Another member of the own House, or the receiver of another House."""

    seat: SeatId
    name: str
    chosen: bool


class PassOnView(Struct, frozen=True, kw_only=True):
    """Form for transfers within the House (R-05) and to Houses with which no law bars trade (R-87)."""

    relatives: tuple[Relative, ...]
    trades: bool  # is there another House to trade with?
    power: int
    typed: str
    cards: tuple[CardChoice, ...]
    unfolded: bool


class TradeView(Struct, frozen=True, kw_only=True):
    """Form to trade three Favors of one faction for its building, with those in the own hand (GE-FAV-09)."""

    faction: str
    building: str
    kind: str
    text: str
    count: int
    enough: bool
    cards: tuple[CardChoice, ...]
    slots: tuple[PlaceSlot, ...]
    regions: tuple[RegionChoice, ...]
    hint: str
    unfolded: bool


class PurseView(Struct, frozen=True, kw_only=True):
    """What a player may do with Power and Favors. `keeper`: keeper of the common purse, if that is somebody else."""

    passing: PassOnView | None
    trades: tuple[TradeView, ...]
    price: int
    is_open: bool
    keeper: str


class Typed(Struct, frozen=True, kw_only=True):
    """Input in a refused form. `form`: "pass" or "trade"."""

    form: str
    to: str = ""
    power: str = ""
    cards: tuple[str, ...] = ()
    places: tuple[str, ...] = ()


def purse(state: GameState, viewer: Viewer, typed: Typed | None = None) -> PurseView:
    """What this player may do with the own purse, with the input of a refused form."""
    seat = viewer.player
    own = state.seats[seat]
    common = is_purse_common(state)
    holder = keeper_in(state, own.house) if common else seat
    held = state.seats[holder] if holder else own
    return PurseView(
        passing=None if common else _pass_on_view(state, own, typed),
        trades=_trades(state, held, typed) if own.acts else (),
        price=PRICE,
        is_open=may_trade_in_now(state),
        keeper=held.name if held.id != seat else "",
    )


def _pass_on_view(state: GameState, own: HouseSeat, typed: Typed | None) -> PassOnView | None:
    passed = typed if typed and typed.form == "pass" else None
    relatives = tuple(
        Relative(seat=each.id, name=each.name, chosen=bool(passed and passed.to == each.id))
        for each in people.members(state, own.house)
        if each.id != own.id and each.died is None
    )
    partners = tuple(
        Relative(seat=first.id, name=f"{first.name} ({house.name})", chosen=bool(passed and passed.to == first.id))
        for house in state.scenario.houses
        if house.id != own.house and law_barring_trade(state, own.house, house.id) is None
        for first in [each for each in people.members(state, house.id) if each.acts][:1]
    )
    if not (relatives or partners) or not (own.purse.power or own.purse.favors):
        return None
    return PassOnView(
        relatives=(*relatives, *partners),
        trades=bool(partners),
        power=own.purse.power,
        typed=passed.power if passed else "",
        cards=tuple(_card(state, card, chosen=bool(passed and card in passed.cards)) for card in own.purse.favors),
        unfolded=passed is not None,
    )


def _trades(state: GameState, held: HouseSeat, typed: Typed | None) -> tuple[TradeView, ...]:
    found = []
    for faction in state.scenario.factions:
        cards = tuple(card for card in held.purse.favors if faction_of(state.scenario, card) == faction)
        if cards and faction.kind in KINDS and can_place(state.scenario, faction.kind):
            found.append(_trade(state, faction, cards, typed))
    return tuple(sorted(found, key=lambda trade: -trade.count))


def _trade(state: GameState, faction: Faction, cards: tuple[CardId, ...], typed: Typed | None) -> TradeView:
    meant = typed if typed and typed.form == "trade" and set(typed.cards) & set(cards) else None
    chosen: Collection[str] = meant.cards if meant else cards[:PRICE]
    return TradeView(
        faction=faction.name,
        building=faction.building,
        kind=faction.kind,
        text=faction.building_text,
        count=len(cards),
        enough=len(cards) >= PRICE,
        cards=tuple(_card(state, card, chosen=card in chosen) for card in cards),
        slots=place_slots(faction.kind, meant.places if meant else ()),
        regions=place_choices(state.scenario, faction.kind),
        hint=place_hint(faction.kind) if faction.kind in PLACES_OF else "",
        unfolded=meant is not None,
    )


def _card(state: GameState, card: CardId, *, chosen: bool) -> CardChoice:
    favor = next((each for each in state.scenario.favors if each.id == card.rsplit("#", 1)[0]), None)
    faction = faction_of(state.scenario, card)
    return CardChoice(card=card, name=favor.name if favor else str(card), faction=faction.name if faction else "", chosen=chosen)


# --- buildings ----------------------------------------------------------------------------------------------------------


class OwnBuilding(Struct, frozen=True, kw_only=True):
    """A building of the own House. `strangers`: Houses without permission to use it."""

    view: BuildingView
    strangers: tuple[HouseName, ...]


class BuildingsPanel(Struct, frozen=True, kw_only=True):
    """Buildings of the own House, those lent to it, and all others."""

    month: int
    is_open: bool
    mine: tuple[OwnBuilding, ...]
    lent: tuple[BuildingView, ...]
    others: tuple[BuildingView, ...]


def buildings(state: GameState, viewer: Viewer) -> BuildingsPanel:
    """Buildings as this player's House sees them."""
    shown = view_standing(state, viewer).buildings
    return BuildingsPanel(
        month=state.clock.month,
        is_open=may_lend_now(state) and state.seats[viewer.player].acts,
        mine=tuple(_own(state, each) for each in shown if each.mine),
        lent=tuple(each for each in shown if each.open_to_me and not each.mine),
        others=tuple(each for each in shown if not each.open_to_me),
    )


def _own(state: GameState, shown: BuildingView) -> OwnBuilding:
    inside = {shown.house, *(guest.house for guest in shown.guests)}
    return OwnBuilding(view=shown, strangers=tuple(house for house in house_names(state) if house.id not in inside))


# --- effects in force ---------------------------------------------------------------------------------------------------


class InForce(Struct, frozen=True, kw_only=True):
    """Effects that this player may know of: this month's and later ones."""

    month: int
    now: tuple[EffectView, ...]
    ahead: tuple[EffectView, ...]


def effects_panel(state: GameState, viewer: Viewer) -> InForce:
    """Effects that this player's House may know of."""
    shown = effect_views(state, viewer, state.seats[viewer.player].house)
    return InForce(
        month=state.clock.month, now=tuple(each for each in shown if each.now), ahead=tuple(each for each in shown if each.ahead)
    )
