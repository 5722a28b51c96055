"""The quay with two separate moorings: in any game, tables of a room can have clocks of their own."""

from __future__ import annotations

import dataclasses
from datetime import UTC, datetime, timedelta
from typing import ClassVar

import pytest

from control.day.clock.clocks import clock_at, own_clock
from control.day.clock.dues import dues
from control.day.clock.pauses import AddTime, Pause
from control.day.clock.phases import BeginDay
from control.day.clock.steps import EndStep, LetStepsRun
from control.day.people.presence import CheckIn
from control.day.people.room_choice import ChooseRoom
from control.day.state import Presence
from control.engine.context import Actor, DecisionContext
from control.engine.frame import Frame
from control.engine.ids import SeatId, TeamId
from control.engine.modules import Game
from control.engine.records import replace
from control.engine.refusal import Refused
from tests.harbour.realm import BELL, FRAME, LOOKOUT, QUAY, QUAYSIDE, REALM, WATCH, Harbour, HarbourState, SignOn

MOORINGS = ("north", "south")
APART = dataclasses.replace(FRAME, rooms=tuple(replace(room, tables_apart=True) for room in FRAME.rooms))
CREW = ((TeamId("gulls"), "Ada"), (TeamId("gulls"), "Bo"), (TeamId("terns"), "Cy"))
ADA, CY = SeatId("gulls-1"), SeatId("terns-1")
OLGA = Actor(name="olga", desks=FRAME.all_desks)
NOON = datetime(2026, 5, 9, 12, tzinfo=UTC)


class Moored(HarbourState, frozen=True, kw_only=True):
    FRAME: ClassVar[Frame] = APART

    def tables_of(self, room: str) -> tuple[str, ...]:
        return MOORINGS


GAME = Game(name="moored", state_type=Moored, modules=(*REALM.rules.modules, QUAYSIDE))


class Tide:
    """The first tide. Players come to the moorings in any order."""

    def __init__(self) -> None:
        self.state, self.now = Moored(harbour=Harbour()), NOON
        self.do(SignOn(crew=CREW))
        for seat in self.state.seats:
            self.do(CheckIn(seat=seat, before=Presence.EXPECTED, presence=Presence.PRESENT))
        self.do(BeginDay())

    def do(self, command: object, by: Actor = OLGA, *, after: float = 0) -> None:
        self.now += timedelta(seconds=after)
        self.state = GAME.decided(self.state, command, DecisionContext(by=by, at=self.now)).state
        assert GAME.broken(self.state) == ()

    def moor(self, seat: SeatId, table: str) -> None:
        self.do(ChooseRoom(seat=seat, month=1, room=QUAY, table=table), by=Actor(seat=seat), after=20)


def test_each_mooring_begins_when_the_first_comes_and_goes_on_alone():
    tide = Tide()
    assert clock_at(tide.state, QUAY).step is None
    tide.moor(ADA, "north")
    tide.moor(CY, "south")
    north, south = own_clock(tide.state, tide.state.seats[ADA]), own_clock(tide.state, tide.state.seats[CY])
    assert south.began_at - north.began_at == timedelta(seconds=20)

    tide.do(EndStep(room=QUAY, month=1, step=BELL, table="north"))

    assert own_clock(tide.state, tide.state.seats[ADA]).step == LOOKOUT
    assert own_clock(tide.state, tide.state.seats[CY]) == south


def test_each_mooring_has_its_own_due_and_its_own_pause():
    tide = Tide()
    for seat, table in ((ADA, "north"), (CY, "south")):
        tide.moor(seat, table)
    tide.do(LetStepsRun(on=True))
    tide.do(AddTime(month=1, phase=WATCH, seconds=60, room=QUAY, table="north"))
    assert [due.command.table for due in dues(tide.state)[:2]] == ["south", "north"]

    tide.do(Pause(room=QUAY, table="south"))

    assert [due.command.table for due in dues(tide.state) if isinstance(due.command, EndStep)] == ["north"]
    with pytest.raises(Refused, match="say which table"):
        tide.do(Pause(room=QUAY))
