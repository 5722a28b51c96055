"""Setup of the Court in browser tests: players, proposals, and the votes that the console holds."""

from __future__ import annotations

from typing import Any

from control.day.clock.phases import BeginDay
from control.engine.ids import SeatId
from control.engine.modules import Command
from control.models import Event
from rooms.court.game.floor.cycles import ChooseProposal
from rooms.court.game.floor.vote_result import CloseVote
from rooms.court.game.proposals.proposal import EnterProposal
from rooms.court.game.state import court_of
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import Phase, Room
from tests.e2e import inside
from tests.e2e.commands import arrivals, end_steps_until, phase_ends, seatings
from tests.e2e.day import LONG, Day

LONG_ACTION: dict[str, Any] = {**LONG, "action": 6_000}  # the Court's steps are long enough for a slow machine
SEATS = ("cat-1", "cat-2", "wolf-1")
FINES = Paper(type="fines", values=(("wolf",), ("2",), ("1",)))
TAKE_FOOD = Paper(type="take-food", values=(("wolf", "ram", "cat"),))  # a proposal with a long meaning
CHOSEN = ChooseProposal(month=1, author=SeatId("cat-1"))
CLOSED = CloseVote(month=1, cycle=1)
# The phone's socket carries no question for news; a request must.
NO_NEWS = """() => addEventListener("live:send", (event) => event.detail.t === "news" && event.stopImmediatePropagation(), true)"""


def proposal(seat: str, paper: Paper) -> EnterProposal:
    """Return the command that enters this player's proposal of month 1."""
    return EnterProposal(player=SeatId(seat), month=1, paper=paper, reason="on paper")


def votes(event: Event) -> list[tuple[str, bool]]:
    """Votes of the first cycle by voter. Called inside the console."""
    return [(each.seat, each.favor) for each in court_of(inside.state_of(event.pk)).floor.cycles[0].votes]


def to_step(day: Day, wanted: str) -> None:
    """End the Court's steps until this one runs."""
    day.ask(end_steps_until, Room.COURT, wanted)


def seat_all(day: Day, *further: Command) -> None:
    """Begin Action of month 1 with three players in the Court. The `further` commands are given in Ceremony."""
    day.give(BeginDay(), *further, *arrivals(*SEATS), *phase_ends(Phase.CEREMONY), *seatings(Room.COURT, *SEATS))
    day.give(*phase_ends(Phase.PLANNING, Phase.MOVEMENT))


def debate(day: Day, paper: Paper) -> None:
    """Begin the debate of the first cycle, on a proposal of Cat."""
    to_step(day, "explain-1")
    day.give(proposal("cat-1", paper), CHOSEN)
    to_step(day, "debate-1")
