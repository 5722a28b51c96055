"""Reading the cells of a casting list: each row becomes a draft of a player, and mistakes are collected."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches

from control.casting.columns import Layout, ListProblem, team_nouns
from control.casting.grid import GridRow
from control.casting.headings import ListColumn, plain
from control.casting.vocabulary import DATE_FORM, ONE_PERSON, is_absent, is_several, rank_of, says_cancelled
from control.day.plan import Team
from control.engine.ids import TeamId
from control.engine.language import say, say_count
from control.engine.typed_text import is_printable

LIKE = 0.75  # likeness of two words at which a team is suggested
SURE = 0.8  # likeness at which a word is read as a team, if no other team fits
AROUND = frozenset({"the", "of", "der", "die", "das", "des", "le", "la", "les", "du", "de", "el", "los", "il", "het", "nr"})
BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
FEW_TURNED = 4  # if more than one name in this many puts the last name first, the list does so in general
LONGEST_NAME = 60
LONGEST_NOTE = 120
LOWEST_RANK = 20
YES = frozenset({"yes", "y", "true", "x", "1", "ja", "j", "wahr", "si", "oui", "ok", "✓", "✔"})
NO = frozenset({"no", "n", "false", "0", "nein", "falsch", "none", "keins", "kein", "keine", "-", "–"})
# After a comma, these are suffixes of the name before it, not first names.
SUFFIXES = frozenset(
    (
        "jr", "sr", "jun", "sen", "junior", "senior", "ii", "iii", "iv", "phd", "md", "dds", "jd", "esq", "rn", "cpa",
        "obe", "mbe", "cbe", "ma", "msc", "bsc", "ba", "mba", "llm", "llb", "mag", "dr", "prof", "dipling",
    )
)  # fmt: skip
PRONOUNS = re.compile(r"\(?[^\W\d_]{1,6}(?:\s?/\s?[^\W\d_]{1,6}){1,3}\)?")
NOBODY = frozenset(  # placeholders in lists for players not known yet
    (
        "tbd", "tba", "tbc", "n n", "nn", "open", "open place", "open seat", "free", "free place", "free seat", "vacant", "empty",
        "unassigned", "nobody", "nobody yet", "placeholder", "to be announced", "to be determined", "to be confirmed",
        "frei", "freier platz", "offen", "noch offen", "noch frei", "unbesetzt", "nicht besetzt", "niemand", "platzhalter",
    )
)  # fmt: skip
REMARK_BEHIND = re.compile(r"(?<=\w)\s*[,;.!(:]|\s[-–—]\s")  # so that "Yes, twice" is read as yes and "no (sorry)" as no
ADDRESS = re.compile(r"[<(\[]?\s*[^\s@<>()\[\],;]+@[^\s@<>()\[\],;]+\.[^\s@<>()\[\],;]+\s*[>)\]]?")
BEFORE_NAME = re.compile(r"[*•·+#>–—-]+\s*|\d{1,3}[.)]\s+")  # a bullet, a running number
NUMBER_BEHIND = re.compile(
    r"[\s,;(\[–-]*(?:\b(?:tel|phone|mobil|handy|mob|kom)\w*\b[.:]?\s*)?\+?\(?\d[\d\s/().-]{5,}\d[)\]]*\s*$", re.IGNORECASE
)
PRONOUNS_BEHIND = re.compile(r"\s*\(([^\W\d_]{1,6}(?:\s?/\s?[^\W\d_]{1,6}){1,3})\)$")
MORE_THAN_A_NAME = re.compile(r"[()\[\]*/#:]|\s[-–—]\s|\+\s?\d")
WRONG_CELLS = frozenset(
    {"#n/a", "#ref!", "#value!", "#name?", "#null!", "#num!", "#div/0!"}
)  # a spreadsheet's texts for failed formulas


@dataclass(slots=True)
class DraftPlayer:
    """The player of one row, as far as it has been read.

    `reader`: the reader of the row.
    `address`: the e-mail address, used only for comparison and never stored.
    `absent`: why nobody comes, in the list's own words; "" for a player who comes.
    `status`: the status of the booking.
    """

    reader: RowReader
    row: GridRow
    name: str
    team: Team | None
    rank: int | None
    seat: str
    first_timer: bool | None
    phoneless: bool | None
    note: str | None
    address: str = ""
    absent: str = ""
    status: str = ""


@dataclass(slots=True)
class RowReader:
    """Reads rows and collects their problems."""

    layout: Layout
    teams: Sequence[Team]
    names: Mapping[str, Team]
    seats: Mapping[str, TeamId]
    problems: list[ListProblem] = field(default_factory=list)
    unknown_heads: set[str] = field(default_factory=set)
    guessed: dict[tuple[str, str], list[GridRow]] = field(default_factory=dict)  # rows by words and guessed team

    def wrong(self, row: GridRow, column: ListColumn, wrong: str, mend: str, *, cited: str = "") -> None:
        """Add a problem. `cited`: text of the row, to help find it."""
        place = say("{row} (“{said}”)", row=row.place, said=shorten_cell(cited)) if cited else row.place
        self.problems.append(ListProblem(row=row.number, place=place, column=self.layout.called(column), wrong=wrong, mend=mend))

    def head(self, row: GridRow, said: str) -> None:
        """Add a problem for a heading row with an unknown team: once, not for each player below it."""
        if plain(said) in self.names:
            return
        self.unknown_heads.add(said)
        mend = self._like(said)
        if " " not in said:  # it may be a player with a single name that looks like a team
            mend = f"{mend} {self.layout.frame.said('list-lone')}"
        self.problems.append(
            ListProblem(
                row=row.number,
                place=row.place,
                column="",
                wrong=self.layout.frame.said("list-unknown", said=shorten_cell(said)),
                mend=mend,
            )
        )

    def draft(self, row: GridRow) -> DraftPlayer:
        """The draft of a row. Problems in rows of people who do not come are dropped."""
        before = len(self.problems)
        found = self._draft(row)
        if found.absent or row.struck:
            del self.problems[before:]
        return found

    def _draft(self, row: GridRow) -> DraftPlayer:
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
        team = self._team(row, seat)
        first = self._truth(row, ListColumn.FIRST_TIMER)
        veteran = self._truth(row, ListColumn.VETERAN) if self.layout.cell(row, ListColumn.VETERAN) else None
        address, (name, pronouns) = self._address(row), self._name(row, seat)
        note = self.layout.cell(row, ListColumn.NOTE)
        if pronouns:
            note = f"{note}, {pronouns}" if note else pronouns
        status = self.layout.cell(row, ListColumn.STATUS) or ""
        return DraftPlayer(
            reader=self,
            row=row,
            name=name,
            team=team,
            rank=self._rank(row),
            seat=seat,
            first_timer=first if veteran is None else not veteran,
            phoneless=self._phoneless(row),
            note=note if note is None else note[:LONGEST_NOTE],
            address=address,
            absent=name if plain(name) in NOBODY or says_cancelled(name) else status if is_absent(status) else "",
            status=status,
        )

    def _name(self, row: GridRow, seat: str) -> tuple[str, str]:
        """The name of a row, first name first, and the pronouns after it. With a seat, any name counts as one person."""
        if ListColumn.NAME in self.layout.columns:
            name = self.layout.cell(row, ListColumn.NAME) or ""
            column = ListColumn.NAME
        else:
            parts = [self.layout.cell(row, each) or "" for each in (ListColumn.FIRST_NAME, ListColumn.LAST_NAME)]
            name = " ".join(part for part in parts if part)
            column = ListColumn.FIRST_NAME if ListColumn.FIRST_NAME in self.layout.columns else ListColumn.LAST_NAME
        address, one_person = ADDRESS.search(name), bool(seat or ONE_PERSON.search(name))
        said = " ".join(_strip_numbering(NUMBER_BEHIND.sub("", ADDRESS.sub(" ", ONE_PERSON.sub("", name)))).split())
        name, pronouns = name_and_pronouns(said)
        if address and not name:
            self.wrong(row, column, say("It holds an e-mail address and no name."), say("Write the player’s name."))
        elif not name:
            self.wrong(row, column, say("There is no name."), say("Write the player’s name, or delete the row."))
        elif len(name) > LONGEST_NAME:
            self.wrong(
                row, column, say("The name has {count} letters.", count=len(name)), say("Shorten it to {most}.", most=LONGEST_NAME)
            )
        elif not any(sign.isalpha() for sign in name):
            self.wrong(row, column, say("“{name}” is no name.", name=name), say("Write the player’s name."))
        elif not is_printable(name):
            self.wrong(row, column, say("The name holds signs that cannot be printed."), say("Write it anew."))
        elif not one_person and (is_several(name) or len(_name_parts(said)[0]) > (2 if column is ListColumn.NAME else 1)):
            self.wrong(
                row,
                column,
                say("“{name}” seems to name two people or more.", name=shorten_cell(name)),
                say("Write one row for each person, or “(one person)” behind the name."),
            )
        elif not one_person and self._turns_alone(row, said, name):
            self.wrong(
                row,
                column,
                say("“{name}” may name two people, or one with the last name first.", name=shorten_cell(said)),
                say("Write one row for each person, or “{name}”.", name=shorten_cell(name)),
            )
        return name, pronouns

    def _turns_alone(self, row: GridRow, said: str, name: str) -> bool:
        """Is this one of few names with a comma in the list? Then "Ada, Ben" may be two people, or Ben Ada.

        The e-mail address ada.lund@… shows that "Lund, Ada" is one person.
        """
        if len(_name_parts(said)[0]) != 2 or plain(name).replace(" ", "") in plain(self._address(row)).replace(" ", ""):
            return False
        names = [cell for each in self.layout.rows if (cell := self.layout.cell(each, ListColumn.NAME))]
        return sum(len(_name_parts(cell)[0]) == 2 for cell in names) * FEW_TURNED <= len(names)

    def _address(self, row: GridRow) -> str:
        """The e-mail address of a row, from its own column or from the name cell; "" without one."""
        said = (self.layout.cell(row, column) or "" for column in (ListColumn.EMAIL, ListColumn.NAME))
        return next((found.group().strip("<>()[] ").casefold() for cell in said if (found := ADDRESS.search(cell))), "")

    def _seat(self, row: GridRow) -> str:
        said = (self.layout.cell(row, ListColumn.SEAT) or "").casefold()
        if said and said not in self.seats:
            wrong = say("There is no seat “{said}”.", said=said)
            if self.seats:
                wrong = say("There is no seat “{said}”; seats are called {seat} and so on.", said=said, seat=min(self.seats))
            self.wrong(row, ListColumn.SEAT, wrong, say("Leave the cell empty for a new player."))
            return ""
        return said

    def _team(self, row: GridRow, seat: str) -> Team | None:
        said, frame = self.layout.cell(row, ListColumn.TEAM), self.layout.frame
        if not said:
            if seat:
                return next(team for team in self.teams if team.id == self.seats[seat])
            if not self.layout.cell(row, ListColumn.SEAT):
                stands = next((cell for cell in row.cells if cell), "")
                mend = say("Write one of: {teams}; or delete the row.", teams=", ".join(team.name for team in self.teams))
                self.wrong(row, ListColumn.TEAM, frame.said("list-empty"), mend, cited=stands)
            return None
        if said in self.unknown_heads:
            return None  # the problem is reported at the heading row
        team = self.names.get(plain(said))
        if team is None and (team := self._surely(said)):
            self.guessed.setdefault((shorten_cell(said), team.name), []).append(row)
        if team is None:
            self.wrong(row, ListColumn.TEAM, frame.said("list-unknown", said=shorten_cell(said)), self._like(said))
        elif seat and self.seats[seat] != team.id:
            own = next(each.name for each in self.teams if each.id == self.seats[seat])
            self.wrong(row, ListColumn.TEAM, frame.said("list-seat", seat=seat, own=own, team=team.name), frame.said("list-move"))
        return team

    def guesses(self) -> list[str]:
        """Remarks on words that are no team's name, and the team that they were read as."""
        return [
            say_count(
                "“{said}” was read as {team} (row {rows}).",
                "“{said}” was read as {team} (rows {rows}).",
                len(rows),
                said=said,
                team=team,
                rows=", ".join(row.place for row in rows),
            )
            for (said, team), rows in self.guessed.items()
        ]

    def _surely(self, said: str) -> Team | None:
        """The only possible team for "The Cat", "2 - Cats", "House of the Cat (Anna)"; None for "not Cat" or "Cat or Wolf"."""
        around = {word for noun in team_nouns(self.layout.frame) for word in noun.split()} | AROUND
        bare = plain(BRACKETS.sub(" ", said))
        found = list[Team]()
        for known in sorted((known for known in self.names if f" {known} " in f" {bare} "), key=len, reverse=True):
            if f" {known} " in f" {bare} ":
                found.append(self.names[known])
                bare = plain(f" {bare} ".replace(f" {known} ", "  "))
        own = {plain(team.name): team for team in self.teams}
        for word in bare.split():
            if word not in around and not word.isdigit():
                close = get_close_matches(word, list(own), n=1, cutoff=SURE)
                if not close:
                    return None
                found.append(own[close[0]])
        return found[0] if len({team.id for team in found}) == 1 else None

    def _like(self, said: str) -> str:
        """The advice for an unknown team: the most similar one, or all to choose from."""
        words, known = plain(said).split(), {plain(team.name): team for team in self.teams}
        within = [team for name, team in known.items() if f" {name} " in f" {' '.join(words)} "]
        if len(within) > 1:
            return self._one_of(within)
        close = [name for each in (" ".join(words), *words) for name in get_close_matches(each, list(known), n=1, cutoff=LIKE)]
        meant = within or [known[name] for name in close]
        return say("Write {team}.", team=meant[0].name) if meant else self._one_of(self.teams)

    def _one_of(self, teams: Sequence[Team]) -> str:
        return say("Write one of: {teams}.", teams=", ".join(team.name for team in teams))

    def _rank(self, row: GridRow) -> int | None:
        said = self.layout.cell(row, ListColumn.RANK)
        if not said:
            return None
        rank = rank_of(said)
        if rank is None or not 1 <= rank <= LOWEST_RANK:
            mend = say("Write a whole number from 1 to {lowest}, or leave the cell empty.", lowest=LOWEST_RANK)
            wrong = say("“{said}” is no rank.", said=shorten_cell(said))
            if DATE_FORM.fullmatch(said.casefold()):
                wrong = say("It holds a date ({said}), no rank.", said=said[:10])
            self.wrong(row, ListColumn.RANK, wrong, mend)
            return None
        return rank

    def _truth(self, row: GridRow, column: ListColumn) -> bool | None:
        said = self.layout.cell(row, column)
        if said is None:
            return None
        words = REMARK_BEHIND.split(said.casefold(), maxsplit=1)[0].strip(" .!")
        if words in YES:
            return True
        if not words or words in NO:
            return False
        self.wrong(
            row,
            column,
            say("“{said}” is neither yes nor no.", said=shorten_cell(said)),
            say("Write yes, no, ja, nein, x, or leave the cell empty."),
        )
        return None

    def _phoneless(self, row: GridRow) -> bool | None:
        said = self.layout.cell(row, ListColumn.PHONE)
        if said is None:
            return self._truth(row, ListColumn.NO_PHONE)
        if not said or len(re.findall(r"\d", said)) >= 5:  # a phone number means yes; the number is not stored
            return False if said else None
        has = self._truth(row, ListColumn.PHONE)
        return None if has is None else not has


