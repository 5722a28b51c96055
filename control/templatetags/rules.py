"""How the control team's pages cite a rule: its ID, and beside it what was ruled on it since."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any
from urllib.parse import urlencode

from django import template
from django.utils.safestring import SafeString

from control.day import rulings
from control.templatetags.kept import address, kept

register = template.Library()


@register.simple_tag(takes_context=True)
def cite(context: Mapping[str, Any], rule: object, *, full: bool = False) -> SafeString:
    """A rule as it is cited at a desk: a way into the rulings book, marked where somebody has ruled on it.

    In long lists the ruling unfolds at a tap; with `full` it stands there in words, and nothing leads away from a form.
    """
    return kept("control/desk/_cite.html", **_cited(context, rule, full=full)) if rule else SafeString()


def _cited(context: Mapping[str, Any], rule: object, *, full: bool = False) -> dict[str, Hashable]:
    cited = str(rule or "")
    event_id = context.get("event_id")
    return {
        "cited": cited,
        "found": rulings.on(tuple(context.get("rulings") or ()), cited) if cited else (),
        "address": f"{address('desk:rule', event_id)}?{urlencode({'rule': cited})}" if event_id and cited else "",
        "full": full,
    }


@register.inclusion_tag("control/desk/_cited.html", takes_context=True)
def cited(context: Mapping[str, Any], rules: Iterable[str]) -> dict[str, object]:
    """Several rules as they are cited at a desk: all of them on one line, and below it what was ruled on any."""
    each = [_cited(context, rule) for rule in rules]
    found = dict.fromkeys(ruling for one in each for ruling in one["found"])  # type: ignore[attr-defined]
    return {"rules": each, "found": tuple(found)}
