"""What a phone remembers of tables by itself: where it was last."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse

from rooms.tables.access import CODE_LENGTH, GUEST_AGE

LAST = "tables"  # the cookie with the codes of the tables where this phone was last
MOST_LAST = 6


def last_codes(request: HttpRequest) -> Sequence[str]:
    """The codes of the tables where this phone was last."""
    found = request.COOKIES.get(LAST, "").split(".")[:MOST_LAST]
    return [code for code in found if len(code) == CODE_LENGTH and code.isascii() and code.isalnum()]


def remember_table(request: HttpRequest, response: HttpResponse, *found: str) -> None:
    """Let the phone find back to these tables, by their codes."""
    codes = list(dict.fromkeys((*found, *last_codes(request))))[:MOST_LAST]
    if codes != list(last_codes(request)):
        response.set_cookie(LAST, ".".join(codes), max_age=GUEST_AGE, samesite="Lax", secure=request.is_secure())
