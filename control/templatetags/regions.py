"""Tags that draw the live regions of a page."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import TYPE_CHECKING

from django import template
from django.template import Context
from django.template.loader import get_template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from control.regions.fragments import fragment, text_version

if TYPE_CHECKING:
    from control.regions.region import LiveRegion

register = template.Library()


@register.simple_tag(takes_context=True)
def region(context: Context, shown: LiveRegion) -> SafeString:
    """A live region in its wrapper."""
    tag = "section" if shown.screen.alone else "div"
    still = " data-still" if shown.screen.in_place else ""
    told = ' aria-live="polite"' if shown.told else ""
    text = inside(context, shown)
    asks = _asks(shown, _version(context, shown, text)) if shown.screen.alone else ""
    return mark_safe(f'<{tag} id="{shown.id}" class="region"{still}{told}{asks}>{text}</{tag}>')


@register.simple_tag(takes_context=True)
def swapped(context: Context, news: Iterable[LiveRegion]) -> SafeString:
    """Changed regions of a screen that asks for all at once, each swapped in its place."""
    return mark_safe("".join([f'<div id="{each.id}" hx-swap-oob="innerHTML">{inside(context, each)}</div>\n' for each in news]))


@register.simple_tag(takes_context=True)
def changed(context: Context, shown: LiveRegion, seen: Container[str]) -> SafeString:
    """A desk's region between remarks that `parts.js` reads; nothing if the page shows this version."""
    text = inside(context, shown)
    version = _version(context, shown, text)
    return mark_safe("" if version in seen else f"<!--part {shown.id} {version}-->{text}<!--/part-->")


def _version(context: Context, shown: LiveRegion, text: str) -> str:
    """Version of a drawn region of a desk. The ID of its press and the form token differ with each drawing.

    The secret of all form tokens of a browser is part of it, because a new sign-in makes earlier tokens worthless.
    """
    passing, secret = [str(shown.command_id)], ""
    if "csrfmiddlewaretoken" in text:
        passing.append(str(context["csrf_token"]))
        secret = context["request"].META.get("CSRF_COOKIE", "")
    return f"{shown.name}:{text_version(secret + text, *passing)}"


def _asks(shown: LiveRegion, version: str) -> str:
    """Attributes of a region that refreshes on its own: version, trigger, address, included fields."""
    include = format_html(' hx-include="{}"', shown.include) if shown.include else ""
    return format_html(
        ' data-part data-version="{}" hx-get="{}" hx-trigger="{}" hx-target="this" hx-swap="innerHTML"{}'
        ' hx-sync="this:replace" hx-disinherit="*"',
        version,
        shown.address,
        shown.trigger,
        include,
    )


@register.simple_tag(takes_context=True)
def inside(context: Context, shown: LiveRegion) -> SafeString:
    """Contents of the wrapper: the version, if the screen sends it back, then the fragment."""
    text = _text(context, shown)
    if shown.screen.in_place:
        text = f'<div class="inside" data-key="{shown.template}">{text}</div>'
    if shown.version:
        text = f'<input type="hidden" name="seen" value="{shown.version}">\n{text}'
    return mark_safe(f"<!--region {shown.name}-->\n{text}\n<!--/region {shown.name}-->" if shown.screen.marked else text)


def _text(context: Context, shown: LiveRegion) -> str:
    """Fragment of a region. A cached one gets this page's form token and a new id for its press.

    Any other is drawn with the page's context, below the latest refusal.
    """
    if shown.digest and not shown.refused:
        token = str(context.get("csrf_token") or "")
        return fragment(shown.template, shown.panel, shown.digest, token=token, press=shown.command_id)
    with context.push(region=shown, panel=shown.panel, typed=shown.typed, command_id=shown.command_id):
        text = _drawn(context, shown.template)
    if shown.refused:
        with context.push(refused=shown.refused):
            text = _drawn(context, "control/_refused.html") + text
    return text


def _drawn(context: Context, name: str) -> str:
    text: str = get_template(name).template.render(context)  # type: ignore[attr-defined]
    return text
