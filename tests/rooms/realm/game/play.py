"""Driver of the shared modules for tests: one game, one clock that the test moves."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from control.day.clock.phases import BeginDay, EndPhase
from control.day.people.presence import CheckIn
from control.day.state import Presence
from control.engine.context import THE_CLOCK, Actor, DecisionContext
from control.engine.ids import SeatId
from control.engine.modules import Command, Game, GameEvent
from rooms.realm.desks import ALL_DESKS, Desk
from rooms.realm.game.modules import MODULES
from rooms.realm.game.setup import SetUp
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import Phase
from rooms.realm.scenario.schema import Scenario
from tests.scenarios import default

SHARED = Game[GameState](name="shared", state_type=GameState, modules=MODULES)
MORNING = datetime(2026, 5, 9, 10, 30, tzinfo=UTC)
ORGANIZER = Actor(name="olga", desks=frozenset({Desk.ORGANIZER}))
WAR_CONTROL = Actor(name="walt", desks=frozenset({Desk.WAR}))
COURT_CONTROL = Actor(name="cora", desks=frozenset({Desk.COURT}))
CHECK_IN = Actor(name="chen", desks=frozenset({Desk.CHECK_IN}))
CEREMONY = Actor(name="cleo", desks=frozenset({Desk.CEREMONY}))
EVERY_DESK = Actor(name="all", desks=ALL_DESKS)
CAT_1 = SeatId("cat-1")
CAT_2 = SeatId("cat-2")
WOLF_1 = SeatId("wolf-1")


def player(seat: SeatId) -> Actor:
    return Actor(seat=seat)


@dataclass(slots=True)
class Day:
    """A day that a test plays. `now` moves only when a test moves it."""

    game: Game[GameState] = SHARED
    now: datetime = MORNING
    state: GameState = field(default_factory=lambda: GameState(scenario=default()))
    happened: list[GameEvent] = field(default_factory=list)

    def do(self, command: Command, by: Actor = ORGANIZER, *, after: float = 0) -> tuple[GameEvent, ...]:
        """Give a command `after` this many seconds and return its events."""
        self.now += timedelta(seconds=after)
        decided = self.game.decided(self.state, command, DecisionContext(by=by, at=self.now))
        self.state = decided.state
        self.happened.extend(decided.events)
        assert self.game.broken(self.state) == ()
        return decided.events

    def until(self, month: int, phase: Phase) -> Day:
        """Run the clock to the beginning of a phase."""
        while (self.state.clock.month, self.state.clock.phase) != (month, phase):
            clock = self.state.clock
            assert clock.deadline is not None
            assert clock.phase is not None
            self.now = clock.deadline
            self.do(EndPhase(month=clock.month, phase=clock.phase), by=THE_CLOCK)
        return self


def morning(scenario: Scenario | None = None) -> Day:
    """A cast day: nobody is present, and the clock has not begun."""
    chosen = scenario or default()
    day = Day(state=GameState(scenario=chosen))
    day.do(SetUp(casting=chosen.casting))
    return day


def running(scenario: Scenario | None = None) -> Day:
    """A day at the beginning of month 1 with everybody present."""
    day = morning(scenario)
    for seat in day.state.seats:
        day.do(CheckIn(seat=seat, before=Presence.EXPECTED, presence=Presence.PRESENT), by=CHECK_IN)
    day.do(BeginDay())
    return day
