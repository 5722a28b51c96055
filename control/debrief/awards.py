"""Awards: who has the highest count of each thing that a rule counts. Equal counts share the award."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from msgspec import Struct

from control.day.people.view import player_of, teams_view
from control.day.plan import Team
from control.day.view import PlayerView
from control.debrief.access import DebriefPass, debrief_or_404
from control.debrief.frame import DebriefSection, draw, register
from control.debrief.timeline import chronicle_of
from control.engine.ids import SeatId, TeamId
from control.engine.language import later, say
from control.engine.own_day import winners
from control.registry import Award, hindsights_of


class Winner(Struct, frozen=True, kw_only=True):
    """A player or a team that wins an award. `day` is the address of the player's day, or of the team's days."""

    who: str  # the audience
    team: TeamId
    name: str
    small: str  # the player's character and team
    day: str


class AwardView(Struct, frozen=True, kw_only=True):
    """An award with the number that won it."""

    title: str
    words: str
    winners: tuple[Winner, ...]


def registered_awards(door: DebriefPass) -> tuple[Award, ...]:
    """Awards of this game and its rooms."""
    return tuple(award for each in hindsights_of(door.event.stream.engine) for award in each.awards)


def awards_of(door: DebriefPass) -> tuple[AwardView, ...]:
    """Every award that has a winner."""
    told, found = chronicle_of(door.event.stream), list[AwardView]()
    for award in registered_awards(door):
        won = winners(told, award.kinds, award.to, award.least)
        named = tuple(each for who in won.who if (each := _winner(door, who)) is not None)
        if named:
            found.append(AwardView(title=say(award.title), words=say(award.words, count=won.count), winners=named))
    return tuple(found)


def _winner(door: DebriefPass, who: str) -> Winner | None:
    """Winner for an audience. None if the seat or team is not in this day."""
    kind, _colon, name = who.partition(":")
    return _NAMED[kind](door, name)


def _player(door: DebriefPass, seat: str) -> Winner | None:
    found: PlayerView | None = door.sight.public(player_of, SeatId(seat))
    if found is None:
        return None
    played = (found.team_name,) if found.character in ("", found.name) else (found.character, found.team_name)
    day = reverse("debrief:day", args=[door.event.pk, seat])
    return Winner(who=f"seat:{seat}", team=found.team, name=found.name, small=", ".join(played), day=day)


def _team(door: DebriefPass, team: str) -> Winner | None:
    found: Team | None = next((each for each in door.sight.public(teams_view) if each.id == team), None)
    if found is None:
        return None
    day = f"{reverse('debrief:days', args=[door.event.pk])}#team-{team}"
    return Winner(who=f"team:{team}", team=found.id, name=found.name, small="", day=day)


_NAMED: dict[str, Callable[[DebriefPass, str], Winner | None]] = {"seat": _player, "team": _team}

register(
    DebriefSection(
        name="awards", title=later("Awards"), address="debrief:awards", order=60, there=lambda door: bool(registered_awards(door))
    )
)


@never_cache
@require_safe
def awards(request: HttpRequest, event_id: int) -> HttpResponse:
    """Page of the awards."""
    door = debrief_or_404(request, event_id)
    return draw(request, door, "awards", "control/debrief/awards.html", {"awards": awards_of(door)})
