"""What a House has drawn, open to Underground Control, which places for a picker without a phone (GE-UND-31, R-108)."""

from __future__ import annotations

from dataclasses import dataclass

from control.engine.ids import SeatId
from control.engine.viewer import Viewer
from rooms.realm.desks import Desk
from rooms.realm.game.deeds.schemes import priced
from rooms.realm.game.names import house_names
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.papers.game.form import PaperForm, filled_form
from rooms.realm.papers.game.types import Paper, price_of
from rooms.realm.scenario.ids import HouseId
from rooms.underground.game.sheets import fields_at
from rooms.underground.game.tables.asked import step_of, tables
from rooms.underground.game.tables.drawing import offers_at
from rooms.underground.game.tables.slots import drawn_of, is_full
from rooms.underground.game.tables.state import SchemeCardId, TableId, TableStep
from rooms.underground.rules.scheme_cards import kind_on


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnCard:
    """A card that was drawn."""

    card: SchemeCardId
    name: str
    text: str
    price: str
    chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferOpen:
    """A House's drawn cards, the fields of the chosen one, and with all places filled the schemes of which one makes room."""

    month: int
    table: TableId
    house: HouseId
    short: str
    name: str
    picker: SeatId
    picker_name: str
    cards: tuple[DrawnCard, ...]
    form: PaperForm | None
    replaces: tuple[int, ...]


def offer_open(
    state: GameState, viewer: Viewer, table: TableId, seat: SeatId, card: str = "", typed: tuple[tuple[str, ...], ...] = ()
) -> OfferOpen | None:
    """What waits for this picker's choice, for Underground Control; None for anybody else, and where nothing waits."""
    if table not in tables(state) or not viewer.sees_desk(Desk.UNDERGROUND) or step_of(state, table) is not TableStep.SCHEMES:
        return None
    offer = next((each for each in offers_at(state, table) if each.picker == seat), None)
    if offer is None:
        return None
    kinds = {each.id: each for each in priced(state)}
    known = tuple((each, kinds[kind_on(each)]) for each in offer.cards if kind_on(each) in kinds)
    chosen = next((kind for each, kind in known if each == card), None)
    paper = Paper(type=chosen.id, values=typed) if chosen else None
    return OfferOpen(
        month=state.clock.month,
        table=table,
        house=offer.house,
        short=next(each.short for each in house_names(state) if each.id == offer.house),
        name=house_name(state, offer.house),
        picker=offer.picker,
        picker_name=state.seats[offer.picker].name if offer.picker in state.seats else offer.picker,
        cards=tuple(
            DrawnCard(card=each, name=kind.name, text=kind.text, price=price_of(kind), chosen=each == card) for each, kind in known
        ),
        form=filled_form(chosen, fields_at(state, offer.house, table, chosen), paper) if chosen and paper else None,
        replaces=tuple(each.id for each in drawn_of(state, offer.house)) if is_full(state, offer.house) else (),
    )
