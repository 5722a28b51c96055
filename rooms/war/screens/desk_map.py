"""The map at War Control's desk: the whole map, with the preview of the next step or at the end of a past month, and one region."""

from __future__ import annotations

from msgspec import Struct

from control.day.view import clock_view
from control.engine.language import say, say_as
from control.journal import history
from control.journal.story import lines_of, withdrawn_by
from control.journal.story_line import StoryLine
from control.regions.sight import Sight
from rooms.realm.game.modules import BUILDINGS, EFFECTS
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import RegionId
from rooms.realm.screens.desk_pages import Look
from rooms.war.game.drawing.ground import PrintedGround, ground_view
from rooms.war.game.drawing.war_map import MapDrawing, bare_map, map_over
from rooms.war.game.module import FURTHER, WAR
from rooms.war.game.overlay import MapOverlay
from rooms.war.game.view_preview import made_this_month
from rooms.war.game.view_region import RegionDeskView, predicted_changes, war_region
from rooms.war.screens.desk_queries import shown_preview, shown_steps

# === map ================================================================================================================

# The map at War Control's desk: now, with the next step's changes, or at the end of a past month.


class MonthTick(Struct, frozen=True, kw_only=True):
    """A selectable past month. `month`: "" for now, "0" for the board before the day."""

    month: str
    label: str
    chosen: bool


class DeskMap(Struct, frozen=True, kw_only=True):
    """The map of War Control. `then`: month whose end it shows; None for now, with the next step's changes."""

    map: MapDrawing
    ticks: tuple[MonthTick, ...]
    then: int | None
    ground: PrintedGround  # sent with the desk's page, so that land and pieces appear together
    preview: str  # name of the previewed step, "" if none


def map_panel(seen: Look) -> DeskMap:
    """The map with the next step's changes, or at the end of the selected month."""
    month = month_asked(seen)
    past = None if month is None else past_sight(seen, month)
    ticks, ground = _ticks(_month(seen), None if past is None else month), seen.sight.public(ground_view)
    if past is not None:
        drawn = _draw_map(past, seen.event_id, past.view(made_this_month), changes=True)
        return DeskMap(map=drawn, ticks=ticks, then=month, ground=ground, preview="")
    foretold, step = seen.once(next_step)
    drawn = _draw_map(seen.sight, seen.event_id, foretold, changes=False)
    return DeskMap(map=drawn, ticks=ticks, then=None, ground=ground, preview=step)


def _draw_map(sight: Sight[GameState], event_id: int, overlay: MapOverlay | None, *, changes: bool) -> MapDrawing:
    if overlay is None:
        return sight.public(bare_map, event_id, True)
    return sight.public(map_over, overlay, event_id=event_id, changes=changes)


def past_sight(seen: Look, month: int) -> Sight[GameState] | None:
    """The event at the end of that month, as this person may see it. None if the month is not over."""
    past = history.state_at_end_of(seen.door.event.stream, month)
    return None if past is None else Sight(past, seen.sight.viewer)


def _month(seen: Look) -> int:
    return seen.sight.public(clock_view).month


def month_asked(seen: Look) -> int | None:
    """Past month selected in the address. None for now, and for invalid values."""
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
    """Changes of the next step, and its name."""
    row, overlay = seen.once(shown_steps).row, seen.once(shown_preview).overlay
    return (overlay, row.name) if row is not None and overlay != MapOverlay() else (None, "")


# === region =============================================================================================================

# One region at War Control's desk: ticks, past and coming events, and what can be set by hand.


# Modules whose sentences name regions.
OF_THE_MAP = frozenset({WAR.name, *(each.name for each in FURTHER), BUILDINGS.name, EFFECTS.name})


class RegionPanel(Struct, frozen=True, kw_only=True):
    """One region, the next step's changes there, and its lines in the journal.

    `then`: month whose end it shows. Nothing can be set by hand in the past.
    """

    here: RegionDeskView
    then: int | None
    foretold: tuple[str, ...]
    foretells: str  # name of the previewed step
    history: tuple[str, ...]


def region_panel(seen: Look, region: RegionId) -> RegionPanel:
    """One region of the map, now or at the end of the selected month."""
    month = month_asked(seen)
    past = None if month is None else past_sight(seen, month)
    sight = past or seen.sight
    overlay, step = (None, "") if past else seen.once(next_step)
    here = sight.view(war_region, region)
    return RegionPanel(
        here=here,
        then=month if past else None,
        foretold=sight.public(predicted_changes, overlay, region) if overlay else (),
        foretells=step,
        history=() if past else history_of(seen, here.region.name),
    )


def history_of(seen: Look, name: str, most: int = 8) -> tuple[str, ...]:
    """Journal sentences about a place, newest first."""
    lines = lines_of(seen.door.event.stream)
    taken = withdrawn_by(lines)
    told = (
        _words_about(name, line)
        for line in reversed(lines)
        if line.module in OF_THE_MAP and line.seq not in taken and name in _words_of(line.sentence)
    )
    return tuple(sentence for sentence, _number in zip(told, range(most), strict=False))


def _words_about(name: str, line: StoryLine) -> str:
    """The part of a journal line that names one place. Lists of Moves or flags are cut to matching items."""
    head, colon, tail = line.sentence.partition(": ")
    parts = [part for part in tail.rstrip(".").split("; ") if name in _words_of(part)]
    whole = not colon or not parts or head == name
    return f"{line.label}: {line.sentence}" if whole else f"{line.label}: {'; '.join(parts)}."


def _words_of(sentence: str) -> frozenset[str]:
    for sign in ",.;:()":
        sentence = sentence.replace(sign, " ")
    return frozenset(sentence.split())
