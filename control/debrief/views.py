"""The first page of a debrief, and the way in by a link."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from control.debrief.doors import DebriefPass, debrief_or_404, let_in
from control.debrief.sections import Section, frame_of, register
from control.engine.language import later

register(Section(name="start", title=later("The day"), address="debrief:start", order=0))


def draw(request: HttpRequest, door: DebriefPass, here: str, template: str, context: dict[str, Any]) -> HttpResponse:
    """A page of the debrief with its frame around it."""
    frame = frame_of(door, here)
    return render(request, template, {"frame": frame, "page": frame.page, "door": door, **context})


@never_cache
@require_safe
def start(request: HttpRequest, event_id: int) -> HttpResponse:
    """Who won, why, and what became of whoever looks."""
    return draw(request, debrief_or_404(request, event_id), "start", "control/debrief/start.html", {})


@never_cache
@require_safe
def link(request: HttpRequest, event_id: int, key: str) -> HttpResponse:
    """Let whoever has the link in, once; from then on a cookie opens."""
    return let_in(request, event_id, key, HttpResponseRedirect(reverse("debrief:start", args=[event_id])))
