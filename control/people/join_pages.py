"""The join pages: a code from a badge gives this phone a seat. GET changes nothing, because links are prefetched."""

from __future__ import annotations

from http import HTTPStatus

from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.middleware.csrf import rotate_token
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_POST
from msgspec import Struct

from control import registry
from control.day.people.view import badge_view, player_of, teams_view
from control.day.plan import Team
from control.day.state import Presence
from control.day.view import PlayerView
from control.engine.ids import SeatId
from control.engine.language import later, say
from control.engine.viewer import NOBODY, Viewer
from control.journal import journal
from control.journal.journal import trouble_of
from control.live.connections import source_of
from control.models import Event, Seat
from control.people import access, audit, join_codes, phone_badges
from control.people.access import BadgeStatus, SeatBadge
from control.people.audit import AuditKind
from control.people.audit_page import actor_words
from control.people.throttle import CODES, JOINS
from control.regions.sight import Sight

UNKNOWN = later("This code belongs to nobody. Compare it with your badge, or ask at the check-in desk.")
EMPTY = later("Type the code from your badge: eight letters and digits.")
TOO_MANY = later("Too many wrong codes came from this network. Wait a minute, then try again, or ask at the check-in desk.")
TOO_OFTEN = later("This code let in {most} phones in ten minutes. Wait, or ask for a new one at the check-in desk.")
OUT = later("This phone is no longer joined: a new code was issued for its place. Type the new code, or ask at the check-in desk.")
THROWN_AWAY = later("The rehearsal in which this phone was is over and thrown away. Type the code from your badge to join.")
REPLACED = later(
    "This badge was given a new code at {time} by {who}, so this phone is no longer joined. "
    "If that was not you, go to the check-in desk now. Else type the new code."
)
SIGNED_OUT = later("This phone was signed out. Type the code from your badge to join again.")
UNREADABLE = later("This console cannot read the event of this phone. Tell Control; or type the code of another badge.")
NOT_READ = later("This code is right, but this console cannot read its event. Tell Control.")
GONE = later("{name} has left the game. Ask at the check-in desk for a new place.")


class JoiningPerson(Struct, frozen=True, kw_only=True):
    """The player of a code or cookie, and the looks of the teams."""

    player: PlayerView
    member: str  # team and rank, in words
    event_name: str
    rehearsal: bool  # the event is a rehearsal
    teams: tuple[Team, ...]


class Left(Struct, frozen=True, kw_only=True):
    """A player who has left an event for good."""

    name: str
    event_id: int
    event_name: str


@ensure_csrf_cookie
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest) -> HttpResponse:
    """The page for typing a code. A right code leads to the same confirmation as a scanned one."""
    if request.method != "POST":
        return draw_join(request)
    typed = request.POST.get("code", "")
    if not join_codes.plain(typed):
        return draw_join(request, refused=say(EMPTY), status=HTTPStatus.UNPROCESSABLE_ENTITY)
    if _seat_of_code(typed) is None:
        return _refuse_code(request, typed, HTTPStatus.UNPROCESSABLE_ENTITY)
    return HttpResponseRedirect(reverse("control:link", args=[join_codes.plain(typed)]))


@ensure_csrf_cookie
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def link(request: HttpRequest, code: str) -> HttpResponse:
    """The target of a badge's QR code: the player's name, and a button to join."""
    row = _seat_of_code(code)
    if row is None:
        return _refuse_code(request, code[:20], HTTPStatus.NOT_FOUND)
    if trouble_of(row.event):
        return draw_join(request, refused=say(NOT_READ), status=HTTPStatus.SERVICE_UNAVAILABLE)
    if request.method == "POST":
        return _enter(request, row, both=bool(request.POST.get("both")))
    person = joining_person(row)
    if person.player.presence is Presence.GONE:
        return _refuse_departed(request, person)
    here = access.seat_in_cookies(request.COOKIES)
    other = here if here and not _is_same_seat(here, row) else None
    full = other is not None and phone_badges.waiting_seat(request.COOKIES) is not None  # a phone holds two badges, not three
    context = {"code": code, "person": person, "other": joining_person(other) if other else None, "may_both": not full}
    return render(request, "control/join_confirm.html", context)


@require_POST
def leave(request: HttpRequest) -> HttpResponse:
    """Sign this phone out; the code on the badge stays valid. A waiting second badge becomes active."""
    found = access.badge_in_cookies(request.COOKIES)
    if found is not None and found.standing is BadgeStatus.VALID:
        with transaction.atomic():
            access.sign_out(found.told)
            name = joining_person(found.row).player.name
            audit.log_line(
                AuditKind.SIGNED_OUT, found.row.event_id, about=found.row.key, by="", name=name, device=found.told.device
            )
    response = HttpResponseRedirect(reverse("control:play"))
    if phone_badges.drop_active_seat(request, response):
        return response
    response = HttpResponseRedirect(reverse("control:join"))
    response.delete_cookie(access.COOKIE, samesite="Lax")
    return response


@require_POST
def switch(request: HttpRequest) -> HttpResponse:
    """Switch to the other badge on this phone."""
    response = HttpResponseRedirect(reverse("control:play"))
    if not phone_badges.switch_seats(request, response):
        return HttpResponseRedirect(reverse("control:join"))
    return response


