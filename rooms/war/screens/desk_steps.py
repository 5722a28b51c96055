"""The seven steps on the desk of War Control, and everything about the one that comes next."""

from __future__ import annotations

from dataclasses import dataclass

from control.day import decisions
from control.day.clock.steps import steps_left
from control.day.view import RoomClockView, room_clock_view
from control.desks.frame import Look
from control.engine.ids import StepId
from control.engine.language import later, say
from rooms.realm.desks import Desk
from rooms.realm.scenario.ids import Room
from rooms.war.game.state import CARRIED_OUT, ORDERS
from rooms.war.game.updates import updates
from rooms.war.game.view_desk import RumorView, StepRow
from rooms.war.screens.desk_preview import PreviewLine, previewed
from rooms.war.screens.desk_seen import OPEN_PHASES, sent_of, shown_desk

VERBS = {"orders": later("Open the orders"), "updates": later("End Updates"), "favors": later("End Favors")}
NOTHING = {
    "move": later("No sheet orders a Move; every unit stays."),
    "battle": later("No battle and no flag changes."),
    "rewards": later("Nobody earns anything this month."),
    "recruit": later("No sheet orders a Recruit."),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class StepPanel:
    """The seven steps, and everything about the one that comes next.

    `side` alternates from step to step, so that the button of one step never lies where that of the step before lay.
    """

    month: int
    phase: str
    playing: bool
    is_open: bool  # may the step be ended now?
    clock: RoomClockView
    steps: tuple[StepRow, ...]
    step: StepId | None
    name: str
    hint: str
    number: int
    verb: str
    then: str
    side: str
    opens: bool
    preview: tuple[PreviewLine, ...] = ()
    nothing: str = ""
    refused: str = ""
    rumors: tuple[RumorView, ...] = ()
    updates: tuple[str, ...] = ()  # what to announce of the Immortals (GE-WAR-28)
    waits: int = 0  # decisions whose default applies with this step
    sent: int = 0
    expected: int = 0


def step_panel(seen: Look) -> StepPanel:
    """The steps of this month, and what the next one would do."""
    state = seen.state
    shown = seen.once(shown_desk)
    left = steps_left(state, Room.WAR)
    playing = state.clock.phase is not None
    step = left[0] if left and playing else None
    at = next((number for number, row in enumerate(shown.steps) if row.id == step), len(shown.steps))
    row = shown.steps[at] if at < len(shown.steps) else None
    is_open = step is not None and state.clock.phase in OPEN_PHASES
    sent, expected = sent_of(seen)
    preview, refused = previewed(seen, step) if is_open and step in CARRIED_OUT and step != ORDERS else ((), "")
    return StepPanel(
        month=state.clock.month,
        phase=state.clock.phase if state.clock.phase else "",
        playing=playing,
        is_open=is_open,
        clock=room_clock_view(state, Room.WAR),
        steps=shown.steps,
        step=step,
        name=row.name if row else "",
        hint=row.hint if row else "",
        number=at + 1,
        verb=_verb(row) if row else "",
        then=shown.steps[at + 1].name if at + 1 < len(shown.steps) else "",
        side="left" if at % 2 == 0 else "right",
        opens=step == ORDERS,
        preview=preview,
        nothing=say(NOTHING.get(step or "", "")),
        refused=refused,
        rumors=shown.rumors if step == "updates" else (),
        updates=updates(state) if step == "updates" else (),
        waits=sum(row is not None and each.desk == Desk.WAR and each.blocks == row.name for each in decisions.waiting(state)),
        sent=len(sent & expected),
        expected=len(expected),
    )


def _verb(row: StepRow) -> str:
    return say(VERBS[row.id]) if row.id in VERBS else say("Apply {step}", step=row.name)
