"""The battle of one region, counted after all Moves.

Only this region matters. Immortals fight only if a House here betrays. Then they are a force of their own, allied with the
Sovereign's House if it is here and loyal. Immortals commanded by a House with units here only add to its value.

Rules: GE-WAR-43, GE-WAR-60, GE-WAR-61, GE-WAR-64, GE-WAR-66, GE-WAR-67.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace as replaced

from control.engine.records import replace
from rooms.realm.scenario.ids import HouseId
from rooms.war.game.records.battles import (
    IMMORTALS,
    NOBODY,
    REMNANTS,
    Army,
    Battle,
    BattleResult,
    Lent,
    Loss,
    Overcame,
    Round,
)
from rooms.war.rules.forces import Forces, favored

NO_TICKS: Final[frozenset[HouseId]] = frozenset()


class _Field:
    """A region during its battle, with precomputed values for all parts of the count.

    `helped`: Houses here that each House helps; `allies`: mutual allies of each force. Fighting Immortals are allied only with the
    loyal House. Remnants have no allies.
    """

    __slots__ = ("allies", "attackers", "forces", "guarded", "helped", "houses", "loyal")

    def __init__(self, forces: Forces) -> None:
        self.forces = forces
        self.houses = houses = sorted(forces.units)
        self.attackers = forces.attackers_of_guard
        self.guarded = bool(self.attackers)  # do Immortals fight here?
        self.loyal = loyal = forces.loyal
        self.helped: dict[HouseId, list[HouseId]] = {}
        for one in houses:
            ticks = forces.ticks.get(one, NO_TICKS)
            self.helped[one] = [other for other in houses if other in ticks and other != one]
        if self.guarded and loyal is not None:
            self.helped = {one: [each for each in whom if forces.helps(one, each)] for one, whom in self.helped.items()}
        self.allies = {one: [each for each in whom if one in self.helped[each]] for one, whom in self.helped.items() if whom}
        if self.guarded and loyal is not None:
            self.allies[loyal] = [*self.allies.get(loyal, ()), IMMORTALS]
            self.allies[IMMORTALS] = [loyal]

    @property
    def is_battle(self) -> bool:
        """Whether a battle happens (GE-WAR-35, GE-WAR-36, GE-WAR-57, GE-WAR-83, R-46)."""
        if self.forces.treaty or not self.houses:
            return False
        if self.forces.remnants or self.guarded:
            return True
        others = len(self.houses) - 1
        return any(len(whom) < others for whom in self.helped.values())

    def armies(self) -> list[Army]:
        """Every force with its attack value: Houses by id, then remnants, then Immortals that fight.

        Rules: GE-WAR-37, GE-WAR-38, GE-WAR-39.
        """
        forces, loyal = self.forces, self.loyal
        guard = len(forces.immortals) * forces.immortal_attack if self.guarded else 0
        strengths = {house: forces.strength(house) for house in self.houses} if forces.per_unit else forces.units
        armies = [self._army(house, guard if house == loyal else 0, strengths) for house in self.houses]
        if forces.remnants:
            strength = forces.remnants * forces.remnant_attack
            armies.append(Army(house=REMNANTS, units=forces.remnants, strength=strength, attack=strength))
        if self.guarded:
            lent = (Lent(house=loyal, strength=strengths[loyal]),) if loyal else ()
            attack = guard + sum(each.strength for each in lent)
            armies.append(Army(house=IMMORTALS, units=len(forces.immortals), strength=guard, lent=lent, attack=attack))
        return armies

    def _army(self, house: HouseId, guard: int, strengths: Mapping[HouseId, int]) -> Army:
        """One House's force. `strengths`: what the units of each House here count."""
        forces, strength = self.forces, strengths[house]
        helpers = [other for other, whom in self.helped.items() if house in whom]
        lent = [Lent(house=other, strength=strengths[other]) for other in helpers] if helpers else []
        if guard:
            lent.append(Lent(house=IMMORTALS, strength=guard))
        castle, bonus = int(house in forces.flags), (house in forces.per_battle) + (house in forces.aided)
        commanded = len(forces.commanded[house]) if house in forces.commanded else 0
        beside = commanded * forces.immortal_attack
        own, borrowed = strength + castle + bonus + beside, sum([each.strength for each in lent]) if lent else 0
        favors = favored(forces.favors[house], own + borrowed) if house in forces.favors else ()
        for favor in favors:
            own += favor.by
        by_hand = forces.plus(house, max(own, 0)) if forces.by_hand else 0
        return Army(
            house=house,
            units=forces.units[house],
            strength=strength,
            lent=tuple(lent),
            castle=castle,
            bonus=bonus,
            commanded=commanded,
            guard=beside,
            by_hand=by_hand,
            favors=favors,
            attack=own + borrowed + by_hand,
            ticks=tuple(self.helped[house]),
        )

    def sides_of(self, tied: Collection[HouseId]) -> list[tuple[HouseId, ...]]:
        """Sides of the forces tied at the highest value, linked by mutual alliances, directly or through one another.

        Rules: GE-WAR-40, R-47.
        """
        if len(tied) == 1:
            return [tuple(tied)]
        left, sides = sorted(tied), []
        while left:
            side, reached = [], [left.pop(0)]
            while reached:
                side.append(reached.pop())
                allies = self.allies.get(side[-1], ())
                linked = [each for each in left if each in allies]
                left = [each for each in left if each not in linked]
                reached.extend(linked)
            sides.append(tuple(sorted(side)))
        return sides


