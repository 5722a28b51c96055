"""Buildings as a module of the game."""

from __future__ import annotations

from control.engine.language import later
from control.engine.modules import Module
from rooms.realm.game.buildings import lending, placing, trading
from rooms.realm.game.buildings.kinds import broken_buildings

BUILDINGS = Module(
    name="buildings",
    about=later("Buildings"),
    commands={**placing.COMMANDS, **trading.COMMANDS, **lending.COMMANDS},
    events={**placing.EVENTS, **lending.EVENTS, **trading.EVENTS},
    broken=broken_buildings,
)
