"""The layout of a casting list: the meaning of each column, by its heading or else by its content."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches

from msgspec import Struct

from control.casting.grid import SHEET, GridRow
from control.casting.headings import BEHIND_HEAD, HEADINGS, ListColumn, meaning_of, meanings, plain
from control.casting.vocabulary import DATE_FORM, may_head_absentees, rank_of, surely_heads_absentees
from control.day.plan import Team
from control.engine.frame import Frame
from control.engine.language import capital, listed, say, say_count
from control.engine.records import replace

HEADED_WITHIN = 10  # rows that are searched for headings, because a title and a remark may stand above them


ONCE = frozenset(
    {ListColumn.PHONE, ListColumn.NO_PHONE, ListColumn.NOTE, ListColumn.EMAIL}
)  # several of these are allowed; the first counts
CALLED = frozenset({"dom", "rod", "camp", "hold", "lag", "familia", "family", "haz"})  # words for a team that may begin names
WISH = re.compile(  # words in headings of columns with wishes, which are not assignments
    r"\b(?:prefer\w*|choices?|wish\w*|want\w*|would you like|like to|\w*wunsch\w*|wahl|mochte\w*|willst|wollt|favou?rite"
    r"|voeux?|souhait\w*|deseo|deseada|opcion|desiderat\w*|scelta|voorkeur\w*|keuze|onske\w*|zyczeni\w*|wybor|chc\w*|tercih\w*)\b"
)
MOSTLY_LETTERS = re.compile(r"[^\W\d_][^\d]*")
PARTED = re.compile(r"(?:\d{1,3}[.)]\s+|\W*)(\w.*?)\s*(?:\s[-–—]+\s|:|\s->\s|→)\s*([^:]+)")  # "Name - House", "Name: House"
RANKED = re.compile(r"\b(?:rank|rang|ranga|rango)\b")
SEAT_FORM = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*-\d{1,3}")


class ListProblem(Struct, frozen=True, kw_only=True):
    """A problem in a list.

    `row`: its row, 0 for the whole list.
    `wrong`, `mend`: what is wrong, and what to do.
    `place`: the row in words, with its sheet if there are several.
    `also`: places of further rows with the same problem.
    """

    row: int
    column: str
    wrong: str
    mend: str
    place: str = ""
    also: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """The problem as one line."""
        row = say("row {row}", row=self.place or self.row) if self.row else ""
        if self.also:
            row = say("rows {rows}", rows=", ".join((self.place or str(self.row), *self.also)))
        where = ", ".join(part for part in (row, self.column) if part)
        told = f"{self.wrong} {self.mend}"
        return f"{capital(where)}: {told}" if where else told


class Layout(Struct, frozen=True, kw_only=True):
    """The layout of a list.

    `columns`: the position of each meaning, from 0.
    `rows`: the rows of players.
    `headed`: whether headings defined the meanings.
    `remarks`: sentences on columns that differ from their headings.
    """

    columns: Mapping[ListColumn, int]
    rows: tuple[GridRow, ...]
    headings: Mapping[int, str]
    headed: bool
    frame: Frame
    remarks: tuple[str, ...] = ()
    titled_at: int = -1  # the added column with the team of the sheet's title, -1 for none

    @property
    def words(self) -> tuple[str, ...]:
        """The columns in words, with their meanings."""
        return tuple(
            f"{self.called(column)}: {meaning_of(column, self.frame)}" if self.headed else self.called(column)
            for column in sorted(self.columns, key=lambda column: self.columns[column])
            if self.columns[column] in self.headings or (not self.headed and self.columns[column] != self.titled_at)
        )

    @property
    def unused(self) -> tuple[str, ...]:
        """Filled columns without a meaning, by heading or letter."""
        filled = {at for row in self.rows for at, cell in enumerate(row.cells) if cell} - set(self.columns.values())
        return tuple(self.headings.get(at) or say("column {letter}", letter=letter_of(at)) for at in sorted(filled))

    def cell(self, row: GridRow, column: ListColumn) -> str | None:
        """The cell of a row in this column; None if the list has no such column."""
        at = self.columns.get(column)
        return None if at is None else row.cell(at)

    def called(self, column: ListColumn) -> str:
        """The name of a column for the author of the list: its heading, else its letter."""
        at = self.columns.get(column)
        if at is None:
            return meaning_of(column, self.frame)
        return (
            say("column “{heading}”", heading=self.headings[at])
            if at in self.headings
            else say("column {letter} ({meaning})", letter=letter_of(at), meaning=meaning_of(column, self.frame))
        )


def letter_of(at: int) -> str:
    """The letters of a column in a spreadsheet: A, B ... Z, AA."""
    return (letter_of(at // 26 - 1) if at >= 26 else "") + chr(ord("A") + at % 26)


def team_nouns(frame: Frame) -> tuple[str, ...]:
    """The words for "team" in all languages of lists, with those of the game."""
    return tuple(dict.fromkeys((*HEADINGS[ListColumn.TEAM], *frame.team_headings)))


def team_names(teams: Sequence[Team], frame: Frame, *, own: bool = False) -> Mapping[str, Team]:
    """All spellings of teams in a list. `own`: without their other names, which may be people's names too (Kurt, Björn)."""
    found = {}
    nouns = team_nouns(frame)
    for team in teams:
        for words in map(plain, (() if own else team.also)):
            found[words] = team
        for words in map(plain, (team.id, team.name, team.short, *(() if own else team.also))):
            for noun in nouns:
                found[f"{noun} {words}"] = found[f"{words} {noun}"] = team
    return {**found, **{plain(words): team for team in teams for words in (team.id, team.name, team.short)}}


