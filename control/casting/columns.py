"""Which column of a list means what: by its heading in English or German, else by what stands in it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum

from control.casting.grid import Row
from control.day.plan import Team
from control.engine.frame import Frame
from control.engine.language import later, say
from control.engine.typed import folded
from control.engine.words import Spoken, capital

HEADED_WITHIN = 10  # rows in which the headings are looked for: a title and a remark may stand above them


class Column(StrEnum):
    """What a column means."""

    NAME = "name"
    FIRST_NAME = "first name"
    LAST_NAME = "last name"
    TEAM = "team"
    RANK = "rank"
    SEAT = "seat"
    FIRST_TIMER = "first-timer"
    VETERAN = "played before"
    PHONE = "phone"
    NO_PHONE = "no phone"
    NOTE = "notes"
    STATUS = "status"


WORDS: Mapping[Column, str] = Spoken(
    {
        Column.NAME: later("name"),
        Column.FIRST_NAME: later("first name"),
        Column.LAST_NAME: later("last name"),
        Column.RANK: later("rank"),
        Column.SEAT: later("seat"),
        Column.FIRST_TIMER: later("first-timer"),
        Column.VETERAN: later("played before"),
        Column.PHONE: later("phone"),
        Column.NO_PHONE: later("no phone"),
        Column.NOTE: later("notes"),
        Column.STATUS: later("status"),
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
    Column.TEAM: ("team", "faction", "family", "group", "side", "gruppe", "mannschaft", "fraktion", "partei"),
    Column.RANK: ("rank", "place", "position", "rank no", "rang", "platz", "stelle", "stellung"),
    Column.SEAT: ("seat", "seat id", "seat key", "sitz", "sitz id"),
    Column.FIRST_TIMER: (
        "first timer", "first time", "firsttimer", "newcomer", "new", "first game", "first megagame", "is this your first megagame",
        "neuling", "erstes mal", "zum ersten mal", "erstmals", "neu", "anfanger", "anfangerin", "erstes spiel", "erstes megagame",
    ),
    Column.VETERAN: (
        "played before", "have you played before", "have you played a megagame before", "megagame before",
        "experienced", "experience", "veteran", "has played before",
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
    Column.STATUS: (
        "status", "order status", "booking status", "ticket status", "registration status", "attendance status", "state",
        "zustand", "anmeldestatus", "buchungsstatus", "bestellstatus", "teilnahme",
    ),
}  # fmt: skip
RANK_FORM = re.compile(r"(?:rank|rang|platz|#|no\.?|nr\.?)?\s*(?:(\d{1,3})(?:[.,]0+)?(?:\.|st|nd|rd|th)?|([ivx]{1,5})\.?)")
DATE_FORM = re.compile(r"\d{4}-\d\d-\d\d(?:t[\d:.]+)?|\d{1,2}[./-]\s?(?:\d{1,2}|[a-zä]{3,9})[./-]?\s?(?:\d{2,4})?")
ROMANS = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x",
          "xi", "xii", "xiii", "xiv", "xv", "xvi", "xvii", "xviii", "xix", "xx")  # fmt: skip
BEHIND_HEAD = re.compile(r"[(\[:]|\s[-–—]\s")  # what follows a team in a row above its players: its captain, its colour
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
    """What the columns of a list mean, by their places; `rows` are the players. `headed` says whether headings told it.

    `remarks` say what was done with columns that do not stand as their headings promise.
    """

    columns: Mapping[Column, int]
    rows: tuple[Row, ...]
    headings: Mapping[int, str]
    headed: bool
    frame: Frame
    remarks: tuple[str, ...] = ()

    def cell(self, row: Row, column: Column) -> str | None:
        """What a row says in a column; None when the list has no such column."""
        at = self.columns.get(column)
        return None if at is None else row.cell(at)

    def called(self, column: Column) -> str:
        """How to name a column to the person who made the list: by its own heading, else by its letter."""
        at = self.columns.get(column)
        if at is None:
            return meaning_of(column, self.frame)
        return (
            say("column “{heading}”", heading=self.headings[at])
            if at in self.headings
            else say("column {letter} ({meaning})", letter=letter_of(at), meaning=meaning_of(column, self.frame))
        )


def meanings(frame: Frame) -> Mapping[str, Column]:
    """What the headings mean that a list may have for this game."""
    known = {words: column for column, group in HEADINGS.items() for words in group}
    return {**known, **dict.fromkeys(frame.team_headings, Column.TEAM)}


def meaning_of(column: Column, frame: Frame) -> str:
    """What a column means, in words."""
    return frame.said("team-column") if column is Column.TEAM else WORDS[column]


def plain(words: str) -> str:
    """Words as they compare: small letters and digits alone, without accents, single blanks."""
    kept = "".join(sign if sign.isalnum() or unicodedata.category(sign)[0] == "M" else " " for sign in folded(words))
    return " ".join(kept.split())


def letter_of(at: int) -> str:
    """What a spreadsheet calls a column: A, B ... Z, AA."""
    return (letter_of(at // 26 - 1) if at >= 26 else "") + chr(ord("A") + at % 26)


def team_names(teams: Sequence[Team], frame: Frame) -> Mapping[str, Team]:
    """Every way to write a team in a list."""
    found = {}
    for team in teams:
        for words in (team.id, team.name, team.short):
            found[plain(words)] = team
            for noun in ("team", *frame.team_headings):
                found[plain(f"{noun} {words}")] = found[plain(f"{words} {noun}")] = team
    return found


def team_head(row: Row, names: Mapping[str, Team]) -> str | None:
    """The words of a row that heads the players below it with their team; None of any other row.

    "Bear (Captain: Ewa)" is Bear. What only sounds like a team, "House Wofl", is given as it is written: `names` does not know it.
    """
    cells = [cell for cell in row.cells if cell]
    if len(cells) != 1:
        return None
    said = cells[0]
    before = BEHIND_HEAD.split(said, maxsplit=1)[0].strip()
    if plain(before) in names:
        return before
    words = plain(said).split()
    nouns = {known.split()[0] for known in names if " " in known} - {plain(team.name).split()[0] for team in names.values()}
    named = len(words) > 1 and words[0] in nouns
    misspelt = len(words) == 1 and get_close_matches(words[0], list(names), n=1, cutoff=0.75)
    return said if named or misspelt else None


def rank_of(said: str) -> int | None:
    """The number that a cell says as a rank, in Arabic or Roman figures; None where it says none."""
    found = RANK_FORM.fullmatch(said.casefold())
    if not found:
        return None
    number, roman = found.groups()
    if number:
        return int(number)
    return ROMANS.index(roman) + 1 if roman in ROMANS and said != "x" else None  # a lone x ticks something off


def lay_out(rows: Sequence[Row], teams: Sequence[Team], frame: Frame) -> Layout | Problem:
    """What the columns mean; a problem when it cannot be found out."""
    known, names = meanings(frame), team_names(teams, frame)
    for at, row in enumerate(rows[:HEADED_WITHIN]):
        meant = [(place, known.get(plain(cell))) for place, cell in enumerate(row.cells)]
        if not _tells([column for _place, column in meant if column]):
            meant = _asked(row, known, names)
        kinds = [column for _place, column in meant if column]
        if _tells(kinds):
            twice = next((kind for kind in kinds if kinds.count(kind) > 1), None)
            if twice:
                own = f" {say('and')} ".join(say("“{what}”", what=row.cells[place]) for place, column in meant if column is twice)
                mend = say("Delete one of the two columns, or give it another heading.")
                return Problem(
                    row=row.number,
                    column="",
                    wrong=say("The columns {columns} both mean the {meaning}.", columns=own, meaning=meaning_of(twice, frame)),
                    mend=mend,
                )
            return _completed(
                {column: place for place, column in meant if column},
                rows[at + 1 :],
                {place: cell for place, cell in enumerate(row.cells) if cell},
                frame,
                names,
            )
    return _by_content(rows, names, frame)


def _asked(row: Row, known: Mapping[str, Column], names: Mapping[str, Team]) -> list[tuple[int, Column | None]]:
    """The headings of a form's export are whole questions: each means the longest known heading that stands in it, once."""
    cells = [plain(cell) for cell in row.cells]
    if any(cell in names for cell in cells):
        return []  # a player, whatever the words are
    found: dict[Column, int] = {}
    for place, cell in enumerate(cells):
        if cell in known:
            found.setdefault(known[cell], place)
    for place, cell in enumerate(cells):
        if place in found.values() or " " not in cell:
            continue
        within = [heading for heading in known if f" {heading} " in f" {cell} "]
        if within:
            found.setdefault(known[max(within, key=len)], place)
    return [(place, column) for column, place in found.items()]


