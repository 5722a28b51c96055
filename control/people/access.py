"""Who may see and touch what: the only way from a request to a seat, a desk or an event.

What somebody may not know of is 404, never 403. A seat is proved by a signed cookie that names the seat, the issue of its code and
the device. Whatever opens for a seat, a page, a call, a socket, asks `standing_of`, and opens while that is valid: no newer code
was given, the device was not signed out, the player has not left for good.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from django.conf import settings
from django.contrib.auth.models import AnonymousUser, User
from django.core import signing
from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse

from control import registry, system_time
from control.day.people.view import has_left
from control.day.state import DayState
from control.engine.context import ORGANIZER, Actor
from control.engine.frame import Frame
from control.engine.ids import LARGEST, DeskId, SeatId
from control.engine.modules import Desks
from control.engine.modules import desks_of as desks_meant
from control.engine.viewer import HALL, NOBODY, Viewer
from control.journal import journal, rows
from control.journal.journal import trouble_of
from control.journal.rows import added
from control.lab.models import LAB
from control.live import broadcast
from control.models import DeviceOut, Event, Membership, Seat
from control.people import audit
from control.people.join_codes import CODE_LENGTH, new_code, plain
from control.regions.sight import Sight

COOKIE = "seat"
SALT = "control.seat"
COOKIE_AGE = 3 * 24 * 3600


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatPass:
    """A player at the door: the event and the seat; `device` is the phone that joined, "" where it was let in otherwise."""

    event: Event
    seat: SeatId
    device: str = ""

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


def hashed(code: str) -> str:
    """The keyed hash a code is stored and found by."""
    return hmac.new(settings.SECRET_KEY.encode(), code.encode(), hashlib.sha256).hexdigest()


def issue_code(seat: Seat, name: str = "") -> str:
    """Give a seat a new code; devices that joined with an older one are out from now on. `name` is whose place it is now."""
    code = new_code()
    with transaction.atomic():
        seat.code_hash = hashed(code)
        seat.issue += 1
        seat.issued_at = system_time.now()
        seat.save(update_fields=["code_hash", "issue", "issued_at"])
        audit.write(audit.Kind.CODE_GIVEN, seat.event_id, about=seat.key, name=name, issue=seat.issue)
    return code


def seat_by_code(typed: str) -> Seat | None:
    """The seat a typed code belongs to; None when it is nobody's."""
    code = plain(typed)
    if len(code) != CODE_LENGTH:
        return None
    return Seat.objects.select_related("event").defer("event__scenario").filter(code_hash=hashed(code)).first()


# --- the phone's cookie -------------------------------------------------------------------------------------------------


def remember_seat(response: HttpResponse, seat: Seat, *, secure: bool) -> str:
    """Let this phone be this seat from now on; returns its name as a device, new each time, so that it can be signed out alone."""
    device = secrets.token_hex(12)
    told = {"event": seat.event_id, "seat": seat.key, "issue": seat.issue, "device": device}
    value = signing.dumps(told, salt=SALT)
    response.set_cookie(COOKIE, value, max_age=COOKIE_AGE, httponly=True, samesite="Lax", secure=secure)
    return device


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatCookie:
    """What a signed cookie says: it proves a seat while its standing is valid."""

    event: int
    seat: str
    issue: int
    device: str

    @property
    def keys(self) -> frozenset[str]:
        """What sockets that it let in are closed by."""
        return frozenset({broadcast.seat_key(self.event, self.seat), device_key(self.device)})


class Standing(StrEnum):
    """What a seat cookie is worth now."""

    VALID = "valid"
    REPLACED = "replaced"  # a newer code was given
    SIGNED_OUT = "signed-out"
    LEFT = "left"  # the player has left for good
    UNREADABLE = "unreadable"  # this program cannot read the event: the phone may join another one meanwhile


@dataclass(frozen=True, slots=True, kw_only=True)
class Badge:
    """A seat cookie with the seat that it names, and what it is worth now."""

    told: SeatCookie
    row: Seat
    standing: Standing


def device_key(device: str) -> str:
    """How sockets name the device that let them in."""
    return f"device:{device}"


