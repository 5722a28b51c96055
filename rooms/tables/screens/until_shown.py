"""Until when a table runs, as every screen says it, before anybody stakes and while it is played."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from control.day.state import DayState
from control.engine.language import say
from control.engine.viewer import NOBODY
from control.hall.faces import Hands, hands
from control.journal import journal
from control.regions.sight import Sight
from rooms.tables.access import TablePass
from rooms.tables.game.state import Stage, TableState, Until
from rooms.tables.game.until import MONTH, PHASE, until_words
from rooms.tables.game.view_event import end_agreed, end_time, now_words


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
        until = _event(door).public(end_agreed, state.ends) if state.ends else None
        return _open_until(until, state) if until else None
    event = _event(door)
    if state.stage is Stage.OPEN:
        return EndShown(words=_begins_within(state, event.public(now_words)), after=_after(state), hands=None, told=False)
    if state.until is None:
        return None
    end = event.public(end_time, state.until)
    shown = hands(end.at, end.left, now, paused=end.paused) if end.at or end.left is not None else None
    told = end.at is not None and state.warned == end.at
    words = say("Until {end}", end=until_words(state.until))
    return EndShown(words=words, after=_after(state), hands=shown, told=told)


def _open_until(until: Until, state: TableState) -> EndShown:
    words = say("Runs until {end}", end=until_words(until))
    return EndShown(words=words, after=_after(state), hands=None, told=False)


def _begins_within(state: TableState, now: str) -> str:
    if state.ends == PHASE:
        return say("Runs until the end of the phase in which its game begins ({now})", now=now)
    return say("Runs until the end of the month in which its game begins ({now})", now=now)


def _event(door: TablePass) -> Sight[DayState]:
    """The table's event, of which everybody at the table may know what everybody in the hall does."""
    assert door.table.event is not None
    return Sight(journal.head(door.table.event.stream).state, NOBODY)


def _after(state: TableState) -> str:
    return say("Then it is cut off, and every stake goes back.") if state.stake else say("Then it is cut off.")
