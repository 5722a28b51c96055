"""What the War Room must have brought about for an example to hold: the words after `then`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rooms.realm.examples.nodes import Node, difference, items, mapping, one_of, text
from rooms.realm.examples.world import World, house_of, region_of, seat_of
from rooms.realm.scenario.ids import HouseId
from rooms.war.game.battles import BattleFought
from rooms.war.game.board import board_of
from rooms.war.game.records.battles import REMNANTS, Battle
from rooms.war.game.rewards import RewardsPaid
from rooms.war.game.state import war_of
from rooms.war.game.words.names import force_name


def then_units(world: World, value: Node) -> Iterator[str]:
    """Exactly who stands in the regions named; "none" for nobody."""
    war = war_of(world.state)
    for region, there in mapping(value, "then.units").items():
        place = region_of(world, region, "then.units")
        expected = {house_of(world, house, "then.units"): count for house, count in mapping(there, "then.units").items()}
        found = dict(war.units.get(place, {}))
        if expected != found:
            yield f"units in {region}: expected {_plain(expected)}, found {_plain(found)}"


def _plain(units: Mapping[HouseId, Node]) -> str:
    return ", ".join(f"{house} {count}" for house, count in sorted(units.items())) or "nobody"


def then_stock(world: World, value: Node) -> Iterator[str]:
    """What lies in stockpiles."""
    for house, count in mapping(value, "then.stock").items():
        found = war_of(world.state).stock.get(house_of(world, house, "then.stock"), 0)
        yield from difference(count, found, f"stockpile of {house}")


def then_flags(world: World, value: Node) -> Iterator[str]:
    """Exactly the flags on the castles named."""
    for region, flags in mapping(value, "then.flags").items():
        castle = war_of(world.state).castles.get(region_of(world, region, "then.flags"))
        expected = sorted(house_of(world, flag, "then.flags") for flag in items(flags, "then.flags"))
        found = sorted(castle.flags) if castle else None
        if expected != found:
            yield f"flags in {region}: expected {expected}, found {'no castle' if found is None else found}"


def then_remnants(world: World, value: Node) -> Iterator[str]:
    """The number of remnants in the regions named."""
    for region, count in mapping(value, "then.remnants").items():
        found = war_of(world.state).remnants.get(region_of(world, region, "then.remnants"), 0)
        yield from difference(count, found, f"remnants in {region}")


def then_rumors(world: World, value: Node) -> Iterator[str]:
    """All regions where a Rumor lies."""
    expected = sorted(region_of(world, each, "then.rumors") for each in items(value, "then.rumors"))
    found = sorted(token.region for token in war_of(world.state).rumors if token.region is not None)
    if expected != found:
        yield f"rumors: expected {expected}, found {found}"


def then_immortals(world: World, value: Node) -> Iterator[str]:
    """The number of Immortals in the regions named, or "away"."""
    war = war_of(world.state)
    for region, count in mapping(value, "then.immortals").items():
        away = sum(each.region is None for each in war.immortals)
        found = away if region == "away" else len(war.immortals_in(region_of(world, region, "then.immortals")))
        yield from difference(count, found, f"Immortals in {region}")


def then_battles(world: World, value: Node) -> Iterator[str]:
    """Battles by region: attack values, who wins, who loses how many, who overcame whom; "none" for no battle."""
    fought = {event.battle.region: event.battle for event in world.happened if isinstance(event, BattleFought)}
    for region, expected in mapping(value, "then.battles").items():
        battle = fought.get(region_of(world, region, "then.battles"))
        if expected == "none":
            yield from [f"battle in {region}: expected none, but it was fought"] if battle else []
        elif battle is None:
            yield f"battle in {region}: expected, but none was fought"
        else:
            yield from _battle_problems(world, battle, mapping(expected, f"then.battles.{region}"), f"battle in {region}")


def _battle_problems(world: World, battle: Battle, expected: Mapping[str, Node], where: str) -> Iterator[str]:
    found = _battle_as_node(world, battle)
    for key, each in expected.items():
        one_of(key, found, where)
        given = _named(world, each, f"{where}.{key}") if isinstance(each, list) else _keyed(world, each, f"{where}.{key}")
        if given != found[key]:
            yield f"{where}, {key}: expected {given}, found {found[key]}"


def _battle_as_node(world: World, battle: Battle) -> Mapping[str, Node]:
    """Everything an example may say of a battle."""
    first, last = battle.rounds[0], battle.rounds[-1]
    overcame: dict[str, Node] = {}
    for each in battle.overcame:
        known = overcame.get(each.house, [])
        overcame[each.house] = [*(known if isinstance(known, list) else []), str(each.over)]
    losses = {str(loss.house): loss.units for count in battle.rounds for loss in count.losses}
    for house in battle.retaliation:
        losses[house] = losses.get(house, 0) + 1
    return {
        "attack": {_force(army.house): army.attack for army in first.armies},
        "result": first.result.value,
        "wins": sorted(_force(house) for house in last.side),
        "loses": losses,
        "overcame": overcame,
        "remnants lost": sum(count.remnants_lost for count in battle.rounds),
        "retaliation": sorted(str(house) for house in battle.retaliation),
        "immortals defeated": battle.immortals_defeated,
    }


def _force(house: HouseId) -> str:
    return house.removeprefix("*")


def _named(world: World, value: list[Node], where: str) -> Node:
    return sorted(_name(world, each, where) for each in value)


def _keyed(world: World, value: Node, where: str) -> Node:
    if value == "nobody":
        return {} if where.endswith(("loses", "overcame")) else []
    if not isinstance(value, Mapping):
        return value
    return {
        _name(world, key, where): _named(world, list(each), where) if isinstance(each, list) else each
        for key, each in mapping(value, where).items()
    }


def _name(world: World, value: Node, where: str) -> str:
    word = text(value, where)
    return word if word in (REMNANTS.removeprefix("*"), "immortals") else str(house_of(world, word, where))


def then_outcomes(world: World, value: Node) -> Iterator[str]:
    """What became of each player's orders, line by line: a number of units, or "wasted"; the extra Recruit comes last."""
    record = war_of(world.state).record
    for who, expected in mapping(value, "then.outcomes").items():
        seat = seat_of(world, who, "then.outcomes").id
        known = {outcome.line: outcome for outcome in record.outcomes if outcome.seat == seat}
        sheet = record.sheet(seat)
        found = [known[line].done or "wasted" if line in known else "open" for line, _order in sheet.lines()] if sheet else []
        yield from difference(list(items(expected, "then.outcomes")), found, f"orders of {who}")


