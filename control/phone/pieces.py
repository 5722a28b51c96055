"""The platform's regions of the phone: clock, situation, decisions, rooms, sheets, map, player, news and calls."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Final

from django.urls import reverse
from msgspec import Struct

from control import registry
from control.day.decisions.questions import questions
from control.day.news.view import dispatches_sent
from control.day.people.room_choice import RoomsView
from control.day.seals import any_sealed
from control.day.sheets import EVENT, is_taken_in, own_closes, own_window
from control.day.situation import Situation
from control.day.state import DayStage
from control.day.view import PlayerView, notice_views, own_call, own_room_view, team_view
from control.debrief.access import is_open_for_players
from control.engine.language import say
from control.engine.records import replace
from control.hall.clock_face import ClockFace, Hands, clock_face, room_hands
from control.models import Sheet
from control.people import phone_badges
from control.phone import links
from control.phone.round_report import fresh_round, immediate_lines, rounds_so_far
from control.phone.sight import PhoneSight
from control.phone.situation import rooms_view, situation
from control.regions.kinds import PlatformRegion
from control.registry import EMPTY, PagePanel, SheetKind
from control.sheets.deadline import Closing, closing_of, noun_of
from control.sheets.own_sheet import map_panel, sheet_panel

NOW, MAP, TEAM, NEWS, CALL = "now", "map", "team", "news", "call"  # the tabs


# --- the head -----------------------------------------------------------------------------------------------------------


class ClockPanel(Struct, frozen=True, kw_only=True):
    """The clock of the phone. While the player's room acts, it shows the step large and the phase beside it.

    `due`: the unsent own sheet that closes with the running step. `waits`: the sentence that the round waits for Control.
    """

    face: ClockFace
    room: str  # key of the room clock that runs for this player; "" for none
    step: str
    hands: Hands | None  # of that step
    due: Closing | None
    waits: str


def clock_panel(seen: PhoneSight, *, every_sheet: bool = False) -> ClockPanel:
    """The clock. `every_sheet`: also show a sheet that closes with the phase, because nothing else on the page does."""
    phase, frame = seen.clock.phase, seen.sight.frame
    steps = seen.acts and phase is not None and frame.phase(phase).steps
    room = seen.sight.view(own_room_view) if steps else None
    face = clock_face(seen.clock, seen.now)
    return ClockPanel(
        face=face,
        room=room.key if room and room.step else "",
        step=room.step_name if room else "",
        hands=room_hands(room, seen.now) if room and room.step else None,
        due=_next_closing(seen, every_sheet=every_sheet),
        waits=frame.said("round-waits") if face.held else "",
    )


def _next_closing(seen: PhoneSight, *, every_sheet: bool) -> Closing | None:
    """When an unsent sheet of the chosen room closes, unless the page shows that already."""
    for kind in unsent_kinds(seen):
        closes = closing_of(seen.sight.view(own_closes, kind), kind, seen.now)
        if closes is not None and closes.hands is not None and (every_sheet or closes.clock != EVENT):
            return closes
    return None


def unsent_kinds(seen: PhoneSight) -> tuple[SheetKind, ...]:
    """The sheets of the chosen room that may be sent, and of which none came in time."""
    app = registry.rooms(seen.sight.realm).get(seen.choice) if seen.choice else None
    return tuple(kind for kind in (app.rules.sheets if app else ()) if _is_unsent(seen, kind))


def _is_unsent(seen: PhoneSight, kind: SheetKind) -> bool:
    window = seen.sight.view(own_window, kind.window)
    sent = any((row.kind, row.month) == (kind.kind, window.month) and not (row.late or row.pending) for row in seen.rows)
    return window.open and not sent


# --- now ----------------------------------------------------------------------------------------------------------------


def _situation_panel(seen: PhoneSight) -> Situation:
    over = seen.stage is DayStage.OVER
    return replace(
        situation(seen.sight),
        open_sheets=open_sheets(seen),
        seals=_seals(seen) if over else "",
        own_day=_own_day(seen) if over else "",
    )


def _own_day(seen: PhoneSight) -> str:
    """The address of this player's day in the debrief; "" while the debrief is closed to players."""
    event = seen.door.event
    return reverse("debrief:day", args=[event.pk, seen.door.seat]) if is_open_for_players(event) else ""


