"""Walls of the hall: screens that anybody may open, because they show only what everybody may know."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from http import HTTPStatus
from itertools import islice
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.formats import date_format
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from msgspec import Struct

from control import registry, system_time
from control.day.news.view import dispatches_sent, lines_on_wall
from control.day.plan import DayLine
from control.day.seals import newest_seals
from control.day.situation import programme
from control.day.state import DayStage, DayState
from control.day.view import ClockView, NoticeView, RoomClockView, StepView, clock_view, notice_views
from control.engine.language import say
from control.engine.viewer import HALL
from control.hall import screens
from control.hall.clock_face import ClockFace, Hands, clock_face, room_hands
from control.hall.projector import alarm_panels, allow_own_frames, hall_sight
from control.hall.screen_kinds import CLOCK, MAP, NEWS, HallScreen, kinds
from control.journal import journal
from control.journal.corrections import Amends, corrections_in_hall
from control.journal.journal import readable_events
from control.models import Event
from control.people.access import event_or_404
from control.phone.pages import page_of
from control.regions.fragments import text_version
from control.regions.sight import Sight
from control.registry import WallKind
from control.sheets.seal_views import SealLine, line_of
from control.watch import ladder

# === walls ==============================================================================================================


MOST_EVENTS, MOST_TRIED = 20, 60  # events in the list, and events tried for it
ANNOUNCED_FOR = timedelta(minutes=3)
NEWEST = 6  # announcements on a screen without scrolling
NEWEST_BESIDE, EARLIER = 3, 3  # announcements, and earlier rounds, next to the news of a round


class EventLine(Struct, frozen=True, kw_only=True):
    """An event in the list, with its screens."""

    id: int
    name: str
    when: str
    over: bool
    screens: tuple[screens.Showing, ...]


class RoomLine(Struct, frozen=True, kw_only=True):
    """The step of one room or table, below the clock while rooms act. `step`: "" once all steps are done."""

    key: str
    name: str
    step: str
    hands: Hands
    steps: tuple[StepView, ...]


class HallClock(Struct, frozen=True, kw_only=True):
    """The content of the clock screen besides the countdown. `notice`: the newest announcement to all, for a while."""

    event_name: str
    face: ClockFace
    clock: ClockView
    rooms: tuple[RoomLine, ...]
    waits: str  # sentence that the round waits for Control
    programme: tuple[DayLine, ...]
    notice: NoticeView | None
    notice_until: int  # milliseconds since 1970
    seals: tuple[SealLine, ...] = ()  # of the newest month with seals
    standing: tuple[registry.PagePanel, ...] = ()  # panels of the realm and its rooms next to the clock
    ending: registry.PagePanel | None = None  # the large panel once the day is over


@never_cache
@require_safe
def choose(request: HttpRequest) -> HttpResponse:
    """List the events and their screens; running events come first, newest first."""
    newest = readable_events(Event.real.select_related("stream").defer("scenario", "stream__state").order_by("-pk")[:MOST_TRIED])
    lines = [_line(event) for event in islice(newest, MOST_EVENTS)]
    lines.sort(key=lambda line: line.over)
    return render(request, "control/screens.html", {"events": lines})


@allow_own_frames
@never_cache
@require_safe
def screen(request: HttpRequest, event_id: int, wall: str) -> HttpResponse:
    """Draw a hall screen."""
    event = event_or_404(event_id)
    found = next((each for each in kinds(event.stream.engine) if each.name == wall), None)
    if found is None:
        raise Http404("No such screen.")
    return draw_screen(request, event, found)


def draw_screen(request: HttpRequest, event: Event, found: HallScreen) -> HttpResponse:
    """Draw a screen of this kind, also for a room that has its own screens at another address."""
    sight = hall_sight(event)
    frozen = ladder.frozen_since(event)
    inside, panel = _template_and_panel(event, sight, found)
    over = alarm_panels(event, sight)
    context = {"panel": panel, "address": request.path, "page": page_of(event, sight, "hall"), "frozen": frozen, "over": over}
    response: HttpResponse
    if request.htmx:  # type: ignore[attr-defined]
        response = _news_of_screen(request, render_to_string(inside, context, request), frozen, over)
    else:
        more = {"kind": found, "title": say(found.title), "inside": inside, "alarms": registry.alarms(sight.realm), "version": ""}
        response = render(request, "control/screen_of_kind.html", {**context, **more})
    patch_vary_headers(response, ["HX-Request"])
    return response


def _news_of_screen(
    request: HttpRequest, inside: str, frozen: datetime | None, over: tuple[registry.PagePanel, ...]
) -> HttpResponse:
    """What a screen has to show now; 204 if it shows that already. It sends the version that it shows."""
    texts = (
        inside,
        render_to_string("control/_screen_frozen.html", {"frozen": frozen, "oob": True}),
        render_to_string("control/_screen_over.html", {"over": over, "oob": True}),
    )
    version = f"screen:{text_version(''.join(texts))}"
    if version == request.GET.get("seen"):
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    return HttpResponse("".join((*texts, render_to_string("control/_screen_version.html", {"version": version, "oob": True}))))


def _hall_clock(event: Event, sight: Sight[DayState]) -> HallClock:
    # It shows nothing set by hand, so it needs no corrections; the look is remembered.
    corrections_in_hall(event.stream, CLOCK.name, event.stream.head, system_time.now())
    return hall_clock(event, sight)


def hall_clock(event: Event, sight: Sight[DayState]) -> HallClock:
    """The clock as the hall sees it."""
    now = system_time.now()
    time, notices = sight.public(clock_view), sight.view(notice_views)
    newest = notices[0] if notices else None
    is_new = newest is not None and now - newest.at < ANNOUNCED_FOR
    return HallClock(
        event_name=event.name,
        face=clock_face(time, now),
        clock=time,
        rooms=tuple(
            RoomLine(key=room.key, name=room.title, step=room.step_name, hands=room_hands(room, now), steps=room.steps)
            for room in _acting_rooms(sight, time)
        ),
        waits=sight.frame.said("round-waits") if time.held else "",
        programme=sight.public(programme) if time.stage is DayStage.GATHERING else (),
        notice=newest if is_new else None,
        notice_until=int((newest.at + ANNOUNCED_FOR).timestamp() * 1000) if newest and is_new else 0,
        seals=tuple(line_of(sight, seal) for seal in sight.public(newest_seals)),
        ending=_ending(event, sight),
        standing=_clock_notes(event, sight),
    )


def _acting_rooms(sight: Sight[DayState], time: ClockView) -> tuple[RoomClockView, ...]:
    """The rooms with a step to run, or with all steps done while their phase still runs."""
    acts = time.phase is not None and sight.frame.phase(time.phase).steps
    rooms = time.rooms.values()
    return tuple(room for room in rooms if room.step or (acts and room.steps and all(step.is_done for step in room.steps)))


def _clock_notes(event: Event, sight: Sight[DayState]) -> tuple[registry.PagePanel, ...]:
    """The panels below the clock: the rooms' first, the game's own last."""
    own = registry.realm(sight.realm).hall.standing
    found = sorted(registry.clock_notes(sight.realm), key=lambda each: each is own)
    return tuple(each.hall.of(event.pk, sight) for each in found)


def _ending(event: Event, sight: Sight[DayState]) -> registry.PagePanel | None:
    ending = registry.realm(sight.realm).hall.ending
    return ending.of(event.pk, sight) if ending is not None and sight.public(clock_view).stage is DayStage.OVER else None


class HallMapView(Struct, frozen=True, kw_only=True):
    """The map screen: a small clock in a corner, and a room's map."""

    clock: HallClock
    panel: registry.PagePanel
    amends: Amends


