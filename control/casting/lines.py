"""The players of a list: one line each, or every mistake named with its row, column and mend. Never the one and the other."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from control.casting.cells import Draft, Reader
from control.casting.columns import Column, Layout, Problem, lay_out, meaning_of, plain, team_names
from control.casting.grid import Grid, Row, Sheets, UnreadableError, read_grids
from control.day.people.asked import members
from control.day.state import DayState, Seat
from control.engine.ids import TeamId
from control.engine.language import say, say_count


@dataclass(frozen=True, slots=True, kw_only=True)
class CastLine:
    """One player of a list. None is what the list does not say; `seat` is set where the list names it."""

    row: int
    name: str
    team: TeamId
    rank: int
    seat: str = ""
    first_timer: bool | None = None
    phoneless: bool | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What became of a list: the players by team and rank, or the problems. `columns` says which column was taken for what."""

    lines: tuple[CastLine, ...] = ()
    problems: tuple[Problem, ...] = ()
    columns: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


def read_casting(content: bytes, state: DayState, unpack: Callable[[bytes], Sheets] | None = None) -> Reading:
    """The players in a file, beside the teams and seats of an event.

    Of a workbook's sheets the first counts whose columns can be told: many begin with a cover.

    Raises:
        UnreadableError: the file is no list at all.
    """
    grids = read_grids(content, unpack)
    first = lay_out(next(grids).rows, state.teams, state.frame)
    if not isinstance(first, Problem):
        return read_lines(first, state)
    for grid in _readable(grids):
        layout = lay_out(grid.rows, state.teams, state.frame)
        if not isinstance(layout, Problem):
            reading = read_lines(layout, state)
            return replace(reading, columns=(say("sheet “{sheet}”", sheet=grid.sheet), *reading.columns))
    return Reading(problems=(first,))


def _readable(grids: Iterator[Grid]) -> Iterator[Grid]:
    """Those before the first that is no list, such as one with too many rows: it is not what the file is about."""
    with suppress(UnreadableError):
        yield from grids


def read_lines(layout: Layout, state: DayState) -> Reading:
    """The players in rows whose columns are known."""
    seats = {str(seat.id): seat.team for seat in state.seats.values()}
    reader = Reader(layout=layout, teams=state.teams, names=team_names(state.teams, state.frame), seats=seats)
    numbered = [row for row in layout.rows if _is_number_alone(row)]
    drafts = [reader.draft(row) for row in layout.rows if row not in numbered]
    if not drafts:
        reader.problems.append(
            Problem(
                row=0,
                column="",
                wrong=say("There are headings, but no player under them."),
                mend=say("Write one row for each player."),
            )
        )
    _twice(reader, drafts)
    ranks = _ranks(reader, drafts, _staying(state, drafts), _known(state))
    columns = tuple(
        f"{reader.layout.called(column)}: {meaning_of(column, layout.frame)}" if layout.headed else reader.layout.called(column)
        for column in sorted(layout.columns, key=lambda column: layout.columns[column])
    )
    if reader.problems:
        return Reading(problems=tuple(sorted(reader.problems, key=lambda each: each.row)), columns=columns)
    order = {team.id: at for at, team in enumerate(state.teams)}
    lines = [_line(draft, ranks[draft.row.number]) for draft in drafts if draft.team]
    return Reading(
        lines=tuple(sorted(lines, key=lambda line: (order[line.team], line.rank))),
        columns=columns,
        remarks=(*_remarks(layout, lines), *_passed_over(numbered)),
    )


def _is_number_alone(row: Row) -> bool:
    """Is this a line of the paper that was numbered beforehand, and nobody was written on?"""
    return all(re.fullmatch(r"#?\d+[.)]?|\d+[.,]0+", cell) for cell in row.cells if cell)


def _passed_over(rows: Sequence[Row]) -> list[str]:
    if not rows:
        return []
    numbers = ", ".join(str(row.number) for row in rows)
    return [
        say_count(
            "Row {rows} holds a number alone and is left out.",
            "Rows {rows} hold a number alone and are left out.",
            len(rows),
            rows=numbers,
        )
    ]


def _staying(state: DayState, drafts: Sequence[Draft]) -> Mapping[TeamId, tuple[Seat, ...]]:
    """Of each team those whom the list does not name: they stay, with their ranks."""
    seats = {draft.seat for draft in drafts if draft.seat}
    names = {plain(draft.name) for draft in drafts if not draft.seat}
    return {
        team.id: tuple(seat for seat in members(state, team.id) if seat.id not in seats and plain(seat.name) not in names)
        for team in state.teams
    }


