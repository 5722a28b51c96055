"""The hall: screens that anybody may open and that show nothing that is not everybody's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from control import registry
from control.day.plan import DayLine
from control.day.state import Stage
from control.day.view import ClockView, NoticeView, StepView
from control.engine.language import say
from control.engine.viewer import HALL
from control.hall.faces import ClockFace, Hands, clock_face, room_hands
from control.hall.framed import framed
from control.journal import journal
from control.journal.amends import Amends, in_the_hall
from control.models import Event
from control.phone.pages import page_of
from control.sheets.seal_views import SealLine, line_of
from control.watch import ladder
from rooms.realm.game.state import GameState
from rooms.realm.game.view import LawView, view_shared

ANNOUNCED_FOR = timedelta(minutes=3)
NEWS = 6  # announcements on a screen that nobody scrolls


@dataclass(frozen=True, slots=True, kw_only=True)
class EventLine:
    """An event to choose a screen of."""

    id: int
    name: str
    when: str
    over: bool


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
def clock(request: HttpRequest, event_id: int) -> HttpResponse:
    """The clock of the hall."""
    return _screen(request, event_id, "clock", _hall_clock)


@framed
@never_cache
@require_safe
def hall_map(request: HttpRequest, event_id: int) -> HttpResponse:
    """The map of the hall, as a room brings it."""
    return _screen(request, event_id, "map", _hall_panels)


@framed
@never_cache
@require_safe
def laws(request: HttpRequest, event_id: int) -> HttpResponse:
    """The Law Board of the hall."""
    return _screen(request, event_id, "laws", _hall_laws)


@framed
@never_cache
@require_safe
def news(request: HttpRequest, event_id: int) -> HttpResponse:
    """What was announced to everybody."""
    return _screen(request, event_id, "news", _hall_news)


def _hall_clock(event: Event, state: GameState) -> HallClock:
    # Nothing on it is set by hand, so it corrects nothing; that it was looked at is remembered.
    in_the_hall(event.stream, "clock", event.stream.head, timezone.now())
    return hall_clock(event, state)


def hall_clock(event: Event, state: GameState) -> HallClock:
    """The clock as the hall sees it."""
    now = timezone.now()
    shared = view_shared(state, HALL)
    newest = shared.notices[0] if shared.notices else None
    is_new = newest is not None and now - newest.at < ANNOUNCED_FOR
    return HallClock(
        event_name=event.name,
        face=clock_face(shared.clock, now),
        clock=shared.clock,
        rooms=tuple(
            RoomLine(room=room.room, name=room.name, step=room.step_name, hands=room_hands(room, now), steps=room.steps)
            for room in shared.clock.rooms.values()
            if room.step
        ),
        programme=state.scenario.timetable.programme if shared.clock.stage is Stage.GATHERING else (),
        notice=newest if is_new else None,
        notice_until=int((newest.at + ANNOUNCED_FOR).timestamp() * 1000) if newest and is_new else 0,
        seals=tuple(line_of(state, seal) for seal in state.seals if seal.month == state.seals[-1].month),
        ending=_ending(state),
        standing=tuple(each.hall(state) for each in registry.standing(state.REALM)),
    )


def _ending(state: GameState) -> registry.Panel | None:
    ending = registry.realm(state.REALM).ending
    return ending(state) if ending is not None and state.clock.stage is Stage.OVER else None


def _hall_panels(event: Event, state: GameState) -> HallMap:
    panels = [app.hall.draw(event.pk, state) for app in registry.rooms(state.REALM).values() if app.hall is not None]
    amends = in_the_hall(event.stream, "map", event.stream.head, timezone.now())
    return HallMap(clock=hall_clock(event, state), panel=panels[0] if panels else None, amends=amends)


@dataclass(frozen=True, slots=True, kw_only=True)
class HallLaws:
    """The Law Board: the laws in force, and the clock small in a corner."""

    clock: HallClock
    laws: tuple[LawView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HallNews:
    """The news: what was announced to everybody, newest first, and the clock small in a corner."""

    clock: HallClock
    notices: tuple[NoticeView, ...]


def _hall_laws(event: Event, state: GameState) -> HallLaws:
    return HallLaws(clock=hall_clock(event, state), laws=view_shared(state, HALL).laws)


def _hall_news(event: Event, state: GameState) -> HallNews:
    return HallNews(clock=hall_clock(event, state), notices=view_shared(state, HALL).notices[:NEWS])


@dataclass(frozen=True, slots=True, kw_only=True)
class HallMap:
    """The map screen: the clock small in a corner, and what a room shows the hall."""

    clock: HallClock
    panel: registry.Panel | None
    amends: Amends


def _screen(request: HttpRequest, event_id: int, kind: str, shape: Callable[[Event, GameState], object]) -> HttpResponse:
    event = Event.objects.select_related("stream").filter(pk=event_id).first()
    if event is None:
        raise Http404("No such event.")
    state = ladder.shown_in_hall(event, journal.head(event.stream).state)
    frozen = ladder.frozen_since(event)
    context = {"panel": shape(event, state), "event_id": event.pk, "page": page_of(event, state, "hall"), "frozen": frozen}
    template = f"control/_screen_{kind}.html" if request.htmx else f"control/screen_{kind}.html"  # type: ignore[attr-defined]
    response = render(request, template, context)
    if request.htmx:  # type: ignore[attr-defined]
        response.write(render_to_string("control/_screen_frozen.html", {"frozen": frozen, "oob": True}))
    patch_vary_headers(response, ["HX-Request"])
    return response


def _line(event: Event) -> EventLine:
    clock = journal.head(event.stream).state.clock
    when = {Stage.GATHERING: say("gathering"), Stage.PLAYING: say("month {month}", month=clock.month), Stage.OVER: say("over")}
    return EventLine(id=event.pk, name=event.name, when=when[clock.stage], over=clock.stage is Stage.OVER)