def head_names(rows: Sequence[GridRow], names: Mapping[str, Team], frame: Frame) -> Mapping[str, Team]:
    """Spellings of teams in heading rows. Their other names count only if at least three such rows name different teams."""
    alone = [plain(cells[0]) for row in rows if len(cells := [cell for cell in row.cells if cell]) == 1]
    named = [names[words].id for words in alone if words in names]
    if len(named) > 2 and len(named) == len(set(named)):
        return names
    return team_names([*{team.id: team for team in names.values()}.values()], frame, own=True)


def team_head(row: GridRow, names: Mapping[str, Team]) -> str | None:
    """The team in the heading row of players below it; None for any other row.

    "Bear (Captain: Ewa)" returns "Bear". A misspelt team such as "House Wofl" is returned as written, and is not in `names`.
    """
    cells = [cell for cell in row.cells if cell]
    if len(cells) != 1:
        return None
    said = cells[0]
    before = BEHIND_HEAD.split(said, maxsplit=1)[0].strip()
    if plain(before) in names:
        return before
    words = plain(said).split()
    nouns = (
        {known.split()[0] for known in names if " " in known} - {plain(team.name).split()[0] for team in names.values()} - CALLED
    )
    named = len(words) > 1 and words[0] in nouns
    misspelt = len(words) == 1 and get_close_matches(words[0], [known for known in names if " " not in known], n=1, cutoff=0.75)
    return said if named or misspelt else None


def lay_out(rows: Sequence[GridRow], teams: Sequence[Team], frame: Frame, titled: Team | None = None) -> Layout | ListProblem:
    """Find the layout of a list, or return the problem. `titled`: the team in the title of the sheet."""
    known, names = meanings(frame), team_names(teams, frame)
    for at, row in enumerate(rows[:HEADED_WITHIN]):
        meant = [(place, known.get(plain(cell))) for place, cell in enumerate(row.cells)]
        if not _is_enough_for_players([column for _place, column in meant if column], titled):
            meant = _columns_of_questions(row, known, names)
        kinds = [column for _place, column in meant if column]
        if kinds == [ListColumn.NAME] and _team_columns(row, rows[at + 1 :], names):
            kinds.append(ListColumn.TEAM)
        below = [column for cell in (rows[at + 1].cells if at + 1 < len(rows) else ()) if (column := known.get(plain(cell)))]
        if _is_enough_for_players(kinds, titled) and not _is_enough_for_players(
            below, titled
        ):  # of two rows of headings, the lower one is more precise
            twice = next((kind for kind in kinds if kinds.count(kind) > 1 and kind not in ONCE), None)
            if twice:
                own = f" {say('and')} ".join(say("“{what}”", what=row.cells[place]) for place, column in meant if column is twice)
                mend = say("Delete one of the two columns, or give it another heading.")
                return ListProblem(
                    row=row.number,
                    column="",
                    wrong=say("The columns {columns} both mean the {meaning}.", columns=own, meaning=meaning_of(twice, frame)),
                    mend=mend,
                )
            return _complete_layout(
                _first_column_of_each_kind(meant),
                rows[at + 1 :],
                row,
                frame,
                names,
                titled,
            )
    return _side_by_side(rows, names, frame) or _by_content(rows, names, frame, titled)


