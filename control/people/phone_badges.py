"""Badges on phones: two badges on one phone, and a second phone with the same badge."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import rotate_token

from control import system_time
from control.engine.modules import Invalidation
from control.live import broadcast
from control.models import AuditLine, Seat
from control.people import access
from control.people.audit import AuditKind, values_of

# === two badges =========================================================================================================

# Two badges on one phone: the active one, and the waiting one. The rest of the console sees only the active seat, by the
# cookie of `control.people.access`. The other waits in a second cookie, signed in the same way, until somebody switches.
# A switch rotates the form token, so that an open page of the other player can no longer send anything.


COOKIE = "beside"


def waiting_seat(cookies: Mapping[str, str]) -> Seat | None:
    """The waiting seat of this phone. None if there is none, if its cookie is no longer valid, or if it is the active seat."""
    row = access.seat_in_cookies({access.COOKIE: cookies.get(COOKIE, "")}) if COOKIE in cookies else None
    playing = access.seat_cookie(cookies)
    same = row is not None and playing is not None and (row.event_id, row.key) == (playing.event, playing.seat)
    return None if same else row


def make_seat_wait(request: HttpRequest, response: HttpResponse) -> None:
    """Make the active seat the waiting one, because another seat becomes active."""
    _set_cookie(request, response, COOKIE, request.COOKIES[access.COOKIE])
    _close_sockets(request)
    rotate_token(request)


def switch_seats(request: HttpRequest, response: HttpResponse) -> bool:
    """Switch the active and the waiting seat. Return False, without a change, if none waits."""
    if waiting_seat(request.COOKIES) is None:
        return False
    _set_cookie(request, response, access.COOKIE, request.COOKIES[COOKIE])
    if access.seat_in_cookies(request.COOKIES) is not None:
        _set_cookie(request, response, COOKIE, request.COOKIES[access.COOKIE])
    else:
        response.delete_cookie(COOKIE, samesite="Lax")
    _close_sockets(request)
    rotate_token(request)
    return True


def drop_active_seat(request: HttpRequest, response: HttpResponse) -> bool:
    """Remove the active seat and make the waiting one active. Return False, without a change, if none waits."""
    if waiting_seat(request.COOKIES) is None:
        return False
    _set_cookie(request, response, access.COOKIE, request.COOKIES[COOKIE])
    response.delete_cookie(COOKIE, samesite="Lax")
    rotate_token(request)
    return True


def _close_sockets(request: HttpRequest) -> None:
    """Close the sockets of the active seat, so that an open page stops sending that player's sheet."""
    told = access.seat_cookie(request.COOKIES)
    if told is not None:
        access.close_device(told)


def _set_cookie(request: HttpRequest, response: HttpResponse, name: str, value: str) -> None:
    response.set_cookie(name, value, max_age=access.COOKIE_AGE, httponly=True, samesite="Lax", secure=request.is_secure())


# === another phone ======================================================================================================

# When another phone joins with a badge, phones that joined before show a warning until it is read there.


KEPT = 18 * 3600  # seconds: a day in the venue
MOST = 50  # phones of one badge
TOPIC = "phones"


def announce_newcomer(row: Seat, device: str) -> None:
    """Warn the phones that joined with this code before that `device` has joined too."""
    lines = AuditLine.objects.filter(event=row.event_id, kind=AuditKind.JOINED.value, about=row.key)
    if row.issued_at is not None:
        lines = lines.filter(at__gte=row.issued_at)
    others = {values_of(line).get("device", "") for line in lines[:MOST]} - {device, ""}
    if others:
        cache.set_many(dict.fromkeys(map(_newcomer_key, others), system_time.now()), KEPT)
        broadcast.tell_outside_journal(row.event_id, [Invalidation(topic=TOPIC, to=f"seat:{row.key}")])


def newest_newcomer(device: str) -> datetime | None:
    """When another phone last joined, if this phone has not read the warning; otherwise None."""
    found: datetime | None = cache.get(_newcomer_key(device)) if device else None
    return found


def newcomer_goes_along(before: str, device: str) -> None:
    """Keep an unread warning when the same phone joins again as `device`."""
    told = newest_newcomer(before)
    if told is not None:
        cache.set(_newcomer_key(device), told, KEPT)


def newcomer_was_read(device: str, at: str) -> None:
    """Clear the warning about a phone that joined at this time; a warning about a later one stays."""
    told = newest_newcomer(device)
    if told is not None and told.isoformat() == at:
        cache.delete(_newcomer_key(device))


def _newcomer_key(device: str) -> str:
    return f"newcomer:{device}"
