"""A table's minions for one viewer: the own hand, how many the others hold and where they lie, whose turn it is (R-116, R-144)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from control.engine.ids import SeatId
from control.engine.viewer import Viewer
from rooms.realm.desks import Desk
from rooms.realm.game.names import house_names
from rooms.realm.game.state import GameState, Seat
from rooms.realm.scenario.ids import HouseId
from rooms.underground.game.tables.asked import hand_of, seated, step_of, table_of, tables, turn_at
from rooms.underground.game.tables.hands import pile_of
from rooms.underground.game.tables.masters import kinds_left, may_exchange
from rooms.underground.game.tables.protecting import price_at
from rooms.underground.game.tables.state import Lying, TableId, TableStep
from rooms.underground.game.tables.taking_back import last_act
from rooms.underground.game.tables.turns import table_words
from rooms.underground.game.view_cards import CardShown, card_shown
from rooms.underground.rules.minions import MinionId


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
