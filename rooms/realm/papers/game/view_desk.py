"""What the desk of a room of papers may know: the steps, who may write a paper, the papers once they are taken in.

Who is in a room is its desk's to know, and so is every paper when it lies open; another desk is shown nothing of either.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from control.day.clock.clocks import WHOLE, clock_at, runs_apart, tables_begun, tables_used
from control.day.clock.steps import steps_left
from control.day.people import lookup as people
from control.day.view import RoomClockView, room_clock_view
from control.engine.ids import SeatId, StepId
from control.engine.language import later, say
from control.engine.viewer import Viewer
from rooms.realm.frame import IN_ROOM, ROOM_NAMES
from rooms.realm.game.choices import house_names
from rooms.realm.game.state import GameState
from rooms.realm.papers.game.room import PaperRoom, PaperView
from rooms.realm.papers.game.types import AsideWhy
from rooms.realm.scenario.ids import HouseId, Phase, Room

OPEN_PHASES = (Phase.ACTION, Phase.RETURN)
ASIDE_WORDS: Final[Mapping[AsideWhy, tuple[str, str]]] = {  # with the rule; without one that of the papers
    AsideWhy.ELSEWHERE: (later("not {in_room} when they were taken in"), "R-16"),
    AsideWhy.LATE: (later("seated {in_room} too late for one"), "R-16"),
    AsideWhy.LEFT: (later("left for good"), "R-03"),
    AsideWhy.UNFIT: (later("no longer possible as written"), ""),
}


# --- the steps ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class StepLine:
    """One step of the list."""

    number: int
    name: str
    is_done: bool
    is_next: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomSteps:
    """The steps of a room and the one that may be ended. `side` alternates, so no button lies where the one before it lay."""

    room: Room
    table: str  # whose steps these are, where each table runs by itself
    title: str  # of that table
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
    noun: str
    nouns: str


def rails(state: GameState, viewer: Viewer, papers: PaperRoom) -> tuple[str, ...]:
    """The tables of the room that run their own steps this month, for its desk: those in use; for the room that is one, itself."""
    if not viewer.sees_desk(papers.desk):
        return tables_begun(state, papers.room)
    return tables_used(state, papers.room)


def room_steps(state: GameState, papers: PaperRoom, table: str = WHOLE) -> RoomSteps:
    """The steps of the room this month, or of a table there, for everybody."""
    room = papers.room
    clock, left = room_clock_view(state, room, table), steps_left(state, room, table)
    step = left[0] if left and state.clock.phase is not None else None
    at = next((number for number, each in enumerate(clock.steps) if each.id == step), len(clock.steps))
    shown = clock.steps[at] if at < len(clock.steps) else None
    return RoomSteps(
        room=room,
        table=table,
        title=state.table_name(room, table) if table else "",
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
        noun=say(papers.words.noun),
        nouns=say(papers.words.nouns),
    )


# --- who is there -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class InRoom:
    """A player in the room, at a `table` where it has tables, and whether one may write a paper this month."""

    seat: SeatId
    name: str
    house: HouseId
    short: str
    rank: int
    table: str
    may_write: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomPeople:
    """Who is in the room, or expected there while it is not `begun`, and its tables by id and title."""

    month: int
    begun: bool
    players: tuple[InRoom, ...]
    tables: tuple[tuple[str, str], ...]


def room_people(state: GameState, viewer: Viewer, papers: PaperRoom) -> RoomPeople:
    """Who is there, for the room's desk; nobody for any other."""
    there = people.present_in(state, papers.room) if viewer.sees_desk(papers.desk) else ()
    shorts = {house.id: house.short for house in house_names(state)}
    return RoomPeople(
        month=state.clock.month,
        begun=state.clock.phase in OPEN_PHASES,
        players=tuple(
            InRoom(
                seat=seat.id,
                name=seat.name,
                house=seat.house,
                short=shorts[seat.house],
                rank=seat.rank,
                table=seat.table,
                may_write=papers.entitled(state, seat.id),
            )
            for seat in there
        ),
        tables=_tables_of(state, papers.room),
    )


def _tables_of(state: GameState, room: Room) -> tuple[tuple[str, str], ...]:
    """The tables of a room; one without id and title where its players sit at none."""
    return tuple((table, state.table_name(room, table)) for table in state.tables_of(room)) or (("", ""),)


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
    """The papers of one table, or of the whole room; `is_in`: they have been taken in."""

    title: str
    papers: tuple[PaperLine, ...]
    is_in: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AsideLine:
    """Whose papers do not count for the same reason, by name."""

    names: tuple[str, ...]
    why: str
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PapersLaid:
    """The papers of the month; before they are taken in `is_in` is False and there is nothing to read."""

    noun: str
    nouns: str
    is_in: bool
    tables: tuple[PaperTable, ...] = ()
    aside: tuple[AsideLine, ...] = ()


def papers_laid(state: GameState, viewer: Viewer, papers: PaperRoom) -> PapersLaid:
    """The papers of the month by table, in words, for the room's desk; another desk is not even told whether they are in."""
    noun, nouns = say(papers.words.noun), say(papers.words.nouns)
    if not viewer.sees_desk(papers.desk):
        return PapersLaid(noun=noun, nouns=nouns, is_in=False)
    shown = papers.view(state, viewer)
    kinds = {each.seat: each.paper.type for each in papers.opened(state) or ()}
    texts = {each.id: each.text for each in papers.types(state)}
    shorts = {house.id: house.short for house in house_names(state)}

    def line(paper: PaperView) -> PaperLine:
        house, text = state.seats[paper.seat].house, texts.get(kinds[paper.seat], "")
        return PaperLine(seat=paper.seat, name=paper.name, house=house, short=shorts[house], words=paper.words, text=text)

    def laid_at(table: str) -> tuple[PaperLine, ...]:
        return tuple(line(each) for each in shown.papers if not table or state.seats[each.seat].table == table)

    def taken_in(table: str) -> bool:
        if not table or not runs_apart(state, papers.room):
            return papers.is_in(state)
        return papers.step in clock_at(state, papers.room, table).ended_in(state.clock.month)

    return PapersLaid(
        noun=noun,
        nouns=nouns,
        is_in=papers.is_in(state),
        tables=tuple(
            PaperTable(title=title, papers=laid_at(table), is_in=taken_in(table)) for table, title in _tables_of(state, papers.room)
        ),
        aside=_aside_lines(state, papers),
    )


def _aside_lines(state: GameState, papers: PaperRoom) -> tuple[AsideLine, ...]:
    """Who wrote a paper that was set aside, by the reason for it."""
    named: dict[AsideWhy, list[str]] = {}
    for seat in papers.own(state).aside if papers.is_in(state) else ():
        if seat in state.seats:
            named.setdefault(papers.why_aside(state, seat), []).append(state.seats[seat].name)
    return tuple(
        AsideLine(names=tuple(named[why]), why=say(words, in_room=IN_ROOM[papers.room]), rule=rule or papers.rule)
        for why, (words, rule) in ASIDE_WORDS.items()
        if why in named
    )
