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
def castles_reason(count: int, power: int) -> str:
    return say_count("{count} castle gives {power}", "{count} castles give {power}", count, power=power)


@as_reason("war.overcoming")
def overcoming_reason(houses: tuple[Told, ...], region: str, power: int) -> str:
    return say("overcoming {houses} in {region} {power}", houses=listed(map(str, houses)), region=region, power=power)


@as_reason("war.sums")
def sums_reason(parts: tuple[Reason, ...]) -> str:
    return ", ".join(map(str, parts))


@as_reason("war.rumor")
def rumor_reason(region: str) -> str:
    return say("Rumor in {region}", region=region)


@as_reason("war.spoils")
def spoils_reason(region: str) -> str:
    return say("a House overcome in {region}", region=region)


def why_power(board: Board, reward: Reward) -> Reason:
    """Reason for Power gained in Rewards: "2 castles give 1, overcoming Swords in Fog 1"."""
    castles = (castles_reason(len(reward.castles), reward.for_castles),) if reward.for_castles else ()
    overcame = (
        overcoming_reason(forces(board, each.over), board.region_name(each.region), len(each.over)) for each in reward.overcame
    )
    return sums_reason((*castles, *overcame))


def why_favors(board: Board, reward: Reward) -> tuple[Reason, ...]:
    """Reasons for Favors drawn in Rewards, one per card."""
    return (
        *(rumor_reason(board.region_name(region)) for region in reward.rumors),
        *(spoils_reason(board.region_name(region)) for region in reward.spoils),
    )


# --- in-laws and famine -------------------------------------------------------------------------------------------------


@as_reason("war.in-laws")
def in_laws_reason(house: str, other: str, region: str) -> str:
    return say("{house} attacked {other}, into which it is married, in {region} (R-61)", house=house, other=other, region=region)


@as_reason("war.starves")
def famine_question(house: str) -> str:
    return say("{house} starves: where does it lose a unit?", house=house)


@as_reason("war.units-there")
def units_there(region: str, units: int) -> str:
    return say("{region} ({units} there)", region=region, units=units)


@as_reason("war.end-of-month")
def end_of_month() -> str:
    return say("the end of the month")


# --- retaliation --------------------------------------------------------------------------------------------------------


@as_reason("war.whose-unit")
def whose_unit_question(region: str, number: int) -> str:
    return say("{region}: whose unit does Immortal {number} kill as it falls?", region=region, number=number)


@as_reason("war.whose-units")
def whose_units_question(region: str) -> str:
    return say("{region}: whose unit does each Immortal kill as it falls?", region=region)


@as_reason("war.immortal")
def immortal_called(number: int) -> str:
    return say("Immortal {number}", number=number)


@as_reason("war.by-the-rule")
def by_rule_reason(house: str) -> str:
    return say("by the rule: who has most units left by then, {house} as things stand", house=house)


@as_reason("war.by-the-rule-shortly")
def by_rule_short_reason(house: str) -> str:
    return say("by the rule ({house})", house=house)


# --- coups --------------------------------------------------------------------------------------------------------------


@as_reason("war.claim")
def claim_words_reason(house: str, units: int) -> str:
    return say_count("{house} with {count} unit", "{house} with {count} units", units, house=house)


def claims_reasons(board: Board, claims: Iterable[Claim]) -> tuple[Reason, ...]:
    """Candidates with their units, in the scenario's order: "Cat with 2 units", "Snake with 3 units"."""
    ordered = sorted(claims, key=lambda each: board.order.get(each.house, len(board.order)))
    return tuple(claim_words_reason(board.house_name(each.house), each.units) for each in ordered)


@as_reason("war.coup")
def military_coup_reason(region: str) -> str:
    return say("a Military Coup in {region}", region=region)


@as_reason("war.coup-traps")
def coup_traps_reason(region: str, claims: tuple[Reason, ...]) -> str:
    return say(
        "Military Coup in {region}: {claims}. The Court is trapped there; read out who reigns",
        region=region,
        claims=listed(map(str, claims)),
    )


@as_reason("war.castle-lost")
def castle_lost_reason(house: str, region: str) -> str:
    return say("{house} has lost {region}, by which its Sovereign reigned", house=house, region=region)


@as_reason("war.read-out")
def read_out_reason(why: Told) -> str:
    return say("{why}. Read out who reigns", why=why)


@as_reason("war.who-rules")
def who_rules_question(claims: tuple[Reason, ...]) -> str:
    return say("Who of {claims} rules? All of them must agree.", claims=listed(map(str, claims)))


@as_reason("war.with-units")
def with_units(house: str, units: int) -> str:
    return say_count("{house} ({count} unit there)", "{house} ({count} units there)", units, house=house)


@as_reason("war.by-power")
def by_power_reason(houses: tuple[str, ...]) -> str:
    either = f" {say('or')} ".join(houses)
    return say("{houses}, whoever has more Power then; if both have the same, nobody", houses=either)


@as_reason("war.alike")
def equal_claims_reason(houses: tuple[str, ...]) -> str:
    both = f" {say('and')} ".join(houses)
    return say("{houses} have the same number of units there and the same Power", houses=both)


@as_reason("war.strongest")
def strongest_reason(region: str) -> str:
    return say("strongest of the Houses of the coup in {region}, which named nobody", region=region)


@as_reason("war.chosen")
def chosen_reason(region: str) -> str:
    return say("chosen by the Houses of the coup in {region}", region=region)


@as_reason("war.nobody-left")
def nobody_left_reason() -> str:
    return say("nobody is left to choose")


# --- a battle that Control changed ---------------------------------------------------------------------------------------


@as_reason("war.battle-corrected")
def battle_corrected_reason(region: str) -> str:
    return say("the battle in {region} was corrected", region=region)


@as_reason("war.throne-in-doubt")
def throne_in_doubt(region: str) -> str:
    return say(
        "The battle in {region} was corrected: by it the throne went otherwise. Say who reigns now, and read it out",
        region=region,
    )
