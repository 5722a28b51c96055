"""A file as rows of text cells: CSV in the encodings and with the separators of usual spreadsheet programs, or XLSX.

Whatever a file holds, reading it is bounded and either gives rows or one sentence.
"""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime

from control.engine.language import later, say

MOST_BYTES = 1_000_000
MOST_ROWS = 1_000
MOST_COLUMNS = 40
MOST_LETTERS = 500  # in one cell
MOST_UNPACKED = 12_000_000  # bytes of an XLSX file, unpacked
MOST_TAGS = 500_000  # in all its parts: a full list has some three hundred thousand, and each costs time
MOST_PARTS = 300
SNIFFED = 20  # rows in which the separator is looked for
SEPARATORS = (";", ",", "\t")

ZIPPED = b"PK\x03\x04"
OLD_EXCEL = b"\xd0\xcf\x11\xe0"
DECLARED = re.compile(rb"<!(DOCTYPE|ENTITY)", re.IGNORECASE)
DAMAGED = later("This Excel file is damaged or is no Excel file. {save_as}")
SAVE_AS = later("Save the list as XLSX or CSV and choose that file.")

Sheets = Iterable[tuple[str, Iterable[Iterable[str]]]]  # by their names, with their rows


class UnreadableError(Exception):
    """A file that is no list; the sentence says what to do."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One row: its number as the spreadsheet shows it, and its cells without outer blanks."""

    number: int
    cells: tuple[str, ...]

    def cell(self, at: int) -> str:
        """The cell in a column, empty beyond the end of a short row."""
        return self.cells[at] if at < len(self.cells) else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """The rows of a file, or of one sheet of a workbook, that hold anything. `sheet` is its name; a CSV file has none."""

    rows: tuple[Row, ...]
    sheet: str = ""


def read_grid(content: bytes) -> tuple[Row, ...]:
    """The rows of a file, of its first sheet that holds anything; raises as `read_grids` does."""
    return next(read_grids(content)).rows


def read_grids(content: bytes, unpack: Callable[[bytes], Sheets] | None = None) -> Iterator[Grid]:
    """The sheets of a file that hold anything, at least one, each read when it is asked for, whatever the file is called.

    `unpack` reads a workbook that looks harmless, where it shall not be read by this process itself.

    Raises:
        UnreadableError: too large, no list, damaged, or empty.
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
    found = False
    sheets: Sheets = (("", _csv_rows(content)),)
    if content.startswith(ZIPPED):
        _refuse_bombs(content)
        sheets = (unpack or workbook_sheets)(content)
    for sheet, cells in sheets:
        rows = tuple(_kept(cells))
        if rows:
            found = True
            yield Grid(rows=rows, sheet=sheet)
    if not found:
        raise UnreadableError(say("There is nothing in this file. Choose the file with the list of players."))


def _kept(rows: Iterable[Iterable[str]]) -> Iterator[Row]:
    """Numbered rows, without those that are blank."""
    for number, cells in enumerate(rows, start=1):
        if number > MOST_ROWS:
            raise UnreadableError(say("The list has more than {most} rows. Delete what does not belong to it.", most=MOST_ROWS))
        made = tuple(" ".join(cell.split()) for cell in cells)
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
        if any(made):
            yield Row(number=number, cells=made[:MOST_COLUMNS])


# --- CSV ----------------------------------------------------------------------------------------------------------------


def _csv_rows(content: bytes) -> Iterator[list[str]]:
    text = _decoded(content)
    lines = text.splitlines(keepends=True)
    told = re.fullmatch(r"sep=(.)\s*", lines[0], re.IGNORECASE) if lines else None
    if told:  # a line for Excel, which counts as a row there too
        yield []
        text = "".join(lines[1:])
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=told.group(1) if told else _separator(text))
    try:
        yield from reader
    except csv.Error as wrong:
        raise UnreadableError(
            say(
                "Line {number} of this file cannot be read ({wrong}). {save_as}",
                number=reader.line_num,
                wrong=wrong,
                save_as=say(SAVE_AS),
            )
        ) from wrong


def _decoded(content: bytes) -> str:
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        encodings: tuple[str, ...] = ("utf-16",)
    else:
        encodings = ("utf-8-sig", "cp1252")
    for encoding in encodings:
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if not re.search(r"[\x00-\x08\x0e-\x1f]", text):
            return text
    raise UnreadableError(say("This is no list that can be read. {save_as}", save_as=say(SAVE_AS)))


def _separator(text: str) -> str:
    """The sign that parts the columns: the one that most rows have, and all of them equally often."""
    unquoted = re.sub(r'"[^"]*"', "", text)
    lines = [line for line in unquoted.splitlines() if line.strip()][:SNIFFED]

    def weight(sign: str) -> tuple[int, int]:
        counts = [line.count(sign) for line in lines]
        usual = max(set(counts), key=lambda count: (counts.count(count), count)) if counts else 0
        return (counts.count(usual) if usual else 0, usual)

    return max(SEPARATORS, key=weight)


# --- XLSX ---------------------------------------------------------------------------------------------------------------


def workbook_sheets(content: bytes) -> Iterator[tuple[str, list[list[str]]]]:
    """The sheets that somebody who opens the file sees, by their names; the hidden ones of a file that shows none."""
    from openpyxl import load_workbook  # only now: to read it takes a quarter of a second of every start

    try:
        book = load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
        sheets = [sheet for sheet in book.worksheets if sheet.sheet_state == "visible"] or list(book.worksheets)
        for sheet in sheets:
            # What a file says of its own size is not to be trusted: the rows are bounded here.
            cells = sheet.iter_rows(max_row=MOST_ROWS + 1, max_col=MOST_COLUMNS + 1, values_only=True)
            yield sheet.title, [[_words(value) for value in row] for row in cells]
    except Exception as wrong:  # a damaged file makes the library fail in any way there is
        raise UnreadableError(say(DAMAGED, save_as=say(SAVE_AS))) from wrong


def _refuse_bombs(content: bytes) -> None:
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
