"""The map on the desk of War Control: now with what the next step would change, or as it stood when a month ended."""

from __future__ import annotations

from dataclasses import dataclass

from control.day.view import clock_view
from control.engine.language import say, say_as
from control.journal import history
from control.regions.sight import Sight
from rooms.realm.game.state import GameState
from rooms.realm.screens.seen import Look
from rooms.war.game.drawing.ground import Ground, ground_view
from rooms.war.game.drawing.whole import MapDrawing, bare_map, map_over
from rooms.war.game.overlay import MapOverlay
from rooms.war.game.view_preview import made_this_month
from rooms.war.screens.desk_seen import shown_preview, shown_steps


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
    ground: Ground  # comes with the desk's page, so that land and pieces are there at once
    preview: str  # the step that the map foresees; "" when it foresees none


def map_panel(seen: Look) -> DeskMap:
    """The map, with what the next step would change drawn on it; or as it stood when a month ended."""
    month = month_asked(seen)
    past = None if month is None else past_sight(seen, month)
    ticks, ground = _ticks(_month(seen), None if past is None else month), seen.sight.public(ground_view)
    if past is not None:
        drawn = _drawn(past, seen.event_id, past.view(made_this_month), changes=True)
        return DeskMap(map=drawn, ticks=ticks, then=month, ground=ground, preview="")
    foretold, step = seen.once(next_step)
    drawn = _drawn(seen.sight, seen.event_id, foretold, changes=False)
    return DeskMap(map=drawn, ticks=ticks, then=None, ground=ground, preview=step)


def _drawn(sight: Sight[GameState], event_id: int, overlay: MapOverlay | None, *, changes: bool) -> MapDrawing:
    if overlay is None:
        return sight.public(bare_map, event_id, True)
    return sight.public(map_over, overlay, event_id=event_id, changes=changes)


def past_sight(seen: Look, month: int) -> Sight[GameState] | None:
    """The event as it stood when that month ended, as this person may see it; None while the month is not over."""
    past = history.at_end_of(seen.door.event.stream, month)
    return None if past is None else Sight(past, seen.sight.viewer)


def _month(seen: Look) -> int:
    return seen.sight.public(clock_view).month


def month_asked(seen: Look) -> int | None:
    """The month whose end the address asks for; None for now, and for what is no month that is over."""
    asked = seen.query.get("when", "")
    if not (asked.isascii() and asked.isdigit() and len(asked) <= 3):
        return None
    return int(asked) if int(asked) < _month(seen) else None


def _ticks(now: int, then: int | None) -> tuple[MonthTick, ...]:
    over = [
        MonthTick(
            month=str(month), label=str(month) if month else say_as("the board before month 1", "start"), chosen=month == then
        )
        for month in range(now)
    ]
    return (*over, MonthTick(month="", label=say("now"), chosen=then is None)) if over else ()


def next_step(seen: Look) -> tuple[MapOverlay | None, str]:
    """What the next step would change, and its name."""
    row, overlay = seen.once(shown_steps).row, seen.once(shown_preview).overlay
    return (overlay, row.name) if row is not None and overlay != MapOverlay() else (None, "")
