"""Records kept in the shared state: deaths, laws and taxes, completed schemes, used Favors, hostages, betrothals."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum

from msgspec import Struct

from control.engine.ids import SeatId
from control.engine.language import say, say_count
from control.engine.reasons import Told
from rooms.realm.scenario.ids import CardId, FavorId, HouseId, LawId, Phase, RegionId
from rooms.realm.scenario.schema import Scenario

# === deaths and estates =================================================================================================

# Deaths, estates, earlier ranks, and the order in which a House pays.


class Estate(Struct, frozen=True, kw_only=True):
    """Holdings of a dead character and where they went: to a player, the God Emperor (`throne`), else bank and discard pile."""

    power: int
    favors: int
    to: SeatId | None = None
    throne: bool = False


class Death(Struct, frozen=True, kw_only=True):
    """A death, for the hall and so that no character comes back (C-11).

    `estate`: holdings, for its player only.
    `buried`: month of the funeral; 0 without one (R-139).
    `unsettled`: the dead's own purse still holds what no heir has received.
    """

    seat: SeatId
    house: HouseId
    character: str
    month: int
    why: Told = ""
    estate: Estate | None = None
    buried: int = 0
    unsettled: bool = False


class RankBefore(Struct, frozen=True, kw_only=True):
    """Rank of a player before a death that may have changed it; sheets sealed `until` that time carry it (R-139)."""

    month: int
    rank: int
    until: datetime | None = None  # None: time unknown


class PaymentPlan(Struct, frozen=True, kw_only=True):
    """Order in which a House pays: `payers` first, then by rank; and whether it prefers Power to a Favor (R-06, R-08)."""

    payers: tuple[SeatId, ...] = ()
    power_first: bool = False


def leaver_words(power: int, favors: int, *, heir: str, spouse: str) -> tuple[str, ...]:
    """Tell what happens to the purse and the marriage of a leaver; `heir` and `spouse` are empty if there is none."""
    purse = say_count("{power} Power and {count} Favor", "{power} Power and {count} Favors", favors, power=power)
    married = (say("The marriage with {name} ends.", name=spouse),) if spouse else ()
    if heir:
        return (say("The purse ({purse}) goes to {name}.", purse=purse, name=heir), *married)
    gone = say("Nobody of the House is left: the Power goes to the bank, the Favors to the discard pile ({purse}).", purse=purse)
    return (gone, *married)


# === laws and taxes =====================================================================================================

# Laws that the Court passed, and taxes that fell due.


class LawFate(StrEnum):
    """Fate of a passed law."""

    WAITS = "waits"  # it acts in this month's Return
    ACTED = "acted"
    LAPSED = "lapsed"  # no Immortal was free to carry it out
    ENDED = "ended"  # its last month is over


class PaidShare(Struct, frozen=True, kw_only=True):
    """Payment of a House or the throne toward a law (R-78)."""

    payer: str
    power: int
    favors: int


class Won(Struct, frozen=True, kw_only=True):
    """Vote and payment of a law. `favor`, `against`: votes for and against, extra ones included. `paid`: payment of each payer."""

    favor: int
    against: int
    paid: tuple[PaidShare, ...] = ()


class PassedLaw(Struct, frozen=True, kw_only=True):
    """A law of the Court, or an order of the Sovereign: the filled proposal beside its tablet, and its fate.

    `answers`: in the order of the fields of its kind, as on the proposal (`rooms.realm.papers.game.types.Paper.values`).
    `house`: the proposing House, which receives a Tax (R-82).
    `until`: last month it acts in; None until removed.
    `won`: None for an order, and in journals of releases that did not keep it.
    """

    law: LawId
    kind: str  # id of the scenario's proposal
    answers: tuple[tuple[str, ...], ...]
    month: int
    by: SeatId | None  # None: ordered by the God Emperor
    house: HouseId | None
    cost: int
    ordered: bool = False  # by the Sovereign, without a vote
    fate: LawFate = LawFate.WAITS
    until: int | None = None
    acted: int = 0  # the month in which it acted or lapsed; 0 until then
    won: Won | None = None


class TaxPaid(Struct, frozen=True, kw_only=True):
    """Payment of a House when a tax fell due: "favor", "power", or nothing (R-08, R-101)."""

    month: int
    law: LawId
    debtor: HouseId
    paid: str


# === completed schemes ==================================================================================================

# Schemes that completed in the Underground.


class SchemeEnding(StrEnum):
    """Fate of a completed scheme."""

    WAITS = "waits"  # it acts in this month's Return
    STRUCK = "struck"
    SPENT = "spent"  # there was nothing that it could strike


class CompletedScheme(Struct, frozen=True, kw_only=True):
    """A completed scheme: who schemed what, and what came of it.

    `seat`: its author; None for a drawn one.
    `picker`: who makes the remaining choices for a drawn one.
    `know`: players of the House at its table, who may know a drawn one (R-144).
    `answers`: in the order of the fields of its kind.
    `card`, `hostage`: what was chosen.
    `text`, `reader`: the sealed message and its reader.
    `used`: its votes or its right of the next month are used up.
    `placed`: month in which it was placed; 0 when unknown. Its card lies at `table` (GE-UND-59).
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
    ending: SchemeEnding = SchemeEnding.WAITS
    acted: int = 0  # the month in which it acted; 0 until then
    came: Told = ""  # result, for the schemer
    harm: Told = ""  # result, for the targeted House
    paid: int = 0  # Power that went to in-laws before it acted
    text: str = ""
    reader: SeatId | None = None
    told_in: int = 0  # the month in which the message went out
    used: bool = False
    placed: int = 0

    @property
    def schemers(self) -> tuple[SeatId, ...]:
        """Players who may know of it (R-144)."""
        own = (self.seat,) if self.seat is not None else (*self.know, *((self.picker,) if self.picker else ()))
        return tuple(dict.fromkeys(own))


