"""Who stands in one region when its battle is counted, and what helps or binds them there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.war.game.records.battles import ByFavor, ByHand


@dataclass(slots=True, kw_only=True)
class Forces:
    """Who stands in one region when its battle is counted. What is said of Houses that are not there counts for nothing.

    Nobody keeps it or changes it. It is not frozen, for one is made for every battle, and that would take three times as long.
    """

    region: RegionId
    units: Mapping[HouseId, int]  # of the Houses present, each at least 1
    ticks: Mapping[HouseId, frozenset[HouseId]] = field(default_factory=dict)  # whom each House helps
    flags: frozenset[HouseId] = frozenset()  # Houses holding a castle here
    remnants: int = 0
    remnant_attack: int = 1
    immortals: tuple[int, ...] = ()  # those that stand guard; `commanded` are no part of them
    immortal_attack: int = 2
    commanded: Mapping[HouseId, tuple[int, ...]] = field(default_factory=dict)  # beside the House that commands them
    betrayers: frozenset[HouseId] = frozenset()
    sovereign: HouseId | None = None  # the House of the Sovereign, None for the God Emperor or an empty throne
    one_retaliation: bool = False  # the Immortals kill 1 in all instead of 1 each
    treaty: bool = False
    per_unit: frozenset[HouseId] = frozenset()  # whose units count one more each
    per_battle: frozenset[HouseId] = frozenset()  # whose attack value is one higher, by Black Powder
    aided: frozenset[HouseId] = frozenset()  # the same by Military Aid, where a scenario counts it per battle
    banned: frozenset[tuple[HouseId, HouseId]] = frozenset()  # the first may not kill units of the second
    favors: Mapping[HouseId, tuple[ByFavor, ...]] = field(default_factory=dict)  # what Favors change here (GE-FAV-03)
    chosen: Mapping[int, HouseId] = field(default_factory=dict)  # whose unit an Immortal kills, where War Control decided
    names: Mapping[HouseId, str] = field(default_factory=dict)  # for the alphabetical order of R-57
    by_hand: ByHand | None = None  # what War Control changed of this battle

    @property
    def attackers_of_guard(self) -> frozenset[HouseId]:
        """Houses here that betray while Immortals stand here (GE-WAR-63)."""
        return self.betrayers.intersection(self.units) if self.immortals else frozenset()

    @property
    def loyal(self) -> HouseId | None:
        """The Sovereign's House when it is here and does not betray (GE-WAR-62, R-56)."""
        here = self.sovereign is not None and self.sovereign in self.units and self.sovereign not in self.betrayers
        return self.sovereign if here else None

    def helps(self, one: HouseId, other: HouseId) -> bool:
        """Does one House tick the other here? Not between a betrayer and the Sovereign's loyal House (GE-WAR-44, R-56)."""
        if other not in self.ticks.get(one, frozenset()):
            return False
        if not self.immortals:
            return True
        attackers = self.attackers_of_guard
        torn = (one in attackers and other == self.loyal) or (other in attackers and one == self.loyal)
        return not torn

    def strength(self, house: HouseId) -> int:
        """What a House's units here count."""
        return self.units[house] * (2 if house in self.per_unit else 1)

    def plus(self, house: HouseId, counted: int) -> int:
        """What War Control adds to a force that counts so much by itself; none counts less than nothing."""
        named = self.by_hand.plus if self.by_hand is not None else ()
        return max(sum(each.by for each in named if each.house == house), -counted)


def favored(favors: Iterable[ByFavor], counted: int) -> tuple[ByFavor, ...]:
    """What Favors change of an attack value that is so much without them: it is never below 0 (GE-FAV-03)."""
    found = []
    for each in sorted(favors, key=lambda favor: -favor.by):
        by = max(each.by, -counted)
        if by:
            found.append(ByFavor(favor=each.favor, by=by))
        counted += by
    return tuple(found)