def _tells(kinds: Sequence[Column]) -> bool:
    named = Column.NAME in kinds or Column.FIRST_NAME in kinds or Column.LAST_NAME in kinds
    return (named and len(kinds) > 1) or (Column.TEAM in kinds and len(kinds) > 1)


def _completed(
    columns: dict[Column, int], rows: Sequence[Row], headings: dict[int, str], frame: Frame, names: Mapping[str, Team]
) -> Layout | Problem:
    # "Vorname" beside "Name": then the second means the family name.
    if Column.FIRST_NAME in columns and Column.NAME in columns and Column.LAST_NAME not in columns:
        columns[Column.LAST_NAME] = columns.pop(Column.NAME)
    if Column.NAME in columns:
        columns.pop(Column.FIRST_NAME, None)
        columns.pop(Column.LAST_NAME, None)
    if not {Column.NAME, Column.FIRST_NAME, Column.LAST_NAME} & set(columns):
        return Problem(row=0, column="", wrong=say("No column is headed as the players’ names."), mend=say("Head it “Name”."))
    if not {Column.TEAM, Column.SEAT} & set(columns):
        if not any(plain(team_head(row, names) or "") in names for row in rows):
            return Problem(row=0, column="", wrong=frame.said("list-headless"), mend=frame.said("list-head"))
        columns[Column.TEAM] = max(len(row.cells) for row in rows)  # beyond all cells: the teams stand in rows of their own
    remarks = []
    if _stand_one_further(columns, rows, names):
        columns = {column: place + 1 for column, place in columns.items()}
        headings = {place + 1: heading for place, heading in headings.items()}
        remarks.append(
            say("The rows begin with a cell that has no heading; each heading was read one column further to the right.")
        )
    ranks = [row.cell(columns[Column.RANK]) for row in rows if row.cell(columns[Column.RANK])] if Column.RANK in columns else []
    if len(ranks) > 1 and not any(rank_of(said) is not None or DATE_FORM.fullmatch(said.casefold()) for said in ranks):
        heading = headings[columns.pop(Column.RANK)]
        told = say(
            "The column “{heading}” holds no rank, but “{said}”; ranks follow the order of the list.",
            heading=heading,
            said=ranks[0],
        )
        remarks.append(told)
    return Layout(columns=columns, rows=tuple(rows), headings=headings, headed=True, frame=frame, remarks=tuple(remarks))


