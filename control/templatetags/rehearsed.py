"""The mark of a rehearsal: on every page that belongs to a copy, whatever the page knows of its event."""

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
    """Does this page belong to a rehearsal? One that says nothing of its event belongs to the event of whoever looks."""
    page, request, person = context.get("page"), context.get("request"), context.get("person")
    if getattr(page, "rehearsal", False):
        return True
    if isinstance(place := getattr(person, "rehearsal", None), bool):  # the door: where a code leads to
        return place
    if page is not None or not isinstance(request, HttpRequest):
        return False
    return _of_address(request) or _of_phone(request)


def _of_address(request: HttpRequest) -> bool:
    """Is it an address of a copy in whose team somebody looks? Strangers learn nothing by a mark on "nothing here"."""
    found: dict[str, Any] = request.resolver_match.kwargs if request.resolver_match is not None else {}
    event_id, user = found.get("event_id"), getattr(request, "user", None)
    if not isinstance(event_id, int) or event_id > LARGEST or user is None or not user.is_authenticated:
        return False
    return Membership.objects.filter(event=event_id, user=user.pk, event__rehearses__isnull=False).exists()


def _of_phone(request: HttpRequest) -> bool:
    """Is the phone a player's of a copy?"""
    row = seat_in_cookies(request.COOKIES)
    return row is not None and Event.objects.filter(pk=row.event_id, rehearses__isnull=False).exists()
