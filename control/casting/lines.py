"""The players of a list: one line each, or every mistake named with its row, column and mend. Never the one and the other."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import pairwise

from control.casting.cells import TWO_PEOPLE, Draft, Reader
from control.casting.columns import Layout, Problem, lay_out, team_head, team_names
from control.casting.doubles import doubtful_twice, refuse_twice
from control.casting.grid import Grid, Row, Sheets, read_grids
from control.casting.headings import Column, meaning_of, plain
from control.casting.letters import UnreadableError
from control.day.people.asked import members
from control.day.state import DayState, Seat
from control.engine.ids import TeamId
from control.engine.language import listed, say, say_count


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
    """What became of a list: the players by team and rank, or the problems.

    `columns` says which column was taken for what, `unused` which were not taken for anything.
    """

    lines: tuple[CastLine, ...] = ()
    problems: tuple[Problem, ...] = ()
    columns: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


def read_casting(content: bytes, state: DayState, unpack: Callable[[bytes], Sheets] | None = None, encoding: str = "") -> Reading:
    """The players in a file, beside the teams and seats of an event; `encoding` is that of a text, where somebody knows it.

    Of a workbook's sheets the first counts whose columns can be told: many begin with a cover. Players on another are a problem.

    Raises:
        UnreadableError: the file is no list at all.
    """
    grids = read_grids(content, unpack, encoding)
    first = next(grids)
    layout = lay_out(first.rows, state.teams, state.frame)
    if not isinstance(layout, Problem):
        reading = read_lines(layout, state)
        return _whole(replace(reading, remarks=(*first.remarks, *reading.remarks)), grids, state)
    for grid in _readable(grids):
        further = lay_out(grid.rows, state.teams, state.frame)
        if not isinstance(further, Problem):
            reading = read_lines(further, state)
            return _whole(replace(reading, columns=(say("sheet “{sheet}”", sheet=grid.sheet), *reading.columns)), grids, state)
    return Reading(problems=(layout,), remarks=first.remarks)


def _whole(reading: Reading, left: Iterator[Grid], state: DayState) -> Reading:
    """The reading of one sheet; a problem where sheets that are left hold players too."""
    names = team_names(state.teams, state.frame)
    further = []
    for grid in _readable(left):
        layout = lay_out(grid.rows, state.teams, state.frame)
        if isinstance(layout, Problem) or not layout.headed:
            continue
        if any(plain(layout.cell(row, Column.TEAM) or team_head(row, names) or "") in names for row in layout.rows):
            further.append(say("“{what}”", what=grid.sheet))
    if not further:
        return reading
    problem = Problem(
        row=0,
        column="",
        wrong=say_count(
            "The sheet {sheets} holds players too.", "The sheets {sheets} hold players too.", len(further), sheets=listed(further)
        ),
        mend=say("Put all players on one sheet, or hide the sheets that do not count."),
    )
    return Reading(problems=(problem, *reading.problems), columns=reading.columns)


def _readable(grids: Iterator[Grid]) -> Iterator[Grid]:
    """Those before the first that is no list, such as one with too many rows: it is not what the file is about."""
    with suppress(UnreadableError):
        yield from grids


def read_lines(layout: Layout, state: DayState) -> Reading:
    """The players in rows whose columns are known."""
    seats = {str(seat.id): seat.team for seat in state.seats.values()}
    reader = Reader(layout=layout, teams=state.teams, names=team_names(state.teams, state.frame), seats=seats)
    numbered = [row for row in layout.rows if _is_number_alone(row)]
    rows, grouped = _with_teams(reader, [row for row in layout.rows if row not in numbered])
    read = [reader.draft(row) for row in rows]
    drafts = [draft for draft in read if not draft.absent and not draft.row.struck]
    absent = [draft for draft in read if draft.absent or draft.row.struck]
    _close_ranks(drafts, absent)
    if not drafts:
        reader.problems.append(
            Problem(
                row=0,
                column="",
                wrong=say("There are headings, but no player under them."),
                mend=say("Write one row for each player."),
            )
        )
    twice = refuse_twice(reader, drafts)
    ranks = _ranks(reader, drafts, _staying(state, drafts), _known(state), twice)
    columns = tuple(
        f"{reader.layout.called(column)}: {meaning_of(column, layout.frame)}" if layout.headed else reader.layout.called(column)
        for column in sorted(layout.columns, key=lambda column: layout.columns[column])
        if not layout.headed or layout.columns[column] in layout.headings
    )
    if reader.problems:
        return Reading(problems=tuple(sorted(reader.problems, key=lambda each: each.row)), columns=columns, unused=layout.unused)
    order = {team.id: at for at, team in enumerate(state.teams)}
    lines = [_line(draft, ranks[draft.row.number]) for draft in drafts if draft.team]
    return Reading(
        lines=tuple(sorted(lines, key=lambda line: (order[line.team], line.rank))),
        columns=columns,
        unused=layout.unused,
        remarks=(
            *layout.remarks,
            *grouped,
            *_untitled(layout),
            *doubtful_twice(layout, drafts),
            *_left_out(absent),
            *_doubted(drafts),
            *_passed_over(numbered),
        ),
    )


def _with_teams(reader: Reader, rows: Sequence[Row]) -> tuple[list[Row], list[str]]:
    """The rows, each with its team: many lists name it once, in a row above its players or beside the first of them."""
    layout, names = reader.layout, reader.names
    at = layout.columns.get(Column.TEAM)
    if at is None or Column.SEAT in layout.columns:
        return list(rows), []
    heads = {row.number: head for row, below in pairwise(rows) if not below.cell(at) and (head := team_head(row, names))}
    if not any(plain(head) in names for head in heads.values()):
        heads = {}
    blank = [row for row in rows if not row.cell(at) and row.number not in heads]
    said = [plain(row.cell(at)) for row in rows if row.cell(at)]
    once = len(said) == len(set(said)) and bool(rows and rows[0].cell(at))
    if not heads and not (once and len(blank) > 1):
        return list(rows), []
    made, team = list[Row](), ""
    for row in rows:
        if row.number in heads:
            team = heads[row.number]
            reader.head(row, team)
            continue
        team = row.cell(at) or team
        cells = (*row.cells, *[""] * (at + 1 - len(row.cells)))
        made.append(replace(row, cells=(*cells[:at], team, *cells[at + 1 :])))
    if heads:
        return made, [layout.frame.said("list-heads", rows=_numbers(sorted(heads)))]
    return made, [layout.frame.said("list-once", rows=_numbers([row.number for row in blank]))]


def _untitled(layout: Layout) -> list[str]:
    if layout.headed:
        return []
    return [say("The list has no headings; what the columns mean was told from what stands in them.")]


def _close_ranks(drafts: Sequence[Draft], absent: Sequence[Draft]) -> None:
    """Who stands behind somebody who does not come moves up."""
    gone = {(draft.team.id, draft.rank) for draft in absent if draft.team and draft.rank}
    gone -= {(draft.team.id, draft.rank) for draft in drafts if draft.team and draft.rank}
    for draft in drafts:
        if draft.team and draft.rank:
            draft.rank -= sum(team == draft.team.id and rank < draft.rank for team, rank in gone)


def _left_out(absent: Sequence[Draft]) -> Iterator[str]:
    if struck := [draft.row.number for draft in absent if draft.row.struck]:
        yield say_count(
            "Row {rows} is struck out and is left out.",
            "Rows {rows} are struck out and are left out.",
            len(struck),
            rows=_numbers(struck),
        )
    for draft in absent:
        if not draft.row.struck:
            yield say("Row {row} says “{said}” and is left out.", row=draft.row.number, said=draft.absent)


def _doubted(drafts: Sequence[Draft]) -> Iterator[str]:
    """What may be meant so, and may be not."""
    if hidden := [draft.row.number for draft in drafts if draft.row.hidden]:
        yield say_count(
            "Row {rows} is hidden in the file and was read all the same.",
            "Rows {rows} are hidden in the file and were read all the same.",
            len(hidden),
            rows=_numbers(hidden),
        )
    for draft in drafts:
        if TWO_PEOPLE.search(draft.name):
            yield say("Row {row} seems to name two people ({name}); one row is one player.", row=draft.row.number, name=draft.name)


def _numbers(rows: Iterable[int]) -> str:
    return ", ".join(map(str, rows))


def _is_number_alone(row: Row) -> bool:
    """Is this a line of the paper that was numbered beforehand, and nobody was written on?"""
    return all(re.fullmatch(r"#?\d+[.)]?|\d+[.,]0+", cell) for cell in row.cells if cell)


def _passed_over(rows: Sequence[Row]) -> list[str]:
    if not rows:
        return []
    numbers = _numbers(row.number for row in rows)
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


def _known(state: DayState) -> Mapping[TeamId, frozenset[str]]:
    """The names of those whom each team has already, as they are compared."""
    return {team.id: frozenset(plain(seat.name) for seat in members(state, team.id)) for team in state.teams}


def _ranks(
    reader: Reader,
    drafts: Sequence[Draft],
    staying: Mapping[TeamId, Sequence[Seat]],
    names: Mapping[TeamId, frozenset[str]],
    twice: Container[int],
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
            if earlier != draft.row.number and draft.row.number not in twice:
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
