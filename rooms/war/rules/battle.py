"""Battle: one region, counted after every Move has been carried out (GE-WAR-32, -35 to -44, -51, -57, -60 to -67).

The edges are those of R-46 to R-50, R-56, R-57, R-59 and R-94. A region is counted as it lies, without a look at the rest of the
map. Immortals fight only where somebody betrays; then they are one force of their own, allied with the Sovereign's House when that
is there and loyal. Immortals that a House commands where it has units are no such force: they only add to its value.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
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
    chosen: Mapping[int, HouseId] = field(default_factory=dict)  # whose unit an Immortal kills, where War Control decided
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
    houses = sorted(forces.units)
    helped = {one: tuple(other for other in houses if other != one and forces.helps(one, other)) for one in houses}
    strengths = {house: forces.strength(house) for house in houses}
    armies = [_army(forces, house, guard if house == forces.loyal else 0, helped=helped, strengths=strengths) for house in houses]
    if forces.remnants:
        strength = forces.remnants * forces.remnant_attack
        armies.append(Army(house=REMNANTS, units=forces.remnants, strength=strength, attack=strength))
    if guarded:
        lent = (Lent(house=forces.loyal, strength=strengths[forces.loyal]),) if forces.loyal else ()
        attack = guard + sum(each.strength for each in lent)
        armies.append(Army(house=IMMORTALS, units=len(forces.immortals), strength=guard, lent=lent, attack=attack))
    return tuple(armies)


def _army(
    forces: Forces,
    house: HouseId,
    guard: int,
    *,
    helped: Mapping[HouseId, tuple[HouseId, ...]],
    strengths: Mapping[HouseId, int],
) -> Army:
    """One House's force; `helped` says whom each House here helps, `strengths` what the units of each count."""
    lent = [Lent(house=other, strength=strengths[other]) for other, whom in helped.items() if house in whom]
    if guard:
        lent.append(Lent(house=IMMORTALS, strength=guard))
    castle, bonus = int(house in forces.flags), int(house in forces.per_battle) + int(house in forces.aided)
    strength, commanded = strengths[house], len(forces.commanded.get(house, ()))
    beside = commanded * forces.immortal_attack
    return Army(
        house=house,
        units=forces.units[house],
        strength=strength,
        lent=tuple(lent),
        castle=castle,
        bonus=bonus,
        commanded=commanded,
        guard=beside,
        attack=strength + sum(each.strength for each in lent) + castle + bonus + beside,
        ticks=helped[house],
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
    defeated = _guard_falls(attackers, first)
    fallen = tuple(guard for count in rounds for loss in count.losses for guard in forces.commanded.get(loss.house, ()))
    overcame = {each for count in rounds for each in _overcame(forces, count)}
    return Battle(
        region=forces.region,
        rounds=tuple(rounds),
        overcame=tuple(sorted(overcame, key=lambda each: (each.house, each.over))),
        betrayers=tuple(sorted(attackers)),
        immortals=forces.immortals if attackers else (),
        immortals_defeated=defeated,
        retaliation=tuple(each.victim for each in _strikes(forces, rounds, guard_falls=defeated)),
        fallen=fallen,
    )


def _guard_falls(attackers: frozenset[HouseId], first: Round) -> bool:
    """Is a betrayer on the winning side, or in a massacre among the tied (R-56)?"""
    in_massacre = first.result is Result.WIPED_OUT or (first.result is Result.GUARD_HELD and not first.side)
    return bool(attackers & frozenset(first.side)) or (in_massacre and bool(attackers & frozenset(first.top)))


def _count(forces: Forces) -> Round:
    armies = armies_in(forces)
    highest = max(army.attack for army in armies)
    top = tuple(army.house for army in armies if army.attack == highest)
    sides = sides_of(forces, top)
    if len(sides) == 1:
        return _won(forces, armies, top, sides[0], Result.WON)
    allied = [side for side in sides if _in_alliance(forces, side, armies)]
    if len(allied) == 1:
        return _won(forces, armies, top, allied[0], Result.ALLIES_WON)
    if IMMORTALS in top and forces.loyal not in top:
        return _guard_held(forces, armies, top, side=())
    return _wiped_out(forces, armies, top, sides)


def _in_alliance(forces: Forces, side: tuple[HouseId, ...], armies: tuple[Army, ...]) -> bool:
    """Has one of the side a mutual ally with units here, or Immortals allied with it (R-49)?"""
    return any(forces.mutual(one, army.house) for one in side for army in armies if army.house != one)


def _won(forces: Forces, armies: tuple[Army, ...], top: tuple[HouseId, ...], winners: tuple[HouseId, ...], how: Result) -> Round:
    """The winners and every mutual ally of one stay; all others go (GE-WAR-41, R-47, R-48)."""
    if IMMORTALS in winners and forces.loyal not in winners:
        return _guard_held(forces, armies, top, side=winners)
    side = {army.house for army in armies if army.house in winners or any(forces.mutual(army.house, winner) for winner in winners)}
    losers = [house for house in sorted(forces.units) if house not in side]
    spared = tuple(house for house in losers if _may_not_kill(forces, winners, house))
    return Round(
        armies=armies,
        result=how,
        top=top,
        side=tuple(sorted(side)),
        losses=tuple(Loss(house=house, units=forces.units[house]) for house in losers if house not in spared),
        remnants_lost=0 if REMNANTS in side else forces.remnants,
        spared=spared,
    )


def _wiped_out(forces: Forces, armies: tuple[Army, ...], top: tuple[HouseId, ...], sides: Collection[tuple[HouseId, ...]]) -> Round:
    """Nobody wins: all go, save a House that everybody tied on the other sides is banned from killing (GE-WAR-42, R-94)."""
    against = {house: [each for side in sides if house not in side for each in side] for house in sorted(forces.units)}
    spared = tuple(house for house, killers in against.items() if _may_not_kill(forces, killers, house))
    losses = tuple(Loss(house=house, units=forces.units[house]) for house in against if house not in spared)
    return Round(armies=armies, result=Result.WIPED_OUT, top=top, losses=losses, remnants_lost=forces.remnants, spared=spared)


def _may_not_kill(forces: Forces, killers: Collection[HouseId], victim: HouseId) -> bool:
    """Are all of these banned from killing a House's units (R-94)? Remnants and Immortals are under no ban."""
    return bool(forces.banned) and all((killer, victim) in forces.banned for killer in killers)


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Strike:
    """A defeated Immortal kills a unit of `victim`, of the Houses `alive` whose unit it could be (GE-WAR-65, R-57).

    `free`: another choice would leave other units standing.
    """

    immortal: int
    alive: tuple[HouseId, ...]
    victim: HouseId
    free: bool


def _strikes(forces: Forces, rounds: Sequence[Round], *, guard_falls: bool) -> Iterator[Strike]:
    """What each defeated Immortal does in turn; War Control may have chosen, else most units left, then the first by name."""
    left = dict(forces.units)
    for loss in (loss for count in rounds for loss in count.losses):
        left[loss.house] -= loss.units
    avengers = tuple(_avengers(forces, rounds, guard_falls=guard_falls))
    for at, (immortal, targets) in enumerate(avengers):
        alive = tuple(house for house in targets if left[house])
        if not alive:
            continue
        chosen = forces.chosen.get(immortal)
        victim = chosen if chosen in alive else min(alive, key=lambda house: (-left[house], forces.names.get(house, house)))
        free = len(alive) > 1 and sum(left[house] for house in alive) > len(avengers) - at
        left[victim] -= 1
        yield Strike(immortal=immortal, alive=alive, victim=victim, free=free)


def _avengers(forces: Forces, rounds: Sequence[Round], *, guard_falls: bool) -> tuple[tuple[int, tuple[HouseId, ...]], ...]:
    """Each defeated Immortal and whom it may strike: a guard the betraying winners, then a commanded one all winners (R-57)."""
    found: list[tuple[int, tuple[HouseId, ...]]] = []
    if guard_falls:
        betraying = tuple(sorted(forces.attackers_of_guard & frozenset(rounds[0].side)))
        found += ((immortal, betraying) for immortal in forces.immortals)
    for count in rounds:
        winners = tuple(house for house in count.side if house in forces.units)
        found += ((each, winners) for loss in count.losses for each in forces.commanded.get(loss.house, ()))
    return tuple(found[: 1 if forces.one_retaliation else None])


def choices_in(forces: Forces) -> tuple[Strike, ...]:
    """The strikes of a region, as it stands now, in which War Control has a real choice (R-57)."""
    if not (forces.attackers_of_guard or forces.commanded):
        return ()
    battle = fight(forces)
    if battle is None or not battle.retaliation:
        return ()
    return tuple(each for each in _strikes(forces, battle.rounds, guard_falls=battle.immortals_defeated) if each.free)