def then_ticks(world: World, value: Node) -> Iterator[str]:
    """Whom each House ticks this month: "everyone", "nobody" or a list."""
    record, houses = war_of(world.state).record, board_of(world.state.scenario).houses
    for house, expected in mapping(value, "then.ticks").items():
        own = house_of(world, house, "then.ticks")
        named = [each for each in houses if each != own] if expected == "everyone" else [] if expected == "nobody" else expected
        wanted = sorted(house_of(world, each, "then.ticks") for each in items(named, "then.ticks"))
        if wanted != list(record.stance(own).ticks):
            yield f"ticks of {house}: expected {wanted}, found {list(record.stance(own).ticks)}"


def then_rewards(world: World, value: Node) -> Iterator[str]:
    """What each House named earns in Rewards: Power and Favors; "none" for nothing."""
    paid = {each.house: each for event in world.happened if isinstance(event, RewardsPaid) for each in event.rewards}
    for house, expected in mapping(value, "then.rewards").items():
        reward = paid.get(house_of(world, house, "then.rewards"))
        found = {"power": reward.power, "favors": reward.favors} if reward else {"power": 0, "favors": 0}
        wanted = {"power": 0, "favors": 0} if expected == "none" else expected
        yield from difference(wanted, found, f"rewards of {force_name(board_of(world.state.scenario), HouseId(house))}")
