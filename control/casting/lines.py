"""The players of a list: one line each, or every mistake named with its row, column and mend. Never the one and the other."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from difflib import get_close_matches

from control.casting.columns import NAMES, Column, Layout, Problem, house_names, lay_out, plain
from control.casting.grid import Grid, Row, UnreadableError, read_grids
from control.engine.ids import TeamId
from control.engine.language import say
from rooms.realm.scenario.schema import House

LONGEST_NAME = 60
LONGEST_NOTE = 120
LOWEST_RANK = 20
YES = frozenset({"yes", "y", "true", "x", "1", "ja", "j", "wahr", "si", "oui", "ok", "✓", "✔"})
NO = frozenset({"no", "n", "false", "0", "nein", "falsch", "none", "keins", "kein", "keine", "-", "–"})
WRONG_CELLS = frozenset(
    {"#n/a", "#ref!", "#value!", "#name?", "#null!", "#num!", "#div/0!"}
)  # what a spreadsheet writes for a failed formula


@dataclass(frozen=True, slots=True, kw_only=True)
class CastLine:
    """One player of a list. None is what the list does not say; `seat` is set where the list names it."""

    row: int
    name: str
    house: TeamId
    rank: int
    seat: str = ""
    first_timer: bool | None = None
    phoneless: bool | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What became of a list: the players by House and rank, or the problems. `columns` says which column was taken for what."""

    lines: tuple[CastLine, ...] = ()
    problems: tuple[Problem, ...] = ()
    columns: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


@dataclass(slots=True)
class _Draft:
    """A player on the way: what is known of the row so far."""

    row: Row
    name: str
    house: House | None
    rank: int | None
    seat: str
    first_timer: bool | None
    phoneless: bool | None
    note: str | None


