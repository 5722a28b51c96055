"""Second implementation of a War Room month, straight from the rulebook, with plain dicts and sets and no code of the console.

It recomputes every value at each use, so that it shares no shortcut with the console.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

GUARD, RUIN = "the guard", "the remnants"


@dataclass
class B:
    """One region as it is when its battle is counted.

    `units`: number by House.
    `ticks`: Houses that each House ticks.
    `flags`: Houses with a flag here.
    `immortals`: the guard.
    `betray`: betraying Houses.
    `sovereign`: the Sovereign's House.
    `commanded`: Immortals at the side of the House that commands them.
    `banned`: pairs (killer, victim) that a ban forbids.
    `aid`: Houses with Military Aid.
    `powder`: Houses with Black Powder.
    """

    units: Mapping[str, int]
    ticks: Mapping[str, frozenset[str]]
    flags: frozenset[str] = frozenset()
    remnants: int = 0
    immortals: int = 0
    betray: frozenset[str] = frozenset()
    sovereign: str | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    commanded: Mapping[str, int] = field(default_factory=dict)
    banned: frozenset[tuple[str, str]] = frozenset()
    aid: frozenset[str] = frozenset()
    powder: frozenset[str] = frozenset()

    @property
    def traitors(self) -> set[str]:
        return {house for house in self.units if house in self.betray} if self.immortals else set()

    @property
    def loyal(self) -> str | None:
        return self.sovereign if self.sovereign in self.units and self.sovereign not in self.betray else None

    def helps(self, one: str, other: str) -> bool:
        """Whether a tick counts (GE-WAR-24). Beside Immortals, ticks between the loyal House and traitors do not (R-56)."""
        if self.traitors and self.loyal in (one, other) and {one, other} & self.traitors:
            return False
        return other in self.ticks.get(one, frozenset())

    def allied(self, one: str, other: str) -> bool:
        """Whether two forces are mutual allies. The guard's only ally is the Sovereign's loyal House (R-56)."""
        if GUARD in (one, other):
            return self.loyal is not None and self.loyal in (one, other)
        return self.helps(one, other) and self.helps(other, one)

    def forces(self) -> set[str]:
        return set(self.units) | ({RUIN} if self.remnants else set()) | ({GUARD} if self.traitors else set())

    def weight(self, house: str) -> int:
        """Strength of a House's units, for itself and for Houses that it helps (R-68)."""
        return self.units.get(house, 0) * (2 if house in self.aid else 1)

    def spares(self, killers: set[str], victim: str) -> bool:
        """Whether a ban forbids all of these killers to kill the victim (R-94). Only Houses can be banned."""
        return all((killer, victim) in self.banned for killer in killers)

    def value(self, force: str) -> int:
        """Attack value of a force (GE-WAR-37, GE-WAR-38, GE-WAR-39, GE-WAR-60; R-54, R-56, R-59, R-68)."""
        guards = 2 * self.immortals if self.traitors else 0
        if force == RUIN:
            return self.remnants
        if force == GUARD:
            return guards + self.weight(self.loyal or "")
        lent = sum(self.weight(other) for other in self.units if other != force and self.helps(other, force))
        own = self.weight(force) + (force in self.flags) + (force in self.powder) + 2 * self.commanded.get(force, 0)
        return own + lent + (guards if force == self.loyal else 0)

    def is_battle(self) -> bool:
        """Whether there is a battle (GE-WAR-35, GE-WAR-36, GE-WAR-57, GE-WAR-63, R-46)."""
        torn = any(not self.helps(one, other) for one in self.units for other in self.units if one != other)
        return bool(self.units) and bool(self.remnants or self.traitors or torn)


@dataclass
class Fought:
    """Result of a battle. `overcame`: pairs (winner, loser)."""

    lost: Counter[str] = field(default_factory=Counter)
    ruins: int = 0
    overcame: set[tuple[str, str]] = field(default_factory=set)
    guard_fell: bool = False
    fallen: Counter[str] = field(default_factory=Counter)  # commanded Immortals, by their House


