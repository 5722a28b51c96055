"""A table of the Underground for tests: players, written schemes, and its steps."""

from __future__ import annotations

from collections.abc import Mapping

from control.day.clock.steps import EndStep
from control.day.people.room_choice import ChooseRoom
from control.engine.context import Actor, DecisionContext, Sealed, SheetList
from control.engine.ids import SeatId, StepId
from control.engine.modules import Command, Game, GameEvent
from control.engine.records import replace
from rooms.realm.desks import Desk
from rooms.realm.game.state import GameState
from rooms.realm.papers.game.types import Paper, encode
from rooms.realm.scenario.ids import Phase, Room
from rooms.realm.scenario.schema import Scenario
from rooms.underground.game.module import UNDERGROUND
from rooms.underground.game.state import CardTable, Lying, TableId, TableStep
from rooms.underground.game.tables.lookup import room_of, step_of, table_of, tables, with_table
from rooms.underground.rules.minion_cards import MinionId
from tests.rooms.realm.game.play import SHARED, Day, player, running

GAME = Game[GameState](name="underground", state_type=GameState, modules=(*SHARED.modules, UNDERGROUND))
UNDA = Actor(name="unda", desks=frozenset({Desk.UNDERGROUND}))

CAT_1, CAT_2 = SeatId("cat-1"), SeatId("cat-2")
SNAKE_1, OCTOPUS_1 = SeatId("snake-1"), SeatId("octopus-1")


class AtTable:
    """One month at the tables.

    `there`: players who chose the Underground.
    `papers`: schemes that they wrote.
    `day`: a day that has just begun, of a game with more rooms; without it, only the Underground is played.
    """

    def __init__(
        self,
        there: tuple[SeatId, ...],
        papers: Mapping[SeatId, Paper] | None = None,
        scenario: Scenario | None = None,
        day: Day | None = None,
    ):
        self.day: Day = day or running(scenario)
        self.day.game = day.game if day else GAME
        self.papers = dict(papers or {})
        self.day.until(1, Phase.PLANNING)
        for seat in there:
            self.day.do(ChooseRoom(seat=seat, month=1, room=Room.UNDERGROUND), by=player(seat))
        self.day.until(1, Phase.ACTION)
        first = self.state.seats[there[0]]
        home = {house.id: house.province for house in self.state.scenario.houses}
        self.id = TableId(first.table or home[first.house])

    @property
    def state(self) -> GameState:
        return self.day.state

    @property
    def month(self) -> int:
        return self.state.clock.month

    @property
    def table(self) -> CardTable:
        return table_of(self.state, self.id)

    def do(self, command: Command, by: Actor = UNDA, *, after: float = 0) -> tuple[GameEvent, ...]:
        """Give a command and check every invariant after it."""
        return self.day.do(command, by, after=after)

    def press(self, command: Command) -> tuple[GameEvent, ...]:
        """Give a player's own command, as the phone does."""
        return self.do(command, player(command.seat))

    def until(self, step: TableStep) -> AtTable:
        """End the table's steps until this one runs."""
        while (at := step_of(self.state, self.id)) != step:
            assert at is not None
            self.end(at)
        return self

    def end(self, step: TableStep, *, at: str = "") -> tuple[GameEvent, ...]:
        """End a step at every table where it runs, or at the table `at` only, with the papers as sealed sheets."""
        sheets = SheetList(
            sheets=tuple(
                Sealed(seat=seat, kind="scheme", month=self.month, revision=1, received_at=self.day.now, body=encode(paper))
                for seat, paper in sorted(self.papers.items())
            )
        )
        asked = DecisionContext(by=UNDA, at=self.day.now, sheets=sheets)
        events: list[GameEvent] = []
        for table in tables(self.state):
            if step_of(self.state, table) != step or at not in ("", table):
                continue
            ended = EndStep(room=Room.UNDERGROUND, month=self.month, step=StepId(step.value), table=table)
            decided = self.day.game.decided(self.state, ended, asked)
            self.day.state = decided.state
            self.day.happened.extend(decided.events)
            events.extend(decided.events)
            assert not (wrong := self.day.game.broken(self.state)), wrong
        return tuple(events)

    def lay(self, seat: SeatId, paper: Paper, **more: object) -> int:
        """Lay a player's scheme on the table and return its number."""
        own = room_of(self.state)
        scheme = Lying(
            id=own.placed + 1,
            table=self.id,
            house=self.state.seats[seat].house,
            author=seat,
            paper=paper,
            month=self.month,
            **more,  # type: ignore[arg-type]
        )
        self.day.state = with_table(self.state, replace(self.table, schemes=(*self.table.schemes, scheme)))
        rooms = {**self.state.rooms, Room.UNDERGROUND: replace(room_of(self.state), placed=scheme.id)}
        self.day.state = replace(self.state, rooms=rooms)
        return scheme.id

    def deal(self, seat: SeatId, *cards: MinionId) -> None:
        """Give a player exactly these minions."""
        self.day.state = with_table(self.state, replace(self.table, hands={**self.table.hands, seat: cards}))
