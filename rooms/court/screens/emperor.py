"""The God Emperor's part at Court Control's desk, and its page (GE-SOV-33, C-16)."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.http import require_GET

from control.desks.frame import draw_page, regions
from control.people.access import desk_or_404
from control.regions.kinds import DeskRegion, register
from rooms.court.game.view_emperor import EmperorPart, emperor_part, reigning_emperor_part
from rooms.realm.desks import Desk
from rooms.realm.frame import NAME
from rooms.realm.scenario.ids import Room
from rooms.realm.screens.desk_pages import Look, look

REGION: Final = "court_emperor"
WHOLE: Final = "court_emperor_part"
COURT_DESK: Final = frozenset({Desk.COURT})
TOPICS: Final = ("court", "clock", "people")


def emperor_at_desk(seen: Look) -> EmperorPart | None:
    """His motives, and what he would do now. None once he no longer reigns."""
    return seen.sight.view(reigning_emperor_part)


def whole_part(seen: Look) -> EmperorPart | None:
    """His whole part, marked as past once he no longer reigns."""
    return seen.sight.view(emperor_part)


register(
    DeskRegion(name=REGION, template="court/desk/_emperor_now.html", topics=TOPICS, view=emperor_at_desk, desks=COURT_DESK),
    DeskRegion(name=WHOLE, template="court/desk/_emperor_part.html", topics=TOPICS, view=whole_part, desks=COURT_DESK),
    realm=NAME,
)


@require_GET
def emperor(request: HttpRequest, event_id: int) -> HttpResponse:
    """The page on how to play him."""
    seen = look(request, desk_or_404(request, event_id, Desk.COURT))
    return draw_page(request, "court/desk/emperor.html", seen, Room.COURT, {"part": regions(seen, WHOLE)[WHOLE]})


urlpatterns = [path("emperor/", emperor, name="emperor")]
