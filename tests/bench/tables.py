"""Side tables: how fast the rules of a game are, what a table costs the desk, how soon all its screens know of an action.

- Random playouts in one process, whole games from the setup to the scores, every action chosen from the list of legal ones; beside
  it gin rummy of `open_spiel`, played in the same way. All time is that of this process alone; both take turns, so that both have
  the same weather.
- The desk on SQLite: one action is one call of `desk.perform`, committed, journaled, told. Servers with one, ten and a hundred
  tables stand side by side and take turns.
- A hundred tables at once in one server, four phones and a wall at each, somebody acting every 40 milliseconds: from the moment an
  action comes to the desk until each screen of its table has been told.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from time import process_time

from rooms.tables.game import Setup, random_bot
from rooms.tables.playout import AnyRules, played_out
from rooms.tables.potemkin.content import read
from rooms.tables.potemkin.engine import rules_of
from tests.bench import kit, spiel

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures" / "potemkin"
ROUNDS, GAMES, RUMMIES = 9, 40, 20
SIZES = (1, 10, 100)
TURNS, ACTIONS = 10, 60  # of each size, in turns
TABLES, SCREENS, PLAYED = 100, 5, 10
PACE = 4.0  # seconds in which every table has one action
GOAL, SOON = 20_000, 50.0  # actions a second, milliseconds


def run() -> None:
    """Measure and print."""
    playouts()
    desks()
    screens()


# --- the rules alone --------------------------------------------------------------------------------------------------------


def playouts() -> None:
    """A line for each number of players, and one for gin rummy."""
    rules = rules_of(read({path.name: path.read_text(encoding="utf-8") for path in FIXTURES.glob("*.yaml")}))
    measures: dict[str, Callable[[int], spiel.Played]] = {
        f"Potemkin Empire, {players} players": partial(_potemkin, rules, players) for players in (3, 4, 5)
    }
    measures["gin rummy of open_spiel"] = partial(spiel.gin_rummy, RUMMIES)
    found: dict[str, list[spiel.Played]] = {name: [] for name in measures}
    for seed in range(-1, ROUNDS):
        for name, measure in measures.items():
            played = measure(seed)
            if seed >= 0:  # the first round finds everything cold
                found[name].append(played)
    rummy = kit.median([each.actions / each.seconds for each in found["gin rummy of open_spiel"]])
    rows = []
    for name, rounds in found.items():
        speed = kit.median([each.actions / each.seconds for each in rounds])
        length = sum(each.actions for each in rounds) / sum(each.games for each in rounds)
        moves = kit.median([(each.actions + each.chance) / each.seconds for each in rounds])
        games = kit.median([each.games / each.seconds for each in rounds])
        rows.append((name, length, games, f"{speed:.0f}", f"{moves:.0f}", 1e6 / speed, speed / rummy))
    columns = ("random playouts", "actions / game", "games/s", "actions/s", "with moves of chance", "us / action", "/ rummy")
    kit.table(
        f"Random playouts with lists of legal actions, medians of {ROUNDS} rounds; the goal is {GOAL} actions/s", columns, rows
    )


def _potemkin(rules: AnyRules, players: int, seed: int) -> spiel.Played:
    dice, bots = random.Random(seed), [random_bot] * players
    with spiel.uncollected():
        began = process_time()
        actions = sum(played_out(rules, Setup(players=players), bots, dice).actions for _each in range(GAMES))
        return spiel.Played(games=GAMES, actions=actions, chance=0, seconds=process_time() - began)


# --- the desk ---------------------------------------------------------------------------------------------------------------


def desks() -> None:
    """What an action costs at one table among few or many."""
    spent: dict[int, list[float]] = {size: [] for size in SIZES}
    used: dict[int, list[float]] = {size: [] for size in SIZES}
    with ExitStack() as stack:
        servers = {}
        for size in SIZES:
            var = stack.enter_context(kit.folder())
            servers[size], _port = stack.enter_context(kit.server("ours", {"MEGAGAME_VAR": str(var)}))
            servers[size].ask("open_tables", size)
            servers[size].ask("play", size)  # every table once, unmeasured
        for _turn in range(TURNS):
            for size, server in servers.items():
                before = server.ask("cpu")
                spent[size] += server.ask("play", ACTIONS)
                used[size].append((server.ask("cpu") - before) * 1000 / ACTIONS)
    one = kit.median(used[SIZES[0]])
    rows = [
        (
            "1 table" if size == 1 else f"{size} tables",
            kit.median(spent[size]),
            kit.percentile(spent[size], 0.99),
            kit.median(used[size]),
            kit.median(used[size]) / one,
        )
        for size in SIZES
    ]
    columns = ("at the desk, on SQLite", "action p50, ms", "p99, ms", "CPU, ms", "CPU / that of one table")
    kit.table(f"One action at one table, {TURNS * ACTIONS} actions each", columns, rows)


# --- the screens ------------------------------------------------------------------------------------------------------------


def screens() -> None:
    """How soon the screens of a table hear, while all tables play."""
    late: list[float] = []
    at_desk: list[float] = []
    with kit.folder() as var, kit.phones() as phones, kit.server("ours", {"MEGAGAME_VAR": str(var)}) as (server, port):
        for code in server.ask("open_tables", TABLES):
            phones.ask("join", port, f"/live/table/{code}/", ["a=b"] * SCREENS, 1)
        server.ask("work")
        for played in range(PLAYED + 1):
            phones.ask("forget")
            server.pipe.send(("play_at_pace", (PACE,)))  # it answers when all have acted; the phones listen meanwhile
            heard = phones.ask("listen", b"poke", 1, PACE + 10)
            moments = server.pipe.recv()
            if not all(heard):
                raise RuntimeError("a screen has heard nothing")
            if played:  # the first round finds everything cold
                late += [(first[0] - moments[at // SCREENS][0]) / 1e6 for at, first in enumerate(heard)]
                at_desk += [(done - begun) / 1e6 for begun, done in moments]
    rows = [
        (name, str(len(found)), kit.median(found), kit.percentile(found, 0.99), max(found))
        for name, found in (("at the desk, commit and telling", at_desk), ("until a screen has heard", late))
    ]
    title = (
        f"{TABLES} tables play, {TABLES * SCREENS} screens look on, {TABLES / PACE:.0f} actions a second; the goal is {SOON:.0f} ms"
    )
    kit.table(title, ("from the moment an action comes", "times", "p50, ms", "p99, ms", "worst, ms"), rows)
