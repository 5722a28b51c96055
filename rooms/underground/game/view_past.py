"""Tables of the Underground at a past moment, through one eye: backs for everybody, faces for those who knew them.

Players around a table saw backs and numbers (R-119, R-144). Faces were known to those who wrote, drew or looked at the scheme, and
hands to their holders. The eye of truth sees everything.
"""

from __future__ import annotations

from msgspec import Struct

from control.day.words import who
from control.engine.chronicle import Eye
from control.engine.ids import SeatId
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId
from rooms.underground.game.state import Lying, TableId
from rooms.underground.game.tables.lookup import knows, table_of, tables
from rooms.underground.game.tables.turns import table_words
from rooms.underground.game.view_cards import CardShown, SchemeCard, card_shown, scheme_card
from rooms.underground.game.view_schemes import scheme_face


class SchemeThen(Struct, frozen=True, kw_only=True):
    """A scheme at that moment. `words`: its face; `author`: who wrote it; both "" if this eye could not know.

    `guards`: minions in front of it, outermost first, None if unknown.
    """

    card: SchemeCard
    words: str
    author: str
    known: bool
    guards: tuple[CardShown | None, ...]


class HandThen(Struct, frozen=True, kw_only=True):
    """A hand of minions. `cards`: None if this eye saw only backs."""

    seat: SeatId
    name: str
    house: HouseId
    count: int
    cards: tuple[CardShown, ...] | None


class TableThen(Struct, frozen=True, kw_only=True):
    """A table with schemes, hands or players."""

    table: TableId
    name: str
    schemes: tuple[SchemeThen, ...]
    hands: tuple[HandThen, ...]


def tables_then(state: GameState, eye: Eye) -> tuple[TableThen, ...]:
    """Every table with schemes or hands."""
    found = []
    for table in tables(state):
        at = table_of(state, table)
        hands = tuple(_hand(state, eye, seat, table) for seat in at.hands if at.hands[seat])
        schemes = tuple(_scheme(state, eye, each) for each in at.schemes)
        if schemes or hands:
            found.append(TableThen(table=table, name=table_words(state, table), schemes=schemes, hands=hands))
    return tuple(found)


def eyes_of(state: GameState, eye: Eye) -> tuple[SeatId, ...]:
    """Players whose knowledge this eye has."""
    if eye.seat is not None:
        return (eye.seat,)
    return tuple(seat.id for seat in state.seats.values() if seat.team == eye.team)


def _scheme(state: GameState, eye: Eye, scheme: Lying) -> SchemeThen:
    known = eye.is_truth or any(knows(scheme, seat) for seat in eyes_of(state, eye))
    face = scheme_face(state, scheme) if known else None
    guards = tuple(card_shown(state, each.card) if each.up or eye.is_truth else None for each in reversed(scheme.protection))
    return SchemeThen(
        card=scheme_card(state, scheme, face.name if face is not None else ""),
        words=face.words if face is not None else "",
        author=who(state, scheme.author) if known and scheme.author is not None else "",
        known=known,
        guards=guards,
    )


def _hand(state: GameState, eye: Eye, seat: SeatId, table: TableId) -> HandThen:
    cards = table_of(state, table).hands[seat]
    sees = eye.is_truth or seat in eyes_of(state, eye)
    player = state.seats[seat]
    return HandThen(
        seat=seat,
        name=player.name,
        house=player.house,
        count=len(cards),
        cards=tuple(card_shown(state, card) for card in cards) if sees else None,
    )


def card_signs(_state: GameState) -> None:
    """Nothing: symbols of minions are the same on every day."""
