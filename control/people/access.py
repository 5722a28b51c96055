"""Access control: the only way from a request to a seat, a desk or an event.

Anything that somebody may not know of is a 404, never a 403. A signed cookie proves a seat; it names the seat, the issue of its
code and the device. Every page, call and socket of a seat checks `badge_status`. The cookie is valid while no newer code was
given, the device was not signed out, and the player has not left for good.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections.abc import Collection, Mapping
from enum import StrEnum
from functools import lru_cache

from django.conf import settings
from django.contrib.auth.models import AnonymousUser, User
from django.core import signing
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from msgspec import Struct

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
from control.journal.rows import insert_if_new
from control.lab.models import LAB
from control.live import broadcast
from control.models import DeviceOut, Event, Seat
from control.people import audit
from control.people.join_codes import CODE_LENGTH, new_code, plain
from control.regions.sight import Sight

COOKIE = "seat"
SALT = "control.seat"
COOKIE_AGE = 3 * 24 * 3600


class SeatPass(Struct, frozen=True, kw_only=True):
    """Proven access of a player to a seat. `device`: the phone that joined, "" without one."""

    event: Event
    seat: SeatId
    device: str = ""

    @property
    def actor(self) -> Actor:
        return Actor(seat=self.seat)

    @property
    def viewer(self) -> Viewer:
        return Viewer(seat=self.seat)


class DeskPass(Struct, frozen=True, kw_only=True):
    """Proven access of a member of staff to desks of an event."""

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
        """The frame of the event's game."""
        return registry.realm(self.event.stream.engine).frame


# --- join codes ---------------------------------------------------------------------------------------------------------


def hash_code(code: str) -> str:
    """The keyed hash under which a code is stored."""
    return hmac.new(settings.SECRET_KEY.encode(), code.encode(), hashlib.sha256).hexdigest()


def issue_code(seat: Seat, name: str = "") -> str:
    """Give a seat a new code; cookies from older codes become invalid. `name`: the current player, for the access log."""
    code = new_code()
    with transaction.atomic():
        seat.code_hash = hash_code(code)
        seat.issue += 1
        seat.issued_at = system_time.now()
        seat.save(update_fields=["code_hash", "issue", "issued_at"])
        audit.log_line(audit.AuditKind.CODE_GIVEN, seat.event_id, about=seat.key, name=name, issue=seat.issue)
    return code


def seat_by_code(typed: str) -> Seat | None:
    """The seat of a typed code; None for an unknown code."""
    code = plain(typed)
    if len(code) != CODE_LENGTH:
        return None
    return Seat.objects.select_related("event").defer("event__scenario").filter(code_hash=hash_code(code)).first()


# --- the phone's cookie -------------------------------------------------------------------------------------------------


def remember_seat(response: HttpResponse, seat: Seat, *, secure: bool) -> str:
    """Set the cookie of a seat. Return a new device id, by which this phone alone can be signed out."""
    device = secrets.token_hex(12)
    told = {"event": seat.event_id, "seat": seat.key, "issue": seat.issue, "device": device}
    value = signing.dumps(told, salt=SALT)
    response.set_cookie(COOKIE, value, max_age=COOKIE_AGE, httponly=True, samesite="Lax", secure=secure)
    return device


class SeatCookie(Struct, frozen=True, kw_only=True):
    """The content of a seat cookie. It proves the seat while its status is valid."""

    event: int
    seat: str
    issue: int
    device: str

    @property
    def keys(self) -> frozenset[str]:
        """The keys for closing the sockets opened with this cookie."""
        return frozenset({broadcast.seat_key(self.event, self.seat), device_key(self.device)})


class BadgeStatus(StrEnum):
    """The badge status: what a seat cookie is worth now."""

    VALID = "valid"
    REPLACED = "replaced"  # a newer code was given
    SIGNED_OUT = "signed-out"
    LEFT = "left"  # the player has left for good
    UNREADABLE = "unreadable"  # this release cannot read the event; the phone may join another one


