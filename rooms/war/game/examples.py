"""Words of the War Room in rule examples: the map, the sheets, and the expected results."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from control.engine.context import Sealed
from control.engine.records import replace
from control.engine.refusal import Refused
from rooms.realm.examples.nodes import ExampleError, Node, difference, items, mapping, number, one_of, text
from rooms.realm.examples.world import NOON, Words, World, house_of, region_of, seat_of
from rooms.realm.scenario.ids import HouseId, RegionId, RumorId
from rooms.war.game.battles import BattleFought
from rooms.war.game.board import Castle, RumorToken, board_of
from rooms.war.game.records.battles import REMNANTS, Battle
from rooms.war.game.records.orders import GuardOrder, Order, OrderKind
from rooms.war.game.rewards import RewardsPaid
from rooms.war.game.sheets import document, limits
from rooms.war.game.state import WarState, war_of, with_war
from rooms.war.game.words.names import force_name

# === results ============================================================================================================

# Expected results in the War Room: the words after `then`.


def then_units(world: World, value: Node) -> Iterator[str]:
    """Exactly the units in the regions named. "none" for no units."""
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
    """Pieces in stockpiles."""
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
    """Number of Immortals in the regions named, or "away"."""
    war = war_of(world.state)
    for region, count in mapping(value, "then.immortals").items():
        away = sum(each.region is None for each in war.immortals)
        found = away if region == "away" else len(war.immortals_in(region_of(world, region, "then.immortals")))
        yield from difference(count, found, f"Immortals in {region}")


def then_battles(world: World, value: Node) -> Iterator[str]:
    """Battles by region: attack values, winners, losses, who overcame whom. "none" for no battle."""
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
        given = _names_in(world, each, f"{where}.{key}") if isinstance(each, list) else _with_names(world, each, f"{where}.{key}")
        if given != found[key]:
            yield f"{where}, {key}: expected {given}, found {found[key]}"


def _battle_as_node(world: World, battle: Battle) -> Mapping[str, Node]:
    """All fields of a battle that an example may check."""
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


def _names_in(world: World, value: list[Node], where: str) -> Node:
    return sorted(_name(world, each, where) for each in value)


def _with_names(world: World, value: Node, where: str) -> Node:
    if value == "nobody":
        return {} if where.endswith(("loses", "overcame")) else []
    if not isinstance(value, Mapping):
        return value
    return {
        _name(world, key, where): _names_in(world, list(each), where) if isinstance(each, list) else each
        for key, each in mapping(value, where).items()
    }


def _name(world: World, value: Node, where: str) -> str:
    word = text(value, where)
    return word if word in (REMNANTS.removeprefix("*"), "immortals") else str(house_of(world, word, where))


def then_outcomes(world: World, value: Node) -> Iterator[str]:
    """Results of each player's orders, by line: a number of units, or "wasted". The extra Recruit comes last."""
    record = war_of(world.state).record
    for who, expected in mapping(value, "then.outcomes").items():
        seat = seat_of(world, who, "then.outcomes").id
        known = {outcome.line: outcome for outcome in record.outcomes if outcome.seat == seat}
        sheet = record.sheet(seat)
        found = [known[line].done or "wasted" if line in known else "open" for line, _order in sheet.lines()] if sheet else []
        yield from difference(list(items(expected, "then.outcomes")), found, f"orders of {who}")


def then_ticks(world: World, value: Node) -> Iterator[str]:
    """Houses that each House ticks this month: "everyone", "nobody" or a list."""
    record, houses = war_of(world.state).record, board_of(world.state.scenario).houses
    for house, expected in mapping(value, "then.ticks").items():
        own = house_of(world, house, "then.ticks")
        named = [each for each in houses if each != own] if expected == "everyone" else [] if expected == "nobody" else expected
        wanted = sorted(house_of(world, each, "then.ticks") for each in items(named, "then.ticks"))
        if wanted != list(record.stance(own).ticks):
            yield f"ticks of {house}: expected {wanted}, found {list(record.stance(own).ticks)}"


def then_rewards(world: World, value: Node) -> Iterator[str]:
    """Rewards of each House named: Power and Favors. "none" for nothing."""
    paid = {each.house: each for event in world.happened if isinstance(event, RewardsPaid) for each in event.rewards}
    for house, expected in mapping(value, "then.rewards").items():
        reward = paid.get(house_of(world, house, "then.rewards"))
        found = {"power": reward.power, "favors": reward.favors} if reward else {"power": 0, "favors": 0}
        wanted = {"power": 0, "favors": 0} if expected == "none" else expected
        yield from difference(wanted, found, f"rewards of {force_name(board_of(world.state.scenario), HouseId(house))}")


