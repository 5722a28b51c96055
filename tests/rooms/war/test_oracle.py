"""The console against the rulebook: thousands of random regions and months, recomputed by `oracle`."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

import pytest

from control.engine.records import replace
from rooms.realm.game.state import Effect, EffectKind, Throne
from rooms.realm.scenario.ids import HouseId, RegionId, Room
from rooms.war.game.board import Immortal
from rooms.war.game.state import war_of, with_war
from rooms.war.rules.battle import fight
from rooms.war.rules.forces import Forces
from tests.amounts import amount
from tests.rooms.war import oracle
from tests.rooms.war.play import Month, castle, month, move, only, recruit, sealed, seated, sheet
from tests.scenarios import default, with_throne

HOUSES = tuple(house.id for house in default().houses)
NAMES = {house.id: house.name for house in default().houses}
NEIGHBOURS = {region.id: region.neighbours for region in default().map.regions}
FED = frozenset({"ram", "octopus", "wolf"})  # laws 11 to 13
CENTRE = RegionId("zen")
GROUND = (CENTRE, *NEIGHBOURS[CENTRE])  # few regions, so that Houses meet often
CASTLES = GROUND[:3]


# --- one region ---------------------------------------------------------------------------------------------------------


def a_region(dice: Random) -> oracle.B:
    """A region with two to five Houses and few units, so that ties are frequent. Some have rings of one-sided ticks."""
    houses = dice.sample(HOUSES, dice.randint(2, 5))
    likely = dice.choice((0.1, 0.4, 0.7, 0.95))
    ticks = {one: frozenset(other for other in houses if other != one and dice.random() < likely) for one in houses}
    if dice.random() < 0.15:
        ticks = {one: frozenset({other}) for one, other in zip(houses, (*houses[1:], houses[0]), strict=True)}
    guarded = dice.random() < 0.5
    return oracle.B(
        units={house: dice.randint(1, dice.choice((2, 4, 9))) for house in houses},
        ticks=ticks,
        flags=frozenset(house for house in houses if dice.random() < 0.25),
        remnants=dice.choice((0, 0, 0, 1, 3)),
        immortals=dice.randint(1, 4) if guarded else 0,
        betray=frozenset(house for house in houses if dice.random() < 0.4) if guarded else frozenset(),
        sovereign=dice.choice((None, *houses)),
        names=NAMES,
        commanded={house: dice.randint(1, 2) for house in houses if dice.random() < 0.15},
        banned=pairs_of(dice, houses, dice.choice((0.0, 0.0, 0.3, 0.8))),
        aid=frozenset(house for house in houses if dice.random() < 0.1),
        powder=frozenset(house for house in houses if dice.random() < 0.1),
    )


def pairs_of(dice: Random, houses: Sequence[str], likely: float) -> frozenset[tuple[str, str]]:
    """Random pairs of different Houses."""
    return frozenset((one, other) for one in houses for other in houses if one != other and dice.random() < likely)


def by_the_console(b: oracle.B) -> oracle.Fought:
    """Fight the region by the console's rules."""
    battle = fight(
        Forces(
            region=CENTRE,
            units=b.units,
            ticks=b.ticks,
            flags=b.flags,
            remnants=b.remnants,
            immortals=tuple(range(1, b.immortals + 1)),
            betrayers=b.betray,
            sovereign=b.sovereign,
            names=b.names,
            commanded=beside_their_houses(b),
            banned=b.banned,
            per_unit=b.aid,
            per_battle=b.powder,
        )
    )
    if battle is None:
        return oracle.Fought()
    lost = Counter({loss.house: loss.units for count in battle.rounds for loss in count.losses})
    lost.update(battle.retaliation)
    return oracle.Fought(
        lost=lost,
        ruins=sum(count.remnants_lost for count in battle.rounds),
        overcame={(each.house, each.over) for each in battle.overcame},
        guard_fell=battle.immortals_defeated,
        fallen=Counter(house for house, numbers in beside_their_houses(b).items() for each in numbers if each in battle.fallen),
    )


def beside_their_houses(b: oracle.B) -> dict[str, tuple[int, ...]]:
    """Numbers of the commanded Immortals by House, following those of the guard."""
    numbers = iter(range(b.immortals + 1, b.immortals + 1 + sum(b.commanded.values())))
    return {house: tuple(next(numbers) for _each in range(count)) for house, count in sorted(b.commanded.items())}


