"""The package `open_spiel` at work: its gin rummy, a game of cards with hidden hands, whose rules are C++ called from Python."""

from __future__ import annotations

import random
from dataclasses import dataclass
from time import process_time

from tests.bench.rival import uncollected


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """Whole games: how many, the actions of players, the moves of chance between them, and the seconds all took."""

    games: int
    actions: int
    chance: int
    seconds: float


def gin_rummy(games: int, seed: int) -> Played:
    """Games of random legal actions, each chosen from the list of legal actions."""
    import pyspiel

    game, dice = pyspiel.load_game("gin_rummy"), random.Random(seed)
    actions = chance = 0
    with uncollected():
        began = process_time()
        for _each in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(dice.choice(state.chance_outcomes())[0])  # a card of the stock, all alike likely
                    chance += 1
                else:
                    state.apply_action(dice.choice(state.legal_actions()))
                    actions += 1
        return Played(games=games, actions=actions, chance=chance, seconds=process_time() - began)
