"""Phones of Statecraft as a page draws them, in games of random play."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import islice, product
from typing import Any

from control.engine.dice import DiceChance
from control.engine.records import replace
from rooms.tables.game.rules import Played, Setup
from rooms.tables.statecraft.game.actions import Poach
from rooms.tables.statecraft.game.engine import StatecraftRules, rules_of
from rooms.tables.statecraft.game.state import StatecraftState
from rooms.tables.statecraft.rules.supporters import satisfies
from rooms.tables.statecraft.screens.app import APP
from rooms.tables.statecraft.screens.panels import Panel
from rooms.tables.statecraft.screens.question_shapes import OptionChoice, TurnAsk
from tests.rooms.tables.phones import Phones
from tests.rooms.tables.statecraft.decks import CONTENT

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"')  # changes with every page
NAMES = ("Anna", "Boris", "Clara", "Dmitri", "Elise", "Fritz")
RULES: StatecraftRules = rules_of(CONTENT)
SETUPS = (
    Setup(players=3, options={"mode": "quickplay"}),
    Setup(players=2, options={"mode": "advanced", "disruption": "chaotic"}),
    Setup(players=4, options={"mode": "advanced", "disruption": "disruptive"}),
    Setup(players=6, options={"mode": "advanced", "disruption": "disruptive"}),
)


PHONES = Phones(APP, RULES, NAMES)
seen_by, actions_in = PHONES.seen_by, PHONES.actions_in


def panel_for(state: StatecraftState, player: int | None, **more: Any) -> Panel:
    """The panel that the fragments draw."""
    found = PHONES.panel_for(state, player, **more)
    assert isinstance(found, Panel)
    return found


def hand_for(state: StatecraftState, player: int, **more: Any) -> str:
    """The fragment of a player's phone."""
    return TOKEN.sub("", PHONES.hand_for(state, player, **more))


def turn_of(state: StatecraftState, player: int) -> TurnAsk:
    """The question of the turn to its player."""
    ask = panel_for(state, player).ask
    assert ask is not None
    assert ask.turn is not None
    return ask.turn


def choices_of(state: StatecraftState, player: int) -> tuple[OptionChoice, ...]:
    """The choices of a player outside a turn."""
    ask = panel_for(state, player).ask
    assert ask is not None
    assert ask.choices is not None
    return ask.choices.choices


def played_on(seed: int, setup: Setup) -> Iterator[tuple[StatecraftState, int, Any, Played]]:
    """Yield the steps of a game of random legal actions: state before, player, action, result."""
    dice = random.Random(seed)
    chance = DiceChance(dice)
    state = RULES.setup(setup, chance).state
    while waiting := RULES.waits_for(state):
        player = dice.choice(waiting)
        action = dice.choice(RULES.offers(state, player)).some(dice)
        played = RULES.act(state, player, action, chance)
        yield state, player, action, played
        state = played.state


def moments(seed: int, setup: Setup, every: int = 1) -> list[tuple[StatecraftState, int]]:
    """Moments of a game at which a player is asked, with the player."""
    return [(state, player) for state, player, _action, _played in islice(played_on(seed, setup), 0, None, every)]


def ended(seed: int, setup: Setup) -> StatecraftState:
    """The final state of such a game."""
    *_others, (_state, _player, _action, played) = played_on(seed, setup)
    return played.state


def asked(phase: str, seeds: range = range(40)) -> tuple[StatecraftState, int]:
    """The first moment of the random games in this phase, with a player who is asked."""
    for seed, setup in product(seeds, SETUPS[1:]):
        for state, player, _action, _played in played_on(seed, setup):
            if state.phase.value == phase:
                return state, player
    raise LookupError(phase)


def answered(state: StatecraftState, player: int, answer: int | str) -> StatecraftState:
    """The same hidden choice after this player's answer."""
    before = state.answers or (None,) * len(state.sides)
    return replace(state, answers=tuple([answer if at == player else each for at, each in enumerate(before)]))


def bidding() -> tuple[StatecraftState, int]:
    """A bid by a poaching in the first turn: two players share the lead, and neither is the incumbent (EX-08)."""
    state = RULES.setup(SETUPS[0], DiceChance(random.Random(1))).state
    first = state.active
    second, third = (first + 1) % 3, (first + 2) % 3
    prey, *others = state.floating
    card = RULES.book.supporters[prey]
    trackers = next(each for each in product(range(8), repeat=4) if satisfies(card, each))
    state = with_side(state, first, trackers=trackers, supporters=(others[0],))
    state = with_side(state, second, supporters=(prey, others[1]))
    state = replace(with_side(state, third, supporters=(others[2], others[3])), floating=tuple(others[4:]), incumbent=second)
    price = RULES.view(state, first).supporters
    cost = next(each.prices[first] for each in price if each.card.id == prey) or 0
    state = RULES.act(state, first, Poach(prey, state.sides[first].hand[:cost]), DiceChance(random.Random(1))).state
    return state, first


def with_side(state: StatecraftState, player: int, **more: Any) -> StatecraftState:
    """The same table with changed fields on a player's side."""
    sides = list(state.sides)
    sides[player] = replace(sides[player], **more)
    return replace(state, sides=tuple(sides))
