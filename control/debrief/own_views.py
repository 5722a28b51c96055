"""The pages of the players' days: the list of all, one day, one day by a player's own link, one day as a file to keep."""

from __future__ import annotations

from dataclasses import dataclass

from django import forms
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from control.day.people.view import all_players, teams_view
from control.day.plan import Team
from control.day.view import PlayerView
from control.day.words import plain
from control.debrief.doors import DebriefPass, debrief_of_seat, debrief_or_404, remember
from control.debrief.own import OwnDay, own_day
from control.debrief.own_file import piece, styles_of, written
from control.debrief.sections import Section, register
from control.debrief.views import draw
from control.engine.ids import SeatId
from control.engine.language import later

register(Section(name="days", title=later("Players"), address="debrief:days", order=50))

LONGEST = 80  # of what is searched for


class SearchForm(forms.Form):
    """Whose day is looked for: a part of the name, or of who was played."""

    q = forms.CharField(required=False)

    def words(self) -> str:
        """What to look for, made plain; "" for everybody. What is not a name finds nobody, so nothing is refused."""
        self.is_valid()
        return plain(str(self.cleaned_data.get("q", ""))[:LONGEST])


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamDays:
    """A team with its players, whose days can be read."""

    team: Team
    players: tuple[PlayerView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DaysView:
    """Whose days there are: the own one first, then all by team. `asked` is what was searched for."""

    asked: str
    own: PlayerView | None
    teams: tuple[TeamDays, ...]


@never_cache
@require_safe
def days(request: HttpRequest, event_id: int) -> HttpResponse:
    """All players, by team; of whom alone is found the day itself."""
    door = debrief_or_404(request, event_id)
    shown = _days(door, request.GET.get("q", "").strip()[:LONGEST], SearchForm(request.GET).words())
    found = [each for those in shown.teams for each in those.players]
    if shown.asked and len(found) == 1:
        return HttpResponseRedirect(reverse("debrief:day", args=[event_id, found[0].seat]))
    return draw(request, door, "days", "control/debrief/own_days.html", {"days": shown})


def _days(door: DebriefPass, asked: str, words: str) -> DaysView:
    players: tuple[PlayerView, ...] = door.sight.public(all_players)
    found = [each for each in players if words in plain(f"{each.name} {each.character}")]
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
    return _drawn(request, debrief_or_404(request, event_id), seat)


@never_cache
@require_safe
def day_of(request: HttpRequest, event_id: int, token: str) -> HttpResponse:
    """A player's day by the own link: it needs no account, and opens the rest of the debrief to this browser as well."""
    door = debrief_of_seat(event_id, token)
    response = _drawn(request, door, str(door.seat))
    remember(request, event_id, token, response)
    return response


@never_cache
@require_safe
def day_file(request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
    """One player's day as a file that needs nothing: no console, no net, no script."""
    door = debrief_or_404(request, event_id)
    found = _found(door, seat)
    response = HttpResponse(written(door, found), content_type="text/html; charset=utf-8")
    name = slugify(f"{door.event.name} {found.player.name}") or "day"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.html"'
    return response


def _drawn(request: HttpRequest, door: DebriefPass, seat: str) -> HttpResponse:
    found = _found(door, seat)
    context = {
        "title": found.player.name,
        "piece": piece(found, whole=False),
        "styles": styles_of(door),
        "file": reverse("debrief:day-file", args=[door.event.pk, seat]),
    }
    return draw(request, door, "days", "control/debrief/own.html", context)


def _found(door: DebriefPass, seat: str) -> OwnDay:
    found = own_day(door, SeatId(seat))
    if found is None:
        raise Http404("No such player.")
    return found
