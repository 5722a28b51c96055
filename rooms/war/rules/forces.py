"""Forces in one region when its battle is counted, with everything that changes the count."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct, field

from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.war.game.records.battles import ByFavor, ByHand


class Forces(Struct, frozen=True, kw_only=True):
    """Input of one battle: the forces in a region and everything that changes the count. Houses that are not there are ignored."""

    region: RegionId
    units: Mapping[HouseId, int]  # Houses present, each with at least 1
    ticks: Mapping[HouseId, frozenset[HouseId]] = field(default_factory=dict)  # Houses that each House helps
    flags: frozenset[HouseId] = frozenset()  # Houses holding a castle here
    remnants: int = 0
    remnant_attack: int = 1
    immortals: tuple[int, ...] = ()  # guards only, without `commanded`
    immortal_attack: int = 2
    commanded: Mapping[HouseId, tuple[int, ...]] = field(default_factory=dict)  # fight beside their commander
    betrayers: frozenset[HouseId] = frozenset()
    sovereign: HouseId | None = None  # House of the Sovereign. None for the God Emperor or an empty throne
    one_retaliation: bool = False  # the Immortals kill 1 in all instead of 1 each
    treaty: bool = False
    per_unit: frozenset[HouseId] = frozenset()  # Houses whose units count 1 more each
    per_battle: frozenset[HouseId] = frozenset()  # Houses with +1 attack by Black Powder
    aided: frozenset[HouseId] = frozenset()  # +1 attack by Military Aid, in scenarios that count it per battle
    banned: frozenset[tuple[HouseId, HouseId]] = frozenset()  # the first may not kill units of the second
    favors: Mapping[HouseId, tuple[ByFavor, ...]] = field(default_factory=dict)  # changes of attack values here (GE-FAV-03)
    chosen: Mapping[int, HouseId] = field(default_factory=dict)  # victim of an Immortal, if War Control chose
    names: Mapping[HouseId, str] = field(default_factory=dict)  # for the alphabetical order of R-57
    by_hand: ByHand | None = None  # War Control's changes to this battle

    @property
    def attackers_of_guard(self) -> frozenset[HouseId]:
        """Houses here that betray, if Immortals guard this region (GE-WAR-63)."""
        return self.betrayers.intersection(self.units) if self.immortals else frozenset()

    @property
    def loyal(self) -> HouseId | None:
        """The Sovereign's House if it is here and does not betray (GE-WAR-62, R-56)."""
        here = self.sovereign is not None and self.sovereign in self.units and self.sovereign not in self.betrayers
        return self.sovereign if here else None

    def helps(self, one: HouseId, other: HouseId) -> bool:
        """Whether one House's tick for the other counts here. Ticks between a betrayer and the Sovereign's loyal House do not.

        Rules: GE-WAR-44, R-56.
        """
        if other not in self.ticks.get(one, frozenset()):
            return False
        if not self.immortals:
            return True
        attackers = self.attackers_of_guard
        torn = (one in attackers and other == self.loyal) or (other in attackers and one == self.loyal)
        return not torn

    def strength(self, house: HouseId) -> int:
        """What a House's units here add to attack values."""
        return self.units[house] * (2 if house in self.per_unit else 1)

    def plus(self, house: HouseId, counted: int) -> int:
        """What War Control adds to a House's attack value of `counted`. The sum never falls below 0."""
        named = self.by_hand.plus if self.by_hand is not None else ()
        return max(sum(each.by for each in named if each.house == house), -counted)


def favored(favors: Iterable[ByFavor], counted: int) -> tuple[ByFavor, ...]:
    """Changes by Favors to an attack value of `counted`. The sum never falls below 0 (GE-FAV-03)."""
    found = []
    for each in sorted(favors, key=lambda favor: -favor.by):
        by = max(each.by, -counted)
        if by:
            found.append(ByFavor(favor=each.favor, by=by))
        counted += by
    return tuple(found)