# === givens and sheets ==================================================================================================

# Words of the War Room in examples: the map, the sheets, and the steps.


MOVE = re.compile(r"move (\d+) from (\w+) to (\w+)", re.IGNORECASE)
RECRUIT = re.compile(r"recruit in (\w+)", re.IGNORECASE)


# --- given --------------------------------------------------------------------------------------------------------------


def _with_war(world: World, war: WarState) -> World:
    return replace(world, state=with_war(world.state, war))


def given_units(world: World, value: Node) -> World:
    """The only units on the map, by region and House. The rest of each House's pieces is in its stockpile."""
    units: dict[RegionId, dict[HouseId, int]] = {}
    for region, there in mapping(value, "given.units").items():
        place = region_of(world, region, "given.units")
        for house, count in mapping(there, f"given.units.{region}").items():
            units.setdefault(place, {})[house_of(world, house, "given.units")] = number(count, f"given.units.{region}.{house}")
    pieces = world.state.scenario.settings.units_per_house
    war = replace(war_of(world.state), units=units)
    return _with_war(
        world, replace(war, stock={house: pieces - war.on_map(house) for house in board_of(world.state.scenario).houses})
    )


def given_stock(world: World, value: Node) -> World:
    """Pieces in stockpiles. Pieces missing from an example are out of the game."""
    war = war_of(world.state)
    given = {
        house_of(world, house, "given.stock"): number(count, f"given.stock.{house}")
        for house, count in mapping(value, "given.stock").items()
    }
    return _with_war(world, replace(war, stock={**war.stock, **given}))


def given_castles(world: World, value: Node) -> World:
    """Castles and their flags by region: a list of Houses, [] for no flag, "none" for no castle."""
    war = war_of(world.state)
    castles, remnants = dict(war.castles), dict(war.remnants)
    for region, flags in mapping(value, "given.castles").items():
        place = region_of(world, region, "given.castles")
        remnants.pop(place, None)
        if flags == "none":
            castles.pop(place, None)
            continue
        name = board_of(world.state.scenario).region_name(place)
        houses = frozenset(house_of(world, flag, "given.castles") for flag in items(flags, "given.castles"))
        castles[place] = replace(castles.get(place, Castle(region=place, name=name)), flags=houses)
        if not houses:
            remnants[place] = 1
    return _with_war(world, replace(war, castles=castles, remnants=remnants))


def given_remnants(world: World, value: Node) -> World:
    """Remnants by region."""
    war = war_of(world.state)
    given = {
        region_of(world, region, "given.remnants"): number(count, f"given.remnants.{region}")
        for region, count in mapping(value, "given.remnants").items()
    }
    return _with_war(world, replace(war, remnants={each: count for each, count in {**war.remnants, **given}.items() if count}))


def given_rumors(world: World, value: Node) -> World:
    """The only regions with Rumors. A region named twice has two."""
    regions = [region_of(world, each, "given.rumors") for each in items(value, "given.rumors")]
    tokens = tuple(
        RumorToken(id=RumorId(f"rumor-{at}"), region=region, text="A word in the street.") for at, region in enumerate(regions, 1)
    )
    return _with_war(world, replace(war_of(world.state), rumors=tokens))


def given_immortals(world: World, value: Node) -> World:
    """Immortals by region. The others are off the board until the end of this month."""
    war, month = war_of(world.state), world.state.clock.month
    places = [
        region_of(world, region, "given.immortals")
        for region, count in mapping(value, "given.immortals").items()
        for _each in range(number(count, f"given.immortals.{region}"))
    ]
    if len(places) > len(war.immortals):
        raise ExampleError(f"given.immortals: there are {len(war.immortals)} Immortals")
    placed = tuple(
        replace(each, region=places[at], away_until=None) if at < len(places) else replace(each, region=None, away_until=month)
        for at, each in enumerate(war.immortals)
    )
    return _with_war(world, replace(war, immortals=placed))


def given_commanded(world: World, value: Node) -> World:
    """Number of Immortals in a region that a House commands this month: `{fog: {eagle: 1}}`."""
    war = war_of(world.state)
    immortals = list(war.immortals)
    for region, houses in mapping(value, "given.commanded").items():
        place = region_of(world, region, "given.commanded")
        for house, count in mapping(houses, f"given.commanded.{region}").items():
            free = [at for at, each in enumerate(immortals) if each.region == place and each.commander is None]
            wanted = number(count, f"given.commanded.{region}.{house}")
            if wanted > len(free):
                raise ExampleError(f"given.commanded: {region} has {len(free)} Immortals to command")
            for at in free[:wanted]:
                commander = house_of(world, house, "given.commanded")
                immortals[at] = replace(immortals[at], commander=commander, home_in=world.state.clock.month)
    return _with_war(world, replace(war, immortals=tuple(immortals)))


