"""Reasons for moving Power, Favors and the throne, and for questions and hand-offs. Stored in events, worded when shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from control.engine.language import listed, say, say_count
from control.engine.reasons import Reason, Told, as_reason
from rooms.realm.scenario.ids import HouseId
from rooms.war.game.board import Board
from rooms.war.game.records.battles import IMMORTALS, REMNANTS
from rooms.war.game.records.month import Claim, Reward

# --- forces -------------------------------------------------------------------------------------------------------------


@as_reason("war.remnants")
def the_remnants() -> str:
    return say("the remnants")


@as_reason("war.immortals")
def the_immortals() -> str:
    return say("the Immortals")


def force(board: Board, house: HouseId) -> Told:
    """Name of a force in a battle."""
    if house == REMNANTS:
        return the_remnants()
    return the_immortals() if house == IMMORTALS else board.house_name(house)


def forces(board: Board, houses: Sequence[HouseId]) -> tuple[Told, ...]:
    """Names of several forces: Houses in the scenario's order, then the others."""
    ordered = sorted(houses, key=lambda house: (board.order.get(house, 99 if house == REMNANTS else 100), house))
    return tuple(force(board, house) for house in ordered)


# --- rewards ------------------------------------------------------------------------------------------------------------


@as_reason("war.castles")
def for_castles(count: int, power: int) -> str:
    return say_count("{count} castle gives {power}", "{count} castles give {power}", count, power=power)


@as_reason("war.overcoming")
def overcoming(houses: tuple[Told, ...], region: str, power: int) -> str:
    return say("overcoming {houses} in {region} {power}", houses=listed(map(str, houses)), region=region, power=power)


@as_reason("war.sums")
def sums(parts: tuple[Reason, ...]) -> str:
    return ", ".join(map(str, parts))


@as_reason("war.rumor")
def rumor(region: str) -> str:
    return say("Rumor in {region}", region=region)


@as_reason("war.spoils")
def spoils(region: str) -> str:
    return say("a House overcome in {region}", region=region)


def why_power(board: Board, reward: Reward) -> Reason:
    """Reason for Power gained in Rewards: "2 castles give 1, overcoming Swords in Fog 1"."""
    castles = (for_castles(len(reward.castles), reward.for_castles),) if reward.for_castles else ()
    overcame = (overcoming(forces(board, each.over), board.region_name(each.region), len(each.over)) for each in reward.overcame)
    return sums((*castles, *overcame))


def why_favors(board: Board, reward: Reward) -> tuple[Reason, ...]:
    """Reasons for Favors drawn in Rewards, one per card."""
    return (
        *(rumor(board.region_name(region)) for region in reward.rumors),
        *(spoils(board.region_name(region)) for region in reward.spoils),
    )


# --- in-laws and famine -------------------------------------------------------------------------------------------------


@as_reason("war.in-laws")
def attacked_in_laws(house: str, other: str, region: str) -> str:
    return say("{house} attacked {other}, into which it is married, in {region} (R-61)", house=house, other=other, region=region)


@as_reason("war.starves")
def starves(house: str) -> str:
    return say("{house} starves: where does it lose a unit?", house=house)


@as_reason("war.units-there")
def units_there(region: str, units: int) -> str:
    return say("{region} ({units} there)", region=region, units=units)


@as_reason("war.end-of-month")
def end_of_month() -> str:
    return say("the end of the month")


# --- retaliation --------------------------------------------------------------------------------------------------------


@as_reason("war.whose-unit")
def whose_unit(region: str, number: int) -> str:
    return say("{region}: whose unit does Immortal {number} kill as it falls?", region=region, number=number)


@as_reason("war.whose-units")
def whose_units(region: str) -> str:
    return say("{region}: whose unit does each Immortal kill as it falls?", region=region)


@as_reason("war.immortal")
def immortal_called(number: int) -> str:
    return say("Immortal {number}", number=number)


@as_reason("war.by-the-rule")
def by_the_rule(house: str) -> str:
    return say("by the rule: who has most units left by then, {house} as things stand", house=house)


@as_reason("war.by-the-rule-shortly")
def by_the_rule_shortly(house: str) -> str:
    return say("by the rule ({house})", house=house)


# --- coups --------------------------------------------------------------------------------------------------------------


@as_reason("war.claim")
def claim(house: str, units: int) -> str:
    return say_count("{house} with {count} unit", "{house} with {count} units", units, house=house)


def claimed(board: Board, claims: Iterable[Claim]) -> tuple[Reason, ...]:
    """Candidates with their units, in the scenario's order: "Cat with 2 units", "Snake with 3 units"."""
    ordered = sorted(claims, key=lambda each: board.order.get(each.house, len(board.order)))
    return tuple(claim(board.house_name(each.house), each.units) for each in ordered)


@as_reason("war.coup")
def military_coup(region: str) -> str:
    return say("a Military Coup in {region}", region=region)


@as_reason("war.coup-traps")
def trapped(region: str, claims: tuple[Reason, ...]) -> str:
    return say(
        "Military Coup in {region}: {claims}. The Court is trapped there; read out who reigns",
        region=region,
        claims=listed(map(str, claims)),
    )


@as_reason("war.castle-lost")
def castle_lost(house: str, region: str) -> str:
    return say("{house} has lost {region}, by which its Sovereign reigned", house=house, region=region)


@as_reason("war.read-out")
def read_out(why: Told) -> str:
    return say("{why}. Read out who reigns", why=why)


@as_reason("war.who-rules")
def who_rules(claims: tuple[Reason, ...]) -> str:
    return say("Who of {claims} rules? All of them must agree.", claims=listed(map(str, claims)))


@as_reason("war.with-units")
def with_units(house: str, units: int) -> str:
    return say_count("{house} ({count} unit there)", "{house} ({count} units there)", units, house=house)


@as_reason("war.by-power")
def by_power(houses: tuple[str, ...]) -> str:
    either = f" {say('or')} ".join(houses)
    return say("{houses}, whoever has more Power then; if both have the same, nobody", houses=either)


@as_reason("war.alike")
def alike(houses: tuple[str, ...]) -> str:
    both = f" {say('and')} ".join(houses)
    return say("{houses} have the same number of units there and the same Power", houses=both)


@as_reason("war.strongest")
def strongest(region: str) -> str:
    return say("strongest of the Houses of the coup in {region}, which named nobody", region=region)


@as_reason("war.chosen")
def chosen(region: str) -> str:
    return say("chosen by the Houses of the coup in {region}", region=region)


@as_reason("war.nobody-left")
def nobody_left() -> str:
    return say("nobody is left to choose")


# --- a battle that Control changed ---------------------------------------------------------------------------------------


@as_reason("war.battle-corrected")
def battle_corrected(region: str) -> str:
    return say("the battle in {region} was corrected", region=region)


@as_reason("war.throne-in-doubt")
def throne_in_doubt(region: str) -> str:
    return say(
        "The battle in {region} was corrected: by it the throne went otherwise. Say who reigns now, and read it out",
        region=region,
    )
