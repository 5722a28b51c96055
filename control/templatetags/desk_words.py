"""Filters for times and counts on the control team's pages."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from html import escape  # ten times as fast as django.utils.html.escape, which also takes lazy strings

from django import template
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from control.engine.language import say

register = template.Library()


@register.filter
def has_spare(length: timedelta) -> bool:
    """Whether it is at least a second."""
    return length >= timedelta(seconds=1)


@register.filter
def minutes(length: timedelta | None) -> str:
    """A duration as a clock shows it: "6:42", "-1:05", "1:02:00"; empty when there is none."""
    if length is None:
        return ""
    sign, seconds = ("−", -length) if length < timedelta(0) else ("", length)
    whole = int(seconds.total_seconds())
    hours, rest = divmod(whole, 3600)
    if hours:
        return f"{sign}{hours}:{rest // 60:02d}:{rest % 60:02d}"
    return f"{sign}{rest // 60}:{rest % 60:02d}"


@register.filter
def behind(length: timedelta | None) -> str:
    """Delay in words: "12 min behind", "on time", "3 min ahead"."""
    if length is None:
        return ""
    whole = round(abs(length.total_seconds()) / 60)
    if not whole:
        return say("on time")
    hours, rest = divmod(whole, 60)
    words = say("{hours} h {rest:02d} min", hours=hours, rest=rest) if hours else say("{whole} min", whole=whole)
    return say("{length} behind", length=words) if length > timedelta(0) else say("{length} ahead", length=words)


@register.filter
def lateness(length: timedelta | None) -> str:
    """State of a line: "late" from two minutes behind, "early" from two minutes ahead, else "even"."""
    if length is None or abs(length) < timedelta(minutes=2):
        return "even"
    return "late" if length > timedelta(0) else "early"


@register.filter
def is_negative(length: timedelta | None) -> bool:
    """Whether the duration is negative."""
    return length is not None and length < timedelta(0)


@register.filter
def hands(left: timedelta) -> str:
    """Remaining time in clock format: "06:42", "1:02:00"."""
    seconds = max(-(-left // timedelta(seconds=1)), 0)
    hours, rest = divmod(seconds, 3600)
    return (f"{hours}:" if hours else "") + f"{rest // 60:02d}:{rest % 60:02d}"


@register.filter
def left_at(deadline: datetime | None, now: datetime) -> str:
    """Remaining time until a deadline in clock format, never negative."""
    return hands(deadline - now) if deadline else ""


@register.filter
def bare_name(words: str) -> str:
    """Player's name without team and rank: "Livia (Cat, rank 2)" gives "Livia"."""
    return words.partition(" (")[0]


@register.simple_tag
def each_name(names: Iterable[str], kind: str, sign: str) -> SafeString:
    """Every name with a sign in an element of this class. A template loop is too slow for all names of a hall."""
    before = format_html('<span class="{}">{} ', kind, sign)
    return SafeString("".join(f"{before}{escape(name)}</span>" for name in names))


@register.filter
def iso(at: datetime | None) -> str:
    """Instant in ISO format for the scripts."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z") if at else ""


@register.filter
def milliseconds(length: timedelta | None) -> str:
    """Duration in milliseconds for the scripts. Empty for None."""
    return str(length // timedelta(milliseconds=1)) if length is not None else ""


@register.filter
def hhmm(at: datetime | None) -> str:
    """Time of day in the venue."""
    return f"{timezone.localtime(at):%H:%M}" if at else "–"


@register.filter
def hhmmss(at: datetime | None) -> str:
    """Time of day in the venue, with seconds."""
    return f"{timezone.localtime(at):%H:%M:%S}" if at else "–"


@register.filter
def waited(since: datetime, now: datetime) -> str:
    """Waiting time: "just now", "3 min"."""
    whole = int((now - since).total_seconds() // 60)
    return say("{whole} min", whole=whole) if whole > 0 else say("just now")


@register.filter
def times(count: int) -> range:
    """Range for a loop of `count` turns."""
    return range(max(count, 0))


@register.filter
def less(most: int, count: int) -> int:
    """Difference `most` minus `count`."""
    return most - count
