"""Through whose eyes a moment is looked at: how addresses name them, and which there are."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404

from control.day.people.view import all_players
from control.day.state import DayState
from control.day.view import about_day
from control.engine.chronicle import TRUTH, Eye
from control.engine.ids import SeatId, TeamId
from control.engine.language import say
from control.regions.sight import Sight


@dataclass(frozen=True, slots=True, kw_only=True)
class EyeChoice:
    """Eyes to choose: how addresses name them, what they are called, whose team's mark stands beside them ("" for none)."""

    name: str
    words: str
    team: str
    short: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EyeGroup:
    """The eyes of a team, and of its players."""

    team: EyeChoice
    players: tuple[EyeChoice, ...]


def eye_named(sight: Sight[DayState], name: str) -> Eye:
    """The eyes that an address names.

    Raises:
        Http404: nobody of that name has played this day.
    """
    if name in ("", TRUTH.name):
        return TRUTH
    kind, _dash, whose = name.partition("-")
    if kind == "team" and whose in {team.id for team in sight.public(about_day).teams}:
        return Eye(team=TeamId(whose))
    player = next((each for each in sight.public(all_players) if kind == "seat" and each.seat == whose), None)
    if player is None:
        raise Http404(say("Nobody of that name has played this day."))
    return Eye(team=player.team, seat=SeatId(whose))


def choice_of(sight: Sight[DayState], eye: Eye) -> EyeChoice:
    """These eyes as a page calls them."""
    if eye.is_truth:
        return EyeChoice(name=eye.name, words=say("What was so"), team="", short="")
    team = next(each for each in sight.public(about_day).teams if each.id == eye.team)
    player = next((each for each in sight.public(all_players) if each.seat == eye.seat), None)
    words = say("As {name} knew it", name=player.name if player is not None else team.name)
    return EyeChoice(name=eye.name, words=words, team=team.id, short=team.short)


def groups_of(sight: Sight[DayState]) -> tuple[EyeGroup, ...]:
    """All eyes there are, team by team."""
    players = sight.public(all_players)
    return tuple(
        EyeGroup(
            team=EyeChoice(name=Eye(team=team.id).name, words=team.name, team=team.id, short=team.short),
            players=tuple(
                EyeChoice(name=Eye(team=team.id, seat=each.seat).name, words=each.name, team=team.id, short=team.short)
                for each in sorted(players, key=lambda each: each.rank)
                if each.team == team.id
            ),
        )
        for team in sight.public(about_day).teams
    )
