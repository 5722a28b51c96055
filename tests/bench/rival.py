"""The package `diplomacy`: full turns of seven powers in the middle of a game, with a sensible order for every unit.

Half of the units move, across the sea if they can. The others convoy or support an ordered move, or a neighbour that stays, or else
hold. So nearly every order depends on others, as in games between people.
"""

from __future__ import annotations

import gc
import logging
import random
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from time import process_time
from typing import Any

from msgspec import Struct

OPENING = 6  # unmeasured turns at the start, in which all seven powers grow


class Turn(Struct, frozen=True, kw_only=True):
    """One turn of movement: its orders, and the seconds to check them and to carry them out."""

    orders: int
    helping: int  # orders that support or convoy
    given: float
    processed: float


def turns(games: int, of_each: int) -> Iterator[Turn]:
    """Yield turns of several games. Each is measured when it is requested."""
    logging.disable(logging.INFO)  # the package logs every phase
    for number in range(games):
        yield from _game(random.Random(number), of_each)


def _game(dice: random.Random, measured: int) -> Iterator[Turn]:
    from diplomacy import Game

    game, played = Game(), 0
    while played < OPENING + measured and not game.is_game_done:
        moving = game.phase_type == "M"
        possible = {at: sorted(orders) for at, orders in game.get_all_possible_orders().items() if orders}
        chosen = _movement(possible, dice) if moving else {at: _further(orders, dice) for at, orders in possible.items()}
        turn = _processed(game, chosen)
        if moving:
            played += 1
            if played > OPENING:
                yield turn


def _processed(game: Any, chosen: Mapping[str, str]) -> Turn:
    orders = {power: [chosen[at] for at in game.get_orderable_locations(power) if at in chosen] for power in game.powers}
    _carried_out(deepcopy(game), orders)  # so that both sides are measured warm
    with uncollected():
        began = process_time()
        for power, lines in orders.items():
            game.set_orders(power, lines)
        given = process_time()
        game.process()
        processed = process_time()
    flat = [line for lines in orders.values() for line in lines]
    return Turn(
        orders=len(flat), helping=sum(_helped(line) is not None for line in flat), given=given - began, processed=processed - given
    )


def _carried_out(game: Any, orders: Mapping[str, list[str]]) -> None:
    for power, lines in orders.items():
        game.set_orders(power, lines)
    game.process()


@contextmanager
def uncollected() -> Iterator[None]:
    """Suspend garbage collection, so that a measurement does not pay for the garbage of another."""
    gc.collect(0)
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _movement(possible: Mapping[str, list[str]], dice: random.Random) -> dict[str, str]:
    places = sorted(possible)
    dice.shuffle(places)
    half = len(places) // 2
    chosen = {at: _move(possible[at], dice) for at in places[:half]}
    ordered = {order.removesuffix(" VIA") for order in chosen.values()}
    staying = {order.removesuffix(" H") for at in places[half:] for order in possible[at] if order.endswith(" H")}
    for at in places[half:]:
        helping = [order for order in possible[at] if _helped(order) in ordered]
        convoys = [order for order in helping if " C " in order]
        holding = [order for order in possible[at] if _helped(order) in staying]
        chosen[at] = dice.choice(convoys or helping or holding or [order for order in possible[at] if order.endswith(" H")])
    return chosen


def _move(orders: list[str], dice: random.Random) -> str:
    moves = [order for order in orders if " - " in order and _helped(order) is None]
    overseas = [order for order in moves if order.endswith(" VIA")]
    return dice.choice(overseas or moves or orders)


def _helped(order: str) -> str | None:
    """Return the order that this one supports or convoys; None if it does neither."""
    for word in (" S ", " C "):
        if word in order:
            return order.split(word)[1]
    return None


def _further(orders: list[str], dice: random.Random) -> str:
    """Choose a new unit if possible, or else a retreat."""
    return dice.choice([order for order in orders if order.endswith(" B")] or orders)