def _hall_map(event: Event, sight: Sight[DayState]) -> HallMapView:
    piece = next(app.hall.map for app in registry.rooms(sight.realm).values() if app.hall.map is not None)
    amends = corrections_in_hall(event.stream, MAP.name, event.stream.head, system_time.now())
    return HallMapView(clock=hall_clock(event, sight), panel=piece.of(event.pk, sight), amends=amends)


class HallWall(Struct, frozen=True, kw_only=True):
    """A game's own screen: a title, a panel, and a small clock in a corner."""

    clock: HallClock
    title: str
    panel: registry.PagePanel


class HallNews(Struct, frozen=True, kw_only=True):
    """The news screen: the newest round's news, announcements to all (newest first), the game's panel, and the clock.

    Next to a round's news there is room for few announcements. The game's panel is then empty: the news include its content.
    """

    clock: HallClock
    notices: tuple[NoticeView, ...]
    more: registry.PagePanel
    dispatch: HallDispatch | None = None
    earlier: tuple[EarlierNews, ...] = ()


class HallDispatch(Struct, frozen=True, kw_only=True):
    """The lines of a round's news that are readable from afar. `more`: the number of further lines."""

    title: str
    lines: tuple[str, ...]
    more: int


class EarlierNews(Struct, frozen=True, kw_only=True):
    """The first line of an earlier round's news."""

    title: str
    first: str


def _hall_news(event: Event, sight: Sight[DayState]) -> HallNews:
    own = registry.realm(sight.realm).hall.news
    more = own.of(event.pk, sight) if own is not None else registry.EMPTY
    sent, notices = sight.view(dispatches_sent), sight.view(notice_views)
    if not sent:
        return HallNews(clock=hall_clock(event, sight), notices=notices[:NEWEST], more=more)
    newest, *before = sent
    lines = newest.lines[: lines_on_wall(newest.lines)]
    return HallNews(
        clock=hall_clock(event, sight),
        notices=notices[:NEWEST_BESIDE],
        more=registry.EMPTY,
        dispatch=HallDispatch(title=newest.title, lines=lines, more=len(newest.lines) - len(lines)),
        earlier=tuple(EarlierNews(title=each.title, first=each.lines[0]) for each in before[:EARLIER]),
    )


SHAPES: Final[Mapping[str, tuple[str, Callable[[Event, Sight[DayState]], object]]]] = {
    CLOCK.name: ("control/_screen_clock.html", _hall_clock),
    MAP.name: ("control/_screen_map.html", _hall_map),
    NEWS.name: ("control/_screen_news.html", _hall_news),
}


def _template_and_panel(event: Event, sight: Sight[DayState], kind: HallScreen) -> tuple[str, object]:
    """The template of a kind of screen, and the object it needs."""
    if isinstance(kind, WallKind):
        panel = kind.of(event.pk, sight)
        return "control/_screen_wall.html", HallWall(clock=hall_clock(event, sight), title=say(kind.title), panel=panel)
    template, shape = SHAPES[kind.name]
    return template, shape(event, sight)


def _line(event: Event) -> EventLine:
    sight: Sight[DayState] = Sight(journal.head(event.stream).state, HALL)
    clock = sight.public(clock_view)
    stage, month = clock.stage, sight.frame.round_words(clock.month)
    gathering = say("gathering")
    if clock.planned_start:
        gathering = say("gathering, {date}", date=date_format(timezone.localtime(clock.planned_start)))
    when = {DayStage.GATHERING: gathering, DayStage.PLAYING: month, DayStage.OVER: say("over")}
    return EventLine(
        id=event.pk, name=event.name, when=when[stage], over=stage is DayStage.OVER, screens=screens.own_showings(event)
    )