def _stand_one_further(columns: Mapping[Column, int], rows: Sequence[Row], names: Mapping[str, Team]) -> bool:
    """Whether a running number without a heading, as statistics programs write it, moves all cells to the right."""
    at = columns.get(Column.TEAM)
    if at is None or not rows:
        return False
    here, there = (sum(plain(row.cell(place)) in names for row in rows) for place in (at, at + 1))
    return here == 0 and there * 2 > len(rows)


def _by_content(rows: Sequence[Row], names: Mapping[str, Team], frame: Frame) -> Layout | Problem:
    """A list without headings: the teams are known by name, ranks are small numbers, names are what is left and mostly letters."""
    width = max(len(row.cells) for row in rows)
    share = {place: [row.cell(place) for row in rows if row.cell(place)] for place in range(width)}

    def mostly(place: int, fits: re.Pattern[str] | None) -> bool:
        cells = share[place]
        good = sum(bool(fits.fullmatch(cell.casefold())) if fits else plain(cell) in names for cell in cells)
        return bool(cells) and good * 2 > len(cells)

    columns: dict[Column, int] = {}
    for column, fits in ((Column.TEAM, None), (Column.SEAT, SEAT_FORM), (Column.RANK, re.compile(r"[1-9]\d?\.?"))):
        found = next((place for place in range(width) if place not in columns.values() and mostly(place, fits)), None)
        if found is not None:
            columns[column] = found
    left = [place for place in range(width) if place not in columns.values() and mostly(place, re.compile(r"[^\W\d_][^\d]*"))]
    if not left or not {Column.TEAM, Column.SEAT} & set(columns):
        return Problem(row=0, column="", wrong=frame.said("list-untold"), mend=frame.said("list-headings"))
    # The column with the most different words: not "yes" and "no", not the same remark again and again.
    columns[Column.NAME] = max(left, key=lambda place: (len(set(share[place])), -place))
    return Layout(columns=columns, rows=tuple(rows), headings={}, headed=False, frame=frame)