def _side_by_side(rows: Sequence[GridRow], names: Mapping[str, Team], frame: Frame) -> Layout | None:
    """The layout of a table with a column of players for each team. Each cell becomes a row of its own."""
    for at, row in enumerate(rows[:HEADED_WITHIN]):
        heads = {place: names[plain(cell)] for place, cell in enumerate(row.cells) if plain(cell) in names}
        waiting = [place for place, cell in enumerate(row.cells) if may_head_absentees(cell) and place not in heads]
        further = [place for place, cell in enumerate(row.cells) if cell and place not in heads and place not in waiting]
        below, remarks = _rows_above_waiting_list(rows[at + 1 :])
        if len(heads) < 2 or len({team.id for team in heads.values()}) < len(heads) or len(further) > 1 or not below:
            continue
        if any(plain(each.cell(place)) in names for each in below for place in heads):
            continue
        ranked = next(
            (place for place in (*further, 0) if place not in heads and any(rank_of(each.cell(place)) for each in below)), -1
        )
        cells = [
            GridRow(
                number=place * SHEET + each.number, hidden=each.hidden, struck=each.struck,
                cells=(each.cell(place), team.name, each.cell(ranked) if ranked >= 0 else ""),
            )
            for place, team in heads.items()
            for each in below
            if each.cell(place)
        ]  # fmt: skip
        columns = {ListColumn.NAME: 0, ListColumn.TEAM: 1, **({ListColumn.RANK: 2} if ranked >= 0 else {})}
        told = frame.said("list-columns", teams=", ".join(team.name for team in heads.values()))
        remarks = [told, *(say("The column “{heading}” is left out.", heading=row.cell(place)) for place in waiting), *remarks]
        return Layout(columns=columns, rows=tuple(cells), headings={}, headed=True, frame=frame, remarks=tuple(remarks))
    return None


def _rows_above_waiting_list(rows: Sequence[GridRow]) -> tuple[Sequence[GridRow], list[str]]:
    """The rows above a waiting list, and a remark on the rest."""
    for at, row in enumerate(rows):
        cells = [cell for cell in row.cells if cell]
        if len(cells) == 1 and surely_heads_absentees(cells[0]):
            return rows[:at], [skipped_rows_remark(row, cells[0], rows[at + 1 :])]
    return rows, []


def skipped_rows_remark(head: GridRow, said: str, rows: Sequence[GridRow]) -> str:
    """A remark on the heading of a waiting list and on the rows below it."""
    if not rows:
        return say("Row {row} says “{said}” and is left out.", row=head.place, said=said)
    return say_count(
        "Row {row} says “{said}”; it is left out, and row {rows} below it.",
        "Row {row} says “{said}”; it is left out, and rows {rows} below it.",
        len(rows),
        row=head.place,
        said=said,
        rows=", ".join(row.place for row in rows),
    )


def _columns_of_questions(
    row: GridRow, known: Mapping[str, ListColumn], names: Mapping[str, Team]
) -> list[tuple[int, ListColumn | None]]:
    """Columns of a form's export, whose headings are whole questions. Each question means the longest known heading in it."""
    cells = [plain(cell) for cell in row.cells]
    if any(cell in names for cell in cells):
        return []  # a cell names a team, so this is a row of a player
    found: dict[ListColumn, int] = {}
    for place, cell in enumerate(cells):
        if cell in known:
            found.setdefault(known[cell], place)
    for place, cell in enumerate(cells):
        if place in found.values() or " " not in cell:
            continue
        within = [heading for heading in known if f" {heading} " in f" {cell} "]
        within = [heading for heading in within if known[heading] is not ListColumn.TEAM or not WISH.search(cell)]
        if within:
            found.setdefault(known[max(within, key=len)], place)
    return [(place, column) for column, place in found.items()]


def _team_columns(head: GridRow, rows: Sequence[GridRow], names: Mapping[str, Team]) -> list[int]:
    """Columns with a heading that mostly hold teams, including columns of wishes."""
    found = []
    for place, heading in enumerate(head.cells):
        cells = [plain(row.cell(place)) for row in rows if row.cell(place)]
        if heading and plain(heading) not in names and sum(cell in names for cell in cells) * 2 > len(cells):
            found.append(place)
    return found


def _is_enough_for_players(kinds: Sequence[ListColumn], titled: Team | None) -> bool:
    named = ListColumn.NAME in kinds or ListColumn.FIRST_NAME in kinds or ListColumn.LAST_NAME in kinds
    return (named and (len(kinds) > 1 or titled is not None)) or (ListColumn.TEAM in kinds and len(kinds) > 1)


