"""How the control team's pages write times and counts."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from html import escape  # django.utils.html has its own, ten times as slow: it also takes words that are not said yet

from django import template
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from control.engine.language import say

register = template.Library()


@register.filter
def has_spare(length: timedelta) -> bool:
    """Is there a whole second of it?"""
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
    """How far behind, in words: "12 min behind", "on time", "3 min ahead"."""
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
    """ "late" from two minutes behind on, "early" from two minutes ahead, else "even": how a line is coloured and marked."""
    if length is None or abs(length) < timedelta(minutes=2):
        return "even"
    return "late" if length > timedelta(0) else "early"


@register.filter
def is_negative(length: timedelta | None) -> bool:
    """Is it less than nothing?"""
    return length is not None and length < timedelta(0)


@register.filter
def hands(left: timedelta) -> str:
    """What is left, as the clocks on every screen write it: "06:42", "1:02:00"."""
    seconds = max(-(-left // timedelta(seconds=1)), 0)
    hours, rest = divmod(seconds, 3600)
    return (f"{hours}:" if hours else "") + f"{rest // 60:02d}:{rest % 60:02d}"


@register.filter
def left_at(deadline: datetime | None, now: datetime) -> str:
    """What is left until a deadline, as the clocks write it; never less than nothing."""
    return hands(deadline - now) if deadline else ""


@register.filter
def bare_name(words: str) -> str:
    """A player without team and rank: "Livia (Cat, rank 2)" is Livia."""
    return words.partition(" (")[0]


@register.simple_tag
def each_name(names: Iterable[str], kind: str, sign: str) -> SafeString:
    """Every name behind a sign in an element of this class: a hall has more of them than a loop of a template does in time."""
    before = format_html('<span class="{}">{} ', kind, sign)
    return SafeString("".join(f"{before}{escape(name)}</span>" for name in names))


@register.filter
def iso(at: datetime | None) -> str:
    """An instant as the scripts read it."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z") if at else ""


@register.filter
def milliseconds(length: timedelta | None) -> str:
    """A duration as the scripts read it; empty when there is none."""
    return str(length // timedelta(milliseconds=1)) if length is not None else ""


@register.filter
def hhmm(at: datetime | None) -> str:
    """A time of day in the venue."""
    return f"{timezone.localtime(at):%H:%M}" if at else "–"


@register.filter
def hhmmss(at: datetime | None) -> str:
    """A time of day in the venue, to the second."""
    return f"{timezone.localtime(at):%H:%M:%S}" if at else "–"


@register.filter
def waited(since: datetime, now: datetime) -> str:
    """How long somebody has waited: "just now", "3 min"."""
    whole = int((now - since).total_seconds() // 60)
    return say("{whole} min", whole=whole) if whole > 0 else say("just now")


@register.filter
def times(count: int) -> range:
    """As many turns of a loop."""
    return range(max(count, 0))


@register.filter
def less(most: int, count: int) -> int:
    """What is left of `most`."""
    return most - count
