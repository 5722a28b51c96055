"""A side table between opening and end: who sits where, what was agreed, and the game's own state inside."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any

import msgspec

from rooms.tables.game.rules import OwnTurn

NOBODY = ""


class Stage(StrEnum):
    """How far a table is. A table that was cut off or given up is closed; one that was played to its end is over."""

    OPEN = "open"
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"


class Stake(msgspec.Struct, frozen=True, kw_only=True):
    """What every person at the table puts in from the own purse: an amount of "power" or of "favors"."""

    kind: str
    amount: int


class Until(msgspec.Struct, frozen=True, kw_only=True):
    """What ends a table by itself: "phase" (of a month; "" is the time before the day), "month", or the "day"."""

    of: str
    month: int = 0
    phase: str = ""


class AgreedTime(msgspec.Struct, frozen=True, kw_only=True):
    """How long a turn is, in seconds, 0 for no limit, and the reserve that each player has beside it."""

    seconds: int
    reserve: int


class Chair(msgspec.Struct, frozen=True, kw_only=True):
    """A place at the table. `person` is whose it is, `bot` the kind of bot that plays it now; a person's bot is a stand-in."""

    person: str = NOBODY
    name: str = ""
    bot: str = ""

    @property
    def free(self) -> bool:
        return not self.person and not self.bot


class Asking(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody asks for a chair that a bot has for itself. `no_by` is who has said no."""

    chair: int
    person: str
    name: str
    no_by: str = ""


class Resting(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody whose asking was answered with no, or who has stopped it, and may ask again from `until` on."""

    person: str
    until: datetime


class TableState(msgspec.Struct, frozen=True, kw_only=True):
    """The state of a table's stream. `play` is the game's own state while and after it is played.

    `turn` grows whenever somebody new has to act: a time-out names the turn it ends. `asked` is the turn since which those who are
    waited for have been: what an older screen sends is out of date. `deadline` is when the turn's time is out,
    None without a timer; `bots_at` is when the bots among those who are waited for act. `ends` is what was agreed on its end,
    `until` what that means since the game began; `warned` is the end that the table was told of last.

    `changing` is the time that was agreed on in the game and counts from the next turn on.

    `read_at` is until when all that was shown has been read, `read` who has tapped it away. `reserve` are the seconds that each
    player has beside the turns, `reserves` what is left of them in milliseconds, by player, less than nothing where more was used
    than there is now; `late` is since when the reserves of
    those who are waited for run. `idle` are those whose time has run out since their last own action; `since` is how long they are
    waited for, before the game how long the host has done nothing. `again` is how many actions are done once
    more, by whoever has taken them back, in the time that ran.

    `own` is the turn of the game that is played, None where nobody has one. Its time is one for the whole turn: `left` is what its
    player has of it while others are asked, in milliseconds. `eased` are those who, after taking back, were given a moment more
    than they had left, until they are given a whole time again.

    `asking` are those who ask for a bot's chair, `resting` those who may not at once again;
    `following` is where everybody plays again.
    """

    kind: str = ""
    stage: Stage = Stage.OPEN
    host: str = NOBODY
    title: str = ""
    chairs: tuple[Chair, ...] = ()
    options: Mapping[str, str] = {}
    seconds: int = 0
    stake: Stake | None = None
    ends: str = ""
    until: Until | None = None
    warned: datetime | None = None
    turn: int = 0
    asked: int = 0
    waits_for: tuple[int, ...] = ()
    deadline: datetime | None = None
    bots_at: datetime | None = None
    read_at: datetime | None = None
    read: tuple[int, ...] = ()
    reserve: int = 0
    reserves: tuple[int, ...] = ()
    changing: AgreedTime | None = None
    late: datetime | None = None
    idle: tuple[int, ...] = ()
    since: datetime | None = None
    again: int = 0
    own: OwnTurn | None = None
    left: int | None = None
    eased: tuple[int, ...] = ()
    asking: tuple[Asking, ...] = ()
    resting: tuple[Resting, ...] = ()
    following: str = ""
    said: tuple[str, ...] = ()  # what Control has said aloud at this table, oldest first
    why: str = ""  # it was closed before its end, for this reason
    cut_off: bool = False  # and nobody closed it: its time in the event was over
    past: Until | None = None  # and that was what was over
    play: Any = None

    def chair_of(self, person: str) -> int | None:
        """The number of a person's chair; None for whoever has none."""
        return next((number for number, chair in enumerate(self.chairs) if person and chair.person == person), None)

    def present(self) -> tuple[int, ...]:
        """The chairs of the persons who are there: nobody plays for them."""
        return tuple(number for number, chair in enumerate(self.chairs) if chair.person and not chair.bot)

    @property
    def names(self) -> tuple[str, ...]:
        """What each player is called, by chair."""
        return tuple(chair.name for chair in self.chairs)
