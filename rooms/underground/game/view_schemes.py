"""Schemes at a table for each viewer: backs for everybody, faces for those who know them, offers, and a scheme's fate.

Rules: R-144, GE-UND-31, R-108.
"""

from __future__ import annotations

from msgspec import Struct

from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.viewer import Viewer
from rooms.realm.desks import Desk
from rooms.realm.game.choice_lists import house_names
from rooms.realm.game.law_actions.underground import priced_schemes
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.papers.game.checks import words_of
from rooms.realm.papers.game.choices import FieldForm
from rooms.realm.papers.game.types import Paper, price_of
from rooms.realm.papers.game.view_form import PaperForm, filled_form
from rooms.realm.scenario.ids import HouseId
from rooms.realm.scenario.schema import SchemeType
from rooms.underground.game.sheets import fields_at
from rooms.underground.game.state import Lying, SchemeCardId, TableId, TableStep
from rooms.underground.game.tables.completion import complete_schemes
from rooms.underground.game.tables.costs import cost_of_lying, halves_left, may_halve
from rooms.underground.game.tables.drawn_schemes import offers_at, pickers
from rooms.underground.game.tables.lookup import knows, room_of, seats_at_table, step_of, table_of, tables
from rooms.underground.game.tables.schemes import drawn_schemes_of, is_full, kind_on, schemes_in_play, written_by
from rooms.underground.game.tables.sovereign_look import looks_left
from rooms.underground.game.tables.turns import table_words
from rooms.underground.rules.minion_cards import Face, face_of

# === schemes at a table =================================================================================================

# Schemes at a table for each viewer: backs and numbers for everybody, faces and costs for those who know them


class SchemeFace(Struct, frozen=True, kw_only=True):
    """Face of a scheme, for those who know it. `cost`: None for a trap."""

    kind: str
    name: str
    words: str
    trap: bool
    cost: int | None
    paper: Paper


class SchemeSeen(Struct, frozen=True, kw_only=True):
    """One scheme on a table for one viewer. `protection`: innermost first, None if face down."""

    id: int
    house: HouseId
    house_name: str
    since: int
    written_by: SeatId | None
    advancement: int
    protection: tuple[Face | None, ...]
    halved: bool
    face: SchemeFace | None = None
    own: bool = False  # of the viewer's House
    may_look: bool = False  # by the Sovereign, ahead of the round
    may_halve: bool = False  # by Recruitment
    complete: bool = False  # for Underground Control only, in Complete


class CardOffered(Struct, frozen=True, kw_only=True):
    """A drawn card, and the fields to fill in."""

    card: SchemeCardId
    name: str
    text: str
    trap: bool
    cost: int | None
    cost_per: str | None
    fields: tuple[FieldForm, ...]


class OfferSeen(Struct, frozen=True, kw_only=True):
    """Cards a House has drawn, for its picker and Underground Control.

    `replaces`: schemes to choose from if all slots are filled.
    """

    house: HouseId
    picker: SeatId
    cards: tuple[CardOffered, ...]
    replaces: tuple[int, ...]


class ChoiceSeen(Struct, frozen=True, kw_only=True):
    """A written scheme waiting for keep or replace, for its author and Underground Control. `there`: the scheme in play."""

    seat: SeatId
    words: str
    there: int | None


class SchemesView(Struct, frozen=True, kw_only=True):
    """The schemes of a table. `drawing`: Houses that must choose a card; `choosing`: players with a waiting written scheme."""

    table: TableId
    step: TableStep | None
    schemes: tuple[SchemeSeen, ...]
    drawing: tuple[HouseId, ...] = ()
    choosing: tuple[SeatId, ...] = ()
    offers: tuple[OfferSeen, ...] = ()
    choices: tuple[ChoiceSeen, ...] = ()
    looks_left: int = 0
    halves_left: int = 0


