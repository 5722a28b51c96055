"""What a form that was refused had in its fields, and names for narrow places."""

from __future__ import annotations

from typing import Any

from django import template

from rooms.tables.statecraft.screens.looking import parted

register = template.Library()


@register.filter
def syllables(name: str) -> str:
    """A name whose long words may be parted."""
    return parted(name)


@register.simple_tag
def was(act: Any, name: str, value: object) -> bool:
    """Did a form that was refused have this value in the field?"""
    return str(value) in act.typed.get(name, ())


@register.simple_tag
def way_of(act: Any, card: str) -> str:
    """The way in which a policy was to be played by a form that was refused; "" when it was another card's, or none."""
    return next(iter(act.typed.get("way", ())), "") if card in act.typed.get("card", ()) else ""
