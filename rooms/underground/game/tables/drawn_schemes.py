"""Drawn schemes: each House draws 4 and places 1. Also the defaults for cards that nobody placed (GE-UND-31, R-108)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product
from typing import Final

from msgspec import Struct

from control.day.missing_players import requires_players
from control.day.people.lookup import present_seats
from control.day.words import who
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import later, say
from control.engine.modules import CommandHandler, EventHandler, GameEvent, Undo
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import Line, ReportKind, to_desks
from rooms.realm.game.state import GameState, HouseSeat
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import HouseId, Room
from rooms.realm.scenario.schema import SchemeType, Target
from rooms.underground.game import sheets
from rooms.underground.game.reports.recipients import paper_words, placed_deed, players_who_know, to_seat
from rooms.underground.game.state import Offered, SchemeCardId, TableId, TableStep
from rooms.underground.game.tables.cards import mark_table_doubtful
from rooms.underground.game.tables.lookup import (
    UNDERGROUND_DESK,
    house_players_at,
    require_player,
    require_table,
    room_invalidations,
    room_of,
    table_in,
    table_of,
    tables,
    with_decks,
    with_table,
)
from rooms.underground.game.tables.schemes import (
    deck_cards,
    drawn_schemes_of,
    found_at,
    is_full,
    kind_on,
    schemes_in_play,
    with_discarded,
    with_lying,
)
from rooms.underground.game.tables.turns import table_words
from rooms.underground.game.tables.written_schemes import BroughtDropped, SchemeReplaced
from rooms.underground.rules.piles import Pile, Refill, draw_cards, pile_without, refilled

# === drawn schemes ======================================================================================================

# Each House with a player in the Underground draws 4 scheme cards, places 1 and discards the others (GE-UND-31, R-108)


DRAWN: Final = 4  # cards a House draws per month


class PlaceDrawn(Struct, frozen=True, kw_only=True):
    """Place one of the House's drawn cards, filled in.

    `replaces`: scheme to replace if all slots are filled, 0 for the oldest.
    """

    month: int
    table: TableId
    seat: SeatId
    card: SchemeCardId
    values: tuple[tuple[str, ...], ...] = ()
    replaces: int = 0


class KeepDrawn(Struct, frozen=True, kw_only=True):
    """Keep the scheme in play, and discard all drawn cards (GE-UND-32, R-108)."""

    month: int
    table: TableId
    seat: SeatId


class SchemesDrawn(Struct, frozen=True, kw_only=True):
    """A House drew scheme cards at the table of its highest-ranked player. `refills`: the shuffled refills it needed (R-110)."""

    month: int
    table: TableId
    house: HouseId
    picker: SeatId
    cards: tuple[SchemeCardId, ...]
    refills: tuple[Refill[SchemeCardId], ...] = ()


class DrawnPlaced(Struct, frozen=True, kw_only=True):
    """A drawn card was placed face down and the others were discarded. `chosen`: False if placed by default."""

    month: int
    table: TableId
    scheme: int
    house: HouseId
    picker: SeatId
    card: SchemeCardId
    paper: Paper
    chosen: bool = True


class DrawnDropped(Struct, frozen=True, kw_only=True):
    """All cards that a House drew were discarded."""

    month: int
    table: TableId
    house: HouseId


# --- what the month brings ----------------------------------------------------------------------------------------------


def pickers(state: GameState) -> dict[HouseId, HouseSeat]:
    """Each House's highest-ranked player in the Underground. The House draws at that player's table (R-108)."""
    found: dict[HouseId, HouseSeat] = {}
    for seat in present_seats(state, Room.UNDERGROUND):
        if seat.table in tables(state):
            found.setdefault(seat.house, seat)
    return found


def offers_at(state: GameState, table: TableId) -> tuple[Offered, ...]:
    """Cards drawn by Houses at a table. If the picker has left, the House's highest-ranked player there picks (R-108)."""
    return tuple(_with_picker(state, table, each) for each in table_of(state, table).offered)


def _with_picker(state: GameState, table: TableId, offer: Offered) -> Offered:
    there = tuple(each.id for each in house_players_at(state, table, offer.house))
    return offer if not there or offer.picker in there else replace(offer, picker=there[0])


