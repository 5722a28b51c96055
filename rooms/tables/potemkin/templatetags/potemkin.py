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


@lru_cache(maxsize=KEPT)
def _drawn(name: str, given: tuple[tuple[str, Any], ...]) -> SafeString:
    return mark_safe(render_to_string(name, dict(given)).strip())
