"""Missing players in folds. After a withdrawal, an event may name a player who never joined; it changes only `DayState.amiss`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, TypeVar, cast

from control.day.state import DayState, S
from control.engine.ids import SeatId, TeamId
from control.engine.language import say
from control.engine.records import replace

# === missing players ====================================================================================================


F = TypeVar("F", bound=Callable[..., Any])


def with_missing_player(state: S, seat: SeatId) -> S:
    """Record in `amiss` that an event named a missing seat."""
    return replace(state, amiss=(*state.amiss, seat))


def requires_players(named: str | Callable[[Any], Iterable[SeatId]], *more: str) -> Callable[[F], F]:
    """Decorate a fold so that it changes only `amiss` if a player of the event is missing.

    The arguments name fields of the event, each with a seat, None or several seats. Or a function returns the seats.
    """

    def wrap(fold: F) -> F:
        @wraps(fold)
        def total(state: Any, happened: Any) -> Any:
            for seat in named(happened) if callable(named) else _seats_in_fields(happened, (named, *more)):
                if seat not in state.seats:
                    return with_missing_player(state, seat)
            return fold(state, happened)

        return cast("F", total)

    return wrap


def _seats_in_fields(happened: object, fields: Iterable[str]) -> Iterable[SeatId]:
    for field in fields:
        found = getattr(happened, field)
        if isinstance(found, str):
            yield SeatId(found)
        else:
            yield from found or ()


def teams_of(state: DayState, *seats: SeatId | None) -> tuple[TeamId, ...]:
    """The teams of these players without duplicates; missing players are skipped."""
    return tuple(dict.fromkeys(state.seats[seat].team for seat in seats if seat is not None and seat in state.seats))


def missing_player_sentences(state: DayState) -> tuple[str, ...]:
    """One sentence for each event that named a missing player."""
    return tuple(say("Something happened to player {seat}, who does not take part.", seat=seat) for seat in state.amiss)
