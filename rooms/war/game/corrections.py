"""What those who saw the board otherwise are told when War Control sets something on it by hand (GE-EVT-15).

The map hangs in the hall, so what changes on it is everybody's to know; why it was changed stands in the journal.
"""

from __future__ import annotations

from control.engine.language import say, say_as
from control.engine.modules import Correction
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.war.game.board import board_of
from rooms.war.game.events import (
    FlagAdjusted,
    ImmortalAdjusted,
    OrdersCorrected,
    RemnantAdjusted,
    RumorMoved,
    RumorPlaced,
    UnitsAdjusted,
)
from rooms.war.game.words import immortal_name


def units(happened: UnitsAdjusted, state: GameState) -> tuple[Correction, ...]:
    what = say("Units of {house} in {region}", house=_house(state, happened.house), region=_region(state, happened.region))
    return (Correction(to="all", what=what, now=str(happened.after), was=str(happened.before)),)


def flag(happened: FlagAdjusted, state: GameState) -> tuple[Correction, ...]:
    what = say("Flag of {house} in {region}", house=_house(state, happened.house), region=_region(state, happened.region))
    up, down = say_as("flag", "up"), say_as("flag", "down")
    now, was = (up, down) if happened.on else (down, up)
    return (Correction(to="all", what=what, now=now, was=was),)


def remnant(happened: RemnantAdjusted, state: GameState) -> tuple[Correction, ...]:
    what = say("Remnants in {region}", region=_region(state, happened.region))
    return (Correction(to="all", what=what, now=str(happened.after), was=str(happened.before)),)


def immortal(happened: ImmortalAdjusted, state: GameState) -> tuple[Correction, ...]:
    now, was = _place(state, happened.region), _place(state, happened.origin)
    return (Correction(to="all", what=immortal_name(happened.immortal), now=now, was=was),)


def rumor(happened: RumorMoved, state: GameState) -> tuple[Correction, ...]:
    now, was = _place(state, happened.region), _place(state, happened.origin)
    return (Correction(to="all", what=say("A Rumor"), now=now, was=was),)


def new_rumor(happened: RumorPlaced, state: GameState) -> tuple[Correction, ...]:
    return (Correction(to="all", what=say("A new Rumor"), now=_place(state, happened.region)),)


def orders(happened: OrdersCorrected, state: GameState) -> tuple[Correction, ...]:
    """Only their author learns that orders were changed; what they say now stands among the own results."""
    now = say("let in by Control") if happened.admitted else say("changed by Control")
    what = say("Your war orders of month {month}", month=happened.month)
    return (Correction(to=f"seat:{happened.sheet.seat}", what=what, now=now),)


def _place(state: GameState, region: RegionId | None) -> str:
    return say("in {region}", region=_region(state, region)) if region is not None else say_as("place", "off the map")


def _region(state: GameState, region: RegionId) -> str:
    return board_of(state.scenario).region_name(region)


def _house(state: GameState, house: HouseId) -> str:
    return board_of(state.scenario).house_name(house)
