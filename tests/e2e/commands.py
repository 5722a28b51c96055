"""Commands that many browser tests give as their setup."""

from __future__ import annotations

from datetime import datetime

from control import system_time
from control.day.clock.pauses import AddTime
from control.day.clock.phases import EndPhase
from control.day.clock.steps import EndStep
from control.day.people.presence import CheckIn
from control.day.people.room_choice import SeatInRoom
from control.day.state import Presence
from control.engine.ids import SeatId, StepId
from control.models import Event
from rooms.realm.scenario.ids import Phase, Room
from tests.e2e import inside


def arrivals(*seats: str) -> tuple[CheckIn, ...]:
    """Return commands that check these players in."""
    return tuple(CheckIn(seat=SeatId(seat), before=Presence.EXPECTED, presence=Presence.PRESENT) for seat in seats)


def seatings(room: Room, *seats: str, month: int = 1) -> tuple[SeatInRoom, ...]:
    """Return commands that seat these players in a room for a month."""
    return tuple(SeatInRoom(player=SeatId(seat), month=month, room=room) for seat in seats)


def phase_ends(*phases: Phase, month: int = 1) -> tuple[EndPhase, ...]:
    """Return commands that end these phases of a month."""
    return tuple(EndPhase(month=month, phase=phase) for phase in phases)


def step_ends(room: Room, *steps: str, month: int = 1) -> tuple[EndStep, ...]:
    """Return commands that end these steps of a room."""
    return tuple(EndStep(room=room, month=month, step=StepId(step)) for step in steps)


def deadline_of(event: Event) -> datetime:
    """When the running phase ends."""
    deadline: datetime = event.stream.dues.get(what="phase").at
    return deadline


def run_out(event: Event, room: Room | None = None) -> None:
    """Leave the running phase, or a room's step, one second. Called inside the console."""
    clock, now = inside.state_of(event.pk).clock, system_time.now()
    deadline = clock.deadline if room is None else clock.rooms[room].deadline
    if deadline is None or clock.phase is None:
        raise ValueError("Nothing runs whose time could be taken.")
    if left := int((deadline - now).total_seconds()):
        inside.carry_out(event.pk, [AddTime(month=clock.month, phase=clock.phase, seconds=-left, room=room)], at=now)


def end_steps_until(event: Event, room: Room, wanted: str) -> None:
    """End the steps of a room until this one runs. Called inside the console.

    Raises:
        ValueError: the room has no such step left.
    """
    while (at := inside.state_of(event.pk).clock.rooms[room]).step != wanted:
        if at.step is None:
            raise ValueError(f"{room} has no step {wanted} left.")
        inside.carry_out(event.pk, [EndStep(room=room, month=at.month, step=at.step)])
