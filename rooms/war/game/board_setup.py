"""The board when month 1 begins: units, stockpiles, castles, remnants, Rumors, Immortals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from control.engine.context import DecisionContext
from control.engine.language import say, say_count
from control.engine.modules import EventHandler
from rooms.realm.game.setup import EventSetUp
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.war.game.board import Castle, Immortal, RumorToken
from rooms.war.game.section_parts import board_invalidations
from rooms.war.game.state import WarState, with_war
from rooms.war.game.words.names import some_immortals, some_remnants, some_rumors, some_units
from rooms.war.rules import board as setting
from rooms.war.rules.board import Placed, Stocked

# === first board ========================================================================================================


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardSet:
    """The board has been set for month 1."""

    units: tuple[Placed, ...]
    stock: tuple[Stocked, ...]
    castles: tuple[Castle, ...]
    remnants: tuple[RegionId, ...]
    rumors: tuple[RumorToken, ...]
    immortals: tuple[Immortal, ...]


def set_board(state: GameState, happened: EventSetUp, asked: DecisionContext) -> tuple[BoardSet, ...]:
    """Set the board when the event is set up (GE-WAR-01, GE-WAR-02, GE-WAR-03)."""
    scenario = state.scenario
    return (
        BoardSet(
            units=setting.starting_units(scenario),
            stock=setting.starting_stock(scenario),
            castles=setting.starting_castles(scenario),
            remnants=setting.starting_remnants(scenario),
            rumors=setting.starting_rumors(scenario),
            immortals=setting.starting_immortals(scenario, state.court.region if state.court else None),
        ),
    )


def evolve_board_set(state: GameState, happened: BoardSet) -> GameState:
    units: dict[RegionId, dict[HouseId, int]] = {}
    for placed in happened.units:
        units.setdefault(placed.region, {})[placed.house] = placed.units
    board = WarState(
        units=units,
        stock={each.house: each.units for each in happened.stock},
        castles={castle.region: castle for castle in happened.castles},
        remnants=dict.fromkeys(happened.remnants, 1),
        rumors=happened.rumors,
        immortals=happened.immortals,
    )
    return with_war(state, board)


def explain_board_set(happened: BoardSet, state: GameState) -> str:
    return say(
        "The board is set: {units}, {castles}, {remnants}, {rumors}, {immortals}.",
        units=some_units(sum(placed.units for placed in happened.units)),
        castles=say_count("{count} castle", "{count} castles", len(happened.castles)),
        remnants=some_remnants(len(happened.remnants)),
        rumors=some_rumors(len(happened.rumors)),
        immortals=some_immortals(len(happened.immortals)),
    )


EVENTS: Mapping[type, EventHandler] = {
    BoardSet: EventHandler(evolve=evolve_board_set, explain=explain_board_set, invalidations=board_invalidations),
}
