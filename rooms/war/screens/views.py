"""Pages of the war map for players and the hall."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe

from control.day.view import clock_view
from control.journal import journal
from control.people.access import viewer_or_404
from control.phone.pages import page_of
from control.regions.sight import Sight
from rooms.realm.frame import PHASE_NAMES
from rooms.realm.game.state import GameState
from rooms.war.game.drawing.ground import ground_view
from rooms.war.game.drawing.war_map import bare_map

A_DAY = 24 * 3600


@never_cache
@require_safe
def whole_map(request: HttpRequest, event_id: int) -> HttpResponse:
    """The map on its own page, with its ground: for browsers without JavaScript, or for a large view."""
    event, viewer = viewer_or_404(request, event_id)
    sight: Sight[GameState] = Sight(journal.head(event.stream).state, viewer)
    phase = sight.public(clock_view).phase
    context = {
        "page": page_of(event, sight, "hall"),
        "panel": sight.public(bare_map, event_id, True),
        "ground": sight.public(ground_view),
        "phase": PHASE_NAMES[phase] if phase else "",
    }
    return render(request, "war/map.html", context)


@cache_control(public=True, max_age=A_DAY)
@require_safe
def ground(request: HttpRequest, event_id: int) -> HttpResponse:
    """The fixed ground of the map, cached by browsers."""
    event, viewer = viewer_or_404(request, event_id, lab=True)  # the debrief's time machine shows it
    sight: Sight[GameState] = Sight(journal.head(event.stream).state, viewer)
    return render(request, "war/_ground.html", {"ground": sight.public(ground_view)})
