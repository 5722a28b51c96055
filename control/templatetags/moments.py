"""Ways from a mark in a picture to the moment of the day that it stands for."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from control.debrief.moments import address_of

register = template.Library()


@register.simple_tag
def to_moment(event_id: int, seq: int) -> SafeString:
    """The attribute that leads to what was so right after an entry; none where a picture leads nowhere, as on a wall."""
    if not event_id:  # of no event
        return SafeString("")
    return format_html(' href="{}"', address_of(event_id, seq))
