"""Spouses as their phones show them: the meeting of the month (R-15), and a divorce where the scenario allows one (R-140)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from control.day.state import Stage
from control.engine.viewer import Viewer
from rooms.realm.game.state import GameState
from rooms.realm.game.weddings.divorce import divorce_open
from rooms.realm.scenario.ids import Phase


@dataclass(frozen=True, slots=True, kw_only=True)
class SpousePanel:
    """The meeting of spouses in Planning (R-15)."""

    month: int
    spouse: str
    house: str
    met: bool


def spouse(state: GameState, viewer: Viewer) -> SpousePanel | None:
    """Whom to meet; None for the unmarried, and when that may not be done."""
    clock, seat = state.clock, state.seats[viewer.player]
    if clock.stage is not Stage.PLAYING or clock.phase != Phase.PLANNING or seat.spouse is None:
        return None
    other = state.seats[seat.spouse]
    house = next((house.name for house in state.scenario.houses if house.id == other.house), "")
    return SpousePanel(month=clock.month, spouse=other.name, house=house, met=seat.id in state.met)


@dataclass(frozen=True, slots=True, kw_only=True)
class DivorcePanel:
    """A divorce: nobody has asked, the other has, or this player has."""

    spouse: str
    stand: Literal["none", "asked", "own"]
    kept: bool  # the marriage's hostages stay where they lie


def divorce(state: GameState, viewer: Viewer) -> DivorcePanel | None:
    """Whether to part; None without a spouse, without the setting, and at any other time than theirs."""
    seat = state.seats[viewer.player]
    if seat.spouse is None or not divorce_open(state):
        return None
    return DivorcePanel(
        spouse=state.seats[seat.spouse].name,
        stand="own" if seat.id in state.divorces else "asked" if seat.spouse in state.divorces else "none",
        kept=state.scenario.settings.marriage_hostages_after_death != "released",
    )
