"""The bot of Scythe beside its predecessor, which is kept in `scythe_before`: actions a second of both, and who wins.

Both play the same games for the speed, each on all seats, in turns. Only this process's time counts. Then they play against each
other: every game is dealt twice, with the seats exchanged, so both have the same factions and mats. The defaults play a few games.
`GAMES=800 PLAYERS=2` in the environment plays enough to tell whether the faster bot is as strong.
"""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from time import process_time
from typing import Any

from rooms.tables.game.playout import play_game
from rooms.tables.game.rules import AnyRules, ByBook, Setup
from rooms.tables.scythe.game.registration import SCYTHE
from tests.bench import kit, rival
from tests.bench.scythe_before.bots import steady as steady_before
from tests.bench.tables import FIXTURES

NEW, OLD = SCYTHE.bots["steady"], ByBook(steady_before)
ROUNDS, GAMES = 5, 20
EACH = 100  # games after which the share so far is told


def run() -> None:
    """Print a line for each bot, and the share of wins."""
    files = (FIXTURES / SCYTHE.id).glob("*.yaml")
    rules = SCYTHE.rules(SCYTHE.read({path.name: path.read_text(encoding="utf-8") for path in files}))
    games, wanted = int(os.environ.get("GAMES", GAMES)), os.environ.get("PLAYERS", "")
    for players in (int(wanted),) if wanted else (2, 4):
        _speeds(rules, players)
        _duels(rules, players, games)


def _speeds(rules: AnyRules, players: int) -> None:
    found: dict[str, list[float]] = {"before": [], "now": []}
    _played(rules, players, (NEW,) * players, -1)  # the first one is slower, because nothing is cached
    for seed in range(ROUNDS):
        for name, bot in (("before", OLD), ("now", NEW)):
            found[name].append(_played(rules, players, (bot,) * players, seed))
    before = kit.median(found["before"])
    rows = [(name, f"{kit.median(each):.0f}", kit.median(each) / before) for name, each in found.items()]
    columns = ("the bot", "actions/s", "times as many")
    kit.table(f"Scythe, {players} players, whole games by one bot on all seats, medians of {ROUNDS} games", columns, rows)


def _played(rules: AnyRules, players: int, bots: Sequence[Any], seed: int) -> float:
    """Actions a second of one game."""
    with rival.uncollected():
        began = process_time()
        actions = play_game(rules, Setup(players=players), bots, random.Random(f"speed {seed}")).actions
        return actions / (process_time() - began)


def _duels(rules: AnyRules, players: int, games: int) -> None:
    won = fair = 0.0
    for number in range(games):
        deal, turned = divmod(number, 2)
        new = [seat for seat in range(players) if (seat + deal + turned) % 2]
        bots = [NEW if seat in new else OLD for seat in range(players)]
        winners = play_game(rules, Setup(players=players), bots, random.Random(f"duel {deal}")).result.winners
        won += sum(seat in new for seat in winners) / len(winners)
        fair += len(new) / players
        if not (number + 1) % EACH or number + 1 == games:
            print(f"  {number + 1} games of {players}: the bot of now wins {won / (number + 1):.1%}", end=", ")
            print(f"fair are {fair / (number + 1):.1%}", flush=True)
