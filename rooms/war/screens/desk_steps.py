"""The seven steps at War Control's desk, and its undo button."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from django.urls import reverse
from msgspec import Struct

from control.day.clock.steps import StepEnded
from control.day.decisions.answers import DecisionMade
from control.day.view import RoomClockView, clock_view, room_clock_view
from control.desks.folds import Fold, is_folded, teams_folded
from control.engine.ids import StepId
from control.engine.language import later, say
from control.journal import journal
from control.journal.story import commands_of, lines_of, may_withdraw, withdrawn_by
from control.journal.story_line import StoryLine
from rooms.realm.frame import DESK_OF
from rooms.realm.game.choice_lists import house_names
from rooms.realm.game.view_favors import FavorsDesk, favors_desk
from rooms.realm.scenario.ids import Room
from rooms.realm.screens.desk_pages import Look
from rooms.war.game.module import WAR
from rooms.war.game.state import FAVORS, ORDERS
from rooms.war.game.view_desk import RumorView
from rooms.war.game.view_preview import PreviewLine, battles_done
from rooms.war.game.view_steps import StepRow, StepsView
from rooms.war.screens.desk_queries import sent_of, shown_desk, shown_preview, shown_steps

# === steps ==============================================================================================================

# The seven steps at War Control's desk, with all details of the next one.


VERBS = {"orders": later("Open the orders"), "updates": later("End Updates"), "favors": later("End Favors")}
NOTHING = {
    "move": later("No sheet orders a Move; every unit stays."),
    "battle": later("No battle and no flag changes."),
    "rewards": later("Nobody earns anything this month."),
    "recruit": later("No sheet orders a Recruit."),
}


FIRST = ("throne", "wasted", "part")  # marks of lines that need a look before the step is applied
MARKS = ("wasted", "part", "done")  # of orders, those that fail first
FEW = 4  # successful orders shown open; a wide tablet shows hardly more


class OrdersForeseen(Struct, frozen=True, kw_only=True):
    """A House's orders in the preview of a step. `lines`: those that fail first; none while the House is folded."""

    house: str
    short: str
    fold: Fold
    lines: tuple[PreviewLine, ...]
    wasted: int
    part: int
    done: int


class StepPanel(Struct, frozen=True, kw_only=True):
    """The seven steps, with all details of the next one.

    `side`: alternates from step to step, so that the buttons of two successive steps never lie in the same place.
    """

    month: int
    phase: str
    playing: bool
    is_open: bool  # the step may be ended now
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
    foremost: tuple[PreviewLine, ...] = ()  # preview lines to read first
    ordinary: tuple[PreviewLine, ...] = ()  # orders that succeed, if there are many
    folded: tuple[OrdersForeseen, ...] = ()  # all orders by House instead, in a large event
    nothing: str = ""
    refused: str = ""
    rumors: tuple[RumorView, ...] = ()
    updates: tuple[str, ...] = ()  # announcements about Immortals (GE-WAR-28)
    favors: FavorsDesk | None = None  # players who may use a Favor now, in the Favors step (GE-WAR-30)
    waits: int = 0  # decisions that get their default with this step
    sent: int = 0
    expected: int = 0
    battles: tuple[PreviewLine, ...] = ()  # this month's battles once fought


def in_order(lines: tuple[PreviewLine, ...]) -> tuple[tuple[PreviewLine, ...], tuple[PreviewLine, ...]]:
    """Preview lines in reading order: throne, failures, the rest. Many successful orders come as a second list."""
    ordered = sorted(lines, key=lambda line: FIRST.index(line.mark) if line.mark in FIRST else len(FIRST))
    done = tuple(line for line in ordered if line.mark == "done")
    if len(done) <= FEW:
        return tuple(ordered), ()
    return tuple(line for line in ordered if line.mark != "done"), done


def step_panel(seen: Look) -> StepPanel:
    """The steps of this month, with the preview of the next one."""
    shown = seen.once(shown_steps)
    row, step = shown.row, shown.step
    sent, expected = sent_of(seen)
    foreseen = seen.once(shown_preview)
    orders = tuple(line for line in foreseen.lines if line.seat)
    folded = tuple(_orders_by_house(seen, shown, orders)) if is_folded(seen) else ()
    foremost, ordinary = in_order(tuple(line for line in foreseen.lines if not line.seat) if folded else foreseen.lines)
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
        folded=folded,
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


def _orders_by_house(seen: Look, shown: StepsView, orders: tuple[PreviewLine, ...]) -> Iterator[OrdersForeseen]:
    """Orders of a step in a large event, by House."""
    houses = [each.id for each in seen.sight.public(house_names)]
    ordered = sorted(orders, key=lambda line: (houses.index(line.house) if line.house in houses else 0, MARKS.index(line.mark)))
    page = reverse("war_desk:desk", args=[seen.event_id])
    for group in teams_folded(seen, f"{shown.step}", page, ordered, lambda line: (line.house or "", line.short)):
        marks = Counter(line.mark for line in group.rows)
        yield OrdersForeseen(
            house=group.team,
            short=group.short,
            fold=group.fold,
            lines=group.shown,
            wasted=marks["wasted"],
            part=marks["part"],
            done=marks["done"],
        )


def _verb(row: StepRow) -> str:
    return say(VERBS[row.id]) if row.id in VERBS else say("Apply {step}", step=row.name)


# === way back ===========================================================================================================

# Undo at War Control's desk: the newest command of the room that is still in force.


class UndoPanel(Struct, frozen=True, kw_only=True):
    """The newest command of the War Room still in force. `seq`: 0 if it cannot be undone; `why`: the reason."""

    label: str = ""
    seq: int = 0
    why: str = ""


def undo_panel(seen: Look) -> UndoPanel:
    """The command that the undo button would withdraw."""
    lines = lines_of(seen.door.event.stream)
    taken, month = withdrawn_by(lines), seen.sight.public(clock_view).month
    for group in commands_of(lines):
        first = group[0]
        if first.round < month - 1:  # older commands are withdrawn in the journal
            break
        if first.seq in taken or not _is_of_the_room(group):
            continue
        lasting = next((line.lasting for line in group if line.lasting), "")
        if lasting or not may_withdraw(first, seen.door.desks):
            return UndoPanel(label=first.label, why=lasting)
        return UndoPanel(label=_command_name(first), seq=first.seq)
    return UndoPanel()


def step_undone(seen: Look, step: StepId, month: int) -> int:
    """Entry that ended this step of the room. 0 if this desk cannot withdraw one."""
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


def _command_name(first: StoryLine) -> str:
    """Name of a command on the button. Decisions are named by their question, because there can be several."""
    if first.kind != DecisionMade.__name__:
        return first.label
    asked = re.match(r"[“„](.*?)[”“]", first.sentence)
    return say("Decision: {question}", question=asked[1] if asked else first.sentence)


def _is_of_the_room(group: tuple[StoryLine, ...]) -> bool:
    """Whether it is a step, a correction or a decision of the War Room.

    Decisions after a step depend on it and are undone first.
    """
    first = group[0]
    if first.kind == DecisionMade.__name__:
        return DESK_OF[Room.WAR] in first.keepers
    if first.kind == "BoardSet" or any(line.kind in ("EventSetUp", "PhaseBegan", "PhaseEnded") for line in group):
        return False
    return first.module == WAR.name or (first.kind == StepEnded.__name__ and DESK_OF[Room.WAR] in first.keepers)
