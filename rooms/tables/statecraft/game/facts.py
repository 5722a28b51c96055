"""All facts of the game, section by section of the rulebook. They record the results of chance."""

from __future__ import annotations

from typing import Final

from control.engine.modules import Game
from rooms.tables.statecraft.facts.actions import ACTIONS
from rooms.tables.statecraft.facts.cabinets import CABINETS
from rooms.tables.statecraft.facts.choices import CHOICES
from rooms.tables.statecraft.facts.deck import DECK
from rooms.tables.statecraft.facts.ending import ENDING
from rooms.tables.statecraft.facts.policies import POLICIES
from rooms.tables.statecraft.facts.setup import SETUP
from rooms.tables.statecraft.facts.supporters import SUPPORTERS
from rooms.tables.statecraft.facts.turns import TURNS
from rooms.tables.statecraft.game.state import StatecraftState

FACTS: Final = Game(
    name="statecraft",
    state_type=StatecraftState,
    modules=(SETUP, TURNS, DECK, POLICIES, CABINETS, SUPPORTERS, ACTIONS, CHOICES, ENDING),
)
