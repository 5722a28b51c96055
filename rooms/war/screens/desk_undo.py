"""The way back on the desk of War Control: the newest command of the room that still stands."""

from __future__ import annotations

import re
from dataclasses import dataclass

from control.day.clock.steps import StepEnded
from control.day.decisions.answering import DecisionMade
from control.day.view import clock_view
from control.engine.ids import StepId
from control.engine.language import say
from control.journal import journal
from control.journal.stories import commands_of
from control.journal.story import Line, lines_of, may_withdraw, withdrawn_by
from rooms.realm.scenario.ids import Room
from rooms.realm.screens.seen import Look
from rooms.realm.words import DESK_OF
from rooms.war.game.part import WAR


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoPanel:
    """The newest command of the War Room that still stands; `seq` 0 when it cannot be taken back, `why` then says why."""

    label: str = ""
    seq: int = 0
    why: str = ""


def undo_panel(seen: Look) -> UndoPanel:
    """What the undo button would take back."""
    lines = lines_of(seen.door.event.stream)
    taken, month = withdrawn_by(lines), seen.sight.public(clock_view).month
    for group in commands_of(lines):
        first = group[0]
        if first.round < month - 1:  # what is longer past is taken back in the journal, by whoever looks for it
            break
        if first.seq in taken or not _is_of_the_room(group):
            continue
        lasting = next((line.lasting for line in group if line.lasting), "")
        if lasting or not may_withdraw(first, seen.door.desks):
            return UndoPanel(label=first.label, why=lasting)
        return UndoPanel(label=_called(first), seq=first.seq)
    return UndoPanel()


def step_undone(seen: Look, step: StepId, month: int) -> int:
    """The entry that ended this step of the room; 0 where this desk cannot take one back."""
    stream = seen.door.event.stream
    lines, game = lines_of(stream), journal.game_of(stream)
    taken = withdrawn_by(lines)
    for entry in stream.entries.filter(kind=StepEnded.__name__, seq__lte=len(lines)).order_by("-seq"):
        ended = journal.event_of(game, entry)
        if not isinstance(ended, StepEnded) or entry.seq in taken:
            continue
        if (ended.room, ended.month, ended.step) == (Room.WAR, month, step):
            return entry.seq if may_withdraw(lines[entry.seq - 1], seen.door.desks) else 0
    return 0


def _called(first: Line) -> str:
    """What a command is called on the button; a decision by what was asked, for there are several."""
    if first.kind != DecisionMade.__name__:
        return first.label
    asked = re.match(r"[“„](.*?)[”“]", first.sentence)
    return say("Decision: {question}", question=asked[1] if asked else first.sentence)


def _is_of_the_room(group: tuple[Line, ...]) -> bool:
    """Is it a step, a correction, or a decision of the War Room? What is decided after a step leans on it and goes first."""
    first = group[0]
    if first.kind == DecisionMade.__name__:
        return DESK_OF[Room.WAR] in first.keepers
    if first.kind == "BoardSet" or any(line.kind in ("EventSetUp", "PhaseBegan", "PhaseEnded") for line in group):
        return False
    return first.module == WAR.name or (first.kind == StepEnded.__name__ and DESK_OF[Room.WAR] in first.keepers)
