"""Cached fragments of pages: each is drawn once for the same input.

The map is on every phone and tablet and hardly ever changes. The log of a table grows by a line with every action, on every screen.
The cache key is the input itself, not a name. So a fragment is never outdated, and never shows what was drawn for other eyes.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Mapping
from functools import lru_cache

from django import template
from django.template import Context, Template
from django.template.loader import get_template
from django.urls import get_script_prefix, reverse
from django.utils.safestring import SafeString, mark_safe

from control.day.memoization import Same

register = template.Library()

# A character that is in no text. The compression (megagame/compression.py) finds fragments by it and removes it.
SEAM = "\x1e"
MARGIN = re.compile(r">\s*\n\s*<")
KEPT, KEPT_LARGE = 24_000, 128  # cached fragments: small ones of a hundred tables; maps of some 60 kB
KEPT_BRIEFLY = 256  # what counts seconds


@register.simple_tag
def kept(name: str, **values: Hashable) -> SafeString:
    """Cached fragment, drawn from these values only. It may use nothing of the page or the person."""
    return _drawn(name, **values)


@register.simple_tag
def kept_briefly(name: str, **values: Hashable) -> SafeString:
    """As `kept`, for what counts seconds: each is right for one second, so few are cached."""
    return _drawn_briefly(name, **values)


@register.simple_tag
def kept_large(name: str, **values: Hashable) -> SafeString:
    """As `kept`, for long fragments. Few of them are cached, and they are sent between seams."""
    return _drawn_large(name, **values)


@register.simple_tag
def kept_as_it_is(name: str, teams: object) -> SafeString:
    """Cached fragment for all teams of an event. The cache compares the object itself, not its contents."""
    return _drawn_of(name, Same(teams))


@lru_cache(maxsize=KEPT_LARGE)
def _drawn_of(name: str, teams: Same) -> SafeString:
    return seamed(tight(drawn(name, {"teams": teams.thing})))


def seamed(text: str) -> SafeString:
    """Long text that many pages share, marked so that it is compressed once."""
    return mark_safe(f"{SEAM}{text}{SEAM}")


def _draw_large(name: str, **values: Hashable) -> SafeString:
    return seamed(_draw(name, **values))


@register.simple_tag
def each_kept(name: str, things: Iterable[Hashable], **values: Hashable) -> SafeString:
    """Cached fragment for each thing, drawn from `thing` and the values only."""
    return mark_safe("".join([_drawn(name, thing=thing, **values) for thing in things]))


@register.simple_tag
def address(name: str, *given: Hashable) -> str:
    """Address of a URL name, as `url` gives it, but cached, because a list has hundreds of them."""
    return _address(get_script_prefix(), name, *given)


@lru_cache(maxsize=KEPT)
def _address(_prefix: str, name: str, *given: Hashable) -> str:
    return reverse(name, args=given)


def _draw(name: str, **values: Hashable) -> SafeString:
    return mark_safe(tight(drawn(name, values)))


def drawn(name: str, values: Mapping[str, object]) -> str:
    """Fragment drawn from these values, without a request. Numbers are not localized."""
    found: Template = get_template(name).template  # type: ignore[attr-defined]
    return found.render(Context(values, use_l10n=False))


def tight(drawn: str) -> str:
    """Fragment without whitespace between its elements, because it is sent a thousand times."""
    return MARGIN.sub(">\n<", drawn.strip())


_drawn = lru_cache(maxsize=KEPT)(_draw)
_drawn_briefly = lru_cache(maxsize=KEPT_BRIEFLY)(_draw)
_drawn_large = lru_cache(maxsize=KEPT_LARGE)(_draw_large)
