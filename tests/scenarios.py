"""Scenarios of this project, read once for all tests."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from control.engine.ids import SeatId
from control.engine.records import replace
from rooms.realm.game.state import GameState, Throne
from rooms.realm.scenario.land import Outline
from rooms.realm.scenario.schema import Scenario
from rooms.realm.scenario_files import scenario_in

FIXTURES = Path(__file__).resolve().parent.parent / "fixtures"


@cache
def default() -> Scenario:
    """The default scenario: nine Houses, forty-five seats, ten months."""
    return scenario_in(FIXTURES / "god_emperor")


@cache
def small() -> Scenario:
    """The small scenario: three Houses, nine seats, months of three minutes."""
    return scenario_in(FIXTURES / "god_emperor_small")


@cache
def german() -> Scenario:
    """The default scenario in German."""
    return scenario_in(FIXTURES / "god_emperor_de")


def on_throne(state: GameState, seat: SeatId | None) -> GameState:
    """The state with this player on the throne; None leaves the throne empty."""
    return with_throne(state, Throne(holder=seat, god_emperor=False))


def with_throne(state: GameState, throne: Throne) -> GameState:
    """The state with this throne. The Sovereign's House has no hostage at the throne any more (R-99)."""
    house = state.seats[throne.holder].house if throne.holder is not None else None
    kept = tuple(each for each in state.hostages if house is None or each.of != house or each.holder is not None)
    return replace(state, throne=throne, hostages=kept)


def stretched(scenario: Scenario, wide: float, high: float, right: float, down: float, *, outlined: bool = True) -> Scenario:
    """The scenario with its map scaled by `wide` and `high` and moved by `right` and `down`."""
    old = scenario.map

    def moved(outline: Sequence[tuple[float, float]]) -> Outline:
        return tuple((right + x * wide, down + y * high) for x, y in outline) if outlined else ()

    def place(at: tuple[float, float]) -> tuple[float, float]:
        return right + at[0] * wide, down + at[1] * high

    mountain = replace(
        old.mountain,
        at=place(old.mountain.at),
        shape=moved(old.mountain.shape),
        further=tuple(moved(each) for each in old.mountain.further) if outlined else (),
    )
    lie = replace(
        old,
        width=max(1, round(right + old.width * wide)),
        height=max(1, round(down + old.height * high)),
        regions=tuple(replace(each, at=place(each.at), shape=moved(each.shape)) for each in old.regions),
        mountain=mountain,
        coast=tuple(moved(each) for each in old.coast) if outlined else (),
    )
    return replace(scenario, map=lie)
