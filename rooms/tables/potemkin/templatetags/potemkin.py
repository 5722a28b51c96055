"""What a form that was refused had in its fields."""

from __future__ import annotations

from typing import Any

from django import template

register = template.Library()


@register.simple_tag
def was(act: Any, name: str, value: object, at: int | None = None) -> bool:
    """Did a form that was refused have this value in the field, or in the one that came at this place among those of the name?"""
    sent = act.typed.get(name, ())
    return str(value) in sent if at is None else len(sent) > at and sent[at] == str(value)


@register.simple_tag
def sent(act: Any, name: str, of: object, usual: object) -> object:
    """What a form that was refused had in the field called by these two; as usual where there was none."""
    return next(iter(act.typed.get(f"{name}{of}", ())), usual)
