"""Schemes at a table: their slots, changes, and leaving the table (R-108, GE-UND-58, R-121)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from control.engine.ids import SeatId
from rooms.realm.game.state import GameState
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import HouseId, Room
from rooms.underground.game.state import Lying, SchemeCardId, TableId
from rooms.underground.game.tables import cards
from rooms.underground.game.tables.lookup import room_of, table_in, table_of, tables, with_decks, with_table
from rooms.underground.rules.minions import MinionId
from rooms.underground.rules.piles import with_discards

# === slots ==============================================================================================================

# Slots for schemes: one per player for a written one, and several per House for drawn ones


def schemes_in_play(state: GameState) -> tuple[Lying, ...]:
    """All schemes in play, in order of placing."""
    found = (each for table in tables(state) for each in table_of(state, table).schemes)
    return tuple(sorted(found, key=lambda each: each.id))


def written_by(state: GameState, seat: SeatId) -> Lying | None:
    """A player's written scheme at any table."""
    return next((each for each in schemes_in_play(state) if each.author == seat), None)


def drawn_schemes_of(state: GameState, house: HouseId) -> tuple[Lying, ...]:
    """A House's drawn schemes at any table, oldest first."""
    return tuple(each for each in schemes_in_play(state) if each.author is None and each.house == house)


def is_full(state: GameState, house: HouseId) -> bool:
    """Whether all of a House's slots for drawn schemes are filled."""
    return len(drawn_schemes_of(state, house)) >= state.scenario.settings.drawn_schemes_per_house


def with_lying(
    state: GameState,
    *,
    id: int,
    table: TableId,
    house: HouseId,
    paper: Paper,
    month: int,
    author: SeatId | None = None,
    picker: SeatId | None = None,
    card: SchemeCardId | None = None,
    known: tuple[SeatId, ...] = (),
    chosen: bool = True,
) -> GameState:
    """The state with one more scheme, face down and without cards."""
    scheme = Lying(
        id=id,
        table=table,
        house=house,
        paper=paper,
        month=month,
        author=author,
        picker=picker,
        card=card,
        known=known,
        chosen=chosen,
    )
    held = table_in(state, table, month)
    state = with_table(state, replace(held, schemes=(*held.schemes, scheme)))
    own = room_of(state)
    return replace(state, rooms={**state.rooms, Room.UNDERGROUND: replace(own, placed=max(own.placed, id))})


# === clearing ===========================================================================================================

# A scheme leaves the table: its cards go face down to their piles (GE-UND-58, R-121)


def found_at(state: GameState, table: TableId, month: int, scheme: int) -> Lying | None:
    """A scheme of that number at a table, for an event of that month. None if it is not there."""
    return cards.scheme_in(table_in(state, table, month), scheme)


def minions_on(scheme: Lying) -> tuple[MinionId, ...]:
    """All minions at a scheme: Advancement, then Protection."""
    return (*scheme.advancement, *(guard.card for guard in scheme.protection))


def with_changed_scheme(state: GameState, month: int, scheme: Lying) -> GameState:
    """The state with a scheme at its table replaced."""
    return with_table(state, cards.with_scheme(table_in(state, scheme.table, month), scheme))


def without_scheme(state: GameState, table: TableId, month: int, scheme: int) -> GameState:
    """The state without a scheme, its cards on their piles. Marked doubtful if it is not there."""
    found = found_at(state, table, month, scheme)
    if found is None:
        return cards.mark_table_doubtful(state, table, month)
    held = table_in(state, table, month)
    state = with_table(state, replace(held, schemes=tuple(each for each in held.schemes if each.id != scheme)))
    return with_discarded(state, minions_on(found), (found.card,) if found.card is not None else ())


def with_discarded(state: GameState, minions: Sequence[MinionId], schemes: Sequence[SchemeCardId] = ()) -> GameState:
    """The state with cards added to the discards, each minion to its own House's (R-121)."""
    state = cards.with_discarded(state, minions)
    decks = room_of(state).decks
    return with_decks(state, replace(decks, schemes=with_discards(decks.schemes, schemes)))
