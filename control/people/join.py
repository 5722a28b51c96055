"""The door: a code from the badge, typed or scanned, makes this phone a seat. A GET changes nothing, for links are prefetched."""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_POST

from control.day.plan import Team
from control.day.state import Presence
from control.day.view import PlayerView, member_words, player_view
from control.engine.ids import SeatId
from control.engine.language import later, say
from control.journal import journal
from control.models import Seat
from control.people import access, beside
from control.people.throttle import CODES

UNKNOWN = later("This code belongs to nobody. Compare it with your badge, or ask at the check-in desk.")
EMPTY = later("Type the code from your badge: eight letters and digits.")
TOO_MANY = later("Too many wrong codes came from this network. Wait a minute, then try again, or ask at the check-in desk.")
OUT = later("This phone is no longer joined: a new code was issued for its place. Type the new code, or ask at the check-in desk.")
GONE = later("{name} has left the game. Ask at the check-in desk for a new place.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Whose place a code or a cookie is, and the looks of the teams."""

    player: PlayerView
    member: str  # of which team, and at which rank
    event_name: str
    teams: tuple[Team, ...]


@ensure_csrf_cookie
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest) -> HttpResponse:
    """The page to type a code into; a code that is right leads to the question whether this is you."""
    if request.method != "POST":
        return draw_join(request)
    typed = request.POST.get("code", "")
    if not access.plain(typed):
        return draw_join(request, refused=say(EMPTY), status=HTTPStatus.UNPROCESSABLE_ENTITY)
    row = access.seat_by_code(typed)
    if row is None:
        return _wrong(request, typed, HTTPStatus.UNPROCESSABLE_ENTITY)
    return _enter(request, row, both=bool(request.POST.get("both")))


@ensure_csrf_cookie
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def link(request: HttpRequest, code: str) -> HttpResponse:
    """Where the QR on a badge leads: who this is, and a button to join."""
    row = access.seat_by_code(code)
    if row is None:
        return _wrong(request, code[:20], HTTPStatus.NOT_FOUND)
    if request.method == "POST":
        return _enter(request, row, both=bool(request.POST.get("both")))
    here = access.seat_in_cookies(request.COOKIES)
    other = here if here and not _same(here, row) else None
    full = other is not None and beside.beside(request.COOKIES) is not None  # a phone holds two badges, not three
    context = {"code": code, "person": person_of(row), "other": person_of(other) if other else None, "may_both": not full}
    return render(request, "control/join_confirm.html", context)


@require_POST
def leave(request: HttpRequest) -> HttpResponse:
    """This phone is not this player's any more; the code on the badge stays good. The other of two badges plays on."""
    response = HttpResponseRedirect(reverse("control:play"))
    if beside.only_other(request, response):
        return response
    response = HttpResponseRedirect(reverse("control:join"))
    response.delete_cookie(access.COOKIE, samesite="Lax")
    return response


@require_POST
def switch(request: HttpRequest) -> HttpResponse:
    """The other of the two badges on this phone plays now."""
    response = HttpResponseRedirect(reverse("control:play"))
    if not beside.change_over(request, response):
        return HttpResponseRedirect(reverse("control:join"))
    return response


def draw_join(request: HttpRequest, *, typed: str = "", refused: str = "", status: int = HTTPStatus.OK) -> HttpResponse:
    """The join page. A cookie that proves nothing any more is explained."""
    row = access.seat_in_cookies(request.COOKIES)
    was_out = row is None and access.COOKIE in request.COOKIES
    context = {
        "typed": typed,
        "refused": refused or (say(OUT) if was_out and request.method != "POST" else ""),
        "person": person_of(row) if row else None,
        "beside": other_person(request),
    }
    return render(request, "control/join.html", context, status=status)


def person_of(row: Seat) -> Person:
    """Who sits at a seat row."""
    state = journal.head(row.event.stream).state
    seat = state.seats[SeatId(row.key)]
    return Person(player=player_view(state, seat), member=member_words(state, seat), event_name=row.event.name, teams=state.teams)


def other_person(request: HttpRequest) -> Person | None:
    """Whose badge waits at this phone beside the one that plays."""
    row = beside.beside(request.COOKIES)
    return person_of(row) if row else None


def _same(one: Seat, other: Seat) -> bool:
    return (one.event_id, one.key) == (other.event_id, other.key)


def _enter(request: HttpRequest, row: Seat, *, both: bool) -> HttpResponse:
    person = person_of(row)
    if person.player.presence is Presence.GONE:
        sentence = say(GONE, name=person.player.name)
        return draw_join(request, refused=sentence, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    response = HttpResponseRedirect(reverse("control:play"))
    here, waits = access.seat_in_cookies(request.COOKIES), beside.beside(request.COOKIES)
    if here is not None and not _same(here, row) and (both or (waits is not None and _same(waits, row))):
        beside.put_beside(request, response)
    access.remember_seat(response, row, secure=request.is_secure())
    return response


def _wrong(request: HttpRequest, typed: str, status: int) -> HttpResponse:
    """Say that a code is nobody's. A right code always opens the door, for in many halls all phones come from one address."""
    address = request.META.get("REMOTE_ADDR", "")
    if CODES.enough(address):
        return draw_join(request, typed=typed, refused=say(TOO_MANY), status=HTTPStatus.TOO_MANY_REQUESTS)
    CODES.count(address)
    return draw_join(request, typed=typed, refused=say(UNKNOWN), status=status)