@dataclass(slots=True)
class _Reader:
    """Reads rows and collects what is wrong with them."""

    layout: Layout
    houses: Sequence[House]
    names: Mapping[str, House]
    seats: Mapping[str, TeamId]
    problems: list[Problem] = field(default_factory=list)

    def wrong(self, row: Row, column: Column, wrong: str, mend: str) -> None:
        self.problems.append(Problem(row=row.number, column=self.layout.called(column), wrong=wrong, mend=mend))

    def draft(self, row: Row) -> _Draft:
        broken = next((at for at, cell in enumerate(row.cells) if cell.casefold() in WRONG_CELLS), None)
        if broken is not None:
            column = next((kind for kind, at in self.layout.columns.items() if at == broken), None)
            if column:
                self.wrong(
                    row,
                    column,
                    say("It holds a failed formula ({formula}).", formula=row.cells[broken]),
                    say("Write the value itself."),
                )
        seat = self._seat(row)
        house = self._house(row, seat)
        first = self._truth(row, Column.FIRST_TIMER)
        veteran = self._truth(row, Column.VETERAN) if self.layout.cell(row, Column.VETERAN) else None
        note = self.layout.cell(row, Column.NOTE)
        return _Draft(
            row=row,
            name=self._name(row),
            house=house,
            rank=self._rank(row),
            seat=seat,
            first_timer=first if veteran is None else not veteran,
            phoneless=self._phoneless(row),
            note=note if note is None else note[:LONGEST_NOTE],
        )

    def _name(self, row: Row) -> str:
        if Column.NAME in self.layout.columns:
            name = self.layout.cell(row, Column.NAME) or ""
            column = Column.NAME
        else:
            parts = [self.layout.cell(row, each) or "" for each in (Column.FIRST_NAME, Column.LAST_NAME)]
            name = " ".join(part for part in parts if part)
            column = Column.FIRST_NAME if Column.FIRST_NAME in self.layout.columns else Column.LAST_NAME
        if "," in name and name.count(",") == 1:  # "Müller, Anna" as registers write it
            last, first = (part.strip() for part in name.split(","))
            name = f"{first} {last}".strip()
        if not name:
            self.wrong(row, column, say("There is no name."), say("Write the player’s name, or delete the row."))
        elif len(name) > LONGEST_NAME:
            self.wrong(
                row, column, say("The name has {count} letters.", count=len(name)), say("Shorten it to {most}.", most=LONGEST_NAME)
            )
        elif not any(sign.isalpha() for sign in name):
            self.wrong(row, column, say("“{name}” is no name.", name=name), say("Write the player’s name."))
        elif not name.isprintable():
            self.wrong(row, column, say("The name holds signs that cannot be printed."), say("Write it anew."))
        return name

    def _seat(self, row: Row) -> str:
        said = (self.layout.cell(row, Column.SEAT) or "").casefold()
        if said and said not in self.seats:
            wrong = say("There is no seat “{said}”.", said=said)
            if self.seats:
                wrong = say("There is no seat “{said}”; seats are called {seat} and so on.", said=said, seat=min(self.seats))
            self.wrong(row, Column.SEAT, wrong, say("Leave the cell empty for a new player."))
            return ""
        return said

    def _house(self, row: Row, seat: str) -> House | None:
        said = self.layout.cell(row, Column.HOUSE)
        if not said:
            if seat:
                return next(house for house in self.houses if house.id == self.seats[seat])
            if not self.layout.cell(row, Column.SEAT):
                self.wrong(row, Column.HOUSE, say("There is no House."), say("Write one of: {houses}.", houses=self._all()))
            return None
        house = self.names.get(plain(said))
        if house is None:
            close = get_close_matches(plain(said), [plain(each.name) for each in self.houses], n=1, cutoff=0.6)
            mend = (
                say("Write {house}.", house=self.names[close[0]].name)
                if close
                else say("Write one of: {houses}.", houses=self._all())
            )
            self.wrong(row, Column.HOUSE, say("There is no House “{said}”.", said=_short(said)), mend)
        elif seat and self.seats[seat] != house.id:
            own = next(each.name for each in self.houses if each.id == self.seats[seat])
            mend = say("Empty the cell of the seat to move the player to another House.")
            self.wrong(
                row, Column.HOUSE, say("Seat {seat} is of House {own}, not {house}.", seat=seat, own=own, house=house.name), mend
            )
        return house

    def _all(self) -> str:
        return ", ".join(house.name for house in self.houses)

    def _rank(self, row: Row) -> int | None:
        said = self.layout.cell(row, Column.RANK)
        if not said:
            return None
        found = re.fullmatch(r"(?:rank|rang|platz|#|no\.?|nr\.?)?\s*(\d{1,3})(?:[.,]0+)?(?:\.|st|nd|rd|th)?", said.casefold())
        rank = int(found.group(1)) if found else 0
        if not 1 <= rank <= LOWEST_RANK:
            mend = say("Write a whole number from 1 to {lowest}, or leave the cell empty.", lowest=LOWEST_RANK)
            self.wrong(row, Column.RANK, say("“{said}” is no rank.", said=_short(said)), mend)
            return None
        return rank

    def _truth(self, row: Row, column: Column) -> bool | None:
        said = self.layout.cell(row, column)
        if said is None:
            return None
        words = said.casefold().strip(" .!")
        if words in YES:
            return True
        if not words or words in NO:
            return False
        self.wrong(
            row,
            column,
            say("“{said}” is neither yes nor no.", said=_short(said)),
            say("Write yes, no, ja, nein, x, or leave the cell empty."),
        )
        return None

    def _phoneless(self, row: Row) -> bool | None:
        said = self.layout.cell(row, Column.PHONE)
        if said is None:
            return self._truth(row, Column.NO_PHONE)
        if not said or len(re.findall(r"\d", said)) >= 5:  # a number says that there is one; it is not kept
            return False if said else None
        has = self._truth(row, Column.PHONE)
        return None if has is None else not has


def read_casting(content: bytes, houses: Sequence[House], seats: Mapping[str, TeamId] | None = None) -> Reading:
    """The players in a file, for these Houses. `seats` are the seats that there are, by their Houses.

    Of a workbook's sheets the first counts whose columns can be told: many begin with a cover.

    Raises:
        UnreadableError: the file is no list at all.
    """
    grids = read_grids(content)
    first = lay_out(next(grids).rows, houses)
    if not isinstance(first, Problem):
        return read_lines(first, houses, seats or {})
    for grid in _readable(grids):
        layout = lay_out(grid.rows, houses)
        if not isinstance(layout, Problem):
            reading = read_lines(layout, houses, seats or {})
            return replace(reading, columns=(say("sheet “{sheet}”", sheet=grid.sheet), *reading.columns))
    return Reading(problems=(first,))


def _readable(grids: Iterator[Grid]) -> Iterator[Grid]:
    """Those before the first that is no list, such as one with too many rows: it is not what the file is about."""
    with suppress(UnreadableError):
        yield from grids


