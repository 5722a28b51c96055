"""The seven steps on the desk of War Control, and everything about the one that comes next."""

from __future__ import annotations

from dataclasses import dataclass

from control.day.view import RoomClockView, room_clock_view
from control.engine.ids import StepId
from control.engine.language import later, say
from rooms.realm.game.view_favors import FavorsDesk, favors_desk
from rooms.realm.scenario.ids import Room
from rooms.realm.screens.seen import Look
from rooms.war.game.state import FAVORS, ORDERS
from rooms.war.game.view_desk import RumorView
from rooms.war.game.view_done import battles_done
from rooms.war.game.view_preview import PreviewLine
from rooms.war.game.view_steps import StepRow
from rooms.war.screens.desk_seen import sent_of, shown_desk, shown_preview, shown_steps

VERBS = {"orders": later("Open the orders"), "updates": later("End Updates"), "favors": later("End Favors")}
NOTHING = {
    "move": later("No sheet orders a Move; every unit stays."),
    "battle": later("No battle and no flag changes."),
    "rewards": later("Nobody earns anything this month."),
    "recruit": later("No sheet orders a Recruit."),
}


FIRST = ("throne", "wasted", "part")  # the marks of what somebody must look at before the step is applied
FEW = 4  # orders that go as given, which may stand open: a tablet held wide shows hardly more lines than that


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
    foremost: tuple[PreviewLine, ...] = ()  # of what the step would do, what is read first
    ordinary: tuple[PreviewLine, ...] = ()  # and what goes as ordered, where that is much
    nothing: str = ""
    refused: str = ""
    rumors: tuple[RumorView, ...] = ()
    updates: tuple[str, ...] = ()  # what to announce of the Immortals (GE-WAR-28)
    favors: FavorsDesk | None = None  # who may use one now, in the step for it (GE-WAR-30)
    waits: int = 0  # decisions whose default applies with this step
    sent: int = 0
    expected: int = 0
    battles: tuple[PreviewLine, ...] = ()  # of this month, once they have been fought


def in_order(lines: tuple[PreviewLine, ...]) -> tuple[tuple[PreviewLine, ...], tuple[PreviewLine, ...]]:
    """What is read first: who reigns, what fails wholly or in part, then the rest; apart, if many, the orders that go as given."""
    ordered = sorted(lines, key=lambda line: FIRST.index(line.mark) if line.mark in FIRST else len(FIRST))
    done = tuple(line for line in ordered if line.mark == "done")
    if len(done) <= FEW:
        return tuple(ordered), ()
    return tuple(line for line in ordered if line.mark != "done"), done


def step_panel(seen: Look) -> StepPanel:
    """The steps of this month, and what the next one would do."""
    shown = seen.once(shown_steps)
    row, step = shown.row, shown.step
    sent, expected = sent_of(seen)
    foreseen = seen.once(shown_preview)
    foremost, ordinary = in_order(foreseen.lines)
    return StepPanel(
        month=shown.month,
        phase=shown.phase,
        playing=shown.playing,
        is_open=shown.is_open,
        clock=seen.sight.public(room_clock_view, Room.WAR),
        steps=shown.rows,
        step=step,
        name=row.name if row else "",
        hint=row.hint if row else "",
        number=shown.at + 1,
        verb=_verb(row) if row else "",
        then=shown.then,
        side="left" if shown.at % 2 == 0 else "right",
        opens=step == ORDERS,
        foremost=foremost,
        ordinary=ordinary,
        nothing=say(NOTHING.get(step or "", "")),
        refused=foreseen.refused,
        rumors=seen.once(shown_desk).rumors if step == "updates" else (),
        updates=shown.updates,
        favors=seen.sight.view(favors_desk, Room.WAR) if step == FAVORS and shown.is_open else None,
        waits=shown.waits,
        sent=len(sent & expected),
        expected=len(expected),
        battles=seen.sight.view(battles_done),
    )


def _verb(row: StepRow) -> str:
    return say(VERBS[row.id]) if row.id in VERBS else say("Apply {step}", step=row.name)