def _line(draft: Draft, rank: int) -> CastLine:
    assert draft.team is not None
    return CastLine(
        row=draft.row.number,
        name=draft.name,
        team=draft.team.id,
        rank=rank,
        seat=draft.seat,
        first_timer=draft.first_timer,
        phoneless=draft.phoneless,
        note=draft.note,
    )


def _twice(reader: Reader, drafts: Sequence[Draft]) -> None:
    """Nobody stands twice in a team, and nobody shares a seat."""
    names: dict[tuple[str, str], int] = {}
    seats: dict[str, int] = {}
    by_name = Column.NAME if Column.NAME in reader.layout.columns else Column.LAST_NAME
    for draft in drafts:
        if draft.seat:
            earlier = seats.setdefault(draft.seat, draft.row.number)
            if earlier != draft.row.number:
                reader.wrong(
                    draft.row,
                    Column.SEAT,
                    say("Seat {seat} stands in row {earlier} already.", seat=draft.seat, earlier=earlier),
                    say("Leave one of the two empty."),
                )
        if draft.team and draft.name:
            earlier = names.setdefault((draft.team.id, plain(draft.name)), draft.row.number)
            if earlier != draft.row.number:
                mend = say("Delete one of the two rows; of two people with one name, give one a second name.")
                told = reader.layout.frame.said("list-twice", name=draft.name, team=draft.team.name, earlier=earlier)
                reader.wrong(draft.row, by_name, told, mend)


def _known(state: DayState) -> Mapping[TeamId, frozenset[str]]:
    """The names of those whom each team has already, as they are compared."""
    return {team.id: frozenset(plain(seat.name) for seat in members(state, team.id)) for team in state.teams}


def _ranks(
    reader: Reader, drafts: Sequence[Draft], staying: Mapping[TeamId, Sequence[Seat]], names: Mapping[TeamId, frozenset[str]]
) -> Mapping[int, int]:
    """The rank of every row: as written, and for those without one the lowest that are free, in the order of the list.

    Whom a team has already and the list does not name counts too.
    """
    found: dict[int, int] = {}
    said = reader.layout.frame.said
    for team in reader.teams:
        own = [draft for draft in drafts if draft.team is team]
        taken: dict[int, int] = {}
        for draft in own:
            if draft.rank is None:
                continue
            earlier = taken.setdefault(draft.rank, draft.row.number)
            if earlier != draft.row.number:
                told = said("list-rank-twice", rank=draft.rank, team=team.name, earlier=earlier)
                reader.wrong(draft.row, Column.RANK, told, said("list-rank-once"))
            found[draft.row.number] = draft.rank
        known = names.get(team.id, frozenset())
        held = {seat.rank for seat in staying.get(team.id, ())}
        count = len(own) + len(held)
        last = 0
        for draft in own:
            if draft.rank is None:  # who is new displaces nobody; who is in the team already may, in the order of the list
                barred = taken.keys() if draft.seat or plain(draft.name) in known else taken.keys() | held
                last = found[draft.row.number] = next(rank for rank in range(last + 1, count + 2) if rank not in barred)
        if any(draft.team is None for draft in drafts):
            continue  # who is missing here may stand in a row whose team could not be read
        given = {found[draft.row.number] for draft in own}
        for draft in own:
            if draft.rank is not None and draft.rank > count and taken[draft.rank] == draft.row.number:
                missing = next(rank for rank in range(1, count + 1) if rank not in given and rank not in held)
                told = said("list-rank-missing", team=team.name, count=count, rank=draft.rank)
                reader.wrong(draft.row, Column.RANK, told, say("Rank {missing} is free.", missing=missing))
    return found


def _remarks(layout: Layout, lines: Sequence[CastLine]) -> list[str]:
    """What is no mistake but worth a look."""
    found = []
    if not layout.headed:
        found.append(say("The list has no headings; what the columns mean was told from what stands in them."))
    named: dict[str, list[CastLine]] = {}
    for line in lines:
        named.setdefault(plain(line.name), []).append(line)
    for same in named.values():
        if len(same) > 1:
            rows = f" {say('and')} ".join(str(line.row) for line in same)
            found.append(layout.frame.said("list-both", name=same[0].name, rows=rows))
    return found