def draw_schemes(state: GameState, asked: DecisionContext, at: Sequence[TableId]) -> tuple[SchemesDrawn, ...]:
    """Draw for every House at these tables that has not drawn, from the shared deck."""
    if state.scenario.settings.drawn_schemes_per_house < 1:
        return ()
    pile, month, events = room_of(state).decks.schemes, state.clock.month, list[SchemesDrawn]()
    drew = {house for each in tables(state) for house in table_of(state, each).drew}
    for house, picker in pickers(state).items():
        table = TableId(picker.table)
        if house in drew or table not in at:
            continue
        draw = draw_cards(pile, DRAWN, lambda nth: fresh_cards(state, nth), asked.chance.shuffled)
        pile = draw.pile
        if draw.cards:
            events.append(
                SchemesDrawn(month=month, table=table, house=house, picker=picker.id, cards=draw.cards, refills=draw.refills)
            )
    return tuple(events)


def fresh_cards(state: GameState, nth: int) -> tuple[SchemeCardId, ...]:
    """Cards of the n-th copy of the scheme deck (C-07)."""
    deck = ((each.scheme, each.copies) for each in state.scenario.scheme_deck)
    return tuple(SchemeCardId(card) for card in deck_cards(deck, nth))


# --- decisions ----------------------------------------------------------------------------------------------------------


def _offer(state: GameState, table: TableId, month: int, seat: SeatId) -> Offered:
    """The drawn cards that this player picks from.

    Raises:
        Stale: the step is over, or this player has nothing to pick.
    """
    require_table(state, month, table, TableStep.SCHEMES)
    found = next((each for each in offers_at(state, table) if each.picker == seat), None)
    if found is None:
        raise Stale(say("No drawn schemes wait for your choice here; look again."), rule="GE-UND-31")
    return found


