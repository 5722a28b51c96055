"""Play the Court of a rehearsed day: each step ends when neither its desk nor the bots have anything left to do."""

from __future__ import annotations

import random
from collections.abc import Callable

from control.bots.players import TriedCommands, play_steps
from control.day.clock.steps import EndStep
from control.models import Event
from rooms.court.game import bot_control
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import Room

Do = Callable[[Event, object], None]
ROUNDS = 4  # of things that each bot may do before the desk does something, and after it


def hold_court(event: Event, seed: int, dice: random.Random, do: Do, state_of: Callable[[Event], GameState]) -> None:
    """Play all steps of the Court in this month, from Updates on."""
    tried: TriedCommands = set()
    while (at := state_of(event).clock.rooms[Room.COURT]).step is not None:
        _let_play(event, seed, tried)
        while (command := bot_control.next_command(state_of(event), dice)) is not None:
            do(event, command)
            _let_play(event, seed, tried)  # a Sovereign may decide a tie and pay
        do(event, EndStep(room=Room.COURT, month=at.month, step=at.step))


def _let_play(event: Event, seed: int, tried: TriedCommands) -> None:
    for _round in range(ROUNDS):
        if not play_steps(event, seed, tried):
            break
