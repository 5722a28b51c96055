"""Turns at a table: Houses in the scenario's order starting with the month's own, and by rank inside a House (R-116)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

Seat = TypeVar("Seat")


def houses_in_turn(houses: Sequence[str], month: int) -> tuple[str, ...]:
    """The Houses in a month's order: month m begins with the m-th House, and starts over after the last."""
    if not houses:
        return ()
    first = (month - 1) % len(houses)
    return (*houses[first:], *houses[:first])


def arranged(usual: Sequence[Seat], wanted: Sequence[Seat]) -> tuple[Seat, ...]:
    """The usual order as rearranged by Control. Players who came since sit at the end (R-116)."""
    there = tuple(seat for seat in wanted if seat in usual)
    return (*there, *(seat for seat in usual if seat not in there))


def joined(sat: Sequence[Seat], usual: Sequence[Seat], *, at_end: bool) -> tuple[Seat, ...]:
    """Order of a step: players who sat there when somebody last acted, even if gone, and players who came since (R-116).

    The order stays as it is when ranks change. New players sit where the usual order puts them, or at the end if Control has
    arranged the table (`at_end`).
    """
    order = list(sat)
    for at, seat in enumerate(usual):
        if seat not in order:
            later = () if at_end else usual[at + 1 :]
            order.insert(next((place for place, each in enumerate(order) if each in later), len(order)), seat)
    return tuple(order)


def whose_turn(order: Sequence[Seat], now: Seat | None, out: Sequence[Seat], acted: Sequence[Seat] = ()) -> Seat | None:
    """The player to act: the one on turn, or the next who is not out. None if all are out."""
    left = [seat for seat in order if seat not in out]
    if not left:
        return None
    if now is None:
        return left[0]
    return now if now in left else next_player(order, now, out, acted)


def next_player(order: Sequence[Seat], seat: Seat, out: Sequence[Seat], acted: Sequence[Seat] = ()) -> Seat | None:
    """The player after this one, around the table. None if nobody is left.

    Everybody acts once per round (GE-UND-55), so players in `acted` wait for the others. A new round begins with the player who
    began the last one, or the next seat.
    """
    waits = next((each for each in _round_from(order, seat)[1:] if each not in out and each not in acted), None)
    if waits is not None or not order:
        return waits
    began = next((each for each in acted if each in order), None)
    again = (*_round_from(order, seat)[1:], seat) if began is None else _round_from(order, began)
    return next((each for each in again if each in order and each not in out), None)


def _round_from(order: Sequence[Seat], seat: Seat) -> tuple[Seat, ...]:
    """Seats around the table, starting with this one. A player who no longer sits there counts as before the first."""
    if seat not in order:
        return (seat, *order)
    at = list(order).index(seat)
    return (*order[at:], *order[:at])


def acted_with(acted: Sequence[Seat], seat: Seat) -> tuple[Seat, ...]:
    """Players who have acted in the round, with this one. A second turn begins a new round."""
    return (seat,) if seat in acted else (*acted, seat)


def previous_player(order: Sequence[Seat], now: Seat, seat: Seat, out: Sequence[Seat], acted: Sequence[Seat]) -> Seat:
    """Player who acts just before this one's next turn, if everybody acts once and nobody passes."""
    last = now
    for _each in range(2 * len(order)):
        acted = acted_with(acted, last)
        to = next_player(order, last, out, acted)
        if to is None or to == seat:
            return last
        last = to
    return last
