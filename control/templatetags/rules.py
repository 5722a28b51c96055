"""Citations of rules: a link to the text, and at a desk the rulings on it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any
from urllib.parse import urlencode

from django import template
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

from control.day import rulings
from control.rulebooks.parser import RULE_ID
from control.templatetags.kept import address, kept

register = template.Library()


@register.simple_tag
def rule(cited: object) -> SafeString:
    """Citation on a phone: each rule links to its text, which opens over the page."""
    return mark_safe(f'<span class="rule">{_with_rules(str(cited or ""), _linked)}</span>')


@register.simple_tag
def worded(words: object) -> SafeString:
    """Sentence on a phone, with each cited rule linked to its text."""
    return _with_rules(str(words or ""), lambda id_: f'<span class="rule">{_linked(id_)}</span>')


def _with_rules(text: str, linked: Callable[[str], str]) -> SafeString:
    at, drawn = 0, list[str]()
    for found in RULE_ID.finditer(text):
        drawn.append(escape(text[at : found.start()]))
        drawn.append(linked(found[0]))
        at = found.end()
    return mark_safe("".join((*drawn, escape(text[at:]))))


def _linked(id_: str) -> str:
    if id_.startswith("LAW-"):  # laws have no page in the rulebook
        return id_
    return format_html('<a href="{}" data-rule>{}</a>', address("control:rule", id_), id_)


@register.simple_tag(takes_context=True)
def cite(context: Mapping[str, Any], rule: object, *, full: bool = False) -> SafeString:
    """Citation at a desk: a link to the rule's text and its rulings, marked if there are any.

    Rulings are cut to one line; with `full` they are whole and have their reasons. A tap opens the rule beside the page.
    """
    return kept("control/desk/_cite.html", **_cited(context, rule, full=full)) if rule else SafeString()


def _cited(context: Mapping[str, Any], rule: object, *, full: bool = False) -> dict[str, Hashable]:
    cited = str(rule or "")
    event_id = context.get("event_id")
    return {
        "cited": cited,
        "found": rulings.rulings_citing(tuple(context.get("rulings") or ()), cited) if cited else (),
        "address": f"{address('desk:rule', event_id)}?{urlencode({'rule': cited})}" if event_id and cited else "",
        "full": full,
    }


@register.inclusion_tag("control/desk/_cited.html", takes_context=True)
def cited(context: Mapping[str, Any], rules: Iterable[str]) -> dict[str, object]:
    """Several citations at a desk on one line, with their rulings below."""
    each = [_cited(context, rule) for rule in rules]
    found = dict.fromkeys(ruling for one in each for ruling in one["found"])  # type: ignore[attr-defined]
    return {"rules": each, "found": tuple(found)}
