"""Template tags for the fields of a refused form, and for long names in narrow places."""

from __future__ import annotations

from typing import Any

from django import template

from rooms.tables.statecraft.screens.viewer import parted

register = template.Library()


@register.filter
def syllables(name: str) -> str:
    """A name with soft hyphens in its long words."""
    return parted(name)


@register.simple_tag
def was(act: Any, name: str, value: object) -> bool:
    """Return whether the refused form had this value in the field."""
    return str(value) in act.typed.get(name, ())


@register.simple_tag
def way_of(act: Any, card: str) -> str:
    """The way of playing this policy in the refused form. "" when the form had another card or none."""
    return next(iter(act.typed.get("way", ())), "") if card in act.typed.get("card", ()) else ""
