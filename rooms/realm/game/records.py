"""Records kept in the shared state: deaths, laws and taxes, completed schemes, used Favors, hostages, betrothals."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from control.engine.ids import SeatId
from control.engine.language import say, say_count
from control.engine.reasons import Told
from rooms.realm.scenario.ids import CardId, FavorId, HouseId, LawId, Phase, RegionId
from rooms.realm.scenario.schema import Scenario

# === deaths and estates =================================================================================================

# Who has died, what the dead leave to whom, which ranks stood before, and how a House pays what it loses.


@dataclass(frozen=True, slots=True, kw_only=True)
class Estate:
    """What a dead character held and where it went: to a player, to the God Emperor (`throne`), else to bank and discard pile."""

    power: int
    favors: int
    to: SeatId | None = None
    throne: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Death:
    """Who died, and when; for the hall and so that no character comes back (C-11). `estate`: what it held, for its player alone.

    `buried` is the month of the funeral, 0 without one (R-139). `unsettled`: the own purse holds what no heir has received.
    """

    seat: SeatId
    house: HouseId
    character: str
    month: int
    why: Told = ""
    estate: Estate | None = None
    buried: int = 0
    unsettled: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RankBefore:
    """The rank of a player before a death that may have changed it; what was sealed `until` then bears it (R-139)."""

    month: int
    rank: int
    until: datetime | None = None  # None: nobody said when


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentPlan:
    """How a House pays what it loses: who first, the others by rank, and whether a Power where it may be a Favor (R-06, R-08)."""

    payers: tuple[SeatId, ...] = ()
    power_first: bool = False


def left_words(power: int, favors: int, *, heir: str, spouse: str) -> tuple[str, ...]:
    """What becomes of a purse and a marriage when somebody leaves for good; `heir` and `spouse` are empty where there is none."""
    purse = say_count("{power} Power and {count} Favor", "{power} Power and {count} Favors", favors, power=power)
    married = (say("The marriage with {name} ends.", name=spouse),) if spouse else ()
    if heir:
        return (say("The purse ({purse}) goes to {name}.", purse=purse, name=heir), *married)
    gone = say("Nobody of the House is left: the Power goes to the bank, the Favors to the discard pile ({purse}).", purse=purse)
    return (gone, *married)


# === laws and taxes =====================================================================================================

# What has become of the laws that the Court passed, and of the taxes that fell due, as the state keeps them.


class Fate(StrEnum):
    """What has become of a law that the Court passed."""

    WAITS = "waits"  # it acts in this month's Return
    ACTED = "acted"
    LAPSED = "lapsed"  # no Immortal was free to carry it out
    ENDED = "ended"  # its last month is over


@dataclass(frozen=True, slots=True, kw_only=True)
class PaidShare:
    """What a payer, a House or the throne, gave toward a law (R-78)."""

    payer: str
    power: int
    favors: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Won:
    """How a law was voted on and paid for: votes for and against it, extra ones among them, and who gave what."""

    favor: int
    against: int
    paid: tuple[PaidShare, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PassedLaw:
    """What the Court passed, or the Sovereign ordered without it, beside its tablet: the filled proposal, and what became of it.

    `answers` stand in the order of the fields of its kind, as on the proposal (`rooms.realm.papers.game.types.Paper.values`).
    `house` is the proposing House, which a Tax is paid to (R-82). `until` is the last month it acts in, None until removed. `won`
    is None where it was ordered, and where a release stored it that did not keep that.
    """

    law: LawId
    kind: str  # the id of its kind in the scenario's proposals
    answers: tuple[tuple[str, ...], ...]
    month: int
    by: SeatId | None  # None: ordered by the God Emperor
    house: HouseId | None
    cost: int
    ordered: bool = False  # by the Sovereign, without a vote
    fate: Fate = Fate.WAITS
    until: int | None = None
    acted: int = 0  # the month in which it acted or lapsed; 0 until then
    won: Won | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxPaid:
    """What a House paid by a law when its tax fell due: "favor", "power", or nothing (R-08, R-101)."""

    month: int
    law: LawId
    debtor: HouseId
    paid: str


# === completed schemes ==================================================================================================

# What has become of the schemes that completed in the Underground, as the state keeps them.


class Ending(StrEnum):
    """What has become of a completed scheme."""

    WAITS = "waits"  # it acts in this month's Return
    STRUCK = "struck"
    SPENT = "spent"  # there was nothing that it could strike


@dataclass(frozen=True, slots=True, kw_only=True)
class CompletedScheme:
    """A scheme that completed: who schemed what, and what came of it.

    `seat` wrote it; a drawn one has no author, its `picker` chooses what is left to choose, and those who `know` it are the players
    of the House at its table (R-144). `answers` stand in the order of the fields of its kind. `card` and `hostage` are what was
    chosen, `text` is the sealed message and `reader` whom it went to. `used` says that votes or a right of the next month are gone.
    It was `placed` in `month` or in one before, 0 where nobody said; its card lies at `table` (GE-UND-59).
    """

    id: int
    month: int
    table: str
    house: HouseId
    kind: str
    answers: tuple[tuple[str, ...], ...]
    seat: SeatId | None = None
    picker: SeatId | None = None
    know: tuple[SeatId, ...] = ()
    card: CardId | None = None
    hostage: int | None = None
    ending: Ending = Ending.WAITS
    acted: int = 0  # the month in which it acted; 0 until then
    came: Told = ""  # what came of it, for who schemed
    harm: Told = ""  # what happened, for the House it was aimed at
    paid: int = 0  # Power that went to in-laws before it acted
    text: str = ""
    reader: SeatId | None = None
    told_in: int = 0  # the month in which the message went out
    used: bool = False
    placed: int = 0

    @property
    def schemers(self) -> tuple[SeatId, ...]:
        """Who may know of it (R-144)."""
        own = (self.seat,) if self.seat is not None else (*self.know, *((self.picker,) if self.picker else ()))
        return tuple(dict.fromkeys(own))


# === used Favors ========================================================================================================

# What is kept of a Favor that was used.


@dataclass(frozen=True, slots=True, kw_only=True)
class UsedFavor:
    """A card that was laid open in `month`, with what its player named; what a card does not ask for stays empty.

    `house` is the player's own then, whatever becomes of the player. `target`: a House; `region` and `other`: regions;
    `number`: a scheme, a proposal or a count of units; `given`: a card of the own hand that goes with it. `key` tells this use from
    any other of the same card, whatever is withdrawn between them.
    """

    seat: SeatId
    house: HouseId
    card: CardId
    favor: FavorId
    month: int
    target: HouseId | None = None
    region: RegionId | None = None
    other: RegionId | None = None
    number: int | None = None
    given: CardId | None = None
    key: str = ""
    void: bool = False  # its desk found that it could do nothing: the card went back, and it does not count (GE-FAV-07)


def opens_tables(used: Iterable[UsedFavor], scenario: Scenario, seat: SeatId, month: int) -> bool:
    """Has this player used a Favor that opens every table of the Underground in that month (C-06)?"""
    cards = {each.favor for each in used if (each.seat, each.month) == (seat, month) and not each.void}
    return any(favor.id in cards and favor.effect == "any-table" for favor in scenario.favors)


# === hostages ===========================================================================================================

# A hostage as the state keeps it.


@dataclass(frozen=True, slots=True, kw_only=True)
class Hostage:
    """A token in the color of the House `of`, with what lies on it (GE-CER-19); who of the House it is nobody records (R-143).

    `holder` None is the throne. `law` is the tablet by which it is held, `marriage` the two who married (R-141). `since` is the
    month in which it came to its holder, 0 at the start.

    Rules: GE-CER-22.
    """

    id: int
    of: HouseId
    holder: HouseId | None
    power: int = 0
    favors: tuple[CardId, ...] = ()
    law: LawId | None = None
    marriage: tuple[SeatId, ...] = ()
    since: int = 0


class Became(StrEnum):
    """What became of hostages."""

    TAKEN = "taken"
    RELEASED = "released"  # by its holder (GE-CER-21)
    FREED = "freed"  # by a rescue, a law, a marriage that ended: the holder did not choose it
    KILLED = "killed"
    HANDED_OVER = "handed-over"


@dataclass(frozen=True, slots=True, kw_only=True)
class HostageNews:
    """What became of `count` hostages of the House `of` in a phase of a month, as everybody may read it off the playmats."""

    month: int
    phase: Phase | None = None  # None: before phases were kept
    became: Became
    of: HouseId
    holder: HouseId | None
    to: HouseId | None = None
    count: int = 1


# === betrothals =========================================================================================================

# A betrothal as the state keeps it.


@dataclass(frozen=True, slots=True, kw_only=True)
class Betrothal:
    """What `one` asked `other`: to marry, with so many hostages of each House (GE-CER-11, R-141); `agreed` once both say yes."""

    one: SeatId
    other: SeatId
    hostages: int = 1
    agreed: bool = False
