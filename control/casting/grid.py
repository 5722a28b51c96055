"""CSV and XLSX files as rows of text cells, with hidden rows and merged cells of a workbook. Reading is bounded."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from datetime import date, datetime
from typing import Any, Final

from msgspec import Struct, field

from control.casting.letters import SAVE_AS, UnreadableError, letters_of
from control.engine.language import later, say
from control.engine.typed_text import clean_typed_name

# === workbooks ==========================================================================================================

# A workbook as sheets of text cells, with hidden rows, struck-out rows and merged cells.


MOST_UNPACKED = 12_000_000  # bytes of an XLSX file, unpacked
MOST_TAGS = 500_000  # in all parts together; a full list has about 300,000, and each costs time
MOST_PARTS = 300
ZIPPED: Final = b"PK\x03\x04"
OLD_EXCEL: Final = b"\xd0\xcf\x11\xe0"
DECLARED: Final = re.compile(rb"<!(DOCTYPE|ENTITY)", re.IGNORECASE)
FORMULA: Final = re.compile(rb"<f[ />]")
DAMAGED: Final = later("This Excel file is damaged or is no Excel file. {save_as}")


class WorkbookSheet(Struct, frozen=True, kw_only=True):
    """A sheet of a workbook.

    `rows`: cells by row number from 1, without empty rows.
    `hidden`, `struck`: numbers of hidden and of struck-out rows.
    `unfinished`: numbers of rows with a formula that has no stored result.
    """

    name: str = ""
    rows: dict[int, list[str]] = field(default_factory=dict)
    hidden: tuple[int, ...] = ()
    struck: tuple[int, ...] = ()
    unfinished: tuple[int, ...] = ()


def workbook_sheets(content: bytes) -> Iterator[WorkbookSheet]:
    """The visible sheets of a workbook; all sheets if every one is hidden.

    Raises:
        UnreadableError: the file is damaged.
    """
    from openpyxl import load_workbook  # imported late, because it adds a quarter of a second to every start

    try:
        book = load_workbook(io.BytesIO(content), data_only=True, keep_links=False)
        formulas = load_workbook(io.BytesIO(content), keep_links=False) if _has_formulas(content) else None
        for sheet in [sheet for sheet in book.worksheets if sheet.sheet_state == "visible"] or list(book.worksheets):
            yield _read(sheet, formulas[sheet.title] if formulas else None)
    except Exception as wrong:  # a damaged file can raise any exception in the library
        raise UnreadableError(say(DAMAGED, save_as=say(SAVE_AS))) from wrong


def _has_formulas(content: bytes) -> bool:
    with zipfile.ZipFile(io.BytesIO(content)) as parts:
        return any(FORMULA.search(parts.read(name)) for name in parts.namelist() if name.startswith("xl/worksheets/"))


def _read(sheet: Any, formulas: Any) -> WorkbookSheet:
    """Read only the existing cells. Asking for a range would create all others, up to a million below a stray cell."""
    rows: dict[int, list[str]] = {}
    struck: dict[int, list[bool]] = {}
    unfinished: list[int] = []
    for row, column in sorted(sheet._cells):
        cell = sheet._cells[row, column]
        words = _cell_text(cell.value)
        if not words and formulas is not None and formulas._cells[row, column].data_type == "f":
            unfinished.append(row)
        if words:
            cells = rows.setdefault(row, [])
            cells.extend([""] * (column - 1 - len(cells)))
            cells.append(words)
            struck.setdefault(row, []).append(bool(cell.font and cell.font.strike))
    for merged in sheet.merged_cells.ranges:  # a merged cell counts for each of its rows
        column, first = merged.min_col, rows.get(merged.min_row, [])
        words = first[column - 1] if column <= len(first) else ""
        for row in range(merged.min_row + 1, merged.max_row + 1) if words else ():
            if row in rows:
                rows[row].extend([""] * (column - len(rows[row])))
                rows[row][column - 1] = words
    return WorkbookSheet(
        name=sheet.title,
        rows=rows,
        hidden=tuple(row for row in rows if sheet.row_dimensions[row].hidden),
        struck=tuple(row for row, each in struck.items() if 2 * sum(each) > len(each)),
        unfinished=tuple(dict.fromkeys(unfinished)),
    )


def refuse_bombs(content: bytes) -> None:
    """Refuse a workbook that grows too much when unpacked, has too many parts, or declares XML entities.

    The archive's own sizes may be false, so unpacked bytes are counted while reading.

    Raises:
        UnreadableError: the file is too large, damaged, locked, or no Excel file.
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
    except Exception as wrong:  # damaged, locked, or packed in an unusual way
        raise UnreadableError(say("This Excel file is damaged or locked. {save_as}", save_as=say(SAVE_AS))) from wrong


