"""The War Room's addresses for players and the hall: the map."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe

from control.journal import journal
from control.people.access import viewer_or_404
from control.phone.pages import page_of
from rooms.realm.words import PHASE_NAMES
from rooms.war.game.view_map import map_view
from rooms.war.screens.drawing import draw_map
from rooms.war.screens.ground import ground_of

A_DAY = 24 * 3600


@never_cache
@require_safe
def whole_map(request: HttpRequest, event_id: int) -> HttpResponse:
    """The map on a page of its own, ground and all: for who has no JavaScript, or wants it large."""
    event, _viewer = viewer_or_404(request, event_id)
    state = journal.head(event.stream).state
    context = {
        "page": page_of(event, state, "hall"),
        "panel": draw_map(state.scenario, map_view(state), event_id=event_id),
        "ground": ground_of(state.scenario),
        "phase": PHASE_NAMES[state.clock.phase] if state.clock.phase else "",
    }
    return render(request, "war/map.html", context)


@cache_control(public=True, max_age=A_DAY)
@require_safe
def ground(request: HttpRequest, event_id: int) -> HttpResponse:
    """What never changes on the map, kept by the browser."""
    event, _viewer = viewer_or_404(request, event_id)
    return render(request, "war/_ground.html", {"ground": ground_of(journal.head(event.stream).state.scenario)})
