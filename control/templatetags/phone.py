"""How a phone's page shows its regions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import template
from django.template import Context
from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe

from control.phone.fragments import fragment

if TYPE_CHECKING:
    from control.phone.regions import Region

register = template.Library()


@register.simple_tag(takes_context=True)
def region(context: Context, shown: Region) -> SafeString:
    """A live region in its place."""
    told = ' aria-live="polite"' if shown.told else ""
    return mark_safe(f'<div id="region-{shown.name}" class="region"{told}>{inside(context, shown)}</div>')


@register.simple_tag(takes_context=True)
def inside(context: Context, shown: Region) -> SafeString:
    """What a region shows, between two marks that the worker of the phone finds it by: its version, then the fragment.

    A text that is kept gets this phone's form token and a fresh number for its press; any other is drawn, below what a rule just
    said.
    """
    if shown.kept is not None:
        token = str(context.get("csrf_token") or "")
        text = fragment(shown.kept.panel, shown.kept.digest, token=token, press=shown.command_id)
    else:
        with context.push(region=shown):
            text = get_template("control/_play_inside.html").template.render(context)  # type: ignore[attr-defined]
    seen = f'<input type="hidden" name="seen" value="{shown.seen}">'
    return mark_safe(f"<!--region {shown.name}-->\n{seen}\n{text}\n<!--/region {shown.name}-->")
