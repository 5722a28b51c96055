"""Pages that may stand inside another page of this site: what the frame of a projector holds."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpResponse

from megagame.csp import POLICY

FRAMED = POLICY.replace("frame-ancestors 'none'", "frame-ancestors 'self'")


def framed(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Let the answer stand in a frame of our own pages, and in nobody else's."""

    @wraps(view)
    def answer(*args: Any, **more: Any) -> HttpResponse:
        response = view(*args, **more)
        response.headers["Content-Security-Policy"] = FRAMED
        response.headers["X-Frame-Options"] = "SAMEORIGIN"
        return response

    return answer
