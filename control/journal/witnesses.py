"""Who has seen on a screen what is about to be taken back, and who has not yet: names for the undo page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from control.day.state import DayState
from control.day.view import team_views
from control.engine.context import ORGANIZER
from control.engine.ids import TeamId
from control.engine.language import Spoken, later
from control.engine.modules import Invalidation
from control.journal import corrections
from control.journal.story import Line
from control.people.staff import team
from control.regions.sight import Sight

SCREENS: Mapping[str, str] = Spoken({"clock": later("the hall’s clock"), "map": later("the hall’s map")})


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamWitness:
    """The players of one team whose phones have shown it."""

    team: TeamId
    short: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Witnesses:
    """On whose screens it stood. `spared` are the players who would have been shown it and have not looked since."""

    teams: tuple[TeamWitness, ...] = ()
    phones: int = 0
    staff: tuple[str, ...] = ()
    screens: tuple[str, ...] = ()
    spared: tuple[str, ...] = ()

    @property
    def anybody(self) -> bool:
        """Has any screen outside of the control team shown it?"""
        return bool(self.phones or self.screens)


def witnesses(event_id: int, stream: UUID, sight: Sight[DayState], lines: Sequence[Line], own_name: str) -> Witnesses:
    """Who has been drawn a page since these entries that shows what they changed; `own_name` is the one who asks."""
    # That a step has ended stands on every screen; what it brought about is what matters, where it brought anything about.
    lines = [line for line in lines if line.module != "clock"] or lines
    concerned = [
        (player, first)
        for team in sight.public(team_views)
        for player in team.members
        if (first := _first(lines, {"all", f"team:{player.team}", f"seat:{player.seat}"}))
    ]
    phones = corrections.looks_of(stream, [corrections.seat_key(player.seat) for player, _since in concerned])
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


def _first(lines: Sequence[Line], audiences: set[str]) -> int:
    """The first entry that tells one of these audiences anything; 0 when none does."""
    return next((line.seq for line in lines if any(invalidation.to in audiences for invalidation in line.heard)), 0)


def _screens(realm: str, stream: UUID, lines: Sequence[Line]) -> Iterable[str]:
    found = corrections.looks_of(stream, [corrections.screen_key(kind) for kind in SCREENS])
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


def _staff(event_id: int, stream: UUID, lines: Sequence[Line]) -> Iterable[str]:
    for name, desks in sorted(team(event_id).items()):
        audiences = {"all", "staff", *(f"desk:{each}" for each in desks)}
        wanted = {
            (invalidation.topic, line.seq)
            for line in lines
            for invalidation in line.heard
            if _heard(invalidation, audiences, desks)
        }
        drawn = corrections.looks_of(stream, {f"{corrections.staff_key(name)}:{topic}" for topic, _seq in wanted})
        if any(drawn[f"{corrections.staff_key(name)}:{topic}"].seq >= seq for topic, seq in wanted):
            yield name


def _heard(invalidation: Invalidation, audiences: set[str], desks: frozenset[str]) -> bool:
    return invalidation.to in audiences or (ORGANIZER in desks and invalidation.to.startswith("desk:"))