def _cell_text(value: object) -> str:
    """The text of a cell: whole numbers without a decimal point, booleans as "yes" and "no"."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime | date):
        return value.isoformat()
    return str(value)


# === grid ===============================================================================================================

# A file as rows of text cells: XLSX, or CSV in the encodings and with the separators of common spreadsheet programs.
# Reading is bounded for any file. It returns rows or raises one sentence.


MOST_BYTES = 1_000_000
MOST_ROWS = 1_000
MOST_COLUMNS = 40
SHEET = 10_000_000  # offset between the row numbers of two sheets, more than any sheet has rows
MOST_LETTERS = 500  # in one cell
SNIFFED = 20  # rows that are searched for the separator
SEPARATORS = (";", ",", "\t", "|")
OPEN_DOCUMENT: Final = b"application/vnd.oasis.opendocument"
WEB_PAGE: Final = re.compile(rb"\s*(<!doctype html|<html|<head|<body|<table|<\?xml)", re.IGNORECASE)

Sheets = Iterable[WorkbookSheet]


class GridRow(Struct, frozen=True, kw_only=True):
    """One row of a file.

    `number`: the row number in the spreadsheet. Rows of further sheets, and of columns read as rows, are offset by multiples of
    `SHEET`.
    `cells`: texts without outer blanks.
    `hidden`, `struck`: whether the row is hidden or struck out.
    `sheet`: name of the sheet if several are read as one list.
    """

    number: int
    cells: tuple[str, ...]
    hidden: bool = False
    struck: bool = False
    sheet: str = ""

    @property
    def place(self) -> str:
        """The row in words for the author of the list: "3", or "3 in “Cat”" if there are several sheets."""
        number = self.number % SHEET
        return say("{number} in “{sheet}”", number=number, sheet=self.sheet) if self.sheet else str(number)

    def cell(self, at: int) -> str:
        """The cell at a position; "" beyond the end of a short row."""
        return self.cells[at] if at < len(self.cells) else ""


class Grid(Struct, frozen=True, kw_only=True):
    """The rows with content of a file or of one sheet. `sheet`: its name, "" for a CSV file."""

    rows: tuple[GridRow, ...]
    sheet: str = ""
    remarks: tuple[str, ...] = ()


def read_grid(content: bytes) -> tuple[GridRow, ...]:
    """The rows of a file's first sheet with content; raises as `read_grids` does."""
    return next(read_grids(content)).rows


def read_grids(content: bytes, unpack: Callable[[bytes], Sheets] | None = None, encoding: str = "") -> Iterator[Grid]:
    """Read the sheets with content of a file lazily, at least one. The file's name does not matter.

    `unpack`: reads a workbook that passed the checks, if this process should not read it itself.
    `encoding`: the encoding of a text file, if known.

    Raises:
        UnreadableError: the file is too large, damaged, empty, or no list.
    """
    if len(content) > MOST_BYTES:
        raise UnreadableError(
            say(
                "The file is larger than {size} MB. A casting list is small; remove pictures and further sheets.",
                size=MOST_BYTES // 1_000_000,
            )
        )
    if content.startswith(OLD_EXCEL):
        raise UnreadableError(say("This is an old or a locked Excel file. Unlock it, then: {save_as}", save_as=say(SAVE_AS)))
    if WEB_PAGE.match(content.removeprefix(b"\xef\xbb\xbf")):
        raise UnreadableError(
            say("This is a web page, whatever it is called. Open it in a spreadsheet. {save_as}", save_as=say(SAVE_AS))
        )
    if content.startswith(b"%PDF"):
        raise UnreadableError(
            say("This is a PDF, whatever it is called. Open the list it was made from. {save_as}", save_as=say(SAVE_AS))
        )
    if content.startswith(ZIPPED) and OPEN_DOCUMENT in content[:200]:
        raise UnreadableError(say("This is an OpenDocument file, as LibreOffice saves it. {save_as}", save_as=say(SAVE_AS)))
    if content.startswith(ZIPPED):
        refuse_bombs(content)
        grids: Iterator[Grid] = map(_grid, (unpack or workbook_sheets)(content))
    else:
        grids = iter((_text_grid(content, encoding),))
    found = False
    for grid in grids:
        if grid.rows:
            found = True
            yield grid
    if not found:
        raise UnreadableError(say("There is nothing in this file. Choose the file with the list of players."))


