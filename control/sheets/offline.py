"""Offline phones: the service worker that opens the page without a connection, and drafts from other devices."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from control import registry, system_time
from control.day.sheets import month_now
from control.people.access import COOKIE, seat_or_404
from control.phone.sight import sight_of
from control.registry import PhonePart
from control.sheets import drafts as draft_rows

# === offline ============================================================================================================


WHOSE = "X-Phone"


def phone_key(cookies: Mapping[str, str]) -> str:
    """A key for the player joined at this phone; new with each joining. It proves nothing."""
    return hashlib.blake2s(cookies.get(COOKIE, "").encode(), digest_size=9).hexdigest()


def mark(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Add a header that names the page's player, for the service worker that caches it."""
    response.headers[WHOSE] = phone_key(request.COOKIES)
    return response


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """Serve the service worker with its release, at an address whose scope is the whole site."""
    response = HttpResponse(f'const VERSION = "{release()}";\n{_source()}', content_type="text/javascript; charset=utf-8")
    response.headers["Cache-Control"] = "no-cache"
    return response


@never_cache
@require_safe
def drafts(request: HttpRequest) -> HttpResponse:
    """The player's drafts of this month that are newer than the sent sheets."""
    door = seat_or_404(request)
    month, now = sight_of(door).public(month_now), system_time.now()
    found = [
        {
            "event": str(door.event.pk),
            "seat": draft.seat,
            "kind": draft.kind,
            "month": str(draft.month),
            "key": str(draft.client_key),
            "at": draft.received_at.isoformat(),
            "seconds": round((now - draft.received_at).total_seconds(), 3),  # its age: no phone's clock is trusted
            "fields": draft_rows.fields_of(draft),
        }
        for draft in draft_rows.newer_drafts(door.event.pk, door.seat, month)
    ]
    return mark(request, JsonResponse({"drafts": found}))


@cache
def release() -> str:
    """The version of the static files; it changes when any of them does."""
    known = getattr(staticfiles_storage, "manifest_hash", "")
    if known:
        return str(known)
    told = hashlib.blake2s(digest_size=9)
    for folder in sorted({Path(found).parent for found in _found()}):
        for file in sorted(folder.iterdir()):
            told.update(file.read_bytes() if file.is_file() else b"")
    return told.hexdigest()


def _found() -> tuple[str, ...]:
    phones: tuple[PhonePart, ...] = (
        *(realm.phone for realm in registry.realms()),
        *(room.phone for room in registry.every_room()),
    )
    brought = (name for each in phones for name in (*each.scripts, *each.styles))
    return tuple(found for name in ("control/sw.js", *brought) if (found := finders.find(name)))


@cache
def _source() -> str:
    found = finders.find("control/sw.js")
    if found is None:
        raise LookupError("control/sw.js")
    return Path(found).read_text(encoding="utf-8")
