"""All facts of the game, section by section of the rulebook. They record the results of chance."""

from __future__ import annotations

from typing import Final

from control.engine.modules import Game
from rooms.tables.potemkin.facts.abilities import ABILITIES
from rooms.tables.potemkin.facts.building import BUILDING
from rooms.tables.potemkin.facts.deck import DECK
from rooms.tables.potemkin.facts.drafting import DRAFTING
from rooms.tables.potemkin.facts.month_end import MONTH_END
from rooms.tables.potemkin.facts.production import PRODUCING
from rooms.tables.potemkin.facts.scoring import SCORING
from rooms.tables.potemkin.facts.setup import SETUP
from rooms.tables.potemkin.facts.spying import SPYING
from rooms.tables.potemkin.facts.turns import TURNS
from rooms.tables.potemkin.game.state import PotemkinState

FACTS: Final = Game(
    name="potemkin",
    state_type=PotemkinState,
    modules=(SETUP, DECK, DRAFTING, TURNS, PRODUCING, BUILDING, SPYING, ABILITIES, MONTH_END, SCORING),
)
