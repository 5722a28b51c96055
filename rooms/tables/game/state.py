"""State of a side table: seats, agreements, turn, time, and the game's own state."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any

import msgspec

from rooms.tables.game.rules import OwnTurn

NOBODY = ""


class TableStage(StrEnum):
    """Progress of a table. `OVER`: played to its end. `CLOSED`: cut off or given up."""

    OPEN = "open"
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"


class TableStake(msgspec.Struct, frozen=True, kw_only=True):
    """What each person at the table puts in from their own purse: an amount of "power" or of "favors"."""

    kind: str
    amount: int


class Until(msgspec.Struct, frozen=True, kw_only=True):
    """What ends a table by itself: a "phase" of a month ("" is the time before the day), a "month", or the "day"."""

    of: str
    month: int = 0
    phase: str = ""


class AgreedTime(msgspec.Struct, frozen=True, kw_only=True):
    """Agreed times in seconds: for a turn, 0 for no limit, and each player's reserve."""

    seconds: int
    reserve: int


class Chair(msgspec.Struct, frozen=True, kw_only=True):
    """A chair. `person`: its owner. `bot`: the kind of bot that plays it now; on a person's chair the bot is a stand-in."""

    person: str = NOBODY
    name: str = ""
    bot: str = ""

    @property
    def free(self) -> bool:
        return not self.person and not self.bot


class Asking(msgspec.Struct, frozen=True, kw_only=True):
    """A request for a bot's chair. `no_by`: who denied it."""

    chair: int
    person: str
    name: str
    no_by: str = ""


class Resting(msgspec.Struct, frozen=True, kw_only=True):
    """A person whose request was denied or withdrawn, and who may ask again from `until` on."""

    person: str
    until: datetime


class TableState(msgspec.Struct, frozen=True, kw_only=True):
    """The state of a table's stream.

    `play`: the game's own state, from its start on, also after its end.
    `turn`: a number that grows whenever somebody new has to act; a time-out names the turn that it ends.
    `asked`: the turn since which the current players have been waited for; actions from older screens are stale.
    `deadline`: the end of the turn's time, None without a limit. `bots_at`: when the bots among the players to act do so.
    `ends`: the agreed end. `until`: what that means since the game began. `warned`: the end that the table was last warned of.
    `changing`: a time agreed during the game that counts from the next turn on.
    `read_at`: until when all reveals have been read. `read`: players who have dismissed them.
    `reserve`: each player's reserve for the whole game, in seconds. `reserves`: what is left of it by player, in milliseconds;
    negative
    if more was used than a smaller reserve allows. `late`: since when the reserves of the players to act run.
    `idle`: players whose time has run out since their last own action. `since`: since when the players to act have been waited for;
    before the game, the host's last action.
    `again`: how many own actions a player has to repeat after undoing them, in the time that was left.
    `own`: the game's turn in play, None if nobody has one; all its actions share one time. `left`: what its player has left of it
    while
    others act, in milliseconds.
    `eased`: players who got a short extra time after an undo, until they get a whole turn's time again.
    `asking`: requests for bots' chairs. `resting`: people who may not send a request yet. `following`: the code of the rematch.
    `said`: announcements of Control, oldest first.
    `why`: the reason of an early end. `cut_off`: its time in the event was over. `past`: what was over then.
    """

    kind: str = ""
    stage: TableStage = TableStage.OPEN
    host: str = NOBODY
    title: str = ""
    chairs: tuple[Chair, ...] = ()
    options: Mapping[str, str] = {}
    seconds: int = 0
    stake: TableStake | None = None
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
    said: tuple[str, ...] = ()
    why: str = ""
    cut_off: bool = False
    past: Until | None = None
    play: Any = None

    def chair_of(self, person: str) -> int | None:
        """The number of a person's chair, or None."""
        return next((number for number, chair in enumerate(self.chairs) if person and chair.person == person), None)

    def present(self) -> tuple[int, ...]:
        """Chairs whose person is present: no stand-in plays there."""
        return tuple(number for number, chair in enumerate(self.chairs) if chair.person and not chair.bot)

    @property
    def names(self) -> tuple[str, ...]:
        """Players' names by chair."""
        return tuple(chair.name for chair in self.chairs)
