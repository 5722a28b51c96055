"""Battle: one region, counted after every Move has been carried out (GE-WAR-32, -35 to -44, -51, -57, -60 to -67).

The edges are those of R-46 to R-50, R-56 and R-57. A region is counted as it lies, without a look at the rest of the map. Immortals
fight only where somebody betrays; then they are one force of their own, allied with the Sovereign's House when that is there and
loyal.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from control.scenario.ids import HouseId, RegionId
from rooms.war.state import IMMORTALS, REMNANTS, Army, Battle, Lent, Loss, Overcame, Result, Round


@dataclass(frozen=True, slots=True, kw_only=True)
class Forces:
    """Who stands in one region when its battle is counted."""

    region: RegionId
    units: Mapping[HouseId, int]  # of the Houses present, each at least 1
    ticks: Mapping[HouseId, frozenset[HouseId]] = field(default_factory=dict)  # whom each House helps
    flags: frozenset[HouseId] = frozenset()  # Houses holding a castle here
    remnants: int = 0
    remnant_attack: int = 1
    immortals: tuple[int, ...] = ()
    immortal_attack: int = 2
    betrayers: frozenset[HouseId] = frozenset()
    sovereign: HouseId | None = None  # the House of the Sovereign, None for the God Emperor or an empty throne
    one_retaliation: bool = False  # the Immortals kill 1 in all instead of 1 each
    treaty: bool = False
    per_unit: frozenset[HouseId] = frozenset()  # whose units count one more each
    per_battle: frozenset[HouseId] = frozenset()  # whose attack value is one higher
    names: Mapping[HouseId, str] = field(default_factory=dict)  # for the alphabetical order of R-57

    @property
    def attackers_of_guard(self) -> frozenset[HouseId]:
        """Houses here that betray while Immortals stand here (GE-WAR-63)."""
        return self.betrayers & self.units.keys() if self.immortals else frozenset()

    @property
    def loyal(self) -> HouseId | None:
        """The Sovereign's House when it is here and does not betray (R-56)."""
        here = self.sovereign is not None and self.sovereign in self.units and self.sovereign not in self.betrayers
        return self.sovereign if here else None

    def helps(self, one: HouseId, other: HouseId) -> bool:
        """Does one House tick the other here? Not between a betrayer and the Sovereign's loyal House (R-56)."""
        if other not in self.ticks.get(one, frozenset()):
            return False
        if not self.immortals:
            return True
        attackers = self.attackers_of_guard
        torn = (one in attackers and other == self.loyal) or (other in attackers and one == self.loyal)
        return not torn

    def mutual(self, one: HouseId, other: HouseId) -> bool:
        """Are two forces mutual allies?"""
        if IMMORTALS in (one, other):
            return self.loyal is not None and self.loyal in (one, other)
        return self.helps(one, other) and self.helps(other, one)

    def strength(self, house: HouseId) -> int:
        """What a House's units here count."""
        return self.units[house] * (2 if house in self.per_unit else 1)


def is_battle(forces: Forces) -> bool:
    """Does a battle happen (GE-WAR-35, -36, -57, -83, R-46)?"""
    if forces.treaty or not forces.units:
        return False
    if forces.remnants or forces.attackers_of_guard:
        return True
    houses = tuple(forces.units)
    return any(not forces.helps(one, other) for one in houses for other in houses if one != other)


def armies_in(forces: Forces) -> tuple[Army, ...]:
    """Every force with its attack value (GE-WAR-37 to -39): the Houses by id, then remnants, then Immortals that fight."""
    guarded = bool(forces.attackers_of_guard)
    guard = len(forces.immortals) * forces.immortal_attack if guarded else 0
    armies = [_army(forces, house, guard if house == forces.loyal else 0) for house in sorted(forces.units)]
    if forces.remnants:
        strength = forces.remnants * forces.remnant_attack
        armies.append(Army(house=REMNANTS, units=forces.remnants, strength=strength, attack=strength))
    if guarded:
        lent = (Lent(house=forces.loyal, strength=forces.strength(forces.loyal)),) if forces.loyal else ()
        attack = guard + sum(each.strength for each in lent)
        armies.append(Army(house=IMMORTALS, units=len(forces.immortals), strength=guard, lent=lent, attack=attack))
    return tuple(armies)


def _army(forces: Forces, house: HouseId, guard: int) -> Army:
    lent = [
        Lent(house=other, strength=forces.strength(other))
        for other in sorted(forces.units)
        if other != house and forces.helps(other, house)
    ]
    if guard:
        lent.append(Lent(house=IMMORTALS, strength=guard))
    castle, bonus = int(house in forces.flags), int(house in forces.per_battle)
    strength = forces.strength(house)
    return Army(
        house=house,
        units=forces.units[house],
        strength=strength,
        lent=tuple(lent),
        castle=castle,
        bonus=bonus,
        attack=strength + sum(each.strength for each in lent) + castle + bonus,
        ticks=tuple(other for other in sorted(forces.units) if other != house and forces.helps(house, other)),
    )


