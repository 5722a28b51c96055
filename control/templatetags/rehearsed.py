"""Mark of a rehearsal, on every page that belongs to a copy."""

from __future__ import annotations

from typing import Any

from django import template
from django.http import HttpRequest
from django.template import Context

from control.engine.ids import LARGEST
from control.models import Event, Membership
from control.people.access import seat_in_cookies

register = template.Library()


@register.simple_tag(takes_context=True)
def is_rehearsal(context: Context) -> bool:
    """Whether this page belongs to a rehearsal. A page without its own event counts as the visitor's event."""
    page, request, person = context.get("page"), context.get("request"), context.get("person")
    if getattr(page, "rehearsal", False):
        return True
    if isinstance(place := getattr(person, "rehearsal", None), bool):  # the join page: the event of the code
        return place
    if page is not None or not isinstance(request, HttpRequest):
        return False
    return _of_address(request) or _of_phone(request)


def _of_address(request: HttpRequest) -> bool:
    """Whether the address is a copy's and the visitor is in its team. A mark would tell strangers that the copy exists."""
    found: dict[str, Any] = request.resolver_match.kwargs if request.resolver_match is not None else {}
    event_id, user = found.get("event_id"), getattr(request, "user", None)
    if not isinstance(event_id, int) or event_id > LARGEST or user is None or not user.is_authenticated:
        return False
    return Membership.objects.filter(event=event_id, user=user.pk, event__rehearses__isnull=False).exists()


def _of_phone(request: HttpRequest) -> bool:
    """Whether the phone belongs to a player of a copy."""
    row = seat_in_cookies(request.COOKIES)
    return row is not None and Event.objects.filter(pk=row.event_id, rehearses__isnull=False).exists()
