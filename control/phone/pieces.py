"""The regions that every game's phone has: clock, what to do now, decisions, rooms, sheets, map, the own person, news, calls."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from django.urls import reverse

from control import registry
from control.day.state import Presence, Stage
from control.day.view import PlayerView, notice_views, team_view
from control.engine.language import say
from control.hall.faces import ClockFace, clock_face
from control.models import Sheet
from control.phone.calls import call_panel
from control.phone.look import Seen
from control.phone.questions import questions
from control.phone.situation import rooms_view, situation
from control.regions.kinds import RegionKind
from control.registry import EMPTY, Panel, Situation
from control.sheets.closing import EVENT, Closing, closing_of

NOW, MAP, TEAM, NEWS, CALL = "now", "map", "team", "news", "call"  # the tabs


# --- the head -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockPanel:
    """The clock of the phone, and the room's step beside it while the rooms act.

    `due` is the own sheet of which nothing has been sent in time, while that step runs with whose end it closes. `waits` says that
    the round waits for Control.
    """

    face: ClockFace
    step: str
    due: Closing | None
    waits: str


def _clock(seen: Seen) -> ClockPanel:
    phase, frame = seen.clock.phase, seen.state.frame
    room = seen.clock.rooms.get(seen.choice) if seen.choice and phase is not None and frame.phase(phase).steps else None
    face = clock_face(seen.clock, seen.now)
    return ClockPanel(
        face=face,
        step=room.step_name if room else "",
        due=_due(seen),
        waits=frame.said("round-waits") if face.held else "",
    )


def _due(seen: Seen) -> Closing | None:
    """When a sheet of the chosen room closes, if that is the thing to do now and the clock above does not say it already."""
    app = registry.rooms(seen.state.REALM).get(seen.choice) if seen.choice else None
    for kind in app.sheets if app else ():
        window = kind.window(seen.state, seen.door.seat)
        closes = closing_of(seen.state, kind, window, seen.now)
        if closes is None or closes.hands is None or closes.clock == EVENT:
            continue
        if not any((row.kind, row.month) == (kind.kind, window.month) and not (row.late or row.pending) for row in seen.rows):
            return closes
    return None


# --- now ----------------------------------------------------------------------------------------------------------------


def _now(seen: Seen) -> Situation:
    windows = {name: kind.window(seen.state, seen.door.seat) for name, kind in registry.sheet_kinds(seen.state.REALM).items()}
    told = situation(seen.state, seen.door.seat)
    check = _seals(seen) if seen.clock.stage is Stage.OVER else ""
    open_sheets = tuple(name for name, window in windows.items() if window.open)
    return replace(told, open_sheets=open_sheets, seals=check)


def _sheet(seen: Seen) -> Panel:
    """What the room chosen this round puts on the phone."""
    playing = seen.clock.stage is Stage.PLAYING and seen.who.presence is Presence.PRESENT
    app = registry.rooms(seen.state.REALM).get(seen.choice) if playing and seen.choice is not None else None
    panels = tuple(kind.phone(seen.door.event.pk, seen.state, seen.door.seat, None) for kind in app.sheets) if app else ()
    if len(panels) > 1:
        return Panel(template="control/_play_panels.html", panel=panels)
    return panels[0] if panels else EMPTY


def _results(seen: Seen) -> Panel:
    """What every room tells this player of the own sheets."""
    if seen.clock.stage is Stage.GATHERING:
        return EMPTY
    apps = [app for _room, app in sorted(registry.rooms(seen.state.REALM).items())]
    panels = tuple(app.results(seen.door.event.pk, seen.state, seen.door.seat) for app in apps if app.results is not None)
    return Panel(template="control/_play_panels.html", panel=panels)


# --- map, team ----------------------------------------------------------------------------------------------------------


def _map(seen: Seen) -> Panel | None:
    """The map as this player may see it."""
    for app in registry.rooms(seen.state.REALM).values():
        if app.chart is not None:
            return app.chart(seen.door.event.pk, seen.state, seen.door.seat)
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetRow:
    """One revision of an own sheet with its receipt."""

    room: str
    round: str
    revision: int
    received_at: datetime
    late: bool
    newest: bool
    how: str  # "" for one that was sent, else how it came


@dataclass(frozen=True, slots=True, kw_only=True)
class MePanel:
    """What belongs to this player alone, `character` by the game. `seals` is where the seals stand, once there is one."""

    who: PlayerView
    character: Panel | None
    sheets: tuple[SheetRow, ...]
    seals: str
    over: bool


def _me(seen: Seen) -> MePanel:
    character = registry.realm(seen.state.REALM).phone.character
    return MePanel(
        who=seen.who,
        character=character(seen.state, seen.door.seat) if character else None,
        sheets=tuple(_sheet_rows(seen)),
        seals=_seals(seen),
        over=seen.clock.stage is Stage.OVER,
    )


def _seals(seen: Seen) -> str:
    return reverse("control:seals", args=[seen.door.event.pk]) if seen.state.seals else ""


def _sheet_rows(seen: Seen) -> Iterator[SheetRow]:
    kinds, frame = registry.sheet_kinds(seen.state.REALM), seen.state.frame
    before: tuple[int, str] | None = None
    for row in seen.rows:
        kind = kinds.get(row.kind)
        newest = (row.month, row.kind) != before
        before = (row.month, row.kind)
        yield SheetRow(
            room=frame.room_name(kind.room) if kind else row.kind,
            round=frame.round_title(row.month),
            revision=row.revision,
            received_at=row.received_at,
            late=row.late,
            newest=newest,
            how=_how(row),
        )


def _how(row: Sheet) -> str:
    if row.entered_by:
        return say("from paper, by {name}", name=row.entered_by)
    return say("your last draft") if row.source == "draft" else ""


PIECES: Final[tuple[RegionKind[Callable[[Seen], object]], ...]] = (
    RegionKind(name="strip", template="control/_play_strip.html", topics=("strip",), view=lambda seen: seen.who),
    RegionKind(name="clock", template="control/_play_clock.html", topics=("clock",), view=_clock, moving=True),
    RegionKind(name="amends", template="control/_play_amends.html", view=lambda seen: seen.amends, told=True),
    RegionKind(name="now", template="control/_play_now.html", topics=("clock",), view=_now, tab=NOW, told=True),
    RegionKind(
        name="decisions",
        template="control/_play_decisions.html",
        topics=("decisions",),
        view=lambda seen: questions(seen.state, seen.door.seat),
        tab=NOW,
    ),
    RegionKind(
        name="rooms",
        template="control/_play_rooms.html",
        topics=("clock", "team"),
        view=lambda seen: rooms_view(seen.state, seen.door.seat),
        tab=NOW,
    ),
    RegionKind(name="sheet", topics=("sheet",), view=_sheet, tab=NOW, moving=True),
    RegionKind(name="results", topics=("sheet",), view=_results, tab=NOW),
    RegionKind(name="map", view=_map, tab=MAP),
    RegionKind(name="me", template="control/_play_me.html", topics=("strip", "sheet"), view=_me, tab=TEAM),
    RegionKind(
        name="team",
        template="control/_play_team.html",
        topics=("team",),
        view=lambda seen: team_view(seen.state, seen.who.team),
        tab=TEAM,
        of_many=True,
    ),
    RegionKind(
        name="news",
        template="control/_play_news.html",
        topics=("news",),
        view=lambda seen: notice_views(seen.state, seen.door.viewer),
        tab=NEWS,
        told=True,
    ),
    RegionKind(
        name="call",
        template="control/_play_call.html",
        topics=("calls",),
        view=lambda seen: call_panel(seen.state, seen.door.seat),
        tab=CALL,
    ),
)
