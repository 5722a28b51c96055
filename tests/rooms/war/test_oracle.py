"""The console against the rulebook: thousands of random regions and months, counted once more by `oracle`."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from control.game.state import Throne
from control.scenario.ids import RegionId, Room
from rooms.war.rules.battle import Forces, fight
from rooms.war.state import Immortal, war_of, with_war
from tests.rooms.war import oracle
from tests.rooms.war.play import Month, castle, month, move, only, recruit, sealed, seated, sheet
from tests.scenarios import default

HOUSES = tuple(house.id for house in default().houses)
NAMES = {house.id: house.name for house in default().houses}
NEIGHBOURS = {region.id: region.neighbours for region in default().map.regions}
FED = frozenset({"ram", "octopus", "wolf"})  # laws 11 to 13
CENTRE = RegionId("zen")
GROUND = (CENTRE, *NEIGHBOURS[CENTRE])  # a few regions, or hardly anybody would meet
CASTLES = GROUND[:3]


# --- one region ---------------------------------------------------------------------------------------------------------


def a_region(dice: Random) -> oracle.B:
    """Two to five Houses with few units, so that they often tie; rings of one-sided ticks now and then."""
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
    )


def by_the_console(b: oracle.B) -> oracle.Fought:
    """The same region, fought by the console."""
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
    )


@pytest.mark.rule("R-46", "R-47", "R-48", "R-49", "R-50", "R-56", "R-57", "GE-WAR-36", "GE-WAR-40", "GE-WAR-41", "GE-WAR-42")
@pytest.mark.parametrize("seed", range(10))
def test_random_regions_are_fought_as_the_rulebook_says(seed):
    dice = Random(seed)
    regions = [a_region(dice) for _each in range(1000)]

    differing = [region for region in regions if by_the_console(region) != oracle.fought(region)]

    assert differing == []


# --- a month ------------------------------------------------------------------------------------------------------------


def a_world(dice: Random) -> oracle.World:
    """A few Houses in a few regions, some without a player, some without a sheet, some with two players at odds."""
    houses = dice.sample(HOUSES, dice.randint(2, 5))
    units: Counter[tuple[str, str]] = Counter()
    for house in houses:
        for _each in range(dice.randint(0, 3)):
            units[dice.choice(GROUND), house] += dice.randint(1, 3)
    flags = {region: {house for house in HOUSES if dice.random() < 0.2} for region in CASTLES}
    stock = Counter({house: 20 - sum(number for (_at, who), number in units.items() if who == house) for house in HOUSES})
    return oracle.World(
        houses=HOUSES,
        neighbours=NEIGHBOURS,
        units=units,
        stock=stock,
        flags=flags,
        remnants=Counter({region: 1 for region in CASTLES if not flags[region] and dice.random() < 0.7}),
        immortals=Counter(dice.choice(GROUND) for _each in range(dice.randint(0, 4))),
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
    """The same world in the hand of the console, just before Orders ends."""
    play = month()
    units: dict[str, dict[str, int]] = {}
    for (region, house), number in world.units.items():
        units.setdefault(region, {})[house] = number
    war = only(war_of(play.state), units)
    guards = tuple(world.immortals.elements())
    war = replace(
        war,
        castles={RegionId(region): castle(region, *flags) for region, flags in world.flags.items()},
        remnants={RegionId(region): number for region, number in world.remnants.items() if number},
        rumors=tuple(replace(token, region=RegionId(at)) for token, at in zip(war.rumors, world.rumors, strict=False)),
        immortals=tuple(Immortal(id=number, region=RegionId(at)) for number, at in enumerate(guards, start=1)),
    )
    holder = next((seat for seat, found in play.state.seats.items() if found.house == world.sovereign), None)
    state = replace(with_war(play.state, war), throne=Throne(holder=holder, god_emperor=holder is None))
    sheets = []
    for player in world.players:
        seat = f"{player.house}-{player.rank}"
        state = seated(state, seat, Room.WAR)
        orders = [move(n, at, to) if kind == "move" else recruit(to) for kind, n, at, to in player.orders]
        written = sheet(*orders, allies=" ".join(player.ticks), betray=player.betray, extra=player.extra)
        sheets += [sealed(seat, written)] if player.sent else []
    return Month(state=state, sheets=tuple(sheets))


def board_of(play: Month) -> dict[tuple[str, str], int]:
    return {(region, house): number for region, there in play.war.units.items() for house, number in there.items()}


def flags_of(play: Month) -> dict[str, set[str]]:
    return {region: set(found.flags) for region, found in play.war.castles.items()}


def played(world: oracle.World) -> tuple[object, ...]:
    """What the rulebook makes of a world, step by step."""
    world.move()
    moved = oracle.plain(world.units.items())
    world.battle()
    fought, flags = oracle.plain(world.units.items()), {region: set(own) for region, own in world.flags.items()}
    earned = world.rewards()
    world.recruit()
    return moved, fought, flags, earned, oracle.plain(world.units.items()), +world.stock, +world.remnants, +world.immortals


def played_by_the_console(play: Month) -> tuple[object, ...]:
    """What the console makes of it."""
    moved = board_of(play.through("move"))
    fought, flags = board_of(play.through("battle")), flags_of(play)
    rewards = play.through("rewards").war.record.rewards
    earned = {reward.house: (reward.power, reward.favors) for reward in rewards}
    play.through("recruit")
    guards = Counter(each.region for each in play.war.immortals if each.region)
    return moved, fought, flags, earned, board_of(play), +Counter(play.war.stock), +Counter(play.war.remnants), guards


@pytest.mark.rule("R-41", "R-43", "R-44", "R-45", "R-50", "R-51", "R-52", "R-53", "R-55", "R-60", "R-67", "GE-WAR-49", "GE-WAR-53")
@pytest.mark.parametrize("seed", range(10))
def test_random_months_are_played_as_the_rulebook_says(seed):
    dice = Random(seed)
    worlds = [a_world(dice) for _each in range(60)]
    consoles = [in_the_console(world) for world in worlds]

    differing = [at for at, world in enumerate(worlds) if played_by_the_console(consoles[at]) != played(world)]

    assert differing == []


def test_the_oracle_is_not_blind():
    """A harness that compared nothing would agree with everything."""
    dice = Random(1)
    worlds = [a_world(dice) for _each in range(60)]

    results = [played(world) for world in worlds]

    assert sum(bool(result[3]) for result in results) > 20
    assert sum(any(world.overcame.values()) for world in worlds) > 10
    assert sum(result[0] != result[1] for result in results) > 10
