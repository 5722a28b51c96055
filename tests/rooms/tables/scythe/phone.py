"""Phones of Scythe as a page draws them, in games of random play."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

from control.engine.dice import DiceChance
from rooms.tables.game.rules import Setup
from rooms.tables.scythe.game.actions import ScytheAction
from rooms.tables.scythe.game.state import ScytheState
from rooms.tables.scythe.rules.alliances_and_bribes import GiveOffer
from rooms.tables.scythe.rules.turns import PunishOffer
from rooms.tables.scythe.screens.app import APP
from rooms.tables.scythe.screens.panels import Panel
from tests.rooms.tables.phones import Fields, Form, Phones, forms_in
from tests.rooms.tables.scythe.play import NAMES, RULES

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"')  # changes with every page
PHONES = Phones(APP, RULES, NAMES)
BESIDE = (GiveOffer, PunishOffer)  # a game of only these would not end
Moment = tuple[ScytheState, int]


def panel_for(state: ScytheState, player: int | None, **more: Any) -> Panel:
    """The panel that the fragments draw."""
    found = PHONES.panel_for(state, player, **more)
    assert isinstance(found, Panel)
    return found


def hand_for(state: ScytheState, player: int, **more: Any) -> str:
    """The fragment of a player's phone."""
    return TOKEN.sub("", PHONES.hand_for(state, player, **more))


def forms_for(state: ScytheState, player: int, act: str = "") -> list[Form]:
    """Forms of a phone. `act`: only those with this act."""
    return [form for form in forms_in(hand_for(state, player)) if not act or ("act", act) in form.hidden]


def action_in(fields: Fields) -> ScytheAction:
    found: ScytheAction = APP.action(fields)
    return found


def proposed(state: ScytheState, player: int, act: str = "") -> list[ScytheAction]:
    """Actions of a phone's buttons in unchanged forms."""
    return [action_in(fields) for form in forms_for(state, player, act) for fields in form.proposed()]


def legal(state: ScytheState, player: int, action: ScytheAction) -> bool:
    return any(offer.allows(action) for offer in RULES.offers(state, player))


@cache
def game(seed: int, players: int = 3, **options: str) -> tuple[tuple[ScytheState, int, Any], ...]:
    """Steps of a game of random legal actions: state before, player, action. The last one has the final state."""
    return tuple(_played(seed, players, options))


def _played(seed: int, players: int, options: dict[str, str]) -> Iterator[tuple[ScytheState, int, Any]]:
    dice = random.Random(seed)
    chance = DiceChance(dice)
    state = RULES.setup(Setup(players=players, host=0, options=options), chance).state
    while waiting := RULES.waits_for(state):
        player = dice.choice(waiting)
        offers = [offer for offer in RULES.offers(state, player) if type(offer) not in BESIDE]
        action = dice.choice(offers).some(dice)
        yield state, player, action
        state = RULES.act(state, player, action, chance).state
    yield state, -1, None


def moments(seed: int, players: int = 3, every: int = 1, **options: str) -> list[Moment]:
    """Moments of a game at which a player is asked."""
    return [(state, player) for state, player, _action in islice(game(seed, players, **options)[:-1], 0, None, every)]


def ended(seed: int, players: int = 3, **options: str) -> ScytheState:
    """The final state of such a game."""
    return game(seed, players, **options)[-1][0]
