"""Pieces of pages that look the same whenever they are made of the same: each is drawn once and kept.

The map lies on every phone and tablet and hardly ever changes; the log of a table gets one more line with every action, for every
screen. A piece is found by what it is drawn from, not by a name that somebody gives to that: so it is never older than what it
shows, and nobody is shown what was drawn for another's eyes.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

KEPT, KEPT_LARGE = 24_000, 128  # pieces: lines, chairs, cards and streets of a hundred tables; maps of some 60 kB


@register.simple_tag
def kept(name: str, **values: Hashable) -> SafeString:
    """A fragment that is drawn from these values alone: nothing of page or person is in it."""
    return _drawn(name, **values)


@register.simple_tag
def kept_large(name: str, **values: Hashable) -> SafeString:
    """As `kept`, for a fragment that is long; of these few are kept."""
    return _drawn_large(name, **values)


@register.simple_tag
def each_kept(name: str, things: Iterable[Hashable]) -> SafeString:
    """A fragment for each of these, which it knows as `thing` and is drawn from alone."""
    return mark_safe("".join([_drawn(name, thing=thing) for thing in things]))


def _draw(name: str, **values: Hashable) -> SafeString:
    return mark_safe(render_to_string(name, values).strip())


_drawn = lru_cache(maxsize=KEPT)(_draw)
_drawn_large = lru_cache(maxsize=KEPT_LARGE)(_draw)