@pytest.mark.rule("R-59", "R-68", "R-94", "GE-WAR-65", "GE-WAR-85")
@pytest.mark.rule("R-46", "R-47", "R-48", "R-49", "R-50", "R-56", "R-57", "GE-WAR-36", "GE-WAR-40", "GE-WAR-41", "GE-WAR-42")
@pytest.mark.parametrize("seed", range(amount(4, 20)))
def test_random_regions_are_fought_as_the_rulebook_says(seed):
    dice = Random(seed)
    regions = [a_region(dice) for _each in range(1000)]

    differing = [region for region in regions if by_the_console(region) != oracle.fought(region)]

    assert differing == []


# --- a month ------------------------------------------------------------------------------------------------------------


def a_world(dice: Random) -> oracle.World:
    """A few Houses in a few regions. Some have no player, some no sheet, and some two players who disagree."""
    houses = dice.sample(HOUSES, dice.randint(2, 5))
    units: Counter[tuple[str, str]] = Counter()
    for house in houses:
        for _each in range(dice.randint(0, 3)):
            units[dice.choice(GROUND), house] += dice.randint(1, 3)
    flags = {region: {house for house in HOUSES if dice.random() < 0.2} for region in CASTLES}
    stock = Counter({house: 20 - sum(number for (_at, who), number in units.items() if who == house) for house in HOUSES})
    immortals = Counter(dice.choice(GROUND) for _each in range(dice.randint(0, 4)))
    return oracle.World(
        houses=HOUSES,
        neighbours=NEIGHBOURS,
        units=units,
        stock=stock,
        flags=flags,
        remnants=Counter({region: 1 for region in CASTLES if not flags[region] and dice.random() < 0.7}),
        immortals=immortals,
        commanded=Counter({(region, dice.choice(houses)): dice.randint(1, most) for region, most in immortals.items() if most % 2}),
        banned=pairs_of(dice, houses, dice.choice((0.0, 0.1, 0.4))),
        forced=pairs_of(dice, houses, dice.choice((0.0, 0.0, 0.2))),
        aid=frozenset(house for house in houses if dice.random() < 0.1),
        powder=frozenset(house for house in houses if dice.random() < 0.1),
        rumors=[dice.choice(GROUND) for _each in range(3)],
        players=[a_player(dice, house, rank, units) for house in houses for rank in (1, 2, 3) if dice.random() < 0.5],
        sovereign=dice.choice((None, *houses)),
        fed=FED,
        names=NAMES,
    )


def a_player(dice: Random, house: str, rank: int, units: Counter[tuple[str, str]]) -> oracle.Player:
    standing = sorted(region for region, who in units if who == house) or list(GROUND)
    orders = [an_order(dice, standing) for _each in range(dice.randint(0, 2))]
    return oracle.Player(
        house=house,
        rank=rank,
        orders=orders,
        ticks=frozenset(other for other in HOUSES if other != house and dice.random() < 0.5),
        betray=dice.random() < 0.3,
        extra=dice.choice(standing) if dice.random() < 0.5 else None,
        sent=dice.random() < 0.85,
    )


def an_order(dice: Random, standing: list[str]) -> tuple[str, int, str, str]:
    origin = dice.choice(standing)
    near = [region for region in NEIGHBOURS[origin] if region in GROUND] or list(NEIGHBOURS[origin])
    if dice.random() < 0.6:
        return "move", dice.randint(1, 4), origin, dice.choice(near)
    return "recruit", 0, "", dice.choice((origin, *near))


def in_the_console(world: oracle.World) -> Month:
    """The same world as a console month, just before Orders ends."""
    play = month()
    units: dict[str, dict[str, int]] = {}
    for (region, house), number in world.units.items():
        units.setdefault(region, {})[house] = number
    war = only(war_of(play.state), units)
    guards = tuple(sorted(world.immortals.elements()))
    war = replace(
        war,
        castles={RegionId(region): castle(region, *flags) for region, flags in world.flags.items()},
        remnants={RegionId(region): number for region, number in world.remnants.items() if number},
        rumors=tuple(replace(token, region=RegionId(at)) for token, at in zip(war.rumors, world.rumors, strict=False)),
        immortals=tuple(commanders(world, guards)),
    )
    holder = next((seat for seat, found in play.state.seats.items() if found.house == world.sovereign), None)
    throne = Throne(holder=holder, god_emperor=holder is None)
    state = with_throne(replace(with_war(play.state, war), effects=effects(world)), throne)
    sheets = []
    for player in world.players:
        seat = f"{player.house}-{player.rank}"
        state = seated(state, seat, Room.WAR)
        orders = [move(n, at, to) if kind == "move" else recruit(to) for kind, n, at, to in player.orders]
        written = sheet(*orders, allies=" ".join(player.ticks), betray=player.betray, extra=player.extra)
        sheets += [sealed(seat, written)] if player.sent else []
    return Month(state=state, sheets=tuple(sheets))