def given_sheets(world: World, value: Node) -> World:
    """Sealed war sheets by player: orders in the rulebook's notation, ticks, betray, extra."""
    sealed = list(world.sheets)
    for who, sheet in mapping(value, "given.sheets").items():
        seat = seat_of(world, who, "given.sheets")
        body = document.encode(sheet_of(world, seat.house, sheet, f"given.sheets.{who}"))
        month = world.state.clock.month
        sealed.append(Sealed(seat=seat.id, kind=document.KIND, month=month, revision=1, received_at=NOON, body=body))
    return replace(world, sheets=tuple(sealed))


def sheet_of(world: World, own: HouseId, value: Node, where: str) -> document.WarSheet:
    """A sheet from its notation in an example. "everyone" ticks all other Houses, "nobody" none."""
    said = mapping(value, where)
    for key in said:
        one_of(key, dict.fromkeys(("orders", "ticks", "betray", "extra", "immortals")), where)
    everyone = tuple(sorted(house for house in board_of(world.state.scenario).houses if house != own))
    ticks = said.get("ticks")
    named = everyone if ticks == "everyone" else () if ticks == "nobody" else items(ticks, f"{where}.ticks")
    allies = named if named is everyone else tuple(sorted({house_of(world, each, f"{where}.ticks") for each in named}))
    extra = said.get("extra")
    return document.WarSheet(
        orders=tuple(_order(world, each, f"{where}.orders") for each in items(said.get("orders"), f"{where}.orders")),
        extra=None if extra is None else region_of(world, extra, f"{where}.extra"),
        allies=tuple(HouseId(str(each)) for each in allies),
        betray=said.get("betray") is True,
        immortals=tuple(_guard_orders(world, said.get("immortals"), f"{where}.immortals")),
    )


def _guard_orders(world: World, value: Node, where: str) -> Iterator[GuardOrder]:
    """Orders to Immortals by their numbers: `{1: fog}`."""
    for each, region in sorted(mapping(value, where).items()):
        if not each.isdigit():
            raise ExampleError(f"{where}: write the number of an Immortal, not '{each}'")
        yield GuardOrder(immortal=int(each), target=region_of(world, region, where))


def _order(world: World, value: Node, where: str) -> Order:
    words = text(value, where)
    if found := MOVE.fullmatch(words.strip()):
        units, origin, target = found.groups()
        return Order(
            kind=OrderKind.MOVE,
            units=int(units),
            origin=region_of(world, origin, where),
            target=region_of(world, target, where),
        )
    if found := RECRUIT.fullmatch(words.strip()):
        return Order(kind=OrderKind.RECRUIT, target=region_of(world, found.group(1), where))
    raise ExampleError(f"{where}: write 'Move 2 from Zen to Aka' or 'Recruit in Zen', not '{words}'")


# --- when ---------------------------------------------------------------------------------------------------------------


def when_sends(world: World, value: Node) -> World:
    """A player sends a war sheet, which is refused or sealed."""
    for who, sheet in mapping(value, "when.sends").items():
        seat = seat_of(world, who, "when.sends")
        written = sheet_of(world, seat.house, sheet, f"when.sends.{who}")
        window = limits.window(world.state, seat.id)
        if not window.open:
            return replace(world, refused=Refused(window.sentence, rule=window.rule, code="closed"))
        try:
            limits.check(world.state, seat.id, document.parse(document.encode(written)))
        except Refused as no:
            return replace(world, refused=no)
        others = tuple(each for each in world.sheets if each.seat != seat.id)
        body, month = document.encode(written), world.state.clock.month
        sealed = Sealed(seat=seat.id, kind=document.KIND, month=month, revision=1, received_at=world.now, body=body)
        world = replace(world, sheets=(*others, sealed))
    return world


WORDS = Words(
    given={
        "units": given_units,
        "stock": given_stock,
        "castles": given_castles,
        "remnants": given_remnants,
        "rumors": given_rumors,
        "immortals": given_immortals,
        "commanded": given_commanded,
        "sheets": given_sheets,
    },
    when={"sends": when_sends},
    then={
        "units": then_units,
        "stock": then_stock,
        "flags": then_flags,
        "remnants": then_remnants,
        "rumors": then_rumors,
        "immortals": then_immortals,
        "battles": then_battles,
        "outcomes": then_outcomes,
        "ticks": then_ticks,
        "rewards": then_rewards,
    },
)
