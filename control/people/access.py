"""Who may see and touch what: the only way from a request to a seat, a desk or an event.

What somebody may not know of is 404, never 403. A seat is proved by a signed cookie that names the seat and the issue of its code;
re-issuing a code makes every older cookie worthless.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from django.conf import settings
from django.contrib.auth.models import AnonymousUser, User
from django.core import signing
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone

from control import registry
from control.day.state import DayState
from control.engine.context import ORGANIZER, Actor
from control.engine.frame import Frame
from control.engine.ids import DeskId, SeatId
from control.engine.modules import Desks
from control.engine.modules import desks_of as desks_meant
from control.engine.viewer import HALL, Viewer
from control.journal import rows
from control.models import Event, Membership, Seat

COOKIE = "seat"
LARGEST_ID = 2**63 - 1  # what a database can look for: an address may hold a longer number
SALT = "control.seat"
COOKIE_AGE = 3 * 24 * 3600
ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # nothing that reads like something else
CODE_LENGTH = 8


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
    desks: frozenset[DeskId]

    @property
    def actor(self) -> Actor:
        return Actor(name=self.name, desks=self.desks)

    @property
    def viewer(self) -> Viewer:
        return Viewer(desks=self.desks)

    @property
    def frame(self) -> Frame:
        """The phases, rooms and desks of the game that this event plays."""
        return registry.realm(self.event.stream.engine).frame


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


def desks_in(words: str, realm: str) -> frozenset[DeskId]:
    """The desks that a membership stores; words that are no desk of the event's game count for nothing."""
    return registry.realm(realm).frame.all_desks.intersection(words.split())


def desks_of(user: User | AnonymousUser, event_id: int) -> frozenset[DeskId]:
    """The desks of an account in an event, by its membership there alone: the admin of the site is nobody without one."""
    return _membership(user, event_id)[0]


def _membership(user: User | AnonymousUser, event_id: int) -> tuple[frozenset[DeskId], str]:
    """The desks of an account in an event, and which game that plays; none and "" for whoever is not of its staff."""
    if not user.is_authenticated or not user.is_active or event_id > LARGEST_ID:
        return frozenset(), ""
    found = Membership.objects.filter(event=event_id, user=user.pk).values_list("desks", "event__stream__engine").first()
    return (desks_in(*found), found[1]) if found else (frozenset(), "")


def events_of(user: User | AnonymousUser) -> list[Event]:
    """The events that an account may work in, the newest first."""
    if not user.is_authenticated or not user.is_active:
        return []
    return list(Event.objects.only("pk", "name", "created_at", "demo").filter(members__user=user.pk))


def desk_or_404(request: HttpRequest, event_id: int, *needed: DeskId, of: Desks = frozenset()) -> DeskPass:
    """The member of staff who looks or acts; with `needed` or `of`, one of these desks, or the organizer's.

    Raises:
        Http404: not of this event's staff, not that desk, or no such event: none of it is yours to know.
    """
    desks, realm = _membership(request.user, event_id)
    if not desks or ((needed or of) and not desks & {*needed, *desks_meant(of, registry.realm(realm).frame), ORGANIZER}):
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
    if desks := desks_of(user, event_id):
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


def account_key(user_id: int) -> str:
    """The audience of one account's screens."""
    return f"account:{user_id}"


def team_audiences(user_id: int, desks: frozenset[str]) -> frozenset[str]:
    """What a screen of the control team may hear."""
    return frozenset({"all", "staff", account_key(user_id), *(f"desk:{desk}" for desk in desks)})


def audiences_now(event_ids: Collection[int]) -> dict[tuple[int, str], frozenset[str]]:
    """What the screens of each account may hear now in each of these events, by event and account. One query."""
    active = Membership.objects.filter(event__in=event_ids, user__is_active=True)
    found = active.values_list("event", "user", "desks", "event__stream__engine")
    return {
        (event, account_key(user)): team_audiences(user, own)
        for event, user, words, realm in found
        if (own := desks_in(words, realm))
    }


def audiences_of(event: Event, state: DayState, callers: Sequence[Caller]) -> list[frozenset[str]]:
    """What each of these sockets may hear of an event; the server chooses, nobody asks. One query for all players together."""
    team = audiences_now((event.pk,)) if any(caller.user.is_authenticated and not caller.as_hall for caller in callers) else {}
    told = [None if caller.as_hall else seat_cookie(caller.cookies) for caller in callers]
    wanted = {cookie.seat for cookie in told if cookie is not None and cookie.event == event.pk}
    issues = dict(event.seats.filter(key__in=wanted).values_list("key", "issue")) if wanted else {}
    found = []
    for caller, cookie in zip(callers, told, strict=True):
        own = None if caller.as_hall or caller.user.pk is None else team.get((event.pk, account_key(caller.user.pk)))
        if own:
            found.append(own)
        elif cookie is not None and cookie.event == event.pk and issues.get(cookie.seat) == cookie.issue:
            seat = state.seats.get(SeatId(cookie.seat))
            found.append(frozenset({"all", f"seat:{cookie.seat}", *((f"team:{seat.team}",) if seat else ())}))
        else:
            found.append(frozenset({"all"}))
    return found
