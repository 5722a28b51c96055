"""Equal lengths: a response to a phone with a secret is as long as one to a phone without.

Somebody who listens to the wifi cannot read a response, but can see its length. So the compression (`megagame/compression.py`) pads
marked responses to the next of a few lengths. Each is twice the one before, and nearly all responses fit the smallest.
"""

from __future__ import annotations

from typing import Final

from django.http import HttpResponse

# === equal length =======================================================================================================


MARK: Final = "X-Even"  # internal header for the middleware; never sent
SMALLEST: Final = 8_192  # bytes; a usual update of a phone is smaller, compressed


def pad_response(response: HttpResponse) -> HttpResponse:
    """Mark this response for padding."""
    response.headers[MARK] = "1"
    return response


def padded_length(length: int) -> int:
    """Padded length of a response."""
    size = SMALLEST
    while size < length:
        size *= 2
    return size
