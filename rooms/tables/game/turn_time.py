"""The time of a turn: one time for all that a player does in it, an own one for what others are asked in the middle."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from control.engine.language import say
from control.engine.refused import Refused
from rooms.tables.game.reserve import MILLISECOND, RESERVES
from rooms.tables.game.rules import OwnTurn
from rooms.tables.game.state import TableState

LEAST_SECONDS, MOST_SECONDS = 10, 900
GRACE: Final = timedelta(seconds=12)  # that an action leaves for the next one of the same turn
AT_LEAST: Final = timedelta(seconds=5)  # after the own taking back, once for a time that was given


class Time(NamedTuple):
    """When those who are waited for are out of time, and what the player of the turn has left meanwhile, in milliseconds.

    `fresh`: a whole time was given.
    """

    deadline: datetime | None
    left: int | None = None
    fresh: bool = False


def require_time(seconds: int, reserve: int) -> None:
    """Refuse a time that nobody can agree on.

    Raises:
        Refused: a turn is too short or too long, or there is no such reserve.
    """
    if seconds and not LEAST_SECONDS <= seconds <= MOST_SECONDS:
        sentence = say("A turn has {least} to {most} seconds, or no limit.", least=LEAST_SECONDS, most=MOST_SECONDS)
        raise Refused(sentence, code="malformed")
    if reserve not in RESERVES:
        raise Refused(say("A reserve is 2, 5 or 10 minutes, or none."), code="malformed")
    if reserve and not seconds:
        raise Refused(say("A reserve begins when the time of a turn is out: choose a time for a turn too, or no reserve."))


def time_for(
    state: TableState, own: OwnTurn | None, waits_for: Sequence[int], now: datetime, *, begins: datetime, in_reserve: bool
) -> Time:
    """The time of those who are waited for next; it runs from `begins`, when all that was shown is read.

    In a turn that goes on its player has what is left, and never less than a moment for the next action. Others who are asked in
    the middle, and all who choose at the same time, have a whole time; the turn's stands still then. `in_reserve`: the turn's time
    was out.
    """
    if not state.seconds:
        return Time(None)
    whole = timedelta(seconds=state.seconds)
    left = timedelta() if in_reserve and state.left is None else left_of_turn(state, now)
    left = whole if own is None or own != state.own or left is None else left
    if own is None or tuple(waits_for) != (own.player,):
        return Time(begins + whole, None if own is None else left // MILLISECOND, fresh=True)
    return Time(begins + max(left, min(GRACE, whole)), fresh=own != state.own)


def left_of_turn(state: TableState, now: datetime) -> timedelta | None:
    """What the player of the turn has left of its time; None without a turn or a timer."""
    if state.own is None or state.deadline is None:
        return None
    if state.left is not None:  # others are asked: it stands still
        return state.left * MILLISECOND
    return max(state.deadline - max(now, state.read_at or now), timedelta())


def kept_deadline(ran: datetime | None, now: datetime, *, eased: bool) -> datetime | None:
    """When a time is out that had run before, with a moment to find one's way back unless that was given; None without a timer."""
    return ran if ran is None or eased else max(ran, now + AT_LEAST)


def eased_by(state: TableState, ran: datetime | None, deadline: datetime | None) -> tuple[int, ...]:
    """Those who have had their moment to find the way back, once this deadline stands for the one that ran."""
    return state.eased if ran == deadline else tuple(sorted({*state.eased, *state.waits_for}))


def is_eased(state: TableState) -> bool:
    """Has everybody who is waited for had that moment already?"""
    return set(state.waits_for) <= set(state.eased)
