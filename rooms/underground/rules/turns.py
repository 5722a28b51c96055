"""Whose turn it is at a table: Houses in the scenario's order, the month's own House first, inside a House by rank (R-116)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

Seat = TypeVar("Seat")


def houses_in_turn(houses: Sequence[str], month: int) -> tuple[str, ...]:
    """The Houses of the scenario in the order of a month: month m begins with the m-th, the one after the last with the first."""
    if not houses:
        return ()
    first = (month - 1) % len(houses)
    return (*houses[first:], *houses[:first])


def arranged(usual: Sequence[Seat], wanted: Sequence[Seat]) -> tuple[Seat, ...]:
    """The usual order as Control has rearranged it; whoever came since sits at the end (R-116)."""
    there = tuple(seat for seat in wanted if seat in usual)
    return (*there, *(seat for seat in usual if seat not in there))


def joined(sat: Sequence[Seat], usual: Sequence[Seat], *, at_end: bool) -> tuple[Seat, ...]:
    """Who sat there when the step was last played, the gone among them, with whoever has come since (R-116).

    A step goes round the seats as they are, whatever becomes of ranks meanwhile. Who has come sits where the usual order says, or
    `at_end`, where Control has arranged the table.
    """
    order = list(sat)
    for at, seat in enumerate(usual):
        if seat not in order:
            later = () if at_end else usual[at + 1 :]
            order.insert(next((place for place, each in enumerate(order) if each in later), len(order)), seat)
    return tuple(order)


def whose_turn(order: Sequence[Seat], now: Seat | None, out: Sequence[Seat], acted: Sequence[Seat] = ()) -> Seat | None:
    """Who acts: the one whose turn it is, or the next who is not out; None when all are out."""
    left = [seat for seat in order if seat not in out]
    if not left:
        return None
    if now is None:
        return left[0]
    return now if now in left else after(order, now, out, acted)


def after(order: Sequence[Seat], seat: Seat, out: Sequence[Seat], acted: Sequence[Seat] = ()) -> Seat | None:
    """Who acts after this one, round the table; None when nobody is left.

    Everybody acts once in a round (GE-UND-55): who is among `acted` waits for the others. Then a new round begins with who began
    this one, or with who sits behind that seat.
    """
    waits = next((each for each in _round_from(order, seat)[1:] if each not in out and each not in acted), None)
    if waits is not None or not order:
        return waits
    began = next((each for each in acted if each in order), None)
    again = (*_round_from(order, seat)[1:], seat) if began is None else _round_from(order, began)
    return next((each for each in again if each in order and each not in out), None)


def _round_from(order: Sequence[Seat], seat: Seat) -> tuple[Seat, ...]:
    """The seats round the table, this one first; who sits there no more stands before the first."""
    if seat not in order:
        return (seat, *order)
    at = list(order).index(seat)
    return (*order[at:], *order[:at])


def acted_with(acted: Sequence[Seat], seat: Seat) -> tuple[Seat, ...]:
    """Who has acted in the round once this one has: a second turn begins a new round."""
    return (seat,) if seat in acted else (*acted, seat)


def before(order: Sequence[Seat], now: Seat, seat: Seat, out: Sequence[Seat], acted: Sequence[Seat]) -> Seat:
    """Who acts just before this one's next turn, when each acts once and nobody passes."""
    last = now
    for _each in range(2 * len(order)):
        acted = acted_with(acted, last)
        to = after(order, last, out, acted)
        if to is None or to == seat:
            return last
        last = to
    return last
