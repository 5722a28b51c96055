"""The slots for schemes: one for each player's written one, and so many for each House's drawn ones (R-108)."""

from __future__ import annotations

from dataclasses import replace

from control.engine.ids import SeatId
from rooms.realm.game.state import GameState
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import HouseId, Room
from rooms.underground.game.tables.asked import room_of, table_in, table_of, tables, with_table
from rooms.underground.game.tables.state import Lying, SchemeCardId, TableId


def all_lying(state: GameState) -> tuple[Lying, ...]:
    """All schemes in play, in the order in which they were placed."""
    found = (each for table in tables(state) for each in table_of(state, table).schemes)
    return tuple(sorted(found, key=lambda each: each.id))


def written_by(state: GameState, seat: SeatId) -> Lying | None:
    """A player's written scheme, wherever it lies."""
    return next((each for each in all_lying(state) if each.author == seat), None)


def drawn_of(state: GameState, house: HouseId) -> tuple[Lying, ...]:
    """A House's drawn schemes, wherever they lie, the oldest first."""
    return tuple(each for each in all_lying(state) if each.author is None and each.house == house)


def is_full(state: GameState, house: HouseId) -> bool:
    """Are all the places of a House's drawn schemes filled?"""
    return len(drawn_of(state, house)) >= state.scenario.settings.drawn_schemes_per_house


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
    """The state with one scheme more, face down and nothing on it."""
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
