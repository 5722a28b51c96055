"""Cards at a table for one viewer: how one is drawn, the own hand, and how many minions the others hold (R-116, R-119, R-144)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from control.engine.ids import SeatId
from control.engine.language import say_as
from control.engine.viewer import Viewer
from rooms.realm.desks import Desk
from rooms.realm.game.choices import house_names
from rooms.realm.game.state import GameState, Seat
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.scenario.ids import HouseId
from rooms.underground.game.state import Lying, TableId, TableStep
from rooms.underground.game.tables.cards import card_words, pile_of
from rooms.underground.game.tables.masters import kinds_left, may_exchange
from rooms.underground.game.tables.protection import price_at
from rooms.underground.game.tables.questions import hand_of, seated, step_of, table_of, tables, turn_at
from rooms.underground.game.tables.turns import table_words
from rooms.underground.game.tables.undo import last_act
from rooms.underground.rules.minions import MinionId, face_of

# === cards ==============================================================================================================

# How a card of the tables is drawn: a minion with its face, and a scheme as everybody sees it lie.
# A color never stands alone: each has a letter too, and a pattern of its own in the stylesheet.


RED: Final = "red"


@dataclass(frozen=True, slots=True, kw_only=True)
class CardShown:
    """A minion whose face this viewer may see."""

    card: MinionId
    symbol: str
    color: str
    master: bool
    words: str
    letter: str  # of the color, for who cannot tell the two apart


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemeCard:
    """A scheme as it lies there. `guards` are outermost first, None while face down; `name` is for who knows the face."""

    id: int
    house: HouseId
    house_name: str
    short: str
    advancement: int
    guards: tuple[CardShown | None, ...]
    name: str = ""

    @property
    def protection(self) -> int:
        """How many minions stand in front of it."""
        return len(self.guards)

    @property
    def bars(self) -> range:
        """One for each minion on it, to be counted at a glance."""
        return range(self.advancement)


def card_shown(state: GameState, card: MinionId) -> CardShown:
    """A card with its face up."""
    face = face_of(card)
    letter = say_as("color of a card", "R") if face.color == RED else say_as("color of a card", "B")
    return CardShown(
        card=card, symbol=face.symbol, color=face.color, master=face.master, words=card_words(state, card), letter=letter
    )


def scheme_card(state: GameState, scheme: Lying, name: str = "") -> SchemeCard:
    """A scheme as everybody at its table sees it; its name only where a view has asked who looks."""
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

# A table's minions for one viewer: the own hand, how many the others hold and where they lie, whose turn it is.


@dataclass(frozen=True, slots=True, kw_only=True)
class SitterShown:
    """Who sits at the table, in turn order, with how many minions in hand; `done` with the running step."""

    seat: SeatId
    name: str
    house: HouseId
    short: str
    count: int
    on_turn: bool
    done: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemeMinions:
    """How many minions lie on a scheme and stand in front of it; of these, `up` are those that an attack has left face up.

    `price` is what this viewer would discard for the next one, None where the viewer may place none now.
    """

    scheme: int
    house: HouseId
    advancement: int
    protection: int
    up: tuple[CardShown, ...]
    price: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MinionsShown:
    """A table as this viewer may see it. `since` is when the running turn began, None for the beginning of the step.

    `hand` is the own one, None for the desk. `advance`, `protect`, `end_turn` are what may be done now; `take_back` is how many
    acts there are, to be named by who takes the last one back, 0 where it cannot be.
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


@dataclass(frozen=True, slots=True, kw_only=True)
class HandShown:
    """One player's hand for the desk, with what may be done for that player, and what could be given from the House's pile."""

    table: MinionsShown
    seat: SeatId
    name: str
    hand: tuple[CardShown, ...]
    pile: tuple[CardShown, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExchangeShown:
    """What a House with a Spy Tower may exchange now: the kinds left in its deck, and the Masters there are with their names."""

    month: int
    kinds: tuple[str, ...]
    masters: tuple[tuple[str, str], ...]


def minions_view(state: GameState, viewer: Viewer, table: TableId) -> MinionsShown | None:
    """A table for who sits at it, and for Underground Control; None for anybody else."""
    sits = viewer.seat is not None and any(seat.id == viewer.seat for seat in seated(state, table))
    if table not in tables(state) or not (sits or viewer.sees_desk(Desk.UNDERGROUND)):
        return None
    return _shown(state, table, viewer.seat if sits else None)


def hand_view(state: GameState, viewer: Viewer, table: TableId, seat: SeatId) -> HandShown | None:
    """One named hand for Underground Control, which sees everything (R-144); None for anybody else."""
    found = next((each for each in seated(state, table) if each.id == seat), None)
    if table not in tables(state) or found is None or not viewer.sees_desk(Desk.UNDERGROUND):
        return None
    pile = pile_of(state, found.house)
    return HandShown(
        table=_shown(state, table, seat),
        seat=seat,
        name=found.name,
        hand=_cards(state, hand_of(state, table, seat)),
        pile=_cards(state, sorted((*pile.cards, *pile.discards))),
    )


def exchange_view(state: GameState, viewer: Viewer) -> ExchangeShown | None:
    """What the own House may exchange now; None where it may not."""
    own = state.seats.get(viewer.seat) if viewer.seat is not None else None
    if own is None or not own.here or not may_exchange(state, own.house):
        return None
    masters = tuple((f"{each.symbol} {each.color}", each.name) for each in state.scenario.masters)
    return ExchangeShown(month=state.clock.month, kinds=kinds_left(state, own.house), masters=masters)


def _shown(state: GameState, table: TableId, seat: SeatId | None) -> MinionsShown:
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
        sitters=tuple(_sitter(state, table, each, turn) for each in seated(state, table)),
        turn=turn,
        since=at.since if at.step == step else None,
        schemes=schemes,
        hand=_cards(state, hand) if seat is not None else None,
        advance=mine and step == TableStep.ADVANCEMENT and bool(schemes),
        protect=any(each.price is not None and each.price < len(hand) for each in schemes),
        end_turn=mine and at.attack is None,
        take_back=len(at.acts) if act is not None else 0,
    )


def _sitter(state: GameState, table: TableId, seat: Seat, turn: SeatId | None) -> SitterShown:
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
