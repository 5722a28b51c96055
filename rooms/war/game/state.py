"""What the War Room knows: the board, and what this month's orders and battles were.

The record of a month begins by itself with the first event of that month; the month before stays readable. A step of the month
that has been carried out stands in `done`, so that a step withdrawn from under a later one is noticed.

What a step makes by the hundred, an `Outcome` or an `Army`, is a `msgspec.Struct`: as frozen as the dataclasses beside it, and made
in a tenth of their time. `msgspec.structs.replace` makes a changed one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

import msgspec

from control.day.state import RoomState, with_room
from control.engine.ids import SeatId, StepId
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, ProvinceId, RegionId, Room, RumorId

ORDERS = StepId("orders")
MOVE = StepId("move")
BATTLE = StepId("battle")
REWARDS = StepId("rewards")
RECRUIT = StepId("recruit")
CARRIED_OUT: tuple[StepId, ...] = (ORDERS, MOVE, BATTLE, REWARDS, RECRUIT)  # the steps that change something, in their order

EXTRA_LINE = 99  # the line of the extra Recruit: behind every other line of its sheet
REMNANTS = HouseId("*remnants")  # the two forces without a House, where a battle lists its forces
IMMORTALS = HouseId("*immortals")


class OrderKind(StrEnum):
    """The two orders there are (GE-WAR-06); the extra Recruit of a House that is sent food stands apart (R-67)."""

    MOVE = "move"
    RECRUIT = "recruit"
    EXTRA = "extra"


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """One line of a war sheet. A Move sends `units` from `origin` to `target`; a Recruit names its `target` alone."""

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
    """A war sheet that counts this month. `corrected`: War Control entered or changed it by hand."""

    seat: SeatId
    house: HouseId
    rank: int
    orders: tuple[Order, ...] = ()
    extra: RegionId | None = None
    allies: tuple[HouseId, ...] = ()
    betray: bool = False
    corrected: bool = False
    immortals: tuple[GuardOrder, ...] = ()

    def lines(self) -> tuple[tuple[int, Order], ...]:
        """The orders with the number of their line; the extra Recruit comes last."""
        numbered = tuple(enumerate(self.orders, start=1))
        if self.extra is None:
            return numbered
        return (*numbered, (EXTRA_LINE, Order(kind=OrderKind.EXTRA, target=self.extra)))


class AsideWhy(StrEnum):
    """Why a sheet that arrived in time does not count."""

    ELSEWHERE = "elsewhere"  # its author is not in the War Room this month
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


class Lent(msgspec.Struct, frozen=True, kw_only=True):
    house: HouseId
    strength: int


class Army(msgspec.Struct, frozen=True, kw_only=True):
    """One force in a battle, REMNANTS and IMMORTALS too, and how its attack value comes about (GE-WAR-37, GE-WAR-38, GE-WAR-39)."""

    house: HouseId
    units: int
    strength: int  # what the units count
    lent: tuple[Lent, ...] = ()
    castle: int = 0
    bonus: int = 0
    commanded: int = 0  # Immortals that it commands here
    guard: int = 0  # what those count; it is not lent to allies
    attack: int = 0
    ticks: tuple[HouseId, ...] = ()  # whom of those present it ticks


class Result(StrEnum):
    """How a battle was decided."""

    WON = "won"  # one force, or one side of allies, has the highest attack (GE-WAR-40, R-47)
    ALLIES_WON = "allies-won"  # a tie that the only allied side wins (GE-WAR-43)
    WIPED_OUT = "wiped-out"  # a tie that nobody wins (GE-WAR-42)
    GUARD_HELD = "guard-held"  # the Immortals won or tied; only those who betrayed are removed


class Loss(msgspec.Struct, frozen=True, kw_only=True):
    house: HouseId
    units: int


class Round(msgspec.Struct, frozen=True, kw_only=True):
    """One count of a region. A second one follows only where Immortals removed the betrayers and others are left (R-56)."""

    armies: tuple[Army, ...]
    result: Result
    top: tuple[HouseId, ...]  # who has the highest attack
    side: tuple[HouseId, ...] = ()  # the winners and their mutual allies; empty when nobody wins
    losses: tuple[Loss, ...] = ()
    remnants_lost: int = 0
    spared: tuple[HouseId, ...] = ()  # kept their units, because those who won may not kill them


class Overcame(msgspec.Struct, frozen=True, kw_only=True):
    """`house` killed at least one unit of `over` in a battle (GE-WAR-51, R-50)."""

    house: HouseId
    over: HouseId


class Battle(msgspec.Struct, frozen=True, kw_only=True):
    """A battle with all its numbers.

    `retaliation` names the House that lost a unit to each defeated Immortal, in turn, those of `fallen` last (R-57).
    """

    region: RegionId
    rounds: tuple[Round, ...]
    overcame: tuple[Overcame, ...] = ()
    betrayers: tuple[HouseId, ...] = ()
    immortals: tuple[int, ...] = ()  # who fought
    immortals_defeated: bool = False
    retaliation: tuple[HouseId, ...] = ()
    fallen: tuple[int, ...] = ()  # commanded Immortals, defeated with the House that commanded them


@dataclass(frozen=True, slots=True, kw_only=True)
class InLaws:
    """1 Power that `house` owes `to`, a House one of its members is married into, for attacking it in a region (R-61).

    `payer` and `receiver` are the purses; None when nothing was there to pay, which is forgiven (R-07).
    """

    region: RegionId
    house: HouseId
    to: HouseId
    payer: SeatId | None = None
    receiver: SeatId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A House that may rule after a coup, with its units there when Battle ended (R-33)."""

    house: HouseId
    units: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Coup:
    """A Military Coup, or the loss of the castle by which a Sovereign reigned: who may rule now, and why (R-33, R-34, R-36).

    `immortals` are those who were defeated for good. `guarded`: Immortals stood against it.
    """

    region: RegionId
    claims: tuple[Claim, ...] = ()
    guarded: bool = False
    immortals: tuple[int, ...] = ()
    rule: str = "R-34"


