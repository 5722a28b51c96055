"""Cards at a table for one viewer: drawing of cards, the viewer's hand, and the others' number of minions (R-116, R-119, R-144)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from msgspec import Struct

from control.engine.ids import SeatId
from control.engine.language import say_as
from control.engine.viewer import Viewer
from rooms.realm.desks import Desk
from rooms.realm.game.choice_lists import house_names
from rooms.realm.game.state import GameState, HouseSeat
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.scenario.ids import HouseId
from rooms.underground.game.state import Lying, TableId, TableStep
from rooms.underground.game.tables.cards import card_words, pile_of
from rooms.underground.game.tables.lookup import hand_of, seats_at_table, step_of, table_of, tables, turn_at
from rooms.underground.game.tables.masters import kinds_left, may_exchange
from rooms.underground.game.tables.protection import price_at
from rooms.underground.game.tables.turns import table_words
from rooms.underground.game.tables.undo import last_act
from rooms.underground.rules.minion_cards import MinionId, face_of

# === cards ==============================================================================================================

# Drawing of cards: a minion with its face, and a scheme as everybody sees it. Color is never the only sign: each has
# a letter, and a pattern in the stylesheet.


RED: Final = "red"


class CardShown(Struct, frozen=True, kw_only=True):
    """A minion whose face this viewer may see."""

    card: MinionId
    symbol: str
    color: str
    master: bool
    words: str
    letter: str  # of the color, for color-blind viewers


class SchemeCard(Struct, frozen=True, kw_only=True):
    """A scheme on a table. `guards`: outermost first, None if face down; `name`: only for viewers who know the face."""

    id: int
    house: HouseId
    house_name: str
    short: str
    advancement: int
    guards: tuple[CardShown | None, ...]
    name: str = ""

    @property
    def protection(self) -> int:
        return len(self.guards)

    @property
    def bars(self) -> range:
        """One bar per minion on it, to count at a glance."""
        return range(self.advancement)


def card_shown(state: GameState, card: MinionId) -> CardShown:
    """A card face up."""
    face = face_of(card)
    letter = say_as("color of a card", "R") if face.color == RED else say_as("color of a card", "B")
    return CardShown(
        card=card, symbol=face.symbol, color=face.color, master=face.master, words=card_words(state, card), letter=letter
    )


def scheme_card(state: GameState, scheme: Lying, name: str = "") -> SchemeCard:
    """A scheme as its table sees it. `name`: only from a view that has checked the viewer."""
    shorts = {house.id: house.short for house in house_names(state)}
    return SchemeCard(
        id=scheme.id,
        house=scheme.house,
        house_name=house_name(state, scheme.house),
        short=shorts[scheme.house],
        advancement=len(scheme.advancement),
        guards=tuple(card_shown(state, guard.card) if guard.up else None for guard in reversed(scheme.protection)),
        name=name,
    )


# === hands ==============================================================================================================

# A table's minions for one viewer: own hand, counts of others, and turns


class SitterShown(Struct, frozen=True, kw_only=True):
    """A player at the table, in turn order. `count`: minions in hand; `done`: with the running step."""

    seat: SeatId
    name: str
    house: HouseId
    short: str
    count: int
    on_turn: bool
    done: bool


class SchemeMinions(Struct, frozen=True, kw_only=True):
    """Minions on and in front of a scheme. `up`: those that an attack left face up.

    `price`: discards for this viewer's next Protection, None if the viewer may place none now.
    """

    scheme: int
    house: HouseId
    advancement: int
    protection: int
    up: tuple[CardShown, ...]
    price: int | None


class MinionsShown(Struct, frozen=True, kw_only=True):
    """A table as this viewer may see it. `since`: start of the running turn, None for the start of the step.

    `hand`: the viewer's own, None for the desk; `advance`, `protect`, `end_turn`: allowed now; `take_back`: number of acts, for the
    command that takes back the last one, 0 if not allowed.
    """

    month: int
    table: TableId
    name: str
    step: TableStep | None
    sitters: tuple[SitterShown, ...]
    turn: SeatId | None
    since: datetime | None
    schemes: tuple[SchemeMinions, ...]
    hand: tuple[CardShown, ...] | None
    advance: bool
    protect: bool
    end_turn: bool
    take_back: int


class HandShown(Struct, frozen=True, kw_only=True):
    """One player's hand for the desk, with allowed acts and the cards of the House's pile that could be given."""

    table: MinionsShown
    seat: SeatId
    name: str
    hand: tuple[CardShown, ...]
    pile: tuple[CardShown, ...]


class ExchangeShown(Struct, frozen=True, kw_only=True):
    """Exchanges open to a House with a Spy Tower: kinds left in its deck, and Masters with their names."""

    month: int
    kinds: tuple[str, ...]
    masters: tuple[tuple[str, str], ...]


def minions_view(state: GameState, viewer: Viewer, table: TableId) -> MinionsShown | None:
    """A table for players at it and Underground Control. None for others."""
    sits = viewer.seat is not None and any(seat.id == viewer.seat for seat in seats_at_table(state, table))
    if table not in tables(state) or not (sits or viewer.sees_desk(Desk.UNDERGROUND)):
        return None
    return _minions_shown(state, table, viewer.seat if sits else None)


def hand_view(state: GameState, viewer: Viewer, table: TableId, seat: SeatId) -> HandShown | None:
    """One player's hand for Underground Control, which sees everything. None for others (R-144)."""
    found = next((each for each in seats_at_table(state, table) if each.id == seat), None)
    if table not in tables(state) or found is None or not viewer.sees_desk(Desk.UNDERGROUND):
        return None
    pile = pile_of(state, found.house)
    return HandShown(
        table=_minions_shown(state, table, seat),
        seat=seat,
        name=found.name,
        hand=_cards(state, hand_of(state, table, seat)),
        pile=_cards(state, sorted((*pile.cards, *pile.discards))),
    )


