"""Indirect speech: what came of a scheme, as anybody else is told who is neither who schemed nor whom it was aimed at.

The reasons of `rooms.realm.game.strikes.reasons` speak to a House, "your House holds a hostage". Control, the journal and whoever
looks back on the day read the same with the House named.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from control.engine.language import say
from control.engine.reasons import Reason, Told
from rooms.realm.game.schemed import CompletedScheme
from rooms.realm.game.state import GameState
from rooms.realm.game.strikes.asked import target_of
from rooms.realm.game.treasury.purses import house_name

Said = Callable[..., str]


def _took_power(own: str, power: int, house: str) -> str:
    return say("{own} took {power} Power of {house}.", own=own, power=power, house=house)


def _lost_power(own: str, power: int) -> str:
    return say("Rumors cost {own} {power} Power.", own=own, power=power)


def _took_favor(own: str, name: str) -> str:
    return say("{own} took 1 Favor of {name}.", own=own, name=name)


def _took_oldest(own: str, name: str) -> str:
    return say("{own} took 1 Favor of {name}. The one that was chosen was gone; the oldest went.", own=own, name=name)


def _captured(own: str, house: str, load: Told) -> str:
    return say("{own} holds a hostage of {house}, with {load}.", own=own, house=house, load=load)


def _lost_hostage(own: str, load: Told) -> str:
    return say("A hostage was taken from {own}, with {load}.", own=own, load=load)


def _allied(own: str, house: str, month: int) -> str:
    return say("{house} must be an ally of {own} in the War Room of month {month}.", own=own, house=house, month=month)


def _building_taken(own: str, building: str) -> str:
    return say("{building} belongs to {own} now.", own=own, building=building)


def _building_lost(own: str, building: str) -> str:
    return say("{building} does not belong to {own} any more.", own=own, building=building)


def _to_strike(own: str, house: str, month: int) -> str:
    return say("In the Court of month {month}, {own} may strike out a proposal of {house}.", own=own, house=house, month=month)


def _to_lever(own: str, house: str, month: int) -> str:
    return say("In the Court of month {month}, {own} may have a proposal of {house} heard.", own=own, house=house, month=month)


ALOUD: Final[Mapping[str, Said]] = {
    "schemes.took-power": _took_power,
    "schemes.lost-power": _lost_power,
    "schemes.took-favor": _took_favor,
    "schemes.took-oldest": _took_oldest,
    "schemes.captured": _captured,
    "schemes.lost-hostage": _lost_hostage,
    "schemes.allied": _allied,
    "schemes.building-taken": _building_taken,
    "schemes.building-lost": _building_lost,
    "schemes.to-strike": _to_strike,
    "schemes.to-lever": _to_lever,
}


def aloud(told: Told, own: str) -> str:
    """What this House was told, as anybody else is told it; what names no "you" stays as it is."""
    said = ALOUD.get(told.code) if isinstance(told, Reason) else None
    return said(own, **told.values) if said is not None and isinstance(told, Reason) else str(told)


def came_aloud(state: GameState, scheme: CompletedScheme, came: Told) -> str:
    """What came of a scheme for who schemed, as anybody else is told it."""
    return aloud(came, house_name(state, scheme.house))


def harm_aloud(state: GameState, scheme: CompletedScheme, harm: Told) -> str:
    """What it did to the House that it was aimed at, as anybody else is told it."""
    target = target_of(state, scheme)
    return aloud(harm, house_name(state, target) if target is not None else "")
