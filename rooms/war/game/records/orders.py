"""Orders: as written, as opened, and with their outcomes."""

from __future__ import annotations

from enum import StrEnum

import msgspec
from msgspec import Struct

from control.engine.ids import SeatId
from rooms.realm.scenario.ids import HouseId, RegionId

FAVOR_LINE = 90  # first line number of orders given by Favors, after the written ones (GE-FAV-03)
EXTRA_LINE = 99  # line number of the extra Recruit, after all others (R-67)


class OrderKind(StrEnum):
    """Kinds of orders. MOVE and RECRUIT are the ordinary two (GE-WAR-06, R-67, GE-FAV-03).

    EXTRA: the extra Recruit of a House that is sent food. PLACED: units that a Favor places from the stockpile.
    """

    MOVE = "move"
    RECRUIT = "recruit"
    EXTRA = "extra"
    PLACED = "placed"


RECRUITING = (OrderKind.RECRUIT, OrderKind.EXTRA, OrderKind.PLACED)  # carried out in the Recruit step


class Order(Struct, frozen=True, kw_only=True):
    """One line of a war sheet.

    A Move sends `units` from `origin` to `target`. A Recruit names only its `target`. A placement by Favor names `target` and
    `units`.
    """

    kind: OrderKind
    target: RegionId
    origin: RegionId | None = None
    units: int = 0


class GuardOrder(Struct, frozen=True, kw_only=True):
    """A line of a war sheet that sends an Immortal to a region (R-59)."""

    immortal: int
    target: RegionId


class OpenedSheet(Struct, frozen=True, kw_only=True):
    """A war sheet that counts this month (GE-FAV-03).

    `corrected`: War Control entered or changed it; `by_favor`: orders that Favors gave its author; `sent`: False if it holds only
    orders by Favors.
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
        """The orders with their line numbers: written ones, those by Favors, the extra Recruit."""
        numbered = (*enumerate(self.orders, start=1), *enumerate(self.by_favor, start=FAVOR_LINE))
        if self.extra is None:
            return numbered
        return (*numbered, (EXTRA_LINE, Order(kind=OrderKind.EXTRA, target=self.extra)))


class AsideWhy(StrEnum):
    """Why a sheet that arrived in time does not count."""

    ELSEWHERE = "elsewhere"  # its author is not in the War Room this month
    LEFT = "left"  # its author has left for good
    UNREADABLE = "unreadable"  # it is no war sheet


class SetAside(Struct, frozen=True, kw_only=True):
    seat: SeatId
    why: AsideWhy


class StanceFrom(StrEnum):
    """Source of a House's ticks (R-43, R-44)."""

    SHEET = "sheet"  # sheet of its highest-ranked player in the War Room who sent one
    SILENT = "silent"  # players there without a sheet: opposes everyone
    ABSENT = "absent"  # no player there: ticks everyone, never betrays


class Stance(Struct, frozen=True, kw_only=True):
    """Houses that a House ticks this month, and whether it betrays. `forced`: ticks set by a law or scheme (R-70)."""

    house: HouseId
    ticks: tuple[HouseId, ...] = ()
    betrays: bool = False
    source: StanceFrom = StanceFrom.SHEET
    seat: SeatId | None = None  # author of the sheet
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
    WAY_CLOSED = "way-closed"  # every road there leads through a closed region
    NOT_ALLOWED = "not-allowed"  # the road or tunnel is another House's, used without permission
    NO_COMMAND = "no-command"  # the author may not command Immortals
    OFF_BOARD = "off-board"  # the Immortal is off the board
    ORDERED_BEFORE = "ordered-before"  # an earlier order moved this Immortal
    THERE_ALREADY = "there-already"


class Via(StrEnum):
    """How a Move travels (R-63, R-64)."""

    STEP = "step"
    ROAD = "road"
    TUNNEL = "tunnel"


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """Result of one order: `done` of the `due` units moved or recruited.

    `why`: the reason it did less; `stood`: the House's units in the starting region as the step began; `free`: what was left for
    this order: unmoved units for a Move, stockpile pieces for a Recruit.

    By road: `passed`: regions on the way, in order; `stopped_at`, `stopped_by`: where non-allied forces stopped it, and which
    (GE-WAR-77); `owner`: the House whose road or tunnel it used, or was not allowed to use.
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
    stopped_by: tuple[HouseId, ...] = ()  # can contain REMNANTS and IMMORTALS
    owner: HouseId | None = None

    @property
    def ended(self) -> RegionId:
        """The region where its units ended up."""
        return self.stopped_at or self.order.target


class GuardMove(Struct, frozen=True, kw_only=True):
    """Result of an order to an Immortal. `by`: the House whose earlier order moved the same Immortal (GE-WAR-61, R-59)."""

    seat: SeatId
    house: HouseId
    order: GuardOrder
    origin: RegionId | None  # None if off the board
    done: bool
    why: Why | None = None
    by: HouseId | None = None
