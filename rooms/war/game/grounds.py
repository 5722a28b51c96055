"""What each step found before it changed anything, kept with the record of the month: so that the engine can be asked again why.

The board before a step was everybody's to see; what is kept here says nothing that the map did not say.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from control.engine.ids import StepId
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.war.game.records.month import Ground
from rooms.war.game.state import BATTLE, MOVE, RECRUIT, REWARDS, WarState, in_month, recorded, war_of, with_war

KEPT: Final = (MOVE, BATTLE, REWARDS, RECRUIT)


def found(state: GameState, month: int, step: StepId) -> WarState:
    """The war with the record of that month open, and what this step found written into it the first time."""
    war = in_month(war_of(state), month)
    if ground_of(war, month, step) is not None:
        return war
    ground = Ground(
        step=step,
        units=war.units,
        stock=war.stock if step == RECRUIT else {},
        flags=_flags(war) if step in (BATTLE, REWARDS) else {},
        remnants=war.remnants,
        rumors=tuple((token.id, token.region) for token in war.rumors if token.region is not None) if step == REWARDS else (),
        immortals=war.immortals,
        holder=state.throne.holder,
    )
    return replace(war, record=replace(war.record, grounds=(*war.record.grounds, ground)))


def ground_of(war: WarState, month: int, step: StepId) -> Ground | None:
    """What a step of a month found; None when it has not been carried out, or so long ago that nobody knows."""
    return next((each for each in recorded(war, month).grounds if each.step == step), None)


def as_found(state: GameState, month: int, step: StepId) -> GameState | None:
    """The state as a step of that month found it: the board, who reigned, and what was not decided yet.

    Laws, buildings and people are those of now, read in that month. None when nobody knows what the step found.
    """
    war = war_of(state)
    ground = ground_of(war, month, step)
    if ground is None:
        return None
    record, at = recorded(war, month), KEPT.index(step)
    if at <= KEPT.index(BATTLE):
        record = replace(record, battles=(), peace=(), in_laws=(), coup=None, castle_lost=None)
    if step == MOVE:
        record = replace(record, outcomes=(), guard_moves=())
    castles = war.castles
    if step in (BATTLE, REWARDS):
        castles = {region: replace(castle, flags=frozenset(ground.flags.get(region, ()))) for region, castle in war.castles.items()}
    rumors = dict(ground.rumors)
    before = replace(
        war,
        units=ground.units,
        stock=ground.stock or _rest(state, ground.units),
        castles=castles,
        remnants=ground.remnants,
        rumors=tuple(replace(token, region=rumors.get(token.id)) for token in war.rumors) if step == REWARDS else war.rumors,
        immortals=ground.immortals,
        record=record,
        past=None,
    )
    throne = replace(state.throne, holder=ground.holder)
    return with_war(replace(state, clock=replace(state.clock, month=month), throne=throne), before)


def _rest(state: GameState, units: Mapping[RegionId, Mapping[HouseId, int]]) -> dict[HouseId, int]:
    """What lay in stock while these units stood on the map (R-42)."""
    pieces = state.scenario.settings.units_per_house
    return {house.id: pieces - sum(there.get(house.id, 0) for there in units.values()) for house in state.scenario.houses}


def _flags(war: WarState) -> dict[RegionId, tuple[HouseId, ...]]:
    return {region: tuple(sorted(castle.flags)) for region, castle in sorted(war.castles.items()) if castle.flags}