def _strip_numbering(name: str) -> str:
    """A name without a bullet, a running number or stars for a footnote."""
    found = BEFORE_NAME.match(name.lstrip())
    bare = name.lstrip()[found.end() :] if found else name
    return bare.rstrip(" *") if any(sign.isalpha() for sign in bare) else name


def name_and_pronouns(name: str) -> tuple[str, str]:
    """The name with the first name first, and the pronouns after it: "Müller, Anna" is turned, "Odile Brand, Jr." is not."""
    parts, suffixes, pronouns = _name_parts(name)
    called = " ".join(reversed(parts)).strip() if len(parts) == 2 else ", ".join(parts)
    return ", ".join((called, *suffixes)), pronouns


def _name_parts(name: str) -> tuple[list[str], list[str], str]:
    """The parts of a name between commas, its suffixes ("Jr."), and the pronouns."""
    behind = PRONOUNS_BEHIND.search(name)
    if behind:
        name = name[: behind.start()].rstrip(", ")
    parts, suffixes = [part.strip() for part in name.split(",")], list[str]()
    pronouns = behind.group(1) if behind else ""
    while len(parts) > 1:
        if plain(parts[-1]).replace(" ", "") in SUFFIXES:
            suffixes.insert(0, parts.pop())
        elif PRONOUNS.fullmatch(parts[-1]):
            pronouns = parts.pop().strip("()")
        else:
            break
    return [part for part in parts if part] or [""], suffixes, pronouns


def shorten_cell(said: str) -> str:
    """Text shortened for a sentence, at most 40 characters."""
    return said if len(said) <= 40 else f"{said[:39]}…"
