"""What laws and schemes do on the map this month (GE-WAR-81 to -85, R-67 to -70).

The rules of the other modules ask here and nowhere else. Laws 11 to 13 send food; whatever else acts on the map fills the further
fields when it is built.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from control.game.state import GameState
from control.scenario.ids import HouseId, RegionId


@dataclass(frozen=True, slots=True, kw_only=True)
class Closure:
    """A region that may not be entered, by one House or, when `house` is None, by any (R-69)."""

    region: RegionId
    house: HouseId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Effects:
    """What is in force on the map in one month."""

    fed: frozenset[HouseId] = frozenset()  # Houses that are sent food (GE-WAR-81)
    closed: frozenset[Closure] = frozenset()  # GE-WAR-82
    treaties: frozenset[RegionId] = frozenset()  # GE-WAR-83
    forced: Mapping[HouseId, frozenset[HouseId]] = field(default_factory=dict)  # GE-WAR-84, R-70
    per_unit: frozenset[HouseId] = frozenset()  # whose units count one more each (R-68, Military Aid)
    per_battle: frozenset[HouseId] = frozenset()  # whose attack value is one higher (R-68, Black Powder)
    doubled: frozenset[HouseId] = frozenset()  # whose Recruits bring two units

    def bars(self, house: HouseId, region: RegionId) -> bool:
        """Is the region closed to this House (GE-WAR-82)?"""
        return Closure(region=region) in self.closed or Closure(region=region, house=house) in self.closed


NO_EFFECTS = Effects()


def effects_in(state: GameState) -> Effects:
    """What is in force in the month that is played now: a law of this month acts from the next on (R-19)."""
    month = state.clock.month
    laws = [law for law in state.laws if law.since < month]
    return Effects(fed=frozenset(food.receiver for law in laws for food in law.effects.food))
