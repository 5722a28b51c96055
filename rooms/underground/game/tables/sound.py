"""What must always be so of schemes: one written scheme for each player, no scheme card lost or doubled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from control.engine.language import say
from rooms.realm.game.state import GameState
from rooms.underground.game.tables.asked import room_of, table_of, tables
from rooms.underground.game.tables.drawing import fresh_cards
from rooms.underground.game.tables.slots import all_lying
from rooms.underground.game.tables.state import SchemeCardId


def broken_schemes(state: GameState) -> tuple[str, ...]:
    """What is not as it must be, one sentence each."""
    return tuple(_found(state))


def _found(state: GameState) -> Iterator[str]:
    schemes, own = all_lying(state), room_of(state)
    if len({each.id for each in schemes}) != len(schemes) or any(each.id > own.placed for each in schemes):
        yield say("Two schemes in play bear the same number, or one that was never given.")
    authors = [each.author for each in schemes if each.author is not None]
    if len(set(authors)) != len(authors):
        yield say("A player has two written schemes in play.")
    if Counter(scheme_cards(state)) != Counter(
        card for nth in range(1, own.decks.schemes.copies + 1) for card in fresh_cards(state, nth)
    ):
        yield say("The scheme deck has a card too many or too few.")


def scheme_cards(state: GameState) -> Iterator[SchemeCardId]:
    """All scheme cards there are: in the pile, on its discards, offered and in play."""
    pile = room_of(state).decks.schemes
    yield from (*pile.cards, *pile.discards)
    for table in tables(state):
        at = table_of(state, table)
        yield from (card for offer in at.offered for card in offer.cards)
        yield from (each.card for each in at.schemes if each.card is not None)