def commanders(world: oracle.World, guards: tuple[str, ...]) -> Iterator[Immortal]:
    """Immortals of a world with the Houses that command them."""
    left = Counter(world.commanded)
    for number, region in enumerate(guards, start=1):
        house = next((who for (at, who), count in sorted(left.items()) if at == region and count), None)
        left[region, house or ""] -= 1
        yield Immortal(id=number, region=RegionId(region), commander=HouseId(house) if house else None)


def effects(world: oracle.World) -> tuple[Effect, ...]:
    """Effects of laws and schemes in a world."""
    found = [(EffectKind.MILITARY_BAN, pair) for pair in sorted(world.banned)]
    found += [(forced_by(pair), pair) for pair in sorted(world.forced)]
    found += [(EffectKind.MILITARY_AID, (house,)) for house in sorted(world.aid)]
    found += [(EffectKind.BLACK_POWDER, (house,)) for house in sorted(world.powder)]
    return tuple(
        Effect(id=at, kind=kind, since=1, until=1, houses=tuple(HouseId(each) for each in houses))
        for at, (kind, houses) in enumerate(found, start=1)
    )


def forced_by(pair: tuple[str, str]) -> EffectKind:
    """Take a law for some pairs and a scheme for the others."""
    return EffectKind.FORCED_ALLIANCE if pair[0] < pair[1] else EffectKind.FORGED_ORDER


def board_of(play: Month) -> dict[tuple[str, str], int]:
    return {(region, house): number for region, there in play.war.units.items() for house, number in there.items()}


def flags_of(play: Month) -> dict[str, set[str]]:
    return {region: set(found.flags) for region, found in play.war.castles.items()}


def played(world: oracle.World) -> tuple[object, ...]:
    """Play a world by the oracle. Returns the results step by step."""
    world.move()
    moved = oracle.plain(world.units.items())
    world.battle()
    fought, flags = oracle.plain(world.units.items()), {region: set(own) for region, own in world.flags.items()}
    earned = world.rewards()
    world.recruit()
    return moved, fought, flags, earned, oracle.plain(world.units.items()), +world.stock, +world.remnants, +world.immortals


def played_by_the_console(play: Month) -> tuple[object, ...]:
    """Play a month by the console. Returns the results step by step."""
    moved = board_of(play.through("move"))
    fought, flags = board_of(play.through("battle")), flags_of(play)
    rewards = play.through("rewards").war.record.rewards
    earned = {reward.house: (reward.power, reward.favors) for reward in rewards}
    play.through("recruit")
    guards = Counter(each.region for each in play.war.immortals if each.region)
    return moved, fought, flags, earned, board_of(play), +Counter(play.war.stock), +Counter(play.war.remnants), guards


@pytest.mark.rule("R-41", "R-43", "R-44", "R-45", "R-50", "R-51", "R-52", "R-53", "R-55", "R-60", "R-67", "GE-WAR-49", "GE-WAR-53")
@pytest.mark.parametrize("seed", range(amount(4, 20)))
def test_random_months_are_played_as_the_rulebook_says(seed):
    dice = Random(seed)
    worlds = [a_world(dice) for _each in range(60)]
    consoles = [in_the_console(world) for world in worlds]

    differing = [at for at, world in enumerate(worlds) if played_by_the_console(consoles[at]) != played(world)]

    assert differing == []


def test_the_oracle_is_not_blind():
    """A comparison of months in which nothing happens would prove nothing."""
    dice = Random(1)
    worlds = [a_world(dice) for _each in range(60)]

    results = [played(world) for world in worlds]

    assert sum(bool(result[3]) for result in results) > 20
    assert sum(any(world.overcame.values()) for world in worlds) > 10
    assert sum(result[0] != result[1] for result in results) > 10


def test_the_oracle_meets_bans_and_commanded_immortals():
    dice = Random(2)
    regions = [a_region(dice) for _each in range(2000)]
    done = [oracle.fought(region) for region in regions]
    unbanned = [oracle.fought(dataclasses.replace(region, banned=frozenset())) for region in regions]
    unaided = [oracle.fought(dataclasses.replace(region, commanded={})) for region in regions]

    assert sum(bool(each.fallen) for each in done) > 100
    assert sum(one.lost != other.lost for one, other in zip(done, unbanned, strict=True)) > 100
    assert sum(one.lost != other.lost for one, other in zip(done, unaided, strict=True)) > 100
