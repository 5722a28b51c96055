"""What a page may load: our own files, nothing else, and no script inside the page."""

from __future__ import annotations

from collections.abc import Callable

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest
from django.http.response import HttpResponseBase

REST = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data:",
        "style-src 'self' 'unsafe-inline'",
        "script-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'self'",
    )
)

POLICY = f"connect-src 'self'; {REST}"  # of a page that opens no socket

Answer = Callable[[HttpRequest], HttpResponseBase]


def policy_for(request: HttpRequest) -> str:
    """The policy of a page: its sockets lead to the host that it came from, for not every browser takes 'self' for them too."""
    try:
        host = request.get_host()
    except DisallowedHost:
        return POLICY
    return f"connect-src 'self' {'wss' if request.is_secure() else 'ws'}://{host}; {REST}"


def content_security_policy(get_response: Answer) -> Answer:
    """Add the policy to every answer that does not carry its own."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        response.headers.setdefault("Content-Security-Policy", policy_for(request))
        return response

    return answer
