"""Houses are equal: a table with two Houses exchanged plays the same, with their names exchanged (GE-UND-27, R-116)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from control.engine.context import DecisionContext
from control.engine.modules import Command, Decided, Game
from rooms.realm.game.state import GameState
from rooms.underground.game.state import TableStep
from rooms.underground.game.tables.lookup import turn_at
from tests.amounts import amount
from tests.records import field_names, is_record, with_fields
from tests.rooms.underground.test_whole_tables import attacking, dealt, going_on, placing, shuffled

OTHER = {"cat": "snake", "snake": "cat"}
ID = re.compile(r"^(cat|snake)(?=$|[-:#])")  # a House, a seat or a minion, but no word of a sentence


class Recorder:
    """A game that records every command and its context."""

    def __init__(self, game: Game[GameState]) -> None:
        self.game, self.asked = game, list[tuple[Command, DecisionContext]]()

    def decided(self, state: GameState, command: Command, asked: DecisionContext) -> Decided[GameState]:
        found = self.game.decided(state, command, asked)
        self.asked.append((command, asked))
        return found

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)


def renamed(part: Any) -> Any:
    """Return the same with the two Houses' ids exchanged. Orders and places stay."""
    if type(part) is str:
        return ID.sub(lambda found: OTHER[found.group()], part)
    if is_record(part):
        return with_fields(part, **{name: renamed(getattr(part, name)) for name in field_names(part)})
    if isinstance(part, Mapping):
        return {renamed(key): renamed(value) for key, value in part.items()}
    if isinstance(part, tuple | frozenset | list):
        return type(part)(renamed(each) for each in part)
    return part


def played(seed: int) -> tuple[GameState, GameState, Recorder]:
    """Play a table. Returns the state after dealing, the state at the end, and everything in between."""
    table, state = dealt()
    game, dice = table.day.game, Random(seed)
    table.day.state = state
    shuffled(table, dice)
    begun, recorder = table.state, Recorder(game)
    table.day.game = recorder  # type: ignore[assignment]
    try:
        for step in (TableStep.ADVANCEMENT, TableStep.PROTECTION, TableStep.ATTACK):
            table.until(step)
            for _act in range(60):
                seat = turn_at(table.state, table.id)
                if table.table.attack is not None:
                    table.do(going_on(table, dice))
                elif seat is None:
                    break
                else:
                    table.do(attacking(table, dice, seat) if step is TableStep.ATTACK else placing(table, dice, seat, step))
        table.until(TableStep.COMPLETE)
    finally:
        table.day.game = game
    return begun, table.state, recorder


@pytest.mark.rule("GE-UND-43", "R-116", "R-119")
def test_exchanging_two_houses_exchanges_them_in_the_result():
    acts = 0
    for seed in range(amount(12, 400)):
        begun, ended, recorder = played(seed)
        state = renamed(begun)
        assert state != begun
        for command, asked in recorder.asked:
            state = recorder.game.decided(state, renamed(command), renamed(asked)).state
            acts += 1
        assert state == renamed(ended), seed
    assert acts > amount(12, 400) * 10
