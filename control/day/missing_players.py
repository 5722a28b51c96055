"""Missing players in folds: an event of somebody who, after a withdrawal, was never there changes nothing but `DayState.amiss`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import wraps
from typing import Any, TypeVar, cast

from control.day.state import DayState, S
from control.engine.ids import SeatId, TeamId
from control.engine.language import say

# === missing players ====================================================================================================


F = TypeVar("F", bound=Callable[..., Any])


def noted(state: S, seat: SeatId) -> S:
    """Something was said of a seat that is not there."""
    return replace(state, amiss=(*state.amiss, seat))


def of_players(named: str | Callable[[Any], Iterable[SeatId]], *more: str) -> Callable[[F], F]:
    """Let a fold change nothing but `amiss` where a player of the event is not there.

    The players are those in these fields of the event, each a seat, None or several; or what a function finds in the event.
    """

    def wrap(fold: F) -> F:
        @wraps(fold)
        def total(state: Any, happened: Any) -> Any:
            for seat in named(happened) if callable(named) else _in_fields(happened, (named, *more)):
                if seat not in state.seats:
                    return noted(state, seat)
            return fold(state, happened)

        return cast("F", total)

    return wrap


def _in_fields(happened: object, fields: Iterable[str]) -> Iterable[SeatId]:
    for field in fields:
        found = getattr(happened, field)
        if isinstance(found, str):
            yield SeatId(found)
        else:
            yield from found or ()


def teams_of(state: DayState, *seats: SeatId | None) -> tuple[TeamId, ...]:
    """The teams of these players, each once; whoever is not there is of none."""
    return tuple(dict.fromkeys(state.seats[seat].team for seat in seats if seat is not None and seat in state.seats))


def broken_amiss(state: DayState) -> tuple[str, ...]:
    """What was said of players who are not there, one sentence for each time."""
    return tuple(say("Something happened to player {seat}, who does not take part.", seat=seat) for seat in state.amiss)