def is_battle(forces: Forces) -> bool:
    """Whether a battle happens in this region (GE-WAR-35, GE-WAR-36, GE-WAR-57, GE-WAR-83, R-46)."""
    return _Field(forces).is_battle


def armies_in(forces: Forces) -> tuple[Army, ...]:
    """Every force with its attack value: Houses by id, then remnants, then Immortals that fight.

    Rules: GE-WAR-37, GE-WAR-38, GE-WAR-39.
    """
    return tuple(_Field(forces).armies())


def sides_of(forces: Forces, tied: Collection[HouseId]) -> tuple[tuple[HouseId, ...], ...]:
    """Sides of the forces tied at the highest value, linked by mutual alliances, directly or through one another (R-47)."""
    return tuple(_Field(forces).sides_of(tied))


def fight(forces: Forces) -> Battle | None:
    """The battle of one region. None if there is none (GE-WAR-32)."""
    field = _Field(forces)
    if not field.is_battle:
        return None
    attackers = field.attackers
    first, second = _as_ruled(field) or _count(field), None
    if first.result is BattleResult.GUARD_HELD:
        rest = {house: units for house, units in forces.units.items() if house not in attackers}
        after = _Field(replace(forces, units=rest, immortals=()))
        second = _count(after) if after.is_battle else None
    if forces.by_hand is not None and forces.by_hand.losses:
        later = frozenset({army.house for army in second.armies}) if second is not None else frozenset[HouseId]()
        first = _lost_by_hand(forces, forces.by_hand.losses, first, but=later)
        second = _lost_by_hand(forces, forces.by_hand.losses, second) if second is not None else None
    rounds, overcame = [first], _overcame(field, first)
    if second is not None:
        rounds.append(second)
        overcame = list({*overcame, *_overcame(field, second)})
    defeated = _guard_falls(attackers, first) if attackers else False
    lost = [loss.house for count in rounds for loss in count.losses] if forces.commanded else []
    fallen = tuple([guard for house in lost for guard in forces.commanded.get(house, ())])
    strikes = _strikes(forces, rounds, guard_falls=defeated) if defeated or fallen else ()
    return Battle(
        region=forces.region,
        rounds=tuple(rounds),
        overcame=tuple(sorted(overcame, key=_by_name) if len(overcame) > 1 else overcame),
        betrayers=tuple(sorted(attackers)),
        immortals=forces.immortals if attackers else (),
        immortals_defeated=defeated,
        retaliation=tuple([each.victim for each in strikes]),
        fallen=fallen,
        by_hand=forces.by_hand,
    )


def _by_name(each: Overcame) -> tuple[HouseId, HouseId]:
    return each.house, each.over


def _guard_falls(attackers: frozenset[HouseId], first: Round) -> bool:
    """Whether a betrayer is on the winning side, or tied at the top in a massacre (R-56)."""
    in_massacre = first.result is BattleResult.WIPED_OUT or (first.result is BattleResult.GUARD_HELD and not first.side)
    return not attackers.isdisjoint(first.side) or (in_massacre and not attackers.isdisjoint(first.top))


def _count(field: _Field) -> Round:
    armies = tuple(field.armies())
    highest = max([army.attack for army in armies])
    top = tuple([army.house for army in armies if army.attack == highest])
    sides = field.sides_of(top)
    if len(sides) == 1:
        return _won(field, armies, top, sides[0], BattleResult.WON)
    allied = [side for side in sides if any(field.allies.get(one) for one in side)]  # has an ally here
    if len(allied) == 1:
        return _won(field, armies, top, allied[0], BattleResult.ALLIES_WON)
    if IMMORTALS in top and field.loyal not in top:
        return _guard_held(field, armies, top, side=())
    return _wiped_out(field, armies, top, sides)


def _as_ruled(field: _Field) -> Round | None:
    """The result that War Control ruled. None without a ruling, or if the named winner is not here."""
    winner = field.forces.by_hand.winner if field.forces.by_hand is not None else None
    if winner is None:
        return None
    armies = tuple(field.armies())
    forces = tuple(army.house for army in armies)
    if winner == NOBODY:
        return replaced(_wiped_out(field, armies, forces, [(force,) for force in forces]), ruled=True)
    return replaced(_won(field, armies, (winner,), (winner,), BattleResult.WON), ruled=True) if winner in forces else None


def _lost_by_hand(forces: Forces, named_losses: Sequence[Loss], count: Round, *, but: Collection[HouseId] = ()) -> Round:
    """The round with the losses that War Control named. Houses in `but` take theirs in the second round."""
    here = {army.house for army in count.armies}.difference(but)
    named = {
        loss.house: min(loss.units, forces.units[loss.house]) for loss in named_losses if loss.house in here & forces.units.keys()
    }
    kept = [loss for loss in count.losses if loss.house not in named]
    lost = [Loss(house=house, units=units) for house, units in sorted(named.items()) if units]
    return replaced(
        count,
        losses=tuple(sorted((*kept, *lost), key=lambda loss: loss.house)),
        spared=tuple(house for house in count.spared if not named.get(house)),
    )