def seat_cookie(cookies: Mapping[str, str]) -> SeatCookie | None:
    """The seat cookie among these; None when there is none, or it was forged."""
    value = cookies.get(COOKIE, "")
    return _cookie_in(value, int(time.time() // 60)) if value else None


@lru_cache(maxsize=4096)
def _cookie_in(value: str, _minute: int) -> SeatCookie | None:
    """What stands in a cookie, its age looked at once a minute: every socket is asked again every few seconds."""
    try:
        told = signing.loads(value, salt=SALT, max_age=COOKIE_AGE)
    except signing.BadSignature:
        return None
    device = told.get("device") or hashlib.blake2s(value.encode(), digest_size=12).hexdigest()  # of an earlier release
    return SeatCookie(event=told["event"], seat=told["seat"], issue=told["issue"], device=device)


def standing_of(told: SeatCookie, *, issue: int | None, out: bool, sight: Sight[DayState]) -> Standing:
    """What a cookie is worth: `issue` is the newest of the seat's codes, `out` whether the device was signed out."""
    if sight.public(has_left, SeatId(told.seat)):
        return Standing.LEFT
    if issue != told.issue:
        return Standing.REPLACED
    return Standing.SIGNED_OUT if out else Standing.VALID


def badge_in_cookies(cookies: Mapping[str, str]) -> Badge | None:
    """The badge at this phone, whatever it is worth; None when there is none, or it was forged."""
    told = seat_cookie(cookies)
    found = rows.seat(told.event, told.seat, told.device) if told is not None else None
    if told is None or found is None:
        return None
    row, out = found
    if trouble_of(row.event):
        return Badge(told=told, row=row, standing=Standing.UNREADABLE)
    sight = Sight(journal.head(row.event.stream).state, NOBODY)
    return Badge(told=told, row=row, standing=standing_of(told, issue=row.issue, out=out, sight=sight))


def seat_in_cookies(cookies: Mapping[str, str]) -> Seat | None:
    """The seat row that a cookie proves; None when it proves none."""
    found = badge_in_cookies(cookies)
    return found.row if found is not None and found.standing is Standing.VALID else None


def sign_out(told: SeatCookie) -> None:
    """Let this device's cookie open nothing any more, and close its sockets."""
    added(DeviceOut(device=told.device, event_id=told.event, at=system_time.now()))
    shut_device(told)


def shut_device(told: SeatCookie) -> None:
    """Close the sockets of this device: it is somebody else's by now, or nobody's."""
    transaction.on_commit(lambda: broadcast.shut(device_key(told.device)), robust=True)


def seat_pass(request: HttpRequest) -> SeatPass | None:
    """The player at this phone; None when nobody has joined here."""
    found = badge_in_cookies(request.COOKIES)
    if found is None or found.standing is not Standing.VALID:
        return None
    return SeatPass(event=found.row.event, seat=SeatId(found.row.key), device=found.told.device)


def seat_or_404(request: HttpRequest) -> SeatPass:
    """The player at this phone, to act.

    Raises:
        Http404: this phone has joined no event.
    """
    found = seat_pass(request)
    if found is None:
        raise Http404("This phone has not joined.")
    return found


def events_in_halls() -> QuerySet[Event]:
    """The events that have screens in a hall: a day of the lab has none, for a study is not everybody's to know."""
    return Event.objects.select_related("stream").exclude(slug__startswith=LAB)


def _events() -> QuerySet[Event]:
    """Events with their streams, without the two documents that are as long as all the rest of the database."""
    return Event.objects.select_related("stream").defer("scenario", "stream__state")


# --- staff --------------------------------------------------------------------------------------------------------------


def desks_in(words: str, realm: str) -> frozenset[DeskId]:
    """The desks that a membership stores; words that are no desk of the event's game count for nothing.

    A game that is not installed has no desks.
    """
    installed = next((each for each in registry.realms() if each.name == realm), None)
    return installed.frame.all_desks.intersection(words.split()) if installed is not None else frozenset()


def desks_of(user: User | AnonymousUser, event_id: int) -> frozenset[DeskId]:
    """The desks of an account in an event, by its membership there alone: the admin of the site is nobody without one."""
    return _membership(user, event_id)[0]


def _membership(user: User | AnonymousUser, event_id: int) -> tuple[frozenset[DeskId], str]:
    """The desks of an account in an event, and which game that plays; none and "" for whoever is not of its staff."""
    if not user.is_authenticated or not user.is_active or event_id > LARGEST:
        return frozenset(), ""
    found = Membership.objects.filter(event=event_id, user=user.pk).values_list("desks", "event__stream__engine").first()
    return (desks_in(*found), found[1]) if found else (frozenset(), "")


def events_of(user: User | AnonymousUser) -> list[Event]:
    """The events that an account may work in, the newest first; rehearsals are none of them."""
    if not user.is_authenticated or not user.is_active:
        return []
    return list(Event.real.only("pk", "name", "created_at", "demo").filter(members__user=user.pk))


def rehearsals_of(user: User | AnonymousUser) -> list[Event]:
    """The copies of events that an account may rehearse on, the newest first."""
    if not user.is_authenticated or not user.is_active:
        return []
    copies = Event.objects.only("pk", "name", "created_at", "rehearses").filter(members__user=user.pk)
    return list(copies.exclude(rehearses=None))


def desk_or_404(request: HttpRequest, event_id: int, *needed: DeskId, of: Desks = frozenset()) -> DeskPass:
    """The member of staff who looks or acts; with `needed` or `of`, one of these desks, or the organizer's.

    Raises:
        Http404: not of this event's staff, not that desk, or no such event: none of it is yours to know.
    """
    desks, realm = _membership(request.user, event_id)
    frame = registry.realm(realm).frame if realm else None  # fails where the game is not installed: the page says so
    if frame is None or not desks or ((needed or of) and not desks & {*needed, *desks_meant(of, frame), ORGANIZER}):
        raise Http404("Not a desk of yours.")
    event = _events().filter(pk=event_id).first()
    if event is None:
        raise Http404("No such event.")
    return DeskPass(event=event, name=request.user.get_username(), desks=desks)


def viewer_or_404(request: HttpRequest, event_id: int, *, lab: bool = False) -> tuple[Event, Viewer]:
    """The event, and who is looking at it: staff, a player of it, or the hall; with `lab`, also a day of the lab.

    Raises:
        Http404: no such event.
    """
    known = _events() if lab else events_in_halls().defer("scenario", "stream__state")
    event = known.filter(pk=event_id).first()
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
