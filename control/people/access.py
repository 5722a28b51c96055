"""Who may see and touch what: the only way from a request to a seat, a desk or an event.

What somebody may not know of is 404, never 403. A seat is proved by a signed cookie that names the seat and the issue of its code;
re-issuing a code makes every older cookie worthless.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.conf import settings
from django.contrib.auth.models import AnonymousUser, User
from django.core import signing
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from rooms.realm.desks import ALL_DESKS, Desk

from control.engine.context import Actor
from control.engine.ids import SeatId
from control.engine.viewer import HALL, Viewer
from control.journal import rows
from control.models import Event, Seat
from rooms.realm.game.state import GameState

COOKIE = "seat"
SALT = "control.seat"
COOKIE_AGE = 3 * 24 * 3600
ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # nothing that reads like something else
CODE_LENGTH = 8
GROUP_PREFIX = "desk: "


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatPass:
    """A player at the door: the event and the seat."""

    event: Event
    seat: SeatId

    @property
    def actor(self) -> Actor:
        return Actor(seat=self.seat)

    @property
    def viewer(self) -> Viewer:
        return Viewer(seat=self.seat)


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskPass:
    """A member of staff at the door: the event, the person, the desks."""

    event: Event
    name: str
    desks: frozenset[Desk]

    @property
    def actor(self) -> Actor:
        return Actor(name=self.name, desks=self.desks)

    @property
    def viewer(self) -> Viewer:
        return Viewer(desks=self.desks)


# --- join codes ---------------------------------------------------------------------------------------------------------


def new_code() -> str:
    """A random join code, eight letters and digits: "K7QM4TXD"."""
    return "".join(secrets.choice(ALPHABET) for _each in range(CODE_LENGTH))


def shown(code: str) -> str:
    """A code as it is printed: "K7QM-4TXD"."""
    return f"{code[:4]}-{code[4:]}"


def plain(typed: str) -> str:
    """A code as typed by a thumb, made plain: case, spaces and dashes do not matter."""
    return "".join(letter for letter in typed.upper() if letter.isalnum())[:40]


def hashed(code: str) -> str:
    """The keyed hash a code is stored and found by."""
    return hmac.new(settings.SECRET_KEY.encode(), code.encode(), hashlib.sha256).hexdigest()


def issue_code(seat: Seat) -> str:
    """Give a seat a new code; devices that joined with an older one are out from now on."""
    code = new_code()
    seat.code_hash = hashed(code)
    seat.issue += 1
    seat.issued_at = timezone.now()
    seat.save(update_fields=["code_hash", "issue", "issued_at"])
    return code


def seat_by_code(typed: str) -> Seat | None:
    """The seat a typed code belongs to; None when it is nobody's."""
    code = plain(typed)
    if len(code) != CODE_LENGTH:
        return None
    return Seat.objects.select_related("event").defer("event__scenario").filter(code_hash=hashed(code)).first()


# --- the phone's cookie -------------------------------------------------------------------------------------------------


def remember_seat(response: HttpResponse, seat: Seat, *, secure: bool) -> None:
    """Let this phone be this seat from now on."""
    value = signing.dumps({"event": seat.event_id, "seat": seat.key, "issue": seat.issue}, salt=SALT)
    response.set_cookie(COOKIE, value, max_age=COOKIE_AGE, httponly=True, samesite="Lax", secure=secure)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatCookie:
    """What a signed cookie says: it proves a seat as long as the seat's code has not been issued anew."""

    event: int
    seat: str
    issue: int


def seat_cookie(cookies: Mapping[str, str]) -> SeatCookie | None:
    """The seat cookie among these; None when there is none, or it was forged."""
    try:
        told = signing.loads(cookies.get(COOKIE, ""), salt=SALT, max_age=COOKIE_AGE)
    except signing.BadSignature:
        return None
    return SeatCookie(event=told["event"], seat=told["seat"], issue=told["issue"])


def seat_in_cookies(cookies: Mapping[str, str]) -> Seat | None:
    """The seat row that a cookie proves; None when there is none, it was forged, or its code has been re-issued."""
    told = seat_cookie(cookies)
    if told is None:
        return None
    row = rows.seat(told.event, told.seat)
    return row if row is not None and row.issue == told.issue else None


