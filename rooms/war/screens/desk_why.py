"""Why not, at the desk of War Control: of one line of a sheet, of one region, or of the whole month; asked for only when opened."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from control.desks.frame import draw, is_fragment
from control.desks.press import question
from control.engine.ids import SeatId
from control.engine.language import say
from control.people.access import desk_or_404
from rooms.realm.desks import Desk
from rooms.realm.scenario.ids import RegionId
from rooms.realm.screens.seen import look
from rooms.war.game.view_map import places
from rooms.war.game.view_presence import players_named
from rooms.war.game.view_why import why_panel
from rooms.war.screens.desk_seen import foreseer
from rooms.war.screens.desk_views import HERE


@require_GET
def why(request: HttpRequest, event_id: int) -> HttpResponse:
    """Of the line or the region that the address names, as a few lines to unfold; without one the whole month."""
    door = desk_or_404(request, event_id, Desk.WAR)
    seen = look(request, door)
    seat, line, region = (request.GET.get(name, "")[:80] for name in ("seat", "line", "region"))
    if seat and not seen.sight.public(players_named, frozenset({SeatId(seat)})):
        raise Http404(say("No such seat."))
    if region and all(region != place for place, _name in seen.sight.public(places)):
        raise Http404(say("No such region."))
    panel = seen.sight.view(
        why_panel,
        seen.once(foreseer),
        seat=SeatId(seat) if seat else None,
        line=line,
        region=RegionId(region) if region else None,
    )
    if (seat or region) and is_fragment(request):
        return draw(request, "war/desk/_why_lines.html", {"panel": panel, "event_id": event_id})
    return question(request, door, "war/desk/_why.html", {"panel": panel}, HERE)
