"""What lies on the board besides units: castles with their flags, Rumors, Immortals."""

from __future__ import annotations

from dataclasses import dataclass

from control.engine.reasons import Told
from rooms.realm.scenario.ids import HouseId, ProvinceId, RegionId, RumorId


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
    task: Told = ""
    home_in: int | None = None
    commander: HouseId | None = None  # the House that ordered it this month
