"""The map on the desk of War Control: now with what the next step would change, or as it stood when a month ended."""

from __future__ import annotations

from dataclasses import dataclass

from control.engine.language import say, say_as
from control.engine.refused import Refused
from control.journal import history
from rooms.realm.game.state import GameState
from rooms.realm.screens.seen import Look
from rooms.war.game.overlay import MapOverlay, made_in
from rooms.war.game.state import record_of
from rooms.war.game.view_map import map_view
from rooms.war.screens.desk_preview import coming_of
from rooms.war.screens.desk_seen import shown_steps
from rooms.war.screens.drawing import MapDrawing, bare_map, draw_map, map_over


@dataclass(frozen=True, slots=True, kw_only=True)
class MonthTick:
    """A month whose end may be looked back at; `month` is "" for now and "0" for the board before the day."""

    month: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskMap:
    """The map of War Control. `then` is the month whose end it shows; None shows now, with what the next step would change."""

    map: MapDrawing
    ticks: tuple[MonthTick, ...]
    then: int | None
    preview: str  # the step that the map foresees; "" when it foresees none


def map_panel(seen: Look) -> DeskMap:
    """The map, with what the next step would change drawn on it; or as it stood when a month ended."""
    month = month_asked(seen)
    past = None if month is None else history.at_end_of(seen.door.event.stream, month)
    ticks = _ticks(seen.state, None if past is None else month)
    if past is not None:
        overlay = made_in(past, record_of(past)) if record_of(past).month else None
        drawn = draw_map(past.scenario, map_view(past), event_id=seen.event_id, overlay=overlay, changes=True)
        return DeskMap(map=drawn, ticks=ticks, then=month, preview="")
    foretold, step = seen.once(next_step)
    drawn = map_over(seen.state, foretold, event_id=seen.event_id) if foretold else bare_map(seen.state, seen.event_id, True)
    return DeskMap(map=drawn, ticks=ticks, then=None, preview=step)


def month_asked(seen: Look) -> int | None:
    """The month whose end the address asks for; None for now, and for what is no month that is over."""
    asked = seen.query.get("when", "")
    if not (asked.isascii() and asked.isdigit() and len(asked) <= 3):
        return None
    return int(asked) if int(asked) < seen.state.clock.month else None


def _ticks(state: GameState, then: int | None) -> tuple[MonthTick, ...]:
    over = [
        MonthTick(
            month=str(month), label=str(month) if month else say_as("the board before month 1", "start"), chosen=month == then
        )
        for month in range(state.clock.month)
    ]
    return (*over, MonthTick(month="", label=say("now"), chosen=then is None)) if over else ()


def next_step(seen: Look) -> tuple[MapOverlay | None, str]:
    """What the next step would change, and its name."""
    steps = seen.once(shown_steps)
    if steps.row is None or steps.foreseeable is None:
        return None, ""
    try:
        overlay = coming_of(seen, steps.foreseeable).overlay
    except Refused:
        return None, ""
    return (overlay, steps.row.name) if overlay != MapOverlay() else (None, "")
