"""The record of a month in the War Room: what its steps found and brought about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

import msgspec

from control.engine.ids import SeatId, StepId
from rooms.realm.scenario.ids import HouseId, RegionId, RumorId
from rooms.war.game.board import Immortal
from rooms.war.game.records.battles import Battle, ByHand
from rooms.war.game.records.orders import GuardMove, OpenedSheet, Outcome, SetAside, Stance, StanceFrom


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
    by_hand: Mapping[RegionId, ByHand] = field(default_factory=dict)  # what War Control changed of this month's battles

    def stance(self, house: HouseId) -> Stance:
        """A House's stance; one that nobody recorded is that of a House which sent nobody."""
        for stance in self.stances:
            if stance.house == house:
                return stance
        return Stance(house=house, source=StanceFrom.ABSENT)

    def sheet(self, seat: SeatId) -> OpenedSheet | None:
        """The sheet of a player that counts this month."""
        return next((each for each in self.sheets if each.seat == seat), None)
