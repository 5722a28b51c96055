"""The hall: screens that anybody may open and that show nothing that is not everybody's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from control import registry
from control.day.plan import DayLine
from control.day.state import DayState, Stage
from control.day.view import ClockView, NoticeView, StepView, clock_view, notice_views
from control.engine.language import say
from control.engine.viewer import HALL
from control.hall import screens
from control.hall.faces import ClockFace, Hands, clock_face, room_hands
from control.hall.framed import framed
from control.hall.kinds import CLOCK, MAP, NEWS, kinds
from control.journal import journal
from control.journal.amends import Amends, in_the_hall
from control.models import Event
from control.phone.pages import page_of
from control.registry import ScreenKind, Wall
from control.sheets.seal_views import SealLine, line_of
from control.watch import ladder

ANNOUNCED_FOR = timedelta(minutes=3)
NEWEST = 6  # announcements on a screen that nobody scrolls


@dataclass(frozen=True, slots=True, kw_only=True)
class EventLine:
    """An event to choose a screen of."""

    id: int
    name: str
    when: str
    over: bool
    screens: tuple[screens.Showing, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomLine:
    """One room's step, below the clock in Action."""

    room: str
    name: str
    step: str
    hands: Hands
    steps: tuple[StepView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HallClock:
    """What the clock screen shows besides the hands. `notice` is the newest announcement to all, for a while."""

    event_name: str
    face: ClockFace
    clock: ClockView
    rooms: tuple[RoomLine, ...]
    waits: str  # that the end of the round waits for Control
    programme: tuple[DayLine, ...]
    notice: NoticeView | None
    notice_until: int  # milliseconds since 1970
    seals: tuple[SealLine, ...] = ()  # of the newest month that has any
    standing: tuple[registry.Panel, ...] = ()  # what the realm and its rooms say beside the clock
    ending: registry.Panel | None = None  # what is shown large once the day is over


@never_cache
@require_safe
def choose(request: HttpRequest) -> HttpResponse:
    """Which screen of which event; the newest event that runs stands first."""
    lines = [_line(event) for event in Event.objects.select_related("stream").order_by("-pk")[:20]]
    lines.sort(key=lambda line: line.over)
    return render(request, "control/screens.html", {"events": lines})


@framed
@never_cache
@require_safe
def screen(request: HttpRequest, event_id: int, wall: str) -> HttpResponse:
    """A screen of the hall."""
    event = Event.objects.select_related("stream").filter(pk=event_id).first()
    if event is None:
        raise Http404("No such event.")
    found = next((each for each in kinds(event.stream.engine) if each.name == wall), None)
    if found is None:
        raise Http404("No such screen.")
    state = ladder.shown_in_hall(event, journal.head(event.stream).state)
    frozen = ladder.frozen_since(event)
    inside, panel = _inside(event, state, found)
    context = {"panel": panel, "event_id": event.pk, "page": page_of(event, state, "hall"), "frozen": frozen}
    if request.htmx:  # type: ignore[attr-defined]
        response = render(request, inside, context)
        response.write(render_to_string("control/_screen_frozen.html", {"frozen": frozen, "oob": True}))
    else:
        whole = {**context, "kind": found, "title": say(found.title), "inside": inside}
        response = render(request, "control/screen_of_kind.html", whole)
    patch_vary_headers(response, ["HX-Request"])
    return response


def _hall_clock(event: Event, state: DayState) -> HallClock:
    # Nothing on it is set by hand, so it corrects nothing; that it was looked at is remembered.
    in_the_hall(event.stream, CLOCK.name, event.stream.head, timezone.now())
    return hall_clock(event, state)


def hall_clock(event: Event, state: DayState) -> HallClock:
    """The clock as the hall sees it."""
    now = timezone.now()
    time, notices = clock_view(state), notice_views(state, HALL)
    newest = notices[0] if notices else None
    is_new = newest is not None and now - newest.at < ANNOUNCED_FOR
    return HallClock(
        event_name=event.name,
        face=clock_face(time, now),
        clock=time,
        rooms=tuple(
            RoomLine(room=room.room, name=room.name, step=room.step_name, hands=room_hands(room, now), steps=room.steps)
            for room in time.rooms.values()
            if room.step
        ),
        waits=state.frame.said("round-waits") if time.held else "",
        programme=state.timetable.programme if time.stage is Stage.GATHERING else (),
        notice=newest if is_new else None,
        notice_until=int((newest.at + ANNOUNCED_FOR).timestamp() * 1000) if newest and is_new else 0,
        seals=tuple(line_of(state, seal) for seal in state.seals if seal.month == state.seals[-1].month),
        ending=_ending(state),
        standing=_standing(state),
    )


def _standing(state: DayState) -> tuple[registry.Panel, ...]:
    """What stands below the clock: the rooms' words, and at the end of the line the game's own."""
    own = registry.realm(state.REALM).standing
    return tuple(each.hall(state) for each in sorted(registry.standing(state.REALM), key=lambda each: each is own))


def _ending(state: DayState) -> registry.Panel | None:
    ending = registry.realm(state.REALM).ending
    return ending(state) if ending is not None and state.clock.stage is Stage.OVER else None


@dataclass(frozen=True, slots=True, kw_only=True)
class HallMap:
    """The map screen: the clock small in a corner, and what a room shows the hall."""

    clock: HallClock
    panel: registry.Panel
    amends: Amends


def _hall_map(event: Event, state: DayState) -> HallMap:
    draw = next(app.hall.draw for app in registry.rooms(state.REALM).values() if app.hall is not None)
    amends = in_the_hall(event.stream, MAP.name, event.stream.head, timezone.now())
    return HallMap(clock=hall_clock(event, state), panel=draw(event.pk, state), amends=amends)


@dataclass(frozen=True, slots=True, kw_only=True)
class HallWall:
    """What a game shows the hall below a title, and the clock small in a corner."""

    clock: HallClock
    title: str
    panel: registry.Panel


@dataclass(frozen=True, slots=True, kw_only=True)
class HallNews:
    """The news: what was announced to everybody, newest first, and the clock small in a corner."""

    clock: HallClock
    notices: tuple[NoticeView, ...]


def _hall_news(event: Event, state: DayState) -> HallNews:
    return HallNews(clock=hall_clock(event, state), notices=notice_views(state, HALL)[:NEWEST])


SHAPES: Final[Mapping[str, tuple[str, Callable[[Event, DayState], object]]]] = {
    CLOCK.name: ("control/_screen_clock.html", _hall_clock),
    MAP.name: ("control/_screen_map.html", _hall_map),
    NEWS.name: ("control/_screen_news.html", _hall_news),
}


def _inside(event: Event, state: DayState, kind: ScreenKind) -> tuple[str, object]:
    """The fragment that a kind of screen is drawn with, and the object it needs."""
    if isinstance(kind, Wall):
        return "control/_screen_wall.html", HallWall(clock=hall_clock(event, state), title=say(kind.title), panel=kind.draw(state))
    template, shape = SHAPES[kind.name]
    return template, shape(event, state)


def _line(event: Event) -> EventLine:
    state = journal.head(event.stream).state
    stage, month = state.clock.stage, state.frame.round_words(state.clock.month)
    when = {Stage.GATHERING: say("gathering"), Stage.PLAYING: month, Stage.OVER: say("over")}
    return EventLine(id=event.pk, name=event.name, when=when[stage], over=stage is Stage.OVER, screens=screens.own_showings(event))