def sides_of(forces: Forces, tied: Collection[HouseId]) -> tuple[tuple[HouseId, ...], ...]:
    """The forces at the highest value, put together into sides by mutual alliances, directly or through one another (R-47)."""
    left, sides = sorted(tied), []
    while left:
        side, reached = [], [left.pop(0)]
        while reached:
            side.append(reached.pop())
            linked = [each for each in left if forces.mutual(side[-1], each)]
            left = [each for each in left if each not in linked]
            reached.extend(linked)
        sides.append(tuple(sorted(side)))
    return tuple(sides)


def fight(forces: Forces) -> Battle | None:
    """The battle of one region, None where none happens."""
    if not is_battle(forces):
        return None
    attackers = forces.attackers_of_guard
    first = _count(forces)
    rounds = [first]
    rest = {house: units for house, units in forces.units.items() if house not in attackers}
    if first.result is Result.GUARD_HELD and is_battle(after := replace(forces, units=rest, immortals=())):
        rounds.append(_count(after))
    in_massacre = first.result is Result.WIPED_OUT or (first.result is Result.GUARD_HELD and not first.side)
    defeated = bool(attackers & frozenset(first.side)) or (in_massacre and bool(attackers & frozenset(first.top)))
    overcame = {each for count in rounds for each in _overcame(forces, count)}
    return Battle(
        region=forces.region,
        rounds=tuple(rounds),
        overcame=tuple(sorted(overcame, key=lambda each: (each.house, each.over))),
        betrayers=tuple(sorted(attackers)),
        immortals=forces.immortals if attackers else (),
        immortals_defeated=defeated,
        retaliation=_retaliation(forces, first) if defeated else (),
    )


def _count(forces: Forces) -> Round:
    armies = armies_in(forces)
    highest = max(army.attack for army in armies)
    top = tuple(army.house for army in armies if army.attack == highest)
    sides = sides_of(forces, top)
    allied = [side for side in sides if _in_alliance(forces, side, armies)]
    if len(sides) == 1:
        return _won(forces, armies, top, sides[0], Result.WON)
    if len(allied) == 1:
        return _won(forces, armies, top, allied[0], Result.ALLIES_WON)
    if IMMORTALS in top and forces.loyal not in top:
        return _guard_held(forces, armies, top, side=())
    losses = tuple(Loss(house=house, units=forces.units[house]) for house in sorted(forces.units))
    return Round(armies=armies, result=Result.WIPED_OUT, top=top, losses=losses, remnants_lost=forces.remnants)


def _in_alliance(forces: Forces, side: tuple[HouseId, ...], armies: tuple[Army, ...]) -> bool:
    """Has one of the side a mutual ally with units here, or Immortals allied with it (R-49)?"""
    return any(forces.mutual(one, army.house) for one in side for army in armies if army.house != one)


def _won(forces: Forces, armies: tuple[Army, ...], top: tuple[HouseId, ...], winners: tuple[HouseId, ...], how: Result) -> Round:
    """The winners and every mutual ally of one stay; all others go (GE-WAR-41, R-47, R-48)."""
    if IMMORTALS in winners and forces.loyal not in winners:
        return _guard_held(forces, armies, top, side=winners)
    side = {army.house for army in armies if army.house in winners or any(forces.mutual(army.house, winner) for winner in winners)}
    losses = tuple(Loss(house=house, units=forces.units[house]) for house in sorted(forces.units) if house not in side)
    lost = 0 if REMNANTS in side else forces.remnants
    return Round(armies=armies, result=how, top=top, side=tuple(sorted(side)), losses=losses, remnants_lost=lost)


def _guard_held(forces: Forces, armies: tuple[Army, ...], top: tuple[HouseId, ...], *, side: tuple[HouseId, ...]) -> Round:
    """A win or tie of the Immortals that the Sovereign's House does not share removes only the betrayers (R-56)."""
    losses = tuple(Loss(house=house, units=forces.units[house]) for house in sorted(forces.attackers_of_guard))
    return Round(armies=armies, result=Result.GUARD_HELD, top=top, side=side, losses=losses)


def _overcame(forces: Forces, count: Round) -> tuple[Overcame, ...]:
    """Who has overcome whom: it opposed one who lost units, and it won or, in a massacre, was tied at the top (R-50)."""
    massacre = count.result is Result.WIPED_OUT or bool(forces.attackers_of_guard & frozenset(count.top))
    credited = count.side or (count.top if massacre else ())
    return tuple(
        Overcame(house=house, over=loss.house)
        for house in credited
        if house in forces.units
        for loss in count.losses
        if house != loss.house and not forces.helps(house, loss.house)
    )


def _retaliation(forces: Forces, count: Round) -> tuple[HouseId, ...]:
    """Whose unit each defeated Immortal kills: the betraying winner with most units, then the first by name (GE-WAR-65, R-57)."""
    left = {house: forces.units[house] for house in forces.attackers_of_guard if house in count.side}
    kills: list[HouseId] = []
    for _each in forces.immortals[: 1 if forces.one_retaliation else None]:
        victim = min(left, key=lambda house: (-left[house], forces.names.get(house, house)), default=None)
        if victim is None or not left[victim]:
            break
        left[victim] -= 1
        kills.append(victim)
    return tuple(kills)
