"""Links from a mark in a picture to its moment of the day."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from control.debrief.time_machine import address_of

register = template.Library()


@register.simple_tag
def to_moment(event_id: int, seq: int) -> SafeString:
    """`href` attribute of the moment right after an entry. Empty for pictures without links, as on a wall."""
    if not event_id:  # a picture without links
        return SafeString("")
    return format_html(' href="{}"', address_of(event_id, seq))
