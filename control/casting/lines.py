"""Lines of a casting list: one for each player, or all problems with row, column and advice; and duplicate players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from itertools import pairwise

from msgspec import Struct

from control.casting.cells import MORE_THAN_A_NAME, DraftPlayer, RowReader
from control.casting.columns import Layout, ListProblem, head_names, team_head, team_names
from control.casting.grid import GridRow, Sheets, read_grids
from control.casting.headings import ListColumn, plain
from control.casting.letters import CITED
from control.casting.other_rows import OtherRows, numbers_of
from control.casting.sheets import choose_sheets
from control.casting.vocabulary import is_coming, is_perhaps_several, says_cancelled
from control.day.people.lookup import members
from control.day.state import DaySeat, DayState
from control.engine.ids import TeamId
from control.engine.language import listed, say, say_count
from control.engine.records import replace

# === doubles ============================================================================================================

# Duplicates: the same name twice in one team is a problem; a possible duplicate is a remark.


def report_duplicates(drafts: Sequence[DraftPlayer]) -> frozenset[int]:
    """Add problems for names twice in a team and for shared seats; return the rows that repeat an earlier name."""
    rows = set[int]()
    names: dict[tuple[str, str], GridRow] = {}
    seats: dict[str, GridRow] = {}
    for draft in drafts:
        if draft.seat:
            earlier = seats.setdefault(draft.seat, draft.row)
            if earlier is not draft.row:
                draft.reader.wrong(
                    draft.row,
                    ListColumn.SEAT,
                    say("Seat {seat} stands in row {earlier} already.", seat=draft.seat, earlier=earlier.place),
                    say("Leave one of the two empty."),
                )
        if draft.team and draft.name:
            earlier = names.setdefault((draft.team.id, plain(draft.name)), draft.row)
            if earlier is not draft.row:
                rows.add(draft.row.number)
                mend = say("Delete one of the two rows; of two people with one name, give one a second name.")
                layout = draft.reader.layout
                told = layout.frame.said("list-twice", name=draft.name, team=draft.team.name, earlier=earlier.place)
                draft.reader.wrong(
                    draft.row, ListColumn.NAME if ListColumn.NAME in layout.columns else ListColumn.LAST_NAME, told, mend
                )
    return frozenset(rows)


def drop_repeated_rows(drafts: Sequence[DraftPlayer]) -> tuple[list[DraftPlayer], list[str]]:
    """Drop rows that repeat the name, team and e-mail address of an earlier one; return the rest and a remark for each."""
    firsts, kept, remarks = dict[tuple[str, str, str], DraftPlayer](), list[DraftPlayer](), list[str]()
    for draft in drafts:
        first = draft
        if draft.team and draft.address and not draft.seat:
            first = firsts.setdefault((draft.team.id, plain(draft.name), draft.address), draft)
        if first is draft or draft.rank not in {None, first.rank}:
            kept.append(draft)
        else:
            told = say(
                "Row {row} repeats row {earlier} (one name, one e-mail address) and is left out.",
                row=draft.row.place,
                earlier=first.row.place,
            )
            remarks.append(told)
    return kept, remarks


def possible_duplicates(drafts: Sequence[DraftPlayer]) -> list[str]:
    """Remarks on possible duplicates: one name in several teams, or one e-mail address with several names."""
    named: dict[str, list[DraftPlayer]] = {}
    addressed: dict[str, list[DraftPlayer]] = {}
    for draft in drafts:
        named.setdefault(plain(draft.name), []).append(draft)
        addressed.setdefault(draft.address, []).append(draft)
    found = []
    for same in named.values():
        if same[0].name and len({draft.team.id for draft in same if draft.team}) > 1:
            known = len({draft.address for draft in same}) == 1 and same[0].address
            found.append(
                same[0].reader.layout.frame.said("list-one" if known else "list-both", name=same[0].name, rows=_rows(same))
            )
    for address, same in addressed.items():
        if address and len({plain(draft.name) for draft in same}) > 1:
            names = ", ".join(draft.name for draft in same)
            found.append(say("The rows {rows} have one e-mail address ({names}). The same person?", rows=_rows(same), names=names))
    return found


def _rows(drafts: Sequence[DraftPlayer]) -> str:
    return listed([draft.row.place for draft in drafts])


# === players ============================================================================================================

# The players of a list, one line each, or all problems; never both.


class CastLine(Struct, frozen=True, kw_only=True):
    """One player of a list. A field is None if the list does not say it.

    `seat`: set if the list names it.
    `place`: the row in words, with its sheet if there are several.
    """

    row: int
    name: str
    team: TeamId
    rank: int
    seat: str = ""
    first_timer: bool | None = None
    phoneless: bool | None = None
    note: str | None = None
    place: str = ""


class Reading(Struct, frozen=True, kw_only=True):
    """The result of reading a list: the players by team and rank, or the problems.

    `columns`: the recognized columns, in words.
    `unused`: filled columns without a meaning.
    """

    lines: tuple[CastLine, ...] = ()
    problems: tuple[ListProblem, ...] = ()
    columns: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


def read_casting(content: bytes, state: DayState, unpack: Callable[[bytes], Sheets] | None = None, encoding: str = "") -> Reading:
    """Read the players in a file for an event. `encoding`: the encoding of a text file, if known.

    Raises:
        UnreadableError: the file cannot be read as a list.
    """
    chosen = choose_sheets(read_grids(content, unpack, encoding), state)
    if chosen.problems:
        return Reading(problems=chosen.problems, remarks=chosen.remarks)
    reading = read_lines(chosen.layouts, state)
    columns = (*(say("sheet “{sheet}”", sheet=sheet) for sheet in chosen.named), *reading.columns)
    return replace(reading, columns=columns, remarks=(*chosen.remarks, *reading.remarks))


def read_lines(layouts: Sequence[Layout], state: DayState) -> Reading:
    """Read the players of one or several sheets with known columns."""
    seats = {str(seat.id): seat.team for seat in state.seats.values()}
    names = team_names(state.teams, state.frame)
    readers = [RowReader(layout=layout, teams=state.teams, names=names, seats=seats) for layout in layouts]
    read, grouped, others = list[DraftPlayer](), list[str](), OtherRows()
    for reader in readers:
        rows, told = _with_teams(reader, others.left(reader.layout, names))
        read += [reader.draft(row) for row in rows]
        grouped += told
    drafts, again = drop_repeated_rows([draft for draft in read if not draft.absent and not draft.row.struck])
    absent = [draft for draft in read if draft.absent or draft.row.struck]
    _close_ranks(drafts, absent)
    twice = report_duplicates(drafts)
    ranks = _ranks(state, drafts, twice)
    problems = [problem for reader in readers for problem in reader.problems]
    if not drafts:
        wrong, mend = say("There are headings, but no player under them."), say("Write one row for each player.")
        problems.append(ListProblem(row=0, column="", wrong=wrong, mend=mend))
    columns = tuple(dict.fromkeys(words for layout in layouts for words in layout.words))
    unused = tuple(dict.fromkeys(words for layout in layouts for words in layout.unused))
    if problems:
        found = _merge_problems(sorted(problems, key=lambda each: each.row))
        return Reading(problems=found, columns=columns, unused=unused, remarks=tuple(possible_duplicates(drafts)))
    order = {team.id: at for at, team in enumerate(state.teams)}
    lines = [_line(draft, ranks[draft.row.number]) for draft in drafts if draft.team]
    return Reading(
        lines=tuple(sorted(lines, key=lambda line: (order[line.team], line.rank))),
        columns=columns,
        unused=unused,
        remarks=(
            *dict.fromkeys(remark for layout in layouts for remark in layout.remarks),
            *grouped,
            *(remark for reader in readers for remark in reader.guesses()),
            *_missing_headings_remark(layouts),
            *possible_duplicates(drafts),
            *again,
            *_skipped_rows_remarks(absent),
            *_doubtful_rows_remarks(drafts),
            *others.remarks(),
        ),
    )


def _merge_problems(problems: Sequence[ListProblem]) -> tuple[ListProblem, ...]:
    """Merge problems that differ only in their rows."""
    alike: dict[tuple[str, str, str], list[ListProblem]] = {}
    for each in problems:
        alike.setdefault((each.column, each.wrong, each.mend) if each.row else ("", each.words, ""), []).append(each)
    return tuple(replace(first, also=tuple(each.place or str(each.row) for each in further)) for first, *further in alike.values())


def _with_teams(reader: RowReader, rows: Sequence[GridRow]) -> tuple[list[GridRow], list[str]]:
    """Fill in the team of each row, because many lists name it only once: above its players or beside the first of them."""
    layout, names = reader.layout, head_names(rows, reader.names, reader.layout.frame)
    at = layout.columns.get(ListColumn.TEAM)
    if at is None or ListColumn.SEAT in layout.columns:
        return list(rows), []
    heads = {row.number: head for row, below in pairwise(rows) if not below.cell(at) and (head := team_head(row, names))}
    if not any(plain(head) in names for head in heads.values()):
        heads = {}
    blank = [row for row in rows if not row.cell(at) and row.number not in heads]
    said = [plain(row.cell(at)) for row in rows if row.cell(at)]
    once = len(said) == len(set(said)) and bool(rows and rows[0].cell(at))
    if not heads and not (once and len(blank) > 1):
        return list(rows), []
    made, team = list[GridRow](), ""
    for row in rows:
        if row.number in heads:
            team = heads[row.number]
            reader.head(row, team)
            continue
        team = row.cell(at) or team
        cells = (*row.cells, *[""] * (at + 1 - len(row.cells)))
        made.append(replace(row, cells=(*cells[:at], team, *cells[at + 1 :])))
    if heads:
        return made, [layout.frame.said("list-heads", rows=numbers_of(row for row in rows if row.number in heads))]
    return made, [layout.frame.said("list-once", rows=numbers_of(blank))]


def _missing_headings_remark(layouts: Sequence[Layout]) -> list[str]:
    if all(layout.headed for layout in layouts):
        return []
    return [say("The list has no headings; what the columns mean was told from what stands in them.")]


def _close_ranks(drafts: Sequence[DraftPlayer], absent: Sequence[DraftPlayer]) -> None:
    """Move up the ranks below people who do not come."""
    gone = {(draft.team.id, draft.rank) for draft in absent if draft.team and draft.rank}
    gone -= {(draft.team.id, draft.rank) for draft in drafts if draft.team and draft.rank}
    for draft in drafts:
        if draft.team and draft.rank:
            draft.rank -= sum(team == draft.team.id and rank < draft.rank for team, rank in gone)


def _skipped_rows_remarks(absent: Sequence[DraftPlayer]) -> Iterator[str]:
    if struck := [draft.row for draft in absent if draft.row.struck]:
        yield say_count(
            "Row {rows} is struck out and is left out.",
            "Rows {rows} are struck out and are left out.",
            len(struck),
            rows=numbers_of(struck),
        )
    for draft in absent:
        if not draft.row.struck:
            yield say("Row {row} says “{said}” and is left out.", row=draft.row.place, said=draft.absent)


def _doubtful_rows_remarks(drafts: Sequence[DraftPlayer]) -> Iterator[str]:
    """Remarks on rows that may be meant differently."""
    if hidden := [draft.row for draft in drafts if draft.row.hidden]:
        yield say_count(
            "Row {rows} is hidden in the file and was read all the same.",
            "Rows {rows} are hidden in the file and were read all the same.",
            len(hidden),
            rows=numbers_of(hidden),
        )
    if more := [draft for draft in drafts if MORE_THAN_A_NAME.search(draft.name)]:
        yield say_count(
            "The name in row {rows} would stand on the badge as it is: {names}.",
            "The names in rows {rows} would stand on the badges as they are: {names}.",
            len(more),
            rows=numbers_of(draft.row for draft in more),
            names=", ".join(say("“{what}”", what=draft.name) for draft in more[:CITED]),
        )
    yield from _doubtful_attendance_remarks(drafts)
    for draft in drafts:
        if not draft.seat and is_perhaps_several(draft.name):
            yield say("Row {row} may name two people ({name}); one row is one player.", row=draft.row.place, name=draft.name)


def _doubtful_attendance_remarks(drafts: Sequence[DraftPlayer]) -> Iterator[str]:
    """Remarks on players whose status or note may mean that they do not come."""
    counts = Counter(plain(draft.status) for draft in drafts if draft.status)
    usual = max(counts, key=lambda status: counts[status]) if counts and max(counts.values()) > 1 else ""
    if unclear := [draft for draft in drafts if not is_coming(draft.status) and plain(draft.status) != usual]:
        yield say_count(
            "The status in row {rows} was not understood, and the player was read: {words}.",
            "The status in rows {rows} was not understood, and the players were read: {words}.",
            len(unclear),
            rows=numbers_of(draft.row for draft in unclear),
            words=", ".join(say("“{what}”", what=words) for words in [*dict.fromkeys(draft.status for draft in unclear)][:CITED]),
        )
    for draft in drafts:
        if draft.note and says_cancelled(draft.note):
            yield say(
                "The note in row {row} says “{said}”, and the player was read all the same.", row=draft.row.place, said=draft.note
            )


def _unlisted_seats(state: DayState, drafts: Sequence[DraftPlayer]) -> Mapping[TeamId, tuple[DaySeat, ...]]:
    """The players of each team who are not on the list; they stay with their ranks."""
    seats = {draft.seat for draft in drafts if draft.seat}
    names = {plain(draft.name) for draft in drafts if not draft.seat}
    return {
        team.id: tuple(seat for seat in members(state, team.id) if seat.id not in seats and plain(seat.name) not in names)
        for team in state.teams
    }


def _line(draft: DraftPlayer, rank: int) -> CastLine:
    assert draft.team is not None
    return CastLine(
        row=draft.row.number,
        place=draft.row.place,
        name=draft.name,
        team=draft.team.id,
        rank=rank,
        seat=draft.seat,
        first_timer=draft.first_timer,
        phoneless=draft.phoneless,
        note=draft.note,
    )


def _existing_ranks(state: DayState) -> Mapping[TeamId, Mapping[str, int]]:
    """The current ranks in each team, by seat and by normalized name."""
    return {
        team.id: {key: seat.rank for seat in members(state, team.id) for key in (str(seat.id), plain(seat.name))}
        for team in state.teams
    }


def _ranks(state: DayState, drafts: Sequence[DraftPlayer], twice: Container[int]) -> Mapping[int, int]:
    """The rank of every row: as written, else the lowest free one in the order of the list.

    Players who are not on the list keep their ranks.
    """
    found: dict[int, int] = {}
    said, staying, names = state.frame.said, _unlisted_seats(state, drafts), _existing_ranks(state)
    for team in state.teams:
        own = [draft for draft in drafts if draft.team is team]
        taken: dict[int, GridRow] = {}
        for draft in own:
            if draft.rank is None:
                continue
            earlier = taken.setdefault(draft.rank, draft.row)
            if earlier is not draft.row and draft.row.number not in twice:
                told = said("list-rank-twice", rank=draft.rank, team=team.name, earlier=earlier.place)
                draft.reader.wrong(draft.row, ListColumn.RANK, told, said("list-rank-once"))
            found[draft.row.number] = draft.rank
        known = names.get(team.id, {})
        held = {seat.rank for seat in staying.get(team.id, ())}
        count = len(own) + len(held)
        now = [known.get(draft.seat or plain(draft.name), 0) for draft in own]
        if not taken and all(0 < one < other for one, other in pairwise((*now, count + 1))):  # already in the list's order
            found.update(zip((draft.row.number for draft in own), now, strict=True))
            continue
        last = 0
        for draft in own:
            if draft.rank is None:  # a new player takes a free rank; a player of the team may displace others
                barred = taken.keys() if draft.seat or plain(draft.name) in known else taken.keys() | held
                last = found[draft.row.number] = next(rank for rank in range(last + 1, count + 2) if rank not in barred)
        if any(draft.team is None for draft in drafts):
            continue  # a missing player may be in a row with an unreadable team
        given = {found[draft.row.number] for draft in own}
        for draft in own:
            if draft.rank is not None and draft.rank > count and taken[draft.rank] is draft.row:
                missing = next(rank for rank in range(1, count + 1) if rank not in given and rank not in held)
                told = said("list-rank-missing", team=team.name, count=count, rank=draft.rank)
                draft.reader.wrong(draft.row, ListColumn.RANK, told, say("Rank {missing} is free.", missing=missing))
    return found
