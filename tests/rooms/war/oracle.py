"""The month of the War Room once more, straight from the rulebook, with plain dicts and sets and without the console's code.

`B` is a region as it lies when its battle is counted. Everything is asked anew each time, so that no shortcut is shared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

GUARD, RUIN = "the guard", "the remnants"


@dataclass
class B:
    """One region: units and ticks by House, who has a flag here, remnants, Immortals, who betrays, the Sovereign's House."""

    units: Mapping[str, int]
    ticks: Mapping[str, frozenset[str]]
    flags: frozenset[str] = frozenset()
    remnants: int = 0
    immortals: int = 0
    betray: frozenset[str] = frozenset()
    sovereign: str | None = None
    names: Mapping[str, str] = field(default_factory=dict)

    @property
    def traitors(self) -> set[str]:
        return {house for house in self.units if house in self.betray} if self.immortals else set()

    @property
    def loyal(self) -> str | None:
        return self.sovereign if self.sovereign in self.units and self.sovereign not in self.betray else None

    def helps(self, one: str, other: str) -> bool:
        """GE-WAR-24, and R-56 for ticks that do not count beside Immortals."""
        if self.traitors and self.loyal in (one, other) and {one, other} & self.traitors:
            return False
        return other in self.ticks.get(one, frozenset())

    def allied(self, one: str, other: str) -> bool:
        """Mutual allies; the guard's only ally is the Sovereign's loyal House (R-56)."""
        if GUARD in (one, other):
            return self.loyal is not None and self.loyal in (one, other)
        return self.helps(one, other) and self.helps(other, one)

    def forces(self) -> set[str]:
        return set(self.units) | ({RUIN} if self.remnants else set()) | ({GUARD} if self.traitors else set())

    def value(self, force: str) -> int:
        """GE-WAR-37 to -39, -60; R-54, R-56."""
        guards = 2 * self.immortals if self.traitors else 0
        if force == RUIN:
            return self.remnants
        if force == GUARD:
            return guards + self.units.get(self.loyal or "", 0)
        lent = sum(self.units[other] for other in self.units if other != force and self.helps(other, force))
        return self.units[force] + lent + (force in self.flags) + (guards if force == self.loyal else 0)

    def is_battle(self) -> bool:
        """GE-WAR-35, -36, -57, -63, R-46."""
        torn = any(not self.helps(one, other) for one in self.units for other in self.units if one != other)
        return bool(self.units) and bool(self.remnants or self.traitors or torn)


@dataclass
class Fought:
    """What a battle did. `overcame` are pairs of who and whom."""

    lost: Counter[str] = field(default_factory=Counter)
    ruins: int = 0
    overcame: set[tuple[str, str]] = field(default_factory=set)
    guard_fell: bool = False


def fought(b: B) -> Fought:
    """One region's battle (R-46 to R-50, R-56, R-57)."""
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
        found.lost = Counter({house: number for house, number in b.units.items() if house not in standing})
        found.ruins = 0 if RUIN in standing else b.remnants
        found.guard_fell = bool(standing & b.traitors)
        credit = standing
    else:
        found.lost = Counter(b.units)
        found.ruins = b.remnants
        found.guard_fell = bool(top & b.traitors)
        credit = top
    found.overcame = {
        (one, other) for one in credit & set(b.units) for other in found.lost if one != other and not b.helps(one, other)
    }
    if found.guard_fell:
        found.lost += _retaliation(b, standing & b.traitors)
    if guard_alone:
        rest = {house: number for house, number in b.units.items() if house not in b.traitors}
        after = fought(B(units=rest, ticks=b.ticks, flags=b.flags, remnants=b.remnants))
        found.lost += after.lost
        found.ruins += after.ruins
        found.overcame |= after.overcame
    return found


def _sides(b: B, top: set[str]) -> list[set[str]]:
    """Who at the top is of one side, directly or through one another (R-47)."""
    left, sides = set(top), []
    while left:
        side = {left.pop()}
        while more := {each for each in left if any(b.allied(each, one) for one in side)}:
            side |= more
            left -= more
        sides.append(side)
    return sides


def _retaliation(b: B, winning_traitors: set[str]) -> Counter[str]:
    """Each defeated Immortal kills one of a betraying winner: the most units first, then by name (R-57)."""
    left = {house: b.units[house] for house in winning_traitors}
    killed: Counter[str] = Counter()
    for _each in range(b.immortals):
        alive = [house for house in left if left[house]]
        if alive:
            victim = sorted(alive, key=lambda house: (-left[house], b.names.get(house, house)))[0]
            left[victim] -= 1
            killed[victim] += 1
    return killed


# --- a whole month ------------------------------------------------------------------------------------------------------


@dataclass
class Player:
    """One player in the War Room; `sheet` None: nothing was sent. Orders are (kind, units, origin, target)."""

    house: str
    rank: int
    orders: list[tuple[str, int, str, str]] = field(default_factory=list)
    ticks: frozenset[str] = frozenset()
    betray: bool = False
    extra: str | None = None
    sent: bool = True


@dataclass
class World:
    """A board and its players. Units are (region, house) to number."""

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

    def own(self, house: str) -> list[Player]:
        """A House's players who sent a sheet, by rank."""
        return sorted((each for each in self.players if each.house == house and each.sent), key=lambda each: each.rank)

    def ticks(self, house: str) -> frozenset[str]:
        """R-43, R-44."""
        if self.own(house):
            return self.own(house)[0].ticks - {house}
        absent = all(each.house != house for each in self.players)
        return frozenset(self.houses) - {house} if absent else frozenset()

    def betrays(self, house: str) -> bool:
        return bool(self.own(house)) and self.own(house)[0].betray

    def there(self, region: str) -> dict[str, int]:
        return {house: number for (place, house), number in self.units.items() if place == region and number}

    def move(self) -> None:
        """R-41, R-45: everything is reckoned from where the units stood before."""
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
        """Every region with units, then retaliation, then the flags (R-46 to R-50, R-53)."""
        for region in {place for place, _house in self.units}:
            there = self.there(region)
            b = B(
                units=there,
                ticks={house: self.ticks(house) for house in there},
                flags=frozenset(self.flags.get(region, ())),
                remnants=self.remnants[region],
                immortals=self.immortals[region],
                betray=frozenset(house for house in there if self.betrays(house)),
                sovereign=self.sovereign,
                names=self.names,
            )
            done = fought(b)
            for house, number in done.lost.items():
                self.units[region, house] -= number
                self.stock[house] += number
            self.remnants[region] -= done.ruins
            if done.guard_fell:
                self.immortals[region] = 0
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
        """GE-WAR-14 to -18, -68, -69, -81; R-41, R-42, R-60, R-67."""
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
    """Units without the empty places."""
    return {place: number for place, number in units if number}
