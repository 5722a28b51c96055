"""Frame of every page of the console, and the switch of the theme."""

from __future__ import annotations

import hashlib
import time
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST
from msgspec import Struct

from control.day.plan import Team
from control.day.view import about_day
from control.engine.ids import SeatId
from control.models import Event
from control.regions.sight import Sight

WHOSE = "X-Whose"  # the header of a page that belongs to one person
THEME_AGE = 365 * 24 * 3600


class Whose(Struct, frozen=True, kw_only=True):
    """The person a page belongs to: `mark`, a hash of the account or seat, which proves nothing; and `name`."""

    mark: str
    name: str


def account_page(account: str) -> Whose:
    """The owner of an account's pages, at any desk."""
    return Whose(mark=_mark(f"account {account}"), name=account)


def seat_page(event_id: int, seat: SeatId, name: str) -> Whose:
    """The owner of a seat's pages, with any code and phone."""
    return Whose(mark=_mark(f"seat {event_id} {seat}"), name=name)


def _mark(words: str) -> str:
    return hashlib.blake2s(words.encode(), digest_size=9).hexdigest()


class Page(Struct, frozen=True, kw_only=True):
    """The data of the frame: event, viewer, time of drawing. `role`: "player", "control" or "hall"."""

    event_id: int
    event_name: str
    role: str
    live: str
    now: int  # the server's clock, milliseconds
    warn: str  # seconds before the end when a clock warns: "120,30"
    teams: tuple[Team, ...]
    rehearsal: bool = False  # the page belongs to a copy of an event, and says so
    whose: Whose | None = None  # owner of unsent text that this device keeps (unsent.js)


def page_of(event: Event, sight: Sight[Any], role: str, whose: Whose | None = None) -> Page:
    """The frame of a page of this event; `whose` if it belongs to one person."""
    about = sight.public(about_day)
    return Page(
        event_id=event.pk,
        event_name=event.name,
        role=role,
        live=f"/live/{event.pk}/",
        now=time.time_ns() // 1_000_000,
        warn=",".join(str(seconds) for seconds in about.warn_at),
        teams=about.teams,
        rehearsal=event.rehearses_id is not None,
        whose=whose,
    )


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Switch between light and dark on this device; for pages without JavaScript."""
    back = request.POST.get("next", "/")
    if not url_has_allowed_host_and_scheme(back, allowed_hosts={request.get_host()}):
        back = "/"
    chosen = "dark" if request.COOKIES.get("theme") == "light" else "light"
    response = HttpResponseRedirect(back)
    response.set_cookie("theme", chosen, max_age=THEME_AGE, samesite="Lax", secure=request.is_secure())
    return response
