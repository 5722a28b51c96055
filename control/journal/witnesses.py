"""Witnesses of entries about to be withdrawn: whose screens have shown them, and whose have not. For the undo page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from uuid import UUID

from msgspec import Struct

from control.day.state import DayState
from control.day.view import team_views
from control.engine.context import ORGANIZER
from control.engine.ids import TeamId
from control.engine.language import Spoken, later
from control.engine.modules import Invalidation
from control.journal import corrections
from control.journal.story_line import StoryLine
from control.people.staff import team
from control.regions.sight import Sight

SCREENS: Mapping[str, str] = Spoken({"clock": later("the hall’s clock"), "map": later("the hall’s map")})


class TeamWitness(Struct, frozen=True, kw_only=True):
    """Players of one team whose phones have shown the change."""

    team: TeamId
    short: str
    names: tuple[str, ...]


class Witnesses(Struct, frozen=True, kw_only=True):
    """Screens that have shown the change. `spared`: players who may see it, but have not loaded a page since."""

    teams: tuple[TeamWitness, ...] = ()
    phones: int = 0
    staff: tuple[str, ...] = ()
    screens: tuple[str, ...] = ()
    spared: tuple[str, ...] = ()

    @property
    def anybody(self) -> bool:
        """Has any phone or hall screen shown it?"""
        return bool(self.phones or self.screens)


def witnesses(event_id: int, stream: UUID, sight: Sight[DayState], lines: Sequence[StoryLine], own_name: str) -> Witnesses:
    """Find whose pages since these entries show what they changed. `own_name`: the member of staff who asks, left out."""
    # Every screen shows that a step has ended, so clock lines count only if nothing else changed.
    lines = [line for line in lines if line.module != "clock"] or lines
    concerned = [
        (player, first)
        for team in sight.public(team_views)
        for player in team.members
        if (first := _first_entry_for(lines, {"all", f"team:{player.team}", f"seat:{player.seat}"}))
    ]
    phones = corrections.remembered_looks(stream, [corrections.seat_key(player.seat) for player, _since in concerned])
    shown = [player for player, first in concerned if phones[corrections.seat_key(player.seat)].seq >= first]
    teams = tuple(
        TeamWitness(team=team, short=short, names=tuple(player.name for player in shown if player.team == team))
        for team, short in dict.fromkeys((player.team, player.short) for player in shown)
    )
    return Witnesses(
        teams=teams,
        phones=len(shown),
        staff=tuple(name for name in _staff(event_id, stream, lines) if name != own_name),
        screens=tuple(_screens(sight.realm, stream, lines)),
        spared=tuple(player.name for player, _first_told in concerned if player not in shown),
    )


def _first_entry_for(lines: Sequence[StoryLine], audiences: set[str]) -> int:
    """The seq of the first entry with news for one of these audiences; 0 if none has."""
    return next((line.seq for line in lines if any(invalidation.to in audiences for invalidation in line.heard)), 0)


def _screens(realm: str, stream: UUID, lines: Sequence[StoryLine]) -> Iterable[str]:
    found = corrections.remembered_looks(stream, [corrections.screen_key(kind) for kind in SCREENS])
    for kind, words in SCREENS.items():
        topics = corrections.screen_topics(realm, kind)
        first = next(
            (
                line.seq
                for line in lines
                if any(invalidation.to == "all" and invalidation.topic in topics for invalidation in line.heard)
            ),
            0,
        )
        if first and found[corrections.screen_key(kind)].seq >= first:
            yield words


def _staff(event_id: int, stream: UUID, lines: Sequence[StoryLine]) -> Iterable[str]:
    for name, desks in sorted(team(event_id).items()):
        audiences = {"all", "staff", *(f"desk:{each}" for each in desks)}
        wanted = {
            (invalidation.topic, line.seq)
            for line in lines
            for invalidation in line.heard
            if _hears(invalidation, audiences, desks)
        }
        drawn = corrections.remembered_looks(stream, {f"{corrections.staff_key(name)}:{topic}" for topic, _seq in wanted})
        if any(drawn[f"{corrections.staff_key(name)}:{topic}"].seq >= seq for topic, seq in wanted):
            yield name


def _hears(invalidation: Invalidation, audiences: set[str], desks: frozenset[str]) -> bool:
    return invalidation.to in audiences or (ORGANIZER in desks and invalidation.to.startswith("desk:"))
