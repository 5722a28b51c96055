"""Reports of what a test does, event by event, as the journal makes them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from msgspec import Struct

from control.engine.modules import Game, GameEvent, Module, reports_in
from control.engine.reports import Correction, Report, ReportKind
from rooms.realm.game.state import GameState
from tests.rooms.realm.game.play import Day


class Played(Protocol):
    """A room that a test plays."""

    @property
    def day(self) -> Day: ...


class Reporting(Struct, frozen=True):
    """Reports in the game that a room's tests play: of the events of one package, and those that a module makes of others.

    `telling`: the package. `news`: only the news, instead of all else.
    """

    game: Game[GameState]
    module: Module | None = None
    telling: str = "none"
    news: bool = False

    def during(self, played: Played, act: Callable[[], object]) -> tuple[Report, ...]:
        """Return the reports of the events that `act` causes."""
        state, at = played.day.state, len(played.day.happened)
        act()
        return self.of(state, played.day.happened[at:])

    def of(self, state: GameState, events: Sequence[GameEvent]) -> tuple[Report, ...]:
        """Return the reports of these events, in order."""
        found: list[Report] = []
        for happened in events:
            after = self.game.evolve(state, happened)
            if type(happened).__module__.startswith(self.telling):
                told = reports_in(self.game.events[type(happened)].tell(happened, state, after))
                found.extend(each for each in told if (each.kind is ReportKind.NEWS) == self.news)
            if self.module is not None and (reporter := self.module.reports.get(type(happened))):
                found.extend(reporter(state, after, happened))
            state = after
        return tuple(found)


def said_of(game: Game[GameState], state: GameState, events: Sequence[GameEvent]) -> list[dict[str, str]]:
    """What each audience reads of each event, the journal's sentence under `DESKS`. Deeds, for the debrief alone, are left out."""
    found: list[dict[str, str]] = []
    for happened in events:
        after, said = game.evolve(state, happened), dict[str, str]()
        for line in game.tell(happened, state, after):
            if isinstance(line, Report):
                texts = (said.get(line.to, ""), line.act, line.words, line.why, line.short)
                said[line.to] = " ".join(each for each in texts if each)
            elif isinstance(line, Correction):
                said[line.to] = f"{said.get(line.to, '')} {line.words}".strip()
        found.append(said)
        state = after
    return found


def to(reports: Sequence[Report], audience: str, kind: ReportKind | None = None) -> list[tuple[str, str]]:
    """The acts and words for one audience."""
    return [(each.act, each.words) for each in reports if each.to == audience and kind in (None, each.kind)]
