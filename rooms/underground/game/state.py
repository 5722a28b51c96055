"""State of the Underground: schemes written this month, and its tables with schemes, hands, turns, attacks and decks."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Final, NewType

from msgspec import Struct, field

from control.day.state import RoomState
from control.engine.ids import SeatId
from rooms.realm.papers.game.types import AsideWhy, OpenedPaper, Paper
from rooms.realm.scenario.ids import HouseId
from rooms.underground.rules.minion_cards import MinionId
from rooms.underground.rules.piles import Pile

# === tables =============================================================================================================

# Tables of the Underground: schemes with Advancement and Protection, hands, turns, an attack, the decks.


TableId = NewType("TableId", str)  # the table's province (GE-UND-61)
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


TURNS: Final = (TableStep.ADVANCEMENT, TableStep.PROTECTION, TableStep.ATTACK)  # steps that go around the table


class Guard(Struct, frozen=True, kw_only=True):
    """A minion in front of a scheme. Face down until it defeats an attack (R-119, R-144)."""

    card: MinionId
    up: bool = False


class Lying(Struct, frozen=True, kw_only=True):
    """A scheme on a table, face down (R-108, R-144).

    `author`: who wrote it, None for a House's drawn scheme; `picker`, `card`: who picked the drawn one, and its card.
    `advancement`: minions on it, oldest first; `protection`: minions in front of it, innermost first.

    `known`: players who know its face, for a drawn one also those of the House who sat there; `halved`: by Recruitment (R-91);
    `table`: where it is.
    """

    id: int  # counted over the day for all tables
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
    chosen: bool = True  # False: placed by default, which only its desk knows


class Brought(Struct, frozen=True, kw_only=True):
    """A written scheme whose author already has one in play. It replaces that scheme or is discarded (R-108)."""

    seat: SeatId
    paper: Paper


class Offered(Struct, frozen=True, kw_only=True):
    """Cards that a House has drawn. `picker` places one of them (GE-UND-31, R-108)."""

    house: HouseId
    picker: SeatId
    cards: tuple[SchemeCardId, ...]


class Attack(Struct, frozen=True, kw_only=True):
    """The running attack (GE-UND-43).

    `card`: the attacker's minion waiting for the reveal of Protection, None between two fights; `reached`: the attacker sees the
    scheme's face. A trap strikes only when the attacker goes on, so until then nobody else can tell a trap from a scheme.

    `sprung`: the trap that has struck while the attacker still chooses its loss; `drew`: who drew its Favor; `lost`: Advancement it
    took.
    """

    attacker: SeatId
    scheme: int
    card: MinionId | None = None
    reached: bool = False
    sprung: str = ""
    drew: SeatId | None = None
    lost: int = 0


class Compared(Struct, frozen=True, kw_only=True):
    """The last two minions compared at a table, kept for display (GE-UND-47)."""

    attacker: SeatId
    scheme: int
    card: MinionId
    guard: MinionId
    won: bool
    at: datetime


class Outcome(StrEnum):
    """Ways an attack ends."""

    BEATEN = "beaten"  # the Protection won (GE-UND-50)
    STOPPED = "stopped"  # the attacker stopped (GE-UND-51)
    SPENT = "spent"  # the attacker has no minion left
    LEFT = "left"  # the scheme was seen and left in place (GE-UND-54)
    FOILED = "foiled"  # it was discarded
    TRAPPED = "trapped"  # it was a trap and is discarded (GE-UND-53)
    TIME = "time"  # the step ended, or the attacker left
    GONE = "gone"  # the scheme was replaced, or its placing withdrawn


class Ended(Struct, frozen=True, kw_only=True):
    """End of the last attack at a table. `trap`: kind sprung; `lost`: Advancement it took; `drew`: who drew its Favor."""

    attacker: SeatId
    scheme: int
    house: HouseId
    outcome: Outcome
    at: datetime
    trap: str = ""
    drew: SeatId | None = None
    lost: int = 0


class Seen(Struct, frozen=True, kw_only=True):
    """Public moment of an attack on a scheme of `house`: two minions compared, or its end (R-119, R-144).

    Slow or reloaded screens show these moments one after the other, so that each can be read.
    """

    house: HouseId | None
    compared: Compared | None = None
    ended: Ended | None = None


class Act(Struct, frozen=True, kw_only=True):
    """A player's act at a table in Advancement or Protection, with the previous state, so that it can be taken back.

    `cards`: put on `scheme` or in front of it; `discards`: their price; `scheme`: None if the player ended the turn. `hand`,
    `turn`, `out`, `since`, `paid`: the hand and the table's turns before the act.
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


class CardTable(Struct, frozen=True, kw_only=True):
    """One table in one month.

    Schemes, hands, a running attack, and unsettled `offered` cards and `brought` schemes stay from month to month. All other fields
    belong to `month`.

    `order`: Control's arrangement, empty for the usual one (R-116); `sat`: order of the step when somebody last acted, including
    players who have left since, so that turns go on from their place.

    `turn`: last player set to act; `since`: start of that turn; `out`: players done with `step` or passed; `acted`: players who
    acted in this round of Attack, first one first.

    `attacked`: pairs of player and scheme attacked this month; `drawn`: players who drew minions; `acts`: acts in `step`, oldest
    first; `paid`: pairs of player and scheme protected in it.

    Hands leave a table only by events (R-121), so no card is lost.
    """

    id: TableId
    month: int = 0
    step: TableStep | None = None
    schemes: tuple[Lying, ...] = ()  # in order of placing
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
    wrote: tuple[SeatId, ...] = ()  # authors whose scheme of the month has come to this table
    drew: tuple[HouseId, ...] = ()  # Houses that drew schemes here
    looked: tuple[int, ...] = ()  # schemes that the Sovereign has looked at
    halved: tuple[HouseId, ...] = ()  # Houses that halved a scheme, once per halving
    done: int = 0  # schemes completed here this month
    compared: Compared | None = None  # last minions compared this month
    ended: Ended | None = None  # last attack that ended
    seen: tuple[Seen, ...] = ()  # public moments of all attacks, in order; entries of earlier releases add none
    cut: tuple[SeatId, ...] = ()  # players not done when step `cut_in` ended
    cut_in: TableStep | None = None
    doubtful: bool = False  # an act here depends on something withdrawn


class Decks(Struct, frozen=True, kw_only=True):
    """Decks of the Underground: the scheme deck shared by all tables, and each House's minions (C-07, C-08).

    `exchanged`: the month in which each House last got a Master Minion (R-137).
    """

    schemes: Pile[SchemeCardId] = field(default_factory=Pile)
    minions: Mapping[HouseId, Pile[MinionId]] = field(default_factory=dict)
    exchanged: Mapping[HouseId, int] = field(default_factory=dict)
    doubtful: bool = False  # a card was drawn or exchanged that, after a withdrawal, was not in its pile


# === room ===============================================================================================================

# The Underground's state: schemes written this month, and its tables.


class UndergroundState(RoomState, frozen=True, kw_only=True):
    """Schemes written for month `month`, by seat, with the tables and decks."""

    month: int = 0
    schemes: tuple[OpenedPaper, ...] = ()
    aside: tuple[SeatId, ...] = ()
    aside_why: Mapping[SeatId, AsideWhy] = field(default_factory=dict)
    tables: Mapping[TableId, CardTable] = field(default_factory=dict)
    decks: Decks = field(default_factory=Decks)
    placed: int = 0  # schemes placed so far; the next id is one more
