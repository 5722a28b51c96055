"""Template filter for citing a law on the control team's pages."""

from __future__ import annotations

from django import template

register = template.Library()


@register.filter
def law_id(number: int) -> str:
    """Citation of a tablet: "LAW-14"."""
    return f"LAW-{number}"
