"""Ways from a mark in a picture to the moment of the day that it stands for."""

from __future__ import annotations

from django import template
from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def to_moment(event_id: int, seq: int) -> SafeString | str:
    """The attribute that leads to what was so right after an entry; empty for none."""
    try:
        return format_html(' href="{}"', reverse("debrief:moment", args=[event_id, seq])) if seq else ""
    except NoReverseMatch:
        return ""
