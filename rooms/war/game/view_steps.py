"""The steps of the War Room this month, and the next one."""

from __future__ import annotations

from msgspec import Struct

from control.day.clock.steps import steps_left
from control.day.decisions import questions as decisions
from control.day.state import RoomClock
from control.day.timetable import steps_of
from control.engine.ids import StepId
from control.engine.viewer import Viewer
from rooms.realm.desks import Desk
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import Phase, Room
from rooms.war.game.state import CARRIED_OUT, ORDERS
from rooms.war.game.updates import updates

OPEN_PHASES = (Phase.ACTION, Phase.RETURN)


class StepRow(Struct, frozen=True, kw_only=True):
    """A step of the month. `state`: "done", "now" or "next"; `carries_out`: its end changes the map."""

    id: StepId
    name: str
    hint: str
    state: str
    carries_out: bool

    @property
    def is_done(self) -> bool:
        return self.state == "done"


class StepsView(Struct, frozen=True, kw_only=True):
    """The steps of this month. `row`: the next step, None if no step is left or no month is being played."""

    month: int
    phase: str
    playing: bool
    rows: tuple[StepRow, ...]
    at: int  # number of rows before it
    row: StepRow | None
    then: str  # name of the step after it
    is_open: bool  # it may be ended now
    waits: int  # decisions that get their default with it, or all open ones after the last step
    updates: tuple[str, ...]  # announcements about Immortals (GE-WAR-28)

    @property
    def step(self) -> StepId | None:
        return self.row.id if self.row else None

    @property
    def foreseeable(self) -> StepId | None:
        """The next step, if it may be ended and its effect on the map can be previewed."""
        found = self.row if self.is_open else None
        return found.id if found and found.carries_out and found.id != ORDERS else None


def steps_view(state: GameState, viewer: Viewer) -> StepsView:
    """The steps of the War Room now. War Control also sees how many decisions wait."""
    left, rows, playing = steps_left(state, Room.WAR), step_rows(state), state.clock.phase is not None
    step = left[0] if left and playing else None
    at = next((number for number, row in enumerate(rows) if row.id == step), len(rows))
    row = rows[at] if at < len(rows) else None
    return StepsView(
        month=state.clock.month,
        phase=state.clock.phase or "",
        playing=playing,
        rows=rows,
        at=at,
        row=row,
        then=rows[at + 1].name if at + 1 < len(rows) else "",
        is_open=step is not None and state.clock.is_in(*OPEN_PHASES),
        waits=_waiting_decisions(state, row) if viewer.sees_desk(Desk.WAR) else 0,
        updates=updates(state) if step == "updates" else (),
    )


def _waiting_decisions(state: GameState, row: StepRow | None) -> int:
    """Number of War Control's decisions that wait for a step. After the last step, all open ones."""
    return sum(each.desk == Desk.WAR and (row is None or each.blocks == row.name) for each in decisions.open_decisions(state))


def step_rows(state: GameState) -> tuple[StepRow, ...]:
    """The steps of this month, done and to come."""
    at = state.clock.rooms.get(Room.WAR, RoomClock())
    current = at.month == state.clock.month
    return tuple(
        StepRow(
            id=step.id,
            name=step.name,
            hint=step.hint,
            state="done" if current and step.id in at.done else "now" if current and step.id == at.step else "next",
            carries_out=step.id in CARRIED_OUT,
        )
        for step in steps_of(state, Room.WAR)
    )