def seat_pass(request: HttpRequest) -> SeatPass | None:
    """The player at this phone; None when nobody has joined here."""
    row = seat_in_cookies(request.COOKIES)
    return SeatPass(event=row.event, seat=SeatId(row.key)) if row else None


def seat_or_404(request: HttpRequest) -> SeatPass:
    """The player at this phone, to act.

    Raises:
        Http404: this phone has joined no event.
    """
    found = seat_pass(request)
    if found is None:
        raise Http404("This phone has not joined.")
    return found


def _events() -> QuerySet[Event]:
    """Events with their streams, without the two documents that are as long as all the rest of the database."""
    return Event.objects.select_related("stream").defer("scenario", "stream__state")


# --- staff --------------------------------------------------------------------------------------------------------------


def desks_of(user: User | AnonymousUser) -> frozenset[Desk]:
    """The desks of an account, by its groups; a superuser has them all."""
    if not user.is_authenticated or not user.is_active:
        return frozenset()
    if user.is_superuser:
        return ALL_DESKS
    names = set(user.groups.values_list("name", flat=True))
    return frozenset(desk for desk in Desk if f"{GROUP_PREFIX}{desk.value}" in names)


def desk_or_404(request: HttpRequest, event_id: int, *needed: Desk) -> DeskPass:
    """The member of staff who looks or acts; with `needed`, one of these desks, or the organizer's.

    Raises:
        Http404: not staff, not that desk, or no such event: none of it is yours to know.
    """
    desks = desks_of(request.user)
    if not desks or (needed and not desks & {*needed, Desk.ORGANIZER}):
        raise Http404("Not a desk of yours.")
    event = _events().filter(pk=event_id).first()
    if event is None:
        raise Http404("No such event.")
    return DeskPass(event=event, name=request.user.get_username(), desks=desks)


def viewer_or_404(request: HttpRequest, event_id: int) -> tuple[Event, Viewer]:
    """The event, and who is looking at it: staff, a player of it, or the hall.

    Raises:
        Http404: no such event.
    """
    event = _events().filter(pk=event_id).first()
    if event is None:
        raise Http404("No such event.")
    return event, viewer_of(request.user, request.COOKIES, event_id)


def viewer_of(user: User | AnonymousUser, cookies: Mapping[str, str], event_id: int) -> Viewer:
    """Who looks at an event with this account and these cookies."""
    if desks := desks_of(user):
        return Viewer(desks=desks)
    seat = seat_in_cookies(cookies)
    if seat is not None and seat.event_id == event_id:
        return Viewer(seat=SeatId(seat.key))
    return HALL


# --- sockets ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """Whoever opens a socket. With `as_hall` it is a screen in the hall: it hears what all hear, whoever is signed in at it."""

    cookies: Mapping[str, str]
    user: User | AnonymousUser = field(default_factory=AnonymousUser)
    as_hall: bool = False


def audiences_of(event: Event, state: GameState, callers: Sequence[Caller]) -> list[frozenset[str]]:
    """What each of these sockets may hear of an event; the server chooses, nobody asks. One query for all players together."""
    desks = [frozenset() if caller.as_hall else desks_of(caller.user) for caller in callers]
    told = [None if caller.as_hall else seat_cookie(caller.cookies) for caller in callers]
    wanted = {cookie.seat for cookie in told if cookie is not None and cookie.event == event.pk}
    issues = dict(event.seats.filter(key__in=wanted).values_list("key", "issue")) if wanted else {}
    found = []
    for own_desks, cookie in zip(desks, told, strict=True):
        if own_desks:
            found.append(frozenset({"all", "staff", *(f"desk:{desk.value}" for desk in own_desks)}))
        elif cookie is not None and cookie.event == event.pk and issues.get(cookie.seat) == cookie.issue:
            seat = state.seats.get(SeatId(cookie.seat))
            found.append(frozenset({"all", f"seat:{cookie.seat}", *((f"house:{seat.house}",) if seat else ())}))
        else:
            found.append(frozenset({"all"}))
    return found
