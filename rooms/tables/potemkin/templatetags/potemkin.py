"""Pieces of the screens that look the same whenever they are made of the same: each is drawn once and kept."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

KEPT = 4096  # pieces: a hundred tables' streets, and every card


@register.simple_tag
def piece(name: str, **given: Any) -> SafeString:
    """A fragment drawn from these values alone, which must be hashable; nothing of the page or the person is in it."""
    return _drawn(name, tuple(given.items()))


@register.simple_tag
def was(act: Any, name: str, value: object, at: int | None = None) -> bool:
    """Did a form that was refused have this value in the field, or in the one that came at this place among those of the name?"""
    sent = act.typed.get(name, ())
    return str(value) in sent if at is None else len(sent) > at and sent[at] == str(value)


@register.simple_tag
def sent(act: Any, name: str, of: object, usual: object) -> object:
    """What a form that was refused had in the field called by these two; as usual where there was none."""
    return next(iter(act.typed.get(f"{name}{of}", ())), usual)


@lru_cache(maxsize=KEPT)
def _drawn(name: str, given: tuple[tuple[str, Any], ...]) -> SafeString:
    return mark_safe(render_to_string(name, dict(given)).strip())
