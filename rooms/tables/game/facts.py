"""What happens at a table beside the game itself. The game's own facts stand between these in the same journal."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

import msgspec

from rooms.tables.game.state import Stake, Until


class TableOpened(msgspec.Struct, frozen=True, kw_only=True):
    kind: str
    title: str
    host: str
    chairs: int
    seconds: int
    options: Mapping[str, str] = {}
    stake: Stake | None = None
    ends: str = ""


class Agreed(msgspec.Struct, frozen=True, kw_only=True):
    chairs: int
    seconds: int
    options: Mapping[str, str] = {}


class SatDown(msgspec.Struct, frozen=True, kw_only=True):
    chair: int
    person: str
    name: str


class BotPut(msgspec.Struct, frozen=True, kw_only=True):
    chair: int
    bot: str
    name: str = ""  # of a bot that has the chair for itself


class StoodUp(msgspec.Struct, frozen=True, kw_only=True):
    chair: int


class Began(msgspec.Struct, frozen=True, kw_only=True):
    """The chairs that nobody took are gone from here on; the game's first facts follow. `until` ends the table by itself."""

    until: Until | None = None


class TurnCame(msgspec.Struct, frozen=True, kw_only=True):
    """The game waits for these players from now on, until `deadline`; at `bots_at` the bots among them act.

    `asked` is the turn since which they have been waited for: it stays while those who act at the same time act one by one.
    """

    turn: int
    waits_for: tuple[int, ...]
    deadline: datetime | None = None
    bots_at: datetime | None = None
    asked: int = 0


class TimeRanOut(msgspec.Struct, frozen=True, kw_only=True):
    """For these players the default is played."""

    players: tuple[int, ...]


class GameEnded(msgspec.Struct, frozen=True, kw_only=True):
    winners: tuple[int, ...]
    scores: tuple[int, ...]


class TableClosed(msgspec.Struct, frozen=True, kw_only=True):
    why: str
    winners: tuple[int, ...] = ()  # by the score as it stood, where a game was cut off
    scores: tuple[int, ...] = ()
    cut_off: bool = False


class EndIsNear(msgspec.Struct, frozen=True, kw_only=True):
    """The table was told that it will be cut off at `at`."""

    until: Until
    at: datetime


class RunsOn(msgspec.Struct, frozen=True, kw_only=True):
    """Nothing ends the table by itself any more."""


class SaidAloud(msgspec.Struct, frozen=True, kw_only=True):
    words: str


TABLE_FACTS: tuple[type, ...] = (
    TableOpened,
    Agreed,
    SatDown,
    BotPut,
    StoodUp,
    Began,
    TurnCame,
    TimeRanOut,
    GameEnded,
    TableClosed,
    EndIsNear,
    RunsOn,
    SaidAloud,
)
