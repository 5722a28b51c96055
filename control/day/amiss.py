"""Folds that are total where a player is missing: an event may speak of somebody who, after a withdrawal, was never there.

Such an event changes nothing but `GameState.amiss`, which `broken` names: so a withdrawal that would leave one behind is refused
with that event, and no fold raises. In every state that is kept `amiss` is empty.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import wraps
from typing import Any, TypeVar

from control.engine.ids import SeatId
from control.engine.language import say
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId

E = TypeVar("E")
Fold = Callable[[GameState, E], GameState]


def noted(state: GameState, seat: SeatId) -> GameState:
    """Something was said of a seat that is not there."""
    return replace(state, amiss=(*state.amiss, seat))


def of_players(named: str | Callable[[Any], Iterable[SeatId]], *more: str) -> Callable[[Fold[E]], Fold[E]]:
    """Let a fold change nothing but `amiss` where a player of the event is not there.

    The players are those in these fields of the event, each a seat, None or several; or what a function finds in the event.
    """

    def wrap(fold: Fold[E]) -> Fold[E]:
        @wraps(fold)
        def total(state: GameState, happened: E) -> GameState:
            for seat in named(happened) if callable(named) else _in_fields(happened, (named, *more)):
                if seat not in state.seats:
                    return noted(state, seat)
            return fold(state, happened)

        return total

    return wrap


def _in_fields(happened: object, fields: Iterable[str]) -> Iterable[SeatId]:
    for field in fields:
        found = getattr(happened, field)
        if isinstance(found, str):
            yield SeatId(found)
        else:
            yield from found or ()


def houses_of(state: GameState, *seats: SeatId | None) -> tuple[HouseId, ...]:
    """The Houses of these players, each once; whoever is not there is of none."""
    return tuple(dict.fromkeys(state.seats[seat].house for seat in seats if seat is not None and seat in state.seats))


def broken_amiss(state: GameState) -> tuple[str, ...]:
    """What was said of players who are not there, one sentence for each time."""
    return tuple(say("Something happened to player {seat}, who does not take part.", seat=seat) for seat in state.amiss)
