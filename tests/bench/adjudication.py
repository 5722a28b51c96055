"""Speed of one pure month of war, from nine Houses to a megagame of thirty, compared with a turn of Diplomacy.

Both sides are measured in two ways, for each order: a line of a war sheet, or an order of a power.

- Adjudication: from open orders and a given board to the new board, the result and reason of every order, and every battle with
  its sums. Ours is Move, Battle with its flags, Rewards and Recruit by the functions of the rules. Theirs is `Game.process`.
- The whole turn: from the orders as they arrive. Ours is a month as the desk plays it: sealed sheets are parsed, seven steps are
  ended by commands, and every event is folded and checked against its counts. Theirs is `set_orders`, which reads and checks, and
  then `process`.

Only this process's time counts, and garbage is collected in between, as `timeit` does. Each game does each turn once unmeasured.
The games take turns, so that the machine's load affects all of them alike.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from statistics import median
from time import process_time

from msgspec import Struct, field

from control.day.clock.steps import EndStep
from control.engine.context import Sealed
from control.engine.records import replace
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import Room
from rooms.war.game.battles import BattleFought, fight_battles
from rooms.war.game.flags import FlagsChanged
from rooms.war.game.moves import make_moves
from rooms.war.game.recruits import place_recruits
from rooms.war.game.rewards import pay_rewards
from rooms.war.game.sheets.document import parse
from rooms.war.game.state import WarState, war_of, with_war
from rooms.war.rules.results import apply_moves, cleared, flagged, raised, send_immortals
from tests.bench import kit, rival
from tests.bench.grown import Size, crowded, sheets
from tests.rooms.war.play import STEPS, WARGAME, Month

SIZES: Mapping[Size, int] = {  # months of each size for every turn of Diplomacy
    Size(houses=9, players=5, columns=8, rows=5): 3,
    Size(houses=15, players=6, columns=13, rows=10): 1,
    Size(houses=30, players=10, columns=20, rows=20): 1,
}
GAMES, TURNS = 3, 10
MONTH = 1
Row = tuple[str | float, ...]


class War(Struct, frozen=True, kw_only=True):
    """One month of war before and after the orders are opened, with its measured times.

    `adjudicated`, `played`: seconds of each measurement.
    """

    size: Size
    sealed: tuple[Sealed, ...]
    before: GameState
    opened: GameState
    orders: int
    adjudicated: list[float] = field(default_factory=list)
    played: list[float] = field(default_factory=list)


def run() -> None:
    """Print a line for each size and one for Diplomacy, then how many times faster our side is for each order."""
    wars = [_war(size) for size in SIZES]
    turns: list[rival.Turn] = []
    for turn in rival.turns(GAMES, TURNS):
        turns.append(turn)
        for war in wars:
            for _each in range(SIZES[war.size]):
                war.adjudicated.append(_timed(lambda war=war: adjudicated(war.opened)))  # type: ignore[misc]
                war.played.append(_timed(lambda war=war: play(war)))  # type: ignore[misc]
    rows = [_row(war) for war in wars]
    orders = round(median(turn.orders for turn in turns))
    helping = round(median(turn.helping for turn in turns))
    processed = median(turn.processed / turn.orders for turn in turns)
    whole = median((turn.given + turn.processed) / turn.orders for turn in turns)
    name = f"diplomacy, seven powers, {helping} orders support or convoy"
    rows.append((name, str(orders), *_figures(processed * orders, orders), "", *_figures(whole * orders, orders)))
    columns = ("game", "orders", "adjudication, ms", "a second", "us / order", "us / (sheets + regions)")
    kit.table("A month of war, medians", (*columns, "whole turn, ms", "a second", "us / order"), rows)
    print("\nFaster than diplomacy for each order")
    for war in wars:
        by_rules = processed * war.orders / median(war.adjudicated)
        by_desk = whole * war.orders / median(war.played)
        print(f"  {_name(war.size)}: adjudication {by_rules:.1f} times, whole turn {by_desk:.1f} times")


def adjudicated(state: GameState) -> WarState:
    """Return the board at the end of a month with open orders, by the functions of the rules alone."""
    made = make_moves(state, MONTH)
    state = with_war(state, send_immortals(apply_moves(war_of(state), made.outcomes), made.guard_moves, MONTH))
    fought = tuple(fight_battles(state, MONTH))
    battles = tuple(each.battle for each in fought if isinstance(each, BattleFought))
    changes = next(each.changes for each in fought if isinstance(each, FlagsChanged))
    war = flagged(cleared(war_of(state), battles, MONTH), changes)
    state = with_war(state, replace(war, record=replace(war.record, battles=battles)))
    pay_rewards(state, MONTH)
    return raised(war_of(state), place_recruits(state, MONTH).outcomes)


def play(war: War) -> GameState:
    """Play a month as the desk does, step by step."""
    month = Month(state=war.before, sheets=war.sealed)
    for step in STEPS:
        command = EndStep(room=Room.WAR, month=MONTH, step=step)
        month.state = WARGAME.decided(month.state, command, month.asked()).state
    return month.state


def _war(size: Size) -> War:
    before = crowded(size)
    month = Month(state=before, sheets=sheets(before)).through("favors")
    orders = sum(len(parse(sheet.body).orders) for sheet in month.sheets)
    war = War(size=size, sealed=month.sheets, before=before, opened=month.state, orders=orders)
    played, ruled = war_of(play(war)), adjudicated(war.opened)
    if (played.units, played.castles, played.stock) != (ruled.units, ruled.castles, ruled.stock):
        raise RuntimeError("the two ways to carry out a month differ: one of them leaves something out")
    return war


def _row(war: War) -> Row:
    size, ruled, played = war.size, median(war.adjudicated), median(war.played)
    spread = 1e6 * ruled / (size.sheets + size.regions)
    return (_name(size), str(war.orders), *_figures(ruled, war.orders), spread, *_figures(played, war.orders))


def _figures(seconds: float, orders: int) -> tuple[float, float, float]:
    return 1000 * seconds, 1 / seconds, 1e6 * seconds / orders


def _name(size: Size) -> str:
    return f"{size.houses} Houses, {size.regions} regions, {size.sheets} sheets"


def _timed(work: Callable[[], object]) -> float:
    work()
    with rival.uncollected():
        began = process_time()
        work()
        return process_time() - began
