"""Pages of the players' days: list, one day, own link, file to keep."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

from django import forms
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from msgspec import Struct

from control import registry
from control.day.people.view import all_players, teams_view
from control.day.plan import Team
from control.day.view import PlayerView
from control.day.words import plain_name
from control.debrief.access import (
    FOR_PLAYERS,
    Audience,
    DebriefPass,
    debrief_of_seat,
    debrief_or_404,
    debrief_row,
    remember_player,
    token_of,
)
from control.debrief.frame import DebriefSection, draw, register
from control.debrief.own_day import OwnDay, own_day
from control.desks.frame import look
from control.engine.context import ORGANIZER
from control.engine.ids import SeatId
from control.engine.language import later, say
from control.people.access import desk_or_404
from control.phone.pages import page_of
from control.printing.paper import paper, qr
from control.watch.addresses import for_phones

# === own day pages ======================================================================================================


register(DebriefSection(name="days", title=later("Players"), address="debrief:days", order=50))

LONGEST = 80  # signs of a search


class SearchForm(forms.Form):
    """Search for a day by a part of the player's or the character's name."""

    q = forms.CharField(required=False)

    def words(self) -> str:
        """Normalized search words, "" for everybody. Invalid input finds nobody instead of an error."""
        self.is_valid()
        return plain_name(str(self.cleaned_data.get("q", ""))[:LONGEST])


class TeamDays(Struct, frozen=True, kw_only=True):
    """A team with its players, whose days can be read."""

    team: Team
    players: tuple[PlayerView, ...]


class DaysView(Struct, frozen=True, kw_only=True):
    """List of days: the visitor's own, then all by team. `asked`: the search words."""

    asked: str
    own: PlayerView | None
    teams: tuple[TeamDays, ...]


@never_cache
@require_safe
def days(request: HttpRequest, event_id: int) -> HttpResponse:
    """List of all players, by team. A search with one result redirects to that day."""
    door = debrief_or_404(request, event_id)
    shown = _days_view(door, request.GET.get("q", "").strip()[:LONGEST], SearchForm(request.GET).words())
    found = [each for those in shown.teams for each in those.players]
    if shown.asked and len(found) == 1:
        return HttpResponseRedirect(reverse("debrief:day", args=[event_id, found[0].seat]))
    return draw(request, door, "days", "control/debrief/own_days.html", {"days": shown})


def _days_view(door: DebriefPass, asked: str, words: str) -> DaysView:
    players: tuple[PlayerView, ...] = door.sight.public(all_players)
    found = [each for each in players if words in plain_name(f"{each.name} {each.character}")]
    teams: tuple[Team, ...] = door.sight.public(teams_view)
    by_team = (
        (team, tuple(sorted((each for each in found if each.team == team.id), key=lambda each: each.rank))) for team in teams
    )
    return DaysView(
        asked=asked,
        own=None if words else next((each for each in players if each.seat == door.seat), None),
        teams=tuple(TeamDays(team=team, players=those) for team, those in by_team if those),
    )


@never_cache
@require_safe
def day(request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
    """One player's day."""
    return _day_page(request, debrief_or_404(request, event_id), seat)


@never_cache
@require_safe
def day_of(request: HttpRequest, event_id: int, token: str) -> HttpResponse:
    """A player's day by the own link. It needs no account, and it opens the rest of the debrief to this browser too."""
    door = debrief_of_seat(event_id, token)
    response = _day_page(request, door, str(door.seat))
    remember_player(request, event_id, token, response)
    return response


@never_cache
@require_safe
def day_file(request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
    """One player's day as a self-contained HTML file: no console, no network, no script."""
    door = debrief_or_404(request, event_id)
    found = _own_day_or_404(door, seat)
    response = HttpResponse(day_file_html(door, found), content_type="text/html; charset=utf-8")
    name = slugify(f"{door.event.name} {found.player.name}") or "day"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.html"'
    return response


def _day_page(request: HttpRequest, door: DebriefPass, seat: str) -> HttpResponse:
    found = _own_day_or_404(door, seat)
    context = {
        "title": found.player.name,
        "piece": day_piece(found, whole=False),
        "styles": styles_of(door),
        "file": reverse("debrief:day-file", args=[door.event.pk, seat]),
    }
    return draw(request, door, "days", "control/debrief/own.html", context)


def _own_day_or_404(door: DebriefPass, seat: str) -> OwnDay:
    found = own_day(door, SeatId(seat))
    if found is None:
        raise Http404("No such player.")
    return found


STYLES: Final = ("control/rounds.css", "control/debrief_own.css")
LINK: Final = re.compile(r"<a\b[^>]*>(.*?)</a>", re.DOTALL)
OTHER_LINK: Final = re.compile(r"<a\b(?![^>]*\bdata-moment\b)[^>]*>(.*?)</a>", re.DOTALL)  # except to a moment of the time machine
CLOSED: Final = re.compile(r"<details\b(?![^>]*\bopen\b)")  # the rooms' parts are closed on a phone
COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
MARGIN: Final = re.compile(r"\s*\n\s*")


def styles_of(door: DebriefPass) -> tuple[str, ...]:
    """Style sheets that the piece needs besides those of every page."""
    rooms = registry.rooms(door.event.stream.engine).values()
    phones = [room.phone for room in rooms if room.phone.round_details is not None]
    return tuple(dict.fromkeys((*(style for phone in phones for style in phone.styles), *STYLES)))


def day_piece(own: OwnDay, *, whole: bool) -> SafeString:
    """Day as a part of a page, with links to the time machine. `whole`: every part is open and all links are removed."""
    link = LINK if whole else OTHER_LINK
    drawn = link.sub(r"\1", render_to_string("control/debrief/_own_day.html", {"own": own, "whole": whole}))
    return mark_safe(CLOSED.sub("<details open", drawn) if whole else drawn)


def day_file_html(door: DebriefPass, own: OwnDay) -> str:
    """HTML file of one player's day."""
    context = {
        "piece": day_piece(own, whole=True),
        "title": f"{own.player.name} · {door.event.name}",
        "event_name": door.event.name,
        "page": page_of(door.event, door.sight, "hall"),
        "looks": "\n".join(_stylesheet(style) for style in ("control/base.css", *styles_of(door))),
    }
    return MARGIN.sub("\n", render_to_string("control/debrief/own_file.html", context))


@cache
def _stylesheet(style: str) -> str:
    """Style sheet without comments and indentation."""
    found = finders.find(style)
    if not isinstance(found, str):
        raise LookupError(f"There is no style sheet {style}.")
    return MARGIN.sub("\n", COMMENT.sub("", Path(found).read_text(encoding="utf-8")))


class OwnLink(Struct, frozen=True, kw_only=True):
    """Player's own link, as text and as a QR code."""

    player: PlayerView
    address: str
    qr: str


@never_cache
@require_safe
def own_links(request: HttpRequest, event_id: int) -> HttpResponse:
    """All own links, by team and rank. 404 while the debrief is closed for players."""
    door = desk_or_404(request, event_id, ORGANIZER)
    row = debrief_row(door.event)
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
