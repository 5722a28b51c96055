"""Which policies can be played where: the limits of announcing and denouncing (SC-POL, SC-DEN)."""

from __future__ import annotations

from rooms.tables.statecraft.game.book import Book
from rooms.tables.statecraft.game.content import Specialism
from rooms.tables.statecraft.game.state import BUDGET, StatecraftState
from rooms.tables.statecraft.rules.measures import budget_least, room_of

Holder = str | None  # a politician, or None for the leader
Play = tuple[str, tuple[int, ...], tuple[Holder, ...]]  # a policy, its options within the budget, who can hold it


def plays_of(book: Book, state: StatecraftState, player: int, *, announced: bool) -> tuple[Play, ...]:
    """Every policy of the hand that can be announced, or denounced, with the options and holders that it can have.

    Rules: SC-POL-03, SC-POL-07, SC-POL-08, SC-POL-09, SC-DEN-05, SC-DEN-09, SC-DEN-10.
    """
    side = state.sides[player]
    least = budget_least(book, state, player)
    holders: dict[Specialism, tuple[Holder, ...]] = {}
    found: list[Play] = []
    for card in side.hand:
        policy = book.policies.get(card)
        if policy is None:
            continue
        where = holders.get(policy.specialism)
        if where is None:
            where = holders[policy.specialism] = holders_for(book, state, player, policy.specialism, announced=announced)
        if not where:
            continue
        one, other = policy.options
        first = least <= side.budget + (one.cost if announced else -one.cost) <= BUDGET
        second = least <= side.budget + (other.cost if announced else -other.cost) <= BUDGET
        if first or second:
            found.append((card, (0, 1) if first and second else (0,) if first else (1,), where))
    return tuple(found)


def holders_for(book: Book, state: StatecraftState, player: int, specialism: Specialism, *, announced: bool) -> tuple[Holder, ...]:
    """Who can hold one more policy of a specialism: politicians who have it, and the leader any, each as far as there is room.
    Rules: SC-POL-03, SC-POL-10, SC-POL-14, SC-DEN-09, SC-DEN-10, SC-LDR-04, SC-R-11.
    """
    found: list[Holder] = [None] if room_of(book, state, player, None, announced=announced) else []
    for who in state.sides[player].cabinet:
        if (
            who is not None
            and specialism in book.politicians[who].specialisms
            and room_of(book, state, player, who, announced=announced)
        ):
            found.append(who)
    return tuple(found)


def can_play_any(book: Book, state: StatecraftState, player: int) -> bool:
    """Has this player a policy in hand with a legal place (SC-EVT-18, SC-R-37)?"""
    return bool(plays_of(book, state, player, announced=False) or plays_of(book, state, player, announced=True))
