"""Players' own links to their days, for the organizer to copy or to print: who played without a phone looks back by one."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from control.day.people.view import all_players, teams_view
from control.day.view import PlayerView
from control.debrief.doors import FOR_PLAYERS, Audience, row_of, token_of
from control.desks.frame import look
from control.engine.context import ORGANIZER
from control.engine.language import say
from control.people.access import desk_or_404
from control.printing.paper import paper, qr
from control.watch.addresses import for_phones


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnLink:
    """A player's own link, as words and as a QR code."""

    player: PlayerView
    address: str
    qr: str


@never_cache
@require_safe
def own_links(request: HttpRequest, event_id: int) -> HttpResponse:
    """All of them, by team and rank; there are none while the debrief is shut for players."""
    door = desk_or_404(request, event_id, ORGANIZER)
    row = row_of(door.event)
    if row is None or Audience(row.audience) not in FOR_PLAYERS:
        raise Http404("The debrief is not open for players.")
    seen = look(request, door)
    teams = [team.id for team in seen.sight.public(teams_view)]
    players: tuple[PlayerView, ...] = seen.sight.public(all_players)
    links = []
    for player in sorted(players, key=lambda each: (teams.index(each.team), each.rank)):
        address = for_phones(request, reverse("debrief:of", args=[event_id, token_of(row, player.seat)]))
        links.append(OwnLink(player=player, address=address, qr=qr(address)))
    return paper(request, seen, "control/debrief/own_links.html", say("Players’ own links"), {"links": tuple(links)})
