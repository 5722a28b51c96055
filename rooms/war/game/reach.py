"""Tables of the Underground that neutral castles open to those whose flag stands there (GE-UND-64, R-114)."""

from __future__ import annotations

from dataclasses import replace

from control.day.clock.changes import ClockSet, PhaseBegan
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, Phase
from rooms.war.game.state import war_of

LOOKED_AT = (Phase.CEREMONY, Phase.PLANNING, Phase.MOVEMENT)  # while rooms are chosen; at the start of Movement it is settled


def opened(state: GameState) -> dict[HouseId, tuple[str, ...]]:
    """The tables that each House reaches by its flags as they stand now; one castle is enough."""
    castles = [castle for castle in war_of(state).castles.values() if castle.opens and not castle.destroyed]
    found = {
        house.id: tuple(sorted({table for castle in castles if house.id in castle.flags for table in castle.opens}))
        for house in state.scenario.houses
    }
    return {house: tables for house, tables in found.items() if tables}


def look(before: GameState, state: GameState, happened: PhaseBegan | ClockSet) -> GameState:
    """Whose flag stands there when a phase begins in which rooms are chosen; what is lost in Battle closes a month later."""
    return replace(state, reach=opened(state)) if state.clock.phase in LOOKED_AT else state
