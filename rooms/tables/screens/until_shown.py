"""Until when a table runs, as every screen says it, before anybody stakes and while it is played."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from control.day.clock.parts import phase_words

from control.engine.language import say
from control.hall.faces import Hands, hands
from control.journal import journal
from rooms.realm.game.state import GameState
from rooms.tables.access import TablePass
from rooms.tables.game.state import Stage, TableState, Until
from rooms.tables.game.until import MONTH, PHASE, time_of, until_of, until_words


@dataclass(frozen=True, slots=True, kw_only=True)
class EndShown:
    """Its words, "Until the end of Action, month 3", what follows then, and the clock. `told`: the last minute runs."""

    words: str
    after: str
    hands: Hands | None
    told: bool


def end_of(door: TablePass, now: datetime) -> EndShown | None:
    """What ends this table by itself; None where nothing does."""
    state = door.state
    if door.table.event_id is None or state.stage not in (Stage.OPEN, Stage.PLAYING):
        return None
    if state.stage is Stage.OPEN and state.ends not in (PHASE, MONTH):
        until = until_of(state.ends, _event(door)) if state.ends else None
        return _open_until(until, state) if until else None
    event = _event(door)
    if state.stage is Stage.OPEN:
        return EndShown(words=_begins_within(state, event), after=_after(state), hands=None, told=False)
    if state.until is None:
        return None
    at, left = time_of(state.until, event)
    shown = hands(at, left, now, paused=event.clock.paused) if at or left is not None else None
    told = at is not None and state.warned == at
    words = say("Until {end}", end=until_words(state.until))
    return EndShown(words=words, after=_after(state), hands=shown, told=told)


def _open_until(until: Until, state: TableState) -> EndShown:
    words = say("Runs until {end}", end=until_words(until))
    return EndShown(words=words, after=_after(state), hands=None, told=False)


def _begins_within(state: TableState, event: GameState) -> str:
    if state.ends == PHASE:
        return say("Runs until the end of the phase in which its game begins ({now})", now=_now(event))
    return say("Runs until the end of the month in which its game begins ({now})", now=_now(event))


def _event(door: TablePass) -> GameState:
    assert door.table.event is not None
    state: GameState = journal.head(door.table.event.stream).state
    return state


def _after(state: TableState) -> str:
    return say("Then it is cut off, and every stake goes back.") if state.stake else say("Then it is cut off.")


def _now(event: GameState) -> str:
    clock = event.clock
    if not clock.phase:
        return say("the day has not begun")
    return say("now {phase}", phase=phase_words(clock.month, clock.phase))
