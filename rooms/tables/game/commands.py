"""What can be asked of a table. Who may is decided in `engine`: persons by their chair, the host, the control team, the clock."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec

from rooms.tables.game.state import Until


class OpenTable(msgspec.Struct, frozen=True, kw_only=True):
    """A new table. `host` is empty when the control team keeps it, `ends` where nothing was said about its end."""

    title: str
    host: str = ""
    name: str = ""
    chairs: int
    seconds: int = 60
    options: Mapping[str, str] = {}
    stake_kind: str = ""
    stake_amount: int = 0
    ends: str = ""


class Agree(msgspec.Struct, frozen=True, kw_only=True):
    """Change what was agreed before the game begins: the number of chairs, the time for a turn, the host's options."""

    chairs: int
    seconds: int
    options: Mapping[str, str] = {}


class SitDown(msgspec.Struct, frozen=True, kw_only=True):
    """A person takes a chair: a free one, or the own one back from the stand-in."""

    person: str
    name: str
    chair: int | None = None


class PutBot(msgspec.Struct, frozen=True, kw_only=True):
    """A bot takes a free chair, or plays for whoever is away."""

    chair: int
    bot: str


class StandUp(msgspec.Struct, frozen=True, kw_only=True):
    """A chair becomes free; during the game a bot plays on in it, and its person may come back."""

    chair: int


class Begin(msgspec.Struct, frozen=True, kw_only=True):
    """The game begins; `until` is what ends it by itself, by the event's clock."""

    until: Until | None = None


class Play(msgspec.Struct, frozen=True, kw_only=True):
    """A player acts. `turn` is the turn the screen showed, 0 where there was no screen."""

    chair: int
    turn: int
    action: Any


class TimeOut(msgspec.Struct, frozen=True, kw_only=True):
    """The time of a turn is out: whoever has not acted gets the game's default."""

    turn: int


class BotsPlay(msgspec.Struct, frozen=True, kw_only=True):
    """The bots that are waited for in a turn act, one action each."""

    turn: int


class Close(msgspec.Struct, frozen=True, kw_only=True):
    """The table is given up or cut off; what is staked is settled by the score as it stands."""

    why: str


class CutOff(msgspec.Struct, frozen=True, kw_only=True):
    """What the table may run until is past: it is over as it stands, and every stake goes back."""

    until: Until


class WarnOfEnd(msgspec.Struct, frozen=True, kw_only=True):
    """The table will be cut off at `at`, a minute from now or less."""

    until: Until
    at: datetime


class RunOn(msgspec.Struct, frozen=True, kw_only=True):
    """Nothing shall end the table by itself: the control team lets it play on."""


class Resume(msgspec.Struct, frozen=True, kw_only=True):
    """Something was taken back: whoever is waited for now has the whole time again."""


class SayAloud(msgspec.Struct, frozen=True, kw_only=True):
    """The control team says something at the table, such as what it has taken back."""

    words: str


COMMANDS: tuple[type, ...] = (
    OpenTable,
    Agree,
    SitDown,
    PutBot,
    StandUp,
    Begin,
    Play,
    TimeOut,
    BotsPlay,
    Close,
    CutOff,
    WarnOfEnd,
    RunOn,
    Resume,
    SayAloud,
)