def open_sheets(seen: PhoneSight) -> tuple[str, ...]:
    """The kinds of sheets that this player may send now."""
    kinds = registry.sheet_kinds(seen.sight.realm)
    return tuple(name for name, kind in kinds.items() if seen.sight.view(own_window, kind.window).open)


def _rooms(seen: PhoneSight) -> RoomsView:
    """The choice of a room, and what a change does to a sheet already sent."""
    shown, frame, told = rooms_view(seen.sight), seen.sight.frame, []
    for kind in registry.sheet_kinds(seen.sight.realm).values():
        if not any((row.kind, row.month) == (kind.kind, shown.month) and not (row.late or row.pending) for row in seen.rows):
            continue
        if _is_taken_in(seen, kind):  # its room reports the outcome, wherever its author is by now
            continue
        room, noun = frame.room(kind.room), noun_of(kind)
        if kind.room != seen.choice:
            aside = say("Your {noun} is set aside and does not count: you are not {in_room}.", noun=noun, in_room=say(room.inside))
            back = say("Go back {to_room} and it counts as you sent it.", to_room=say(room.towards))
            told.append(f"{aside} {back}" if shown.open else aside)
        elif shown.open:
            told.append(say("Your {noun} is with Control. In another room it is set aside and does not count.", noun=noun))
    return replace(shown, sheets=tuple(told), rule=frame.rule("choosing") if told else "")


def _is_taken_in(seen: PhoneSight, kind: SheetKind) -> bool:
    """Has this sheet's room, or the player's table there, read this round's sheets?"""
    return seen.sight.view(is_taken_in, kind)


def _sheet(seen: PhoneSight) -> PagePanel:
    """What the room chosen for this round shows on the phone."""
    playing = seen.stage is DayStage.PLAYING and seen.acts
    app = registry.rooms(seen.sight.realm).get(seen.choice) if playing and seen.choice is not None else None
    panels = tuple(sheet_panel(seen.door.event.pk, seen.sight, kind, seen.rows) for kind in app.rules.sheets) if app else ()
    if len(panels) > 1:
        return PagePanel(template="control/_play_panels.html", panel=panels)
    return panels[0] if panels else EMPTY


def _results(seen: PhoneSight) -> PagePanel:
    """The results of the player's own sheets, from every room."""
    if seen.stage is DayStage.GATHERING:
        return EMPTY
    apps = [app for _room, app in sorted(registry.rooms(seen.sight.realm).items())]
    panels = tuple(app.phone.results.of(seen.door.event.pk, seen.sight) for app in apps if app.phone.results is not None)
    return PagePanel(template="control/_play_panels.html", panel=panels)


# --- map, team ----------------------------------------------------------------------------------------------------------


def _map(seen: PhoneSight) -> PagePanel | None:
    """The map as this player may see it."""
    for app in registry.rooms(seen.sight.realm).values():
        if app.phone.map is not None:
            return map_panel(seen.door.event.pk, seen.sight, app.phone.map, seen.rows)
    return None


class RevisionRow(Struct, frozen=True, kw_only=True):
    """One revision of an own sheet with its receipt."""

    room: str
    round: str
    revision: int
    received_at: datetime
    late: bool
    newest: bool
    how: str  # "" if sent, else how it came


class MePanel(Struct, frozen=True, kw_only=True):
    """The player's own data. `character`: from the game. `seals`: the address of the seals, once there are any."""

    who: PlayerView
    character: PagePanel | None
    sheets: tuple[RevisionRow, ...]
    seals: str
    over: bool


def _me(seen: PhoneSight) -> MePanel:
    character = registry.realm(seen.sight.realm).phone.character
    return MePanel(
        who=seen.who,
        character=character.of(seen.door.event.pk, seen.sight) if character else None,
        sheets=tuple(_sheet_rows(seen)),
        seals=_seals(seen),
        over=seen.stage is DayStage.OVER,
    )


def _seals(seen: PhoneSight) -> str:
    return reverse("control:seals", args=[seen.door.event.pk]) if seen.sight.public(any_sealed) else ""


