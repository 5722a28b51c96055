"""Pages of the pictures: all of them, and each one large with its table."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from control.debrief.access import debrief_or_404
from control.debrief.frame import DebriefSection, draw, register
from control.debrief.pictures import gallery
from control.debrief.pictures.day_records import day_source
from control.engine.language import later
from control.lab.chance import LEAST
from control.lab.debriefing import day_with_chances, lab_of

register(DebriefSection(name="pictures", title=later("Pictures"), address="debrief:pictures", order=40))


@never_cache
@require_safe
def pictures(request: HttpRequest, event_id: int) -> HttpResponse:
    """Page of all pictures. Long ones are shortened."""
    door = debrief_or_404(request, event_id)
    told = day_source(door)
    foretold = day_with_chances(lambda: told, door.event)
    shown = {
        "pictures": gallery.pictures(foretold or told),
        "to_foresee": "" if foretold else lab_of(request, door.event),
        "least": LEAST,
    }
    return draw(request, door, "pictures", "control/debrief/pictures.html", shown)


@never_cache
@require_safe
def picture(request: HttpRequest, event_id: int, name: str) -> HttpResponse:
    """One picture as large as the page, for the wall and for print.

    Raises:
        Http404: this day has no such picture.
    """
    door = debrief_or_404(request, event_id)
    told = day_source(door, request.GET.get("player", ""))
    found = gallery.picture(day_with_chances(lambda: told, door.event) or told, name)
    if found is None:
        raise Http404("There is no such picture.")
    return draw(request, door, "pictures", "control/debrief/picture.html", {"picture": found})
