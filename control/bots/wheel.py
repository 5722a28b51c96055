"""Where a bot goes and what dice it throws: the same on a rehearsed day at the desk and on a day played by the rules alone."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from control.day.people.room_choice import barred, usual_table
from control.day.state import DayState, Seat
from control.engine.dice import Dice
from control.engine.ids import RoomId, SeatId

Seed: TypeAlias = int | str
WHIM = 0.2  # the share of bots that go elsewhere than their turn is


def seat_dice(seed: Seed, month: int, seat: SeatId, what: str) -> random.Random:
    """The dice of one seat in a month, for what it decides."""
    return random.Random(f"{seed} {month} {seat} {what}")


def room_for(state: DayState, player: Seat, shares: Mapping[RoomId, int], seed: Seed, dice: Dice) -> RoomId | None:
    """The room that a bot chooses; None when every one is barred to it. `shares` says how many bots a room draws beside others."""
    wheel = wheel_of(shares)
    free = [room for room in wheel if barred(state, player, room, usual_table(state, player, room)) is None]
    if not free:
        return None
    usual, whim, other = wheel[_turn(state, player, seed) % len(wheel)], dice.random() < WHIM, dice.choice(free)
    return other if whim or usual not in free else usual


def wheel_of(shares: Mapping[RoomId, int]) -> Sequence[RoomId]:
    """The rooms, each as often as bots go there, evenly spread: a team whose seats stand on it side by side is in all of them."""
    places = [(Fraction(2 * at + 1, 2 * count), room) for room, count in shares.items() for at in range(count)]
    return [room for _place, room in sorted(places)]


def _turn(state: DayState, player: Seat, seed: Seed) -> int:
    """Where a seat stands on the wheel this month: by its team and its rank, one further every month."""
    teams = [team.id for team in state.teams]
    return random.Random(f"{seed} wheel").randrange(1000) + state.clock.month + teams.index(player.team) + player.rank