def view_schemes(state: GameState, viewer: Viewer, table: TableId) -> SchemesView:
    """The schemes of a table for one viewer."""
    at, step, control = table_of(state, table), step_of(state, table), viewer.sees_desk(Desk.UNDERGROUND)
    mine = _seat_at(state, viewer, table)
    looks, halves = _own_looks_left(state, table, mine), _halves_left(state, table, mine)
    complete = {each.id for each in complete_schemes(state, table)} if control and step is TableStep.COMPLETE else set()
    return SchemesView(
        table=table,
        step=step,
        schemes=tuple(_scheme(state, viewer, each, looks, halves, complete) for each in at.schemes),
        drawing=tuple(each.house for each in at.offered),
        choosing=tuple(each.seat for each in at.brought),
        offers=tuple(
            OfferSeen(
                house=each.house,
                picker=each.picker,
                cards=tuple(_card(state, each.house, table, card) for card in each.cards),
                replaces=tuple(old.id for old in drawn_schemes_of(state, each.house)) if is_full(state, each.house) else (),
            )
            for each in offers_at(state, table)
            if control or each.picker == viewer.seat
        ),
        choices=tuple(
            ChoiceSeen(
                seat=each.seat, words=words_of(state, priced_schemes(state), each.paper), there=_own_scheme_id(state, each.seat)
            )
            for each in at.brought
            if control or each.seat == viewer.seat
        ),
        looks_left=looks,
        halves_left=halves,
    )


def known_schemes(state: GameState, viewer: Viewer, table: TableId) -> tuple[SchemeSeen, ...]:
    """Schemes of a table that are of the viewer's House, or whose face this player knows (GE-UND-59)."""
    player = state.seats.get(viewer.seat) if viewer.seat is not None else None
    if player is None:
        return ()
    halves = _halves_left(state, table, _seat_at(state, viewer, table))
    found = (each for each in table_of(state, table).schemes if each.house == player.house or knows(each, player.id))
    return tuple(_scheme(state, viewer, each, 0, halves, set()) for each in found)


def own_elsewhere(state: GameState, viewer: Viewer, table: TableId) -> tuple[SchemeSeen, ...]:
    """Schemes of the viewer's House at other tables, for its player who may halve one (R-91)."""
    halves = _halves_left(state, table, viewer.seat)
    player = state.seats.get(viewer.seat) if viewer.seat is not None else None
    house = player.house if player is not None else None
    found = (each for each in schemes_in_play(state) if each.house == house and each.table != table)
    return tuple(_scheme(state, viewer, each, 0, halves, set()) for each in found) if halves else ()


def _scheme(state: GameState, viewer: Viewer, scheme: Lying, looks: int, halves: int, complete: set[int]) -> SchemeSeen:
    control, seat = viewer.sees_desk(Desk.UNDERGROUND), viewer.seat
    sees = control or (seat is not None and knows(scheme, seat))
    house = state.seats[seat].house if seat is not None and seat in state.seats else None
    looked = scheme.id in table_of(state, scheme.table).looked
    return SchemeSeen(
        id=scheme.id,
        house=scheme.house,
        house_name=house_name(state, scheme.house),
        since=scheme.month,
        written_by=scheme.author,
        advancement=len(scheme.advancement),
        protection=tuple(face_of(guard.card) if guard.up or control else None for guard in scheme.protection),
        halved=scheme.halved,
        face=scheme_face(state, scheme) if sees else None,
        own=scheme.house == house,
        may_look=looks > 0 and not looked,
        may_halve=halves > 0 and house is not None and may_halve(state, house, scheme),
        complete=scheme.id in complete,
    )


def scheme_face(state: GameState, scheme: Lying) -> SchemeFace:
    """Face of a scheme, for views that have checked the viewer."""
    kind = next((each for each in state.scenario.schemes if each.id == scheme.paper.type), None)
    return SchemeFace(
        kind=scheme.paper.type,
        name=kind.name if kind else scheme.paper.type,
        words=_scheme_words(state, scheme.paper),
        trap=kind.trap if kind else False,
        cost=cost_of_lying(state, scheme),
        paper=scheme.paper,
    )


def _scheme_words(state: GameState, paper: Paper) -> str:
    """A scheme in words without its cost, which laws may have changed."""
    return words_of(state, tuple(_priceless(each) for each in state.scenario.schemes if each.id == paper.type), paper)


def _priceless(kind: SchemeType) -> SchemeType:
    return SchemeType(
        id=kind.id, name=kind.name, cost=None, cost_per=kind.cost_per, fields=kind.fields, text=kind.text, trap=kind.trap
    )


