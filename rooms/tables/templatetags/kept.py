"""Pieces that look the same whenever they are made of the same: each is drawn once and kept.

The log of a table has sixty lines and gets one more with every action, for every screen; the chairs hardly ever change.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

KEPT = 20_000  # pieces: the logs of a hundred tables, and their chairs


@register.simple_tag
def each_kept(name: str, things: Iterable[Hashable]) -> SafeString:
    """A fragment for each of these, which it knows as `thing` and is drawn from alone: nothing of page or person is in it."""
    return mark_safe("".join([_drawn(name, thing) for thing in things]))


@lru_cache(maxsize=KEPT)
def _drawn(name: str, thing: Hashable) -> SafeString:
    return mark_safe(render_to_string(name, {"thing": thing}).strip())
