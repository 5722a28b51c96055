"""Equal lengths: what goes to a phone that shows a secret is as long as what goes to the phone beside it.

Who listens to the wifi reads no answer, but how long it is. So a response that is marked here is filled up when it is
compressed (`megagame/zipped.py`): to the next of a few lengths, each twice the one before, the smallest of which holds nearly
everything.
"""

from __future__ import annotations

from typing import Final

from django.http import HttpResponse

# === equal length =======================================================================================================


MARK: Final = "X-Even"  # on the way to the middleware only; it is never sent
SMALLEST: Final = 8_192  # bytes: what changes on a phone at once, compressed, is less


def even(response: HttpResponse) -> HttpResponse:
    """Let this response be as long as others of its kind."""
    response.headers[MARK] = "1"
    return response


def filled(length: int) -> int:
    """The length that a response of so many bytes goes out with."""
    size = SMALLEST
    while size < length:
        size *= 2
    return size
