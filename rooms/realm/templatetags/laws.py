"""How the control team's pages cite a law."""

from __future__ import annotations

from django import template

register = template.Library()


@register.filter
def law_id(number: int) -> str:
    """How a tablet of the Law Board is cited: "LAW-14"."""
    return f"LAW-{number}"
