"""Why somebody is deposed or seated: the reasons that stand in the events of the throne."""

from __future__ import annotations

from control.engine.language import listed, say
from control.engine.reasons import Told, as_reason


@as_reason("throne.and-so")
def and_so(why: Told, then: Told) -> str:
    return f"{why}; {then}"


@as_reason("throne.leads")
def leads(house: str, power: int) -> str:
    return say("{house} has the most Power, {power}", house=house, power=power)


@as_reason("throne.nobody-to-seat")
def nobody_to_seat(house: str) -> str:
    return say("{house} has more Power and is passed over, with nobody to seat", house=house)


@as_reason("throne.nobody-anywhere")
def nobody_anywhere() -> str:
    return say("no House has anybody to seat")


@as_reason("throne.nobody-else")
def nobody_else(house: str) -> str:
    return say("{house} has nobody else to seat", house=house)


@as_reason("throne.all-alike")
def all_alike(power: int) -> str:
    return say("all Houses have {power} Power", power=power)


@as_reason("throne.tied")
def tied(houses: tuple[str, ...], power: int) -> str:
    return say("{houses} tie with {power} Power", houses=listed(houses), power=power)


@as_reason("throne.spouse-follows")
def spouse_follows() -> str:
    return say("the spouse follows")


@as_reason("throne.left-for-good")
def left_for_good() -> str:
    return say("the Sovereign has left for good")


@as_reason("throne.god-emperor-died", public=True)
def god_emperor_died() -> str:
    return say("he has died of his wounds")
