"""What a form that was refused had in its fields."""

from __future__ import annotations

from typing import Any

from django import template

register = template.Library()


@register.simple_tag
def stands(act: Any, form: str, name: str, value: object, default: object) -> bool:
    """Is this value chosen: by what such a form had when it was refused, else as it is proposed?"""
    if form not in act.typed.get("act", ()) or name not in act.typed:
        return bool(default)
    return str(value) in act.typed[name]


@register.simple_tag
def counted(act: Any, form: str, name: str, default: int) -> str:
    """The number in a field: of such a form when it was refused, else as it is proposed."""
    typed = act.typed.get(name, ()) if form in act.typed.get("act", ()) else ()
    return next(iter(typed), str(default))
