"""Side tables: speed of a game's rules, cost of a table at the desk, and delay until all its screens know of an action.

- Random playouts in one process: whole games from setup to scores, every action chosen from the list of legal ones. Gin rummy of
  `open_spiel`, played in the same way, is the comparison. Only this process's time counts, and both take turns, so that the
  machine's load affects them alike.
- The desk on SQLite: one action is one call of `desk.perform`, with commit, journal and broadcast. Servers with one, ten and a
  hundred tables run at once and take turns.
- A hundred tables in one server, each with four phones and a wall: 33 actions a second at fixed moments. The delay runs from the
  moment at which an action was due until all screens of its table have been told. The players are in the server's own process.
- The same with HTTP: somebody presses on a phone, and each phone and wall then asks for news. The number of tables grows, because
  the cost of a page sets the limit.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from time import process_time

from rooms.tables.game.playout import play_game
from rooms.tables.game.rules import AnyRules, GameKind, Setup, random_bot
from rooms.tables.potemkin.game.registration import POTEMKIN
from rooms.tables.scythe.game.registration import SCYTHE
from rooms.tables.statecraft.game.registration import STATECRAFT
from tests.bench import kit, spiel, tables_hall

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
ROUNDS, GAMES, RUMMIES = 9, 40, 20
LONG_GAMES = 2  # for a game with thousands of actions
SIZES = (1, 10, 100)
TURNS, ACTIONS = 10, 60  # for each size, in turns
TABLES, SCREENS = 100, 5  # four phones and a wall
PACE = 3.0  # average seconds between two actions at a table: quicker than people play
HALLS = (5, 10, 20, 50)  # tables whose phones ask for pages too
WARM, MEASURED, PATIENCE = 8.0, 30.0, 20.0  # seconds
GOAL, SOON = 20_000, 50.0  # actions a second, milliseconds


def run() -> None:
    playouts()
    desks()
    screens()
    pages()


# --- the rules --------------------------------------------------------------------------------------------------------------


def playouts() -> None:
    """Print a line for each number of players, and one for gin rummy."""
    potemkin, statecraft, scythe = _rules_of(POTEMKIN), _rules_of(STATECRAFT), _rules_of(SCYTHE)
    measures: dict[str, Callable[[int], spiel.Played]] = {
        f"Potemkin Empire, {players} players": partial(_played, potemkin, Setup(players=players)) for players in (3, 4, 5)
    }
    for mode in ("quickplay", "advanced"):
        for players in (2, 4, 6):
            setup = Setup(players=players, options={"mode": mode})
            measures[f"Statecraft, {mode}, {players} players"] = partial(_played, statecraft, setup)
    for players in (2, 5):
        measures[f"Scythe, {players} players"] = partial(_played, scythe, Setup(players=players), games=LONG_GAMES)
    measures["gin rummy of open_spiel"] = partial(spiel.gin_rummy, RUMMIES)
    found: dict[str, list[spiel.Played]] = {name: [] for name in measures}
    for seed in range(-1, ROUNDS):
        for name, measure in measures.items():
            played = measure(seed)
            if seed >= 0:  # the first round is slower, because nothing is cached
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


def _rules_of(kind: GameKind) -> AnyRules:
    files = (FIXTURES / kind.id).glob("*.yaml")
    return kind.rules(kind.read({path.name: path.read_text(encoding="utf-8") for path in files}))


def _played(rules: AnyRules, setup: Setup, seed: int, *, games: int = GAMES) -> spiel.Played:
    dice, bots = random.Random(seed), [random_bot] * setup.players
    with spiel.uncollected():
        began = process_time()
        actions = sum(play_game(rules, setup, bots, dice).actions for _each in range(games))
        return spiel.Played(games=games, actions=actions, chance=0, seconds=process_time() - began)


# --- the desk ---------------------------------------------------------------------------------------------------------------


def desks() -> None:
    """Measure the cost of an action at one of few or many tables."""
    spent: dict[int, list[float]] = {size: [] for size in SIZES}
    used: dict[int, list[float]] = {size: [] for size in SIZES}  # by the desk alone, without choosing the action
    with ExitStack() as stack:
        servers = {}
        for size in SIZES:
            var = stack.enter_context(kit.folder())
            servers[size], _port = stack.enter_context(kit.server("ours", {"MEGAGAME_VAR": str(var)}))
            servers[size].ask("open_tables", size)
            servers[size].ask("play", size)  # every table once, unmeasured
        for _turn in range(TURNS):
            for size, server in servers.items():
                for took, computed in server.ask("play", ACTIONS):
                    spent[size].append(took)
                    used[size].append(computed)
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
    """Measure how soon a table's screens hear of an action at the desk, while all tables play."""
    with kit.folder() as var, kit.phones() as phones, kit.server("ours", {"MEGAGAME_VAR": str(var)}) as (server, port):
        for code, *_rest in server.ask("open_tables", TABLES):
            phones.ask("join", port, f"/live/table/{code.lower()}/", ["a=b"] * SCREENS, 1)
        server.ask("work")
        server.ask("play_on_time", PACE, 1)  # the first round is slower, because nothing is cached
        phones.ask("listen", b'"table"', 1, PATIENCE)
        phones.ask("forget")
        before, began = server.ask("cpu"), time.monotonic()
        server.pipe.send(("play_on_time", (PACE, ROUNDS)))  # answers when all have acted; the phones listen meanwhile
        heard = phones.ask("listen", b'"table"', ROUNDS, PACE * ROUNDS + PATIENCE)
        moments = server.pipe.recv()
        busy = (server.ask("cpu") - before) / (time.monotonic() - began)
    if any(len(each) != ROUNDS for each in heard):
        raise RuntimeError("a screen has not heard of every action")
    told = [
        [(at - due) / 1e6 for at, (due, _done) in zip(own, moments[screen // SCREENS], strict=True)]
        for screen, own in enumerate(heard)
    ]
    tables = [told[first : first + SCREENS] for first in range(0, len(told), SCREENS)]
    measures = {
        "the desk: decided, committed, told": [(done - due) / 1e6 for table in moments for due, done in table],
        "a screen has heard": [late for screen in told for late in screen],
        "all screens of the table have heard": [max(late) for table in tables for late in zip(*table, strict=True)],
    }
    rows = [(name, str(len(found)), kit.median(found), kit.percentile(found, 0.99), max(found)) for name, found in measures.items()]
    title = (
        f"{TABLES} tables with {SCREENS} screens each, an action in {PACE:g} s at each: {TABLES / PACE:.0f} actions a second, "
        f"{busy:.0%} of a processor with those who act; the goal is {SOON:.0f} ms"
    )
    kit.table(title, ("from the moment an action was due until", "times", "p50, ms", "p99, ms", "worst, ms"), rows)


def pages() -> None:
    """Measure the same over HTTP with all follow-up requests, from few tables to more than one process can serve."""
    rows = []
    for tables in HALLS:
        with kit.folder() as var, kit.server("ours", {"MEGAGAME_VAR": str(var)}) as (server, port), hall(var) as phones:
            opened = server.ask("open_tables", tables)
            server.ask("work")
            phones.ask("join", port, opened)
            phones.ask("play", PACE, WARM)
            before, began = server.ask("cpu"), time.monotonic()
            found = phones.ask("play", PACE, MEASURED)
            used, spent = server.ask("cpu") - before, time.monotonic() - began
        row = [f"{tables} tables", f"{found['actions'] / MEASURED:.1f}", f"{found['questions'] / MEASURED:.0f}"]
        times = [kit.percentile(found[what], share) for what in ("all heard", "all shown") for share in (0.5, 0.99)]
        rows.append((*row, *times, used * 1000 / found["actions"], f"{used / spent:.0%}"))
    title = f"Presses and pages over HTTP, {SCREENS} screens at each table, an action in {PACE:g} s at each; from when it was due"
    late = ("all heard p50, ms", "p99, ms", "all show it p50, ms", "p99, ms")
    columns = ("one process", "actions/s", "requests/s", *late, "CPU / action, ms")
    kit.table(title, (*columns, "processor"), rows)


@contextmanager
def hall(var: Path, kind: Callable[..., tables_hall.Loop] = tables_hall.Hall) -> Iterator[kit.Phones]:
    """Run the phones and walls of all tables in a process of their own."""
    ours, theirs = kit.processes.Pipe()
    process = kit.processes.Process(target=tables_hall.serve, args=({"MEGAGAME_VAR": str(var)}, theirs, kind), daemon=True)
    process.start()
    try:
        yield kit.Phones(ours)
    finally:
        process.kill()
        process.join()
