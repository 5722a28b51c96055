"""All facts of the game, section by section of the rulebook. They record the results of chance."""

from __future__ import annotations

from typing import Final

from control.engine.modules import Game
from rooms.tables.scythe.facts.cards import CARDS
from rooms.tables.scythe.facts.combat import COMBAT
from rooms.tables.scythe.facts.goods import GOODS
from rooms.tables.scythe.facts.mat import MAT
from rooms.tables.scythe.facts.moves import MOVES
from rooms.tables.scythe.facts.setup import SETUP
from rooms.tables.scythe.facts.stars import STARS
from rooms.tables.scythe.facts.turns import TURNS
from rooms.tables.scythe.game.state import ScytheState

FACTS: Final = Game(
    name="scythe",
    state_type=ScytheState,
    modules=(SETUP, TURNS, GOODS, MAT, MOVES, COMBAT, CARDS, STARS),
)