def _card(state: GameState, house: HouseId, table: TableId, card: SchemeCardId) -> CardOffered:
    kind = next((each for each in priced_schemes(state) if each.id == kind_on(card)), None)
    return CardOffered(
        card=card,
        name=kind.name if kind else kind_on(card),
        text=kind.text if kind else "",
        trap=kind.trap if kind else False,
        cost=kind.cost if kind else None,
        cost_per=kind.cost_per if kind else None,
        fields=fields_at(state, house, table, kind) if kind else (),
    )


def _seat_at(state: GameState, viewer: Viewer, table: TableId) -> SeatId | None:
    """The viewer's seat, if it is at this table."""
    return viewer.seat if any(each.id == viewer.seat for each in seats_at_table(state, table)) else None


def _own_scheme_id(state: GameState, seat: SeatId) -> int | None:
    found = written_by(state, seat)
    return found.id if found else None


def _own_looks_left(state: GameState, table: TableId, seat: SeatId | None) -> int:
    """Number of schemes the Sovereign may still look at. 0 for others and in other steps (R-131)."""
    if seat is None or state.throne.holder != seat or step_of(state, table) is not TableStep.UPDATES:
        return 0
    return looks_left(state)


def _halves_left(state: GameState, table: TableId, seat: SeatId | None) -> int:
    """Number of schemes this player may still halve here. 0 for players who do not pick for their House (R-91)."""
    if seat is None or step_of(state, table) is not TableStep.SCHEMES or seat not in state.seats:
        return 0
    picker = pickers(state).get(state.seats[seat].house)
    if picker is None or picker.id != seat or picker.table != table:
        return 0
    return max(0, halves_left(state, picker.house))


# === offers for Control =================================================================================================

# Drawn cards of a House, shown to Underground Control, which places for a picker without a phone (GE-UND-31, R-108)


class DrawnCard(Struct, frozen=True, kw_only=True):
    """A drawn card."""

    card: SchemeCardId
    name: str
    text: str
    price: str
    chosen: bool


class OfferOpen(Struct, frozen=True, kw_only=True):
    """A House's drawn cards, the form of the chosen one, and the schemes it may replace if all slots are filled."""

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
    """Drawn cards waiting for this picker, for Underground Control. None for others, or if none are waiting."""
    if table not in tables(state) or not viewer.sees_desk(Desk.UNDERGROUND) or step_of(state, table) is not TableStep.SCHEMES:
        return None
    offer = next((each for each in offers_at(state, table) if each.picker == seat), None)
    if offer is None:
        return None
    kinds = {each.id: each for each in priced_schemes(state)}
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
        replaces=tuple(each.id for each in drawn_schemes_of(state, offer.house)) if is_full(state, offer.house) else (),
    )


# === fate of a scheme ===================================================================================================

# Fate of a player's written scheme of this month, for its author


def place_of_own_scheme(state: GameState, seat: SeatId) -> str:
    """Current place of the scheme. Empty if it has come to no table."""
    came = next((table_of(state, table) for table in tables(state) if seat in table_of(state, table).wrote), None)
    if came is None or came.month != state.clock.month:
        return ""
    if any(each.seat == seat for each in came.brought):
        return say("It waits for your choice.")
    lies = written_by(state, seat)
    if lies is not None and lies.month == state.clock.month:
        return _place_words(state, lies)
    paper = next((each.paper for each in room_of(state).schemes if each.seat == seat), None)
    month = state.clock.month  # an older one with the same words may complete in the month in which the new one is discarded
    own = (each for each in state.schemes if each.seat == seat and each.month == month and each.placed in (0, month))
    if paper is not None and any((each.kind, each.answers) == (paper.type, paper.values) for each in own):
        return say("It is completed and strikes in Return.")
    if lies is not None:
        return say("It was discarded: your older scheme stays.")
    return say("It has left the table: foiled, sprung, replaced or discarded.")


def _place_words(state: GameState, scheme: Lying) -> str:
    """Table of a scheme, and its cost if halved."""
    where = say("It lies on the table of {table}.", table=table_words(state, scheme.table))
    cost = cost_of_lying(state, scheme) if scheme.halved else None
    return where if cost is None else say("{where} By Recruitment it costs {cost}.", where=where, cost=cost)
