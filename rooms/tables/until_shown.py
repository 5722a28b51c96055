"""Until when a table runs, as every screen says it, before anybody stakes and while it is played."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from control import journal
from control.game.clock import phase_words
from control.game.state import GameState
from control.views.faces import Hands, hands
from rooms.tables.access import TablePass
from rooms.tables.state import Stage, TableState
from rooms.tables.until import MONTH, PHASE, time_of, until_of, until_words


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
        return EndShown(words=f"Runs until {until_words(until)}", after=_after(state), hands=None, told=False) if until else None
    event = _event(door)
    if state.stage is Stage.OPEN:
        words = f"Runs until the end of the {state.ends} in which its game begins ({_now(event)})"
        return EndShown(words=words, after=_after(state), hands=None, told=False)
    if state.until is None:
        return None
    at, left = time_of(state.until, event)
    shown = hands(at, left, now, paused=event.clock.paused) if at or left is not None else None
    told = at is not None and state.warned == at
    return EndShown(words=f"Until {until_words(state.until)}", after=_after(state), hands=shown, told=told)


def _event(door: TablePass) -> GameState:
    assert door.table.event is not None
    state: GameState = journal.head(door.table.event.stream).state
    return state


def _after(state: TableState) -> str:
    return "Then it is cut off, and every stake goes back." if state.stake else "Then it is cut off."


def _now(event: GameState) -> str:
    clock = event.clock
    return f"now {phase_words(clock.month, clock.phase)}" if clock.phase else "the day has not begun"