def _grid(sheet: WorkbookSheet) -> Grid:
    hidden, struck = set(sheet.hidden), set(sheet.struck)
    if sheet.unfinished:
        raise UnreadableError(
            say(
                "This workbook holds formulas that were never worked out, the first of them in row {number}. "
                "Open it in a spreadsheet, save it, and choose it again.",
                number=sheet.unfinished[0],
            )
        )
    rows = tuple(_nonblank_rows(sheet.rows, hidden, struck))
    return Grid(rows=rows, sheet=sheet.name)


def _text_grid(content: bytes, encoding: str) -> Grid:
    letters = letters_of(content, encoding)
    rows = dict(enumerate(_csv_rows(letters.words), start=1))
    return Grid(rows=tuple(_nonblank_rows(rows)), remarks=letters.remarks)


def _nonblank_rows(rows: Mapping[int, list[str]], hidden: Container[int] = (), struck: Container[int] = ()) -> Iterator[GridRow]:
    """Numbered rows without blank ones.

    Raises:
        UnreadableError: too many rows or columns, or a cell is too long.
    """
    count = 0
    for number, cells in sorted(rows.items()):
        made = tuple(map(clean_typed_name, cells))
        if not any(made):
            continue
        count += 1
        if count > MOST_ROWS:
            raise UnreadableError(say("The list has more than {most} rows. Delete what does not belong to it.", most=MOST_ROWS))
        if any(made[MOST_COLUMNS:]):
            raise UnreadableError(
                say(
                    "Row {number} has more than {most} columns. Delete what does not belong to the list.",
                    number=number,
                    most=MOST_COLUMNS,
                )
            )
        if any(len(cell) > MOST_LETTERS for cell in made):
            raise UnreadableError(
                say("Row {number} has a cell of more than {most} letters. Shorten it.", number=number, most=MOST_LETTERS)
            )
        yield GridRow(number=number, cells=made[:MOST_COLUMNS], hidden=number in hidden, struck=number in struck)


# --- CSV ----------------------------------------------------------------------------------------------------------------


def _csv_rows(text: str) -> Iterator[list[str]]:
    lines = text.splitlines(keepends=True)
    told = re.fullmatch(r"sep=(.)\s*", lines[0], re.IGNORECASE) if lines else None
    if told:  # a line for Excel, which counts it as a row
        yield []
        text = "".join(lines[1:])
    separator = told.group(1) if told else _separator(text)
    reader, usual = csv.reader(io.StringIO(text, newline=""), delimiter=separator), 0
    try:
        for number, cells in enumerate(reader, start=2 if told else 1):
            _refuse_unclosed_quote(number, cells, separator, usual or len(cells) - 1)
            usual = max(usual, len(cells) - 1)
            yield cells
    except csv.Error as wrong:
        raise UnreadableError(
            say(
                "Line {number} of this file cannot be read ({wrong}). {save_as}",
                number=reader.line_num,
                wrong=wrong,
                save_as=say(SAVE_AS),
            )
        ) from wrong


def _refuse_unclosed_quote(number: int, cells: list[str], separator: str, usual: int) -> None:
    """Refuse a row with an unclosed quotation mark, which swallows the rows up to the next one.

    Raises:
        UnreadableError: a cell contains lines that look like further rows.
    """
    for cell in cells:
        if usual and any(line.count(separator) >= usual for line in cell.splitlines()[1:]):
            raise UnreadableError(
                say(
                    'Row {number} opens a quotation mark (") that is not closed there, so the rows below it cannot be told apart. '
                    "Close it or delete it.",
                    number=number,
                )
            )


def _separator(text: str) -> str:
    """The separator of the columns: the one with the same count in most rows."""
    unquoted = re.sub(r'"[^"]*"', "", text)
    lines = [line for line in unquoted.splitlines() if line.strip()][:SNIFFED]

    def weight(sign: str) -> tuple[int, int]:
        counts = [line.count(sign) for line in lines]
        usual = max(set(counts), key=lambda count: (counts.count(count), count)) if counts else 0
        return (counts.count(usual) if usual else 0, usual)

    return max(SEPARATORS, key=weight)
