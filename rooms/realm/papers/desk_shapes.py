"""What the desk of a room of papers shows: the steps with one button, the clock, whose paper is in, the papers once taken in.

A desk counts papers and names their authors; what is in them it reads only when they have been taken in, from its own room.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.urls import reverse

from control.engine.ids import StepId
from control.engine.language import say
from control.journal.stories import commands_of
from control.journal.story import lines_of, may_withdraw, withdrawn_by
from control.people.check_in import LastMark
from control.sheets import sheets
from rooms.realm.papers.game.part import PaperRoom
from rooms.realm.papers.game.view_desk import InRoom, PapersLaid, RoomSteps, papers_laid, rails, room_people, room_steps
from rooms.realm.scenario.ids import Room
from rooms.realm.screens.seen import Look, with_more
from rooms.realm.words import DESK_OF

# --- the steps ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class StepsView(RoomSteps):
    """The steps of a room, how many papers are here, and where its buttons are sent."""

    sent: int
    expected: int
    end: str
    take_in: str
    time: str
    pause: str
    verb: str  # what the button does, in the room's own words; empty for one that just ends the step


@dataclass(frozen=True, slots=True, kw_only=True)
class TablesView:
    """The steps of each table of a room, side by side."""

    month: int
    rails: tuple[StepsView, ...]
    nobody: bool  # sits at any of them this month


def tables_view(seen: Look, papers: PaperRoom, verb_of: Callable[[StepId], str] | None = None) -> TablesView:
    """The steps of each table in use; of the room, while nobody sits anywhere."""
    tables = seen.sight.view(rails, papers)
    found = tuple(steps_view(seen, papers, verb_of, table) for table in tables or ("",))
    return TablesView(month=found[0].month, rails=found, nobody=not tables)


def steps_view(seen: Look, papers: PaperRoom, verb_of: Callable[[StepId], str] | None = None, table: str = "") -> StepsView:
    """The steps of the room this month, or of a table there."""
    rows = tuple(row for row in writers(seen, papers) if not table or row.table == table)
    steps = seen.sight.public(room_steps, papers, table)
    return with_more(
        StepsView,
        steps,
        verb=say(verb_of(steps.step)) if verb_of and steps.step else "",
        sent=sum(row.sent and row.may_write for row in rows),
        expected=sum(row.may_write for row in rows),
        **{name: reverse(f"{papers.room}_desk:{name.replace('_', '-')}", args=[seen.event_id]) for name in BUTTONS},
    )


BUTTONS = ("end", "take_in", "time", "pause")


# --- who is there, and whose paper is in --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Writer(InRoom):
    """A player in the room, and whether a paper of this month is here; never what is in it."""

    sent: bool
    late: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WriterGroup:
    """The players at one table, or of the whole room."""

    title: str
    writers: tuple[Writer, ...]
    sent: int
    expected: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WritersView:
    """Who is in a room or expected there, by table where it has tables."""

    nouns: str
    there: int
    expected_words: str
    groups: tuple[WriterGroup, ...]
    people: str
    sheets: str


def writers(seen: Look, papers: PaperRoom) -> tuple[Writer, ...]:
    """The players in the room, with whose paper is here."""
    found = seen.sight.view(room_people, papers)
    sent = sheets.sent(seen.event_id, papers.kind, found.month)
    late = sheets.came_late(seen.event_id, papers.kind, found.month)
    return tuple(with_more(Writer, each, sent=each.seat in sent, late=each.seat in late) for each in found.players)


def writers_view(seen: Look, papers: PaperRoom) -> WritersView:
    """Who is there, by table."""
    rows, found = writers(seen, papers), seen.sight.view(room_people, papers)
    groups = []
    for table, title in found.tables:
        at_table = tuple(row for row in rows if not table or row.table == table)
        expected = [row for row in at_table if row.may_write]
        groups.append(WriterGroup(title=title, writers=at_table, sent=sum(row.sent for row in expected), expected=len(expected)))
    return WritersView(
        nouns=say(papers.words.nouns),
        there=len(rows),
        expected_words=say("there") if found.begun else say("expected"),
        groups=tuple(groups),
        people=seen.address("room-people", papers.room),
        sheets=seen.address("sheets", papers.kind),
    )


# --- the papers once they are taken in ----------------------------------------------------------------------------------


def papers_view(seen: Look, papers: PaperRoom) -> PapersLaid:
    """The papers of the month by table, in the words that this desk may read."""
    return seen.sight.view(papers_laid, papers)


def last_command(seen: Look, room: Room) -> LastMark:
    """The newest command of this room that a desk gave, where it may be taken back; a pause or more time hides none before it.

    What players did since hides it no more: where that leans on it, the question says what goes first.
    """
    lines = lines_of(seen.door.event.stream)
    taken = withdrawn_by(lines)
    for group in commands_of(lines):
        first = group[0]
        if first.keepers != frozenset({DESK_OF[room]}) or first.withdraws or first.seq in taken:
            continue
        if all(line.module == "clock" and line.lasting for line in group):
            continue
        if any(line.lasting for line in group):
            break
        if first.actor.startswith("seat:"):
            continue
        if not first.actor.startswith("staff:") or not may_withdraw(first, seen.door.desks):
            break
        return LastMark(label=first.label, seq=first.seq)
    return LastMark(label="", seq=0)
