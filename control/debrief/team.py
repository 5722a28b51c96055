"""For Control: what to change next time, from the journal alone, beside another event of the same team."""

from __future__ import annotations

from typing import Final

from django.contrib.auth.models import AnonymousUser, User
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from control.debrief.doors import debrief_or_404, is_over
from control.debrief.sections import Section, register
from control.debrief.team_shown import team_view
from control.debrief.views import draw
from control.engine.language import later
from control.journal.readable import readable
from control.lab.beside import reports_beside
from control.models import Event
from control.people.access import events_of

MOST_OTHERS: Final = 12  # events that are offered beside this one

register(Section(name="team", title=later("For Control"), address="debrief:team", order=70, to="team"))


def others_of(user: User | AnonymousUser, event: Event) -> tuple[Event, ...]:
    """The events that may stand beside this one: over, and with a desk for whoever looks; of its sort first, the newest first."""
    mine = {each.pk for each in events_of(user)} - {event.pk}
    rows = Event.real.filter(pk__in=mine, stream__engine=event.stream.engine).select_related("stream")
    rows = rows.defer("scenario", "stream__state").order_by("-pk")[:MOST_OTHERS]
    return tuple(sorted(filter(is_over, readable(rows)), key=lambda each: each.demo != event.demo))


@never_cache
@require_safe
def team(request: HttpRequest, event_id: int) -> HttpResponse:
    """How the team worked, for the team.

    Raises:
        Http404: not of this event's team; or the event asked for beside it is none of theirs.
    """
    door = debrief_or_404(request, event_id)
    if not door.desks:
        raise Http404("Not open, or not for you.")
    others = others_of(request.user, door.event)
    asked = request.GET.get("beside", "")
    beside = next((each for each in others if str(each.pk) == asked), None)
    if asked and asked != "0" and beside is None:
        raise Http404("Not over, or not for you.")
    chosen = beside if asked else next(iter(others), None)
    shown = {"team": team_view(door, others, chosen), "reports": reports_beside(request, door.event)}
    return draw(request, door, "team", "control/debrief/team.html", shown)
