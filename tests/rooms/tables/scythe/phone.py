"""Phones of Scythe as a page draws them, in games that are played at random."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

from control.engine.dice import DiceChance
from rooms.tables.game.rules import Setup
from rooms.tables.scythe.game.state import ScytheState
from rooms.tables.scythe.screens.app import APP
from rooms.tables.scythe.screens.panels import Panel
from tests.rooms.tables.phones import Phones
from tests.rooms.tables.scythe.play import NAMES, RULES

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"')  # another one in every page
PHONES = Phones(APP, RULES, NAMES)


def panel_for(state: ScytheState, player: int | None, **more: Any) -> Panel:
    """The object that the fragments need."""
    found = PHONES.panel_for(state, player, **more)
    assert isinstance(found, Panel)
    return found


def hand_for(state: ScytheState, player: int, **more: Any) -> str:
    """A player's phone."""
    return TOKEN.sub("", PHONES.hand_for(state, player, **more))


def played_on(seed: int, players: int = 3, **options: str) -> Iterator[tuple[ScytheState, int, Any]]:
    """A whole game of random legal actions: the state before, who acts, and the action."""
    dice = random.Random(seed)
    chance = DiceChance(dice)
    state = RULES.setup(Setup(players=players, host=0, options=options), chance).state
    while waiting := RULES.waits_for(state):
        player = dice.choice(waiting)
        action = dice.choice(RULES.offers(state, player)).some(dice)
        yield state, player, action
        state = RULES.act(state, player, action, chance).state
