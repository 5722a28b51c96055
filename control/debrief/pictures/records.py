"""Input and output of pictures: the records of a day, and a picture with its table. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from msgspec import Struct, field

from control.day.phase_lengths import DayRun
from control.day.plan import Team
from control.debrief.pictures.scale import Days, number_words
from control.engine.chronicle import Chronicle
from control.engine.ids import PhaseId, RoomId, SeatId, TeamId
from control.engine.language import say

SHORT: Final = 5  # longest figure, in signs: "100%" has four


class Look(Struct, frozen=True, kw_only=True):
    """A team's identity in a picture: id for colour and emblem, three letters, name."""

    id: str
    short: str
    name: str


class Player(Struct, frozen=True, kw_only=True):
    """A player or character by name."""

    name: str
    team: TeamId


class DaySource(Struct, frozen=True, kw_only=True):
    """Records of a day for the pictures. `words`: names of kinds, series, ties and lanes.

    `meanings`: what each series counts. `units`: sentences with {value} for the numbers of a series. `said`: caption of a series,
    instead of who had most at the end. `shares`: series in which the teams divide a whole. `mutual`: kinds of ties without a
    direction.
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
    player: SeatId | None = None  # whose path is drawn separately

    def word(self, kind: str) -> str:
        return self.words.get(kind, kind)

    def number(self, series: str, value: float) -> str:
        """Number of a series with its unit: "12", "38%"."""
        words = number_words(value)
        return say(self.units[series], value=words) if series in self.units else words

    def look(self, team: str | None) -> Look:
        found = next((each for each in self.teams if each.id == team), None)
        if found is not None:
            return Look(id=found.id, short=found.short, name=found.name)
        return Look(id="", short=(team or "·")[:3].upper(), name=team or "")

    def team_of(self, audience: str) -> TeamId | None:
        """Team of an audience. None for everybody and for unknown seats."""
        kind, _colon, who = audience.partition(":")
        if kind == "team":
            return TeamId(who)
        player = self.players.get(SeatId(who)) if kind == "seat" else None
        return player.team if player else None

    def named(self, audience: str) -> str:
        """Name of an audience."""
        kind, _colon, who = audience.partition(":")
        if kind == "team":
            return self.look(who).name
        player = self.players.get(SeatId(who)) if kind == "seat" else None
        return player.name if player else who


class PictureCell(Struct, frozen=True, kw_only=True):
    """A cell of a table. `seq`: its entry, 0 for none."""

    words: str
    seq: int = 0
    team: str = ""


class PictureTable(Struct, frozen=True, kw_only=True):
    """Table behind a picture. The first cell of a row is its head. A head with an entry is the head of a round.

    `headed`: whether cells repeat their column's head on a phone, which has no room for columns.
    """

    heads: tuple[PictureCell, ...]
    rows: tuple[tuple[PictureCell, ...], ...]
    headed: bool = True

    @property
    def by_round(self) -> bool:
        return any(each.seq for each in self.heads)

    @property
    def figures(self) -> bool:
        """Whether all cells are short enough to fit many side by side."""
        return all(len(cell.words) <= SHORT for row in self.rows for cell in row[1:])

    def lines(self) -> Iterator[list[tuple[str, PictureCell]]]:
        """Rows, each cell with the head of its column, or "" if `headed` is false."""
        names = [each.words if self.headed else "" for each in self.heads]
        return (list(zip(names, row, strict=False)) for row in self.rows)


class Picture(Struct, frozen=True, kw_only=True):
    """A picture: name in addresses, title, caption, shape for the template of its kind, table."""

    name: str
    kind: str
    title: str
    words: str
    shape: Any
    table: PictureTable
    meaning: str = ""  # what it counts, if the title does not say so


def heads_by_round(told: DaySource, days: Days, first: str) -> tuple[PictureCell, ...]:
    """Heads of a table with a column for each round. Each leads to the end of its round."""
    return (PictureCell(words=first), *(PictureCell(words=told.round_title(each.number), seq=each.last) for each in days.spans))
