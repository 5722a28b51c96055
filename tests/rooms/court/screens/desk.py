"""A small day's Court at its desk, for tests: its players and its steps."""

from __future__ import annotations

from control.day.clock.steps import EndStep
from control.engine.ids import SeatId, StepId
from rooms.court.game.state import proposal_in_cycle
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import Room
from tests.control.desks.conftest import Day

ONE_ID = "00000000-0000-4000-8000-000000000013"
THERE = tuple(SeatId(each) for each in ("cat-1", "cat-2", "wolf-1", "wolf-2", "ram-1"))
AUTHOR, OTHER = SeatId("cat-1"), SeatId("wolf-1")
FINES = Paper(type="fines", values=(("wolf",), ("2",), ("1",)))  # costs 3
AID = Paper(type="famine-aid")  # costs 6
ACT = {"month": "1", "cycle": "1"}
SURE = {"sure": "1"}  # confirms a press while something is still open


def until(day: Day, step: str) -> None:
    """End the Court's steps until this one runs."""
    while (at := day.state.clock.rooms[Room.COURT].step) != step:
        day.do(EndStep(room=Room.COURT, month=1, step=StepId(at or "")))


def standing(day: Day, cycle: int = 1):
    found = proposal_in_cycle(day.state, cycle)
    assert found is not None
    return found


def paid(day: Day, *tokens: str, act: str = "pay") -> dict[str, object]:
    return {"month": "1", "act": act, "token": list(tokens)}
