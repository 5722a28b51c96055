"""Which column of a list means what: by its heading in English or German, else by what stands in it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from control.casting.grid import Row
from control.engine.language import later, say
from control.engine.words import Spoken, capital
from rooms.realm.scenario.schema import House

HEADED_WITHIN = 10  # rows in which the headings are looked for: a title and a remark may stand above them


class Column(StrEnum):
    """What a column means."""

    NAME = "name"
    FIRST_NAME = "first name"
    LAST_NAME = "last name"
    HOUSE = "House"
    RANK = "rank"
    SEAT = "seat"
    FIRST_TIMER = "first-timer"
    VETERAN = "played before"
    PHONE = "phone"
    NO_PHONE = "no phone"
    NOTE = "notes"


NAMES: Mapping[Column, str] = Spoken(
    {
        Column.NAME: later("name"),
        Column.FIRST_NAME: later("first name"),
        Column.LAST_NAME: later("last name"),
        Column.HOUSE: later("House"),
        Column.RANK: later("rank"),
        Column.SEAT: later("seat"),
        Column.FIRST_TIMER: later("first-timer"),
        Column.VETERAN: later("played before"),
        Column.PHONE: later("phone"),
        Column.NO_PHONE: later("no phone"),
        Column.NOTE: later("notes"),
    }
)
HEADINGS: Mapping[Column, tuple[str, ...]] = {
    Column.NAME: (
        "name", "player", "player name", "full name", "person", "participant", "attendee", "names", "players",
        "real name", "ticket name",
        "spieler", "spielerin", "spieler in", "spielername", "spielende", "spielende person", "teilnehmer", "teilnehmerin",
        "teilnehmer in", "teilnehmende", "vollstandiger name", "vor und nachname", "name des spielers", "namen",
    ),
    Column.FIRST_NAME: ("first name", "firstname", "forename", "given name", "vorname", "rufname"),
    Column.LAST_NAME: ("last name", "lastname", "surname", "family name", "nachname", "familienname", "zuname"),
    Column.HOUSE: (
        "house", "noble house", "team", "faction", "family", "group", "house name", "side",
        "haus", "adelshaus", "hausname", "gruppe", "mannschaft", "fraktion", "partei",
    ),
    Column.RANK: ("rank", "place", "position", "rank no", "rang", "platz", "stelle", "stellung"),
    Column.SEAT: ("seat", "seat id", "seat key", "sitz", "sitz id"),
    Column.FIRST_TIMER: (
        "first timer", "first time", "firsttimer", "newcomer", "new", "first game", "first megagame", "is this your first megagame",
        "neuling", "erstes mal", "zum ersten mal", "erstmals", "neu", "anfanger", "anfangerin", "erstes spiel", "erstes megagame",
    ),
    Column.VETERAN: (
        "played before", "experienced", "experience", "veteran", "has played before",
        "erfahren", "schon gespielt", "bereits gespielt", "erfahrung", "erfahrung mit megagames",
    ),
    Column.PHONE: (
        "phone", "has phone", "has a phone", "smartphone", "mobile", "cell phone", "mobile phone", "phone yes no", "phone number",
        "device",
        "telefon", "handy", "smartphone vorhanden", "handy vorhanden", "mobiltelefon", "hat handy", "hat ein handy", "handynummer",
        "telefonnummer", "mit handy",
    ),
    Column.NO_PHONE: (
        "no phone", "without phone", "without a phone", "paper", "on paper", "kein handy", "ohne handy", "kein telefon", "papier",
    ),
    Column.NOTE: (
        "notes", "note", "remark", "remarks", "comment", "comments", "info", "wishes", "special needs", "needs",
        "notiz", "notizen", "bemerkung", "bemerkungen", "anmerkung", "anmerkungen", "kommentar", "hinweis", "hinweise", "wunsche",
    ),
}  # fmt: skip
MEANINGS = {words: column for column, group in HEADINGS.items() for words in group}
SEAT_FORM = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*-\d{1,3}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """Something wrong in a list: where, what, and how it is mended. `row` is 0 where it concerns the whole list."""

    row: int
    column: str
    wrong: str
    mend: str

    @property
    def words(self) -> str:
        """The problem as one line."""
        where = ", ".join(part for part in (say("row {row}", row=self.row) if self.row else "", self.column) if part)
        told = f"{self.wrong} {self.mend}"
        return f"{capital(where)}: {told}" if where else told


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """What the columns of a list mean, by their places; `rows` are the players. `headed` says whether headings told it."""

    columns: Mapping[Column, int]
    rows: tuple[Row, ...]
    headings: Mapping[int, str]
    headed: bool

    def cell(self, row: Row, column: Column) -> str | None:
        """What a row says in a column; None when the list has no such column."""
        at = self.columns.get(column)
        return None if at is None else row.cell(at)

    def called(self, column: Column) -> str:
        """How to name a column to the person who made the list: by its own heading, else by its letter."""
        at = self.columns.get(column)
        if at is None:
            return NAMES[column]
        return (
            say("column “{heading}”", heading=self.headings[at])
            if at in self.headings
            else say("column {letter} ({meaning})", letter=letter_of(at), meaning=NAMES[column])
        )


def plain(words: str) -> str:
    """Words as they compare: small letters and digits alone, without accents, single blanks."""
    spread = unicodedata.normalize("NFKD", words.casefold().replace("ø", "o").replace("ł", "l"))
    kept = "".join(sign if sign.isalnum() else " " for sign in spread if not unicodedata.combining(sign))
    return " ".join(kept.split())


def letter_of(at: int) -> str:
    """What a spreadsheet calls a column: A, B ... Z, AA."""
    return (letter_of(at // 26 - 1) if at >= 26 else "") + chr(ord("A") + at % 26)


def house_names(houses: Sequence[House]) -> Mapping[str, House]:
    """Every way to write a House in a list."""
    found = {}
    for house in houses:
        for words in (house.id, house.name, house.short):
            for said in (words, f"house {words}", f"haus {words}", f"{words} house"):
                found[plain(said)] = house
    return found


def lay_out(rows: Sequence[Row], houses: Sequence[House]) -> Layout | Problem:
    """What the columns mean; a problem when it cannot be found out."""
    for at, row in enumerate(rows[:HEADED_WITHIN]):
        meant = [(place, MEANINGS.get(plain(cell))) for place, cell in enumerate(row.cells)]
        kinds = [column for _place, column in meant if column]
        if _tells(kinds):
            twice = next((kind for kind in kinds if kinds.count(kind) > 1), None)
            if twice:
                own = f" {say('and')} ".join(say("“{what}”", what=row.cells[place]) for place, column in meant if column is twice)
                mend = say("Delete one of the two columns, or give it another heading.")
                return Problem(
                    row=row.number,
                    column="",
                    wrong=say("The columns {columns} both mean the {meaning}.", columns=own, meaning=NAMES[twice]),
                    mend=mend,
                )
            return _completed(
                {column: place for place, column in meant if column},
                rows[at + 1 :],
                {place: cell for place, cell in enumerate(row.cells) if cell},
            )
    return _by_content(rows, houses)


def _tells(kinds: Sequence[Column]) -> bool:
    named = Column.NAME in kinds or Column.FIRST_NAME in kinds or Column.LAST_NAME in kinds
    return (named and len(kinds) > 1) or (Column.HOUSE in kinds and len(kinds) > 1)


def _completed(columns: dict[Column, int], rows: Sequence[Row], headings: Mapping[int, str]) -> Layout | Problem:
    # "Vorname" beside "Name": then the second means the family name.
    if Column.FIRST_NAME in columns and Column.NAME in columns and Column.LAST_NAME not in columns:
        columns[Column.LAST_NAME] = columns.pop(Column.NAME)
    if Column.NAME in columns:
        columns.pop(Column.FIRST_NAME, None)
        columns.pop(Column.LAST_NAME, None)
    if not {Column.NAME, Column.FIRST_NAME, Column.LAST_NAME} & set(columns):
        return Problem(row=0, column="", wrong=say("No column is headed as the players’ names."), mend=say("Head it “Name”."))
    if not {Column.HOUSE, Column.SEAT} & set(columns):
        return Problem(row=0, column="", wrong=say("No column is headed as the Houses."), mend=say("Head it “House”."))
    return Layout(columns=columns, rows=tuple(rows), headings=headings, headed=True)


def _by_content(rows: Sequence[Row], houses: Sequence[House]) -> Layout | Problem:
    """A list without headings: the Houses are known by name, ranks are small numbers, names are what is left and mostly letters."""
    names = house_names(houses)
    width = max(len(row.cells) for row in rows)
    share = {place: [row.cell(place) for row in rows if row.cell(place)] for place in range(width)}

    def mostly(place: int, fits: re.Pattern[str] | None) -> bool:
        cells = share[place]
        good = sum(bool(fits.fullmatch(cell.casefold())) if fits else plain(cell) in names for cell in cells)
        return bool(cells) and good * 2 > len(cells)

    columns: dict[Column, int] = {}
    for column, fits in ((Column.HOUSE, None), (Column.SEAT, SEAT_FORM), (Column.RANK, re.compile(r"[1-9]\d?\.?"))):
        found = next((place for place in range(width) if place not in columns.values() and mostly(place, fits)), None)
        if found is not None:
            columns[column] = found
    left = [place for place in range(width) if place not in columns.values() and mostly(place, re.compile(r"[^\W\d_][^\d]*"))]
    if not left or not {Column.HOUSE, Column.SEAT} & set(columns):
        mend = say("Write headings above the columns: Name, House, Rank.")
        return Problem(row=0, column="", wrong=say("It cannot be seen which columns hold names and Houses."), mend=mend)
    # The column with the most different words: not "yes" and "no", not the same remark again and again.
    columns[Column.NAME] = max(left, key=lambda place: (len(set(share[place])), -place))
    return Layout(columns=columns, rows=tuple(rows), headings={}, headed=False)
