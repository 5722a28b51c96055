"""How a phone's page shows its regions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django import template
from django.utils.safestring import SafeString

from control.views.fragments import fragment

if TYPE_CHECKING:
    from control.views.play import Region

register = template.Library()


@register.simple_tag(takes_context=True)
def shown(context: Mapping[str, Any], region: Region) -> SafeString:
    """A region whose text is kept, with this phone's form token and a fresh number for its press."""
    assert region.kept is not None
    token = str(context.get("csrf_token") or "")
    return fragment(region.kept.panel, region.kept.digest, token=token, press=region.command_id)
