"""A Court that a test plays: its players, their proposals and its steps."""

from __future__ import annotations

from collections.abc import Mapping

from control.day.clock.steps import EndStep
from control.day.people.presence import CheckIn
from control.day.people.room_choice import ChooseRoom
from control.day.state import Presence
from control.engine.context import Actor, DecisionContext, Sealed, SheetList
from control.engine.ids import SeatId, StepId
from control.engine.modules import Command, Game, GameEvent
from control.engine.records import replace
from rooms.court.game.floor.cycles import ChooseProposal
from rooms.court.game.floor.vote import CastVote, CountFists
from rooms.court.game.floor.vote_result import CloseVote
from rooms.court.game.module import COURT
from rooms.court.game.roll import voters
from rooms.court.game.state import Floor, OnFloor, floor_of, proposal_in_cycle
from rooms.realm.game.state import GameState
from rooms.realm.papers.game.types import Paper, encode
from rooms.realm.scenario.ids import Phase, Room
from rooms.realm.scenario.schema import Scenario
from tests.rooms.realm.game.play import COURT_CONTROL, EVERY_DESK, SHARED, Day, player, running
from tests.scenarios import default

GAME = Game[GameState](name="court", state_type=GameState, modules=(*SHARED.modules, COURT))

FINES = Paper(type="fines", values=(("wolf",), ("2",), ("1",)))  # costs 3
IMMORTAL = Paper(type="immortal", values=(("wolf", "ram"),))  # costs 6
REMOVE = Paper(type="remove", values=(("law-3",),))  # costs 3
FAMINE_AID = Paper(type="famine-aid")  # costs 6

CAT = tuple(SeatId(f"cat-{rank}") for rank in (1, 2, 3))
WOLF = tuple(SeatId(f"wolf-{rank}") for rank in (1, 2))
BEAR = (SeatId("bear-1"),)


def with_settings(**changes: object) -> Scenario:
    """Return the scenario with other settings."""
    usual = default()
    return replace(usual, settings=replace(usual.settings, **changes))  # type: ignore[arg-type]


class Session:
    """A Court of month 1. `there`: players who chose it. `papers`: proposals taken in with Updates. `away`: players not present."""

    def __init__(
        self,
        there: tuple[SeatId, ...],
        papers: dict[SeatId, Paper],
        scenario: Scenario | None = None,
        away: Mapping[SeatId, Presence] | None = None,
    ) -> None:
        self.day: Day = running(scenario)
        self.day.game = GAME
        self.day.until(1, Phase.PLANNING)
        for seat in there:
            self.day.do(ChooseRoom(seat=seat, month=1, room=Room.COURT), by=player(seat))
        for seat, presence in (away or {}).items():
            self.day.do(CheckIn(seat=seat, before=Presence.PRESENT, presence=presence), EVERY_DESK)
        self.start = self.day.until(1, Phase.ACTION).state
        self.papers = papers

    @property
    def state(self) -> GameState:
        return self.day.state

    @property
    def floor(self) -> Floor:
        return floor_of(self.state)

    @property
    def pools(self) -> dict[str, tuple[int, int]]:
        return {pool.payer: (pool.power, pool.favors) for pool in self.floor.pools}

    def at(self, cycle: int) -> OnFloor:
        found = proposal_in_cycle(self.state, cycle)
        assert found is not None
        return found

    def do(self, command: Command, by: Actor = COURT_CONTROL, *, after: float = 0) -> tuple[GameEvent, ...]:
        return self.day.do(command, by, after=after)

    def until(self, step: str) -> Session:
        """End the Court's steps until this one runs."""
        while (at := self.state.clock.rooms[Room.COURT]).step != step:
            assert at.step is not None
            self.end(at.step)
        return self

    def end(self, step: str) -> Session:
        """End the running step. Updates takes the proposals in."""
        sheets = SheetList(
            tuple(
                Sealed(seat=seat, kind="proposal", month=1, revision=1, received_at=self.day.now, body=encode(paper))
                for seat, paper in self.papers.items()
            )
        )
        asked = DecisionContext(by=COURT_CONTROL, at=self.day.now, sheets=sheets)
        decided = GAME.decided(self.state, EndStep(room=Room.COURT, month=1, step=StepId(step)), asked)
        self.day.state = decided.state
        self.day.happened.extend(decided.events)
        assert GAME.broken(self.state) == ()
        return self

    def choose(self, author: SeatId) -> Session:
        self.do(ChooseProposal(month=1, author=author))
        return self

    def vote(self, cycle: int, seat: SeatId, *, favor: bool = True, by: Actor | None = None) -> tuple[GameEvent, ...]:
        return self.do(CastVote(month=1, cycle=cycle, seat=seat, favor=favor), by or player(seat))

    def fists(self, cycle: int, fists: int) -> Session:
        self.do(CountFists(month=1, cycle=cycle, fists=fists))
        return self

    def close(self, cycle: int) -> OnFloor:
        self.do(CloseVote(month=1, cycle=cycle))
        return self.at(cycle)

    def wins(self, cycle: int, author: SeatId) -> OnFloor:
        """Bring a proposal to the close of its vote with every fist raised."""
        self.choose(author).until(f"vote-{cycle}")
        return self.fists(cycle, len(voters(self.state))).close(cycle)

    def purses(self) -> dict[str, int]:
        """The Power of each House, and of the God Emperor."""
        held: dict[str, int] = {"throne": self.state.throne.purse.power}
        for seat in self.state.seats.values():
            if seat.presence is not Presence.GONE:
                held[seat.house] = held.get(seat.house, 0) + seat.purse.power
        return held


def fold(session: Session, *events: GameEvent) -> Session:
    """Return the Court after these events and their reactions."""
    for happened in events:
        session.day.state = GAME.followed(session.state, happened, DecisionContext(by=COURT_CONTROL, at=session.day.now)).state
    return session


def three_houses(**papers: Paper) -> Session:
    """EX-29: players of Cat, Wolf and Bear in the Court, and the God Emperor."""
    handed = {SeatId(seat.replace("_", "-")): paper for seat, paper in papers.items()}
    return Session((*CAT, *WOLF, *BEAR), handed or {CAT[0]: FAMINE_AID, CAT[1]: IMMORTAL, CAT[2]: FINES}).until("explain-1")