def exchange_view(state: GameState, viewer: Viewer) -> ExchangeShown | None:
    """Exchanges open to the viewer's House. None if it may not exchange."""
    own = state.seats.get(viewer.seat) if viewer.seat is not None else None
    if own is None or not own.here or not may_exchange(state, own.house):
        return None
    masters = tuple((f"{each.symbol} {each.color}", each.name) for each in state.scenario.masters)
    return ExchangeShown(month=state.clock.month, kinds=kinds_left(state, own.house), masters=masters)


def _minions_shown(state: GameState, table: TableId, seat: SeatId | None) -> MinionsShown:
    at, step, turn = table_of(state, table), step_of(state, table), turn_at(state, table)
    mine, hand = seat is not None and turn == seat, hand_of(state, table, seat) if seat is not None else ()
    act = last_act(state, table, step, seat) if seat is not None and step is not None else None
    protecting = mine and step == TableStep.PROTECTION
    schemes = tuple(_scheme(state, each, seat if protecting else None) for each in at.schemes)
    return MinionsShown(
        month=state.clock.month,
        table=table,
        name=table_words(state, table),
        step=step,
        sitters=tuple(_sitter(state, table, each, turn) for each in seats_at_table(state, table)),
        turn=turn,
        since=at.since if at.step == step else None,
        schemes=schemes,
        hand=_cards(state, hand) if seat is not None else None,
        advance=mine and step == TableStep.ADVANCEMENT and bool(schemes),
        protect=any(each.price is not None and each.price < len(hand) for each in schemes),
        end_turn=mine and at.attack is None,
        take_back=len(at.acts) if act is not None else 0,
    )


def _sitter(state: GameState, table: TableId, seat: HouseSeat, turn: SeatId | None) -> SitterShown:
    at, shorts = table_of(state, table), {house.id: house.short for house in house_names(state)}
    return SitterShown(
        seat=seat.id,
        name=seat.name,
        house=seat.house,
        short=shorts[seat.house],
        count=len(hand_of(state, table, seat.id)),
        on_turn=seat.id == turn,
        done=at.step == step_of(state, table) and seat.id in at.out,
    )


def _scheme(state: GameState, scheme: Lying, seat: SeatId | None) -> SchemeMinions:
    return SchemeMinions(
        scheme=scheme.id,
        house=scheme.house,
        advancement=len(scheme.advancement),
        protection=len(scheme.protection),
        up=_cards(state, [guard.card for guard in scheme.protection if guard.up]),
        price=price_at(state, scheme, seat) if seat is not None else None,
    )


def _cards(state: GameState, cards: Sequence[MinionId]) -> tuple[CardShown, ...]:
    return tuple(card_shown(state, card) for card in cards)
