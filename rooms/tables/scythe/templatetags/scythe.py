"""Template tags for the fields of a refused form."""

from __future__ import annotations

from typing import Any

from django import template

register = template.Library()


@register.simple_tag
def stands(act: Any, form: str, name: str, value: object, default: object) -> bool:
    """Return whether this value is selected: by the refused form's field, else by default."""
    if form not in act.typed.get("act", ()) or name not in act.typed:
        return bool(default)
    return str(value) in act.typed[name]


@register.simple_tag
def counted(act: Any, form: str, name: str, default: int) -> str:
    """The number in a field: of the refused form, else the default."""
    typed = act.typed.get(name, ()) if form in act.typed.get("act", ()) else ()
    return next(iter(typed), str(default))
