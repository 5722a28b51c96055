"""Record of one month in the War Room: what its steps found and did."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

import msgspec
from msgspec import Struct, field

from control.engine.ids import SeatId, StepId
from rooms.realm.scenario.ids import HouseId, RegionId, RumorId
from rooms.war.game.board import Immortal
from rooms.war.game.records.battles import Battle, ByHand
from rooms.war.game.records.orders import GuardMove, OpenedSheet, Outcome, SetAside, Stance, StanceFrom


class InLaws(Struct, frozen=True, kw_only=True):
    """1 Power that `house` owes `to`, a House it is married into, for attacking it in a region (R-61).

    `payer` and `receiver`: the purses. Both None if `house` could not pay or `to` could not receive. That debt is forgiven (R-07).
    """

    region: RegionId
    house: HouseId
    to: HouseId
    payer: SeatId | None = None
    receiver: SeatId | None = None


class Claim(Struct, frozen=True, kw_only=True):
    """A House that may rule after a coup, with its units there when Battle ended (R-33)."""

    house: HouseId
    units: int


class Coup(Struct, frozen=True, kw_only=True):
    """A Military Coup, or the loss of the castle a Sovereign reigns from. `claims`: Houses that may rule now (R-33, R-34, R-36).

    `guarded`: Immortals defended the region; `immortals`: those defeated for good; `rule`: the ruling that applies.
    """

    region: RegionId
    claims: tuple[Claim, ...] = ()
    guarded: bool = False
    immortals: tuple[int, ...] = ()
    rule: str = "R-34"


class Starved(Struct, frozen=True, kw_only=True):
    """A House in famine lost a unit in a region (R-66)."""

    house: HouseId
    region: RegionId


class Reward(msgspec.Struct, frozen=True, kw_only=True):
    """One House's rewards this month. `seat`: the receiver, None if the House has no player.

    Rules: GE-WAR-49, GE-WAR-50, GE-WAR-51, GE-WAR-52, GE-WAR-53, R-06.
    """

    house: HouseId
    seat: SeatId | None
    castles: tuple[RegionId, ...] = ()
    for_castles: int = 0
    overcame: tuple[OvercameAt, ...] = ()
    for_overcoming: int = 0
    rumors: tuple[RegionId, ...] = ()  # one entry per token held
    for_rumors: int = 0
    spoils: tuple[RegionId, ...] = ()  # regions with the further Favor

    @property
    def power(self) -> int:
        return self.for_castles + self.for_overcoming

    @property
    def favors(self) -> int:
        return self.for_rumors + len(self.spoils)


class OvercameAt(msgspec.Struct, frozen=True, kw_only=True):
    """Houses that a House overcame in the region of a castle it holds."""

    region: RegionId
    over: tuple[HouseId, ...]


class Stood(Struct, frozen=True, kw_only=True):
    """The board before the month changed anything, as the basis of "since last month". Empty regions are left out."""

    units: Mapping[RegionId, Mapping[HouseId, int]] = field(default_factory=dict)
    flags: Mapping[RegionId, tuple[HouseId, ...]] = field(default_factory=dict)
    remnants: Mapping[RegionId, int] = field(default_factory=dict)
    rumors: Mapping[RegionId, int] = field(default_factory=dict)
    immortals: Mapping[RegionId, int] = field(default_factory=dict)


class Ground(Struct, frozen=True, kw_only=True):
    """The board that a step found, kept so that the engine can explain results later.

    Only what the step uses: flags in Battle and Rewards, Rumors in Rewards, the stockpile in Recruit. `holder`: the Sovereign then.
    """

    step: StepId
    units: Mapping[RegionId, Mapping[HouseId, int]] = field(default_factory=dict)
    stock: Mapping[HouseId, int] = field(default_factory=dict)
    flags: Mapping[RegionId, tuple[HouseId, ...]] = field(default_factory=dict)  # castles with a flag only
    remnants: Mapping[RegionId, int] = field(default_factory=dict)
    rumors: tuple[tuple[RumorId, RegionId], ...] = ()
    immortals: tuple[Immortal, ...] = ()
    holder: SeatId | None = None


class MonthRecord(Struct, frozen=True, kw_only=True):
    """What happened in the War Room in one month, step by step. `began`: the board before the first step."""

    month: int = 0
    done: tuple[StepId, ...] = ()
    opened_at: datetime | None = None  # time the orders were opened
    present: tuple[SeatId, ...] = ()  # players in the War Room when the orders were opened
    sheets: tuple[OpenedSheet, ...] = ()
    set_aside: tuple[SetAside, ...] = ()
    stances: tuple[Stance, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    guard_moves: tuple[GuardMove, ...] = ()
    battles: tuple[Battle, ...] = ()
    peace: tuple[RegionId, ...] = ()
    rewards: tuple[Reward, ...] = ()
    in_laws: tuple[InLaws, ...] = ()
    castle_lost: Coup | None = None  # castle the Sovereign lost, and who succeeds
    coup: Coup | None = None
    starved: tuple[Starved, ...] = ()
    changed: tuple[RegionId, ...] = ()
    doubts: tuple[str, ...] = ()  # results counted from numbers that no longer match
    began: Stood | None = None
    grounds: tuple[Ground, ...] = ()
    by_hand: Mapping[RegionId, ByHand] = field(default_factory=dict)  # War Control's changes to this month's battles

    def stance(self, house: HouseId) -> Stance:
        """A House's stance. Without a recorded one, the House counts as absent."""
        for stance in self.stances:
            if stance.house == house:
                return stance
        return Stance(house=house, source=StanceFrom.ABSENT)

    def sheet(self, seat: SeatId) -> OpenedSheet | None:
        """A player's sheet that counts this month."""
        return next((each for each in self.sheets if each.seat == seat), None)
