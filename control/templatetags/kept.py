"""Pieces of pages that look the same whenever they are made of the same: each is drawn once and kept.

The map lies on every phone and tablet and hardly ever changes; the log of a table gets one more line with every action, for every
screen. A piece is found by what it is drawn from, not by a name that somebody gives to that: so it is never older than what it
shows, and nobody is shown what was drawn for another's eyes.
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

# A character that no text of ours has; what compresses a page (megagame/zipped.py) finds these pieces by it and takes it out.
SEAM = "\x1e"
MARGIN = re.compile(r">\s*\n\s*<")
KEPT, KEPT_LARGE = 24_000, 128  # pieces: lines, chairs, cards and streets of a hundred tables; maps of some 60 kB


@register.simple_tag
def kept(name: str, **values: Hashable) -> SafeString:
    """A fragment that is drawn from these values alone: nothing of page or person is in it."""
    return _drawn(name, **values)


@register.simple_tag
def kept_large(name: str, **values: Hashable) -> SafeString:
    """As `kept`, for a fragment that is long; of these few are kept, and they are sent between seams."""
    return _drawn_large(name, **values)


@register.simple_tag
def kept_as_it_is(name: str, teams: object) -> SafeString:
    """A fragment of all teams of an event, which are found as the very objects that they are."""
    return _drawn_of(name, Same(teams))


@lru_cache(maxsize=KEPT_LARGE)
def _drawn_of(name: str, teams: Same) -> SafeString:
    return seamed(tight(drawn(name, {"teams": teams.thing})))


def seamed(text: str) -> SafeString:
    """A long text that many pages have alike, to be compressed once."""
    return mark_safe(f"{SEAM}{text}{SEAM}")


def _draw_large(name: str, **values: Hashable) -> SafeString:
    return seamed(_draw(name, **values))


@register.simple_tag
def each_kept(name: str, things: Iterable[Hashable], **values: Hashable) -> SafeString:
    """A fragment for each of these, which it knows as `thing`; it is drawn from that and the values alone."""
    return mark_safe("".join([_drawn(name, thing=thing, **values) for thing in things]))


@register.simple_tag
def address(name: str, *given: Hashable) -> str:
    """The address of this name, as `url` gives it: it is looked for once, and a list has hundreds of them."""
    return _address(get_script_prefix(), name, *given)


@lru_cache(maxsize=KEPT)
def _address(_prefix: str, name: str, *given: Hashable) -> str:
    return reverse(name, args=given)


def _draw(name: str, **values: Hashable) -> SafeString:
    return mark_safe(tight(drawn(name, values)))


def drawn(name: str, values: Mapping[str, object]) -> str:
    """A fragment drawn from these values, without a request; numbers are written as they are."""
    found: Template = get_template(name).template  # type: ignore[attr-defined]
    return found.render(Context(values, use_l10n=False))


def tight(drawn: str) -> str:
    """A fragment without the lines and margins between its elements: what is kept is sent a thousand times."""
    return MARGIN.sub(">\n<", drawn.strip())


_drawn = lru_cache(maxsize=KEPT)(_draw)
_drawn_large = lru_cache(maxsize=KEPT_LARGE)(_draw_large)
