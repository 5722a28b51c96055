"""How fast a month of war is carried out, pure, from nine Houses to a megagame of thirty; beside it a turn of Diplomacy.

The measure is one order: a line of a war sheet, or an order of a Diplomacy power. Both are counted from the written order to the
new board: ours from the sealed sheets as they arrived, theirs from `set_orders`, which is where that package checks them.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Callable
from statistics import median
from time import perf_counter

from control.game.clock import EndStep
from control.game.state import GameState
from control.scenario.ids import Room
from rooms.war.sheets import parse
from tests.bench import kit
from tests.bench.grown import Size, crowded, sheets
from tests.rooms.war.play import STEPS, WARGAME, Month

SIZES = (
    Size(houses=9, players=5, columns=8, rows=5),
    Size(houses=15, players=6, columns=13, rows=10),
    Size(houses=30, players=10, columns=20, rows=20),
)
MONTHS = 40
TURNS = 12
Row = tuple[str | float, ...]


def run() -> None:
    """Print a line for each size, then one for Diplomacy, with the time of one order beside ours of the same run."""
    rows: list[Row] = []
    ours = 0.0
    for size in SIZES:
        state = crowded(size)
        sealed = sheets(state)
        orders = sum(len(parse(sheet.body).orders) for sheet in sealed)
        spent = _months(state, sealed)
        ours = ours or spent / orders
        name = f"{size.houses} Houses, {size.regions} regions, {size.sheets} sheets"
        rows.append(
            (name, str(orders), 1000 * spent, 1 / spent, 1e6 * spent / (size.sheets + size.regions), 1e6 * spent / orders, 1.0)
        )
    turn, orders = diplomacy_turn()
    rows.append(("diplomacy, seven powers", str(orders), 1000 * turn, 1 / turn, "", 1e6 * turn / orders, turn / orders / ours))
    columns = ("game", "orders", "one month, ms", "months/s", "us / (sheets + regions)", "us / order", "us / order of the first")
    kit.table("A month of war, medians", columns, rows)


def _months(state: GameState, sealed: tuple[object, ...]) -> float:
    return median(_timed(lambda: _month(state, sealed)) for _each in range(MONTHS))


def _month(state: GameState, sealed: tuple[object, ...]) -> None:
    month = Month(state=state, sheets=sealed)  # type: ignore[arg-type]
    for step in STEPS:
        command = EndStep(room=Room.WAR, month=1, step=step)
        month.state = WARGAME.decided(month.state, command, month.asked()).state


def diplomacy_turn() -> tuple[float, int]:
    """The median seconds of a turn of the package `diplomacy` under random orders, and how many orders it had."""
    logging.disable(logging.INFO)  # it writes a line for every phase
    from diplomacy import Game

    dice = random.Random(7)
    spent: list[float] = []
    counted: list[int] = []
    game = Game()
    while len(spent) < TURNS and not game.is_game_done:
        possible = game.get_all_possible_orders()
        places = {power: [at for at in game.get_orderable_locations(power) if possible[at]] for power in game.powers}
        orders = {power: [dice.choice(sorted(possible[at])) for at in there] for power, there in places.items()}
        given = sum(len(lines) for lines in orders.values())
        began = perf_counter()
        for power, lines in orders.items():
            game.set_orders(power, lines)
        game.process()
        took = perf_counter() - began
        if game.phase_type == "M":
            spent.append(took)
            counted.append(given)
    return median(spent), round(median(counted))


def _timed(work: Callable[[], object]) -> float:
    began = perf_counter()
    work()
    return perf_counter() - began