def fought(b: B) -> Fought:
    """Fight the battle of one region (R-46, R-47, R-48, R-49, R-50, R-56, R-57, R-59, R-94)."""
    found = Fought()
    if not b.is_battle():
        return found
    best = max(b.value(force) for force in b.forces())
    top = {force for force in b.forces() if b.value(force) == best}
    sides = _sides(b, top)
    allied = [side for side in sides if any(b.allied(one, other) for one in side for other in b.forces() if one != other)]
    winners = sides[0] if len(sides) == 1 else allied[0] if len(allied) == 1 else set()
    guard_alone = GUARD in (winners or top) and b.loyal not in (winners or top)
    standing: set[str] = set()
    if guard_alone:
        found.lost = Counter({house: b.units[house] for house in b.traitors})
        found.guard_fell = not winners and bool(top & b.traitors)
        credit = top if found.guard_fell else set()
    elif winners:
        standing = winners | {force for force in b.forces() if any(b.allied(force, winner) for winner in winners)}
        beaten = {house: number for house, number in b.units.items() if house not in standing}
        found.lost = Counter({house: number for house, number in beaten.items() if not b.spares(winners, house)})
        found.ruins = 0 if RUIN in standing else b.remnants
        found.guard_fell = bool(standing & b.traitors)
        credit = standing
    else:
        enemies = {house: {each for side in sides if house not in side for each in side} for house in b.units}
        found.lost = Counter({house: number for house, number in b.units.items() if not b.spares(enemies[house], house)})
        found.ruins = b.remnants
        found.guard_fell = bool(top & b.traitors)
        credit = top
    found.overcame = {
        (one, other) for one in credit & set(b.units) for other in found.lost if one != other and not b.helps(one, other)
    }
    found.fallen = Counter({house: b.commanded[house] for house in found.lost if b.commanded.get(house)})
    killers = [standing & b.traitors] * (b.immortals if found.guard_fell else 0)
    killers += [standing & set(b.units)] * found.fallen.total()
    found.lost += _retaliation(b, found.lost, killers)
    if guard_alone:
        rest = {house: number for house, number in b.units.items() if house not in b.traitors}
        after = fought(dataclasses.replace(b, units=rest, immortals=0, betray=frozenset()))
        found.lost += after.lost
        found.fallen += after.fallen
        found.ruins += after.ruins
        found.overcame |= after.overcame
    return found


def _sides(b: B, top: set[str]) -> list[set[str]]:
    """Groups of strongest forces that are allied directly or through each other (R-47)."""
    left, sides = set(top), []
    while left:
        side = {left.pop()}
        while more := {each for each in left if any(b.allied(each, one) for one in side)}:
            side |= more
            left -= more
        sides.append(side)
    return sides


def _retaliation(b: B, lost: Counter[str], killers: list[set[str]]) -> Counter[str]:
    """Let each defeated Immortal kill a unit: of the candidate with the most units, then the first by name (R-57).

    A guard chooses from the betraying winners. After the guards, a commanded Immortal chooses from all winners.
    """
    left = {house: number - lost[house] for house, number in b.units.items()}
    killed: Counter[str] = Counter()
    for choice in killers:
        alive = [house for house in choice if left[house]]
        if alive:
            victim = sorted(alive, key=lambda house: (-left[house], b.names.get(house, house)))[0]
            left[victim] -= 1
            killed[victim] += 1
    return killed


# --- a whole month ------------------------------------------------------------------------------------------------------


@dataclass
class Player:
    """One player in the War Room. `orders`: (kind, units, origin, target). `sent`: whether there is a sheet."""

    house: str
    rank: int
    orders: list[tuple[str, int, str, str]] = field(default_factory=list)
    ticks: frozenset[str] = frozenset()
    betray: bool = False
    extra: str | None = None
    sent: bool = True