# === used Favors ========================================================================================================

# Used Favors.


class UsedFavor(Struct, frozen=True, kw_only=True):
    """A card used in `month`, with what its player named; fields that a card does not ask for stay empty.

    `house`: the player's House at that time, whatever happens to the player later.
    `target`: a House.
    `region`, `other`: regions.
    `number`: a scheme, a proposal or a count of units.
    `given`: another card of the own hand that goes with it.
    `key`: tells this use from other uses of the same card, even after withdrawals.
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
    void: bool = False  # its desk voided it: the card went back, and it does not count (GE-FAV-07)


def has_open_tables(used: Iterable[UsedFavor], scenario: Scenario, seat: SeatId, month: int) -> bool:
    """Has this player used a Favor that opens every table of the Underground in that month (C-06)?"""
    cards = {each.favor for each in used if (each.seat, each.month) == (seat, month) and not each.void}
    return bool(cards) and any(favor.id in cards and favor.effect == "any-table" for favor in scenario.favors)


# === hostages ===========================================================================================================

# Hostages.


class Hostage(Struct, frozen=True, kw_only=True):
    """A token in the color of the House `of`, with what is on it (GE-CER-19). Nobody records which person it is (R-143).

    `holder`: None is the throne.
    `law`: tablet by which it is held.
    `marriage`: the two who married (R-141).
    `since`: month in which its holder got it; 0 at the start.

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
    FREED = "freed"  # by a rescue, a law or the end of a marriage, without the holder's choice
    KILLED = "killed"
    HANDED_OVER = "handed-over"


class HostageNews(Struct, frozen=True, kw_only=True):
    """Public news of `count` hostages of the House `of` in one phase, as everybody can see on the playmats."""

    month: int
    phase: Phase | None = None  # None: before phases were kept
    became: Became
    of: HouseId
    holder: HouseId | None
    to: HouseId | None = None
    count: int = 1


# === betrothals =========================================================================================================

# Betrothals.


class Betrothal(Struct, frozen=True, kw_only=True):
    """Proposal of `one` to `other`: to marry, with that many hostages of each House (GE-CER-11, R-141). `agreed`: both say yes."""

    one: SeatId
    other: SeatId
    hostages: int = 1
    agreed: bool = False
