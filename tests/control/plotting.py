"""Play the Underground's tables of a rehearsed day: Control ends the steps, and the bots do the rest."""

from __future__ import annotations

from collections.abc import Callable

from control.bots.players import TriedCommands, play_steps
from control.day.clock.steps import EndStep, all_steps_left
from control.models import Event
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import Room

Do = Callable[[Event, object], None]
ROUNDS = 12  # of things that each bot may do in a step


def sit_at_tables(event: Event, seed: int, do: Do, state_of: Callable[[Event], GameState]) -> None:
    """Play all steps of the tables in this month, all tables side by side."""
    tried: TriedCommands = set()
    while left := [each for each in all_steps_left(state_of(event)) if each[0] == Room.UNDERGROUND]:
        for _round in range(ROUNDS):
            if not play_steps(event, seed, tried):
                break
        month, step = state_of(event).clock.month, left[0][2]
        for room, table, each in left:
            if each == step:
                do(event, EndStep(room=room, month=month, step=each, table=table))