class SeatBadge(Struct, frozen=True, kw_only=True):
    """A seat cookie with its seat row and its status."""

    told: SeatCookie
    row: Seat
    standing: BadgeStatus


def device_key(device: str) -> str:
    """The key of a device, for closing its sockets."""
    return f"device:{device}"


def seat_cookie(cookies: Mapping[str, str]) -> SeatCookie | None:
    """The seat cookie among these; None if it is missing, forged or too old."""
    value = cookies.get(COOKIE, "")
    return _cookie_in(value, int(time.time() // 60)) if value else None


@lru_cache(maxsize=4096)
def _cookie_in(value: str, _minute: int) -> SeatCookie | None:
    """The content of a cookie, cached for a minute, because every socket is checked every few seconds."""
    try:
        told = signing.loads(value, salt=SALT, max_age=COOKIE_AGE)
    except signing.BadSignature:
        return None
    device = told.get("device") or hashlib.blake2s(value.encode(), digest_size=12).hexdigest()  # for cookies of an earlier release
    return SeatCookie(event=told["event"], seat=told["seat"], issue=told["issue"], device=device)


def badge_status(told: SeatCookie, *, issue: int | None, out: bool, sight: Sight[DayState]) -> BadgeStatus:
    """The status of a cookie. `issue`: number of the seat's newest code; `out`: whether the device was signed out."""
    if sight.public(has_left, SeatId(told.seat)):
        return BadgeStatus.LEFT
    if issue != told.issue:
        return BadgeStatus.REPLACED
    return BadgeStatus.SIGNED_OUT if out else BadgeStatus.VALID


def valid_badges(event: Event, badges: Collection[SeatCookie], sight: Sight[DayState]) -> frozenset[SeatCookie]:
    """Those of these badges that open their seat of this event now. Two queries for all together."""
    own = [each for each in badges if each.event == event.pk]
    if not own:
        return frozenset()
    issues, gone = rows.issues_of(event.pk, {each.seat for each in own}, {each.device for each in own})
    found = ((each, badge_status(each, issue=issues.get(each.seat), out=each.device in gone, sight=sight)) for each in own)
    return frozenset(each for each, status in found if status is BadgeStatus.VALID)


def badge_in_cookies(cookies: Mapping[str, str]) -> SeatBadge | None:
    """The badge of this phone with any status; None without a genuine cookie."""
    told = seat_cookie(cookies)
    found = rows.seat(told.event, told.seat, told.device) if told is not None else None
    if told is None or found is None:
        return None
    row, out = found
    if trouble_of(row.event):
        return SeatBadge(told=told, row=row, standing=BadgeStatus.UNREADABLE)
    sight = Sight(journal.head(row.event.stream).state, NOBODY)
    return SeatBadge(told=told, row=row, standing=badge_status(told, issue=row.issue, out=out, sight=sight))


def seat_in_cookies(cookies: Mapping[str, str]) -> Seat | None:
    """The seat that a valid cookie proves; None otherwise."""
    found = badge_in_cookies(cookies)
    return found.row if found is not None and found.standing is BadgeStatus.VALID else None


def sign_out(told: SeatCookie) -> None:
    """Make this device's cookie invalid, and close its sockets."""
    insert_if_new(DeviceOut(device=told.device, event_id=told.event, at=system_time.now()))
    close_device(told)


def close_device(told: SeatCookie) -> None:
    """Close the sockets of this device after the commit, because its seat has changed."""
    transaction.on_commit(lambda: broadcast.close_sockets(device_key(told.device)), robust=True)


def seat_pass(request: HttpRequest) -> SeatPass | None:
    """The player at this phone; None without a valid badge."""
    found = badge_in_cookies(request.COOKIES)
    if found is None or found.standing is not BadgeStatus.VALID:
        return None
    return SeatPass(event=found.row.event, seat=SeatId(found.row.key), device=found.told.device)


def seat_or_404(request: HttpRequest) -> SeatPass:
    """The player at this phone.

    Raises:
        Http404: the phone has no valid badge.
    """
    found = seat_pass(request)
    if found is None:
        raise Http404("This phone has not joined.")
    return found


def event_or_404(event_id: int, *, lab: bool = False) -> Event:
    """The event with its stream, without the two very long fields: scenario and state.

    `lab`: allow days of the lab too. They have no screens in a hall, because studies are not public.

    Raises:
        Http404: no such event.
    """
    try:
        found = rows.event(event_id) if event_id <= LARGEST else None
    except Event.DoesNotExist:
        found = None
    if found is None or (found.slug.startswith(LAB) and not lab):
        raise Http404("No such event.")
    return found


# --- staff --------------------------------------------------------------------------------------------------------------


def desks_in(words: str, realm: str) -> frozenset[DeskId]:
    """The desks stored in a membership. Words that are no desk of the game are ignored.

    A game that is not installed has no desks.
    """
    installed = next((each for each in registry.realms() if each.name == realm), None)
    return installed.frame.all_desks.intersection(words.split()) if installed is not None else frozenset()


def desks_of(user: User | AnonymousUser, event_id: int) -> frozenset[DeskId]:
    """The desks of an account in an event. Only the membership counts; an admin of the site without one has no desks."""
    found = _membership(user, event_id)
    return desks_in(found[0], found[1].stream.engine) if found else frozenset()


def _membership(user: User | AnonymousUser, event_id: int) -> tuple[str, Event] | None:
    """The words for the desks of an account in an event, and the event with its stream; None for anybody else."""
    if not user.is_authenticated or not user.is_active or event_id > LARGEST:
        return None
    return rows.membership(event_id, user.pk)


def events_of(user: User | AnonymousUser) -> list[Event]:
    """The events of an account, newest first, without rehearsals."""
    if not user.is_authenticated or not user.is_active:
        return []
    return list(Event.real.only("pk", "name", "created_at", "demo").filter(members__user=user.pk))


def rehearsals_of(user: User | AnonymousUser) -> list[Event]:
    """The rehearsals of an account, newest first."""
    if not user.is_authenticated or not user.is_active:
        return []
    copies = Event.objects.only("pk", "name", "created_at", "rehearses").filter(members__user=user.pk)
    return list(copies.exclude(rehearses=None))


def desk_or_404(request: HttpRequest, event_id: int, *needed: DeskId, of: Desks = frozenset()) -> DeskPass:
    """The signed-in member of staff. With `needed` or `of`: only at one of these desks, or as the organizer.

    Raises:
        Http404: no such event, not on its staff, or not at such a desk.
    """
    found = _membership(request.user, event_id)
    if found is None:
        raise Http404("Not a desk of yours.")
    words, event = found
    frame = registry.realm(event.stream.engine).frame  # raises if the game is not installed; the error page explains it
    desks = desks_in(words, event.stream.engine)
    if not desks or ((needed or of) and not desks & {*needed, *desks_meant(of, frame), ORGANIZER}):
        raise Http404("Not a desk of yours.")
    return DeskPass(event=event, name=request.user.get_username(), desks=desks)


def viewer_or_404(request: HttpRequest, event_id: int, *, lab: bool = False) -> tuple[Event, Viewer]:
    """The event and its viewer: staff, a player of it, or the hall. `lab`: allow days of the lab too.

    Raises:
        Http404: no such event.
    """
    event = event_or_404(event_id, lab=lab)
    return event, viewer_of(request.user, request.COOKIES, event_id)


def viewer_of(user: User | AnonymousUser, cookies: Mapping[str, str], event_id: int) -> Viewer:
    """The viewer of an event with this account and these cookies."""
    if desks := desks_of(user, event_id):
        return Viewer(desks=desks)
    seat = seat_in_cookies(cookies)
    if seat is not None and seat.event_id == event_id:
        return Viewer(seat=SeatId(seat.key))
    return HALL
