"""What schemes gave for this month's Court, on Court Control's tablet: a live region and its taps (R-127, R-128)."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.views.decorators.http import require_POST

from control.desks.press import Place, tap
from control.people.access import desk_or_404
from control.regions.kinds import RegionKind
from control.regions.known import register
from rooms.court.game.view_schemes import CourtSchemes, schemes_at_desk
from rooms.court.screens import scheme_forms as forms
from rooms.realm.desks import Desk
from rooms.realm.frame import NAME
from rooms.realm.screens.seen import Look

REGION = "court_schemes"


def schemes_shown(seen: Look) -> CourtSchemes:
    """What its desk may see."""
    found = seen.sight.view(schemes_at_desk)
    if found is None:  # a region of this desk is shown to nobody else
        raise LookupError("schemes")
    return found


register(
    RegionKind(
        name=REGION,
        template="court/desk/_schemes.html",
        topics=("court", "schemes", "clock"),
        view=schemes_shown,
        desks=frozenset({Desk.COURT}),
    ),
    realm=NAME,
)


def addresses(place: Place) -> list[URLPattern]:
    """The addresses of the region, for the desk whose page it stands in."""

    def use(request: HttpRequest, event_id: int) -> HttpResponse:
        """A House uses the votes of one scheme."""
        door = desk_or_404(request, event_id, Desk.COURT)
        return tap(request, door, forms.UseForm(request.POST), place, "court", "schemes")

    def name(request: HttpRequest, event_id: int) -> HttpResponse:
        """Who schemed has said which proposal."""
        door = desk_or_404(request, event_id, Desk.COURT)
        return tap(request, door, forms.NameForm(request.POST), place, "court", "schemes")

    return [
        path("schemes/use/", require_POST(use), name="scheme-use"),
        path("schemes/name/", require_POST(name), name="scheme-name"),
    ]
