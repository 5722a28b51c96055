"""Badges on phones: two badges on one phone, and another phone that joins with the same badge."""

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
from control.people.audit import Kind, values_of

# === two badges =========================================================================================================

# Two badges on one phone: the one that plays now, and the one beside it. Only one seat is ever proved to the rest of the
# console, by the one cookie in `control.people.access`; the other waits in a cookie of its own, signed in the same way, until
# somebody at this phone changes over. Whoever changes over gets a new form token, so that a page which is still open for the
# other player can send nothing any more.


COOKIE = "beside"


def beside(cookies: Mapping[str, str]) -> Seat | None:
    """The seat that waits at this phone; None when there is none, its code was issued anew, or it is the one that plays."""
    row = access.seat_in_cookies({access.COOKIE: cookies.get(COOKIE, "")}) if COOKIE in cookies else None
    playing = access.seat_cookie(cookies)
    same = row is not None and playing is not None and (row.event_id, row.key) == (playing.event, playing.seat)
    return None if same else row


def put_beside(request: HttpRequest, response: HttpResponse) -> None:
    """Let the seat that plays at this phone wait beside the one that is about to."""
    _keep(request, response, COOKIE, request.COOKIES[access.COOKIE])
    _shut(request)
    rotate_token(request)


def change_over(request: HttpRequest, response: HttpResponse) -> bool:
    """Let the seat that waits play, and the one that played wait. False, and nothing changed, when none waits."""
    if beside(request.COOKIES) is None:
        return False
    _keep(request, response, access.COOKIE, request.COOKIES[COOKIE])
    if access.seat_in_cookies(request.COOKIES) is not None:
        _keep(request, response, COOKIE, request.COOKIES[access.COOKIE])
    else:
        response.delete_cookie(COOKIE, samesite="Lax")
    _shut(request)
    rotate_token(request)
    return True


def only_other(request: HttpRequest, response: HttpResponse) -> bool:
    """The seat that plays leaves this phone, and the one that waits plays on. False, and nothing changed, when none waits."""
    if beside(request.COOKIES) is None:
        return False
    _keep(request, response, access.COOKIE, request.COOKIES[COOKIE])
    response.delete_cookie(COOKIE, samesite="Lax")
    rotate_token(request)
    return True


def _shut(request: HttpRequest) -> None:
    """Close the sockets of the seat that played: a page that is still open must not go on sending that one's sheet."""
    told = access.seat_cookie(request.COOKIES)
    if told is not None:
        access.shut_device(told)


def _keep(request: HttpRequest, response: HttpResponse, name: str, value: str) -> None:
    response.set_cookie(name, value, max_age=access.COOKIE_AGE, httponly=True, samesite="Lax", secure=request.is_secure())


# === another phone ======================================================================================================

# Another phone that joins with a badge: the phones that had the badge before say so, each until it is read there.


KEPT = 18 * 3600  # seconds: a day in the venue
MOST = 50  # phones of one badge
TOPIC = "phones"


def announce_newcomer(row: Seat, device: str) -> None:
    """Tell the phones that joined with this code before that another one, `device`, has joined."""
    lines = AuditLine.objects.filter(event=row.event_id, kind=Kind.JOINED.value, about=row.key)
    if row.issued_at is not None:
        lines = lines.filter(at__gte=row.issued_at)
    others = {values_of(line).get("device", "") for line in lines[:MOST]} - {device, ""}
    if others:
        cache.set_many(dict.fromkeys(map(_newcomer_key, others), system_time.now()), KEPT)
        broadcast.nudge(row.event_id, [Invalidation(topic=TOPIC, to=f"seat:{row.key}")])


def newest_newcomer(device: str) -> datetime | None:
    """When the newest other phone joined that this one has not read of; None where there is none."""
    found: datetime | None = cache.get(_newcomer_key(device)) if device else None
    return found


def newcomer_goes_along(before: str, device: str) -> None:
    """The same phone has joined again as `device`: what it has not read stays to be read."""
    told = newest_newcomer(before)
    if told is not None:
        cache.set(_newcomer_key(device), told, KEPT)


def newcomer_was_read(device: str, at: str) -> None:
    """This phone's player has read of the one that joined at that time; of a later one nothing was read yet."""
    told = newest_newcomer(device)
    if told is not None and told.isoformat() == at:
        cache.delete(_newcomer_key(device))


def _newcomer_key(device: str) -> str:
    return f"newcomer:{device}"