def read_lines(layout: Layout, houses: Sequence[House], seats: Mapping[str, TeamId]) -> Reading:
    """The players in rows whose columns are known."""
    reader = _Reader(layout=layout, houses=houses, names=house_names(houses), seats=seats)
    drafts = [reader.draft(row) for row in layout.rows]
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
    ranks = _ranks(reader, drafts)
    columns = tuple(
        f"{reader.layout.called(column)}: {NAMES[column]}" if layout.headed else reader.layout.called(column)
        for column in sorted(layout.columns, key=lambda column: layout.columns[column])
    )
    if reader.problems:
        return Reading(problems=tuple(sorted(reader.problems, key=lambda each: each.row)), columns=columns)
    order = {house.id: at for at, house in enumerate(houses)}
    lines = [_line(draft, ranks[draft.row.number]) for draft in drafts if draft.house]
    return Reading(
        lines=tuple(sorted(lines, key=lambda line: (order[line.house], line.rank))),
        columns=columns,
        remarks=tuple(_remarks(layout, lines)),
    )


def _line(draft: _Draft, rank: int) -> CastLine:
    assert draft.house is not None
    return CastLine(
        row=draft.row.number,
        name=draft.name,
        house=draft.house.id,
        rank=rank,
        seat=draft.seat,
        first_timer=draft.first_timer,
        phoneless=draft.phoneless,
        note=draft.note,
    )


def _twice(reader: _Reader, drafts: Sequence[_Draft]) -> None:
    """Nobody stands twice in a House, and nobody shares a seat."""
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
        if draft.house and draft.name:
            earlier = names.setdefault((draft.house.id, plain(draft.name)), draft.row.number)
            if earlier != draft.row.number:
                mend = say("Delete one of the two rows; of two people with one name, give one a second name.")
                told = say(
                    "{name} stands in House {house} in row {earlier} already.",
                    name=draft.name,
                    house=draft.house.name,
                    earlier=earlier,
                )
                reader.wrong(draft.row, by_name, told, mend)


def _ranks(reader: _Reader, drafts: Sequence[_Draft]) -> Mapping[int, int]:
    """The rank of every row: as written, and for those without one the lowest that are free, in the order of the list."""
    found: dict[int, int] = {}
    for house in reader.houses:
        own = [draft for draft in drafts if draft.house is house]
        taken: dict[int, int] = {}
        for draft in own:
            if draft.rank is None:
                continue
            earlier = taken.setdefault(draft.rank, draft.row.number)
            if earlier != draft.row.number:
                told = say(
                    "Rank {rank} of House {house} stands in row {earlier} already.",
                    rank=draft.rank,
                    house=house.name,
                    earlier=earlier,
                )
                reader.wrong(draft.row, Column.RANK, told, say("Give each rank of a House once."))
            found[draft.row.number] = draft.rank
        free = (rank for rank in range(1, len(own) + 1) if rank not in taken)
        for draft in own:
            if draft.rank is None:
                found[draft.row.number] = next(free, len(own))
        if any(draft.house is None for draft in drafts):
            continue  # who is missing here may stand in a row whose House could not be read
        given = {found[draft.row.number] for draft in own}
        for draft in own:
            if draft.rank is not None and draft.rank > len(own) and taken[draft.rank] == draft.row.number:
                missing = next(rank for rank in range(1, len(own) + 1) if rank not in given)
                told = say(
                    "House {house} has {count} players, so there is no rank {rank}.",
                    house=house.name,
                    count=len(own),
                    rank=draft.rank,
                )
                reader.wrong(draft.row, Column.RANK, told, say("Rank {missing} is free.", missing=missing))
    return found


def _remarks(layout: Layout, lines: Sequence[CastLine]) -> list[str]:
    """What is no mistake but worth a look."""
    found = []
    if not layout.headed:
        found.append(say("The list has no headings; what the columns mean was told from what stands in them."))
    houses: dict[str, list[CastLine]] = {}
    for line in lines:
        houses.setdefault(plain(line.name), []).append(line)
    for same in houses.values():
        if len(same) > 1:
            rows = f" {say('and')} ".join(str(line.row) for line in same)
            found.append(
                say("{name} stands in more than one House (rows {rows}). Two people of one name?", name=same[0].name, rows=rows)
            )
    return found


def _short(said: str) -> str:
    return said if len(said) <= 40 else f"{said[:39]}…"