@dataclass(frozen=True, slots=True, kw_only=True)
class Starved:
    """A House in famine lost a unit in a region (R-66)."""

    house: HouseId
    region: RegionId


class Reward(msgspec.Struct, frozen=True, kw_only=True):
    """What one House earned this month. `seat` receives it; None when the House has no player.

    Rules: GE-WAR-49, GE-WAR-50, GE-WAR-51, GE-WAR-52, GE-WAR-53, R-06.
    """

    house: HouseId
    seat: SeatId | None
    castles: tuple[RegionId, ...] = ()
    for_castles: int = 0
    overcame: tuple[OvercameAt, ...] = ()
    for_overcoming: int = 0
    rumors: tuple[RegionId, ...] = ()  # one entry for each token held
    for_rumors: int = 0
    spoils: tuple[RegionId, ...] = ()  # regions where the further Favor is due

    @property
    def power(self) -> int:
        return self.for_castles + self.for_overcoming

    @property
    def favors(self) -> int:
        return self.for_rumors + len(self.spoils)


class OvercameAt(msgspec.Struct, frozen=True, kw_only=True):
    """Whom a House overcame in the region of a castle it holds."""

    region: RegionId
    over: tuple[HouseId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stood:
    """What stood where before a month changed anything: what "since last month" is measured from. Only regions with something."""

    units: Mapping[RegionId, Mapping[HouseId, int]] = field(default_factory=dict)
    flags: Mapping[RegionId, tuple[HouseId, ...]] = field(default_factory=dict)
    remnants: Mapping[RegionId, int] = field(default_factory=dict)
    rumors: Mapping[RegionId, int] = field(default_factory=dict)
    immortals: Mapping[RegionId, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """What a step found before it changed anything: what the engine is asked about again when somebody asks why.

    Only what that step counts: flags in Battle and Rewards, Rumors in Rewards, the stockpile in Recruit. `holder` is who reigned.
    """

    step: StepId
    units: Mapping[RegionId, Mapping[HouseId, int]] = field(default_factory=dict)
    stock: Mapping[HouseId, int] = field(default_factory=dict)
    flags: Mapping[RegionId, tuple[HouseId, ...]] = field(default_factory=dict)  # only castles that bear one
    remnants: Mapping[RegionId, int] = field(default_factory=dict)
    rumors: tuple[tuple[RumorId, RegionId], ...] = ()
    immortals: tuple[Immortal, ...] = ()
    holder: SeatId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MonthRecord:
    """What happened in the War Room in one month, step by step. `began` is the board before the first of it."""

    month: int = 0
    done: tuple[StepId, ...] = ()
    opened_at: datetime | None = None  # when the orders were opened
    present: tuple[SeatId, ...] = ()  # who was in the War Room when the orders were opened
    sheets: tuple[OpenedSheet, ...] = ()
    set_aside: tuple[SetAside, ...] = ()
    stances: tuple[Stance, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    guard_moves: tuple[GuardMove, ...] = ()
    battles: tuple[Battle, ...] = ()
    peace: tuple[RegionId, ...] = ()
    rewards: tuple[Reward, ...] = ()
    in_laws: tuple[InLaws, ...] = ()
    castle_lost: Coup | None = None  # the castle by which the Sovereign reigned, and who succeeds
    coup: Coup | None = None
    starved: tuple[Starved, ...] = ()
    changed: tuple[RegionId, ...] = ()
    doubts: tuple[str, ...] = ()  # results that counted other numbers than those they now stand on
    began: Stood | None = None
    grounds: tuple[Ground, ...] = ()

    def stance(self, house: HouseId) -> Stance:
        """A House's stance; one that nobody recorded is that of a House which sent nobody."""
        for stance in self.stances:
            if stance.house == house:
                return stance
        return Stance(house=house, source=StanceFrom.ABSENT)

    def sheet(self, seat: SeatId) -> OpenedSheet | None:
        """The sheet of a player that counts this month."""
        return next((each for each in self.sheets if each.seat == seat), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Castle:
    """A castle and the flags on it: holding, owning and controlling it all mean having a flag there (R-51)."""

    region: RegionId
    name: str
    home: HouseId | None = None
    flags: frozenset[HouseId] = frozenset()
    opens: tuple[ProvinceId, ...] = ()
    destroyed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RumorToken:
    """A Rumor; off the map while `region` is None."""

    id: RumorId
    region: RegionId | None
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Immortal:
    """One of the guards. Off the board it comes back at the end of month `away_until` (R-58), or never when `gone`.

    `task` says what it was sent for; it goes home to the Court in the Return of month `home_in` (R-59, R-98).
    """

    id: int
    region: RegionId | None
    away_until: int | None = None
    gone: bool = False
    task: str = ""
    home_in: int | None = None
    commander: HouseId | None = None  # the House that ordered it this month


@dataclass(frozen=True, slots=True, kw_only=True)
class WarState(RoomState):
    """The board, the record of this month and of the one before."""

    units: Mapping[RegionId, Mapping[HouseId, int]] = field(default_factory=dict)  # only regions and Houses with units
    stock: Mapping[HouseId, int] = field(default_factory=dict)
    castles: Mapping[RegionId, Castle] = field(default_factory=dict)
    remnants: Mapping[RegionId, int] = field(default_factory=dict)
    rumors: tuple[RumorToken, ...] = ()
    spares_used: int = 0
    immortals: tuple[Immortal, ...] = ()
    record: MonthRecord = field(default_factory=MonthRecord)
    past: MonthRecord | None = None

    def count(self, region: RegionId, house: HouseId) -> int:
        """A House's units in a region."""
        return self.units.get(region, {}).get(house, 0)

    def on_map(self, house: HouseId) -> int:
        """A House's units on the whole map."""
        return sum(there.get(house, 0) for there in self.units.values())

    def on_map_by_house(self) -> dict[HouseId, int]:
        """Every House's units on the whole map; only Houses with units."""
        found: dict[HouseId, int] = {}
        for there in self.units.values():
            for house, units in there.items():
                found[house] = found.get(house, 0) + units
        return found

    def immortals_in(self, region: RegionId) -> tuple[int, ...]:
        """The Immortals that stand in a region."""
        return tuple(each.id for each in self.immortals if each.region == region)

    def is_empty(self, region: RegionId) -> bool:
        """Is a region empty of everything that fights (R-54, R-60)?"""
        return not self.units.get(region) and not self.remnants.get(region) and not self.immortals_in(region)


def war_of(state: GameState) -> WarState:
    """The War Room's part of a state; an empty board before the event is set up."""
    found = state.rooms.get(Room.WAR)
    return found if isinstance(found, WarState) else WarState()


def with_war(state: GameState, war: WarState) -> GameState:
    """The state with the War Room's part replaced."""
    return with_room(state, Room.WAR, war)


def recorded(war: WarState, month: int) -> MonthRecord:
    """The record of a month; a fresh one when nothing is known of it."""
    known = (war.record, *((war.past,) if war.past else ()))
    return next((each for each in known if each.month == month), MonthRecord(month=month))


def record_of(state: GameState) -> MonthRecord:
    """The record of the month that is played now."""
    return recorded(war_of(state), state.clock.month)


def in_month(war: WarState, month: int) -> WarState:
    """The war with the record of that month open; the record that was open becomes the past one."""
    if war.record.month == month:
        return war
    record = recorded(war, month)
    if record.began is None:
        record = replace(record, began=stood(war))
    return replace(war, record=record, past=war.record if war.record.month else None)


def stood(war: WarState) -> Stood:
    """What stands where now."""
    return Stood(
        units=war.units,
        flags={region: tuple(sorted(castle.flags)) for region, castle in war.castles.items() if castle.flags},
        remnants={region: count for region, count in war.remnants.items() if count},
        rumors=dict(Counter(token.region for token in war.rumors if token.region is not None)),
        immortals=dict(Counter(each.region for each in war.immortals if each.region is not None)),
    )


def noted(war: WarState, *, regions: tuple[RegionId, ...] = (), step: StepId | None = None, doubt: str = "") -> WarState:
    """The war with changed regions, a step carried out, or a doubt written into its record."""
    return replace(war, record=told(war.record, regions=regions, step=step, doubts=(doubt,) if doubt else ()))


def told(
    record: MonthRecord, *, regions: Iterable[RegionId] = (), step: StepId | None = None, doubts: Iterable[str] = (), **more: Any
) -> MonthRecord:
    """The record with changed regions, a step carried out, doubts, and what else is to be written into it, all in one go."""
    new = {*regions}.difference(record.changed)
    return replace(
        record,
        changed=tuple(sorted((*record.changed, *new))) if new else record.changed,
        done=(*record.done, step) if step else record.done,
        doubts=(*record.doubts, *doubts),
        **more,
    )


Shift = tuple[RegionId, HouseId, int]  # so many units of a House more, or fewer, in a region


def shifted(war: WarState, shifts: Iterable[Shift]) -> WarState:
    """The war after these shifts of units. Numbers may go below zero: `broken` tells."""
    units, changed = dict(war.units), dict[RegionId, dict[HouseId, int]]()
    for region, house, by in shifts:
        there = changed.get(region)
        if there is None:
            units[region] = there = changed[region] = dict(units.get(region, {}))
        there[house] = there.get(house, 0) + by
    for region, there in changed.items():
        if not all(there.values()):
            units[region] = there = {house: count for house, count in there.items() if count}
        if not there:
            del units[region]
    return replace(war, units=units)


def stocked(war: WarState, pieces: Mapping[HouseId, int]) -> WarState:
    """The war with so many pieces more, or fewer, in each House's stockpile."""
    return replace(war, stock={**war.stock, **{house: war.stock.get(house, 0) + by for house, by in pieces.items()}})
