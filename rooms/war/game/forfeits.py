"""A flag that a House loses to another away from the map: the winner's flag takes its place (R-103)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from control.engine.context import DecisionContext
from control.engine.language import later, say
from control.engine.modules import EventHandler, Module
from control.engine.reasons import Told
from rooms.realm.game.forfeits import FlagForfeited
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.war.game.board import board_of
from rooms.war.game.parts import board_invalidations
from rooms.war.game.state import in_month, noted, war_of, with_war


@dataclass(frozen=True, slots=True, kw_only=True)
class FlagReplaced:
    """The flag of one House is taken from a castle and another's placed there."""

    month: int
    region: RegionId
    house: HouseId
    by: HouseId
    why: Told


def replace_flag(state: GameState, happened: FlagForfeited, asked: DecisionContext) -> tuple[FlagReplaced, ...]:
    """Only a flag that is there is replaced."""
    castle = war_of(state).castles.get(happened.region)
    if castle is None or happened.house not in castle.flags:
        return ()
    return (FlagReplaced(month=happened.month, region=happened.region, house=happened.house, by=happened.to, why=happened.why),)


def evolve_replaced(state: GameState, happened: FlagReplaced) -> GameState:
    """Total: where the castle does not bear the flag any more, only a doubt is noted."""
    war = in_month(war_of(state), happened.month)
    castle = war.castles.get(happened.region)
    if castle is None or happened.house not in castle.flags:
        return with_war(state, noted(war, doubt=f"flags:{happened.region}"))
    flags = castle.flags - {happened.house} | {happened.by}
    war = replace(war, castles={**war.castles, happened.region: replace(castle, flags=flags)})
    return with_war(state, noted(war, regions=(happened.region,)))


def explain_replaced(happened: FlagReplaced, state: GameState) -> str:
    board = board_of(state.scenario)
    return say(
        "On {region} the flag of {other} takes the place of that of {house}: {why}.",
        region=board.region_name(happened.region),
        other=board.house_name(happened.by),
        house=board.house_name(happened.house),
        why=happened.why,
    )


FORFEITS_AT_WAR = Module(
    name="war-forfeits",
    about=later("Castles that change hands"),
    events={FlagReplaced: EventHandler(evolve=evolve_replaced, explain=explain_replaced, invalidations=board_invalidations)},
    reactions={FlagForfeited: replace_flag},
)