def _first_column_of_each_kind(meant: Iterable[tuple[int, ListColumn | None]]) -> dict[ListColumn, int]:
    found: dict[ListColumn, int] = {}
    for place, column in meant:
        if column:
            found.setdefault(column, place)
    return found


def _complete_layout(
    columns: dict[ListColumn, int],
    rows: Sequence[GridRow],
    head: GridRow,
    frame: Frame,
    names: Mapping[str, Team],
    titled: Team | None,
) -> Layout | ListProblem:
    headings = {place: cell for place, cell in enumerate(head.cells) if cell}
    # Beside "Vorname", the heading "Name" means the last name; beside "Apellidos", "Nombre" means the first name.
    for part, other in ((ListColumn.FIRST_NAME, ListColumn.LAST_NAME), (ListColumn.LAST_NAME, ListColumn.FIRST_NAME)):
        if (
            ListColumn.NAME in columns
            and part in columns
            and other not in columns
            and not _contains_column(rows, columns[ListColumn.NAME], columns[part])
        ):
            columns[other] = columns.pop(ListColumn.NAME)
    if ListColumn.NAME in columns:
        columns.pop(ListColumn.FIRST_NAME, None)
        columns.pop(ListColumn.LAST_NAME, None)
    if not {ListColumn.NAME, ListColumn.FIRST_NAME, ListColumn.LAST_NAME} & set(columns):
        return ListProblem(row=0, column="", wrong=say("No column is headed as the players’ names."), mend=say("Head it “Name”."))
    if ListColumn.RANK not in columns:
        ranked = [place for place, heading in headings.items() if place not in columns.values() and RANKED.search(plain(heading))]
        if ranked:
            columns[ListColumn.RANK] = ranked[0]
    titled_at = -1
    if titled and not {ListColumn.TEAM, ListColumn.SEAT} & set(columns):
        titled_at, rows = _with_team(rows, titled)
        columns[ListColumn.TEAM] = titled_at
    if not {ListColumn.TEAM, ListColumn.SEAT} & set(columns):
        hold = [place for place in _team_columns(head, rows, names) if place not in columns.values()]
        wishes = [place for place in hold if WISH.search(plain(headings[place]))]
        hold = [place for place in hold if place not in wishes]
        hold = hold or [place for place, column in _columns_of_questions(head, meanings(frame), names) if column is ListColumn.TEAM]
        if len(hold) == 1:
            columns[ListColumn.TEAM] = hold[0]
        elif wishes:
            cited = listed([say("“{what}”", what=headings[place]) for place in wishes])
            wrong = frame.said("list-wish" if len(wishes) == 1 else "list-wishes", columns=cited)
            return ListProblem(row=0, column="", wrong=wrong, mend=frame.said("list-wished"))
    if not {ListColumn.TEAM, ListColumn.SEAT} & set(columns):
        heads = head_names(rows, names, frame)
        if not any(plain(team_head(row, heads) or "") in heads for row in rows):
            return ListProblem(row=0, column="", wrong=frame.said("list-headless"), mend=frame.said("list-head"))
        columns[ListColumn.TEAM] = max(
            len(row.cells) for row in rows
        )  # an empty column, because the teams are in rows of their own
    remarks = []
    if _is_shifted_right(columns, rows, names):
        columns = {column: place + 1 for column, place in columns.items()}
        headings = {place + 1: heading for place, heading in headings.items()}
        remarks.append(
            say("The rows begin with a cell that has no heading; each heading was read one column further to the right.")
        )
    ranks = (
        [row.cell(columns[ListColumn.RANK]) for row in rows if row.cell(columns[ListColumn.RANK])]
        if ListColumn.RANK in columns
        else []
    )
    if len(ranks) > 1 and not any(rank_of(said) is not None or DATE_FORM.fullmatch(said.casefold()) for said in ranks):
        heading = headings[columns.pop(ListColumn.RANK)]
        told = say(
            "The column “{heading}” holds no rank, but “{said}”; ranks follow the order of the list.",
            heading=heading,
            said=ranks[0],
        )
        remarks.append(told)
    return Layout(
        columns=columns, rows=tuple(rows), headings=headings, headed=True, frame=frame, remarks=tuple(remarks), titled_at=titled_at
    )


def _with_team(rows: Sequence[GridRow], team: Team) -> tuple[int, list[GridRow]]:
    """Add a column with this team to the rows; return its position and the rows."""
    at = max((len(row.cells) for row in rows), default=0)
    return at, [replace(row, cells=(*row.cells, *[""] * (at - len(row.cells)), team.name)) for row in rows]