def _sheet_rows(seen: PhoneSight) -> Iterator[RevisionRow]:
    kinds, frame = registry.sheet_kinds(seen.sight.realm), seen.sight.frame
    before: tuple[int, str] | None = None
    for row in seen.rows:
        kind = kinds.get(row.kind)
        newest = (row.month, row.kind) != before
        before = (row.month, row.kind)
        yield RevisionRow(
            room=frame.room_name(kind.room) if kind else row.kind,
            round=frame.round_title(row.month),
            revision=row.revision,
            received_at=row.received_at,
            late=row.late,
            newest=newest,
            how=_entry_words(row),
        )


def _entry_words(row: Sheet) -> str:
    if row.entered_by:
        return say("from paper, by {name}", name=row.entered_by)
    return say("your last draft") if row.source == "draft" else ""


PIECES: Final[tuple[PlatformRegion[Callable[[PhoneSight], object]], ...]] = (
    PlatformRegion(name="strip", template="control/_play_strip.html", topics=("strip",), view=lambda seen: seen.who, reads="state"),
    PlatformRegion(
        name="clock", template="control/_play_clock.html", topics=("clock",), view=clock_panel, moving=True, reads="rows"
    ),
    PlatformRegion(name="amends", template="control/_play_amends.html", view=lambda seen: seen.amends, told=True),
    PlatformRegion(
        name="newcomer",
        template="control/_play_newcomer.html",
        topics=(phone_badges.TOPIC,),
        view=lambda seen: phone_badges.newest_newcomer(seen.door.device),
        told=True,
    ),
    PlatformRegion(
        name="beside", topics=("beside",), view=lambda seen: links.link_panels(seen.door), tab=NOW, told=True, moving=True
    ),
    PlatformRegion(name="now", template="control/_play_now.html", topics=("clock",), view=_situation_panel, tab=NOW, told=True),
    PlatformRegion(
        name="decisions",
        template="control/_play_decisions.html",
        topics=("decisions",),
        view=lambda seen: seen.sight.view(questions),
        tab=NOW,
        reads="state",
    ),
    PlatformRegion(
        name="at-once",
        template="control/_play_at_once.html",
        topics=("clock", "strip", "team"),
        view=immediate_lines,
        tab=NOW,
        told=True,
        reads="lines",
    ),
    PlatformRegion(
        name="round", template="control/_play_round.html", topics=("clock", "news"), view=fresh_round, tab=NOW, reads="lines"
    ),
    PlatformRegion(
        name="rooms",
        template="control/_play_rooms.html",
        topics=("clock", "team", "sheet"),
        view=lambda seen: _rooms(seen),
        tab=NOW,
        reads="rows",
    ),
    PlatformRegion(name="sheet", topics=("sheet",), view=_sheet, tab=NOW, moving=True, reads="rows"),
    PlatformRegion(name="results", topics=("sheet", "fate"), view=_results, tab=NOW, reads="state"),
    PlatformRegion(name="map", view=_map, tab=MAP, reads="rows"),
    PlatformRegion(name="me", template="control/_play_me.html", topics=("strip", "sheet"), view=_me, tab=TEAM, reads="rows"),
    PlatformRegion(
        name="team",
        template="control/_play_team.html",
        topics=("team",),
        view=lambda seen: seen.sight.public(team_view, seen.who.team),
        tab=TEAM,
        of_many=True,
        reads="state",
    ),
    PlatformRegion(
        name="dispatches",
        template="control/_play_dispatches.html",
        topics=("news",),
        view=lambda seen: seen.sight.view(dispatches_sent),
        tab=NEWS,
        told=True,
        reads="state",
    ),
    PlatformRegion(
        name="news",
        template="control/_play_news.html",
        topics=("news",),
        view=lambda seen: seen.sight.view(notice_views),
        tab=NEWS,
        told=True,
        reads="state",
    ),
    PlatformRegion(
        name="rounds", template="control/_play_rounds.html", topics=("clock",), view=rounds_so_far, tab=NEWS, reads="state"
    ),
    PlatformRegion(
        name="call",
        template="control/_play_call.html",
        topics=("calls",),
        view=lambda seen: seen.sight.view(own_call),
        tab=CALL,
        reads="state",
    ),
)
