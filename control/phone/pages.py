"""What every page of the console is drawn with, and the small addresses that belong to no screen."""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from control.day.plan import Team
from control.day.view import about_day
from control.engine.ids import SeatId
from control.models import Event
from control.regions.sight import Sight

WHOSE = "X-Whose"  # the header of a page that belongs to one person
THEME_AGE = 365 * 24 * 3600


@dataclass(frozen=True, slots=True, kw_only=True)
class Whose:
    """Whose page it is: a short name of the account or the seat, which proves nothing, and what this person is called."""

    mark: str
    name: str


def account_page(account: str) -> Whose:
    """The page of an account, at whatever desks."""
    return Whose(mark=_mark(f"account {account}"), name=account)


def seat_page(event_id: int, seat: SeatId, name: str) -> Whose:
    """The page of a seat, whatever its code and its phone."""
    return Whose(mark=_mark(f"seat {event_id} {seat}"), name=name)


def _mark(words: str) -> str:
    return hashlib.blake2s(words.encode(), digest_size=9).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """The frame's facts: which event, for whom, when it was drawn. `role` is "player", "control" or "hall"."""

    event_id: int
    event_name: str
    role: str
    live: str
    now: int  # the server's clock, milliseconds
    warn: str  # seconds before the end at which a clock warns: "120,30"
    teams: tuple[Team, ...]
    rehearsal: bool = False  # it is a page of a copy, and says so
    whose: Whose | None = None  # for whom text that was not sent is kept on this device (unsent.js)


def page_of(event: Event, sight: Sight[Any], role: str, whose: Whose | None = None) -> Page:
    """The frame of a page of this event; `whose` where it belongs to one person."""
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
    """Light or dark, remembered on this device; the way without JavaScript."""
    back = request.POST.get("next", "/")
    if not url_has_allowed_host_and_scheme(back, allowed_hosts={request.get_host()}):
        back = "/"
    chosen = "dark" if request.COOKIES.get("theme") == "light" else "light"
    response = HttpResponseRedirect(back)
    response.set_cookie("theme", chosen, max_age=THEME_AGE, samesite="Lax", secure=request.is_secure())
    return response
