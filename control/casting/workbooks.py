"""A workbook as sheets of text cells, with what a spreadsheet shows and text does not: hidden and struck-out rows, merged cells."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, Final

from control.casting.letters import SAVE_AS, UnreadableError
from control.engine.language import later, say

MOST_UNPACKED = 12_000_000  # bytes of an XLSX file, unpacked
MOST_TAGS = 500_000  # in all its parts: a full list has some three hundred thousand, and each costs time
MOST_PARTS = 300
ZIPPED: Final = b"PK\x03\x04"
OLD_EXCEL: Final = b"\xd0\xcf\x11\xe0"
DECLARED: Final = re.compile(rb"<!(DOCTYPE|ENTITY)", re.IGNORECASE)
FORMULA: Final = re.compile(rb"<f[ />]")
DAMAGED: Final = later("This Excel file is damaged or is no Excel file. {save_as}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A sheet by its name: the cells by row, of which those in between may be missing, and the numbers of peculiar rows.

    `unfinished` are rows with a formula whose result nobody has worked out.
    """

    name: str = ""
    rows: dict[int, list[str]] = field(default_factory=dict)
    hidden: tuple[int, ...] = ()
    struck: tuple[int, ...] = ()
    unfinished: tuple[int, ...] = ()


def workbook_sheets(content: bytes) -> Iterator[Sheet]:
    """The sheets that somebody who opens the file sees; the hidden ones of a file that shows none."""
    from openpyxl import load_workbook  # only now: to read it takes a quarter of a second of every start

    try:
        book = load_workbook(io.BytesIO(content), data_only=True, keep_links=False)
        formulas = load_workbook(io.BytesIO(content), keep_links=False) if _has_formulas(content) else None
        for sheet in [sheet for sheet in book.worksheets if sheet.sheet_state == "visible"] or list(book.worksheets):
            yield _read(sheet, formulas[sheet.title] if formulas else None)
    except Exception as wrong:  # a damaged file makes the library fail in any way there is
        raise UnreadableError(say(DAMAGED, save_as=say(SAVE_AS))) from wrong


def _has_formulas(content: bytes) -> bool:
    with zipfile.ZipFile(io.BytesIO(content)) as parts:
        return any(FORMULA.search(parts.read(name)) for name in parts.namelist() if name.startswith("xl/worksheets/"))


def _read(sheet: Any, formulas: Any) -> Sheet:
    """The cells that a sheet has; to ask it for a range would make those that it has not, a million below one touched by chance."""
    rows: dict[int, list[str]] = {}
    struck: dict[int, list[bool]] = {}
    unfinished: list[int] = []
    for row, column in sorted(sheet._cells):
        cell = sheet._cells[row, column]
        words = _words(cell.value)
        if not words and formulas is not None and formulas._cells[row, column].data_type == "f":
            unfinished.append(row)
        if words:
            cells = rows.setdefault(row, [])
            cells.extend([""] * (column - 1 - len(cells)))
            cells.append(words)
            struck.setdefault(row, []).append(bool(cell.font and cell.font.strike))
    for merged in sheet.merged_cells.ranges:  # what stands once beside several rows counts for each
        column, first = merged.min_col, rows.get(merged.min_row, [])
        words = first[column - 1] if column <= len(first) else ""
        for row in range(merged.min_row + 1, merged.max_row + 1) if words else ():
            if row in rows:
                rows[row].extend([""] * (column - len(rows[row])))
                rows[row][column - 1] = words
    return Sheet(
        name=sheet.title,
        rows=rows,
        hidden=tuple(row for row in rows if sheet.row_dimensions[row].hidden),
        struck=tuple(row for row, each in struck.items() if 2 * sum(each) > len(each)),
        unfinished=tuple(dict.fromkeys(unfinished)),
    )


def refuse_bombs(content: bytes) -> None:
    """A workbook is a few small parts without declarations of its own. What would grow when it is unpacked is not unpacked.

    What the archive says of its sizes may be a lie, so what comes out is counted while it comes.
    """
    too_much = say("This file grows beyond all measure when it is unpacked.")
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as parts:
            infos = parts.infolist()
            if len(infos) > MOST_PARTS or sum(info.file_size for info in infos) > MOST_UNPACKED:
                raise UnreadableError(f"{too_much} {say(SAVE_AS)}")
            if "xl/workbook.xml" not in {info.filename for info in infos}:
                raise UnreadableError(say("This is no Excel file. {save_as}", save_as=say(SAVE_AS)))
            left, tags = MOST_UNPACKED, 0
            for info in infos:
                with parts.open(info) as packed:
                    part = packed.read(left + 1)
                left -= len(part)
                tags += part.count(b"<")
                if left < 0 or tags > MOST_TAGS:
                    raise UnreadableError(f"{too_much} {say(SAVE_AS)}")
                if info.filename.endswith((".xml", ".rels")) and (DECLARED.search(part) or b"\x00" in part):
                    raise UnreadableError(f"{too_much} {say(SAVE_AS)}")
    except UnreadableError:
        raise
    except Exception as wrong:  # damaged, locked, or packed in a way nobody uses
        raise UnreadableError(say("This Excel file is damaged or locked. {save_as}", save_as=say(SAVE_AS))) from wrong


def _words(value: object) -> str:
    """A cell as it reads: whole numbers without a point, truth as a word."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime | date):
        return value.isoformat()
    return str(value)
