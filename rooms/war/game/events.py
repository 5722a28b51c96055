"""What happens in the War Room: facts with their numbers. The sentences are made in `words`."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from control.engine.ids import SeatId

from rooms.realm.scenario.ids import HouseId, RegionId, RumorId
from rooms.war.game.state import (
    Battle,
    Castle,
    GuardMove,
    Immortal,
    OpenedSheet,
    Outcome,
    Reward,
    RumorToken,
    SetAside,
    Stance,
)
from rooms.war.rules.board import Placed, Stocked
from rooms.war.rules.castles import FlagChange


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardSet:
    """The board as it stands when month 1 begins."""

    units: tuple[Placed, ...]
    stock: tuple[Stocked, ...]
    castles: tuple[Castle, ...]
    remnants: tuple[RegionId, ...]
    rumors: tuple[RumorToken, ...]
    immortals: tuple[Immortal, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OrdersOpened:
    """The sheets of those in the War Room were opened, others set aside; from now on every House's stance is known."""

    month: int
    at: datetime
    present: tuple[SeatId, ...]
    sheets: tuple[OpenedSheet, ...]
    set_aside: tuple[SetAside, ...]
    stances: tuple[Stance, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OrdersCorrected:
    """War Control entered or replaced one opened sheet, with what follows for the stances. `admitted`: a sealed sheet let in."""

    month: int
    sheet: OpenedSheet
    present: tuple[SeatId, ...]
    stances: tuple[Stance, ...]
    admitted: bool
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MovesMade:
    """All Moves, carried out at once, those of commanded Immortals too (R-59)."""

    month: int
    outcomes: tuple[Outcome, ...]
    guard_moves: tuple[GuardMove, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleFought:
    """The battle of one region."""

    month: int
    battle: Battle


@dataclass(frozen=True, slots=True, kw_only=True)
class PeaceKept:
    """Several Houses stand in a region and no battle happened."""

    month: int
    region: RegionId
    houses: tuple[HouseId, ...]
    treaty: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FlagsChanged:
    """What the end of Battle changed on the castles; it closes the step also when nothing changed."""

    month: int
    changes: tuple[FlagChange, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RewardsPaid:
    """What every House earned; Power and Favors follow as events of the treasury. `rumors_removed` leave the map (R-55)."""

    month: int
    rewards: tuple[Reward, ...]
    rumors_removed: tuple[RumorId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecruitsPlaced:
    """All Recruits, carried out."""

    month: int
    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ImmortalsReturned:
    """Defeated Immortals came back (R-58)."""

    month: int
    immortals: tuple[int, ...]
    region: RegionId


@dataclass(frozen=True, slots=True, kw_only=True)
class RemnantsReturned:
    """A remnant appeared at each of these castles (GE-WAR-56)."""

    month: int
    regions: tuple[RegionId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GuardMoved:
    """The Immortals at the Court moved with it (GE-CRT-62)."""

    month: int
    immortals: tuple[int, ...]
    origin: RegionId
    region: RegionId


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitsAdjusted:
    """War Control set a House's units in a region; the difference came from, or went to, its stockpile."""

    month: int
    region: RegionId
    house: HouseId
    before: int
    after: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FlagAdjusted:
    month: int
    region: RegionId
    house: HouseId
    on: bool
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RemnantAdjusted:
    month: int
    region: RegionId
    before: int
    after: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ImmortalAdjusted:
    """War Control placed an Immortal, or took it off the board until the end of month `away_until`."""

    month: int
    immortal: int
    origin: RegionId | None
    region: RegionId | None
    away_until: int | None
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RumorMoved:
    month: int
    rumor: RumorId
    origin: RegionId | None
    region: RegionId | None
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RumorPlaced:
    """A new Rumor with the next spare text."""

    month: int
    rumor: RumorId
    region: RegionId
    text: str
    reason: str
