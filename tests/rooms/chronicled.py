"""Days with their chronicle, for tests: every moment, its reports and its audiences, as the journal makes them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property, partial
from typing import Any, Final

from control.engine.chronicle import Chronicle, Fact, MakeChronicler, StoryMoment, ToldDeeds, chronicle
from control.engine.modules import Game, GameEvent
from control.engine.records import replace
from control.engine.reports import Report
from rooms.court.game.chronicles.laws import Laws
from rooms.court.game.chronicles.votes import Votes
from rooms.realm.game.chronicles.holdings import FavorsPlayed, Powers
from rooms.realm.game.chronicles.people import Bonds, People, Reigns
from rooms.realm.game.state import GameState
from rooms.underground.game.chronicles.schemes import Schemes
from rooms.war.game.chronicles.alliances import Alliances
from rooms.war.game.chronicles.battles import Battles
from rooms.war.game.chronicles.territory import Coups, Territory
from tests.rooms.whole import GAME

AT: Final = datetime(2026, 5, 9, 8, tzinfo=UTC)
REALM: Final[tuple[MakeChronicler, ...]] = (Powers, Reigns, Bonds, People, FavorsPlayed)
WAR: Final[tuple[MakeChronicler, ...]] = (Territory, Battles, Alliances, Coups)
COURT: Final[tuple[MakeChronicler, ...]] = (Laws, Votes)
UNDERGROUND: Final[tuple[MakeChronicler, ...]] = (Schemes,)
EVERY: Final = (*REALM, *WAR, *COURT, *UNDERGROUND)


@dataclass(frozen=True)
class Chronicled:
    """Events of one game from a first state on. The first entry has number 1."""

    game: Game[Any]
    first: GameState
    events: Sequence[GameEvent]

    @cached_property
    def moments(self) -> tuple[StoryMoment[GameState], ...]:
        return tuple(self._moments())

    def _moments(self) -> Iterator[StoryMoment[GameState]]:
        state = self.first
        for seq, happened in enumerate(self.events, start=1):
            before, state = state, self.game.evolve(state, happened)
            yield StoryMoment(seq=seq, at=AT, round=before.clock.month, event=happened, before=before, after=state)

    @property
    def last(self) -> GameState:
        return self.moments[-1].after

    @cached_property
    def chronicle(self) -> Chronicle:
        return self.by(EVERY)

    def by(self, makers: Sequence[MakeChronicler]) -> Chronicle:
        """Return the chronicle that these chroniclers write."""
        return chronicle(self.moments, (*makers, partial(ToldDeeds, self.game)), self.last, len(self.events))

    @cached_property
    def reports(self) -> tuple[tuple[int, Report], ...]:
        """Reports, each with the number of its entry."""
        return tuple(
            (each.seq, report) for each in self.moments for report in self.game.reports(each.event, each.before, each.after)
        )

    def seq_of(self, kind: type) -> int:
        """Return the number of the one entry with an event of this kind."""
        (found,) = (each.seq for each in self.moments if isinstance(each.event, kind))
        return found


def joined(*parts: Chronicled, makers: Sequence[MakeChronicler] = EVERY) -> Chronicle:
    """Join parts into one chronicle, also parts of two games. A test may change the state by hand between them."""
    moments = tuple(each for part in parts for each in part.moments)
    numbered = tuple(replace(each, seq=seq) for seq, each in enumerate(moments, start=1))
    return chronicle(numbered, (*makers, partial(ToldDeeds, GAME)), parts[-1].last, len(numbered))


def facts_of(written: Chronicle, kind: str) -> tuple[Fact, ...]:
    return tuple(each for each in written.facts if each.kind == kind)


def deeds_of(written: Chronicle, who: str) -> dict[str, str]:
    """Return the deeds of one person or House: kind to words."""
    return {each.kind: each.words for each in written.deeds if each.who == who}
