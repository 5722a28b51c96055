"""Error pages: one sentence and a way on, if something is missing, too large, or broken."""

from __future__ import annotations

import logging
import secrets
from http import HTTPStatus

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django_htmx.middleware import HtmxDetails

from control.engine.language import later, say
from control.journal.journal import trouble_of
from control.models import Event
from control.phone.pages import WHOSE, account_page

log = logging.getLogger(__name__)

LONGEST = 2_000  # characters of a return address
TOO_BIG = later("What was sent is too large for a form of this console. Make it shorter and send it again.")
MALFORMED = later("The console could not read what this device sent. Load the page again and try once more.")
UNREADABLE = later("This console cannot read event {number}. Whoever runs it finds the reason with manage.py replay {number}.")
OLD_PAGE = later("This page was open too long, or this device keeps no cookies. Load it again; what you typed was not sent.")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400, or 413 if the body is larger than any form of this console."""
    if isinstance(exception, RequestDataTooBig | TooManyFieldsSent):
        return _sentence(request, TOO_BIG, HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    return _sentence(request, MALFORMED, HTTPStatus.BAD_REQUEST)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403: only a form without its CSRF token gets this answer."""
    return _sentence(request, OLD_PAGE, HTTPStatus.FORBIDDEN)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404: there is nothing here, or nothing that this device may know of.

    Below the control team's addresses, anyone not signed in is sent to the sign-in page, whether the page exists or not. So a
    tablet whose session has ended finds its way back.
    """
    door = reverse("desk:events")
    ours = (door, reverse("print:door"))
    response: HttpResponse
    known = request.path.startswith(ours) and request.user.is_authenticated
    if request.method in ("GET", "HEAD") and request.path.startswith(ours) and not known:
        htmx: HtmxDetails = request.htmx  # type: ignore[attr-defined]
        if htmx:
            response = _nothing_here(request)
            response["HX-Redirect"] = redirect_to_login(_way_back(_page_of(htmx) or door, door)).url
        else:
            response = redirect_to_login(_way_back(request.get_full_path(), door))
    else:
        response = _nothing_here(request)
        if known:
            response[WHOSE] = account_page(request.user.get_username()).mark
    response["Cache-Control"] = "no-store"
    return response


def _nothing_here(request: HttpRequest) -> HttpResponse:
    return render(request, "control/404.html", status=HTTPStatus.NOT_FOUND)


def _way_back(address: str, door: str) -> str:
    """The return address after signing in; the door's own if it is longer than any of our addresses."""
    return address if len(address) <= LONGEST else door


def _page_of(htmx: HtmxDetails) -> str | None:
    """The path of the page that sent the request; None if it is of another site, or malformed."""
    try:
        return htmx.current_url_abs_path
    except ValueError:
        return None


def server_error(request: HttpRequest) -> HttpResponse:
    """500: an apology with a reference that is in the log; or one sentence if the page's event is unreadable."""
    number = _unreadable(request)
    if number:
        return _sentence(request, say(UNREADABLE, number=number), HTTPStatus.SERVICE_UNAVAILABLE)
    reference = secrets.token_hex(3).upper()
    log.error("the failure just logged was shown with the reference %s", reference)
    return render(request, "control/500.html", {"reference": reference}, status=HTTPStatus.INTERNAL_SERVER_ERROR)


def _unreadable(request: HttpRequest) -> int:
    """The ID of the page's event if this release cannot read it, else 0."""
    match = request.resolver_match
    number = match.kwargs.get("event_id", 0) if match is not None else 0
    try:
        event = Event.objects.select_related("stream").defer("scenario", "stream__state").filter(pk=number).first()
        return number if event is not None and trouble_of(event) else 0
    except Exception:  # the database does not answer, or the page's error occurs here too
        return 0


def _sentence(request: HttpRequest, sentence: str, status: HTTPStatus) -> HttpResponse:
    response = render(request, "control/sentence.html", {"sentence": say(sentence)}, status=status)
    response["Cache-Control"] = "no-store"
    return response
