"""Views for the desk of a room of papers: steps, authors, papers once they are taken in.

Only the room's own desk may know who is in the room and read opened papers; other desks see nothing of either.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from control.day.clock.clocks import WHOLE, clock_at, has_table_clocks, tables_begun, tables_used
from control.day.clock.steps import steps_left
from control.day.memoization import memoized_view
from control.day.people import lookup as people
from control.day.view import RoomClockView, room_clock_view
from control.engine.ids import SeatId, StepId
from control.engine.language import later, say
from control.engine.viewer import Viewer
from rooms.realm.frame import IN_ROOM, ROOM_NAMES
from rooms.realm.game.choice_lists import house_names
from rooms.realm.game.state import GameState
from rooms.realm.papers.game.room import PaperRoom, PaperView
from rooms.realm.papers.game.types import AsideWhy
from rooms.realm.scenario.ids import HouseId, Phase, Room

OPEN_PHASES = (Phase.ACTION, Phase.RETURN)
ASIDE_WORDS: Final[Mapping[AsideWhy, tuple[str, str]]] = {  # words and rule; an empty rule means the papers' rule
    AsideWhy.ELSEWHERE: (later("not {in_room} when they were taken in"), "R-16"),
    AsideWhy.LATE: (later("seated {in_room} too late for one"), "R-16"),
    AsideWhy.LEFT: (later("left for good"), "R-03"),
    AsideWhy.UNFIT: (later("no longer possible as written"), ""),
}


# --- the steps ----------------------------------------------------------------------------------------------------------


class StepLine(Struct, frozen=True, kw_only=True):
    number: int
    name: str
    is_done: bool
    is_next: bool


class RoomSteps(Struct, frozen=True, kw_only=True):
    """Steps of a room, and the one that may be ended. `side` alternates, so no button is where the last one was."""

    room: Room
    table: str  # table with these steps, if each table has its own
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
    takes_in: bool  # ending it takes the papers in, which cannot be undone
    noun: str
    nouns: str


def rails(state: GameState, viewer: Viewer, papers: PaperRoom) -> tuple[str, ...]:
    """Tables in use with their own steps, for the room's desk; a room without tables counts as one."""
    if not viewer.sees_desk(papers.desk):
        return tables_begun(state, papers.room)
    return tables_used(state, papers.room)


def room_steps(state: GameState, papers: PaperRoom, table: str = WHOLE) -> RoomSteps:
    """This month's steps of the room or of a table; for everybody."""
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
        is_open=step is not None and state.clock.is_in(*OPEN_PHASES),
        takes_in=step == papers.step,
        noun=say(papers.words.noun),
        nouns=say(papers.words.nouns),
    )


# --- people in the room -------------------------------------------------------------------------------------------------


class InRoom(Struct, frozen=True, kw_only=True):
    """A player in the room, with the table if any. `may_write`: may write a paper this month."""

    seat: SeatId
    name: str
    house: HouseId
    short: str
    rank: int
    table: str
    may_write: bool


class RoomPeople(Struct, frozen=True, kw_only=True):
    """Players in the room, or expected there while not `begun`; and its tables by id and title."""

    month: int
    begun: bool
    players: tuple[InRoom, ...]
    tables: tuple[tuple[str, str], ...]


@memoized_view(64)
def room_people(state: GameState, viewer: Viewer, papers: PaperRoom) -> RoomPeople:
    """Players in the room, for its desk; empty for any other."""
    there = people.present_seats(state, papers.room) if viewer.sees_desk(papers.desk) else ()
    shorts = {house.id: house.short for house in house_names(state)}
    return RoomPeople(
        month=state.clock.month,
        begun=state.clock.is_in(*OPEN_PHASES),
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
    """Tables of a room; one without id and title for a room without tables."""
    return tuple((table, state.table_name(room, table)) for table in state.tables_of(room)) or (("", ""),)


# --- the papers once they are taken in ----------------------------------------------------------------------------------


class PaperLine(Struct, frozen=True, kw_only=True):
    """A paper in words, with what its type does."""

    seat: SeatId
    name: str
    house: HouseId
    short: str
    words: str
    text: str


class PaperTable(Struct, frozen=True, kw_only=True):
    """Papers of one table or the whole room. `is_in`: they are taken in."""

    title: str
    papers: tuple[PaperLine, ...]
    is_in: bool


class AsideLine(Struct, frozen=True, kw_only=True):
    """Names of authors whose papers do not count for the same reason."""

    names: tuple[str, ...]
    why: str
    rule: str


class PapersLaid(Struct, frozen=True, kw_only=True):
    """Papers of the month. Until they are taken in, `is_in` is False and there is nothing to read."""

    noun: str
    nouns: str
    is_in: bool
    tables: tuple[PaperTable, ...] = ()
    aside: tuple[AsideLine, ...] = ()


def papers_laid(state: GameState, viewer: Viewer, papers: PaperRoom) -> PapersLaid:
    """Papers of the month by table, for the room's desk. Other desks do not learn even whether they are in."""
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
        if not table or not has_table_clocks(state, papers.room):
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
    """Authors of papers set aside, by reason."""
    named: dict[AsideWhy, list[str]] = {}
    for seat in papers.own(state).aside if papers.is_in(state) else ():
        if seat in state.seats:
            named.setdefault(papers.why_aside(state, seat), []).append(state.seats[seat].name)
    return tuple(
        AsideLine(names=tuple(named[why]), why=say(words, in_room=IN_ROOM[papers.room]), rule=rule or papers.rule)
        for why, (words, rule) in ASIDE_WORDS.items()
        if why in named
    )
