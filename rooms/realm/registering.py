"""God Emperor as the console knows it."""

from __future__ import annotations

from typing import Final

from control.registry import Realm
from rooms.realm.frame import FRAME, NAME
from rooms.realm.game.setup import SetUp
from rooms.realm.game.shared import MODULES
from rooms.realm.game.state import GameState
from rooms.realm.scenario.loader import scenario_from_json, scenario_to_json
from rooms.realm.screens import printing, reigning, walls
from rooms.realm.screens.phone import PHONE

GOD_EMPEROR: Final = Realm(
    name=NAME,
    frame=FRAME,
    state_type=GameState,
    modules=MODULES,
    load=scenario_from_json,
    store=scenario_to_json,
    set_up=lambda casting: SetUp(casting=casting),
    standing=reigning.STANDING,
    ending=reigning.crowned,
    walls=walls.WALLS,
    prints=printing.PRINTS,
    state_print=printing.STATE_PRINT,
    phone=PHONE,
)
