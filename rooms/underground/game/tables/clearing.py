"""A scheme leaves the table: its cards go face down to their piles (GE-UND-58, R-121)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rooms.realm.game.state import GameState
from rooms.underground.game.tables import hands
from rooms.underground.game.tables.asked import room_of, table_in, with_decks, with_table
from rooms.underground.game.tables.state import Lying, SchemeCardId, TableId
from rooms.underground.rules.minions import MinionId
from rooms.underground.rules.piles import with_discards


def found_at(state: GameState, table: TableId, month: int, scheme: int) -> Lying | None:
    """A scheme of that number at a table, for an event of that month; None where it does not lie there."""
    return hands.scheme_in(table_in(state, table, month), scheme)


def minions_on(scheme: Lying) -> tuple[MinionId, ...]:
    """All minions that lie at a scheme: its Advancement, then its Protection."""
    return (*scheme.advancement, *(guard.card for guard in scheme.protection))


def changed(state: GameState, month: int, scheme: Lying) -> GameState:
    """The state with a scheme that lies at its table replaced by this."""
    return with_table(state, hands.with_scheme(table_in(state, scheme.table, month), scheme))


def cleared(state: GameState, table: TableId, month: int, scheme: int) -> GameState:
    """The state without a scheme, its cards on their piles; in doubt where it does not lie there."""
    found = found_at(state, table, month, scheme)
    if found is None:
        return hands.doubtful_at(state, table, month)
    held = table_in(state, table, month)
    state = with_table(state, replace(held, schemes=tuple(each for each in held.schemes if each.id != scheme)))
    return discarded(state, minions_on(found), (found.card,) if found.card is not None else ())


def discarded(state: GameState, minions: Sequence[MinionId], schemes: Sequence[SchemeCardId] = ()) -> GameState:
    """The state with cards put onto the discards, each minion on its own House's (R-121)."""
    state = hands.discarded(state, minions)
    decks = room_of(state).decks
    return with_decks(state, replace(decks, schemes=with_discards(decks.schemes, schemes)))
