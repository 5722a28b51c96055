"""How every page of a debrief is drawn."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from control.debrief.doors import DebriefPass
from control.debrief.sections import frame_of


def draw(request: HttpRequest, door: DebriefPass, here: str, template: str, context: dict[str, Any]) -> HttpResponse:
    """A page of the debrief with its frame around it."""
    frame = frame_of(door, here)
    return render(request, template, {"frame": frame, "page": frame.page, "door": door, **context})