def draw_join(request: HttpRequest, *, typed: str = "", refused: str = "", status: int = HTTPStatus.OK) -> HttpResponse:
    """The join page. It explains an invalid cookie. A player who has left sees only that, and nothing of the game."""
    found = access.badge_in_cookies(request.COOKIES)
    standing = found.standing if found is not None else None
    why = (
        signed_out_reason(request, found)
        if access.COOKIE in request.COOKIES and standing not in (BadgeStatus.VALID, BadgeStatus.LEFT)
        else ""
    )
    context = {
        "typed": typed,
        "refused": refused or (why if request.method != "POST" else ""),
        "person": joining_person(found.row) if found is not None and standing is BadgeStatus.VALID else None,
        "left": departed_player(found.row) if found is not None and standing is BadgeStatus.LEFT else None,
        "beside": other_person(request),
    }
    return render(request, "control/join.html", context, status=status)


def signed_out_reason(request: HttpRequest, found: SeatBadge | None) -> str:
    """Why this phone is signed out: who issued a new code and when, or that its rehearsal was deleted."""
    told = access.seat_cookie(request.COOKIES)
    if told is not None and not Event.objects.filter(pk=told.event).exists():
        return say(THROWN_AWAY)
    if found is not None and found.standing is BadgeStatus.UNREADABLE:
        return say(UNREADABLE)
    if found is None or found.standing is not BadgeStatus.REPLACED:
        return say(SIGNED_OUT) if found is not None else say(OUT)
    line = audit.newest_code(found.row.event_id, found.row.key)
    if line is None:
        return say(OUT)
    time = timezone.localtime(line.at).strftime("%H:%M")
    return say(REPLACED, time=time, who=actor_words(line, registry.realm(found.row.event.stream.engine).frame))


def departed_player(row: Seat) -> Left:
    """A player who has left, for their phone: the name without the team."""
    sight = Sight(journal.head(row.event.stream).state, NOBODY)
    player = sight.public(player_of, SeatId(row.key))
    return Left(name=player.name if player else "", event_id=row.event_id, event_name=row.event.name)


def joining_person(row: Seat) -> JoiningPerson:
    """The player of a seat row."""
    seat = SeatId(row.key)
    sight = Sight(journal.head(row.event.stream).state, Viewer(seat=seat))
    badge = sight.public(badge_view, seat)
    return JoiningPerson(
        player=badge.player,
        member=badge.member,
        event_name=row.event.name,
        rehearsal=row.event.rehearses_id is not None,
        teams=sight.public(teams_view),
    )


def other_person(request: HttpRequest) -> JoiningPerson | None:
    """The player of the waiting badge on this phone; None without one."""
    row = phone_badges.waiting_seat(request.COOKIES)
    return joining_person(row) if row else None


def _seat_of_code(typed: str) -> Seat | None:
    """The seat of a code; None for an unknown code, or if the player's joining was withdrawn."""
    row = access.seat_by_code(typed)
    if row is None or trouble_of(row.event):
        return row
    sight = Sight(journal.head(row.event.stream).state, NOBODY)
    return row if sight.public(player_of, SeatId(row.key)) is not None else None


def _is_same_seat(one: Seat, other: Seat) -> bool:
    return (one.event_id, one.key) == (other.event_id, other.key)


def _enter(request: HttpRequest, row: Seat, *, both: bool) -> HttpResponse:
    person = joining_person(row)
    if person.player.presence is Presence.GONE:
        return _refuse_departed(request, person)
    code = f"{row.event.stream.key} {row.key} {row.issue}"
    if JOINS.enough(code):
        return draw_join(request, refused=say(TOO_OFTEN, most=JOINS.most), status=HTTPStatus.TOO_MANY_REQUESTS)
    response = HttpResponseRedirect(reverse("control:play"))
    before, waits = access.badge_in_cookies(request.COOKIES), phone_badges.waiting_seat(request.COOKIES)
    here = before if before is not None and before.standing is BadgeStatus.VALID else None
    again = (here is not None and _is_same_seat(here.row, row)) or (waits is not None and _is_same_seat(waits, row))
    with transaction.atomic():
        if here is not None and not _is_same_seat(here.row, row) and (both or again):
            phone_badges.make_seat_wait(request, response)
        elif here is not None:
            access.sign_out(here.told)  # the new badge replaces its cookie, so nothing else may use it
        if not _may_keep_pages(request, before, row):
            rotate_token(request)  # an open page of the former badge can no longer send anything for this one
        device = access.remember_seat(response, row, secure=request.is_secure())
        told = {"name": person.player.name, "device": device, "before": here.row.key if here else ""}
        audit.log_line(AuditKind.JOINED, row.event_id, about=row.key, by="", **told)
    JOINS.count(code)
    if not again:
        phone_badges.announce_newcomer(row, device)
    elif here is not None and _is_same_seat(here.row, row):
        phone_badges.newcomer_goes_along(here.told.device, device)
    return response


def _may_keep_pages(request: HttpRequest, before: SeatBadge | None, row: Seat) -> bool:
    """May open pages of this browser stay valid? Not if they belong to another player or to a deleted rehearsal."""
    return _is_same_seat(before.row, row) if before is not None else access.COOKIE not in request.COOKIES


def _refuse_departed(request: HttpRequest, person: JoiningPerson) -> HttpResponse:
    sentence = say(GONE, name=person.player.name)
    return draw_join(request, refused=sentence, status=HTTPStatus.UNPROCESSABLE_ENTITY)


def _refuse_code(request: HttpRequest, typed: str, status: int) -> HttpResponse:
    """Refuse an unknown code. Right codes are never limited, because in many halls all phones share one address."""
    address = source_of(request.META.get("REMOTE_ADDR", ""))
    if CODES.enough(address):
        return draw_join(request, typed=typed, refused=say(TOO_MANY), status=HTTPStatus.TOO_MANY_REQUESTS)
    CODES.count(address)
    return draw_join(request, typed=typed, refused=say(UNKNOWN), status=status)
