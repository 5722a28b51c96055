"""Rows of a list without players: prepared numbers, totals, a legend, remarks beside the table, a waiting list."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from control.casting.columns import Layout, head_names, skipped_rows_remark, team_head
from control.casting.grid import GridRow
from control.casting.headings import ListColumn, plain
from control.casting.vocabulary import may_head_absentees, surely_heads_absentees
from control.day.plan import Team
from control.engine.language import say_count

RULED: Final = re.compile(r":?-{2,}:?")  # a line of a table in plain text
NUMBER: Final = re.compile(r"#?\d+[.)]?|\d+[.,]0+")
TOTALS: Final = frozenset(
    (
        "total", "totals", "sum", "count", "summe", "gesamt", "gesamtzahl", "insgesamt",
        "anzahl", "somme", "suma", "totale", "totaal", "razem", "celkem", "итого",
    )
)  # fmt: skip
COUNTED: Final = frozenset(
    (
        "player", "players", "people", "persons", "spieler", "spielende",
        "personen", "teilnehmer", "teilnehmende", "joueurs", "jugadores", "osob",
    )
)  # fmt: skip
LEGENDS: Final = frozenset(
    (
        "legend", "key", "notes", "explanation", "legende",
        "erklarung", "hinweise", "anmerkungen", "leyenda", "legenda", "leggenda",
    )
)  # fmt: skip


@dataclass(slots=True)
class OtherRows:
    """Rows that were left out of a list, by reason."""

    numbers: list[GridRow] = field(default_factory=list)
    totals: list[GridRow] = field(default_factory=list)
    below: list[GridRow] = field(default_factory=list)
    beside: list[GridRow] = field(default_factory=list)
    absent: list[tuple[GridRow, str, list[GridRow]]] = field(
        default_factory=list
    )  # waiting lists: heading row, its text, rows below

    def left(self, layout: Layout, names: Mapping[str, Team]) -> list[GridRow]:
        """The rows of a sheet that may be players."""
        rows = list[GridRow]()
        legend = waiting = False
        heads = head_names(layout.rows, names, layout.frame)
        for row in layout.rows:
            cells = [cell for at, cell in enumerate(row.cells) if cell and at != layout.titled_at]
            known = (
                plain(layout.cell(row, ListColumn.TEAM) or "") in names and layout.columns.get(ListColumn.TEAM) != layout.titled_at
            )
            if len(cells) == 1 and may_head_absentees(cells[0]) and self._heads(layout, row, cells[0], names):
                self.absent.append((row, cells[0], []))
                waiting = True
                continue
            if plain(team_head(row, heads) or "") in heads or (
                known and waiting and not surely_heads_absentees(self.absent[-1][1])
            ):
                waiting = False
            if waiting:
                self.absent[-1][2].append(row)
                continue
            legend = (legend or (len(cells) == 1 and plain(cells[0]) in LEGENDS)) and not known
            if layout.headings and all(plain(row.cell(at)) == plain(heading) for at, heading in layout.headings.items()):
                continue  # repeated headings, as on every page of a print
            if all(RULED.fullmatch(cell) for cell in cells):
                continue
            if legend:
                self.below.append(row)
            elif all(NUMBER.fullmatch(cell) for cell in cells):
                self.numbers.append(row)
            elif not known and _is_total(cells):
                self.totals.append(row)
            elif not any(row.cell(at) for at in layout.columns.values() if at != layout.titled_at) and len(row.cells) > 1:
                self.beside.append(row)
            else:
                rows.append(row)
        return rows

    def _heads(self, layout: Layout, row: GridRow, said: str, names: Mapping[str, Team]) -> bool:
        """Is this row the heading of a waiting list, and not itself a person who does not come?"""
        below = next((each for each in layout.rows if each.number > row.number), None)
        nameless = below is not None and plain(layout.cell(below, ListColumn.TEAM) or "") not in names
        return surely_heads_absentees(said) or nameless

    def remarks(self) -> list[str]:
        """Sentences on the rows left out, with the reason."""
        found = [skipped_rows_remark(*each) for each in self.absent]
        if self.numbers:
            found.append(
                say_count(
                    "Row {rows} holds a number alone and is left out.",
                    "Rows {rows} hold a number alone and are left out.",
                    len(self.numbers),
                    rows=numbers_of(self.numbers),
                )
            )
        if self.totals:
            found.append(
                say_count(
                    "Row {rows} is a total and is left out.",
                    "Rows {rows} are totals and are left out.",
                    len(self.totals),
                    rows=numbers_of(self.totals),
                )
            )
        if self.below:
            found.append(
                say_count(
                    "Row {rows} is a legend and is left out.",
                    "Rows {rows} are a legend and are left out.",
                    len(self.below),
                    rows=numbers_of(self.below),
                )
            )
        if self.beside:
            found.append(
                say_count(
                    "Row {rows} stands beside the columns and is left out.",
                    "Rows {rows} stand beside the columns and are left out.",
                    len(self.beside),
                    rows=numbers_of(self.beside),
                )
            )
        return found


def numbers_of(rows: Iterable[GridRow]) -> str:
    """The numbers of these rows, in words."""
    return ", ".join(row.place for row in rows)


def _is_total(cells: list[str]) -> bool:
    """Is this row a total, such as "Total: 5 players", "Summe | 12" or "Gesamt"?"""
    words = plain(" ".join(cells)).split()
    return bool(set(words) & TOTALS) and all(word in TOTALS | COUNTED or word.isdigit() for word in words)
