"""Content security policy: a page may load only our own files, and no inline scripts."""

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

POLICY = f"connect-src 'self'; {REST}"  # for pages without a socket

Answer = Callable[[HttpRequest], HttpResponseBase]


def policy_for(request: HttpRequest) -> str:
    """Policy of a page. It names the page's host for sockets, because some browsers do not apply 'self' to them."""
    try:
        host = request.get_host()
    except DisallowedHost:
        return POLICY
    return f"connect-src 'self' {'wss' if request.is_secure() else 'ws'}://{host}; {REST}"


def content_security_policy(get_response: Answer) -> Answer:
    """Middleware that adds the policy to responses without one."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        response.headers.setdefault("Content-Security-Policy", policy_for(request))
        return response

    return answer