def _contains_column(rows: Sequence[GridRow], whole: int, part: int) -> bool:
    """Do most cells of one column contain the cell of another, as a full name contains its parts?"""
    both = [(plain(row.cell(whole)), plain(row.cell(part))) for row in rows if row.cell(whole) and row.cell(part)]
    return sum(f" {short} " in f" {full} " for full, short in both) * 2 > len(both)


def _is_shifted_right(columns: Mapping[ListColumn, int], rows: Sequence[GridRow], names: Mapping[str, Team]) -> bool:
    """Are all cells one column to the right of their headings, after a running number without a heading?"""
    at = columns.get(ListColumn.TEAM)
    if at is None or not rows:
        return False
    here, there = (sum(plain(row.cell(place)) in names for row in rows) for place in (at, at + 1))
    return here == 0 and there * 2 > len(rows)


def _one_column(rows: Sequence[GridRow], names: Mapping[str, Team], frame: Frame) -> Layout | None:
    """The layout of a list in one column, as in a message: lines "Name - House", or a House with its players below it."""
    if any(any(row.cells[1:]) for row in rows):
        return None
    parted = [PARTED.fullmatch(row.cell(0)) for row in rows]
    found = [match if match and plain(match.group(2)) in names else None for match in parted]
    if sum(map(bool, found)) * 2 > len(rows):
        cells = [match.groups() if match else row.cells[:1] for match, row in zip(found, rows, strict=True)]
        lines = tuple(replace(row, cells=tuple(each)) for row, each in zip(rows, cells, strict=True))
        return Layout(columns={ListColumn.NAME: 0, ListColumn.TEAM: 1}, rows=lines, headings={}, headed=False, frame=frame)
    heads = head_names(rows, names, frame)
    teams = [heads[words].id for row in rows if (words := plain(team_head(row, heads) or "")) in heads]
    first = any(plain(team_head(row, heads) or "") in heads for row in rows[:2])
    if not first or len(teams) < 2 or len(teams) != len(set(teams)) or len(teams) * 2 > len(rows):
        return None
    columns = {ListColumn.NAME: 0, ListColumn.TEAM: 1}
    return Layout(columns=columns, rows=tuple(rows), headings={}, headed=False, frame=frame, titled_at=1)


def _by_content(rows: Sequence[GridRow], names: Mapping[str, Team], frame: Frame, titled: Team | None) -> Layout | ListProblem:
    """The layout of a list without headings. Teams are known names, ranks small numbers, and names mostly letters."""
    if not titled and (made := _one_column(rows, names, frame)):
        return made
    width = max(len(row.cells) for row in rows)
    share = {place: [row.cell(place) for row in rows if row.cell(place)] for place in range(width)}

    def mostly(place: int, fits: Callable[[str], object]) -> bool:
        cells = share[place]
        return bool(cells) and sum(bool(fits(cell)) for cell in cells) * 2 > len(cells)

    kinds: tuple[tuple[ListColumn, Callable[[str], object]], ...] = (
        (ListColumn.TEAM, lambda cell: plain(cell) in names),
        (ListColumn.SEAT, lambda cell: SEAT_FORM.fullmatch(cell.casefold())),
        (ListColumn.RANK, lambda cell: rank_of(cell) in range(1, 100)),
    )
    columns: dict[ListColumn, int] = {}
    for column, fits in kinds:
        found = next((place for place in range(width) if place not in columns.values() and mostly(place, fits)), None)
        if found is not None:
            columns[column] = found
    left = [place for place in range(width) if place not in columns.values() and mostly(place, MOSTLY_LETTERS.fullmatch)]
    titled_at = -1
    if titled and not {ListColumn.TEAM, ListColumn.SEAT} & set(columns):
        titled_at, rows = _with_team(rows, titled)
        columns[ListColumn.TEAM] = titled_at
    if not left or not {ListColumn.TEAM, ListColumn.SEAT} & set(columns):
        return ListProblem(row=0, column="", wrong=frame.said("list-untold"), mend=frame.said("list-headings"))
    # The column with the most distinct words, which excludes columns of "yes" and "no" or of repeated remarks.
    columns[ListColumn.NAME] = max(left, key=lambda place: (len(set(share[place])), -place))
    return Layout(columns=columns, rows=tuple(rows), headings={}, headed=False, frame=frame, titled_at=titled_at)
