"""What pictures are made of, and what becomes of it: a picture with the table behind it. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from control.day.phase_lengths import DayRun
from control.day.plan import Team
from control.debrief.pictures.scale import Days, number_words
from control.engine.chronicle import Chronicle
from control.engine.ids import PhaseId, RoomId, SeatId, TeamId
from control.engine.language import say

SHORT: Final = 5  # letters of what counts as a figure: "100%"


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """How a team is told from others: its colour and emblem by the id, its three letters, its name."""

    id: str
    short: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A player, or the character, as pictures name them."""

    name: str
    team: TeamId


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A day, for whoever draws it. `words` name the kinds, series, ties and lanes of the records.

    `meanings` say what a series counts, `units` are sentences with {value} in which its numbers are said, where they are of
    something. `said` is what the picture of a series says in a line, instead of who had most in the end.
    `shares` are series in which the teams divide a whole, `mutual` the ties in which nobody is
    first.
    """

    chronicle: Chronicle
    teams: tuple[Team, ...]
    players: Mapping[SeatId, Player] = field(default_factory=dict)
    rooms: tuple[tuple[RoomId, str], ...] = ()
    words: Mapping[str, str] = field(default_factory=dict)
    meanings: Mapping[str, str] = field(default_factory=dict)
    units: Mapping[str, str] = field(default_factory=dict)
    said: Mapping[str, str] = field(default_factory=dict)
    shares: tuple[str, ...] = ()
    mutual: tuple[str, ...] = ()
    run: DayRun = field(default_factory=DayRun)
    phases: Mapping[PhaseId, str] = field(default_factory=dict)
    round_title: Callable[[int], str] = str
    player: SeatId | None = None  # whose way is drawn by itself

    def word(self, kind: str) -> str:
        return self.words.get(kind, kind)

    def number(self, series: str, value: float) -> str:
        """A number of a series: "12", "38%"."""
        words = number_words(value)
        return say(self.units[series], value=words) if series in self.units else words

    def look(self, team: str | None) -> Look:
        found = next((each for each in self.teams if each.id == team), None)
        if found is not None:
            return Look(id=found.id, short=found.short, name=found.name)
        return Look(id="", short=(team or "·")[:3].upper(), name=team or "")

    def team_of(self, audience: str) -> TeamId | None:
        """The team of an audience; None for everybody and for whom nobody knows."""
        kind, _colon, who = audience.partition(":")
        if kind == "team":
            return TeamId(who)
        player = self.players.get(SeatId(who)) if kind == "seat" else None
        return player.team if player else None

    def named(self, audience: str) -> str:
        """What an audience is called."""
        kind, _colon, who = audience.partition(":")
        if kind == "team":
            return self.look(who).name
        player = self.players.get(SeatId(who)) if kind == "seat" else None
        return player.name if player else who


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """A cell of a table, and the entry it comes from; 0 for none."""

    words: str
    seq: int = 0
    team: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """The table behind a picture. The first cell of a row heads it; a head that has an entry is that of a round.

    `headed` says whether cells need the head of their column beside them where a phone has no room for columns.
    """

    heads: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]
    headed: bool = True

    @property
    def by_round(self) -> bool:
        return any(each.seq for each in self.heads)

    @property
    def figures(self) -> bool:
        """Are all cells so short that many fit beside each other?"""
        return all(len(cell.words) <= SHORT for row in self.rows for cell in row[1:])

    def lines(self) -> Iterator[list[tuple[str, Cell]]]:
        """The rows, each cell with the head of its column, or nothing where it needs none."""
        names = [each.words if self.headed else "" for each in self.heads]
        return (list(zip(names, row, strict=False)) for row in self.rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A picture: its name in addresses, what it shows in a line, the shape that the template of its kind draws, the table."""

    name: str
    kind: str
    title: str
    words: str
    shape: Any
    table: Table
    meaning: str = ""  # what is counted in it, where the title does not say it


def heads_by_round(told: Told, days: Days, first: str) -> tuple[Cell, ...]:
    """The heads of a table that has a column for each round: each leads to the round's end."""
    return (Cell(words=first), *(Cell(words=told.round_title(each.number), seq=each.last) for each in days.spans))
