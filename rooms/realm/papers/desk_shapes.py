"""What the desk of a room of papers shows: the steps with one button, the clock, whose paper is in, the papers once taken in.

A desk counts papers and names their authors; what is in them it reads only when they have been taken in, from its own room.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.urls import reverse

from control import registry
from control.day.clock.steps import steps_left
from control.day.people import asked as people
from control.day.view import RoomClockView, room_clock_view
from control.engine.ids import SeatId, StepId
from control.engine.language import say
from control.journal.stories import commands_of
from control.journal.story import lines_of, may_withdraw, withdrawn_by
from control.people.check_in import LastMark
from control.sheets import sheets
from rooms.realm.game.state import GameState
from rooms.realm.papers.game.part import PaperRoom, PaperView
from rooms.realm.scenario.ids import HouseId, Phase, Room
from rooms.realm.screens.seen import Look
from rooms.realm.words import DESK_OF, ROOM_NAMES

OPEN_PHASES = (Phase.ACTION, Phase.RETURN)


# --- the steps ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class StepLine:
    """One step of the list."""

    number: int
    name: str
    is_done: bool
    is_next: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class StepsView:
    """The steps of a room and the one that may be ended. `side` alternates, so no button lies where the one before it lay."""

    room: Room
    name: str
    month: int
    phase: str
    clock: RoomClockView
    lines: tuple[StepLine, ...]
    step: StepId | None
    step_name: str
    hint: str
    then: str
    side: str
    is_open: bool
    takes_in: bool  # ending it takes the papers in, which cannot be taken back
    sent: int
    expected: int
    noun: str
    nouns: str
    end: str  # where the buttons are sent
    take_in: str
    time: str
    pause: str


def steps_view(seen: Look, papers: PaperRoom) -> StepsView:
    """The steps of the room this month."""
    state, room = seen.state, papers.room
    clock, left = room_clock_view(state, room), steps_left(state, room)
    step = left[0] if left and state.clock.phase is not None else None
    at = next((number for number, each in enumerate(clock.steps) if each.id == step), len(clock.steps))
    shown = clock.steps[at] if at < len(clock.steps) else None
    rows = writers(seen, papers)
    return StepsView(
        room=room,
        name=ROOM_NAMES[room],
        month=state.clock.month,
        phase=state.clock.phase if state.clock.phase else "",
        clock=clock,
        lines=tuple(
            StepLine(number=number, name=each.name, is_done=each.is_done, is_next=each.id == step)
            for number, each in enumerate(clock.steps, start=1)
        ),
        step=step,
        step_name=shown.name if shown else "",
        hint=shown.hint if shown else "",
        then=clock.steps[at + 1].name if at + 1 < len(clock.steps) else "",
        side="left" if at % 2 == 0 else "right",
        is_open=step is not None and state.clock.phase in OPEN_PHASES,
        takes_in=step == papers.step,
        sent=sum(row.sent for row in rows),
        expected=sum(row.may_write for row in rows),
        noun=say(papers.words.noun),
        nouns=say(papers.words.nouns),
        **{name: reverse(f"{room}_desk:{name.replace('_', '-')}", args=[seen.event_id]) for name in BUTTONS},
    )


BUTTONS = ("end", "take_in", "time", "pause")


# --- who is there, and whose paper is in --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Writer:
    """A player in the room: whether one may write a paper this month, and whether it is here; never what is in it."""

    seat: SeatId
    name: str
    house: HouseId
    short: str
    rank: int
    may_write: bool
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
    state, month = seen.state, seen.state.clock.month
    sent = sheets.sent(seen.event_id, papers.kind, month)
    late = sheets.came_late(seen.event_id, papers.kind, month)
    shorts = {house.id: house.short for house in state.scenario.houses}
    return tuple(
        Writer(
            seat=seat.id,
            name=seat.name,
            house=seat.house,
            short=shorts[seat.house],
            rank=seat.rank,
            may_write=papers.entitled(state, seat.id),
            sent=seat.id in sent,
            late=seat.id in late,
        )
        for seat in people.present_in(state, papers.room)
    )


def tables_of(state: GameState, room: Room) -> Mapping[str, str]:
    """The tables of a room by their ids; one without a name where its players sit at none."""
    return {str(each.id): each.name for each in state.scenario.provinces} if registry.has_tables(state.REALM, room) else {"": ""}


def writers_view(seen: Look, papers: PaperRoom) -> WritersView:
    """Who is there, by table."""
    state, rows, tables = seen.state, writers(seen, papers), tables_of(seen.state, papers.room)
    groups = []
    for table, title in tables.items():
        at_table = tuple(row for row in rows if not table or state.seats[row.seat].table == table)
        expected = [row for row in at_table if row.may_write]
        groups.append(WriterGroup(title=title, writers=at_table, sent=sum(row.sent for row in expected), expected=len(expected)))
    return WritersView(
        nouns=say(papers.words.nouns),
        there=len(rows),
        expected_words=say("there") if state.clock.phase in OPEN_PHASES else say("expected"),
        groups=tuple(groups),
        people=seen.address("room-people", papers.room),
        sheets=seen.address("sheets", papers.kind),
    )


# --- the papers once they are taken in ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperLine:
    """One paper as it is read out, with what its type does."""

    seat: SeatId
    name: str
    house: HouseId
    short: str
    words: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperTable:
    """The papers of one table, or of the whole room."""

    title: str
    papers: tuple[PaperLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PapersLaid:
    """The papers of the month; before they are taken in `is_in` is False and there is nothing to read."""

    noun: str
    nouns: str
    is_in: bool
    tables: tuple[PaperTable, ...]
    aside: int


def papers_view(seen: Look, papers: PaperRoom) -> PapersLaid:
    """The papers of the month by table, in the words that this desk may read."""
    state, shown = seen.state, papers.view(seen.state, seen.door.viewer)
    opened = {each.seat: each.paper for each in papers.opened(state) or ()}
    texts = {each.id: each.text for each in papers.types(state)}
    shorts = {house.id: house.short for house in state.scenario.houses}

    def line(paper: PaperView) -> PaperLine:
        house = state.seats[paper.seat].house
        text = texts.get(opened[paper.seat].type, "")
        return PaperLine(seat=paper.seat, name=paper.name, house=house, short=shorts[house], words=paper.words, text=text)

    return PapersLaid(
        noun=say(papers.words.noun),
        nouns=say(papers.words.nouns),
        is_in=papers.is_in(state),
        tables=tuple(
            PaperTable(
                title=title, papers=tuple(line(each) for each in shown.papers if not table or state.seats[each.seat].table == table)
            )
            for table, title in tables_of(state, papers.room).items()
        ),
        aside=shown.aside,
    )


def last_command(seen: Look, room: Room) -> LastMark:
    """The newest command of this room, where a desk gave it and may take it back."""
    lines = lines_of(seen.door.event.stream)
    taken = withdrawn_by(lines)
    for group in commands_of(lines):
        first = group[0]
        if first.keepers != frozenset({DESK_OF[room]}) or first.withdraws or first.seq in taken:
            continue
        if not first.actor.startswith("staff:") or any(line.lasting for line in group) or not may_withdraw(first, seen.door.desks):
            break
        return LastMark(label=first.label, seq=first.seq)
    return LastMark(label="", seq=0)