def decide_place(state: GameState, command: PlaceDrawn, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Place a drawn scheme.

    Raises:
        Refused: there is no such table, the card was not drawn, or the scheme is not allowed here.
        Stale: the step is over, or this player has nothing to pick.
    """
    offer = _offer(state, command.table, command.month, command.seat)
    if asked.by.seat is not None:
        require_player(state, command.table, command.seat)
    if command.card not in offer.cards:
        raise Refused(say("That card is not among those that your House drew."), rule="GE-UND-31", code="unknown")
    paper = Paper(type=kind_on(command.card), values=command.values)
    sheets.check_at(state, offer.house, command.table, paper)
    placed = DrawnPlaced(
        month=command.month,
        table=command.table,
        scheme=room_of(state).placed + 1,
        house=offer.house,
        picker=offer.picker,
        card=command.card,
        paper=paper,
    )
    if not is_full(state, offer.house):
        return (placed,)
    old = drawn_schemes_of(state, offer.house)
    gone = old[0] if not command.replaces else next((each for each in old if each.id == command.replaces), None)
    if gone is None:
        raise Stale(say("The scheme that you replace does not lie there any more; look again."), rule="R-108")
    return (SchemeReplaced(month=command.month, table=gone.table, scheme=gone.id), placed)


def decide_keep(state: GameState, command: KeepDrawn, asked: DecisionContext) -> tuple[DrawnDropped, ...]:
    """Keep the scheme in play.

    Raises:
        Refused: there is no such table, or the House still has a free slot.
        Stale: the step is over, or this player has nothing to pick.
    """
    offer = _offer(state, command.table, command.month, command.seat)
    if not is_full(state, offer.house):
        raise Refused(say("Your House has no drawn scheme to keep: place one of the cards."), rule="GE-UND-31")
    return (DrawnDropped(month=command.month, table=command.table, house=offer.house),)


# --- fold ---------------------------------------------------------------------------------------------------------------


def pile_after(
    pile: Pile[SchemeCardId], cards: Sequence[SchemeCardId], refills: Sequence[Refill[SchemeCardId]]
) -> Pile[SchemeCardId]:
    """A pile after a draw with these refills."""
    pile = pile_without(pile, cards)
    for refill in refills:
        pile = pile_without(refilled(pile, refill), cards)
    return pile


@requires_players("picker")
def evolve_drawn(state: GameState, happened: SchemesDrawn) -> GameState:
    decks = room_of(state).decks
    state = with_decks(state, replace(decks, schemes=pile_after(decks.schemes, happened.cards, happened.refills)))
    held = table_in(state, happened.table, happened.month)
    offer = Offered(house=happened.house, picker=happened.picker, cards=happened.cards)
    doubtful = held.doubtful or happened.house in held.drew
    drew = tuple(dict.fromkeys((*held.drew, happened.house)))
    return with_table(state, replace(held, offered=(*held.offered, offer), drew=drew, doubtful=doubtful))


def _without_offer(
    state: GameState, table: TableId, month: int, house: HouseId, kept: SchemeCardId | None = None
) -> GameState | None:
    """The state without a House's drawn cards, all but `kept` discarded. None if the House has none drawn."""
    held = table_in(state, table, month)
    offer = next((each for each in held.offered if each.house == house), None)
    if offer is None or (kept is not None and kept not in offer.cards):
        return None
    state = with_table(state, replace(held, offered=tuple(each for each in held.offered if each.house != house)))
    return with_discarded(state, (), tuple(card for card in offer.cards if card != kept))


@requires_players("picker")
def evolve_placed(state: GameState, happened: DrawnPlaced) -> GameState:
    after = _without_offer(state, happened.table, happened.month, happened.house, happened.card)
    if after is None or is_full(state, happened.house) or any(each.id == happened.scheme for each in schemes_in_play(state)):
        return mark_table_doubtful(state, happened.table, happened.month)
    there = (each.id for each in house_players_at(state, happened.table, happened.house))
    return with_lying(
        after,
        id=happened.scheme,
        table=happened.table,
        house=happened.house,
        paper=happened.paper,
        month=happened.month,
        picker=happened.picker,
        card=happened.card,
        known=tuple(dict.fromkeys((happened.picker, *there))),
        chosen=happened.chosen,
    )


def evolve_drawn_dropped(state: GameState, happened: DrawnDropped) -> GameState:
    after = _without_offer(state, happened.table, happened.month, happened.house)
    return mark_table_doubtful(state, happened.table, happened.month) if after is None else after


# --- words --------------------------------------------------------------------------------------------------------------


def label_drawn(command: PlaceDrawn | KeepDrawn, state: GameState) -> str:
    return say("Drawn scheme at {table}, month {month}", table=table_words(state, command.table), month=command.month)


def desk_label_drawn(command: PlaceDrawn | KeepDrawn, state: GameState) -> str:
    player, table = who(state, command.seat), table_words(state, command.table)
    return say("Drawn scheme of {player} at {table}, month {month}", player=player, table=table, month=command.month)


def tell_drawn(happened: SchemesDrawn, before: GameState, after: GameState) -> Iterator[Line]:
    table, house = table_words(before, happened.table), house_name(before, happened.house)
    words = say("{table}: {house} draws schemes.", table=table, house=house)
    if any(each.fresh for each in happened.refills) and room_of(before).decks.schemes.copies:
        words = say("{table}: {house} draws schemes; the deck was empty, a fresh copy of it is added.", table=table, house=house)
    yield to_desks(words)


def tell_placed(happened: DrawnPlaced, before: GameState, after: GameState) -> Iterator[Line]:
    """Tell those who know the scheme. For the player who chose it, it counts as a turn. A placing by default is not revealed.

    Rules: R-144.
    """
    table, house = table_words(before, happened.table), house_name(before, happened.house)
    yield to_desks(say("{table}: {house} lays a drawn scheme face down.", table=table, house=house))
    found = found_at(after, happened.table, happened.month, happened.scheme)
    if found is not None:
        words = say("A drawn scheme of your House lies face down on the table of {table}.", table=table)
        act = paper_words(after, happened.paper)
        for seat in players_who_know(after, found):
            kind = ReportKind.TURN if seat == happened.picker and happened.chosen else ReportKind.OUTCOME
            yield to_seat(seat, kind, words, act=act, rule="GE-UND-31")
    yield placed_deed(after, happened.picker, happened.paper)


def tell_drawn_dropped(happened: DrawnDropped, before: GameState, after: GameState) -> Iterator[Line]:
    table, house = table_words(before, happened.table), house_name(before, happened.house)
    yield to_desks(say("{table}: {house} places no drawn scheme; the cards are discarded.", table=table, house=house))
    for each in offers_at(before, happened.table):
        if each.house == happened.house:
            words, act = say("None was placed; the cards were discarded."), say("The schemes that you drew")
            yield to_seat(each.picker, ReportKind.OUTCOME, words, act=act, rule="R-108")


COMMANDS: Mapping[type, CommandHandler] = {
    PlaceDrawn: CommandHandler(
        decide=decide_place, desks=UNDERGROUND_DESK, player=True, label=label_drawn, desk_label=desk_label_drawn
    ),
    KeepDrawn: CommandHandler(
        decide=decide_keep, desks=UNDERGROUND_DESK, player=True, label=label_drawn, desk_label=desk_label_drawn
    ),
}
EVENTS: Mapping[type, EventHandler] = {
    SchemesDrawn: EventHandler(
        evolve=evolve_drawn,
        tell=tell_drawn,
        invalidations=room_invalidations,
        undo=Undo(never=later("A draw cannot be unseen: go on from what was drawn.")),
    ),
    DrawnPlaced: EventHandler(evolve=evolve_placed, tell=tell_placed, invalidations=room_invalidations),
    DrawnDropped: EventHandler(evolve=evolve_drawn_dropped, tell=tell_drawn_dropped, invalidations=room_invalidations),
}


# === defaults ===========================================================================================================

# Defaults at the end of Schemes for drawn cards that nobody placed, and leftovers of earlier months


MOST_TRIED: Final = 2000  # combinations tried to fill in a card
BY_HOUSE: Final = (Target.HOUSE, Target.PLAYER)


def settle_drawn(
    state: GameState, table: TableId, step: TableStep, asked: DecisionContext
) -> tuple[DrawnPlaced | DrawnDropped, ...]:
    """Settle cards nobody placed at the end of Schemes, and those reopened by a withdrawal at the end of the month (R-108).

    A House without a free slot keeps its scheme. Otherwise the first drawn card that can be filled in is placed. Traps get no
    preference, so a default placing reveals nothing about the face (R-144).
    """
    if step not in (TableStep.SCHEMES, TableStep.COMPLETE):
        return ()
    month, next_id, events = state.clock.month, room_of(state).placed + 1, list[DrawnPlaced | DrawnDropped]()
    for offer in offers_at(state, table):
        found = None if is_full(state, offer.house) else _first_choice(state, table, offer)
        if found is None:
            events.append(DrawnDropped(month=month, table=table, house=offer.house))
            continue
        card, paper = found
        events.append(
            DrawnPlaced(
                month=month,
                table=table,
                scheme=next_id,
                house=offer.house,
                picker=offer.picker,
                card=card,
                paper=paper,
                chosen=False,
            )
        )
        next_id += 1
    return tuple(events)


def settle_left_over(state: GameState, table: TableId) -> tuple[DrawnDropped | BroughtDropped, ...]:
    """Discard choices left open in an earlier month whose steps the clock skipped (R-108)."""
    held, month = table_of(state, table), state.clock.month
    return (
        *(DrawnDropped(month=month, table=table, house=each.house) for each in held.offered if each.house not in held.drew),
        *(BroughtDropped(month=month, table=table, seat=each.seat) for each in held.brought if each.seat not in held.wrote),
    )


def _first_choice(state: GameState, table: TableId, offer: Offered) -> tuple[SchemeCardId, Paper] | None:
    for card in offer.cards:
        paper = first_paper(state, offer.house, table, kind_on(card))
        if paper is not None:
            return card, paper
    return None


def first_paper(state: GameState, house: HouseId, table: TableId, kind: str) -> Paper | None:
    """A scheme with the first allowed choices at this table: scenario order, own House last, every number 1."""
    found = next((each for each in state.scenario.schemes if each.id == kind), None)
    if found is None:
        return None
    for values in islice(_ways_to_fill(state, house, table, found), MOST_TRIED):
        paper = Paper(type=kind, values=values)
        try:
            sheets.check_at(state, house, table, paper)
        except Refused:
            continue
        return paper
    return None


def _ways_to_fill(state: GameState, house: HouseId, table: TableId, kind: SchemeType) -> Iterator[tuple[tuple[str, ...], ...]]:
    fields = sheets.fields_at(state, house, table, kind)
    own = {house, *(seat.id for seat in state.seats.values() if seat.house == house)}
    offered = [
        sorted((option.value for option in each.options), key=lambda word: each.target in BY_HOUSE and word in own)
        if each.options or each.most is None
        else ["1"]
        for each in fields
    ]
    for words in product(*offered):
        yield tuple((word,) for word in words)
