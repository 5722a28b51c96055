"""The turn of the month as it would come now: the end of Return played on the state as it stands, and nothing kept of it (R-20).

What chance has still to bring is taken out of the state before the rules run, so that no answer can give it away: every card of the
deck is a blank. Completed schemes are looked at one by one until they strike; what is shown of a month is played without them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import lru_cache
from typing import Final, Protocol, cast

from control.day.clock.changes import DayEnded, MonthTurned, PhaseEnded
from control.day.recall import Same
from control.day.timetable import last_month
from control.engine.context import Actor, DecisionContext
from control.engine.ids import DeskId
from control.engine.modules import Decided, GameEvent
from rooms.realm.frame import Moment
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import CardId, Phase

ASKED: Final = DecisionContext(by=Actor(), at=datetime(1, 1, 1, tzinfo=UTC))  # of what is asked here nothing is kept
BEFORE, AFTER = "before", "after"  # what ends with the phase, ahead of the nine moments, and what ends with the day behind them


class Plays(Protocol):
    """The engine, as far as it is asked here: an event with what every room adds to it, and how each of them is told."""

    def followed(self, state: GameState, happened: GameEvent, asked: DecisionContext) -> Decided[GameState]: ...
    def evolve(self, state: GameState, happened: GameEvent) -> GameState: ...
    def explain(self, happened: GameEvent, state: GameState) -> str: ...
    def readers(self, happened: GameEvent, state: GameState) -> frozenset[DeskId]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Would:
    """One event that would happen, with the states around it."""

    before: GameState
    happened: GameEvent
    after: GameState


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedMoment:
    """What would happen in a moment, without the moment itself."""

    moment: str
    would: tuple[Would, ...]
    after: GameState


def played(state: GameState, game: Plays, *, with_schemes: bool) -> tuple[PlayedMoment, ...]:
    """The turn of the running month: once for all who look at a state."""
    return _played(Same(state), Same(game), with_schemes)


@lru_cache(maxsize=8)
def _played(held: Same, engine: Same, with_schemes: bool) -> tuple[PlayedMoment, ...]:
    state, game = _without_chance(cast(GameState, held.thing)), cast(Plays, engine.thing)
    if not with_schemes:
        state = replace(state, schemes=())
    month, at = state.clock.month, ASKED.at
    first = PhaseEnded(month=month, phase=Phase.RETURN, at=at, on_time=True)
    acts: list[tuple[str, GameEvent]] = [(BEFORE, first)]
    if month > state.clock.turned:  # no month acts twice
        acts += [(moment, MonthTurned(month=month, moment=moment)) for moment in Moment]
    if month >= last_month(state):
        acts.append((AFTER, DayEnded(month=month, at=at)))
    found = list[PlayedMoment]()
    for moment, act in acts:
        decided = game.followed(state, act, ASKED)
        found.append(PlayedMoment(moment=moment, would=_told(state, game, decided.events), after=decided.state))
        state = decided.state
    return tuple(found)


def _told(state: GameState, game: Plays, events: tuple[GameEvent, ...]) -> tuple[Would, ...]:
    would = list[Would]()
    for happened in events:
        after = game.evolve(state, happened)
        would.append(Would(before=state, happened=happened, after=after))
        state = after
    return tuple(would[1:])


def _without_chance(state: GameState) -> GameState:
    """As many cards as there are, and nobody can tell which (R-135)."""
    deck = tuple(CardId(f"blank-{number}#1") for number in range(len(state.favor_deck)))
    return replace(state, favor_deck=deck)
