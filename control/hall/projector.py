"""Projector of the hall: a frame around the page it shows, alarms over it, and permission to be framed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from msgspec import Struct

from control import registry, system_time
from control.day.state import DayState
from control.engine.refusal import Refused
from control.engine.viewer import HALL
from control.hall import screens
from control.hall.screens import Showing
from control.journal import journal
from control.live.connections import source_of
from control.models import Event, Screen
from control.people.access import event_or_404
from control.phone.pages import page_of
from control.regions.sight import Sight
from control.watch import ladder
from megagame.csp import POLICY

# === alarms =============================================================================================================

# Alarms: panels over whatever the hall's screens show.


def hall_sight(event: Event) -> Sight[DayState]:
    """The event as the hall sees it now."""
    return Sight(ladder.shown_in_hall(event, journal.head(event.stream).state), HALL)


def alarm_panels(event: Event, sight: Sight[DayState]) -> tuple[registry.PagePanel, ...]:
    """The alarms over any screen; usually none."""
    found = (each.of(event.pk, sight) for each in registry.alarms(sight.realm))
    return tuple(each for each in found if each is not registry.EMPTY)


# === projector ==========================================================================================================

# A projector of the hall: a frame around what it shows, with messages from the console.


AGAIN = 20  # seconds until a refused screen asks again
KEPT = 30 * 24 * 3600  # seconds: a projector that returns on the next day keeps its name


class ProjectorView(Struct, frozen=True, kw_only=True):
    """What a projector shows: its own record, its page, and whether its name flashes now.

    `over`: the alarms of the hall, if the page is of another kind, such as a side table. Hall screens draw these themselves.
    """

    screen: Screen
    showing: Showing
    flashes: bool
    every: int
    over: tuple[registry.PagePanel, ...]


@never_cache
@require_safe
def projector(request: HttpRequest, event_id: int) -> HttpResponse:
    """Draw a projector that the console controls. An unknown browser gets a name."""
    event = event_or_404(event_id)
    address = "" if request.user.is_authenticated else source_of(request.META.get("REMOTE_ADDR", ""))
    try:
        screen = screens.screen_of(event, request.COOKIES.get(screens.cookie(event.pk), ""), system_time.now(), address)
    except Refused as no:
        refused = render(request, "control/sentence.html", {"sentence": no.sentence}, status=409)
        refused.headers["Refresh"] = str(AGAIN)  # a projector has no user to reload it
        return refused
    screens.tell_console(event.pk)
    context = {
        "page": page_of(event, Sight(journal.head(event.stream).state, HALL), "hall"),
        "event_id": event.pk,
        "told": _projector_view(event, screen, system_time.now()),
        "alarms": registry.alarms(event.stream.engine),
    }
    response = render(request, "control/projector.html", context)
    name, secure = screens.cookie(event.pk), request.is_secure()
    # For every path: a live socket with this cookie is not a stranger's.
    response.set_cookie(name, str(screen.tag), max_age=KEPT, path="/", httponly=True, samesite="Lax", secure=secure)
    return response


@never_cache
@require_safe
def poll_screen(request: HttpRequest, event_id: int) -> HttpResponse:
    """Tell a screen what to show; it asks every few seconds. One removed from the list reloads and gets a new name."""
    event = event_or_404(event_id)
    now = system_time.now()
    screen = screens.polling_screen(event, request.COOKIES.get(screens.cookie(event.pk), ""), now)
    if screen is None:
        response = HttpResponse(status=204)
        response.headers["HX-Refresh"] = "true"
        return response
    return render(request, "control/_projector.html", {"told": _projector_view(event, screen, now)})


def _projector_view(event: Event, screen: Screen, now: datetime) -> ProjectorView:
    flashes = screen.flash_until is not None and now < screen.flash_until
    showing = screens.showing_of(event, screen.shows)
    over = () if showing.alone else alarm_panels(event, hall_sight(event))
    return ProjectorView(screen=screen, showing=showing, flashes=flashes, every=screens.ASKS_EVERY, over=over)


# === framed pages =======================================================================================================

# Pages that may be framed by this site's own pages, such as a projector's.


FRAMED = POLICY.replace("frame-ancestors 'none'", "frame-ancestors 'self'")


def allow_own_frames(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorate a view: only our own pages may frame its answer."""

    @wraps(view)
    def answer(*args: Any, **more: Any) -> HttpResponse:
        response = view(*args, **more)
        response.headers["Content-Security-Policy"] = FRAMED
        response.headers["X-Frame-Options"] = "SAMEORIGIN"
        return response

    return answer