@dataclass
class World:
    """A board and its players. `units`: number by (region, House)."""

    houses: tuple[str, ...]
    neighbours: Mapping[str, tuple[str, ...]]
    units: Counter[tuple[str, str]]
    stock: Counter[str]
    flags: dict[str, set[str]]  # by the region of each castle
    remnants: Counter[str]
    immortals: Counter[str]
    rumors: list[str]
    players: list[Player]
    sovereign: str | None = None
    fed: frozenset[str] = frozenset()
    names: Mapping[str, str] = field(default_factory=dict)
    overcame: dict[str, set[tuple[str, str]]] = field(default_factory=dict)
    commanded: Counter[tuple[str, str]] = field(default_factory=Counter)  # Immortals that a House commands, by (region, House)
    banned: frozenset[tuple[str, str]] = frozenset()
    forced: frozenset[tuple[str, str]] = frozenset()  # pairs (House, whom it must tick)
    aid: frozenset[str] = frozenset()
    powder: frozenset[str] = frozenset()

    def own(self, house: str) -> list[Player]:
        """A House's players who sent a sheet, by rank."""
        return sorted((each for each in self.players if each.house == house and each.sent), key=lambda each: each.rank)

    def ticks(self, house: str) -> frozenset[str]:
        """Houses that a House ticks (R-43, R-44, R-70)."""
        forced = frozenset(other for one, other in self.forced if one == house)
        if self.own(house):
            return (self.own(house)[0].ticks | forced) - {house}
        absent = all(each.house != house for each in self.players)
        return frozenset(self.houses) - {house} if absent else forced - {house}

    def betrays(self, house: str) -> bool:
        return bool(self.own(house)) and self.own(house)[0].betray

    def there(self, region: str) -> dict[str, int]:
        return {house: number for (place, house), number in self.units.items() if place == region and number}

    def move(self) -> None:
        """Carry out all Moves (R-41, R-45). Each counts from where the units stood before."""
        still, arriving = Counter(self.units), Counter[tuple[str, str]]()
        for house in self.houses:
            for player in self.own(house):
                for kind, number, origin, target in player.orders:
                    if kind == "move" and target in self.neighbours[origin]:
                        go = min(number, still[origin, house])
                        still[origin, house] -= go
                        arriving[target, house] += go
        self.units = +(still + arriving)

    def battle(self) -> None:
        """Fight every region, then set the flags (R-46, R-47, R-48, R-49, R-50, R-53)."""
        for region in {place for place, _house in self.units}:
            there = self.there(region)
            beside = {house: self.commanded[region, house] for house in there if self.commanded[region, house]}
            b = B(
                units=there,
                ticks={house: self.ticks(house) for house in there},
                flags=frozenset(self.flags.get(region, ())),
                remnants=self.remnants[region],
                immortals=self.immortals[region] - sum(beside.values()),
                commanded=beside,
                banned=self.banned,
                aid=self.aid,
                powder=self.powder,
                betray=frozenset(house for house in there if self.betrays(house)),
                sovereign=self.sovereign,
                names=self.names,
            )
            done = fought(b)
            for house, number in done.lost.items():
                self.units[region, house] -= number
                self.stock[house] += number
            self.remnants[region] -= done.ruins
            self.immortals[region] -= done.fallen.total() + (b.immortals if done.guard_fell else 0)
            self.overcame[region] = done.overcame
        for region, flags in self.flags.items():
            there = set(self.there(region))
            if not self.remnants[region]:
                gone = {flag for flag in flags - there if any(flag not in self.ticks(house) for house in there)}
                self.flags[region] = (flags | there) - gone

    def rewards(self) -> dict[str, tuple[int, int]]:
        """Power and Favors of each House that earns any (R-50, R-52, R-55, GE-WAR-53)."""
        earned = {}
        for house in self.houses:
            castles = [region for region, flags in self.flags.items() if house in flags]
            power = max(0, len(castles) - 1) + sum(self._beaten(house, region) for region in castles)
            held = [region for region in self.rumors if self.units[region, house]]
            favors = len(held) + sum(1 for region in set(held) if self._beaten(house, region))
            if power or favors:
                earned[house] = (power, favors)
        return earned

    def _beaten(self, house: str, region: str) -> int:
        return sum(one == house for one, _other in self.overcame.get(region, ()))

    def recruit(self) -> None:
        """Place all Recruits (GE-WAR-14, GE-WAR-15, GE-WAR-16, GE-WAR-17, GE-WAR-18, GE-WAR-68, GE-WAR-69, GE-WAR-81;

        R-41, R-42, R-60, R-67).
        """
        empty = {place for place in self.neighbours if not (self.there(place) or self.remnants[place] or self.immortals[place])}
        for house in self.houses:
            for at, player in enumerate(self.own(house)):
                lines = [target for kind, _number, _origin, target in player.orders if kind == "recruit"]
                if player.extra and house in self.fed and not at:
                    lines.append(player.extra)
                for target in lines:
                    on_map = any(number for (_place, who), number in self.units.items() if who == house)
                    may = self.units[target, house] > 0 if on_map else target in empty
                    if may and self.stock[house]:
                        self.units[target, house] += 1
                        self.stock[house] -= 1


def plain(units: Iterable[tuple[tuple[str, str], int]]) -> dict[tuple[str, str], int]:
    """Return the units without zeros."""
    return {place: number for place, number in units if number}