def _won(
    field: _Field, armies: tuple[Army, ...], top: tuple[HouseId, ...], winners: tuple[HouseId, ...], how: BattleResult
) -> Round:
    """A win: winners and their mutual allies stay, all others lose their units (GE-WAR-41, R-47, R-48)."""
    if IMMORTALS in winners and field.loyal not in winners:
        return _guard_held(field, armies, top, side=winners)
    forces = field.forces
    side = {*winners, *[ally for winner in winners for ally in field.allies.get(winner, ())]}
    losers = [house for house in field.houses if house not in side]
    spared = tuple([house for house in losers if _may_not_kill(forces, winners, house)]) if forces.banned else ()
    return Round(
        armies=armies,
        result=how,
        top=top,
        side=tuple(sorted(side)),
        losses=tuple([Loss(house=house, units=forces.units[house]) for house in losers if house not in spared]),
        remnants_lost=0 if REMNANTS in side else forces.remnants,
        spared=spared,
    )


def _wiped_out(field: _Field, armies: tuple[Army, ...], top: tuple[HouseId, ...], sides: Collection[tuple[HouseId, ...]]) -> Round:
    """A massacre: all forces lose their units, except a House that all forces tied on other sides are banned from killing.

    Rules: GE-WAR-42, R-94.
    """
    forces = field.forces
    against = {house: [each for side in sides if house not in side for each in side] for house in field.houses}
    spared = tuple(house for house, killers in against.items() if _may_not_kill(forces, killers, house))
    losses = tuple([Loss(house=house, units=forces.units[house]) for house in against if house not in spared])
    return Round(armies=armies, result=BattleResult.WIPED_OUT, top=top, losses=losses, remnants_lost=forces.remnants, spared=spared)


def _may_not_kill(forces: Forces, killers: Collection[HouseId], victim: HouseId) -> bool:
    """Whether all killers are banned from killing this House's units. Remnants and Immortals are never banned (R-94)."""
    return bool(forces.banned) and all((killer, victim) in forces.banned for killer in killers)


def _guard_held(field: _Field, armies: tuple[Army, ...], top: tuple[HouseId, ...], *, side: tuple[HouseId, ...]) -> Round:
    """A win or tie of the Immortals without the Sovereign's House: only betrayers lose their units (R-56)."""
    losses = tuple(Loss(house=house, units=field.forces.units[house]) for house in sorted(field.attackers))
    return Round(armies=armies, result=BattleResult.GUARD_HELD, top=top, side=side, losses=losses)


def _overcame(field: _Field, count: Round) -> list[Overcame]:
    """Houses that overcame another: they opposed a House that lost units, and won or, in a massacre, were tied at the top.

    Rules: GE-WAR-51, R-50.
    """
    massacre = count.result is BattleResult.WIPED_OUT or not field.attackers.isdisjoint(count.top)
    return [
        Overcame(house=house, over=loss.house)
        for house in count.side or (count.top if massacre else ())
        if house in field.helped  # skips remnants and Immortals
        for loss in count.losses
        if loss.house != house and loss.house not in field.helped[house]
    ]


class Strike(Struct, frozen=True, kw_only=True):
    """One kill by a defeated Immortal (GE-WAR-65, R-57).

    `alive`: Houses it could strike; `victim`: the House that loses 1 unit; `free`: whether another choice would leave different
    units.
    """

    immortal: int
    alive: tuple[HouseId, ...]
    victim: HouseId
    free: bool


def _strikes(forces: Forces, rounds: Sequence[Round], *, guard_falls: bool) -> Iterator[Strike]:
    """The kills of defeated Immortals, in turn. Victim: War Control's choice, else most units left, then first by name."""
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
    """Each defeated Immortal with the Houses it may strike. Guards strike betraying winners, commanded Immortals all winners.

    Rules: R-57.
    """
    found: list[tuple[int, tuple[HouseId, ...]]] = []
    if guard_falls:
        betraying = tuple(sorted(forces.attackers_of_guard & frozenset(rounds[0].side)))
        found += ((immortal, betraying) for immortal in forces.immortals)
    for count in rounds:
        winners = tuple(house for house in count.side if house in forces.units)
        found += ((each, winners) for loss in count.losses for each in forces.commanded.get(loss.house, ()))
    return tuple(found[: 1 if forces.one_retaliation else None])


def strikes_in(forces: Forces) -> tuple[Strike, ...]:
    """The kills in a region as it stands now. Where `free` is set, War Control has a real choice (R-57)."""
    if not (forces.attackers_of_guard or forces.commanded):
        return ()
    battle = fight(forces)
    if battle is None or not battle.retaliation:
        return ()
    return tuple(_strikes(forces, battle.rounds, guard_falls=battle.immortals_defeated))
