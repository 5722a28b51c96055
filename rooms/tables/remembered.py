"""What a phone remembers of tables by itself: where it was last."""

from __future__ import annotations

from collections.abc import Sequence

from django.core import signing
from django.http import HttpRequest, HttpResponse

from rooms.tables.access import GUEST_AGE

LAST = "tables"  # the cookie with the codes of the tables where this phone was last
LAST_SALT = "tables.last"
MOST_LAST = 6


def last_codes(request: HttpRequest) -> Sequence[str]:
    """The codes of the tables where this phone was last. They are signed: nobody has a list of guesses looked through."""
    try:
        found: list[str] = signing.loads(request.COOKIES.get(LAST, ""), salt=LAST_SALT, max_age=GUEST_AGE)
    except signing.BadSignature:
        return []
    return found


def remember_table(request: HttpRequest, response: HttpResponse, *found: str) -> None:
    """Let the phone find back to these tables, by their codes."""
    codes = list(dict.fromkeys((*found, *last_codes(request))))[:MOST_LAST]
    if codes != list(last_codes(request)):
        value = signing.dumps(codes, salt=LAST_SALT)
        response.set_cookie(LAST, value, max_age=GUEST_AGE, samesite="Lax", secure=request.is_secure())
