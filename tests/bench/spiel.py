"""The package `open_spiel`: its gin rummy, a card game with hidden hands whose rules are C++ called from Python."""

from __future__ import annotations

import random
from time import process_time

from msgspec import Struct

from tests.bench.rival import uncollected


class Played(Struct, frozen=True, kw_only=True):
    """Figures of whole games: their number, players' actions, chance moves between them, and seconds for all."""

    games: int
    actions: int
    chance: int
    seconds: float


def gin_rummy(games: int, seed: int) -> Played:
    """Play games of random actions, each chosen from the list of legal actions."""
    import pyspiel

    game, dice = pyspiel.load_game("gin_rummy"), random.Random(seed)
    actions = chance = 0
    with uncollected():
        began = process_time()
        for _each in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(dice.choice(state.chance_outcomes())[0])  # a card of the stock, all equally likely
                    chance += 1
                else:
                    state.apply_action(dice.choice(state.legal_actions()))
                    actions += 1
        return Played(games=games, actions=actions, chance=chance, seconds=process_time() - began)
