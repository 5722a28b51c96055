"""Orders: as they are written, as they were opened, and what each of them did.

What a step makes by the hundred, an `Outcome` or an `Army`, is a `msgspec.Struct`: as frozen as the dataclasses beside it, and made
in a tenth of their time. `msgspec.structs.replace` makes a changed one.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import msgspec

from control.engine.ids import SeatId
from rooms.realm.scenario.ids import HouseId, RegionId

FAVOR_LINE = 90  # the lines from here on were given by Favors, behind those that were written (GE-FAV-03)
EXTRA_LINE = 99  # the line of the extra Recruit: behind every other line of its sheet


class OrderKind(StrEnum):
    """The two orders there are (GE-WAR-06); the extra Recruit of a House that is sent food stands apart (R-67).

    So does what a Favor places out of the stockpile (GE-FAV-03).
    """

    MOVE = "move"
    RECRUIT = "recruit"
    EXTRA = "extra"
    PLACED = "placed"


RECRUITING = (OrderKind.RECRUIT, OrderKind.EXTRA, OrderKind.PLACED)  # what the Recruit step carries out


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """One line of a war sheet. A Move sends `units` from `origin` to `target`; a Recruit names its `target` alone.

    What a Favor places names how many `units` too.
    """

    kind: OrderKind
    target: RegionId
    origin: RegionId | None = None
    units: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class GuardOrder:
    """A line of a war sheet that sends an Immortal somewhere, for those who may command Immortals (R-59)."""

    immortal: int
    target: RegionId


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedSheet:
    """A war sheet that counts this month. `corrected`: War Control entered or changed it by hand.

    `by_favor` are the orders that Favors gave its author; not `sent` is a sheet that holds nothing else (GE-FAV-03).
    """

    seat: SeatId
    house: HouseId
    rank: int
    orders: tuple[Order, ...] = ()
    extra: RegionId | None = None
    allies: tuple[HouseId, ...] = ()
    betray: bool = False
    corrected: bool = False
    immortals: tuple[GuardOrder, ...] = ()
    by_favor: tuple[Order, ...] = ()
    sent: bool = True

    def lines(self) -> tuple[tuple[int, Order], ...]:
        """The orders with the number of their line; those by Favors, then the extra Recruit come last."""
        numbered = (*enumerate(self.orders, start=1), *enumerate(self.by_favor, start=FAVOR_LINE))
        if self.extra is None:
            return numbered
        return (*numbered, (EXTRA_LINE, Order(kind=OrderKind.EXTRA, target=self.extra)))


class AsideWhy(StrEnum):
    """Why a sheet that arrived in time does not count."""

    ELSEWHERE = "elsewhere"  # its author is not in the War Room this month
    LEFT = "left"  # its author has left for good
    UNREADABLE = "unreadable"  # it is no war sheet


@dataclass(frozen=True, slots=True, kw_only=True)
class SetAside:
    seat: SeatId
    why: AsideWhy


class StanceFrom(StrEnum):
    """Where a House's ticks come from (R-43, R-44)."""

    SHEET = "sheet"  # the sheet of its highest rank in the War Room who sent one
    SILENT = "silent"  # players there, but no sheet: it opposes everyone
    ABSENT = "absent"  # no player there: it ticks everyone and never betrays


@dataclass(frozen=True, slots=True, kw_only=True)
class Stance:
    """Whom a House ticks this month and whether it betrays the Sovereign. `forced` are ticks that a law or scheme set (R-70)."""

    house: HouseId
    ticks: tuple[HouseId, ...] = ()
    betrays: bool = False
    source: StanceFrom = StanceFrom.SHEET
    seat: SeatId | None = None  # whose sheet it is
    forced: tuple[HouseId, ...] = ()


class Why(StrEnum):
    """Why an order did less than it says."""

    NONE_THERE = "none-there"
    TOO_FEW = "too-few"
    MOVED_ALREADY = "moved-already"
    NOT_ADJACENT = "not-adjacent"
    CLOSED = "closed"
    HELD = "held"  # no unit leaves the region this month (GE-FAV-03)
    NO_UNIT = "no-unit"
    NOT_EMPTY = "not-empty"
    NO_STOCK = "no-stock"
    NOT_FED = "not-fed"
    LOWER_RANK = "lower-rank"
    WAY_CLOSED = "way-closed"  # every road there leads through a region that is closed to the House
    NOT_ALLOWED = "not-allowed"  # the road or tunnel there is another House's, without its permission
    NO_COMMAND = "no-command"  # its author commands no Immortals
    OFF_BOARD = "off-board"  # the Immortal is off the board
    ORDERED_BEFORE = "ordered-before"  # another order for the same Immortal came first
    THERE_ALREADY = "there-already"


class Via(StrEnum):
    """How a Move goes: one step to a neighbour, one network of roads, or one of tunnels (R-63, R-64)."""

    STEP = "step"
    ROAD = "road"
    TUNNEL = "tunnel"


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What one order did: `done` of the `due` units, and why not all.

    `stood` are the House's units in the region the order starts from when the step began; `free` is what was left for this
    order when its turn came: unmoved units for a Move, pieces in the stockpile for a Recruit.

    A Move by road names in `passed` the regions it went through, in order. Forces that are no allies, `stopped_by`, may have held
    it up in `stopped_at` (GE-WAR-77). `owner` is the House whose road or tunnel it took, or was not allowed to take.
    """

    seat: SeatId
    house: HouseId
    line: int
    order: Order
    due: int
    done: int
    stood: int = 0
    free: int = 0
    why: Why | None = None
    via: Via = Via.STEP
    passed: tuple[RegionId, ...] = ()
    stopped_at: RegionId | None = None
    stopped_by: tuple[HouseId, ...] = ()  # Houses, REMNANTS and IMMORTALS
    owner: HouseId | None = None

    @property
    def ended(self) -> RegionId:
        """The region where its units really ended."""
        return self.stopped_at or self.order.target


@dataclass(frozen=True, slots=True, kw_only=True)
class GuardMove:
    """What an order to an Immortal did (GE-WAR-61, R-59). `by` is the House whose order for the same Immortal came first."""

    seat: SeatId
    house: HouseId
    order: GuardOrder
    origin: RegionId | None  # where it stood; None off the board
    done: bool
    why: Why | None = None
    by: HouseId | None = None
