"""State of the Underground: schemes written this month, and what lies on its tables, with hands, turns, an attack and the decks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Final, NewType

from control.day.state import RoomState
from control.engine.ids import SeatId
from rooms.realm.papers.game.types import AsideWhy, OpenedPaper, Paper
from rooms.realm.scenario.ids import HouseId
from rooms.underground.rules.minions import MinionId
from rooms.underground.rules.piles import Pile

# === tables =============================================================================================================

# What lies on the tables of the Underground: schemes with Advancement and Protection, hands, turns, an attack, the decks.


TableId = NewType("TableId", str)  # the province whose table it is (GE-UND-61)
SchemeCardId = NewType("SchemeCardId", str)  # a card of the scheme deck: kind and copy, "ambush#3"


class TableStep(StrEnum):
    """The steps of a table (GE-UND-28, GE-UND-29, GE-UND-33, GE-UND-39, GE-UND-41, GE-UND-43, GE-UND-57)."""

    UPDATES = "updates"
    SCHEMES = "schemes"
    MINIONS = "minions"
    ADVANCEMENT = "advancement"
    PROTECTION = "protection"
    ATTACK = "attack"
    COMPLETE = "complete"


TURNS: Final = (TableStep.ADVANCEMENT, TableStep.PROTECTION, TableStep.ATTACK)  # what goes round the table


@dataclass(frozen=True, slots=True, kw_only=True)
class Guard:
    """A minion in front of a scheme; it lies face down until a defeated attack leaves it face up (R-119, R-144)."""

    card: MinionId
    up: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Lying:
    """A scheme on a table, face down (R-108, R-144).

    `author` wrote it, or is None for the House's drawn one, whose card is `card` and whose picker is `picker`. `advancement` are
    the minions on it, oldest first; `protection` those in front of it, the innermost first. `known` have seen its face, of
    a drawn one those of the House who sat there too. `halved` is by Recruitment (R-91). `table` is where it lies.
    """

    id: int  # counted over the day, all tables together
    table: TableId
    house: HouseId
    paper: Paper
    month: int
    author: SeatId | None = None
    picker: SeatId | None = None
    card: SchemeCardId | None = None
    advancement: tuple[MinionId, ...] = ()
    protection: tuple[Guard, ...] = ()
    known: tuple[SeatId, ...] = ()
    halved: bool = False
    chosen: bool = True  # False for a drawn one that lies by default, which its desk alone is told


@dataclass(frozen=True, slots=True, kw_only=True)
class Brought:
    """A written scheme whose author's slot is filled: it replaces what lies there, or is discarded (R-108)."""

    seat: SeatId
    paper: Paper


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered:
    """The cards that a House has drawn, of which `picker` places one (GE-UND-31, R-108)."""

    house: HouseId
    picker: SeatId
    cards: tuple[SchemeCardId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack:
    """The attack that goes on (GE-UND-43 and what follows it).

    `card` is the attacker's minion that waits for the Protection's reveal, None between two fights. `reached` is that the attacker
    sees the scheme's face. Nothing has come of it yet, whether it is a trap or not: a trap strikes when the attacker goes on, so
    that to all others the one looks like the other until then. `sprung` is the trap that has struck while the attacker still
    chooses what it takes, with who `drew` its Favor and how many Advancement it took.
    """

    attacker: SeatId
    scheme: int
    card: MinionId | None = None
    reached: bool = False
    sprung: str = ""
    drew: SeatId | None = None
    lost: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """Two minions as they were last compared at a table; they stay to be read (GE-UND-47)."""

    attacker: SeatId
    scheme: int
    card: MinionId
    guard: MinionId
    won: bool
    at: datetime


class Outcome(StrEnum):
    """How an attack ends."""

    BEATEN = "beaten"  # the Protection won (GE-UND-50)
    STOPPED = "stopped"  # the attacker stopped (GE-UND-51)
    SPENT = "spent"  # the attacker has no minion left to go on with
    LEFT = "left"  # the scheme was seen and left in place (GE-UND-54)
    FOILED = "foiled"  # it was discarded
    TRAPPED = "trapped"  # it was a trap, and is discarded (GE-UND-53)
    TIME = "time"  # the step ended, or the attacker was gone
    GONE = "gone"  # the scheme no longer lies there: it was replaced, or what placed it was withdrawn


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """How the last attack at a table ended; `trap` is the kind that was sprung, `lost` the Advancement it took, `drew` who drew."""

    attacker: SeatId
    scheme: int
    house: HouseId
    outcome: Outcome
    at: datetime
    trap: str = ""
    drew: SeatId | None = None
    lost: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What the whole table saw of an attack on a scheme of `house`: two minions compared, or how it ended (R-119, R-144).

    A screen that is slow or was loaded again shows one after the other, so that none passes before it is read.
    """

    house: HouseId | None
    compared: Compared | None = None
    ended: Ended | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """What a player did at a table in Advancement or Protection, with what was so before, so that it can be taken back.

    `cards` were put onto `scheme` or in front of it for `discards`; without a scheme the player was done with the step. `hand`,
    `turn`, `out`, `since` and `paid` are the player's hand and the table's turns as they were before.
    """

    seat: SeatId
    scheme: int | None = None
    cards: tuple[MinionId, ...] = ()
    discards: tuple[MinionId, ...] = ()
    hand: tuple[MinionId, ...] = ()
    turn: SeatId | None = None
    out: tuple[SeatId, ...] = ()
    since: datetime | None = None
    paid: tuple[tuple[SeatId, int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """One table in one month. What lies there, the hands, and an attack, cards `offered` and schemes `brought` that nobody has
    settled stay from month to month; the rest is of `month` alone.

    `order` is Control's own arrangement, empty for the usual one (R-116). `turn` is whose turn it was last set to be, `out` who is
    done or has passed in `step`, `acted` who has acted in this round of Attack, the first one first, `since` when the turn began.
    `sat` is the order in which the step goes round, as it was when somebody last acted: who has gone since keeps the place, so that
    the turn goes on from there. `attacked` are the schemes that each has attacked this month. `drawn` have drawn their minions.
    `acts` are what was done in `step`, the last one last, and `paid` in front of which schemes each has placed Protection in it.
    Hands leave a table only by what happens (R-121), so that no card is ever lost.
    """

    id: TableId
    month: int = 0
    step: TableStep | None = None
    schemes: tuple[Lying, ...] = ()  # in the order in which they were placed
    hands: Mapping[SeatId, tuple[MinionId, ...]] = field(default_factory=dict)
    order: tuple[SeatId, ...] = ()
    sat: tuple[SeatId, ...] = ()
    turn: SeatId | None = None
    out: tuple[SeatId, ...] = ()
    acted: tuple[SeatId, ...] = ()
    since: datetime | None = None
    brought: tuple[Brought, ...] = ()
    offered: tuple[Offered, ...] = ()
    attack: Attack | None = None
    attacked: tuple[tuple[SeatId, int], ...] = ()
    drawn: tuple[SeatId, ...] = ()
    acts: tuple[Act, ...] = ()
    paid: tuple[tuple[SeatId, int], ...] = ()
    wrote: tuple[SeatId, ...] = ()  # whose written scheme of the month has come to this table
    drew: tuple[HouseId, ...] = ()  # which Houses have drawn schemes here
    looked: tuple[int, ...] = ()  # the schemes that the Sovereign has looked at
    halved: tuple[HouseId, ...] = ()  # which Houses have halved a scheme by Recruitment, once for each time
    done: int = 0  # schemes that have completed here this month
    compared: Compared | None = None  # the last two minions of the month's attacks
    ended: Ended | None = None  # the last of them that has ended
    seen: tuple[Seen, ...] = ()  # what was seen of all of them, in that order; entries of earlier releases add nothing
    cut: tuple[SeatId, ...] = ()  # who was not done when the last step ended, `cut_in`
    cut_in: TableStep | None = None
    doubtful: bool = False  # something was done at a table that, without what was withdrawn, was not so


@dataclass(frozen=True, slots=True, kw_only=True)
class Decks:
    """The decks of the Underground: the scheme deck, which all tables share, and each House's minions (C-07, C-08).

    `exchanged` is the month in which each House last got a Master Minion (R-137).
    """

    schemes: Pile[SchemeCardId] = field(default_factory=Pile)
    minions: Mapping[HouseId, Pile[MinionId]] = field(default_factory=dict)
    exchanged: Mapping[HouseId, int] = field(default_factory=dict)
    doubtful: bool = False  # a card was drawn or exchanged that, without what was withdrawn, was not in its pile


# === room ===============================================================================================================

# What the Underground knows: the schemes that were written this month, and what lies on its tables.


@dataclass(frozen=True, slots=True, kw_only=True)
class UndergroundState(RoomState):
    """The schemes written for month `month`, by seat; the tables with what stays on them, and the decks."""

    month: int = 0
    schemes: tuple[OpenedPaper, ...] = ()
    aside: tuple[SeatId, ...] = ()
    aside_why: Mapping[SeatId, AsideWhy] = field(default_factory=dict)
    tables: Mapping[TableId, Table] = field(default_factory=dict)
    decks: Decks = field(default_factory=Decks)
    placed: int = 0  # schemes that were ever placed: the next one's id is one more
